"""The search for the eps with delta(eps) = target. Proposals only: `enclose/` proves them in ball arithmetic.

Floats find the root if they can; one Newton step in balls then gives every digit. If delta underflows or cancels in
floats, the same search runs on the midpoints of balls."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ignoring, ours
from chartered_verify.numeric.bracketing import bisect, false_position
from flint import arb

from ..enclose.evaluation import delta_is
from ..errors import Unavailable
from ..model.guarantees import Witness
from ..model.privacy_profile import Profile
from ..model.typed_witness import Bracket

_ACCURACY, _DOUBLE_BITS, _CAP = 90, 53, 2048
_SPARE, _SECANTS = 40, 40
_MOST_BITS = 16384
_TURNS = 300
_DEVIATIONS = 2.5  # those of a normal loss are about so many times delta at eps = 0
_WIDEST = 2.0**1000  # of the float search; balls go on to its fourth power
_LEAST, _NEAR_ZERO, _ABOUT = 1e-290, 2.0**-4, 2.0**-10
"""The least delta of which floats have digits; an eps to which a root may be 0 instead; and about how far that of an
estimate is from a root, as a share."""

Height: TypeAlias = Callable[[Any], Any]
"""eps -> log delta(eps) - log target, for floats or for exact balls."""


def bracket(profile: Profile, target: Fraction, digits: int | None = None) -> Witness:
    """The witness of an inversion: adjacent doubles (beyond their range, equally fine dyadics) around the least eps
    with delta(eps) <= target; finer dyadics if `digits` are requested.

    Raises Unavailable if no such eps is found within 2^4000."""
    if profile.two_bounds:
        return _between(profile, target).written()
    height = _in_balls(profile, target)
    if height(arb(0)) <= 0:
        return Bracket(Fraction(0), Fraction(0)).written()
    found = None if profile.evaluation.slow else _from_floats(profile, target, height)
    if found is None:
        found = _around(profile, target, root(height, _as_if_normal(height(arb(0)), target), arb.mid))
    bits = math.ceil(((digits or 0) + 3) * math.log2(10))
    if bits <= _DOUBLE_BITS:
        return found.written()
    return _around(profile, target, _finer(profile, target, found, bits), bits).written()


def _between(profile: Profile, target: Fraction) -> Bracket:
    """The roots of both bounds of a profile that is evaluated as two. Raises Unavailable."""
    near = _about(profile, target)
    above, below = (_root_of_bound(profile, target, bound, near) for bound in (arb.upper, arb.lower))
    return Bracket(Fraction(0), Fraction(0)) if above == 0 else _around(profile, target, above, below=below)


def _about(profile: Profile, target: Fraction) -> float | None:
    """Where an estimate of delta is the target; None without an estimate, or so near 0 or the largest loss that there
    may be no root."""
    estimate, most = profile.evaluation.estimate, profile.at_infinity.max_loss
    end = float(most) * (1 - _ABOUT) if isinstance(most, int | Fraction) else math.inf
    if estimate is None:
        return None
    aim = _log(target)

    def height(eps: float) -> float:
        delta = estimate(eps)
        return math.log(delta) - aim if delta > _LEAST else -math.inf

    with ignoring(Unavailable, ArithmeticError, ValueError, TypeError):
        first = height(0.0)
        if first > 0:
            found = float(root(height, float(_as_if_normal(arb(first), target)), float))
            return found if _NEAR_ZERO < found < end else None
    return None


def _root_of_bound(profile: Profile, target: Fraction, bound: Callable[[arb], arb], near: float | None) -> arb:
    """The eps at which one of the two bounds is the target, or 0: from `near`, or from about where it is if the loss is
    normal, as far away it may be dear to evaluate."""
    with balls(2 * _ACCURACY) as xp:
        aim = xp.number(target).log()

    def height(eps: arb) -> arb:
        with balls(2 * _ACCURACY) as xp:
            delta = bound(xp.number(profile.delta(xp, eps, {})))
            return (delta.log() - aim).mid() if delta > 0 else arb.neg_inf()

    if near is not None:
        at: arb = root(height, arb(near), arb.mid, arb(1) + arb(_ABOUT))
        return at
    first = height(arb(0))
    if not first > 0:
        return arb(0)
    found: arb = root(height, _as_if_normal(first, target), arb.mid)
    return found


def _as_if_normal(first: arb, target: Fraction) -> arb:
    """Where log delta would be that of the target if the loss were normal, from how far above it is at eps = 0."""
    with balls(_ACCURACY) as xp:  # delta at 0 may be smaller than any float
        deviation = _DEVIATIONS * first.exp() * xp.number(target)
        found: arb = (deviation * (2 * first).sqrt() + deviation**2 / 2).mid()
        return found


def _finer(profile: Profile, target: Fraction, ends: Bracket, bits: int) -> arb:
    """The root between two ends to `bits` bits, by the secant method. Raises Unavailable."""
    height = _in_balls(profile, target, bits + _SPARE)
    with balls(bits + 2 * _SPARE) as xp:
        low, high = xp.number(ends.below or 0), xp.number(ends.above or 0)
        at, other = height(high), height(low)
        for _ in range(_SECANTS):
            if at == other:
                break
            after: arb = (high - at * (high - low) / (at - other)).mid()
            if abs(after - high) <= abs(after) * arb(2) ** -(bits + 2):
                return after
            low, other, high, at = high, at, after, height(after)
    raise Unavailable("the secant does not settle on the least eps")


def _around(
    profile: Profile, target: Fraction, root: arb, bits: int = _DOUBLE_BITS, tries: int = 60, below: arb | None = None
) -> Bracket:
    """The neighbours of a root, or of one root and another one `below` it, among numbers of `bits` bits, moved outward
    until they certainly enclose the least eps. Raises Unavailable after `tries` attempts."""
    above, under = _grid(root, 1, bits), _grid(root if below is None else below, 0, bits)
    cap = max(_CAP, 8 * bits)
    for _ in range(tries):
        at_most = delta_is(profile, above, target, at_most=True, cap=cap)
        at_least = under <= 0 or delta_is(profile, under, target, at_most=False, cap=cap)
        if at_most and at_least:
            return Bracket(above, under)
        gap = above - under
        above, under = (above if at_most else above + gap), (under if at_least else max(Fraction(0), under - gap))
    raise Unavailable("the inversion of the profile found no bracket")


def _from_floats(profile: Profile, target: Fraction, exactly: Height) -> Bracket | None:
    """The bracket around a root in floats, after one Newton step in balls; None if floats cannot represent it."""
    try:
        height = _in_floats(profile, target)
        near = float(root(height, 1.0, float))
        slope = (height(near * (1 + 1e-5)) - height(near)) / (near * 1e-5)
        if not (math.isfinite(slope) and slope < 0):
            return None
        with balls(192):
            corrected = (arb(near) - exactly(arb(near)) / arb(slope)).mid()
            if not abs(corrected - arb(near)) < abs(arb(near)) * arb(2) ** -20:
                return None
        return _around(profile, target, corrected, tries=2)
    except ours(Unavailable, ArithmeticError, ValueError, TypeError):
        return None


def _in_floats(profile: Profile, target: Fraction) -> Height:
    aim = _log(target)
    if aim < -660:
        raise Unavailable("the target is lost in floats")

    def height(eps: float) -> float:
        delta = float(profile.delta(floats, float(eps), {}))
        if not 0 <= delta <= 1:
            raise Unavailable("delta is lost in floats")
        return math.log(delta) - aim if delta > _LEAST else -math.inf

    return height


def _log(target: Fraction) -> float:
    return math.log(target.numerator) - math.log(target.denominator)


def _in_balls(profile: Profile, target: Fraction, accuracy: int = _ACCURACY) -> Height:
    """log delta(eps) - log target at ball midpoints, with as many bits as the cancellation in the profile needs."""
    bits = max(192, 2 * accuracy)

    def height(eps: arb) -> Any:
        nonlocal bits
        while True:
            with balls(bits) as xp:
                ball = profile.delta(xp, eps, {})
                good = ball.rel_accuracy_bits() >= accuracy
                if (
                    ball.is_zero()
                    or (not good and ball < xp.number(target) / 4)
                    or (bits >= _MOST_BITS and not ball > 0)
                ):
                    return arb.neg_inf()  # far below the target; only the sign matters
                if good or bits >= _MOST_BITS:
                    return (ball.mid().log() - xp.number(target).log()).mid()
            bits *= 2

    return height


def root(height: Height, start: Any, point: Callable[[Any], Any], factor: Any = 4) -> Any:
    """A root of the decreasing function `height`: bracketed by growing factors from `start`, the first one `factor`,
    bisected in the exponent, then false position. `point` makes an exact number of a computed one."""
    with balls(192):
        low, high = bisect(
            lambda x: bool(height(x) > 0),
            *_enclosing_pair(height, start, factor),
            narrow=lambda low, high: not high > 8 * low,
            middle=lambda low, high: point(low**0.5 * high**0.5),  # their product may overflow
        )
        x = high
        steps = false_position(height, (high, height(high)), (low, height(low)), exact=point)
        for (x, at), above, below in islice(steps, _TURNS):
            if abs(at) < 2.0**-85 or above[0] - below[0] < x * 2.0**-80:
                break
        return x


def _enclosing_pair(height: Height, start: Any, factor: Any) -> tuple[Any, Any]:
    """(low, high) with 0 < low < high and height(low) > 0 >= height(high)."""
    rising = height(start) > 0
    while True:
        other = start * factor if rising else start / factor
        if (height(other) > 0) is not rising:
            return (start, other) if rising else (other, start)
        start, factor = other, factor * factor
        limit = _WIDEST if isinstance(start, float) else arb(_WIDEST) ** 4
        if other > limit or other < 1 / limit:
            raise Unavailable("the profile does not fall to the target within eps = 2^4000")


def _grid(x: arb, up: int, bits: int) -> Fraction:
    """The adjacent number with `bits` bits below (up = 0) or above (up = 1) x."""
    man, exp = (int(part) for part in x.man_exp())
    drop = man.bit_length() - bits
    man, exp = (man >> drop, exp + drop) if drop > 0 else (man, exp)
    return Fraction(man + up) * Fraction(2) ** exp
