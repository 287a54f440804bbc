"""Privacy targets, (eps, delta) or mu (others are in `other_targets`): whether a profile certainly meets or misses one.

Decided in ball arithmetic without search; `check` trusts this module."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import Enclosure, Side
from chartered_verify.numeric.stated_number import enclose_number
from flint import arb
from msgspec import Struct

from ..errors import BadValue
from ..model.exact_numbers import Exact, exact, plain
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import DeltaAt, EpsilonAt, MuWithin, Question
from ..paths.step_paths import sound
from .evaluation import above_delta_at_infinity, evaluate
from .profile_answer import Enclosed

if TYPE_CHECKING:
    from ..ledger.unknown_parameter import Unknown


class Goal:
    """A privacy target. `recorded`: whether a proof can be exported that it is met. `meets`: the verb of a sentence
    that nothing meets it, as far as that is shown."""

    __slots__ = ()
    recorded: ClassVar[bool] = True
    meets: ClassVar[str] = "meets"

    @property
    @abstractmethod
    def held(self) -> dict[str, Fraction]:
        """The allowed values by name."""

    def __str__(self) -> str:
        return ", ".join(f"{name} = {plain(value)}" for name, value in self.held.items())

    @property
    @abstractmethod
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """All questions that decide whether the target is met, each with the largest allowed answer."""

    @abstractmethod
    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """The one question that decides the target for this profile, with the largest allowed answer."""

    def stated(self, profile: Profile) -> Enclosed | None:
        """The profile's answer where it states that, so that no witness is needed; otherwise None."""
        return None

    def most(self, profile: Profile) -> Fraction:
        """The largest allowed answer for this profile."""
        return self.asked(profile)[1]

    def reached(self, profile: Profile, witness: Witness) -> Enclosed:
        """The profile's answer to that question, stated or proved by a witness. Raises Unavailable or
        ArithmeticError."""
        return self.stated(profile) or evaluate(profile, self.asked(profile)[0], witness)

    def met(self, profile: Profile, witness: Witness) -> bool:
        """Whether the profile certainly meets the target, proved by a witness. Raises Unavailable or
        ArithmeticError."""
        return self.met_by(profile, self.reached(profile, witness).bound)

    def missed(self, profile: Profile, witness: Witness) -> bool:
        """Whether the profile proves that the mechanism itself misses the target. Raises Unavailable or
        ArithmeticError."""
        found = self.reached(profile, witness)
        return found.below is not None and sound(profile.side) and bool(found.below.lo > ball_of(self.most(profile)))

    def monotone(self, unknown: Unknown) -> bool:
        """Whether every value of the unknown in its safer direction provably meets the target where one does."""
        return unknown.monotone

    def met_by(self, profile: Profile, bound: Enclosure) -> bool:
        """Whether the answer `bound` of the profile certainly meets the target; a fraction is compared exactly (three
        times 0.1 is 0.3)."""
        limit = self.most(profile)
        return bool(bound.hi <= ball_of(limit)) if bound.fraction is None else bound.fraction <= limit


class Target(Goal, Struct, frozen=True):
    """A target (eps, delta) in exact numbers."""

    epsilon: Fraction
    delta: Fraction

    @classmethod
    def read(cls, epsilon: Exact, delta: Exact) -> Target:
        """The target. Raises BadValue unless eps >= 0 and 0 <= delta < 1."""
        return cls(Question.delta(epsilon).at, Question.epsilon(delta).at)

    @property
    def held(self) -> dict[str, Fraction]:
        """Eps and delta."""
        return {"epsilon": self.epsilon, "delta": self.delta}

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """Eps at the target's delta, and delta at the target's eps."""
        return (EpsilonAt(self.delta), self.epsilon), (DeltaAt(self.epsilon), self.delta)

    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """Eps at delta, if every delta has a finite eps in closed form, or if delta is exactly the profile's delta at
        infinity, or their order is undecided; otherwise, and for eps = 0 or the largest loss, delta at eps.
        (There delta is exactly that at infinity, while balls do not tell eps at a tiny delta from the largest loss.)

        As functions of the logarithm of a parameter, log eps is nearly linear while log delta falls ever faster, and
        searches for eps are simpler."""
        end = profile.at_infinity
        inverted = end.delta == 0 and profile.epsilon is not None and self.epsilon > 0 and self.epsilon != end.max_loss
        return self.questions[0 if inverted or not above_delta_at_infinity(profile, self.delta) else 1]


class MuTarget(Goal, Struct, frozen=True):
    """A target mu as an exact number."""

    mu: Fraction

    @classmethod
    def read(cls, mu: object) -> MuTarget:
        """The target. Raises BadValue unless mu > 0."""
        return cls(positive(mu, "mu"))

    @property
    def held(self) -> dict[str, Fraction]:
        """The mu."""
        return {"mu": self.mu}

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """The least mu, with the allowed mu."""
        return ((MuWithin(_FINE), self.mu),)

    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """The same question for every profile."""
        return self.questions[0]

    def stated(self, profile: Profile) -> Enclosed | None:
        """The mu that the profile states for all eps, if it is also its tail limit, so that no smaller mu is valid;
        otherwise None."""
        tail = profile.tail
        if tail is None or tail.start != 0 or tail.mu is None or tail.mu is not tail.tail_mu:
            return None
        return Enclosed(enclose_number(tail.mu), profile.side is Side.EXACT)


_FINE = Fraction(1, 10**15)
"""The width of the enclosure of mu that a target requests."""


def positive(value: object, name: str) -> Fraction:
    """A number above 0, read from below. Raises BadValue."""
    number = exact(value, name, up=False)
    if number <= 0:
        raise BadValue(f"{name} is {plain(number)}", "it must be above 0")
    return number


def ball_of(x: Fraction) -> arb:
    """A ball around a limit, so narrow that a comparison with it decides what is not the limit itself."""
    with balls(64 + 2 * (x.numerator.bit_length() + x.denominator.bit_length())) as xp:
        return xp.number(x)
