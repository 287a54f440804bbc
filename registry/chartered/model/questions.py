"""Questions about a ledger. Each kind knows the quantity it is about, what is given, and how both are worded, written
and read.

The rest of a kind stands on higher floors, one function in each: the proof of an answer in `enclose/evaluation.py`, the
search in `search/propose.py`, further fields of an account in `accounting/account.py`, the letters of a privacy
statement in `output/html/question.py`. A new kind is a class here and one function in each of these."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Self

from ..display import one_line
from ..errors import BadValue
from .exact_numbers import Exact, exact, fraction_to_json, plain
from .stretch import EVERYWHERE as EVERYWHERE, Stretch as Stretch

_TOLERANCE = Fraction(1, 10**9)
MOST_DIGITS = 1000
"""The largest number of correct digits that a question may request."""


@dataclass(frozen=True, slots=True, repr=False)
class Question(ABC):
    """A question about a ledger, made by `Question.epsilon(delta)`, `Question.delta(epsilon)` or
    `Question.mu(tolerance)`.

    `quantity`: the name of the unknown. `given`: the name of the given quantity, whose value is `at`. Each kind is a
    class of its own."""

    at: Fraction

    quantity: ClassVar[str]
    given: ClassVar[str]
    of_profile: ClassVar[bool] = False
    """Whether both ends of an answer are about the profile at the end of a path, even if that profile is only a bound
    on the mechanism's."""
    settled_once: ClassVar[bool] = False
    """Whether one answer is enough: after an exact answer no other is proved, and if there is an answer, accountants
    without one are not listed."""

    def __post_init__(self) -> None:
        if not isinstance(self.at, Fraction):
            raise BadValue(
                f"a question about {self.quantity!r} at {self.at!r}",
                "ask Question.epsilon(delta), Question.delta(epsilon) or Question.mu(tolerance)",
            )
        self._check()

    @abstractmethod
    def _check(self) -> None:
        """Raises BadValue unless the given value is in range."""

    @staticmethod
    def epsilon(delta: Exact, digits: int | None = None, within: Exact | None = None) -> EpsilonAt:
        """The least eps at `delta`. An exact answer has at least `digits` correct digits, or an interval no wider than
        `within`. Raises BadValue unless 0 <= delta < 1, 1 <= digits <= 1000, within > 0 and at most one of the two is
        given."""
        return EpsilonAt(exact(delta, "delta", up=False), digits, None if within is None else exact(within, "within"))

    @staticmethod
    def delta(epsilon: Exact, digits: int | None = None, within: Exact | None = None) -> DeltaAt:
        """The least delta at `epsilon`. An exact answer has at least `digits` correct digits, or an interval no wider
        than `within`. Raises BadValue unless epsilon >= 0, 1 <= digits <= 1000, within > 0 and at most one of the two
        is given."""
        return DeltaAt(exact(epsilon, "epsilon", up=False), digits, None if within is None else exact(within, "within"))

    @staticmethod
    def mu(tolerance: Exact = _TOLERANCE, head: Exact | None = None, tail: Exact | None = None) -> MuWithin:
        """The least mu, in an interval of width `tolerance` (relative if mu is below 1).

        With `head`, mu has to hold only on [0, head]; with `tail`, only on [tail, inf) (Liu et al. 2022, Definitions
        3.1 and 3.2). Raises BadValue unless 1e-15 <= tolerance <= 1, head > 0, tail >= 0 and at most one of the two is
        given."""
        if head is not None and tail is not None:
            raise BadValue("a head and a tail are both given", "ask for one at a time")
        start = Fraction(0) if tail is None else exact(tail, "tail", up=False)
        stop = None if head is None else exact(head, "head", up=True)
        return MuWithin(exact(tolerance, "tolerance"), Stretch(start, stop))

    @staticmethod
    def read(quantity: object, held: Mapping[str, Fraction]) -> Question:
        """The question that JSON states: the quantity, and the given values by name. Raises BadValue for an unknown
        quantity or a value out of range, KeyError if a given value is missing."""
        return Question.kind(quantity).read_held(held)

    @staticmethod
    def kind(quantity: object) -> type[Question]:
        """The class of questions about a quantity. Raises BadValue for an unknown quantity."""
        found = KINDS.get(quantity) if isinstance(quantity, str) else None
        if found is None:
            raise BadValue(f"a question about {quantity!r}", f"the quantity is one of {', '.join(KINDS)}")
        return found

    @classmethod
    def read_held(cls, held: Mapping[str, Fraction]) -> Self:
        """The question of this kind with the given values `held`; other names are ignored."""
        return cls(held[cls.given])

    @property
    def held(self) -> dict[str, Fraction]:
        """The given values by name, as JSON states them."""
        return {self.given: self.at}

    def held_to_json(self) -> dict[str, Any]:
        """The given values as the JSON of an account states them."""
        return {name: fraction_to_json(value) for name, value in self.held.items()}

    @property
    def correct_digits(self) -> int | None:
        """The number of correct digits requested of an exact answer; None: no number is requested."""
        return None

    @property
    def at_ease(self) -> Self:
        """The same question without a requested accuracy."""
        return self

    @property
    def words(self) -> str:
        """The quantity, where it is evaluated, and what the two ends of an answer mean, in words."""
        return f"the least {self.quantity} {self.where()}; the truth is at most upper, at least lower"

    @property
    def place(self) -> str:
        """The words after a number that answers the question: the value of the given quantity."""
        return f" {self.where()}"

    def where(self, number: Callable[[Fraction], str] = plain) -> str:
        """The given value in words ("delta = 1e-5"), with numbers written by `number`."""
        return f"at {self.given} = {number(self.at)}"

    def __str__(self) -> str:
        return f"{self.quantity} at {self.given} = {plain(self.at)}"

    def __repr__(self) -> str:
        return one_line(f"<{self}>")


