"""A question about a ledger: eps at some delta, delta at some eps, or the least mu to within a tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..errors import BadValue
from .exact_numbers import exact, plain

_GIVEN = {"epsilon": "delta", "delta": "epsilon", "mu": "tolerance"}
_TOLERANCE = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The eps at which a mu must hold: from `start` to `stop`, or (None) to infinity."""

    start: Fraction = Fraction(0)
    stop: Fraction | None = None

    def __str__(self) -> str:
        return f"[{plain(self.start)}, inf)" if self.stop is None else f"[{plain(self.start)}, {plain(self.stop)}]"


EVERYWHERE = Stretch()


@dataclass(frozen=True, slots=True)
class Question:
    """Which quantity is asked for, and the value at which the other one is held (for mu, how wide its bracket may be,
    and the eps)."""

    quantity: str
    at: Fraction
    over: Stretch = EVERYWHERE

    def __post_init__(self) -> None:
        if self.quantity not in _GIVEN or not isinstance(self.at, Fraction):
            raise BadValue(
                f"a question about {self.quantity!r} at {self.at!r}",
                "ask Question.epsilon(delta), Question.delta(epsilon) or Question.mu(tolerance)",
            )

    @classmethod
    def epsilon(cls, delta: object) -> Question:
        """The least eps at `delta`. Raises BadValue unless 0 <= delta < 1."""
        value = exact(delta, "delta")
        if not 0 <= value < 1:
            raise BadValue(f"delta is {plain(value)}", "it must be at least 0 and below 1")
        return cls("epsilon", value)

    @classmethod
    def delta(cls, epsilon: object) -> Question:
        """The least delta at `epsilon`. Raises BadValue unless epsilon >= 0."""
        value = exact(epsilon, "epsilon")
        if value < 0:
            raise BadValue(f"epsilon is {plain(value)}", "it must be at least 0")
        return cls("delta", value)

    @classmethod
    def mu(cls, tolerance: object = _TOLERANCE, head: object = None, tail: object = None) -> Question:
        """The least mu, in a bracket `tolerance` wide (relative where mu is below 1).

        `head` asks only that it holds on [0, head], `tail` only on [tail, inf) (Liu et al. 2022, definitions 3.1 and
        3.2). Raises BadValue unless 1e-15 <= tolerance <= 1, head > 0, tail >= 0 and one of the two at most is given.
        """
        value = exact(tolerance, "tolerance")
        if not Fraction(1, 10**15) <= value <= 1:
            raise BadValue(f"tolerance is {plain(value)}", "it must be at least 1e-15 and at most 1")
        if head is not None and tail is not None:
            raise BadValue("a head and a tail are both given", "ask for one at a time")
        start = Fraction(0) if tail is None else exact(tail, "tail")
        stop = None if head is None else exact(head, "head")
        if start < 0:
            raise BadValue(f"tail is {plain(start)}", "it is the eps from which on mu must hold, at least 0")
        if stop is not None and stop <= 0:
            raise BadValue(f"head is {plain(stop)}", "it is the eps up to which mu must hold, above 0")
        return cls("mu", value, Stretch(start, stop))

    @property
    def given(self) -> str:
        """The name of the quantity that is held."""
        return _GIVEN[self.quantity]

    @property
    def held(self) -> dict[str, Fraction]:
        """What is held, by name; for mu also the head or tail over which it is asked."""
        held = {self.given: self.at}
        if self.over.stop is not None:
            held["head"] = self.over.stop
        if self.over.start:
            held["tail"] = self.over.start
        return held

    def __str__(self) -> str:
        over = "" if self.over == EVERYWHERE else f" over {self.over}"
        return f"{self.quantity} at {self.given} = {plain(self.at)}{over}"
