"""Claims about the rules of inversion: they agree, and charge the same work for cached results as for computed ones."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving import Each, Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas import composed_moments, lattice_inversion, smoothing
from chartered_plugins.characteristic_function.formulas.bounded_cache import Kept
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition, Line, chernoff
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeLine
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.formulas.smoothing import SmoothedLine
from chartered_plugins.characteristic_function.inversion_witness import DIRECTIONS, rule_of, stated
from chartered_verify.work_budget import Budget, limited

from .conditions_of_inversion import HALF, SAMPLED, THIRD

DIRECT = Proofs("characteristic-function", "direct computation")
claims = claims_of(DIRECT)

SIDE = DIRECTIONS[0]

RESPONSES: Composition = ((RandomizedResponse(THIRD), 3), (DiscreteLaplace(THIRD, 1), 2))

LINE = Line(Contour(Fraction(3), Fraction(1, 5), 400), Fraction(6), (Fraction(0),) * 2, 40, 128)

ALONG = Line(Contour(Fraction(3), Fraction(1, 4), 60), Fraction(6), (Fraction(1),), 40, 128)

RULES: tuple[tuple[Composition, Line | LatticeLine | SmoothedLine], ...] = (
    (((SAMPLED, 40),), ALONG),
    (((SAMPLED, 40), (Gaussian(HALF), 1)), Line(LINE.contour, Fraction(6), (Fraction(1), Fraction(0)), 40, 128)),
    (RESPONSES, SmoothedLine(LINE, Fraction(1, 5))),
    (RESPONSES, LatticeLine(Fraction(3), Fraction(6), 60, 31, 128)),
)


def _agree(xp: Any, x: Fraction) -> bool:
    lattice, smoothed = (rule.inverse(parts).delta(x) for parts, rule in RULES[:1:-1])
    read = (rule_of(SIDE, len(parts), stated(SIDE, rule)) == rule for parts, rule in RULES)
    return bool(smoothed.contains(lattice)) and all(read)


DIRECT.table(
    "rules",
    "Each kind of summation rule yields the profile of its own kind: the value of a lattice sum lies between the "
    "profiles smoothed from below and from above, and what a witness states of a rule is read as that rule.",
    "2 compositions, 3 eps",
    Sampled("balls: the rules", _agree, digits=2, bits=128, why=POINTS, eps=numbers("0 1/2 1")),
)


def _spent(made: Callable[[], Any]) -> int:
    with limited(Budget(1e6)) as budget:
        made()
    return budget.spent


def _forget() -> None:
    for kept in (composed_moments._MOMENTS, composed_moments._LOGS, composed_moments._INVERSIONS):
        kept.cache_clear()
    composed_moments._ORDERS.cache_clear()
    composed_moments._ABOVE.cache_clear()
    for cached in (composed_moments._beyond, lattice_inversion._inverted, smoothing._smoothed):
        cached.cache_clear()


def _charged(parts: Composition, rule: Line | LatticeLine | SmoothedLine) -> bool:
    """Whether the second computation is charged the same work as the first, except for the work of computing bounds."""
    _forget()
    first, again = (_spent(lambda: rule.inverse(parts)) for _ in range(2))
    line = rule.line if isinstance(rule, SmoothedLine) else rule
    contour = line.contour if isinstance(line, Line) else Contour(line.order, Fraction(1), line.kept)
    accuracy = line.accuracy if isinstance(line, Line) else line.bits
    alone = sum(m.work(contour, accuracy, line.bits) for m, _ in parts)
    return alone < again <= first and again - alone < 40 * len(parts) * contour.count


def _powered(runs: int) -> bool:
    """Whether repeated computations for one mechanism are charged exactly the same work."""
    _forget()
    parts, order = ((SAMPLED, runs), (Laplace(HALF), 1)), Fraction(7, 2)
    asked = [_spent(lambda: chernoff(parts, order, HALF)) for _ in range(3)]
    return 0 < asked[1] == asked[2] <= asked[0] <= 2 * asked[1]


DIRECT.soundness(
    "charged",
    "Cached values are charged: a profile that is computed again costs the work of all functions along its line, and "
    "a few units for each node; a bound of it costs the same each time.",
    "5 compositions, 3 numbers of runs",
    Each("units of work", _charged, [*RULES, (((DiscreteGaussian(HALF, 1), 2),), RULES[-1][1])]),
    Each("units of work of a bound", _powered, [(1,), (1000,), (10**9,)]),
)


def _size(kept: Kept[int]) -> int:
    return -sum(kept.values.values())


def _keeps(sizes: tuple[int, ...], made: int) -> bool:
    """Whether `made` values are computed for requests of these sizes, which are also the keys, and the cache never
    exceeds its limit."""
    kept, calls = Kept[int](10), list[int]()

    def make(size: int) -> Callable[[], int]:
        return lambda: calls.append(size) or -size  # type: ignore[func-returns-value]

    for size in sizes:
        if kept.get(size, size, make(size)) != -size or _size(kept) > 10:
            return False
    before = len(calls)
    kept.cache_clear()
    kept.get(sizes[-1], sizes[-1], make(sizes[-1]))
    return (before, len(calls)) == (made, made + 1) and _size(kept) <= 10


DIRECT.identity(
    "kept",
    "Values whose sizes add up to at most 10 are computed once; one more clears the cache, and a value larger than 10 "
    "is never cached.",
    "6 sequences",
    Each(
        "how many are made",
        _keeps,
        [
            ((3, 3, 3), 1),
            ((3, 7, 3, 7), 2),
            ((3, 7, 1, 3, 7), 5),
            ((11, 11), 2),
            ((10, 10, 11, 10), 3),
            ((4, 5, 2, 4, 2), 4),
        ],
    ),
)