@dataclass(frozen=True, slots=True, repr=False)
class OfProfile(Question):
    """A value of the privacy profile or of its inverse. An exact answer has at least `digits` correct digits, or an
    interval no wider than `within`. Raises BadValue unless 1 <= digits <= 1000, within > 0 and at most one of the two
    is given."""

    digits: int | None = None
    within: Fraction | None = None

    def __post_init__(self) -> None:
        Question.__post_init__(self)
        whole = isinstance(self.digits, int) and not isinstance(self.digits, bool)
        if self.digits is not None and not (whole and 1 <= self.digits <= MOST_DIGITS):
            raise _not_digits(repr(self.digits))
        if self.digits is not None and self.within is not None:
            raise BadValue("digits and within are both given", "ask for the one or the other")
        if self.within is not None and not (isinstance(self.within, Fraction) and self.within > 0):
            shown = plain(self.within) if isinstance(self.within, Fraction) else repr(self.within)
            raise BadValue(f"within is {shown}", "it is how wide an exact answer may be, above 0")

    @classmethod
    def read_held(cls, held: Mapping[str, Fraction]) -> Self:
        """The question with the number of digits or the width, if `held` has one. Raises BadValue unless the digits are
        whole."""
        digits = held.get("digits")
        if digits is not None and digits.denominator != 1:
            raise _not_digits(plain(digits))
        return cls(held[cls.given], None if digits is None else int(digits), held.get("within"))

    @property
    def held(self) -> dict[str, Fraction]:
        """The given value, and the digits or the width if requested."""
        digits = {} if self.digits is None else {"digits": Fraction(self.digits)}
        return {self.given: self.at} | digits | ({} if self.within is None else {"within": self.within})

    def held_to_json(self) -> dict[str, Any]:
        """The given values, with the digits as an integer."""
        return Question.held_to_json(self) | ({} if self.digits is None else {"digits": self.digits})

    @property
    def correct_digits(self) -> int | None:
        """The number of correct digits requested, or None."""
        return self.digits

    @property
    def at_ease(self) -> Self:
        """The same question with neither digits nor a width requested."""
        return type(self)(self.at)

    @property
    def words(self) -> str:
        """The quantity, where it is evaluated, what the two ends mean, and how close they should be."""
        close = "" if self.digits is None else f"; to {self.digits} digits where it is exact"
        close += "" if self.within is None else f"; at most {plain(self.within)} apart where it is exact"
        return f"the least {self.quantity} {self.where()}; the truth is at most upper, at least lower{close}"


