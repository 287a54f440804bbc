"""Trial points: exact points of a region at which false statements often fail.

They are its vertices, points at all scales, the constants of the code, and points on both sides of the zeros of
switching functions (see `switches`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, product
from random import Random

from ..boxes.box import Point
from ..boxes.range_enclosure import Formula
from ..boxes.region import Region
from .branch_points import FormulaCode
from .switches import beside_switches
from .sympy_form import numbers_in, switches, written

DECADES = (1, 2, 4, 9, 20, 60, 150, 300, 1000)
"""Exponents k of the distances 10^-k from the ends and from 0, and of the distances 10^k on an unbounded side."""
_MOST_NUMBERS, _MOST_VERTICES, _RANDOM, _MOST_DIAGONAL = 40, 64, 60, 20
CLOSE = Fraction(1, 2**40)
"""The distance of a neighbour from a number, relative to the length of the side, and relative to the number if it is
small."""
_SMALL_NUMBER = Fraction(1, 100)


def trials(region: Region, formulas: Sequence[Formula], seed: int) -> Iterator[Point]:
    """Points of the region, each once: vertices, marks on each side with random ones on the others, the diagonal, and
    both sides of each zero of a switching function."""
    random, code = Random(seed), FormulaCode.of(*formulas)
    read = [expr for formula in formulas if (expr := written(formula, len(region.ends))) is not None]
    numbers = (*code.numbers, *numbers_in(read), *code.ratios, Fraction(0))
    sides = [marks(region, axis, numbers) for axis in range(len(region.ends))]
    known = dict.fromkeys((*_vertices(sides), *_with_random_others(sides, random), *_diagonal(sides)))
    yield from sorted(known, key=_length)
    for point in beside_switches(region, switches(read), list(known), random):
        if point not in known:
            known[point] = None
            yield point


def _length(point: Point) -> int:
    """The size in bits, by which points are sorted: a short counterexample is preferred."""
    return sum(x.numerator.bit_length() + x.denominator.bit_length() for x in point)


def marks(region: Region, axis: int, numbers: Iterable[Fraction]) -> list[Fraction]:
    """Coordinates on a side: its closed ends, points close to the ends and far away, the given numbers, their
    neighbours, halves and doubles, and points around 0."""
    low, high = region.ends[axis]
    width = high - low if low is not None and high is not None else Fraction(1)
    inside = [x for x in dict.fromkeys(numbers) if region.contains_coordinate(axis, x)][:_MOST_NUMBERS]
    neighbours = [y for x in inside for y in (*neighbours_of(x, width), x / 2, 2 * x)]
    base = low if low is not None else high if high is not None else Fraction(0)
    middle = base + width / 2 if low is not None else base - width / 2
    found = [end for end in (low, high) if end is not None]
    for decades in DECADES:
        tiny, huge = Fraction(1, 10**decades), Fraction(10**decades)
        found += [low + width * tiny] if low is not None else [base - huge]
        found += [high - width * tiny] if high is not None else [base + huge]
        found += [tiny, -tiny]
    return [x for x in dict.fromkeys([*found, middle, *inside, *neighbours]) if region.admits(axis, x)]


def neighbours_of(x: Fraction, width: Fraction, *, closely: bool = True) -> list[Fraction]:
    """The neighbours of a number, at a distance relative to the side and, if `closely`, to the number itself."""
    steps = [max(abs(x), width) * CLOSE, *([abs(x) * CLOSE] if closely and 0 < abs(x) < width * _SMALL_NUMBER else [])]
    return [x + sign * step for step in steps for sign in (-1, 1)]


def _vertices(sides: Sequence[Sequence[Fraction]]) -> Iterator[Point]:
    return islice(product(*((min(side), max(side)) for side in sides)), _MOST_VERTICES)


def _with_random_others(sides: Sequence[Sequence[Fraction]], random: Random) -> Iterator[Point]:
    """Each mark of each side, with random marks on the others (twice); and random marks on all sides."""
    for axis, side in enumerate(sides):
        for x in side if len(sides) == 1 else (*side, *side):
            yield tuple(x if index == axis else random.choice(other) for index, other in enumerate(sides))
    for _ in range(_RANDOM if len(sides) > 1 else 0):
        yield tuple(random.choice(side) for side in sides)


def _diagonal(sides: Sequence[Sequence[Fraction]]) -> Iterator[Point]:
    """Points at which all coordinates are the same."""
    if len(sides) > 1:
        others = set[Fraction].intersection(*map(set, sides[1:]))
        common = [x for x in sides[0] if x in others]
        yield from ((x,) * len(sides) for x in common[:_MOST_DIAGONAL])
