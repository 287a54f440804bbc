"""Claims that hold in each of several cases, all of which are run; the cases are data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, TypeVar

from chartered_verify.arithmetic import balls
from chartered_verify.boxes.random_points import points_of
from chartered_verify.forms.proof_chain import Step, sample
from chartered_verify.forms.tables_and_optima import no_case
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict
from msgspec import Struct

from .formula_reader import Reader
from .ranges import Ends

Cases: TypeAlias = Iterable[Sequence[Any]] | Callable[[Effort], Iterable[Sequence[Any]]]
"""The cases, or a function that draws them."""
FEW_SUMS = "both sides are sums over n outcomes without a closed form, compared for a few n and eps0"
"""The reason why there is no proof that one sum is above another."""
Condition = TypeVar("Condition", bound=Callable[..., Any])
"""A function that says whether something holds in a case."""


def numbers(text: str) -> tuple[Fraction, ...]:
    """The exact numbers of a text.

    Args:
        text: Numbers with spaces between them: "1/10 1 2.5".

    Returns:
        A Fraction for each.

    Raises:
        ValueError: A word is no number.

    Examples:
        >>> proving.numbers("1/10 1 2.5")
        (Fraction(1, 10), Fraction(1, 1), Fraction(5, 2))
    """
    return tuple(map(Fraction, text.split()))


class Points(Struct, frozen=True):
    """Random points of ranges, drawn with the seed of the effort.

    Args:
        count: The number of points.
        ranges: The range of each coordinate, with exact ends.
        keep: keep(*point): whether a point is kept; None: every one is.

    Examples:
        >>> points = proving.Points(3, {"x": (0, 1)})(proving.Effort())
        >>> len(points), all(0 <= x <= 1 for (x,) in points)
        (3, True)
    """

    count: int
    ranges: Mapping[str, Ends]
    keep: Callable[..., bool] | None = None

    def __call__(self, effort: Effort) -> list[Any]:
        """The points."""
        return list(points_of(self.ranges, self.count, effort.seed, self.keep))


class Sampled:
    """A check: supported if a condition holds in each case; the first case that fails refutes.

    Args:
        what: The method and what holds, in words: "balls: in order".
        holds: holds(*case): whether it does in a case. None: the function that the claim decorates.
        cases: The cases, or a function of the effort that draws them; None: all combinations of `grid`.
        bits: If given, the first argument of `holds` is a ball arithmetic of that precision.
        digits: The digits that the comparison shows, if not the requested ones.
        why: The reason why there is no proof.
        grid: For each argument of `holds`, a list of values, exact numbers as a text, or a function of the effort that
            draws them.

    Examples:
        >>> check = proving.Sampled("balls: e^x >= 1", lambda xp, x: xp.exp(xp.number(x)) >= 1, bits=64, x="0 1/2 1")
        >>> check(proving.Effort()).points, len(check.of(proving.Effort())), check.asked(0)
        (3, 3, True)
    """

    def __init__(
        self,
        what: str,
        holds: Callable[..., Any] | None = None,
        cases: Cases | None = None,
        *,
        bits: int | None = None,
        digits: int | None = None,
        why: str = "",
        **grid: Any,
    ) -> None:
        self.what, self.holds, self.bits, self.digits, self.why = what, holds, bits, digits, why
        self.grid = {name: numbers(part) if isinstance(part, str) else part for name, part in grid.items()}
        self.cases = cases if cases is None or callable(cases) else list(cases)

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of all cases."""
        return sample(self.asked, self.of(effort), self.digits or effort.digits, self.what, self.why)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """The verdict as a part of a proof, with its label.

        The label is `what` without the words before the colon, which name the method ("balls: in order").
        """
        return [(self.what.split(": ", 1)[-1], self(effort))]

    def of(self, effort: Effort) -> list[Sequence[Any]]:
        """The cases, drawn within the limits of `effort`."""
        if self.cases is not None:
            return list(self.cases(effort) if callable(self.cases) else self.cases)
        return list(product(*(part(effort) if callable(part) else part for part in self.grid.values())))

    def asked(self, *case: Any) -> bool:
        """Whether the claim holds in this `case`.

        Raises:
            ValueError: No function says what holds.
        """
        if self.holds is None:
            raise ValueError(f"{self.what!r}: give the function that says what holds, or decorate it with the claim")
        if self.bits is None:
            return bool(self.holds(*case))
        with balls(self.bits) as xp:
            return bool(self.holds(xp, *case))


class Each(Sampled):
    """A check: proved if a condition holds in each case; the cases must be all that the claim is about.

    The arguments are those of `Sampled`.

    Examples:
        >>> each = proving.Each("run: x^2 = x", lambda x: x * x == x, x=[0, 1])
        >>> proving.verdict_name(each(proving.Effort()))
        'proved'
    """

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of all cases."""
        cases = self.of(effort)
        for case in cases:
            if not self.asked(*case):
                return Refuted(f"{self.what}: a case fails", witness={"case": [str(part) for part in case]})
        return Proved(f"{self.what}: {len(cases)} cases run") if cases else no_case()


def condition_of(checks: Iterable[Any]) -> Callable[[Condition], Condition]:
    """The decorator that makes a function the condition of the check that has none. It raises ValueError if there is no
    such check, or more than one."""

    def give(holds: Condition) -> Condition:
        open_ones = [one for one in checks if isinstance(one, Sampled) and one.holds is None]
        if len(open_ones) != 1:
            raise ValueError("the condition of which check? no check, or more than one, is without")
        open_ones[0].holds = holds
        return holds

    return give
