"""Zeros of a formula on the boundary or inside of a region, and the derivatives that decide its sign around them.

If f and its derivatives along x_i of order below k vanish on a plane x_i = a, then f(x) is (x_i - a)^k/k! times the
k-th derivative at a point between the plane and x (Taylor's theorem with Lagrange's remainder): where that derivative
has a sign, f has a sign. On a convex neighbourhood of a critical point with value 0, f is nonnegative if its Hessian is
positive definite. SymPy decides what vanishes, balls decide signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, arb_mat
from msgspec import Struct, field

from ..algebra.sympy_to_formula import expression, formula_of, gradient
from ..arithmetic import symbols as algebraic
from ..arithmetic.ball import balls
from ..boxes.box import Box, Point
from ..boxes.random_points import points_of
from ..boxes.range_enclosure import UNSUPPORTED, Formula, IntervalExtension, value_at
from ..boxes.region import Ends, Region
from ..catching import ours
from ..large_packages import sympy
from .counterexample import is_short

MAX_ORDER = 6
"""The largest order of vanishing that is tried."""
_BITS = 192
_NONSMOOTH = (sympy.Abs, sympy.sign, sympy.Max, sympy.Min, sympy.Heaviside)


class ZeroPlane(Struct, frozen=True, order=True):
    """The plane x_axis = at, on which f and its derivatives along the axis below the order-th vanish."""

    axis: int
    at: Fraction
    order: int


AdjacentPlanes: TypeAlias = tuple[tuple[ZeroPlane, bool], ...]
"""The planes of zeros that contain a face of a subbox, and whether the subbox lies above each."""


class KnownZeros(Struct):
    """The known zeros of a formula: planes with their order of vanishing, and critical points. `expr`: the formula as a
    SymPy expression in `symbols`."""

    formula: Formula
    region: Region
    symbols: list[Any]
    expr: Any
    planes: set[ZeroPlane] = field(default_factory=set)
    points: set[Point] = field(default_factory=set)
    _deciding: dict[AdjacentPlanes, IntervalExtension | None] = field(default_factory=dict)
    _hessian: dict[tuple[int, int], Formula] = field(default_factory=dict)
    _tried: set[tuple[int | None, Any]] = field(default_factory=set)

    @classmethod
    def of(cls, formula: Formula, region: Region, *, simplified: bool = False) -> KnownZeros | None:
        """A formula without known zeros yet; None if SymPy does not support it."""
        symbols = [_symbol(axis, low, (axis, False) in region.opened) for axis, (low, _) in enumerate(region.ends)]
        try:
            expr = expression(formula, symbols)
            return cls(formula, region, symbols, _simplified(expr) if simplified else expr)
        except ours(*UNSUPPORTED):
            return None

    def search(self, planes: Iterable[tuple[int, Fraction]], points: Iterable[Point] = ()) -> bool:
        """Adds those candidates in the closed region, not tried before, at which f vanishes. True if there was one."""
        known = len(self.planes) + len(self.points)
        for axis, at in planes:
            if (
                self.region.contains_coordinate(axis, at)
                and self._untried(axis, at)
                and not self._nonzero({axis: at})
                and (order := self._order(axis, at))
            ):
                self.planes.add(ZeroPlane(axis, at, order))
        for point in points:
            if (
                all(map(self.region.contains_coordinate, range(len(point)), point))
                and self._untried(None, point)
                and not self._nonzero(dict(enumerate(point)))
                and self._is_critical_zero(point)
            ):
                self.points.add(point)
        return len(self.planes) + len(self.points) > known

    def __str__(self) -> str:
        planes = [f"x{plane.axis} = {plane.at}" for plane in sorted(self.planes)]
        points = [f"({', '.join(map(str, point))})" for point in sorted(self.points)]
        where = [f"on {', '.join(planes)}"] * bool(planes) + [f"at {', '.join(points)}"] * bool(points)
        return f"; by SymPy zero {' and '.join(where)}, where derivatives decide" if where else ""

    def adjacent_planes(self, sides: Sequence[Ends], strict: bool) -> AdjacentPlanes:
        """The planes of zeros on which a subbox has a face, at most one for each axis; if `strict`, only those outside
        the region."""
        found: dict[int, tuple[ZeroPlane, bool]] = {}
        for plane in sorted(self.planes):
            low, high = sides[plane.axis]
            if plane.axis not in found and low != high and plane.at in (low, high):
                above = plane.at == low
                if not strict or self.region.is_open_end(plane.axis, not above, (low, high)):
                    found[plane.axis] = plane, above
        return tuple(found.values())

    def deciding_derivative(self, adjacent: AdjacentPlanes) -> IntervalExtension | None:
        """The derivative whose sign is that of f beside these planes, with its gradient; None if no arithmetic supports
        it."""
        if adjacent not in self._deciding:
            self._deciding[adjacent] = self._extension(self._derivative(adjacent))
        return self._deciding[adjacent]

    def with_gradient(self, extension: IntervalExtension) -> IntervalExtension:
        """The formula with its gradient by SymPy, if the arithmetics support it."""
        known = self._extension(self.expr)
        return IntervalExtension(extension.formula, None if known is None else known.derivatives)

    def vanishes_at(self, point: Point, adjacent: AdjacentPlanes) -> bool:
        """Whether the deciding derivative beside these planes is 0 at a point."""
        return is_short(point) and self._vanishes(
            self._derivative(adjacent), dict(zip(self.symbols, map(algebraic.number, point), strict=True))
        )

    def convex_near_zero(self, box: Box, bits: int, strict: bool) -> bool:
        """Whether the box contains a known critical point with value 0, and the Hessian is positive definite on the
        whole box, so that f >= 0 on it. With `strict`, only zeros outside the region count."""
        points = [point for point in self.points if not (strict and self.region.contains(point))]
        if not any(all(low <= x <= high for x, (low, high) in zip(point, box.sides, strict=True)) for point in points):
            return False
        with balls(bits) as xp:
            sides = box.balls(xp)
            try:
                rows = [
                    [xp.number(self._second_derivative(min(x, y), max(x, y))(xp, *sides)) for y in box.free]
                    for x in box.free
                ]
            except ours(*UNSUPPORTED):
                return False
            return all(arb_mat([row[:n] for row in rows[:n]]).det() > 0 for n in range(1, len(box.free) + 1))

    def _second_derivative(self, x: int, y: int) -> Formula:
        """An entry of the Hessian. Raises ValueError if no arithmetic supports it."""
        if (x, y) not in self._hessian:
            self._hessian[x, y] = formula_of(sympy.diff(self.expr, self.symbols[x], self.symbols[y]), self.symbols)
        return self._hessian[x, y]

    def _derivative(self, adjacent: AdjacentPlanes) -> Any:
        found = self.expr
        for plane, above in adjacent:
            found = sympy.diff(found, self.symbols[plane.axis], plane.order) * (1 if above else (-1) ** plane.order)
        return found

    def _untried(self, axis: int | None, at: Any) -> bool:
        fresh = (axis, at) not in self._tried
        self._tried.add((axis, at))
        return fresh and is_short(at if axis is None else [at])

    def _nonzero(self, place: Mapping[int, Fraction]) -> bool:
        """Whether f is certainly not 0 at a point with these coordinates, by balls: then SymPy is not asked."""
        inner = next(_sample(self.region), ())
        try:
            value = value_at(self.formula, [place.get(axis, x) for axis, x in enumerate(inner)], _BITS)
        except ours(*UNSUPPORTED):
            return False
        return bool(value.is_finite() and not value.contains(0))

    def _order(self, axis: int, at: Fraction) -> int:
        """The order of vanishing on a plane; at most 1 if f is not smooth, and 0 beyond MAX_ORDER."""
        expr, variable, order = self.expr, self.symbols[axis], 0
        while self._vanishes(expr, {variable: algebraic.number(at)}):
            expr, order = sympy.diff(expr, variable), order + 1
            if order > MAX_ORDER:
                return 0
            if order == 1 and self.expr.has(*_NONSMOOTH):
                return 1
        return order

    def _is_critical_zero(self, point: Point) -> bool:
        """Whether value and gradient vanish at a point."""
        if self.expr.has(*_NONSMOOTH):
            return False
        place = dict(zip(self.symbols, map(algebraic.number, point), strict=True))
        return all(self._vanishes(e, place) for e in (self.expr, *(sympy.diff(self.expr, x) for x in self.symbols)))

    def _vanishes(self, expr: Any, place: Mapping[Any, Any]) -> bool:
        """Whether SymPy proves that an expression is 0 at a place; SymPy is only used if balls contain 0 there."""
        try:
            found = expr.subs(place)
            if found.has(sympy.nan, sympy.zoo, sympy.oo, -sympy.oo):
                return False
            return bool(found == 0 or (self._may_vanish(found) and sympy.simplify(found) == 0))
        except ours(*UNSUPPORTED):
            return False

    def _may_vanish(self, expr: Any) -> bool:
        formula = formula_of(expr, self.symbols)
        for place in _sample(self.region):
            with balls(_BITS) as xp:
                value = xp.number(formula(xp, *map(xp.number, place)))
                if not (value.is_finite() and value.contains(0) and abs(value) < arb(2) ** -64):
                    return False
        return True

    def _extension(self, expr: Any) -> IntervalExtension | None:
        try:
            formula = formula_of(expr, self.symbols)
        except ours(*UNSUPPORTED):
            return None
        try:
            return IntervalExtension(formula, gradient(expr, self.symbols))
        except ours(*UNSUPPORTED):
            return IntervalExtension(formula)


def simplest_fraction(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two ends."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest_fraction(-high, -low)
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    return whole - 1 + 1 / simplest_fraction(1 / (high - whole + 1), 1 / (low - whole + 1))


def _simplified(expr: Any) -> Any:
    """The expression over a common denominator; SymPy takes long for more than that."""
    return sympy.cancel(expr) if expr.is_rational_function() else sympy.together(expr, deep=True)


def _sample(region: Region) -> Iterator[Point]:
    """A few points of the region."""
    box = region.box()
    for place in points_of({str(axis): side for axis, side in enumerate(box.sides)}, 3, seed=1):
        point = region.point(place)
        if point is not None:
            yield point


def _symbol(axis: int, low: Fraction | None, opened: bool) -> Any:
    if low is None or low < 0:
        return sympy.Symbol(f"x{axis}", real=True)
    return sympy.Symbol(f"x{axis}", positive=True) if opened or low > 0 else sympy.Symbol(f"x{axis}", nonnegative=True)
