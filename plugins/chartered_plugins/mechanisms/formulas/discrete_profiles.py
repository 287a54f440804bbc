"""Noise on the integers: the exact profiles of the discrete Laplace and the discrete Gaussian mechanism, one run.

Both have a likelihood ratio that falls with the outcome, so the best event is {k <= m}, and delta is the largest
P(k <= m) - e^eps P(k <= m - shift) over the whole m near the cut at which the ratio is e^eps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value

from . import discrete_gaussian_sums as gaussian_sums

MOST_CUTS = 4


def whole_near(xp: Arithmetic, x: Value) -> range:
    """Whole numbers that certainly hold both neighbours of x. Empty where x is not known to within 1."""
    if xp.name in ("balls", "duals"):
        x = x.value if xp.name == "duals" else x
        low, high = x.lower().floor().unique_fmpz(), x.upper().ceil().unique_fmpz()
        found = range(0) if low is None or high is None else range(int(low), int(high) + 1)
    else:
        found = range(math.floor(x), math.ceil(x) + 1)
    return found if len(found) <= MOST_CUTS else range(0)


def best(xp: Arithmetic, cuts: range, gain: Callable[[int], Any]) -> Value:
    """The largest gain of these cuts, or 0; not a number where there is no cut to try."""
    if not cuts:
        return xp.inf - xp.inf
    found = xp.number(0)
    for m in cuts:
        found = xp.maximum(found, gain(m))
    return found


def laplace_gain(xp: Arithmetic, rate: Value, shift: int, epsilon: Value, m: int) -> Value:
    """P(k <= m) - e^eps P(k <= m - shift) for P(k) ~ e^(-rate |k|) and 0 <= m <= shift; at m < 0 a number that is at
    most that of m = 0, or at most 0."""
    a = xp.exp(-rate)
    return (-xp.expm1(-(m + 1) * rate) - a * xp.expm1(epsilon - (shift - m - 1) * rate)) / (1 + a)


def laplace_delta(xp: Arithmetic, rate: Value, shift: int, epsilon: Value) -> Value:
    """The profile of discrete Laplace noise: the cut is at (shift - eps/rate)/2."""
    cuts = whole_near(xp, (shift - epsilon / rate) / 2)
    return best(xp, cuts, lambda m: laplace_gain(xp, rate, shift, epsilon, m))


def gaussian_gain(xp: Arithmetic, variance: Value, shift: int, epsilon: Value, m: int) -> Value:
    """P(k <= m) - e^eps P(k <= m - shift) for P(k) ~ e^(-k^2/(2 variance))."""
    return gaussian_sums.at_most(xp, variance, m) - xp.exp(epsilon) * gaussian_sums.at_most(xp, variance, m - shift)


def gaussian_delta(xp: Arithmetic, variance: Value, shift: int, epsilon: Value) -> Value:
    """The profile of discrete Gaussian noise: the cut is at shift/2 - eps variance/shift."""
    cuts = whole_near(xp, xp.number(shift) / 2 - epsilon * variance / shift)
    return best(xp, cuts, lambda m: gaussian_gain(xp, variance, shift, epsilon, m))
