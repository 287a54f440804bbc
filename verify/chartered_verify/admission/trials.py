"""Trials: exact points of a domain where false statements like to hide.

These are its corners, points of all scales, the numbers of the code, and both sides of where the formulas switch: of
where the argument of an absolute value, a maximum, a minimum or a sign is 0, which bisection brackets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from random import Random
from typing import Any

from ..boxes.box import Point
from ..boxes.compactified import Chart
from ..boxes.range_enclosure import UNREAD, Formula, value_at
from .branch_points import Coded

DECADES = (1, 2, 4, 9, 20, 60, 150, 300)
"""Distances from the ends, and from 0, as negative powers of ten; beyond them where a side has no end, as positive
ones."""
_MOST_NUMBERS, _MOST_CORNERS, _DRAWN, _MOST_DIAGONAL = 40, 64, 60, 20
_MOST_SWITCHES, _PAIRS, _HALVINGS, _BITS = 8, 6, 64, 128
_CLOSE = Fraction(1, 2**40)


def trials(chart: Chart, formulas: Sequence[Formula], seed: int) -> Iterator[Point]:
    """Points of the domain, each once: corners first, then marks on each side beside drawn ones, and both sides of each
    switch."""
    random, code = Random(seed), Coded.of(*formulas)
    numbers = (*code.numbers, *code.ratios, Fraction(0))
    sides = [marks(chart, axis, numbers) for axis in range(len(chart.ends))]
    known = dict.fromkeys(filter(chart.holds, (*_corners(sides), *_crossed(sides, random), *_diagonal(sides))))
    yield from sorted(known, key=_length)
    for point in _beside_switches(chart, formulas, list(known), random):
        if point not in known:
            known[point] = None
            yield point


def _length(point: Point) -> int:
    """In bits: a short counterexample is shown rather than a long one."""
    return sum(x.numerator.bit_length() + x.denominator.bit_length() for x in point)


def marks(chart: Chart, axis: int, numbers: Iterable[Fraction]) -> list[Fraction]:
    """Coordinates on a side: its ends if they belong to it, close to them and far out, the given numbers and beside,
    and around 0."""
    low, high = chart.ends[axis]
    width = high - low if low is not None and high is not None else Fraction(1)
    inside = [x for x in dict.fromkeys(numbers) if chart.reaches(axis, x)][:_MOST_NUMBERS]
    beside = [x + sign * max(abs(x), width) * _CLOSE for x in inside for sign in (-1, 1)]
    base = low if low is not None else high if high is not None else Fraction(0)
    middle = base + width / 2 if low is not None else base - width / 2
    found = [end for end in (low, high) if end is not None]
    for decades in DECADES:
        tiny, huge = Fraction(1, 10**decades), Fraction(10**decades)
        found += [low + width * tiny] if low is not None else [base - huge]
        found += [high - width * tiny] if high is not None else [base + huge]
        found += [tiny, -tiny]
    opened = {chart.ends[axis][top] for place, top in chart.opened if place == axis}
    return [x for x in dict.fromkeys([*found, middle, *inside, *beside]) if chart.reaches(axis, x) and x not in opened]


def _corners(sides: Sequence[Sequence[Fraction]]) -> Iterator[Point]:
    return islice(product(*((min(side), max(side)) for side in sides)), _MOST_CORNERS)


def _crossed(sides: Sequence[Sequence[Fraction]], random: Random) -> Iterator[Point]:
    """Each mark of each side, twice where others are drawn beside it; and marks drawn on all sides."""
    for axis, side in enumerate(sides):
        for x in side if len(sides) == 1 else (*side, *side):
            yield tuple(x if place == axis else random.choice(other) for place, other in enumerate(sides))
    for _ in range(_DRAWN if len(sides) > 1 else 0):
        yield tuple(random.choice(side) for side in sides)


def _diagonal(sides: Sequence[Sequence[Fraction]]) -> Iterator[Point]:
    """Points at which all coordinates are the same."""
    if len(sides) > 1:
        common = [x for x in sides[0] if all(x in other for other in sides[1:])]
        yield from ((x,) * len(sides) for x in common[:_MOST_DIAGONAL])


def _beside_switches(
    chart: Chart, formulas: Sequence[Formula], points: Sequence[Point], random: Random
) -> Iterator[Point]:
    """On both sides of where a switch turns, between points on which it has different signs."""
    for switch in switches(formulas, len(chart.ends)):
        signs: dict[int, list[Point]] = {-1: [], 1: []}
        for point in points:
            if sign := _sign(switch, point):
                signs[sign].append(point)
        for _ in range(_PAIRS if signs[-1] and signs[1] else 0):
            yield from filter(chart.holds, _bracket(switch, random.choice(signs[-1]), random.choice(signs[1])))


def _bracket(switch: Formula, below: Point, above: Point) -> tuple[Point, ...]:
    for _ in range(_HALVINGS):
        middle = tuple((x + y) / 2 for x, y in zip(below, above, strict=True))
        sign = _sign(switch, middle)
        if sign == 0:
            return below, middle, above
        below, above = (middle, above) if sign < 0 else (below, middle)
    return below, above


def _sign(switch: Formula, point: Point) -> int:
    """The sign of a switch; 0 where balls do not tell."""
    try:
        value = value_at(switch, point, _BITS)
    except UNREAD:
        return 0
    return 1 if value > 0 else -1 if value < 0 else 0


def switches(formulas: Sequence[Formula], count: int) -> list[Formula]:
    """What the formulas of `count` variables take absolute values, signs, or differences for a maximum of; none where
    SymPy reads none."""
    from ..heavy import sympy

    from ..algebra.expressions import expression, formula_of

    variables = list(sympy.symbols(f"x0:{count}", real=True))
    found: dict[Any, None] = {}
    for formula in formulas:
        try:
            found.update(dict.fromkeys(_turning(expression(formula, variables))))
        except (*UNREAD, RecursionError):
            continue
    known: list[Formula] = []
    for expr in list(found)[:_MOST_SWITCHES]:
        try:
            known.append(formula_of(expr, variables))
        except UNREAD:
            continue
    return known


def _turning(expr: Any) -> Iterator[Any]:
    from ..heavy import sympy

    for node in sorted(expr.atoms(sympy.Abs, sympy.sign, sympy.Heaviside, sympy.Max, sympy.Min), key=str):
        if isinstance(node, sympy.Max | sympy.Min):
            yield from (one - other for one, other in combinations(node.args, 2))
        else:
            yield node.args[0]
