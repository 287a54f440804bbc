"""Profiles outside a failure of some probability: the part of delta above that probability."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value
from msgspec import structs

from ..model.failure_event import without_failure_event
from ..model.guarantees import Witness
from ..model.privacy_profile import AtInfinity, Profile, Tail


def outside_failure(profile: Profile, mass: Number, end: Fraction | None = None) -> Profile:
    """The profile (delta - d)_+/(1 - d): delta <= d + (1 - d) delta' if and only if this one is at most delta'. It is
    convex in e^eps if `profile` is, and 0 where delta is at most d; `end` is such an eps, if one is known.

    It is nowhere above `profile`, so a mu that is known of that holds of it; no more is stated of the tail, as beyond
    that eps nothing is to be shown."""
    rate, known = profile.evaluation.derivative, profile.tail

    def delta(xp: Arithmetic, epsilon: Value, witness: Witness) -> Value:
        return without_failure_event(xp, xp.number(mass), profile.delta(xp, epsilon, witness))

    def derivative(xp: Any, epsilon: Any) -> Any:
        """On an interval that may reach to where delta is d, the slopes on both sides."""
        assert rate is not None
        above = profile.delta(xp, epsilon, {}) - xp.number(mass)
        if above <= 0:
            return xp.number(0)
        slope = rate(xp, epsilon) / (1 - xp.number(mass))
        return slope if above > 0 else slope.union(xp.number(0))

    return replace(
        profile,
        delta=delta,
        epsilon=None,
        evaluation=structs.replace(profile.evaluation, derivative=None if rate is None else derivative),
        tail=None if known is None or known.mu is None else Tail(start=known.start, mu=known.mu),
        at_infinity=AtInfinity(max_loss=end),
        dominated=None,
        lower_bound=None,
    )
