"""Cases: the forms of claims about finitely many exact cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, TypeAlias

from .claim import Effort, Kind
from .forms import Formula, Unprinted, slopes
from .ranges import Exact
from .verdict import Proved, Refuted, Supported, Undecided, Verdict

Case: TypeAlias = Exact | Sequence[Exact]
"""The arguments of a formula; one alone needs no brackets."""


@dataclass(frozen=True)
class Optimum(Unprinted):
    """In each case the least value of objective(xp, x, *case) over x in the closed range `between` is least(xp, *case).

    `between` may be a function of the case. Balls enclose the minimum by branch and bound; the enclosures must agree to `digits` digits. At
    most supported. For a maximum give both with the opposite sign.
    """

    kind: ClassVar[Kind] = Kind.OPTIMUM
    objective: Formula
    least: Formula
    between: tuple[Exact, Exact] | Callable[..., tuple[Exact, Exact]]
    cases: Sequence[Case]
    digits: int = 8

    @property
    def domain(self) -> str:
        """The range of x, and how many cases."""
        where = "a range for each case" if callable(self.between) else f"[{self.between[0]}, {self.between[1]}]"
        return f"x in {where}, {len(self.cases)} cases"

    def __call__(self, effort: Effort) -> Verdict:
        from .optimum import optimum_is

        cases, between = [_row(case) for case in self.cases], self.between
        rates = slopes(self.objective, 1 + len(cases[0])) if cases else None
        return optimum_is(
            self.objective,
            self.least,
            between if callable(between) else lambda *case: between,
            cases,
            slope=rates[0] if rates else None,
            effort=effort,
            least_digits=self.digits,
        )


@dataclass(frozen=True)
class Table(Unprinted):
    """formula(xp, *case) is the printed number, rounded to its last digit, in every row: {(20, Fraction(1, 100)): "4.12"}."""

    kind: ClassVar[Kind] = Kind.TABLE
    formula: Formula
    rows: Mapping[Any, str]

    def __post_init__(self) -> None:
        for text in self.rows.values():
            _half_unit(text)

    @property
    def domain(self) -> str:
        """How many rows."""
        return f"{len(self.rows)} rows"

    def __call__(self, effort: Effort) -> Verdict:
        from .values import enclose, sign

        for case, text in self.rows.items():
            row = _row(case)
            room = sign(partial(self._room, row, Fraction(text), _half_unit(text)))
            if room is None:
                return Undecided("balls: a number lies on the edge of its rounding", left=f"row {_shown(row)}")
            if room < 0:
                found = enclose(partial(self._at, row))
                return Refuted("balls: a row has another number", witness={"row": _shown(row), "printed": text, "found": found.upper_exact})
        return Proved(f"balls: each of the {len(self.rows)} rows, run, rounds to its print") if self.rows else _no_case()

    def _at(self, row: Sequence[Fraction], xp: Any) -> Any:
        return xp.number(self.formula(xp, *map(xp.number, row)))

    def _room(self, row: Sequence[Fraction], printed: Fraction, half: Fraction, xp: Any) -> Any:
        """How far the value is inside the numbers that round to the printed one."""
        return xp.number(half) - abs(self._at(row, xp) - xp.number(printed))


@dataclass(frozen=True)
class Soundness(Unprinted):
    """bound(xp, *case) is never below exact(xp, *case), which is computed in another way; where it is `tight`, never above either.

    The bound is a formula; the exact value is computed directly, so it is given the case in fractions, which it may branch on and (as
    int(n)) count with, and `xp` for what is not rational. At most supported: cases are not all.
    """

    kind: ClassVar[Kind] = Kind.SOUNDNESS
    bound: Formula
    exact: Formula
    cases: Sequence[Case]
    tight: bool = False

    @property
    def domain(self) -> str:
        """How many cases."""
        return f"{len(self.cases)} cases"

    def __call__(self, effort: Effort) -> Verdict:
        from .sampling import compare

        for case in map(_row, self.cases):
            found = compare(self.bound, self._exactly(case), case, effort.digits)
            if found is False:
                return Undecided(f"balls: the two do not come to {effort.digits} digits", left=f"case {_shown(case)}")
            if isinstance(found, Refuted) and (self.tight or not self._above(case)):
                return Refuted(
                    f"balls: {'not equal' if self.tight else 'too low'} in a case", witness={"case": _shown(case), **_ends(found)}
                )
        how = f"balls: {'equal to' if self.tight else 'not below'} the direct computation in each case"
        return Supported(how, points=len(self.cases), digits=effort.digits) if self.cases else _no_case()

    def _exactly(self, case: Sequence[Fraction]) -> Formula:
        return lambda xp, *_: self.exact(xp, *case)

    def _above(self, case: Sequence[Fraction]) -> bool:
        from .sampling import CAP
        from .values import sign

        return sign(lambda xp: xp.number(self.bound(xp, *map(xp.number, case))) - xp.number(self.exact(xp, *case)), cap=CAP) == 1


def _row(case: Case) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, (case,) if isinstance(case, int | Fraction) else case))


def _half_unit(text: str) -> Fraction:
    """Half of what the last digit of a decimal text counts. Raises ValueError for what is none."""
    from decimal import Decimal, InvalidOperation

    try:
        exponent = Decimal(text).as_tuple().exponent
    except InvalidOperation:
        exponent = "n"
    if not isinstance(exponent, int):
        raise ValueError(f"a printed number is a decimal text such as '4.12', not {text!r}")
    return Fraction(10) ** exponent / 2


def _shown(case: Sequence[Fraction]) -> str:
    return f"({', '.join(map(str, case))})"


def _ends(found: Refuted) -> dict[str, Any]:
    return {"bound": found.witness["left"], "exact": found.witness["right"]}


def _no_case() -> Undecided:
    return Undecided("no case is given", left="all of it")
