"""Random exact points of a domain, and the comparison of two formulas at them in ball arithmetic: a search for
counterexamples, never a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any, TypeAlias

from flint import arb
from msgspec import Struct

from ..arithmetic.ball import balls
from ..enclosure import Enclosure
from ..statements.verdict import Refuted
from .box import Box, Point
from .range_enclosure import Formula, value_at

Domain: TypeAlias = Mapping[str, tuple[Fraction | int, Fraction | int]]
"""For each variable, in the order of the formula's arguments, the closed range to sample (log-uniform if it spans a
decade)."""
CAP = 8192
"""The precision, in bits, after which a point is undecided."""


class Comparison(Struct, frozen=True):
    """The outcome of a comparison: the number of points at which both sides agree to the requested digits, the number
    at which this is not decided, or a counterexample."""

    agreed: int
    skipped: int
    counterexample: Refuted | None = None


def open_side(ends: tuple[Any, Any]) -> tuple[int, int | None]:
    """The open interval of positive numbers that a range stands for where it only says where to hunt: (0, 1) for one
    within it, (1, inf) for one from 1 on, otherwise all positive numbers."""
    low, high = ends
    return (0, 1) if high <= 1 else (1, None) if low >= 1 else (0, None)


def points_of(domain: Domain, count: int, seed: int, keep: Callable[..., bool] | None = None) -> Iterator[Point]:
    """`count` random rational points of the domain for which `keep(*point)` holds; fewer if 50 `count` trials do not
    yield that many."""
    box, random = Box.of(list(domain.values())), Random(seed)
    given = 0
    for _ in range(50 * count):
        point = box.random_point(random)
        if keep is None or keep(*point):
            yield point
            given += 1
        if given == count:
            return


def compare_at_points(
    left: Formula, right: Formula, names: Sequence[str], points: Iterator[Point], digits: int, *, cap: int = CAP
) -> Comparison:
    """Compares two formulas at exact points in ball arithmetic, each with increasing precision until they agree to
    `digits` digits or certainly differ, or until `cap` bits. Stops at the first counterexample."""
    agreed = skipped = 0
    for point in points:
        outcome = compare(left, right, point, digits, cap)
        if isinstance(outcome, Refuted):
            witness = {"point": dict(zip(names, map(str, point), strict=True)), **outcome.witness}
            return Comparison(agreed, skipped, Refuted(outcome.how, witness=witness))
        agreed, skipped = agreed + outcome, skipped + (not outcome)
    return Comparison(agreed, skipped)


def compare(left: Formula, right: Formula, point: Sequence[Fraction], digits: int, cap: int = CAP) -> bool | Refuted:
    """Whether both sides agree to `digits` digits at the point: True, Refuted if they certainly differ, False if `cap`
    bits do not decide it."""
    found = sides(left, right, point, digits, cap)
    if isinstance(found, bool):
        return found
    witness = dict(zip(("left", "right"), map(shown_end, found), strict=True))
    if witness["left"] == witness["right"]:
        witness["left - right"] = shown_end(found[0] - found[1])
    return Refuted("balls: the two sides certainly differ at a point", witness=witness)


def first_bits(digits: int) -> int:
    """The precision at which a comparison to `digits` digits begins; most points are decided there."""
    return 64 + 4 * digits


def shown_end(value: arb) -> str:
    """The lower end of a value, as written in witnesses."""
    return Enclosure.of(value).lower_exact


def sides(
    left: Formula, right: Formula, point: Sequence[Fraction], digits: int, cap: int = CAP
) -> bool | tuple[arb, arb]:
    """As `compare`, but returns both values if they certainly differ."""
    bits = first_bits(digits)
    while bits <= cap:
        first, second = value_at(left, point, bits), value_at(right, point, bits)
        with balls(bits):
            if first < second or first > second:
                return first, second
            if _close(first - second, first, digits):
                return True
        bits = min(2 * bits, cap) if bits < cap else cap + 1
    return False


def _close(difference: arb, value: arb, digits: int) -> bool:
    scale = abs(value).lower()
    return bool(
        difference.is_finite() and abs(difference).upper() <= arb(10) ** -digits * (scale if scale > 0 else arb(1))
    )
