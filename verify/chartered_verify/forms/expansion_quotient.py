"""Quotient test of an expansion: whether a remainder divided by the next term tends to 1, for all values of the other
arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..algebra.numeric_limit import OCTAVES, Convergence, convergence
from ..algebra.sympy_time_budget import OverWork, budget
from ..algebra.sympy_to_formula import expression
from ..boxes.box import Point
from ..boxes.range_enclosure import UNSUPPORTED, value_at
from ..boxes.region import Region
from ..catching import ours
from ..large_packages import sympy
from ..spot_checks.admitted import Tested, point_of
from ..spot_checks.branch_points import FormulaCode
from ..statements.claim import Effort
from ..statements.ranges import Exact, Over, bounded_part, bounded_parts, symbols_of
from ..statements.verdict import Proved, Refuted, Supported, Undecided, Verdict
from .algebraic import limit_is
from .identity_inequality_erratum import Formula
from .leading_term import UNKNOWN, coefficient, goal, may_vanish, why_not_uniform, zeros
from .stated_limit import APPROACHES, MAY_VANISH, UNTAKEN

_SPECIAL, _MOST = 8, 32
_BITS = 1024
_PARTS = (Fraction(1, 8), Fraction(1, 2), Fraction(7, 8))
_NEAR_ENDS = tuple(part for k in (7, 20) for part in (Fraction(1, 2**k), 1 - Fraction(1, 2**k)))
"""Where in their ranges the others are tried: x^a is less than x for a above 1 alone."""


class Quotient(Tested, Struct, frozen=True):
    """remainder(xp, x, *others)/term(xp, x, *others) tends to 1 as x tends to `at`, for each choice of the others
    inside their ranges.

    Some choices are tested one by one: 0 and the constants of the code, fractions of the ranges, random ones. For each
    SymPy takes the limit, and balls along a sequence must converge to it. Where the `last` term is 0, the remainder
    must be 0 as well; any other term is skipped where it is 0. The limit for all choices is proved only if it cannot
    depend on the choice: the leading coefficient of the term has the same sign on all of the ranges, and no other
    argument changes the powers of x; otherwise it is supported."""

    remainder: Formula
    term: Formula
    at: Exact | str
    over: Over
    effort: Effort
    last: bool = True

    def decided(self) -> Verdict:
        """The verdict on this term."""
        if not self._others:
            return self._alone(())
        for choice in self._choices():
            found = self._zero_at(choice)
            if isinstance(found, Refuted):
                return found
            if found is None and self._convergence(choice) is not Convergence.CLOSER:
                alone = self._alone(choice)
                return alone if isinstance(alone, Refuted) else self._not_closer(choice)
        return self._for_all()

    def refuted_by(self, witness: Mapping[str, Any]) -> bool:
        """Whether a witness has values of the others, inside their ranges, for which the statement is certainly
        false."""
        choice = point_of(witness.get("with"), self._names)
        if choice is None or len(choice) != len(self._others) or not self._inside(choice):
            return False
        return isinstance(self._zero_at(choice), Refuted) or self._convergence(choice) is Convergence.AWAY

    @property
    def _names(self) -> list[str]:
        return list(self.over)[1:]

    @property
    def _others(self) -> Over:
        return dict(list(self.over.items())[1:])

    @property
    def _first(self) -> Over:
        return dict(list(self.over.items())[:1])

    @property
    def _side(self) -> str:
        return "-" if self.at == next(iter(self.over.values()))[1] else "+"

    def _inside(self, choice: Point) -> bool:
        return not choice or Region.interior(list(self._others.values())).contains(choice)

    def _quotient(self, xp: Any, *x: Any) -> Any:
        return self.remainder(xp, *x) / self.term(xp, *x)

    def _fixed(self, formula: Formula, choice: Point) -> Formula:
        return lambda xp, x: formula(xp, x, *map(xp.number, choice))

    def _choices(self) -> Iterator[Point]:
        """Choices of the others: special values, fractions of the ranges, and random ones."""
        random, code = Random(self.effort.seed), FormulaCode.of(self.remainder, self.term)
        sides = []
        for ends in self._others.values():
            low, high = (Fraction(end) for end in bounded_part(*ends))
            inside = [x for x in dict.fromkeys((Fraction(0), *code.numbers, *code.ratios)) if low < x < high]
            near_ends = [low + (high - low) * part for part in _NEAR_ENDS]
            sides.append(([low + (high - low) * part for part in _PARTS], [*inside[:_SPECIAL], *near_ends]))
        known: dict[Point, None] = {}
        for axis, (parts, special) in enumerate(sides):
            for x in (*special, *parts):
                known[tuple(x if index == axis else random.choice(other[0]) for index, other in enumerate(sides))] = (
                    None
                )
        for _ in range(APPROACHES):
            known[tuple(random.choice([*parts, *special]) for parts, special in sides)] = None
        yield from islice(filter(self._inside, known), _MOST)

    def _convergence(self, choice: Point) -> Convergence:
        """Whether balls converge to 1."""
        try:
            return convergence(self._fixed(self._quotient, choice), 0, self.at, self._side, (), _one)
        except ours(*UNSUPPORTED):
            return Convergence.OPEN

    def _not_closer(self, choice: Point) -> Undecided:
        assigned = ", ".join(f"{name} = {x}" for name, x in zip(self._names, choice, strict=True))
        return Undecided("balls do not come closer to 1", left=f"the limit{' at ' if assigned else ''}{assigned}")

    def _zero_at(self, choice: Point) -> Refuted | bool | None:
        """A refutation if the term is 0 at all x and the remainder is not; True if both are 0 or the term is skipped;
        otherwise None."""
        if not self._vanishes(self.term, choice):
            return None
        if not self.last or self._vanishes(self.remainder, choice):
            return True
        for x in self._approaching():
            value = value_at(self.remainder, (x, *choice), _BITS)
            if value.is_finite() and not value.contains(0):
                point = {next(iter(self.over)): str(x), **self._assignment(choice)}
                return Refuted(
                    "the term is 0, and what is left is not", witness={"with": self._assignment(choice), "point": point}
                )
        return None

    def _assignment(self, choice: Point) -> dict[str, str]:
        return dict(zip(self._names, map(str, choice), strict=True))

    def _approaching(self) -> Iterator[Fraction]:
        """Points of the range of x that approach the limit point."""
        region = Region.interior(list(self._first.values()))
        for octaves in OCTAVES[:8]:
            step = Fraction(2) ** (octaves if isinstance(self.at, str) else -octaves)
            sign = -1 if self._side == "-" or self.at == "-inf" else 1
            x = sign * step if isinstance(self.at, str) else Fraction(self.at) + sign * step
            if region.contains((x,)):
                yield x

    def _vanishes(self, formula: Formula, choice: Point) -> bool:
        """Whether a formula is 0 at all x, by SymPy."""
        try:
            with budget():
                found = expression(self._fixed(formula, choice), symbols_of(self._first))
                return bool(found == 0 or (found.is_polynomial() and sympy.expand(found) == 0))
        except ours(*UNSUPPORTED, RecursionError, OverWork):
            return False

    def _alone(self, choice: Point) -> Verdict:
        """The verdict on one choice: a limit in x alone."""
        quotient, symbols, domain = (
            self._fixed(self._quotient, choice),
            symbols_of(self._first),
            bounded_parts(self._first),
        )
        found = limit_is(quotient, 0, self.at, _one, symbols, domain, side=self._side, effort=self.effort)
        if isinstance(found, Refuted):
            witness = {"with": self._assignment(choice), "limit": found.witness.get("left", found.witness.get("found"))}
            return Refuted(f"{found.how}; balls stay away from 1", witness=witness)
        if isinstance(found, Undecided) and found.how.startswith(UNTAKEN):
            if self._convergence(choice) is not Convergence.CLOSER:
                return Undecided(f"{found.how}, and balls do not come closer to 1", left=found.left)
            return Supported(f"{found.how}, but balls come closer to 1", points=len(OCTAVES), digits=self.effort.digits)
        return found

    def _for_all(self) -> Verdict:
        """The verdict on all choices, if none of the tested ones refutes it."""
        place, symbols = bounded_parts(self.over), symbols_of(self.over)
        found = limit_is(self._quotient, 0, self.at, _one, symbols, place, side=self._side, effort=self.effort)
        borne_out = "balls come closer to 1 with each choice of the others that was tried"
        if isinstance(found, Proved) and (why := self._dependence(symbols)) is not None:
            found = Supported(f"SymPy: the limit is 1 in general; {borne_out}", APPROACHES, self.effort.digits, why=why)
        if isinstance(found, Undecided) and found.how.startswith((UNTAKEN, MAY_VANISH)):
            found = Supported(f"{found.how}, but {borne_out}", APPROACHES, self.effort.digits)
        if isinstance(found, Supported) and (where := self._undecided_place(symbols)) is not None:
            return Undecided(
                "the term's leading coefficient is 0 for some choice of the others, where the limit is not known",
                left=where,
            )
        return (
            replace(found, witness={"with": found.witness.get("point"), **found.witness})
            if isinstance(found, Refuted)
            else found
        )

    def _dependence(self, symbols: Sequence[Any]) -> str | None:
        """Why the limit may depend on the choice of the others, or None."""
        try:
            with budget():
                why = why_not_uniform(expression(self._quotient, symbols), symbols, self.at)
                if why is not None or not self.last:
                    return why
                ratio = coefficient(expression(self.term, symbols), symbols, self._others, self.at, self._side)
                return UNKNOWN if ratio is None else may_vanish(ratio, symbols[1:], self._others, self.effort)
        except ours(*UNSUPPORTED, RecursionError, OverWork):
            return UNKNOWN

    def _undecided_place(self, symbols: Sequence[Any]) -> str | None:
        """A place at which the leading coefficient of the last term is certainly 0 and the limit is not known; without
        a coefficient from SymPy, a place at which the term has both signs near the limit point. None if there is
        none."""
        if not self.last:
            return None
        try:
            with budget():
                remainder, term = (expression(formula, symbols) for formula in (self.remainder, self.term))
                ratio = coefficient(term, symbols, self._others, self.at, self._side)
                if ratio is not None:
                    places_of_zero = zeros(ratio, symbols[1:], self._others, self.effort.seed)
                    undecided_places = (
                        zero
                        for zero in places_of_zero
                        if isinstance(zero, str) or not self._limit_holds(remainder, term, zero)
                    )
                    return next((f"the limit at {_in_words(zero)}" for zero in undecided_places), None)
        except ours(*UNSUPPORTED, RecursionError, OverWork):
            pass
        return "the limit where the term changes its sign" if len(self._signs()) > 1 else None

    def _limit_holds(self, remainder: Any, term: Any, zero: Mapping[Any, Any]) -> bool:
        """Whether, by SymPy, the quotient tends to 1 even though the leading coefficient is 0, or both term and
        remainder are 0."""
        there, rest = (sympy.simplify(expr.subs(zero)) for expr in (term, remainder))
        if there == 0:
            return bool(rest == 0)
        x = symbols_of(self._first)[0]
        return bool(sympy.limit(sympy.simplify(rest / there), x, goal(self.at), self._side) == 1)

    def _signs(self) -> set[int]:
        """The certain signs of the term at the points nearest to the limit point, over the choices of the others."""
        close = list(self._approaching())[-2:]
        signs_found = set()
        for choice in self._choices():
            values = [value_at(self.term, (x, *choice), _BITS) for x in close]
            signs_found |= {sign for sign in (1, -1) if all(sign * value > 0 for value in values)}
        return signs_found


def _in_words(zero: Mapping[Any, Any] | str) -> str:
    return zero if isinstance(zero, str) else ", ".join(f"{name} = {value}" for name, value in zero.items())


def _one(xp: Any, *_: Any) -> Any:
    return xp.number(1)
