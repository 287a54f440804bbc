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
from .range_enclosure import LAST_BITS, Formula, value_at

Domain: TypeAlias = Mapping[str, tuple[Fraction | int, Fraction | int]]
"""For each variable, in the order of the formula's arguments, the closed range to sample (log-uniform if it spans a
decade)."""
_CAP = 8192
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
    left: Formula, right: Formula, names: Sequence[str], points: Iterator[Point], digits: int
) -> Comparison:
    """Compares two formulas at exact points in ball arithmetic, each with increasing precision until they agree to
    `digits` digits or certainly differ, or until neither is decided. Stops at the first counterexample."""
    agreed = skipped = 0
    for point in points:
        outcome = compare(left, right, point, digits)
        if isinstance(outcome, Refuted):
            return Comparison(agreed, skipped, at_point(names, point, outcome))
        agreed, skipped = agreed + outcome, skipped + (not outcome)
    return Comparison(agreed, skipped)


def at_point(names: Sequence[str], point: Point, found: Refuted) -> Refuted:
    """The refutation with its point in the witness."""
    return Refuted(found.how, witness={"point": dict(zip(names, map(str, point), strict=True)), **found.witness})


def compare(left: Formula, right: Formula, point: Sequence[Fraction], digits: int) -> bool | Refuted:
    """Whether both sides agree to `digits` digits at the point: True, Refuted if they certainly differ, False if that
    is not decided."""
    found = sides(left, right, point, digits)
    return found if isinstance(found, bool) else _refuted(found)


def _refuted(found: tuple[arb, arb]) -> Refuted:
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


def sides(left: Formula, right: Formula, point: Sequence[Fraction], digits: int) -> bool | tuple[arb, arb]:
    """As `compare`, but returns both values if they certainly differ."""
    bits = first_bits(digits)
    while bits <= _CAP:
        found = _sides_at(left, right, point, digits, bits)
        if found is True or isinstance(found, tuple):
            return found
        bits = min(2 * bits, _CAP) if bits < _CAP else _CAP + 1
    return False


def compare_where_defined(
    left: Formula, right: Formula, point: Sequence[Fraction], digits: int, least_cap: int
) -> bool | Refuted:
    """As `compare`, at any point: with four times as many bits each time until both sides are finite, at most
    `LAST_BITS`, and from there on up to twice as many, or `least_cap`. Intervals are asked where balls find nothing
    with any bits: most points need bits alone."""
    for both in (_by_balls, _at):
        bits, cap = first_bits(digits), 0
        while True:
            found = _sides_at(left, right, point, digits, bits, both)
            if isinstance(found, tuple):
                return _refuted(found)
            if found is True:
                return True
            cap = cap or (max(least_cap, 2 * bits) if found is False else 0)
            if bits >= (cap or LAST_BITS):
                break
            bits = min(4 * bits, cap or LAST_BITS)
    return False


def _at(left: Formula, right: Formula, point: Sequence[Fraction], bits: int) -> tuple[arb, arb]:
    """Both values at a point; NaN twice if the first one is."""
    first = value_at(left, point, bits)
    return first, first if first.is_nan() else value_at(right, point, bits)


def _by_balls(left: Formula, right: Formula, point: Sequence[Fraction], bits: int) -> tuple[arb, arb]:
    """The same by balls alone, which are entered once: most of the work of proofs are such comparisons."""
    with balls(bits) as xp:
        at = [xp.number(x) for x in point]
        first = xp.number(left(xp, *at))
        return first, first if first.is_nan() else xp.number(right(xp, *at))


def _sides_at(
    left: Formula,
    right: Formula,
    point: Sequence[Fraction],
    digits: int,
    bits: int,
    both: Callable[[Formula, Formula, Sequence[Fraction], int], tuple[arb, arb]] = _at,
) -> bool | tuple[arb, arb] | None:
    """Both values if they certainly differ, True if they agree, False if they are finite and neither is certain, else
    None."""
    first, second = both(left, right, point, bits)
    if first.is_nan():
        return None
    with balls(bits):
        if first < second or first > second:
            return first, second
        return _close(first - second, first, digits) or (False if first.is_finite() and second.is_finite() else None)


def _close(difference: arb, value: arb, digits: int) -> bool:
    scale = abs(value).lower()
    return bool(
        difference.is_finite() and abs(difference).upper() <= arb(10) ** -digits * (scale if scale > 0 else arb(1))
    )
