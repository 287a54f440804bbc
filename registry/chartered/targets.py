"""A target (eps, delta), and how far a profile misses it. Whether it is met is decided in balls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from chartered_verify.arithmetic import balls

from .account import propose
from .enclosing import above_floor, evaluate
from .exact import plain
from .guarantees import Profile
from .questions import Question


@dataclass(frozen=True, slots=True)
class Target:
    """The (eps, delta) to be met, exact."""

    epsilon: Fraction
    delta: Fraction

    @classmethod
    def read(cls, epsilon: object, delta: object) -> Target:
        """Raises BadValue unless eps >= 0 and 0 <= delta < 1."""
        return cls(Question.delta(epsilon).at, Question.epsilon(delta).at)

    def __str__(self) -> str:
        return f"epsilon = {plain(self.epsilon)}, delta = {plain(self.delta)}"

    def question(self, profile: Profile) -> Question:
        """What to ask a profile: delta at eps, or, where delta is the least that the profile reaches, eps at delta."""
        if (above_floor(profile, self.delta) or 0) > 0:
            return Question("delta", self.epsilon)
        return Question("epsilon", self.delta)

    def miss(self, profile: Profile) -> float:
        """The logarithm of (what the profile certainly gives)/(what is allowed): at most 0 only if the target is certainly met.

        Raises Unavailable or ArithmeticError if the profile has no answer.
        """
        question = self.question(profile)
        bound = evaluate(profile, question, propose(profile, question)).bound
        limit = self.delta if question.quantity == "delta" else self.epsilon
        with balls(64 + 2 * (limit.numerator.bit_length() + limit.denominator.bit_length())) as xp:
            met = bool(bound.hi <= xp.number(limit))
        return _log_ratio(bound.upper, float(limit), met=met)

    def certainly_missed(self, profile: Profile) -> bool:
        """Whether an exact profile proves that the target is not met."""
        question = self.question(profile)
        enclosed = evaluate(profile, question, propose(profile, question))
        limit = self.delta if question.quantity == "delta" else self.epsilon
        with balls(64 + 2 * (limit.numerator.bit_length() + limit.denominator.bit_length())) as xp:
            return enclosed.exact and bool(enclosed.bound.lo > xp.number(limit))


def _log_ratio(found: float, limit: float, *, met: bool) -> float:
    """log(found/limit) with the sign that the balls have decided; infinite where doubles cannot tell."""
    size = math.inf
    if 0 < found < math.inf and limit > 0:
        size = abs(math.log(found) - math.log(limit))
    return -size if met else max(size, 1e-300)
