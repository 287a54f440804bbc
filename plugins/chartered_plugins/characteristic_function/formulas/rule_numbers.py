"""What every rule for a profile from moment generating functions has: the numbers that a witness states of it, declared
once, and the profile by it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from itertools import groupby
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeAlias

from flint import arb

from .loss_properties import LossMoments

LARGEST, MOST_BITS = 2**40, 4096
Given: TypeAlias = Callable[[str, bool], Fraction | None]
"""The number of a witness by its name; whether it may be missing."""


class RuleNumber(NamedTuple):
    """A number of a rule, within limits; or one for each mechanism if the name has a `{k}`, the mechanism's index.

    `path`: the attributes of the rule that lead to it, unless that is the name; if one of them is a tuple, it has a
    value for each mechanism. `optional`: whether None is a value of it."""

    name: str
    path: str = ""
    low: int | None = 0
    high: int | None = LARGEST
    open_low: bool = False
    whole: bool = False
    optional: bool = False

    @property
    def owner(self) -> str:
        """The path without its last attribute, which is `key`."""
        return self.path.rpartition(".")[0]

    @property
    def key(self) -> str:
        """The argument of the rule."""
        return (self.path or self.name).rpartition(".")[2]

    def within(self, path: str) -> RuleNumber:
        """The same number of a rule that has this one's as an attribute."""
        return self._replace(path=f"{path}.{self.path or self.name}")

    def of(self, rule: object) -> Any:
        """Its value or, for each mechanism, values."""
        return reduce(_attribute, (self.path or self.name).split("."), rule)

    def read(self, name: str, given: Given) -> Fraction | int | None:
        """The value that is given."""
        x = given(name, self.optional)
        return int(x) if self.whole and x is not None else x


BITS = RuleNumber("bits", low=64, high=MOST_BITS, whole=True)
ORDERS = RuleNumber("order", low=1, open_low=True), RuleNumber("right_order", low=1, open_low=True)


class Inverse(Protocol):
    """The profile of the finite losses in one direction."""

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of delta at any eps. Raises ArithmeticError."""


class Rule:
    """A rule. A search chooses its numbers; any are sound.

    `mark`: the number whose presence in a witness determines the kind of rule. `numbers`: all of them. `of_pieces`:
    whether a piece of an interval of eps may have such a rule."""

    __slots__ = ()
    mark: ClassVar[str]
    numbers: ClassVar[tuple[RuleNumber, ...]]
    of_pieces: ClassVar[bool] = True

    @classmethod
    def serves(cls, parts: tuple[tuple[LossMoments, int], ...]) -> bool:
        """Whether a witness for a composition may state such a rule."""
        return True

    @abstractmethod
    def inverse(self, parts: tuple[tuple[LossMoments, int], ...]) -> Inverse:
        """The profile of a composition. Raises ArithmeticError if the rule gives no bound."""

    @classmethod
    def named(cls, kinds: int) -> Iterator[tuple[str, int, RuleNumber]]:
        """(name, index of the mechanism, number) of the rule for `kinds` different mechanisms."""
        for (each, _), group in groupby(cls.numbers, lambda number: ("{k}" in number.name, number.owner)):
            together = list(group)
            for k in range(kinds if each else 1):
                yield from ((number.name.format(k=k), k, number) for number in together)

    def stated(self) -> dict[str, Fraction]:
        """What a witness states of it."""
        values = {number: number.of(self) for number in self.numbers}
        kinds = max((len(x) for x in values.values() if isinstance(x, tuple)), default=0)
        listed = (
            (name, x[k] if isinstance(x := values[number], tuple) else x) for name, k, number in self.named(kinds)
        )
        return {name: Fraction(x) for name, x in listed if x is not None}

    @classmethod
    def read(cls, given: Given, kinds: int) -> Self:
        """The rule that is given."""
        found = dict[str, Any]()
        for name, _, number in cls.named(kinds):
            x = number.read(name, given)
            found[number.key] = (*found.get(number.key, ()), x) if "{k}" in number.name else x
        return cls.made(**found)

    @classmethod
    def made(cls, **numbers: Any) -> Self:
        """The rule with these numbers."""
        return cls(**numbers)


def _attribute(of: Any, name: str) -> Any:
    return tuple(getattr(one, name) for one in of) if isinstance(of, tuple) else getattr(of, name)
