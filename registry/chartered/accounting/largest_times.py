"""The largest number of runs within a target, (eps, delta) or mu; and the residual of a path at a value of the
unknown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from chartered_verify.enclosure import Side
from chartered_verify.outside import ignoring, ours

from ..enclose.targets import Goal
from ..errors import Unavailable
from ..ledger.open_parameter import UNBOUNDED, Unknown
from ..model.guarantees import Witness
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.questions import DeltaAt
from ..paths.derivation import Derivation, composed_profile, step_guarantees
from ..search.propose import propose
from ..search.threshold import safe_end
from .accounting import Accounting
from .answers import NoAnswer
from .ledger_paths import Composed
from .reasons import in_words
from .solutions import Solution, Solutions


@dataclass(slots=True)
class Asked:
    """The residual of the target as a function of the unknown x; `silent` keeps, for each x without an answer, the
    reason."""

    target: Goal
    profile_at: Callable[[float], Profile]
    silent: dict[float, str] = field(default_factory=dict)
    answered: bool = False

    def __call__(self, x: float) -> float | None:
        """The residual at x (see `miss`); None if there is no answer."""
        try:
            missing = miss(self.target, self.profile_at(x))
        except ours(Unavailable, ArithmeticError) as why:
            self.silent[x] = in_words(why)
            return None
        self.answered = True
        return missing

    def ends(self, x: float, larger: bool, width: float) -> str | None:
        """The reason why there is no answer within `width` of x on its less private side, or None."""
        beside = (why for y, why in self.silent.items() if (y < x if larger else y > x) and abs(y - x) <= width)
        return next(beside, None)


def estimated(
    target: Goal, profile_at: Callable[[float], Profile], domain: tuple[float, float], near: float, *, larger: bool
) -> float:
    """About the last value that meets the target, by estimates of delta from `near` on, so that few answers have to be
    proved; `near` itself where profiles have no estimates."""
    asked = [(_double(q.at), most) for q, most in target.questions if isinstance(q, DeltaAt) and q.at and most]
    if not asked or math.isinf(asked[0][0]) or not _estimates(profile_at, near):
        return near
    ((epsilon, delta),) = asked

    def miss(x: float) -> float | None:
        with ignoring(Unavailable, ArithmeticError, ValueError):
            estimate = profile_at(x).search.estimate
            return None if estimate is None else log_ratio(estimate(epsilon), delta)
        return None

    return safe_end(miss, domain, near, larger=larger, narrow=_ABOUT, silent=_ABOUT) or near


def _double(x: Fraction) -> float:
    """The nearest one; infinite for numbers beyond all."""
    return float(x) if x < 2.0**1000 else math.inf


def _estimates(profile_at: Callable[[float], Profile], x: float) -> bool:
    with ignoring(Unavailable, ArithmeticError):
        return profile_at(x).search.estimate is not None
    return False


_ABOUT = 2.0**-12
"""The relative width at which a search by estimates ends."""
_COUNTS = (1, 2, 1000, 10**6)
"""The numbers of runs for which paths are searched, since a theorem may apply to few runs only, or to many only."""


def largest_times(unknown: Unknown, neighbours: Neighbours, target: Goal, only: frozenset[str]) -> Solutions:
    """The largest number of runs of a step in its ledger that certainly meets the target, along each path, the largest
    first.

    A path may have no answer for some numbers of runs, such as one, and still have one for others."""
    solutions: list[Solution] = []
    silent: list[NoAnswer] = []
    refused, seen, near = set[Derivation](), set[Derivation](), 1
    ledgers = (Accounting(unknown.registry, unknown.entries_at(n), neighbours, only=only) for n in _COUNTS)
    for path in (path for ledger in ledgers for path in ledger.paths(refused)):
        if path.derivation in seen:
            continue
        seen.add(path.derivation)
        asked, found = _times(unknown, neighbours, path, target, near)
        if (
            found.value == 0 and 1 in asked.silent
        ):  # no answer for one run, and none that meets the target for more runs
            silent.append(NoAnswer(found.accountant, asked.silent[1]))
            refused.add(path.derivation)
            continue
        if found.ends is not None:  # this path has no answer for more runs, but another may
            refused.add(path.derivation)
        solutions.append(found)
        near = max(near, int(found.value)) if found.value < UNBOUNDED else near
    return Solutions.of(sorted(solutions, key=lambda s: (-s.value, len(s.path))), silent)


def _times(unknown: Unknown, neighbours: Neighbours, path: Composed, target: Goal, near: int) -> tuple[Asked, Solution]:
    derivation, side = path.derivation, path.profile.side
    guarantees, first = step_guarantees(unknown.registry, unknown.entries_at(1), neighbours, derivation)
    _, second = step_guarantees(unknown.registry, unknown.entries_at(2), neighbours, derivation)

    def profile_of(n: float) -> Profile:
        counts = [one + (int(n) - 1) * (two - one) for one, two in zip(first, second, strict=True)]
        return composed_profile(unknown.registry, derivation, neighbours, guarantees, counts)

    asked, domain = Asked(target, profile_of), (1, UNBOUNDED)
    near = max(1, int(estimated(target, profile_of, domain, near, larger=False)))
    times = safe_end(asked, domain, near, larger=False, whole=True) or 0
    if times >= UNBOUNDED:
        return asked, Solution(derivation, math.inf, side)
    fails, ends = (
        missed(target, lambda: profile_of(times + 1)),
        asked.ends(times, larger=False, width=1) if times else None,
    )
    return asked, Solution(derivation, int(times), side, fails, ends)


def missed(target: Goal, profile: Callable[[], Profile]) -> bool | None:
    """True if a profile proves that the target is missed; otherwise None."""
    try:
        found = profile()
        exact = (
            found.side is Side.EXACT or found.at_infinity.max_loss_is_tight or found.lower_bound is not None
        )  # other profiles prove no lower bound, so that the search would be in vain
        return (exact and target.missed(found, proposed(target, found))) or None
    except ours(Unavailable, ArithmeticError):
        return None


def proposed(target: Goal, profile: Profile) -> Witness:
    """The witness, found by a search, for the question that decides the target. Raises Unavailable or
    ArithmeticError."""
    return {} if target.stated(profile) is not None else propose(profile, target.asked(profile)[0])


def miss(target: Goal, profile: Profile) -> float:
    """The residual log(certified upper bound / largest allowed value): at most 0 only if the target is certainly met.

    Raises Unavailable or ArithmeticError if the profile has no answer."""
    bound = target.reached(profile, proposed(target, profile)).bound
    return _with_sign(log_ratio(bound.upper, target.asked(profile)[1]), met=target.met_by(profile, bound))


def log_ratio(found: float, limit: Fraction) -> float:
    """log(found/limit); infinite if doubles cannot represent it."""
    return math.log(found) - _log(limit) if 0 < found < math.inf and limit > 0 else math.inf


def _with_sign(ratio: float, *, met: bool) -> float:
    """The ratio with the sign that ball arithmetic has decided."""
    return -abs(ratio) if met else max(abs(ratio), 1e-300)


def _log(x: Fraction) -> float:
    """The logarithm of a positive number of any size."""
    if 2.0**-1000 < x < 2.0**1000:
        return math.log(float(x))
    return math.log(x.numerator) - math.log(x.denominator)
