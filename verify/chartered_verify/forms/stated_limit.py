"""Limits: SymPy takes one, and balls must come closer to it. It must hold also where a coefficient is 0."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, Self

from ..algebra import sympy_limit
from ..algebra.numeric_limit import Convergence, convergence
from ..algebra.sympy_time_budget import OverWork, budget
from ..algebra.sympy_to_formula import expression, formula_of
from ..boxes.box import Point
from ..boxes.random_points import points_of
from ..boxes.range_enclosure import Formula
from ..catching import ours
from ..large_packages import sympy
from ..statements.claim import Effort
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .degenerate_limit import Zero, zeros
from .identity import identity
from .leading_term import goal

APPROACHES = 5
"""The number of points at which balls must confirm a limit."""
UNTAKEN = "SymPy takes no limit"
"""The first words of the verdict on a limit that SymPy cannot take."""
MAY_VANISH = "the limit is taken in general, and"
"""The first words of the verdict on a limit that may be another one where a coefficient is 0."""


class StatedLimit(NamedTuple):
    """formula(xp, *variables) tends to value(xp, *others) as x, one of the variables, tends to a point from a side.

    The ranges of the variables say where it is tried: SymPy decides for all their values under its assumptions."""

    formula: Formula
    x: Any
    point: Fraction | int | str
    value: Formula
    ranges: Mapping[Any, tuple[Fraction | int, Fraction | int]]
    side: str

    def verdict(self, effort: Effort, more: Mapping[str, Any]) -> Verdict:
        """Whether SymPy finds the value, also where a coefficient is 0, and balls come closer to it."""
        return self._of_a_positive_x()._decided(effort, more)

    def _of_a_positive_x(self) -> Self:
        """The limit as a positive x tends to 0 or to infinity: coefficients of powers of x - 3 are not those of x."""
        point, wrt, x = self.point, self._wrt, sympy.Symbol(self.x.name, positive=True)
        up = point == "inf" or (point != "-inf" and self.side == "+")
        start = 0 if isinstance(point, str) else Fraction(point)

        def formula(xp: Any, *values: Any) -> Any:
            step = values[wrt] if up else -values[wrt]
            return self.formula(xp, *values[:wrt], xp.number(start) + step if start else step, *values[wrt + 1 :])

        ranges = {x if symbol == self.x else symbol: ends for symbol, ends in self.ranges.items()}
        to = "inf" if isinstance(point, str) else 0
        return self._replace(formula=formula, x=x, point=to, ranges=ranges, side="+")

    def _decided(self, effort: Effort, more: Mapping[str, Any]) -> Verdict:
        try:
            with budget():
                expr = expression(self.formula, list(self.ranges))
                limit = sympy_limit.for_all(expr, self.x, goal(self.point), self.side)
        except ours(NotImplementedError, ValueError, OverWork) as error:
            return Undecided(how=f"{UNTAKEN}: {error}", left="the limit")
        found = self._has_value(limit, effort, more)
        observed = self._observed(effort)
        counterpoint = next((place for place, seen in observed if seen is not Convergence.CLOSER), None)
        match found:
            case Proved() if counterpoint is None:
                if (where := self._unproved_place(expr, limit, effort)) is not None:
                    return Undecided(f"{MAY_VANISH} it may be another one where {where}", left="the limit there")
                return Proved(f"{found.how}; balls come closer to it", hunted=found.hunted + APPROACHES)
            case Proved() | Supported() if counterpoint is not None:
                left = f"the limit, at {', '.join(map(str, counterpoint))}"
                return Undecided("SymPy's limit is as stated, but balls do not come closer to it", left=left)
            case Refuted() if not any(seen is Convergence.AWAY for _, seen in self._observed(effort)):
                verb = "do not stay away from" if counterpoint is not None else "come closer to"
                return Undecided(f"balls {verb} the stated limit, but {found.how}", left="the limit")
        return found

    def _unproved_place(self, expr: Any, limit: Any, effort: Effort) -> Zero | str | None:
        """A place where a coefficient is 0, and the limit, of one variable less there, is not proved; or None."""
        finite = not _is_infinite(limit)
        for zero in zeros(expr, self.x, goal(self.point), self.side, self.ranges, effort, finite=finite):
            if isinstance(zero, str) or not self._holds_where(zero, effort):
                return zero
        return None

    def _holds_where(self, zero: Zero, effort: Effort) -> bool:
        """Whether the limit is proved there too, or the formula has no value there, or none is stated."""
        ranges = {symbol: ends for symbol, ends in self.ranges.items() if symbol != zero.symbol}
        try:
            formula = zero.put_into(self.formula, list(self.ranges))
            value = zero.put_into(self.value, list(self._others))
            others = [symbol for symbol in ranges if symbol != self.x]
            if any(expression(*one).has(sympy.zoo, sympy.nan) for one in ((formula, list(ranges)), (value, others))):
                return True
        except ours(ValueError):  # a root that no arithmetic knows
            return False
        there = self._replace(formula=formula, value=value, ranges=ranges)
        return isinstance(there.verdict(effort, {}), Proved)

    @property
    def _others(self) -> dict[Any, tuple[Fraction | int, Fraction | int]]:
        return {symbol: ends for symbol, ends in self.ranges.items() if symbol != self.x}

    def _has_value(self, limit: Any, effort: Effort, more: Mapping[str, Any]) -> Verdict:
        """The verdict on SymPy's limit: whether it is the value."""
        others = list(self._others)
        if _is_infinite(limit):
            wanted = expression(self.value, others)
            if wanted == limit:
                return Proved(how=f"SymPy: the result is {limit}, as stated")
            return Refuted(how=f"SymPy: the result is {limit}", witness={"stated": str(wanted), "found": str(limit)})
        over = self._others or {sympy.Symbol("unused", positive=True): (1, 2)}
        more = more if others else {"points": 1, **more}
        try:
            found = formula_of(limit, list(over))
        except ours(ValueError) as error:
            return Undecided(how=f"SymPy's result is {limit}: {error}", left="whether it is as stated")

        def stated(xp: Any, *values: Any) -> Any:
            return self.value(xp, *values[: len(others)])

        domain = {symbol.name: ends for symbol, ends in over.items()}
        return identity(found, stated, list(over), domain, effort=effort, **more)

    def _observed(self, effort: Effort) -> Iterator[tuple[Point, Convergence]]:
        """How the formula behaves, by balls, for the other values at each of a few random places."""
        for place in points_of(self.ranges, APPROACHES, effort.seed):
            others = [x for axis, x in enumerate(place) if axis != self._wrt]
            yield place, convergence(self.formula, self._wrt, self.point, self.side, others, self.value)

    @property
    def _wrt(self) -> int:
        return list(self.ranges).index(self.x)


def _is_infinite(limit: Any) -> bool:
    return bool(limit.has(sympy.oo, -sympy.oo, sympy.zoo))
