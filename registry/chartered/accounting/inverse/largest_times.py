"""The largest number of runs within a target, (eps, delta) or mu."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from chartered_verify.catching import ignoring, ours
from chartered_verify.enclosure import Side

from ...enclose.eps_delta_mu_targets import Goal
from ...errors import Unavailable
from ...ledger.unknown_parameter import UNBOUNDED
from ...model.privacy_profile import Profile
from ...model.questions import DeltaAt
from ...paths.derivation import Derivation
from ...paths.replay import Replay
from ...search.threshold import safe_end
from ..answers import NoAnswer
from ..path_combinations import Composed
from .solutions import Solution, Solutions
from .tried_values import Asked, Sought, Tried, log_ratio, proposed


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
            estimate = profile_at(x).evaluation.estimate
            return None if estimate is None else log_ratio(estimate(epsilon), delta)
        return None

    return safe_end(miss, domain, near, larger=larger, narrow=_ABOUT, silent=_ABOUT) or near


def _double(x: Fraction) -> float:
    """The nearest one; infinite for numbers beyond all."""
    return float(x) if x < 2.0**1000 else math.inf


def _estimates(profile_at: Callable[[float], Profile], x: float) -> bool:
    """Whether estimates take less time than answers, also one of each profile."""
    with ignoring(Unavailable, ArithmeticError):
        known = profile_at(x).evaluation
        return known.estimate is not None and not known.rough
    return False


_ABOUT = 2.0**-12
"""The relative width at which a search by estimates ends."""
_COUNTS = (1, 2, 1000, 10**6)
"""The numbers of runs for which paths are searched, since a theorem may apply to few runs only, or to many only."""


def largest_times(sought: Sought, target: Goal, tried: Tried) -> Solutions:
    """The largest number of runs of a step in its ledger that certainly meets the target, along each path, the largest
    first.

    A path may have no answer for some numbers of runs, such as one, and still have one for others."""
    silent: list[NoAnswer] = []
    refused, seen, near = set[Derivation](), set[Derivation](), 1
    for path in (path for n in _COUNTS for path in sought.accounting(n).paths(refused)):
        if path.derivation in seen:
            continue
        seen.add(path.derivation)
        asked, found = _times(sought, target, path, near, tried)
        why = asked.silent.get(1, asked.silent.get(near))
        if found.value == 0 and why is not None:  # for one run, or for as many as are known to meet the target
            silent.append(NoAnswer(found.accountant, why))
            refused.add(path.derivation)
            continue
        if found.ends is not None:  # this path has no answer for more runs, but another may
            refused.add(path.derivation)
        tried.solutions.append(found)
        near = max(near, int(found.value)) if found.value < UNBOUNDED else near
    return Solutions.of(sorted(tried.solutions, key=lambda s: (-s.value, len(s.path))), silent)


def counted(times: float) -> float:
    """A number of runs as an integer; infinite from the largest one on that is tried."""
    return math.inf if times >= UNBOUNDED else int(times)


def _times(sought: Sought, target: Goal, path: Composed, near: int, tried: Tried) -> tuple[Asked, Solution]:
    derivation, side, unknown = path.derivation, path.profile.side, sought.unknown
    replay = Replay(unknown.registry, sought.neighbours, derivation)
    (guarantees, first), (_, second) = (replay.guarantees(unknown.entries_at(n)) for n in (1, 2))
    below = replay.below(unknown.entries_at(1))

    def profile_of(n: float) -> Profile:
        counts = [one + (int(n) - 1) * (two - one) for one, two in zip(first, second, strict=True)]
        return replay.composed(guarantees, counts, below)

    asked, domain = Asked(target, profile_of), (1, UNBOUNDED)
    tried.along.append((path, asked))
    if near > 1 and path.dear and asked(near) is None:
        return asked, Solution(derivation, 0, side)  # a slow search for what is not the largest number
    near = max(1, int(estimated(target, profile_of, domain, near, larger=False)))
    times = safe_end(asked, domain, near, larger=False, whole=True) or 0
    if times >= UNBOUNDED:
        return asked, Solution(derivation, counted(times), side)
    fails, ends = (
        missed(target, lambda: profile_of(times + 1)),
        asked.ends(times, larger=False, width=1) if times else None,
    )
    return asked, Solution(derivation, counted(times), side, fails, ends)


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
