"""Claims about mechanisms with few outcomes: outcomes of one ratio are one, and the total variation distance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from chartered.proving import Each, Proofs
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
