"""Searches the eps at which a profile falls to a target delta. It only proposes: `enclosing` decides in balls."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from chartered_verify.arithmetic import Balls, balls
from flint import arb

from .errors import Unavailable
from .guarantees import Profile, Witness

_ACCURACY = 90
_MOST_BITS = 16384
_WIDEST = Fraction(2) ** 4000


def bracket(profile: Profile, target: Fraction) -> Witness:
    """Neighbouring doubles (or equally fine dyadics beyond their range) around the least eps with delta(eps) <= target.

    Raises Unavailable if no such eps is found within 2^4000.
    """
    height = _Height(profile, target)
    if height(arb(0)) <= 0:
        return {"above": Fraction(0), "below": Fraction(0)}
    low, high = _enclosing_pair(height)
    root = _root(height, low, high)
    above, below = _grid(root, 1), _grid(root, 0)
    for _ in range(60):
        over = height(arb(0) + _ball(above)) <= 0
        under = height(_ball(below)) >= 0
        if over and under:
            return {"above": above, "below": below}
        gap = above - below
        above, below = (above if over else above + gap), (below if under else max(Fraction(0), below - gap))
    raise Unavailable("the inversion of the profile found no bracket")


class _Height:
    """log delta(eps) - log target at ball midpoints, with as many bits as the profile's cancellation needs."""

    def __init__(self, profile: Profile, target: Fraction) -> None:
        self.delta: Callable[[Balls, arb], arb] = lambda xp, eps: profile.delta(xp, eps, {})
        self.target = target
        self.bits = 192

    def __call__(self, eps: arb) -> arb:
        while True:
            with balls(self.bits) as xp:
                ball = self.delta(xp, eps)
                if ball.is_zero() or (ball.rel_accuracy_bits() < _ACCURACY and self.bits >= _MOST_BITS and not ball > 0):
                    return arb.neg_inf()
                if ball.rel_accuracy_bits() >= _ACCURACY or self.bits >= _MOST_BITS:
                    return (ball.mid().log() - xp.number(self.target).log()).mid()
            self.bits *= 2


def _enclosing_pair(height: _Height) -> tuple[arb, arb]:
    """0 < low < high with height(low) > 0 >= height(high), by ever larger factors from 1."""
    start, factor = arb(1), arb(4)
    rising = height(start) > 0
    other = start
    while True:
        other = start * factor if rising else start / factor
        if (height(other) > 0) is not rising:
            return (start, other) if rising else (other, start)
        start, factor = other, factor * factor
        if other > _ball(_WIDEST) or other < 1 / _ball(_WIDEST):
            raise Unavailable("the profile does not fall to the target within eps = 2^4000")


def _root(height: _Height, low: arb, high: arb) -> arb:
    """False position with the Anderson-Bjorck weight, after bisection of the exponent has brought the ends close."""
    with balls(192):
        while high > 8 * low:
            middle = (low * high).sqrt().mid()
            low, high = (middle, high) if height(middle) > 0 else (low, middle)
        at_low, at_high = height(low), height(high)
        for _ in range(120):
            finite = at_high.is_finite()
            x = ((low * at_high - high * at_low) / (at_high - at_low)).mid() if finite else ((low + high) / 2).mid()
            if not (low < x < high):
                break
            at_x = height(x)
            if abs(at_x) < arb(2) ** -85 or high - low < x * arb(2) ** -80:
                return x
            if at_x > 0:
                weight = 1 - at_x / at_low
                at_high = at_high * (weight if weight > 0 else arb(0.5)).mid()
                low, at_low = x, at_x
            else:
                if at_high.is_finite():
                    weight = 1 - at_x / at_high
                    at_low = at_low * (weight if weight > 0 else arb(0.5)).mid()
                high, at_high = x, at_x
            at_low, at_high = at_low.mid(), at_high.mid()
        return ((low + high) / 2).mid()


def _grid(x: arb, up: int) -> Fraction:
    """The multiple of the last place of a 53-bit number next to x, below (0) or above (1)."""
    man, exp = (int(part) for part in x.man_exp())
    drop = man.bit_length() - 53
    man, exp = (man >> drop, exp + drop) if drop > 0 else (man, exp)
    return Fraction(man + up) * Fraction(2) ** exp


def _ball(x: Fraction) -> arb:
    man, exp = x.numerator, -(x.denominator.bit_length() - 1)
    return arb((man, exp)) if x.denominator & (x.denominator - 1) == 0 else arb(math.nan)
