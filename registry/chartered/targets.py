"""A target, (eps, delta) or mu, and how far a profile misses it. Whether it is met is decided in balls."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.arithmetic import Number, balls
from chartered_verify.values import Side, enclose
from flint import arb

from .account import propose
from .enclosing import Enclosed, above_floor, evaluate
from .errors import BadValue
from .exact import exact, plain
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

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """What the target asks for, each with the most that is allowed: the answers to both say whether it is met."""
        return (Question("epsilon", self.delta), self.epsilon), (Question("delta", self.epsilon), self.delta)

    def question(self, profile: Profile) -> Question:
        """What to ask a profile: eps at delta where every delta has a finite eps in closed form, or where delta is just the least that
        the profile reaches; otherwise, and for eps = 0, delta at eps.

        Over the logarithm of a parameter log eps is nearly straight, where log delta falls ever faster; and searches for eps are simpler.
        """
        inverted = profile.floor == 0 and profile.epsilon is not None and self.epsilon > 0
        return Question("epsilon", self.delta) if inverted or not above_floor(profile, self.delta) else Question("delta", self.epsilon)

    def miss(self, profile: Profile) -> float:
        """The logarithm of (what the profile certainly gives)/(what is allowed): at most 0 only if the target is certainly met.

        Raises Unavailable or ArithmeticError if the profile has no answer.
        """
        question, attains = self.question(profile), profile.attains
        if question.quantity == "epsilon" and isinstance(attains, int | Fraction) and above_floor(profile, self.delta) == 0:
            return _log_ratio(float(attains), float(self.epsilon), met=attains <= self.epsilon)  # exact: three times 0.1 is 0.3
        enclosed, limit = self._reached(profile, question)
        return _log_ratio(enclosed.bound.upper, float(limit), met=bool(enclosed.bound.hi <= _ball(limit)))

    def certainly_missed(self, profile: Profile) -> bool:
        """Whether an exact profile proves that the target is not met."""
        enclosed, limit = self._reached(profile, self.question(profile))
        return enclosed.exact and bool(enclosed.bound.lo > _ball(limit))

    def _reached(self, profile: Profile, question: Question) -> tuple[Enclosed, Fraction]:
        """What the profile gives, and what it may be at most."""
        limit = self.delta if question.quantity == "delta" else self.epsilon
        return evaluate(profile, question, propose(profile, question)), limit


@dataclass(frozen=True, slots=True)
class MuTarget:
    """The mu to be met, exact."""

    mu: Fraction

    @classmethod
    def read(cls, mu: object) -> MuTarget:
        """Raises BadValue unless mu > 0."""
        value = exact(mu, "mu")
        if value <= 0:
            raise BadValue(f"mu is {plain(value)}", "it must be above 0")
        return cls(value)

    def __str__(self) -> str:
        return f"mu = {plain(self.mu)}"

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """The one question, with the most that is allowed."""
        return ((Question("mu", _FINE), self.mu),)

    def miss(self, profile: Profile) -> float:
        """As for (eps, delta): the logarithm of (the mu that is proved)/(what is allowed). Raises Unavailable or ArithmeticError."""
        stated, bound = _stated(profile), self._reached(profile).bound
        met = stated <= self.mu if isinstance(stated, int | Fraction) else bool(bound.hi <= _ball(self.mu))
        return _log_ratio(bound.upper, float(self.mu), met=met)

    def certainly_missed(self, profile: Profile) -> bool:
        """Whether an exact profile proves that the target is not met."""
        enclosed = self._reached(profile)
        return enclosed.exact and bool(enclosed.bound.lo > _ball(self.mu))

    def _reached(self, profile: Profile) -> Enclosed:
        """The bracket of the least mu that the profile allows."""
        stated = _stated(profile)
        if stated is not None:
            return Enclosed(enclose(lambda xp: xp.number(stated)), profile.side is Side.EXACT)
        ((question, _),) = self.questions
        return evaluate(profile, question, propose(profile, question))


def _stated(profile: Profile) -> Number | None:
    """The mu that the profile states for all eps and that is its tail limit, so that no smaller one is valid; None if it states none."""
    tail = profile.tail
    return tail.mu if tail is not None and tail.start == 0 and tail.mu is tail.limit else None


Goal: TypeAlias = Target | MuTarget
"""What must be met."""

_FINE = Fraction(1, 10**15)
"""How wide a bracket of mu may be."""


def read_goal(epsilon: object, delta: object, mu: object) -> Goal:
    """A target as users give it: epsilon and delta, or mu alone. Raises BadValue."""
    if mu is not None:
        if epsilon is not None or delta is not None:
            raise BadValue("two targets are given, mu and epsilon or delta", "give epsilon and delta, or mu")
        return MuTarget.read(mu)
    if epsilon is None or delta is None:
        missing = [name for name, x in (("epsilon", epsilon), ("delta", delta)) if x is None]
        raise BadValue(f"no {' and no '.join(missing)} is given", "a target is epsilon and delta, or mu")
    return Target.read(epsilon, delta)


def _ball(x: Fraction) -> arb:
    with balls(64 + 2 * (x.numerator.bit_length() + x.denominator.bit_length())) as xp:
        return xp.number(x)


def _log_ratio(found: float, limit: float, *, met: bool) -> float:
    """log(found/limit) with the sign that the balls have decided; infinite where doubles cannot tell."""
    size = math.inf
    if 0 < found < math.inf and limit > 0:
        size = abs(math.log(found) - math.log(limit))
    return -size if met else max(size, 1e-300)
