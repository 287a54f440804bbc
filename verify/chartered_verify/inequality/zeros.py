"""Contact: where a formula is zero, exactly, and what decides its sign around there.

On a plane x_i = a on which f and its derivatives along x_i below the k-th vanish, f(x) is (x_i - a)^k/k! times the k-th
derivative somewhere between the plane and x (Taylor, Lagrange's remainder): where that derivative has a sign, so has f.
Around a point at which value and gradient vanish f is above 0 as far as its Hessian is positive definite. SymPy decides
what vanishes; the rest is for balls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, arb_mat

from ..algebra.expressions import expression, formula_of, gradient
from ..arithmetic import symbols as algebraic
from ..arithmetic.ball import balls
from ..boxes.box import Box, Point
from ..boxes.compactified import Chart, Ends
from ..boxes.range_enclosure import UNREAD, Formula, Reach
from ..boxes.sampling import points_of
from ..heavy import sympy
from .counterexample import short

MOST = 6
"""Orders of contact that are tried."""
_BITS = 192
_KINKS = (sympy.Abs, sympy.sign, sympy.Max, sympy.Min, sympy.Heaviside)


@dataclass(frozen=True, slots=True, order=True)
class Plane:
    """x_axis = at, on which the formula and its derivatives along the axis are 0, those below `order`."""

    axis: int
    at: Fraction
    order: int


Key: TypeAlias = tuple[tuple[Plane, bool], ...]
"""The planes that a part lies against, and whether it lies above each of them."""


@dataclass(slots=True)
class Contact:
    """A formula of which SymPy has an expression, on the domain of a chart, with the planes and points of contact known
    so far."""

    chart: Chart
    symbols: list[Any]
    expr: Any
    planes: set[Plane] = field(default_factory=set)
    points: set[Point] = field(default_factory=set)
    _left: dict[Key, Reach | None] = field(default_factory=dict)
    _curved: dict[tuple[int, int], Formula] = field(default_factory=dict)
    _tried: set[tuple[int | None, Any]] = field(default_factory=set)

    @classmethod
    def of(cls, formula: Formula, chart: Chart, *, simplified: bool = False) -> Contact | None:
        """None where SymPy cannot read the formula."""
        symbols = [_symbol(axis, low, (axis, False) in chart.opened) for axis, (low, _) in enumerate(chart.ends)]
        try:
            expr = expression(formula, symbols)
            return cls(chart, symbols, _simplified(expr) if simplified else expr)
        except UNREAD:
            return None

    def seek(self, planes: Iterable[tuple[int, Fraction]], points: Iterable[Point] = ()) -> bool:
        """Whether one of these planes or points, not tried before, is one of contact; it is then known. Beyond the ends
        none is sought."""
        known = len(self.planes) + len(self.points)
        for axis, at in planes:
            if self.chart.reaches(axis, at) and self._new(axis, at) and (order := self._order(axis, at)):
                self.planes.add(Plane(axis, at, order))
        for point in points:
            if all(map(self.chart.reaches, range(len(point)), point)) and self._new(None, point) and self._rests(point):
                self.points.add(point)
        return len(self.planes) + len(self.points) > known

    def __str__(self) -> str:
        planes = [f"x{plane.axis} = {plane.at}" for plane in sorted(self.planes)]
        points = [f"({', '.join(map(str, point))})" for point in sorted(self.points)]
        where = [f"on {', '.join(planes)}"] * bool(planes) + [f"at {', '.join(points)}"] * bool(points)
        return f"; by SymPy zero {' and '.join(where)}, where derivatives decide" if where else ""

    def against(self, sides: Sequence[Ends], strict: bool) -> Key:
        """The planes that a part lies against, one for each axis at most; if `strict`, only such as do not belong to
        the domain."""
        found: dict[int, tuple[Plane, bool]] = {}
        for plane in sorted(self.planes):
            low, high = sides[plane.axis]
            if plane.axis not in found and low != high and plane.at in (low, high):
                above = plane.at == low
                if not strict or self.chart.at_end(plane.axis, not above, (low, high)):
                    found[plane.axis] = plane, above
        return tuple(found.values())

    def left(self, key: Key) -> Reach | None:
        """The derivative whose sign is the formula's beside these planes, with slopes of its own; None where no
        arithmetic knows it."""
        if key not in self._left:
            self._left[key] = self._reach(self._derived(key))
        return self._left[key]

    def sloped(self, reach: Reach) -> Reach:
        """The formula itself with its slopes by SymPy, if an arithmetic knows them."""
        known = self._reach(self.expr)
        return Reach(reach.formula, None if known is None else known.derivatives)

    def zero_at(self, point: Point, key: Key) -> bool:
        """Whether what is left beside these planes is 0 at a point."""
        return short(point) and self._vanishes(
            self._derived(key), dict(zip(self.symbols, map(algebraic.number, point), strict=True))
        )

    def cup(self, box: Box, bits: int, strict: bool) -> bool:
        """Whether a box holds a point of contact (if `strict`, one outside the domain), and the Hessian is positive
        definite on it."""
        points = [point for point in self.points if not (strict and self.chart.holds(point))]
        if not any(all(low <= x <= high for x, (low, high) in zip(point, box.sides, strict=True)) for point in points):
            return False
        with balls(bits) as xp:
            sides = box.balls(xp)
            try:
                rows = [
                    [xp.number(self._curvature(min(x, y), max(x, y))(xp, *sides)) for y in box.free] for x in box.free
                ]
            except UNREAD:
                return False
            return all(arb_mat([row[:n] for row in rows[:n]]).det() > 0 for n in range(1, len(box.free) + 1))

    def _curvature(self, x: int, y: int) -> Formula:
        """The second derivative along two axes. Raises ValueError where no arithmetic knows it."""
        if (x, y) not in self._curved:
            self._curved[x, y] = formula_of(sympy.diff(self.expr, self.symbols[x], self.symbols[y]), self.symbols)
        return self._curved[x, y]

    def _derived(self, key: Key) -> Any:
        found = self.expr
        for plane, above in key:
            found = sympy.diff(found, self.symbols[plane.axis], plane.order) * (1 if above else (-1) ** plane.order)
        return found

    def _new(self, axis: int | None, at: Any) -> bool:
        fresh = (axis, at) not in self._tried
        self._tried.add((axis, at))
        return fresh and short(at if axis is None else [at])

    def _order(self, axis: int, at: Fraction) -> int:
        """How many derivatives, from the value on, vanish on a plane; no more than one where there are kinks, and 0 if
        all do."""
        expr, variable, order = self.expr, self.symbols[axis], 0
        while self._vanishes(expr, {variable: algebraic.number(at)}):
            expr, order = sympy.diff(expr, variable), order + 1
            if order > MOST:
                return 0
            if order == 1 and self.expr.has(*_KINKS):
                return 1
        return order

    def _rests(self, point: Point) -> bool:
        """Whether value and gradient are 0 at a point."""
        if self.expr.has(*_KINKS):
            return False
        place = dict(zip(self.symbols, map(algebraic.number, point), strict=True))
        return all(self._vanishes(e, place) for e in (self.expr, *(sympy.diff(self.expr, x) for x in self.symbols)))

    def _vanishes(self, expr: Any, place: Mapping[Any, Any]) -> bool:
        """Whether SymPy sees that an expression is 0 at a place, asked only where balls do not see that it is not."""
        try:
            found = expr.subs(place)
            if found.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo):
                return False
            return bool(found == 0 or (self._may_vanish(found) and sympy.simplify(found) == 0))
        except UNREAD:
            return False

    def _may_vanish(self, expr: Any) -> bool:
        formula = formula_of(expr, self.symbols)
        for place in _places(self.chart):
            with balls(_BITS) as xp:
                value = xp.number(formula(xp, *map(xp.number, place)))
                if not (value.is_finite() and value.contains(0) and abs(value) < arb(2) ** -64):
                    return False
        return True

    def _reach(self, expr: Any) -> Reach | None:
        try:
            formula = formula_of(expr, self.symbols)
        except UNREAD:
            return None
        try:
            return Reach(formula, gradient(expr, self.symbols))
        except UNREAD:
            return Reach(formula)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator between two ends."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest(1 / (high - whole + 1), 1 / (low - whole + 1))


def _simplified(expr: Any) -> Any:
    """Over a common denominator; what is more takes SymPy long."""
    return sympy.cancel(expr) if expr.is_rational_function() else sympy.together(expr, deep=True)


def _places(chart: Chart) -> Iterator[Point]:
    """A few points of the domain."""
    box = chart.box()
    for place in points_of({str(axis): side for axis, side in enumerate(box.sides)}, 3, seed=1):
        point = chart.point(place)
        if point is not None:
            yield point


def _symbol(axis: int, low: Fraction | None, opened: bool) -> Any:
    if low is None or low < 0:
        return sympy.Symbol(f"x{axis}", real=True)
    return sympy.Symbol(f"x{axis}", positive=True) if opened or low > 0 else sympy.Symbol(f"x{axis}", nonnegative=True)
