"""Expansion: the form of claims about how a formula behaves near an end of a range, term by term."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from .claim import Effort, Kind
from .forms import Formula, Inequality, Unprinted
from .ranges import Exact, Over, check_over, in_words, places, symbols_of
from .steps import Step, chain
from .verdict import Supported, Undecided, Verdict

_ENDS = {"inf": 1, "-inf": 0}


@dataclass(frozen=True)
class Expansion(Unprinted):
    """formula(xp, x, *others) = t_1 + t_2 + ... + o(t_n) as x goes to `at`, an end of its range: a number, "inf" or "-inf".

    Each of the `terms` t(xp, x, *others) is checked in its turn: what the earlier ones leave of the formula, divided by it, goes to 1.
    SymPy takes the limits, and balls along a sequence must come closer to them; a limit that SymPy cannot take is at most supported. With
    a `remainder`, the formula differs from the sum by at most remainder(xp, x, *others) for all arguments inside the ranges (balls).
    """

    kind: ClassVar[Kind] = Kind.IDENTITY
    formula: Formula
    terms: Sequence[Formula]
    at: Exact | str
    over: Over
    remainder: Formula | None = None
    max_boxes: int = 20000

    def __post_init__(self) -> None:
        check_over(self.over, inside=True)
        first = next(iter(self.over.values()))
        if (None if self.at in _ENDS else self.at) not in first or (isinstance(self.at, str) and first[_ENDS[self.at]] is not None):
            raise ValueError(f"{self.at} is no end of the range of the first argument")
        if not self.terms:
            raise ValueError("an expansion has a term")

    @property
    def domain(self) -> str:
        """The ranges in words, and where the first argument goes."""
        return f"{in_words(self.over, '<')}; {next(iter(self.over))} -> {self.at}"

    def __call__(self, effort: Effort) -> Verdict:
        steps = [(f"term {n}: the quotient goes to 1", self._term(n, effort)) for n in range(1, len(self.terms) + 1)]
        return chain("Each term leaves less than itself.", *steps, *(self._bounds(effort) if self.remainder is not None else ()))

    def _left(self, count: int) -> Formula:
        """The formula without the first terms."""
        return lambda xp, *x: sum((-term(xp, *x) for term in self.terms[:count]), self.formula(xp, *x))

    def _term(self, number: int, effort: Effort) -> Verdict:
        from .algebra import APPROACHES, limit_is
        from .approach import strays

        left, term = self._left(number - 1), self.terms[number - 1]
        place = places(self.over)
        side = "-" if self.at == next(iter(self.over.values()))[1] else "+"

        def quotient(xp: Any, *x: Any) -> Any:
            return left(xp, *x) / term(xp, *x)

        found = limit_is(quotient, 0, self.at, _one, symbols_of(self.over), place, side=side, effort=effort)
        untaken = isinstance(found, Undecided) and found.how.startswith("SymPy")
        if untaken and strays(quotient, 0, self.at, side, _one, place, APPROACHES, effort.seed) is None:
            return Supported(f"{found.how}, but balls come closer to 1", points=APPROACHES, digits=effort.digits)
        return found

    def _bounds(self, effort: Effort) -> list[Step]:
        left, remainder = self._left(len(self.terms)), self.remainder
        assert remainder is not None

        def room(sign: int) -> Callable[..., Any]:
            return lambda xp, *x: remainder(xp, *x) + sign * left(xp, *x)

        return [
            (f"the rest is not {word} the remainder", Inequality(room(sign), self.over, False, self.max_boxes, inside=True)(effort))
            for sign, word in ((-1, "above"), (1, "below minus"))
        ]


def _one(xp: Any, *_: Any) -> Any:
    return xp.number(1)
