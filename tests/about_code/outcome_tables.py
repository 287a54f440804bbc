"""Claims about tables of outcomes: a loss that is known within a ball counts as if it were on either side."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.characteristic_function.formulas.outcome_tables import Outcome, Table, summed
from flint import arb

BOOK = Proofs("characteristic-function.outcomes", "direct computation")
_LOSSES = numbers("-2 0 1 2 7/2")


def _beyond(xp: Any, wide: int, off: Fraction, x: Fraction, blur: Fraction) -> bool:
    """One loss is known within 1/2, and is not in its middle."""
    losses = [xp.number(loss + (off if k == wide else 0)) for k, loss in enumerate(_LOSSES)]
    p = xp.number(Fraction(1, len(_LOSSES)))
    radius = arb(0, arb(1) / 2)
    known = [Outcome(xp.number(b) + radius if k == wide else a, p, p * xp.exp(-a))
             for k, (a, b) in enumerate(zip(losses, _LOSSES, strict=True))]  # fmt: skip
    exact = sum((xp.positive(p - xp.exp(xp.number(x)) * one.under_q) for one in known), arb(0))
    found = Table.of(known).beyond(
        xp, xp.number(x + blur / 2) + arb(0, 1) * xp.number(blur), arb(1), xp.exp(xp.number(x))
    )
    return bool(abs(found - exact) < arb(2) ** -100)


BOOK.table(
    "table.beyond",
    "The sum over the losses above a threshold is the sum of positive parts, also where a loss is known within a ball "
    "that holds the threshold.",
    "five losses, one of them within 1/2; 4 distances from its middle; 8 thresholds, exact and within 1; 100 bits",
    Sampled(
        "balls: each outcome",
        _beyond,
        digits=30,
        bits=192,
        why="a sum of a number of terms that is not fixed",
        wide=(0, 2, 4),
        off=numbers("-2/5 -1/100 1/3 1/2"),
        x=numbers("-5 -2 -1/7 3/4 1 6/5 5/3 4"),
        blurred=numbers("0 1"),
    ),
)


def _left_out(xp: Any, rest: Fraction, x: Fraction) -> bool:
    """Two runs, of which a half each is tabled: all pairs, and what is in no part."""
    ones = [
        Outcome(xp.number(loss), p, p * xp.exp(-xp.number(loss)))
        for loss, p in zip(_LOSSES, [arb(1) / 7] * 5, strict=True)
    ]
    found = summed(xp, [(ones, Table.of(ones), xp.number(rest))], x)
    total = sum(
        (xp.positive(a * c - xp.exp(xp.number(x)) * b * d) for (_, a, b), (_, c, d) in product(ones, ones)), arb(0)
    )
    far = xp.number(rest) / 2**20 + arb(2) ** -100
    below, above = total - found.lower(), found.upper() - (total + xp.number(rest))
    return all(bool(-(arb(2) ** -100) < end < far) for end in (below, above))


BOOK.table(
    "table.rest",
    "A sum over the outcomes of two halves is the sum over all pairs, and at most what is left out larger.",
    "25 pairs, 3 masses that are left out, 5 thresholds; 20 bits of these masses",
    Sampled(
        "balls: each pair",
        _left_out,
        digits=30,
        bits=192,
        why="a sum of a number of terms that is not fixed",
        rest=numbers("0 1/1000 1/9"),
        x=numbers("-5 -1/7 1 6/5 4"),
    ),
)