def _not_digits(shown: str) -> BadValue:
    return BadValue(f"digits is {shown}", f"it must be a whole number from 1 to {MOST_DIGITS}")


@dataclass(frozen=True, slots=True, repr=False)
class EpsilonAt(OfProfile):
    """The least eps at delta = `at`. Raises BadValue unless 0 <= delta < 1."""

    quantity = "epsilon"
    given = "delta"

    def _check(self) -> None:
        if not 0 <= self.at < 1:
            raise BadValue(f"delta is {plain(self.at)}", "it must be at least 0 and below 1")


@dataclass(frozen=True, slots=True, repr=False)
class DeltaAt(OfProfile):
    """The least delta at eps = `at`. Raises BadValue unless epsilon >= 0."""

    quantity = "delta"
    given = "epsilon"

    def _check(self) -> None:
        if self.at < 0:
            raise BadValue(f"epsilon is {plain(self.at)}", "it must be at least 0")


@dataclass(frozen=True, slots=True, repr=False)
class MuWithin(Question):
    """The least mu that holds on the interval `over` of eps, enclosed to the tolerance `at` (relative if mu is below
    1).

    It is the mu of the best profile known. Raises BadValue unless 1e-15 <= tolerance <= 1 and the interval begins at 0
    or later and ends above 0."""

    quantity = "mu"
    given = "tolerance"
    of_profile = True
    settled_once = True

    over: Stretch = EVERYWHERE

    def _check(self) -> None:
        if not Fraction(1, 10**15) <= self.at <= 1:
            raise BadValue(f"tolerance is {plain(self.at)}", "it must be at least 1e-15 and at most 1")
        if self.over.start < 0:
            raise BadValue(f"tail is {plain(self.over.start)}", "it is the eps from which on mu must hold, at least 0")
        if self.over.stop is not None and self.over.stop <= 0:
            raise BadValue(f"head is {plain(self.over.stop)}", "it is the eps up to which mu must hold, above 0")

    @classmethod
    def read_held(cls, held: Mapping[str, Fraction]) -> Self:
        """The question with the head or the tail, if `held` has one."""
        asked = Question.mu(held[cls.given], held.get("head"), held.get("tail"))
        return cls(asked.at, asked.over)

    @property
    def held(self) -> dict[str, Fraction]:
        """The tolerance, and the head or the tail if one was requested."""
        ends = {"head": self.over.stop, "tail": self.over.start or None}
        return {self.given: self.at} | {name: end for name, end in ends.items() if end is not None}

    @property
    def words(self) -> str:
        """The profile and the eps that the mu is about, and the width of the enclosure."""
        over = "" if self.over == EVERYWHERE else f", for eps in {self.over}"
        return f"the least mu of the best profile that is known{over}, to within {plain(self.at)}"

    @property
    def place(self) -> str:
        """Empty: a mu belongs to no single value."""
        return ""

    def where(self, number: Callable[[Fraction], str] = plain) -> str:
        """The eps for which the mu is proved."""
        if self.over.stop is not None:
            return f"for epsilon <= {number(self.over.stop)} only"
        return f"for epsilon >= {number(self.over.start)}" + (" only" if self.over.start else "")

    def __str__(self) -> str:
        over = "" if self.over == EVERYWHERE else f" over {self.over}"
        return f"{self.quantity} at {self.given} = {plain(self.at)}{over}"


KINDS: dict[str, type[Question]] = {kind.quantity: kind for kind in (EpsilonAt, DeltaAt, MuWithin)}
"""Every kind of question by its quantity."""
