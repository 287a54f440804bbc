"""Profiles made from other profiles: mixtures, the pointwise maximum or minimum, and post-processing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.arithmetic.dual import duals
from chartered_verify.enclosure import Side

from ..errors import BadValue, NeighboursMismatch, Unavailable
from ..model.guarantees import Curve, Witness
from ..model.privacy_profile import AtInfinity, Evaluation, Profile
from .tails import Fold, best_tail, folded, largest, mixed_tail, smallest, worst_tail


def mixture(parts: Sequence[tuple[Number, Profile]]) -> Profile:
    """The profile of a mechanism that draws one of several mechanisms, and discloses which.

    The probabilities do not depend on the data; delta is the weighted mean of theirs.

    Args:
        parts: Pairs (probability, profile): exact numbers above 0 with sum 1, and profiles under one relation.

    Returns:
        The profile.

    Raises:
        BadValue: There is no part, or the probabilities are not positive or, all rational, do not sum to 1.
        NeighboursMismatch: The profiles hold under different relations.
        Unavailable: A profile needs a search at each eps.

    Examples:
        >>> flat = [(ch.HALF, ch.Profile(delta=lambda xp, eps, witness, d=d: xp.number(d))) for d in (0, ch.HALF)]
        >>> proving.enclose(lambda xp: ch.mixture(flat).delta(xp, xp.number(1), {})).upper
        0.25

    References:
        Balle, Barthe, Gaboardi 2018, Theorem 2 (advanced joint convexity).
    """
    weights, profiles = [weight for weight, _ in parts], _closed([profile for _, profile in parts])
    rational = [Fraction(w) for w in weights if not callable(w)]
    if not all(w > 0 for w in rational) or (len(rational) == len(weights) and sum(rational) != 1):
        raise BadValue(
            f"the weights of a mixture are {', '.join(map(str, weights))}", "they must be positive and sum to 1"
        )

    def average(xp: Any, values: Sequence[Value]) -> Value:
        terms = [xp.number(weight) * value for weight, value in zip(weights, values, strict=True)]
        return sum(terms[1:], terms[0])

    exact = len(rational) == len(weights)
    return Profile(
        delta=_pointwise(average, profiles),
        at_infinity=AtInfinity(
            delta=folded(average, [p.at_infinity.delta for p in profiles], exact),
            max_loss=_last([p.at_infinity.max_loss for p in profiles]),
        ),
        tail=mixed_tail(weights, profiles),
        evaluation=Evaluation(derivative=_average_rate(average, profiles)),
        neighbours=profiles[0].neighbours,
    )


def greatest(profiles: Sequence[Profile]) -> Profile:
    """The pointwise maximum of profiles: that of a mechanism that behaves like the worst of them at each eps.

    Args:
        profiles: One profile or more, under one relation.

    Returns:
        The profile.

    Raises:
        BadValue: No profile is given.
        NeighboursMismatch: The profiles hold under different relations.
        Unavailable: A profile needs a search at each eps.

    Examples:
        >>> flat = [ch.Profile(delta=lambda xp, eps, witness, d=d: xp.number(d)) for d in (0, ch.HALF)]
        >>> proving.enclose(lambda xp: ch.greatest(flat).delta(xp, xp.number(1), {})).upper
        0.5
    """
    profiles = _closed(profiles)
    limits = [p.at_infinity.delta for p in profiles]
    same = all(limit == limits[0] for limit in limits)
    return Profile(
        delta=_pointwise(largest, profiles),
        at_infinity=AtInfinity(
            delta=folded(largest, limits),
            max_loss=_last([p.at_infinity.max_loss for p in profiles], none_before=None if same else 0),
        ),
        tail=worst_tail(profiles),
        neighbours=profiles[0].neighbours,
    )


def least(profiles: Sequence[Profile]) -> Profile:
    """The pointwise minimum of several profiles that all hold for one mechanism.

    Args:
        profiles: One profile or more, under one relation.

    Returns:
        The profile.

    Raises:
        BadValue: No profile is given.
        NeighboursMismatch: The profiles hold under different relations.
        Unavailable: A profile needs a search at each eps.

    Examples:
        >>> flat = [ch.Profile(delta=lambda xp, eps, witness, d=d: xp.number(d)) for d in (0, ch.HALF)]
        >>> proving.enclose(lambda xp: ch.least(flat).delta(xp, xp.number(1), {})).upper
        0.0
    """
    profiles = _closed(profiles)
    lowest = [p for p in profiles if p.at_infinity.delta == 0]
    ends = [p.at_infinity.max_loss for p in lowest if p.at_infinity.max_loss is not None]
    return Profile(
        delta=_pointwise(smallest, profiles),
        at_infinity=AtInfinity(
            delta=0 if lowest else folded(smallest, [p.at_infinity.delta for p in profiles]),
            max_loss=folded(smallest, ends)
            if ends
            else None
            if lowest
            else _last([p.at_infinity.max_loss for p in profiles], none_before=0),
        ),
        tail=best_tail(lowest),
        neighbours=profiles[0].neighbours,
    )


def postprocessed(profile: Profile) -> Profile:
    """The profile of any post-processing of a mechanism's output: an upper bound only, since delta may decrease.

    Args:
        profile: The mechanism's profile.

    Returns:
        The same numbers as an upper bound.

    Examples:
        >>> ch.postprocessed(ch.Profile(delta=lambda xp, eps, witness: xp.number(0))).side
        <Side.UPPER: 'upper'>
    """
    return profile.bounding(profile.side.then(Side.UPPER))


def _closed(profiles: Sequence[Profile]) -> Sequence[Profile]:
    """The profiles, checked for combination. Raises BadValue if there are none, NeighboursMismatch for different
    relations, Unavailable if one needs a search at each eps."""
    if not profiles:
        raise BadValue("a profile made of none", "give at least one")
    if any(p.neighbours is not profiles[0].neighbours for p in profiles):
        raise NeighboursMismatch("profiles under different neighbouring relations", "give profiles under one relation")
    if any(not p.closed_form for p in profiles):
        raise Unavailable("a profile that needs a search at each eps cannot be made into another one")
    return profiles


def _pointwise(fold: Fold, profiles: Sequence[Profile]) -> Callable[[Arithmetic, Value, Witness], Value]:
    return lambda xp, epsilon, witness: fold(xp, [p.delta(xp, epsilon, {}) for p in profiles])


def _last(ends: Sequence[Number | None], none_before: Number | None = None) -> Number | None:
    """The eps at which all profiles have reached delta at infinity, or None if that is not known of all. With
    `none_before` the combination may reach its limit at any eps from there on, so the result is a ball from there to
    the last of `ends`."""
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    last = folded(largest, known)
    if none_before is None:
        return last

    return lambda xp: xp.hull(xp.number(none_before), xp.number(last))


def _average_rate(average: Fold, profiles: Sequence[Profile]) -> Curve | None:
    """The derivative of a mixture, if at least one part states its own."""
    if all(p.evaluation.derivative is None for p in profiles):
        return None

    return lambda xp, epsilon: average(xp, [_rate(p, xp, epsilon) for p in profiles])


def _rate(profile: Profile, xp: Any, epsilon: Value) -> Value:
    if profile.evaluation.derivative is not None:
        return profile.evaluation.derivative(xp, epsilon)
    with duals(xp.bits) as tangent:
        return profile.delta(tangent, tangent.variable(epsilon), {}).derivative
