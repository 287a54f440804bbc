"""Privacy targets in other words than (eps, delta) and mu: rho, an advantage, the power of an attack at a type I error;
and the target that a user states. No search; `check` trusts this module."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.stated_number import enclose_number
from msgspec import Struct

from ..errors import BadValue, Unavailable
from ..model.exact_numbers import exact, plain
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.questions import Question
from ..model.stated_rho import Rho
from .eps_delta_mu_targets import Goal, MuTarget, Target, positive
from .profile_answer import Enclosed

if TYPE_CHECKING:
    from ..ledger.unknown_parameter import Unknown


class RhoTarget(Goal, Struct, frozen=True):
    """A target rho of zero-concentrated DP as an exact number."""

    rho: Fraction
    recorded: ClassVar[bool] = False

    @classmethod
    def read(cls, rho: object) -> Self:
        """The target. Raises BadValue unless rho > 0."""
        return cls(positive(rho, "rho"))

    @property
    def held(self) -> dict[str, Fraction]:
        """The rho."""
        return {"rho": self.rho}

    @property
    def questions(self) -> tuple[tuple[Question, Fraction], ...]:
        """None: a rho is stated by a guarantee, and no value of its profile."""
        return ()

    def asked(self, profile: Profile) -> tuple[Question, Fraction]:
        """Raises Unavailable: no question decides it."""
        raise Unavailable("a rho is no question about a profile")

    def most(self, profile: Profile) -> Fraction:
        """The rho."""
        return self.rho

    def stated(self, profile: Profile) -> Enclosed:
        """The rho behind the profile. Raises Unavailable without one."""
        rho = Rho.of(profile.behind)
        if rho is None:
            raise Unavailable("no rho is stated on this path")
        return Enclosed(enclose_number(rho.value), rho.exact)

    def monotone(self, unknown: Unknown) -> bool:
        """Also where that is proved of the rho alone."""
        return unknown.monotone or unknown.monotone_rho


class AdvantageTarget(Target, frozen=True):
    """A target for the advantage of membership inference, which is delta at eps = 0."""

    recorded: ClassVar[bool] = False

    @classmethod
    def of(cls, advantage: object) -> Self:
        """The target. Raises BadValue unless the advantage is above 0 and below 1."""
        return cls(Fraction(0), _probability(advantage, "advantage"))

    @property
    def held(self) -> dict[str, Fraction]:
        """The advantage."""
        return {"advantage": self.delta}


class PowerTarget(Target, frozen=True):
    """A target for the power of attacks at a type I error, met at one point of the profile: with that eps and delta no
    test with that type I error has more power. Where the point is missed, another one may show the same."""

    power: Fraction
    type_one: Fraction
    recorded: ClassVar[bool] = False
    meets: ClassVar[str] = "is shown to meet"

    @classmethod
    def at(cls, power: Fraction, type_one: Fraction, epsilon: Fraction) -> PowerTarget:
        """The target at the point of this eps. Raises BadValue if no delta there is small enough."""
        if epsilon < 0:
            raise BadValue(f"epsilon is {plain(epsilon)}", "it must be at least 0")
        found = enclose(lambda xp: largest_delta(xp, xp.number(power), xp.number(type_one), xp.number(epsilon)))
        most = Fraction(found.lower_exact) if math.isfinite(found.lower) else Fraction(-1)
        if not 0 <= most < 1:
            raise BadValue(
                f"no delta at epsilon = {plain(epsilon)} shows {_said(power, type_one)}", "take a smaller one"
            )
        return cls(epsilon, most, power, type_one)

    def __str__(self) -> str:
        return f"{_said(self.power, self.type_one)} (by delta at epsilon = {plain(self.epsilon)})"

    @property
    def held(self) -> dict[str, Fraction]:
        """The power, the type I error, and the eps of the point."""
        return {"power": self.power, "type_one": self.type_one, "epsilon": self.epsilon}

    def missed(self, profile: Profile, witness: Witness) -> bool:
        """False: that the point is missed does not show that the power is larger."""
        return False


class PowerGoal(Struct, frozen=True):
    """A power that no attack at this type I error may exceed: `at` the points of a profile that show it."""

    power: Fraction
    type_one: Fraction

    @classmethod
    def read(cls, power: object, type_one: object) -> Self:
        """The goal. Raises BadValue unless 0 < type I error < power < 1."""
        found = cls(_probability(power, "power"), _probability(type_one, "type_one", up=True))
        if found.power <= found.type_one:
            raise BadValue(
                f"power is {plain(found.power)}, type_one is {plain(found.type_one)}",
                "power must be above it: without any output a test has as much",
            )
        return found

    def __str__(self) -> str:
        return _said(self.power, self.type_one)

    def at(self, epsilon: Fraction) -> PowerTarget:
        """The target at the point of this eps. Raises BadValue if no delta there is small enough."""
        return PowerTarget.at(self.power, self.type_one, epsilon)


def largest_delta(xp: Arithmetic, power: Value, type_one: Value, epsilon: Value) -> Value:
    """The largest delta at an eps for which no test with this type I error has more power: the inverse of
    `hypothesis_tests.power` in delta, max(b - e^eps a, 1 - a - e^eps (1 - b))."""
    growth = xp.exp(epsilon)
    return xp.maximum(power - growth * type_one, 1 - type_one - growth * (1 - power))


_TARGETS = (("epsilon", "delta"), ("mu",), ("rho",), ("advantage",), ("power", "type_one"))
_WANTED = "a target is epsilon and delta, or mu, rho or advantage, or power and type_one"


def read_goal(asked: Mapping[str, Any]) -> Goal | PowerGoal:
    """The target that a user states: epsilon and delta, or one of the others. Raises BadValue."""
    given = [name for names in _TARGETS for name in names if asked.get(name) is not None]
    begun = [names for names in _TARGETS if not set(names).isdisjoint(given)] or [_TARGETS[0]]
    if len(begun) > 1:
        first, second = (" and ".join(name for name in names if name in given) for names in begun[:2])
        raise BadValue(f"two targets are given, {second} and {first}", f"give one: {_WANTED}")
    missing = [name for name in begun[0] if name not in given]
    if missing:
        raise BadValue(f"no {' and no '.join(missing)} is given", _WANTED)
    values = [asked[name] for name in begun[0]]
    found: Goal | PowerGoal = _READ[begun[0][0]](*values)
    return found


def read_held(held: Mapping[str, Fraction]) -> Goal:
    """The target that a certificate holds, as `held` states it. Raises BadValue, or KeyError where one is missing."""
    if "power" in held:
        goal = PowerGoal.read(held["power"], held["type_one"])
        return goal.at(held["epsilon"])
    found = read_goal(held)
    assert isinstance(found, Goal)
    return found


_READ: dict[str, Any] = {
    "epsilon": Target.read,
    "mu": MuTarget.read,
    "rho": RhoTarget.read,
    "advantage": AdvantageTarget.of,
    "power": PowerGoal.read,
}


def _said(power: Fraction, type_one: Fraction) -> str:
    return f"power = {plain(power)} at type_one = {plain(type_one)}"


def _probability(value: object, name: str, *, up: bool = False) -> Fraction:
    number = exact(value, name, up=up)
    if not 0 < number < 1:
        raise BadValue(f"{name} is {plain(number)}", "it must be above 0 and below 1")
    return number
