"""A question about a ledger: eps at some delta, delta at some eps, or the least mu to within a tolerance."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .errors import BadValue
from .exact import exact, plain

_GIVEN = {"epsilon": "delta", "delta": "epsilon", "mu": "tolerance"}
_TOLERANCE = Fraction(1, 10**9)


@dataclass(frozen=True, slots=True)
class Question:
    """Which quantity is asked for, and the value at which the other one is held (for mu, how wide its bracket may be)."""

    quantity: str
    at: Fraction

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
    def mu(cls, tolerance: object = _TOLERANCE) -> Question:
        """The least mu, in a bracket `tolerance` wide (relative where mu is below 1). Raises BadValue unless 1e-15 <= tolerance <= 1."""
        value = exact(tolerance, "tolerance")
        if not Fraction(1, 10**15) <= value <= 1:
            raise BadValue(f"tolerance is {plain(value)}", "it must be at least 1e-15 and at most 1")
        return cls("mu", value)

    @property
    def given(self) -> str:
        """The name of the quantity that is held."""
        return _GIVEN[self.quantity]

    def __str__(self) -> str:
        return f"{self.quantity} at {self.given} = {plain(self.at)}"
