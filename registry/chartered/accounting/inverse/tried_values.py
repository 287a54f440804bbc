"""What the search of an unknown asks and proves: the residual of a path at a value, and every value that met the
target."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from msgspec import Struct, field
from msgspec.structs import replace

from ...certificate.met_target import Met
from ...enclose.eps_delta_mu_targets import Goal
from ...errors import Unavailable
from ...ledger.unknown_parameter import Unknown
from ...model.guarantees import Witness
from ...model.mechanisms import Parameter
from ...model.neighbours import Neighbours
from ...model.privacy_profile import Profile
from ...paths.derivation import Derivation
from ...paths.replay import with_witnesses
from ...search.propose import propose
from ..answers import NoAnswer
from ..every_path import Accounting
from ..path_combinations import Composed
from ..question_time_limit import TimeLimit
from ..request import Request, in_words, out_of_time
from .solutions import Solution, Solutions


class Sought(Struct, frozen=True):
    """What an inverse question asks beside its target: the unknown, the relation, the accountants, the time."""

    unknown: Unknown
    neighbours: Neighbours
    only: frozenset[str]
    limit: TimeLimit

    @property
    def parameter(self) -> Parameter:
        """The parameter that is the unknown."""
        assert self.unknown.gap is not None
        return self.unknown.gap.parameter

    def accounting(self, value: Fraction | int, only: frozenset[str] | None = None) -> Accounting:
        """The ledger at a value of the unknown, by the accountants or by these, within the time that is left."""
        entries, asked = self.unknown.entries_at(value), self.only if only is None else only
        return Accounting(Request(self.unknown.registry, entries, self.neighbours, only=asked), seconds=self.limit.left)


class Asked(Struct):
    """The residual of the target as a function of the unknown x; `silent` keeps, for each x without an answer, the
    reason, and `met` each x that certainly meets the target."""

    target: Goal
    profile_at: Callable[[float], Profile]
    silent: dict[float, str] = field(default_factory=dict)
    met: list[float] = field(default_factory=list)
    answered: bool = False

    def __call__(self, x: float) -> float | None:
        """The residual at x (see `miss`); None if there is no answer."""
        try:
            missing = miss(self.target, self.profile_at(x))
        except ours(Unavailable, ArithmeticError) as why:
            self.silent[x] = in_words(why)
            return None
        self.answered = True
        if missing <= 0:
            self.met.append(x)
        return missing

    def ends(self, x: float, larger: bool, width: float) -> str | None:
        """The reason why there is no answer within `width` of x on its less private side, or None."""
        beside = (why for y, why in self.silent.items() if (y < x if larger else y > x) and abs(y - x) <= width)
        return next(beside, None)


class Tried(Struct, frozen=True):
    """What a search has proved so far along each path, from which its answers are taken if its time ends."""

    along: list[tuple[Composed, Asked]] = field(default_factory=list)
    solutions: list[Solution] = field(default_factory=list)
    """Those of paths whose search has ended."""

    def by_now(self, value_of: Callable[[float], float | Fraction], larger: bool, seconds: float | None) -> Solutions:
        """The best value of each path so far, a larger or a smaller one; and the accountants without one."""
        best: dict[Derivation, Solution] = {}
        ends = ((path, (max if larger else min)(asked.met)) for path, asked in self.along if asked.met)
        found = (Solution(path.derivation, value_of(x), path.profile.side) for path, x in ends)
        for one in (*self.solutions, *found):
            other = best.setdefault(one.derivation, one)
            if one.finite != other.finite and (one.finite > other.finite) is larger:
                best[one.derivation] = one
        silent = [
            NoAnswer(
                path.derivation.accountant,
                out_of_time(seconds) if asked.answered else next(iter(asked.silent.values()), out_of_time(seconds)),
            )
            for path, asked in self.along
        ]
        return Solutions.of(sorted(best.values(), key=lambda s: len(s.path)), silent)


def proposed(target: Goal, profile: Profile) -> Witness:
    """The witness, found by a search, for the question that decides the target. Raises Unavailable or
    ArithmeticError."""
    return {} if target.stated(profile) is not None else propose(profile, target.asked(profile)[0])


def shown_again(unknown: Unknown, target: Goal, neighbours: Neighbours, best: Solution) -> Met:
    """An answer with the witnesses that prove it, which are searched. Raises Unavailable."""
    found = Met(unknown, target, neighbours, best.derivation, best.finite, {}, None)
    witness = proposed(found.target, found.profile_at(best.finite))
    after = found.next_one if best.fails_beyond else None
    beyond = proposed(found.target, found.profile_at(after)) if after is not None else None
    derivation = best.derivation
    for value in (best.finite, after):
        if value is not None:
            known, entries = found.unknown.registry, found.unknown.entries_at(value)
            derivation = with_witnesses(known, entries, found.neighbours, derivation)
    return replace(found, derivation=derivation, witness=witness, beyond=beyond)


def miss(target: Goal, profile: Profile) -> float:
    """The residual log(certified upper bound / largest allowed value): at most 0 only if the target is certainly met.

    Raises Unavailable or ArithmeticError if the profile has no answer."""
    profile = profile.bounding(Side.UPPER) if profile.two_bounds else profile  # what is below takes as long again
    bound = target.reached(profile, proposed(target, profile)).bound
    return _with_sign(log_ratio(bound.upper, target.most(profile)), met=target.met_by(profile, bound))


def log_ratio(found: float, limit: Fraction) -> float:
    """log(found/limit); infinite if doubles cannot represent it."""
    return math.log(found) - log_of(limit) if 0 < found < math.inf and limit > 0 else math.inf


def _with_sign(ratio: float, *, met: bool) -> float:
    """The ratio with the sign that ball arithmetic has decided."""
    return -abs(ratio) if met else max(abs(ratio), 1e-300)


def log_of(x: Fraction) -> float:
    """The logarithm of a positive number of any size."""
    if 2.0**-1000 < x < 2.0**1000:
        return math.log(float(x))
    return math.log(x.numerator) - math.log(x.denominator)
