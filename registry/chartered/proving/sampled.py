"""Claims that hold in each of several cases, all of which are run; the cases are data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from chartered_verify.arithmetic import balls, digits, floats
from chartered_verify.boxes.sampling import points_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .cases import every
from .ranges import Ends
from .reading import Reader
from .steps import Step, sample

Cases: TypeAlias = Iterable[Sequence[Any]] | Callable[[Effort], Iterable[Sequence[Any]]]
"""The cases, or a function that draws them."""
FEW_SUMS = "both sides are sums over n outcomes without a closed form, compared for a few n and eps0"
"""The reason why there is no proof that one sum is above another."""


def numbers(text: str) -> tuple[Fraction, ...]:
    """The exact numbers of a text: "1/10 1 2.5"."""
    return tuple(map(Fraction, text.split()))


def near(found: Any, exact: Any, digits: int, of: Any = None) -> bool:
    """Whether two balls certainly agree to `digits` digits relative to `exact`, or to `of` if it is given."""
    return bool(abs(found - exact) * 10**digits <= (exact if of is None else of))


@dataclass(frozen=True)
class Points:
    """`count` random points of the ranges, drawn with the seed of the effort; only points with `keep(*point)` are
    kept."""

    count: int
    ranges: Mapping[str, Ends]
    keep: Callable[..., bool] | None = None

    def __call__(self, effort: Effort) -> list[Any]:
        """The points."""
        return list(points_of(self.ranges, self.count, effort.seed, self.keep))


class Sampled:
    """A check: supported if `holds(*case)` is true in each case; the first case that fails refutes.

    `cases` are listed, or drawn by a function of the effort; without them, the cases are all combinations of the values
    in `grid`, one list (or function that draws it) for each argument. With `bits`, the first argument of `holds` is a
    ball arithmetic of that precision. `digits` are the digits that the comparison shows, if not the requested ones.
    `why` is the reason why there is no proof."""

    def __init__(
        self,
        what: str,
        holds: Callable[..., Any],
        cases: Cases | None = None,
        *,
        bits: int | None = None,
        digits: int | None = None,
        why: str = "",
        **grid: Any,
    ) -> None:
        self.what, self.holds, self.bits, self.digits, self.why = what, holds, bits, digits, why
        self.grid = grid
        self.cases = cases if cases is None or callable(cases) else list(cases)

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of all cases."""
        return sample(self.asked, self.of(effort), self.digits or effort.digits, self.what, self.why)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """As a part of a proof: its label is `what` without the words before the colon, which name the method ("balls:
        in order")."""
        return [(self.what.split(": ", 1)[-1], self(effort))]

    def of(self, effort: Effort) -> list[Sequence[Any]]:
        """The cases."""
        if self.cases is not None:
            return list(self.cases(effort) if callable(self.cases) else self.cases)
        return list(product(*(part(effort) if callable(part) else part for part in self.grid.values())))

    def asked(self, *case: Any) -> bool:
        """Whether the claim holds in this case."""
        if self.bits is None:
            return bool(self.holds(*case))
        with balls(self.bits) as xp:
            return bool(self.holds(xp, *case))


class Each(Sampled):
    """A check: proved if `holds(*case)` is true in each case; the cases must be all that the claim is about."""

    def __call__(self, effort: Effort) -> Verdict:
        """The combined verdict of all cases."""
        return every(self.asked, self.of(effort), self.what)


def in_each_arithmetic(number: Callable[[Any], Any], judge: Any) -> list[Any]:
    """A number computed in balls of 64 and of 256 bits, in doubles and in 30 digits, each converted to a ball of
    `judge`."""
    found = list[Any]()
    for xp in (balls(64), balls(256), floats, digits(30)):
        with xp:
            value = number(xp)
        found.append(value if xp.name == "balls" else judge.number(Fraction(str(value))))
    return found
