"""A question about a ledger: eps at some delta, or delta at some eps."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .errors import BadValue
from .exact import exact, plain


@dataclass(frozen=True, slots=True)
class Question:
    """Which quantity is asked for, and the value at which the other one is held."""

    quantity: str
    at: Fraction

    def __post_init__(self) -> None:
        if self.quantity not in ("epsilon", "delta") or not isinstance(self.at, Fraction):
            raise BadValue(f"a question about {self.quantity!r} at {self.at!r}", "ask Question.epsilon(delta) or Question.delta(epsilon)")

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

    @property
    def given(self) -> str:
        """The name of the quantity that is held."""
        return "delta" if self.quantity == "epsilon" else "epsilon"

    def __str__(self) -> str:
        return f"{self.quantity} at {self.given} = {plain(self.at)}"
