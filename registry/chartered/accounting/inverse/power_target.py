"""The search for what meets a power at a type I error: for (eps, delta) at one point of the profile after another, each
of which shows the power."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist

from chartered_verify.catching import ignoring
from msgspec.structs import replace

from ...enclose.eps_delta_mu_targets import Goal, Target
from ...enclose.other_targets import PowerGoal, PowerTarget
from ...errors import BadValue, CharteredError
from ...ledger.unknown_parameter import Unknown
from ..attack_points import best_point
from ..risk import surprise
from .solutions import Solutions
from .tried_values import Sought, log_of
from .unmet_target import most_private

_ROUNDS = 8
_CLOSE = 1e-9
"""How close the values at two points are, relatively, when the search ends."""


def solved_for_power(
    goal: PowerGoal,
    solve: Callable[[Goal], Solutions],
    sought: Sought,
    done: list[tuple[PowerTarget, Solutions]],
) -> None:
    """Appends to `done` the solutions at each point that is tried, so that it has them also if the time ends: at first
    the point that decides for a Gaussian, then that of the last solution; if there is none, the point of the ledger at
    the most private value, and eps = 0."""
    points, last = [_of_gaussian(goal)], math.inf
    others: list[Callable[[], Fraction | None]] = [
        lambda: Fraction(0),
        lambda: _point(goal, sought, most_private(sought.unknown), frozenset()),
    ]
    for _ in range(_ROUNDS):
        target = _at(goal, points[-1])
        found = solve(Target(target.epsilon, target.delta))
        done.append(
            (target, Solutions(tuple(replace(one, fails_beyond=None) for one in found.found), found.unavailable))
        )
        best = next((one for one in found.found if one.value), None)
        if best is None:
            point = others.pop()() if others else None
            if point is None and not others:
                return
            points = [point or Fraction(0)]
            continue
        following = _point(goal, sought, best.finite, frozenset({best.accountant}))
        if following is None or math.isclose(best.finite, last, rel_tol=_CLOSE):
            return
        last = float(best.finite)
        points = [*points, following] if len(points) < 2 else [_limit(points[-2], points[-1], following)]


def best_of(unknown: Unknown, done: list[tuple[PowerTarget, Solutions]]) -> tuple[PowerTarget, Solutions]:
    """Of what was found at several points the best."""

    def value(found: Solutions) -> Fraction | float:
        best = next(iter(found.found), None)
        if best is None:
            return -math.inf
        return -best.finite if unknown.larger_is_safer else best.finite

    return max(done, key=lambda pair: value(pair[1]))


def _limit(first: Fraction, second: Fraction, third: Fraction) -> Fraction:
    """About the limit of a sequence (Aitken): at a kink of the profile the points come nearer by a fixed ratio, for a
    smooth one much faster."""
    change = third - 2 * second + first
    return max(_short(float(first - (second - first) ** 2 / change)), Fraction(0)) if change else third


def _at(goal: PowerGoal, epsilon: Fraction) -> PowerTarget:
    """The target at a point; where that is too far out for any delta, just below log(b/a), where delta is almost 0; or
    at eps = 0, where every power above the type I error has a delta."""
    farthest = _short(log_of(goal.power / goal.type_one) * (1 - 1e-8))
    for point in (epsilon, farthest, Fraction(0)):
        with ignoring(BadValue):
            return goal.at(point)
    raise AssertionError("a power above the type I error has a delta at 0")


def _of_gaussian(goal: PowerGoal) -> Fraction:
    """The eps at which the tangent of the trade-off of a Gaussian with this power touches it."""
    start = -_quantile(goal.type_one)
    mu = _quantile(goal.power) + start
    return _short(abs(mu * start - mu * mu / 2))


def _quantile(probability: Fraction) -> float:
    """Of a normal variable, also next to 0 and to 1."""
    if 2 * probability > 1:
        return -_quantile(1 - probability)
    return NormalDist().inv_cdf(max(float(probability), 1e-300))


def _point(goal: PowerGoal, sought: Sought, value: Fraction, only: frozenset[str]) -> Fraction | None:
    """The eps at which the profile at a value bounds the power best, by these accountants or by any; None if none is
    found."""
    with ignoring(CharteredError):
        accounting = sought.accounting(value, only)
        return _short(float(best_point(accounting, goal.type_one, surprise(goal.type_one)).at))
    return None


def _short(epsilon: float) -> Fraction:
    """With few digits, as a certificate shows it."""
    return Fraction(f"{epsilon:.9g}")
