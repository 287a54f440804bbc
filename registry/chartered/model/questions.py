"""Questions about a ledger. Each kind knows the quantity it is about, what is given, and how both are worded, written
and read.

The rest of a kind stands on higher floors, one function in each: the proof of an answer in `enclose/evaluation.py`, the
search in `search/propose.py`, further fields of an account in `accounting/all_answers.py`, the letters of a privacy
statement in `output/html/question.py`. A new kind is a class here and one function in each of these."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Self

from msgspec import Struct

from ..display import one_line
from ..errors import BadValue
from .accuracy import MOST_DIGITS as MOST_DIGITS, check_accuracy, not_digits
from .eps_interval import EVERYWHERE as EVERYWHERE, Stretch as Stretch
from .exact_numbers import Exact, exact, fraction_to_json, plain

_TOLERANCE = Fraction(1, 10**9)


class Question(Struct, frozen=True):
    """A question about a ledger, made by `Question.epsilon`, `Question.delta` or `Question.mu`.

    Each kind is a class of its own: `quantity` is the name of the unknown, `given` that of the given quantity.

    Args:
        at: The value of the given quantity, a Fraction. BadValue is raised for one out of range.

    Examples:
        >>> question = ch.Question.epsilon("1e-5")
        >>> question, question.quantity, question.given, question.words[:23]
        (<epsilon at delta = 1e-5>, 'epsilon', 'delta', 'the least epsilon at de')
        >>> ch.Question.delta("log(3)", digits=30).correct_digits, ch.Question.mu(head=8).where()
        (30, 'for epsilon <= 8 only')
        >>> ch.Question.read("epsilon", {"delta": ch.HALF}).held, ch.Question.kind("mu").__name__
        ({'delta': Fraction(1, 2)}, 'MuWithin')
    """

    at: Fraction

    quantity: ClassVar[str]
    given: ClassVar[str]
    of_profile: ClassVar[bool] = False
    """Whether both ends of an answer are about the profile of a path, also where that only bounds the mechanism's."""
    settled_once: ClassVar[bool] = False
    """Whether one answer is enough: none is proved after an exact one, and no accountant without one is listed."""

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
        """The least eps at `delta`, a probability in [0, 1).

        An exact answer has at least `digits` correct digits, from 1 to 1000, or ends at most `within` apart, above 0.
        Raises BadValue for a number out of range, and if both are given.
        """
        return EpsilonAt(exact(delta, "delta", up=False), digits, None if within is None else exact(within, "within"))

    @staticmethod
    def delta(epsilon: Exact, digits: int | None = None, within: Exact | None = None) -> DeltaAt:
        """The least delta at `epsilon`, in nats, at least 0; `digits` and `within` are as for `Question.epsilon`."""
        return DeltaAt(exact(epsilon, "epsilon", up=False), digits, None if within is None else exact(within, "within"))

    @staticmethod
    def mu(
        tolerance: Exact = _TOLERANCE,
        head: Exact | None = None,
        tail: Exact | None = None,
        failure: Exact | None = None,
    ) -> MuWithin:
        """The least mu, in an interval whose width is `tolerance`, in [1e-15, 1]; relative if mu is below 1.

        With `head` (above 0) it must hold only on [0, head], with `tail` on [tail, inf) (Liu et al. 2022, Definitions
        3.1 and 3.2), with `failure` except for a failure of that probability. Raises BadValue for a number out of
        range, and if several are given.
        """
        return MuWithin(exact(tolerance, "tolerance"), Stretch.asked(head, tail, failure))

    @staticmethod
    def read(quantity: object, held: Mapping[str, Fraction]) -> Question:
        """The question about `quantity` with the values `held`. Raises BadValue, or KeyError where one is missing."""
        return Question.kind(quantity).read_held(held)

    @staticmethod
    def kind(quantity: object) -> type[Question]:
        """The class of questions about a `quantity`. Raises BadValue for an unknown quantity."""
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


class OfProfile(Question, frozen=True):
    """A value of the privacy profile or of its inverse.

    Args:
        digits: The correct digits of an exact answer, from 1 to 1000, or None.
        within: How far apart its ends may be, a Fraction above 0, or None. BadValue is raised if both are given.
    """

    digits: int | None = None
    within: Fraction | None = None

    def __post_init__(self) -> None:
        Question.__post_init__(self)
        check_accuracy(self.digits, self.within)

    @classmethod
    def read_held(cls, held: Mapping[str, Fraction]) -> Self:
        """The question with the digits or the width, if `held` has one. Raises BadValue unless the digits are whole."""
        digits = held.get("digits")
        if digits is not None and digits.denominator != 1:
            raise not_digits(plain(digits))
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


class EpsilonAt(OfProfile, frozen=True):
    """The least eps at a delta: `at`, a Fraction in [0, 1). Raises BadValue for another one.

    Examples:
        >>> ch.Question.epsilon("1e-5", digits=30).at_ease
        <epsilon at delta = 1e-5>
    """

    quantity = "epsilon"
    given = "delta"

    def _check(self) -> None:
        if not 0 <= self.at < 1:
            raise BadValue(f"delta is {plain(self.at)}", "it must be at least 0 and below 1")


class DeltaAt(OfProfile, frozen=True):
    """The least delta at an eps: `at`, a Fraction of at least 0. Raises BadValue for another one.

    Examples:
        >>> ch.DeltaAt(ch.HALF)
        <delta at epsilon = 0.5>
    """

    quantity = "delta"
    given = "epsilon"

    def _check(self) -> None:
        if self.at < 0:
            raise BadValue(f"epsilon is {plain(self.at)}", "it must be at least 0")


class MuWithin(Question, frozen=True):
    """The least mu of the best profile known, for eps in an interval, enclosed to a tolerance.

    Args:
        at: The tolerance, a Fraction in [1e-15, 1]; relative if mu is below 1. BadValue is raised for another one.
        over: The interval of eps, which begins at 0 or later and ends above 0.

    Examples:
        >>> ch.Question.mu(tail=1)
        <mu at tolerance = 1e-9 over [1, inf)>
    """

    quantity = "mu"
    given = "tolerance"
    of_profile = True
    settled_once = True

    over: Stretch = EVERYWHERE

    def _check(self) -> None:
        if not Fraction(1, 10**15) <= self.at <= 1:
            raise BadValue(f"tolerance is {plain(self.at)}", "it must be at least 1e-15 and at most 1")
        self.over.check()

    @classmethod
    def read_held(cls, held: Mapping[str, Fraction]) -> Self:
        """The question with the head, the tail or the failure, if `held` has one."""
        asked = Question.mu(held[cls.given], held.get("head"), held.get("tail"), held.get("failure"))
        return cls(asked.at, asked.over)

    @property
    def held(self) -> dict[str, Fraction]:
        """The tolerance, and the head, the tail or the failure if one was requested."""
        ends = {"head": self.over.stop, "tail": self.over.start or None, "failure": self.over.failure or None}
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
        """The eps for which the mu is proved, in words, with numbers written by `number`."""
        return self.over.where(number)

    def __str__(self) -> str:
        over = "" if self.over == EVERYWHERE else f" over {self.over}"
        return f"{self.quantity} at {self.given} = {plain(self.at)}{over}"


KINDS: dict[str, type[Question]] = {kind.quantity: kind for kind in (EpsilonAt, DeltaAt, MuWithin)}
"""Every kind of question by its quantity."""
