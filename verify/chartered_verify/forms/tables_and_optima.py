"""Cases: the forms of claims about finitely many exact cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from ..arithmetic import deciding
from ..arithmetic.unknown import Refused
from ..catching import ours
from ..enclosure import enclose, sign
from ..inequality import admissible
from ..raised import not_admissible
from ..spot_checks.admitted import Listed, admitted
from ..statements.claim import Effort, Kind
from ..statements.ranges import Exact
from ..statements.verdict import Proved, Refuted, Undecided, Verdict
from . import optimum
from .identity_inequality_erratum import Formula, Unprinted

Case: TypeAlias = Exact | Sequence[Exact]
"""The arguments of a formula; a single one needs no sequence."""
ON_EDGE = "balls: a number lies on the edge of its rounding"
"""Half a unit of the last digit away, where rules of rounding differ, or too close to that to decide."""


class Optimum(Unprinted, Struct, frozen=True):
    """In each case the minimum of an objective over x in a closed interval is as stated.

    Balls enclose the minimum by branch and bound. At most supported. For a maximum, negate both.

    Args:
        objective: objective(xp, x, *case), a formula of an arithmetic.
        least: least(xp, *case), the minimum.
        between: The ends of the interval, exact numbers; or between(*case), a function of the case.
        cases: The cases: exact numbers, or sequences of them.
        digits: The digits to which both enclosures must agree.

    Raises:
        TypeError: A case has a number that is not exact.

    Examples:
        >>> optimum = proving.Optimum(lambda xp, x, a: (x - a) ** 2 + 1, lambda xp, a: xp.number(1), (0, 9), [1, 2])
        >>> proving.verdict_name(optimum(proving.Effort())), optimum.domain
        ('supported', 'x in [0, 9], 2 cases')
    """

    kind: ClassVar[Kind] = Kind.OPTIMUM
    objective: Formula
    least: Formula
    between: tuple[Exact, Exact] | Callable[..., tuple[Exact, Exact]]
    cases: Sequence[Case]
    digits: int = 8

    def __post_init__(self) -> None:
        check_cases(self.cases)

    @property
    def domain(self) -> str:
        """The range of x, and the number of cases."""
        where = "a range for each case" if callable(self.between) else f"[{self.between[0]}, {self.between[1]}]"
        return f"x in {where}, {len(self.cases)} cases"

    def __call__(self, effort: Effort) -> Verdict:
        cases = [arguments_of(case) for case in self.cases]
        listed = Listed(lambda case: case in cases and isinstance(self._decided([case], effort), Refuted))
        return admitted(listed, self._decided(cases, effort), effort.seed)

    def _decided(self, cases: Sequence[tuple[Fraction, ...]], effort: Effort) -> Verdict:
        between = self.between
        first = [(between(*cases[0]) if callable(between) else between), *((x, x) for x in cases[0])] if cases else []
        for case in cases:
            if wrong := admissible.inadmissible(self.objective, [None, *case]):
                return Undecided(wrong, left="all of it")
        gradient = admissible.symbolic_gradient(self.objective, first) if cases else None
        try:
            return optimum.optimum_is(
                self.objective,
                partial(deciding.value, self.least),
                between if callable(between) else lambda *case: between,
                cases,
                slope=gradient[0] if gradient else None,
                effort=effort,
                least_digits=self.digits,
            )
        except Refused as error:
            return Undecided(not_admissible(error), left="all of it")


class Table(Unprinted, Struct, frozen=True):
    """In every row, formula(xp, *case) rounds to the printed number.

    It is less than half a unit of the last digit away; undecided where it is just that, as rules of rounding differ.

    Args:
        formula: formula(xp, *case), a formula of an arithmetic.
        rows: The printed decimal of each case: {(20, Fraction(1, 100)): "4.12"}.

    Raises:
        ValueError: A printed number is no decimal text, or two rows are of one point.
        TypeError: A case has a number that is not exact.

    Examples:
        >>> table = proving.Table(lambda xp, x: xp.exp(x), {1: "2.718", 2: "7.4"})
        >>> proving.verdict_name(table(proving.Effort())), table.domain
        ('proved', '2 rows')
    """

    kind: ClassVar[Kind] = Kind.TABLE
    formula: Formula
    rows: Mapping[Any, str]

    def __post_init__(self) -> None:
        for text in self.rows.values():
            half_unit(text)
        points = set[tuple[Fraction, ...]]()
        for case in self.rows:
            if (point := arguments_of(case)) in points:
                raise ValueError(f"two rows are of one point, {shown(point)}; a point has one row")
            points.add(point)

    @property
    def domain(self) -> str:
        """The number of rows."""
        return f"{len(self.rows)} rows"

    def __call__(self, effort: Effort) -> Verdict:
        rows = {arguments_of(case): text for case, text in self.rows.items()}
        return admitted(
            Listed(lambda row: row in rows and isinstance(self._decided({row: rows[row]}), Refuted)),
            self._decided(rows),
        )

    def _decided(self, rows: Mapping[tuple[Fraction, ...], str]) -> Verdict:
        for row, text in rows.items():
            try:
                margin = sign(partial(self._margin, row, Fraction(text), half_unit(text)))
            except Refused as error:
                return Undecided(not_admissible(error), left=f"row {shown(row)}")
            if not margin:
                return Undecided(ON_EDGE, left=f"row {shown(row)}")
            if margin < 0:
                found = enclose(partial(self._at, row))
                return Refuted(
                    "balls: a row has another number",
                    witness={"row": shown(row), "printed": text, "found": found.upper_exact},
                )
        return Proved(f"balls: each of the {len(self.rows)} rows, run, rounds to its print") if self.rows else no_case()

    def _at(self, row: Sequence[Fraction], xp: Any) -> Any:
        return xp.number(deciding.value(self.formula, xp, *row))

    def _margin(self, row: Sequence[Fraction], printed: Fraction, half: Fraction, xp: Any) -> Any:
        """The margin to the numbers that round to another decimal: half a unit minus |value - printed|."""
        return xp.number(half) - abs(self._at(row, xp) - xp.number(printed))


def arguments_of(case: Case) -> tuple[Fraction, ...]:
    """The arguments of a case. Raises TypeError for one that is no exact number: 0.1 is another number than 1/10."""
    found = (case,) if isinstance(case, int | Fraction | float | str) else tuple(case)
    wrong = [x for x in found if isinstance(x, bool) or not isinstance(x, int | Fraction)]
    if wrong:
        raise TypeError(f"a case has {wrong[0]!r}; want exact numbers, int or Fraction")
    return tuple(map(Fraction, found))


def check_cases(cases: Sequence[Case]) -> None:
    """Raises TypeError for a case that is no exact number, or has one that is none."""
    for case in cases:
        arguments_of(case)


def half_unit(text: str) -> Fraction:
    """Half a unit of the last digit of a decimal text. Raises ValueError for any other text."""
    try:
        exponent = Decimal(text).as_tuple().exponent
    except ours(InvalidOperation):
        exponent = "n"
    if not isinstance(exponent, int):
        raise ValueError(f"a printed number is a decimal text such as '4.12', not {text!r}")
    return Fraction(10) ** exponent / 2


def shown(case: Sequence[Fraction]) -> str:
    """A case as text."""
    return f"({', '.join(map(str, case))})"


def no_case() -> Undecided:
    """The verdict on an empty list of cases."""
    return Undecided("no case is given", left="all of it")
