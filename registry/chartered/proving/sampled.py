"""Cases, each of them run: a claim that holds in each of some cases, as data."""

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
"""Why there is no proof that one sum is above another."""


def numbers(text: str) -> tuple[Fraction, ...]:
    """The exact numbers of a text: "1/10 1 2.5"."""
    return tuple(map(Fraction, text.split()))


def near(found: Any, exact: Any, digits: int, of: Any = None) -> bool:
    """Whether two balls certainly agree to so many digits of the second, or of what is given."""
    return bool(abs(found - exact) * 10**digits <= (exact if of is None else of))


@dataclass(frozen=True)
class Points:
    """Random points of ranges, `count` of them, drawn from the seed; of those where `keep(*point)` holds."""

    count: int
    ranges: Mapping[str, Ends]
    keep: Callable[..., bool] | None = None

    def __call__(self, effort: Effort) -> list[Any]:
        """The points."""
        return list(points_of(self.ranges, self.count, effort.seed, self.keep))


class Sampled:
    """A check: supported where `holds(*case)` in each case; the first other one refutes.

    `cases` are listed, or drawn by a function of the effort; else every combination of the values that the `grid` has
    for each argument, listed or drawn. With `bits` the function is first given balls of so many. `digits` are those
    that the comparison shows, if not those asked for, and `why` says why there is no proof."""

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
        """What comes of all cases."""
        return sample(self.asked, self.of(effort), self.digits or effort.digits, self.what, self.why)

    def decided(self, reader: Reader, effort: Effort) -> list[Step]:
        """As a part of a proof: what holds, without the words before it that say how ("balls: in order")."""
        return [(self.what.split(": ", 1)[-1], self(effort))]

    def of(self, effort: Effort) -> list[Sequence[Any]]:
        """The cases."""
        if self.cases is not None:
            return list(self.cases(effort) if callable(self.cases) else self.cases)
        return list(product(*(part(effort) if callable(part) else part for part in self.grid.values())))

    def asked(self, *case: Any) -> bool:
        """Whether it holds in this case."""
        if self.bits is None:
            return bool(self.holds(*case))
        with balls(self.bits) as xp:
            return bool(self.holds(xp, *case))


class Each(Sampled):
    """A check: proved where `holds(*case)` in each case, and these are all that the claim is about."""

    def __call__(self, effort: Effort) -> Verdict:
        """What comes of all cases."""
        return every(self.asked, self.of(effort), self.what)


def in_each_arithmetic(number: Callable[[Any], Any], judge: Any) -> list[Any]:
    """A number in balls of 64 and of 256 bits, in doubles and in 30 digits, all as balls."""
    found = list[Any]()
    for xp in (balls(64), balls(256), floats, digits(30)):
        with xp:
            value = number(xp)
        found.append(value if xp.name == "balls" else judge.number(Fraction(str(value))))
    return found
