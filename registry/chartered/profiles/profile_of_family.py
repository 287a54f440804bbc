"""Refined profiles: the privacy profile implied by a family of (eps, delta) guarantees of one mechanism."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from chartered_verify.arithmetic import Arithmetic, Number, Value
from msgspec.structs import replace

from ..model.guarantees import Curve, Witness
from ..model.privacy_profile import AtInfinity, Profile, Tail
from . import refinement_search


def refined(
    naive: Curve,
    *,
    best: Number | None = None,
    inverse: Curve | None = None,
    tail: Tail | None = None,
    delta_at_infinity: Number = 0,
    max_loss: Number | None = None,
) -> Profile:
    """The profile of a mechanism that is (eps, naive(xp, eps))-DP for every eps > 0, as a noise calibration states.

    The guarantee (e0, d0) at any e0 >= eps implies delta = d0 + (1 - d0) (e^e0 - e^eps)/(1 + e^e0) at eps, that is, 1 -
    delta = (1 + e^eps) (1 - d0)/(1 + e^e0). So the best e0 is the maximiser of the last factor, `best`, whatever eps
    is, or eps itself for eps above it.

    Args:
        naive: naive(xp, eps): the delta that is stated; evaluated only at eps >= best. If it is smaller before (then it
            is not convex in e^eps), combine it with this profile by `least`.
        best: The eps at which (1 - naive)/(1 + e^eps) is greatest; any value is sound. None: it is searched (`peak`),
            and again in every check of a certificate; a theorem should propose it as its witness.
        inverse: inverse(xp, delta): the eps at which naive is delta, or None.
        tail: The tail of naive, or None.
        delta_at_infinity: The limit of naive.
        max_loss: An eps from which on naive equals its limit, or None.

    Returns:
        The profile.

    Examples:
        >>> profile = ch.refined(lambda xp, eps: xp.exp(-eps), best=ch.HALF)
        >>> proving.enclose(lambda xp: profile.delta(xp, xp.number(2), {})).upper
        0.1353352832366127

    References:
        Liu et al. 2022, Theorem 2.1.
    """
    touch = _searched(naive) if best is None else best
    start = tail.start if tail is not None else 0

    def delta(xp: Arithmetic, epsilon: Value, witness: Witness) -> Value:
        peak = xp.number(touch)
        return implied(xp, naive, xp.maximum(epsilon, peak), xp.positive(peak - epsilon))

    def epsilon(xp: Arithmetic, delta: Value, witness: Witness) -> Value:
        assert inverse is not None
        peak = xp.number(touch)
        level = (1 - delta) * (1 + xp.exp(peak)) / (1 - naive(xp, peak)) - 1
        return xp.log(xp.maximum(xp.minimum(level, xp.exp(peak)), xp.number(1))) + xp.positive(
            inverse(xp, delta) - peak
        )

    return Profile(
        delta=delta,
        epsilon=None if inverse is None else epsilon,
        at_infinity=AtInfinity(
            delta=delta_at_infinity,
            max_loss=None if max_loss is None else lambda xp: xp.maximum(xp.number(max_loss), xp.number(touch)),
        ),
        tail=tail and replace(tail, start=lambda xp: xp.maximum(xp.number(start), xp.number(touch))),
    )


def implied(xp: Arithmetic, naive: Curve, epsilon0: Value, gap: Value) -> Value:
    """The delta at epsilon0 - gap that is implied by the guarantee (epsilon0, naive(epsilon0))."""
    own = naive(xp, epsilon0)
    return own - (1 - own) * xp.expm1(-gap) / (1 + xp.exp(-epsilon0))


def _searched(naive: Curve) -> Number:
    """The maximiser, searched once, at its first use."""

    def found() -> Fraction:
        return refinement_search.peak(naive)

    known = cache(found)
    return lambda xp: xp.number(known())
