"""A target, (eps, delta) or mu: whether a profile certainly meets it, or certainly misses it.

Decided in balls, by no search: `check` trusts these lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from chartered_verify.arithmetic import Number, balls
from chartered_verify.enclosure import Enclosure, Side, enclose
from flint import arb

from ..errors import BadValue
from ..model.exact_numbers import Exact, exact, plain
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import DeltaAt, EpsilonAt, MuWithin, Question
from ..paths.path_search import sound
from .evaluation import above_delta_at_infinity, evaluate
from .profile_answer import Enclosed


class Goal(ABC):
    """What must be met."""

    __slots__ = ()

    @property
    @abstractmethod
    def held(self) -> dict[str, Fraction]:
        """What is allowed, by name."""

    @property
    @abstractmethod
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """What the target asks for, each with the most that is allowed: the answers to all say whether it is met."""

    @abstractmethod
    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """The one question to ask this profile, with the most that is allowed."""

    @abstractmethod
    def stated(self, profile: Profile) -> Number | None:
        """What the profile states in answer, to be compared as the exact number that it is: three times 0.1 is 0.3."""

    def reached(self, profile: Profile, witness: Witness) -> Enclosed:
        """What the profile answers, by a witness. Raises Unavailable or ArithmeticError."""
        return evaluate(profile, self.asked(profile)[0], witness)

    def met(self, profile: Profile, witness: Witness) -> bool:
        """Whether the profile certainly meets the target, by a witness. Raises Unavailable or ArithmeticError."""
        return self.met_by(profile, self.reached(profile, witness).bound)

    def missed(self, profile: Profile, witness: Witness) -> bool:
        """Whether the profile proves that the mechanism itself misses the target. Raises Unavailable or
        ArithmeticError."""
        found = self.reached(profile, witness)
        below = found.bound if found.exact else found.under
        return below is not None and sound(profile.side) and bool(below.lo > _ball(self.asked(profile)[1]))

    def met_by(self, profile: Profile, bound: Enclosure) -> bool:
        """Whether an answer of the profile certainly meets the target."""
        stated, limit = self.stated(profile), self.asked(profile)[1]
        return stated <= limit if isinstance(stated, int | Fraction) else bool(bound.hi <= _ball(limit))


@dataclass(frozen=True, slots=True)
class Target(Goal):
    """The (eps, delta) to be met, exact."""

    epsilon: Fraction
    delta: Fraction

    @classmethod
    def read(cls, epsilon: Exact, delta: Exact) -> Target:
        """Raises BadValue unless eps >= 0 and 0 <= delta < 1."""
        return cls(Question.delta(epsilon).at, Question.epsilon(delta).at)

    def __str__(self) -> str:
        return f"epsilon = {plain(self.epsilon)}, delta = {plain(self.delta)}"

    @property
    def held(self) -> dict[str, Fraction]:
        """Both."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """Eps at delta, and delta at eps."""
        return (EpsilonAt(self.delta), self.epsilon), (DeltaAt(self.epsilon), self.delta)

    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """Eps at delta where every delta has a finite eps in closed form, or where delta is just the least that the
        profile reaches; otherwise, and for eps = 0, delta at eps.

        Over the logarithm of a parameter log eps is nearly straight, where log delta falls ever faster; and searches
        for eps are simpler."""
        inverted = profile.at_infinity.delta == 0 and profile.epsilon is not None and self.epsilon > 0
        return self.questions[0 if inverted or not above_delta_at_infinity(profile, self.delta) else 1]

    def stated(self, profile: Profile) -> Number | None:
        """The eps at which the profile reaches delta at infinity, where delta is that, and it is rational."""
        max_loss = profile.at_infinity.max_loss
        return (
            max_loss
            if isinstance(max_loss, int | Fraction) and above_delta_at_infinity(profile, self.delta) == 0
            else None
        )


@dataclass(frozen=True, slots=True)
class MuTarget(Goal):
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
    def held(self) -> dict[str, Fraction]:
        """The one number."""
        return {"mu": self.mu}

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """The one question, with the most that is allowed."""
        return ((MuWithin(_FINE), self.mu),)

    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """That one, of every profile."""
        return self.questions[0]

    def stated(self, profile: Profile) -> Number | None:
        """The mu that the profile states for all eps and that is its tail limit, so that no smaller one is valid."""
        tail = profile.tail
        return tail.mu if tail is not None and tail.start == 0 and tail.mu is tail.tail_mu else None

    def reached(self, profile: Profile, witness: Witness) -> Enclosed:
        """The bracket of the least mu that the profile allows."""
        stated = self.stated(profile)
        if stated is not None:
            return Enclosed(enclose(lambda xp: xp.number(stated)), profile.side is Side.EXACT)
        return evaluate(profile, self.asked(profile)[0], witness)


_FINE = Fraction(1, 10**15)
"""How wide a bracket of mu may be."""


def read_goal(epsilon: Exact | None, delta: Exact | None, mu: Exact | None) -> Goal:
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
