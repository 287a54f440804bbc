"""Integer-valued noise: the exact profiles of the discrete Laplace and the discrete Gaussian mechanism, for one run.

Both have a likelihood ratio that decreases with the outcome, so the best event is {k <= m}, and delta is the largest
P(k <= m) - e^eps P(k <= m - shift) over the integers m near the cut, at which the ratio is e^eps."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value

from . import discrete_gaussian_sums as gaussian_sums

MOST_CUTS = 4


def whole_near(xp: Arithmetic, x: Value) -> range:
    """A range of integers that certainly contains both integer neighbours of x; empty if x is not known to within 1."""
    floors, negated = xp.floor_range(x), xp.floor_range(-x)
    if not floors or -negated[0] - floors[0] >= MOST_CUTS:
        return range(0)
    return range(floors[0], 1 - negated[0])


def best(xp: Arithmetic, cuts: range, gain: Callable[[int], Any]) -> Value:
    """The largest gain over these cuts, or 0; NaN if there is no cut."""
    if not cuts:
        return xp.inf - xp.inf
    found = xp.number(0)
    for m in cuts:
        found = xp.maximum(found, gain(m))
    return found


def laplace_gain(xp: Arithmetic, rate: Value, shift: int, epsilon: Value, m: int) -> Value:
    """P(k <= m) - e^eps P(k <= m - shift) for P(k) ~ e^(-rate |k|) and 0 <= m <= shift; for m < 0 a number that is at
    most the gain at m = 0, or at most 0."""
    a = xp.exp(-rate)
    return (-xp.expm1(-(m + 1) * rate) - a * xp.expm1(epsilon - (shift - m - 1) * rate)) / (1 + a)


def laplace_delta(xp: Arithmetic, rate: Value, shift: int, epsilon: Value) -> Value:
    """The profile of discrete Laplace noise: the cut is at (shift - eps/rate)/2."""
    cuts = whole_near(xp, (shift - epsilon / rate) / 2)
    return best(xp, cuts, lambda m: laplace_gain(xp, rate, shift, epsilon, m))


def truncated_gain(xp: Arithmetic, rate: Value, bound: Value, shift: int, epsilon: Value, m: int) -> Value:
    """The gain of noise within [-bound, bound], where m <= bound and shift - m <= bound + 1: either tail ends there.
    For other m the formula is no higher than at the best of these."""
    a, left_out = xp.exp(-rate), xp.exp(-(bound + 1) * rate)
    whole = (1 + a) * laplace_gain(xp, rate, shift, epsilon, m)
    return (whole + left_out * xp.expm1(epsilon)) / (1 + a - 2 * left_out)


def truncated_delta(xp: Arithmetic, rate: Value, bound: int, shift: int, epsilon: Value) -> Value:
    """The profile of that noise, whose shift is at most 2 bound + 1. The largest finite loss is that of the first
    outcome that shifted noise can reach; from there on the best event is what it cannot reach, which is as probable as
    the cut gains at that loss."""
    e = xp.minimum(epsilon, rate * max(min(shift, 2 * bound - shift), 0))
    cuts = whole_near(xp, (shift - e / rate) / 2)
    return best(xp, cuts, lambda m: truncated_gain(xp, rate, bound, shift, e, m))


def gaussian_gain(xp: Arithmetic, variance: Fraction, shift: int, epsilon: Value, m: int) -> Value:
    """P(k <= m) - e^eps P(k <= m - shift) for P(k) ~ e^(-k^2/(2 variance))."""
    return gaussian_sums.at_most(xp, variance, m) - xp.exp(epsilon) * gaussian_sums.at_most(xp, variance, m - shift)


def gaussian_delta(xp: Arithmetic, variance: Fraction, shift: int, epsilon: Value) -> Value:
    """The profile of discrete Gaussian noise: the cut is at shift/2 - eps variance/shift."""
    cuts = whole_near(xp, xp.number(Fraction(shift, 2)) - epsilon * xp.number(variance / shift))
    return best(xp, cuts, lambda m: gaussian_gain(xp, variance, shift, epsilon, m))
