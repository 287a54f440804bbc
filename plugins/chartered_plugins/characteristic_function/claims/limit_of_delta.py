"""Claims about the limit of a composition's delta: where both directions reach it, by all outcomes of all runs."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, claims_of, registered

from ..formulas.limit_of_delta import limit_of
from ..guarantee import compose, times

BOOK = Proofs("characteristic-function.profile", "direct computation", at="the limit")
claims = claims_of(BOOK)

ONE_FAILS, BOTH_FAIL = ("1/2:1/2:0", "1/4:1/2:1/4"), ("1/2:1/4:1/4:0", "1/4:1/2:0:1/4")
MORE_UNDER_Q, MORE_UNDER_P = ("3/4:1/4:0", "1/4:1/2:1/4"), ("1/4:1/2:1/4", "3/4:1/4:0")
BETWEEN, ALWAYS_LESS = ("2/5:3/5:0", "1/10:4/5:1/10"), ("1/2:1/4:1/8:1/8", "1/4:1/2:0:1/4")
RUNS = (
    *((columns,) * n for n in (2, 3) for columns in (ONE_FAILS, BOTH_FAIL, MORE_UNDER_Q, MORE_UNDER_P, BETWEEN)),
    (ALWAYS_LESS,) * 2,
    (ONE_FAILS, MORE_UNDER_P),
    (MORE_UNDER_Q, BETWEEN, BETWEEN),
)
"""Tables of which each runs once."""


def _delta(rows: Sequence[tuple[Fraction, Fraction]], grown: Fraction) -> Fraction:
    """At eps = log `grown`, the larger of both orders."""
    orders = rows, [(q, p) for p, q in rows]
    return max(sum((max(p - grown * q, Fraction(0)) for p, q in order), Fraction(0)) for order in orders)


def _where_it_is_reached(xp: Any, runs: Sequence[tuple[str, str]]) -> bool:
    """Whether the stated limit is that of all outcomes, and they have it at the stated eps and not before."""
    given = [
        registered("moment-generating-function.characteristic").bound(
            registered("table.moments").bound(ch.Case(ch.parse(f"table:p={p},q={q}").step, ch.Neighbours.ADD_OR_REMOVE))
        )
        for p, q in runs
    ]
    tables = [list(zip(map(Fraction, p.split(":")), map(Fraction, q.split(":")), strict=True)) for p, q in runs]
    one = Fraction(1)
    rows = [(prod((p for p, _ in each), start=one), prod((q for _, q in each), start=one)) for each in product(*tables)]
    alone = max(sum(order[0] for order in some if not order[1]) for some in (rows, [(q, p) for p, q in rows]))
    limit, end = limit_of(compose([times(g, 1) for g in given]).directions)
    assert end is not None
    grown = xp.exp(xp.number(end))
    before, after = (Fraction(float(grown.mid())) * (1 + side * Fraction(1, 10**9)) for side in (-1, 1))
    reached = _delta(rows, max(after, one)) == alone
    return limit == alone and reached and (after <= 1 + Fraction(1, 10**6) or _delta(rows, before) > alone)


BOOK.soundness(
    "limit",
    "At the least delta that runs of tables have, eps is the larger one of the largest finite loss in the direction "
    "that has this delta, and the place where the other direction comes down to it.",
    "six tables with infinite losses, two and three runs, alike or not; within a billionth",
    Sampled(
        "fractions: every outcome of all runs",
        _where_it_is_reached,
        bits=128,
        why="sums over outcomes, whose number is not fixed",
        runs=RUNS,
    ),
)
