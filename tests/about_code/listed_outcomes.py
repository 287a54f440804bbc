"""Claims about mechanisms with few outcomes: outcomes of one ratio are one, and the total variation distance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Each, Proofs, Sampled, near, numbers
from chartered_plugins.characteristic_function.formulas.composed_moments import reaches
from chartered_plugins.characteristic_function.laws.finite_outcomes import Outcomes

BOOK = Proofs("characteristic-function.outcomes", "direct computation")
_WEIGHTS = [(p, q) for p, q in product(product((1, 2, 4), repeat=3), repeat=2)]


def _of(p: tuple[int, ...], q: tuple[int, ...]) -> bool:
    rows = [(Fraction(x, sum(p)), Fraction(y, sum(q))) for x, y in zip(p, q, strict=True)]
    law, ratios = Outcomes.of(rows), sorted({x / y for x, y in rows})
    merged = tuple(
        (sum(x for x, y in rows if x / y == ratio), sum(y for x, y in rows if x / y == ratio)) for ratio in ratios
    )
    apart = max(sum(x - y for x, y in some) for some in ([r for r in rows if r[0] > r[1]], rows))
    return law.rows == merged and law.total_variation == apart


BOOK.table(
    "listed",
    "Outcomes of one ratio are one with both probabilities, by ascending ratio; the total variation distance is what "
    "those that are likelier under P have more there.",
    "all tables of three outcomes with weights 1, 2 and 4",
    Each("run: fractions", _of, _WEIGHTS),
)


def _law(rows: str) -> Outcomes:
    """The mechanism with these probabilities under P/ under Q."""
    return Outcomes.of(zip(*map(numbers, rows.split("/ ")), strict=True))


def _known(xp: Any, rows: str) -> bool:
    """What is known of the losses, beside all of them."""
    law = _law(rows)
    losses = [(xp.log(xp.number(p / q)), p, q) for p, q in law.rows]
    top, most, _ = losses[-1]
    below, gap = law.below_largest(xp), top - max((loss for loss, _, _ in losses[:-1]), key=float)
    known = near(below.mass, xp.number(most), 30) and near(below.reach, gap, 30) and bool(below.first.is_zero())
    return near(xp.number(law.max_loss), top, 30) and known


def _split(xp: Any, rows: str) -> bool:
    """Two common losses and the rare ones are all of them, with their probabilities under P and Q."""
    law = _law(rows)
    if not law.common:
        return not 2 <= law.count <= 4
    split, count = law.split(xp), law.count
    common = [(split.base + k * split.step, mass) for k, mass in enumerate(split.masses)]
    every = sorted([*common, *split.rare], key=lambda one: float(one[0]))
    exact = [(xp.log(xp.number(p / q)), xp.number(q)) for p, q in law.rows]
    likeliest = sorted(p for p, _ in law.rows)[-2:]
    chosen = sorted(float(p) for p in split.under_p(xp))
    return (
        len(every) == count
        and all(
            bool(loss.overlaps(other)) and bool(q.overlaps(mass))
            for (loss, q), (other, mass) in zip(every, exact, strict=True)
        )
        and all(abs(x - float(y)) < 1e-12 for x, y in zip(chosen, likeliest, strict=True))
    )


_ROWS = (
    "1/2 1/2/ 1/4 3/4",
    "1/2 1/3 1/6/ 1/8 1/4 5/8",
    "1/10 1/5 3/10 2/5/ 2/5 3/10 1/10 1/5",
    "1/10 1/10 1/5 1/5 2/5/ 1/2 1/5 1/10 1/10 1/10",
)
BOOK.table(
    "listed.known",
    "The largest loss, its probability, and the next loss, are those of all outcomes written out.",
    "four tables of two to five outcomes",
    Sampled(
        "balls: each outcome",
        _known,
        digits=30,
        bits=192,
        why="a sum of a number of terms that is not fixed",
        rows=_ROWS,
    ),
)
BOOK.table(
    "listed.split",
    "The two losses that are likeliest under P, and the others, are all of them, where there are two to four.",
    "four tables of two to five outcomes",
    Each("balls: each outcome", _split, [(rows,) for rows in _ROWS], bits=192),
)


def _reached(xp: Any, epsilon: Fraction, largest: Fraction | None, there: bool) -> bool:
    """Exact numbers, and the same as functions, which balls decide unless both are equal."""
    exact = reaches(xp, epsilon, largest)
    rounded = largest is not None and reaches(xp, epsilon, lambda xp: xp.number(largest))
    return exact is there and (rounded is there or epsilon == largest)


BOOK.table(
    "listed.reached",
    "From the largest loss on, and not before, delta is that of infinite losses; never where none is known.",
    "three eps about two losses, and none",
    Each(
        "balls: compared",
        _reached,
        [
            *((Fraction(k, 3), Fraction(2, 3), k >= 2) for k in (0, 1, 2, 3)),
            (Fraction(1), Fraction(0), True),
            (Fraction(9), None, False),
        ],
        bits=128,
    ),
)
