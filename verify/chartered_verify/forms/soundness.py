"""Soundness: the form of claims that a bound is never below an exact value, which is computed directly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from math import isfinite
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from ..arithmetic.unknown import Refused
from ..boxes import random_points
from ..catching import ours
from ..raised import not_admissible
from ..spot_checks import branch_points
from ..spot_checks.admitted import Listed, admitted
from ..statements.claim import Effort, Kind
from ..statements.ranges import Over, check_over, in_words
from ..statements.verdict import Refuted, Supported, Undecided, Verdict
from . import integer_corners
from .identity_inequality_erratum import Formula, Unprinted
from .tables_and_optima import Case, arguments_of, check_cases, no_case, shown

_HUNTED = 200
"""The number of random points of a search in the quick tier, in addition to the vertices."""


class Soundness(Unprinted, Struct, frozen=True):
    """bound(xp, *arguments) >= exact(xp, *arguments); with `tight` both are equal.

    Tested are the cases and, if `over` gives closed ranges on which both are defined, points of a directed search
    there. At most supported, since neither is exhaustive.

    Args:
        bound: bound(xp, *arguments), a formula of an arithmetic.
        exact: exact(xp, *arguments), computed directly: its arguments are fractions, on which it may branch and, as
            int(n), count, and it uses `xp` for irrational numbers. Where one of both gives a float, nothing is decided.
        cases: The cases: exact numbers, or sequences of them.
        tight: Whether both must be equal.
        over: The closed range of each argument of the search, with exact ends; None: no search.
        whole: The arguments that are integers.
        among: among(*arguments): where the search stays; None: everywhere.

    Raises:
        ValueError: A range has no end or is empty, or `whole` names no argument.
        TypeError: An end, or a number of a case, is not exact.

    Examples:
        >>> sound = proving.Soundness(lambda xp, x: xp.exp(x), lambda xp, x: 1 + xp.number(x), cases=[0, 1, 2])
        >>> proving.verdict_name(sound(proving.Effort())), sound.domain
        ('supported', '3 cases')
    """

    kind: ClassVar[Kind] = Kind.SOUNDNESS
    bound: Formula
    exact: Formula
    cases: Sequence[Case] = ()
    tight: bool = False
    over: Over | None = None
    whole: Sequence[str] = ()
    among: Callable[..., bool] | None = None

    def __post_init__(self) -> None:
        check_cases(self.cases)
        if self.over is None:
            return
        check_over(self.over)
        unbounded = [name for name, ends in self.over.items() if None in ends]
        if unbounded or not set(self.whole) <= set(self.over):
            raise ValueError(
                f"the range of {unbounded[0]} has no end"
                if unbounded
                else f"whole is {self.whole}, over names {list(self.over)}"
            )

    @property
    def domain(self) -> str:
        """The number of cases, and the ranges of the search."""
        cases = [f"{len(self.cases)} cases"] if self.cases or self.over is None else []
        return " and ".join([*cases, *([f"hunted over {in_words(self.over, '<=')}"] if self.over is not None else [])])

    def __call__(self, effort: Effort) -> Verdict:
        failing = Listed(lambda case: self._covers(case) and isinstance(self._compared(case, effort), Refuted))
        try:
            return admitted(failing, self._decided(effort))
        except Refused as error:
            return Undecided(not_admissible(error), left="all of it")

    def _covers(self, case: Sequence[Fraction]) -> bool:
        """Whether a case is listed, or in the ranges of the search."""
        if any(arguments_of(listed) == tuple(case) for listed in self.cases):
            return True
        over = self.over or {}
        ends = zip(case, over.values(), strict=True) if len(case) == len(over) else ()
        inside = len(case) == len(over) and all(low <= x <= high for x, (low, high) in ends)  # type: ignore[operator]
        whole = all(x.denominator == 1 for name, x in zip(over, case, strict=False) if name in self.whole)
        return bool(over) and inside and whole and (self.among is None or bool(self.among(*case)))

    def _decided(self, effort: Effort) -> Verdict:
        for case in map(arguments_of, self.cases):
            found = self._compared(case, effort)
            if found is None:
                return Undecided(f"balls: the two do not come to {effort.digits} digits", left=f"case {shown(case)}")
            if isinstance(found, Refuted):
                return found
        how = f"balls: {'equal to' if self.tight else 'not below'} the direct computation in each case"
        if self.over is None:
            return Supported(how, points=len(self.cases), digits=effort.digits) if self.cases else no_case()
        return self._hunted(self.over, effort, how)

    def _hunted(self, over: Over, effort: Effort, how: str) -> Verdict:
        axis = integer_corners.Axis
        axes = [
            axis(Fraction(low), Fraction(high), name in self.whole)  # type: ignore[arg-type]  # no end is missing
            for name, (low, high) in over.items()
        ]
        hunt = integer_corners.CornerHunt(
            axes, partial(self._margin_at, effort), branch_points.FormulaCode.of(self.bound), Random(effort.seed)
        )
        found = hunt.counterexample(_HUNTED * (10 if effort.full else 1))
        if found is not None:
            return found
        if not hunt.evaluated:
            return Undecided("balls: no finite value at any point of the hunt", left="all of it")
        text = how if self.cases else how.removesuffix(" in each case")
        return Supported(f"{text} and at {hunt.in_words}", len(self.cases) + len(hunt.evaluated), effort.digits)

    def _margin_at(self, effort: Effort, point: tuple[Fraction, ...]) -> float | Refuted | None:
        """The margin for the search; None if `among` fails, or if the direct computation has no value."""
        if self.among is not None and not self.among(*point):
            return None
        try:
            return self._compared(point, effort)
        except ours(ArithmeticError, ValueError):
            return None

    def _compared(self, case: Sequence[Fraction], effort: Effort) -> float | Refuted | None:
        """The relative margin of the bound in a case; a refutation; None if balls do not decide to the requested
        digits."""
        found = random_points.sides(_in_arithmetic(self.bound), self._exactly(case), case, effort.digits)
        if isinstance(found, bool):
            return 0.0 if found else None
        bound, exact = found
        if self.tight or bound < exact:
            how = f"balls: {'not equal' if self.tight else 'too low'} in a case"
            return Refuted(
                how,
                witness={
                    "case": self._named(case),
                    "bound": random_points.shown_end(bound),
                    "exact": random_points.shown_end(exact),
                },
            )
        margin = float(((bound - exact) / (abs(bound) + abs(exact))).mid())
        return margin if isfinite(margin) else 1.0  # an infinite bound is as far above as can be

    def _named(self, case: Sequence[Fraction]) -> str:
        names = self.over if self.over is not None else [""] * len(case)
        return f"({', '.join(f'{name} = {x}' if name else str(x) for name, x in zip(names, case, strict=True))})"

    def _exactly(self, case: Sequence[Fraction]) -> Formula:
        exact = _in_arithmetic(self.exact)
        return lambda xp, *_: exact(xp, *case)


def _in_arithmetic(formula: Formula) -> Formula:
    """The formula, refused where it gives a float, which is rounded, or a truth value, which is no number."""

    def run(xp: Any, *arguments: Any) -> Any:
        found = formula(xp, *arguments)
        if isinstance(found, bool | float):
            raise Refused(f"it gives {found!r}")
        return found

    return run
