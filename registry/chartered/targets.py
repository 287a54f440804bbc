"""A target (eps, delta), and how far a profile misses it. Whether it is met is decided in balls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from chartered_verify.arithmetic import balls
from flint import arb

from .account import propose
from .enclosing import Enclosed, above_floor, evaluate
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
        attains = profile.attains
        if above_floor(profile, self.delta) == 0 and isinstance(attains, int | Fraction):  # exact budgets: three times 0.1 is 0.3
            return _log_ratio(float(attains), float(self.epsilon), met=attains <= self.epsilon)
        enclosed, limit = self._reached(profile)
        return _log_ratio(enclosed.bound.upper, float(limit), met=bool(enclosed.bound.hi <= _ball(limit)))

    def certainly_missed(self, profile: Profile) -> bool:
        """Whether an exact profile proves that the target is not met."""
        enclosed, limit = self._reached(profile)
        return enclosed.exact and bool(enclosed.bound.lo > _ball(limit))

    def _reached(self, profile: Profile) -> tuple[Enclosed, Fraction]:
        """What the profile gives, and what it may be at most."""
        question = self.question(profile)
        limit = self.delta if question.quantity == "delta" else self.epsilon
        return evaluate(profile, question, propose(profile, question)), limit


def _ball(x: Fraction) -> arb:
    with balls(64 + 2 * (x.numerator.bit_length() + x.denominator.bit_length())) as xp:
        return xp.number(x)


def _log_ratio(found: float, limit: float, *, met: bool) -> float:
    """log(found/limit) with the sign that the balls have decided; infinite where doubles cannot tell."""
    size = math.inf
    if 0 < found < math.inf and limit > 0:
        size = abs(math.log(found) - math.log(limit))
    return -size if met else max(size, 1e-300)
