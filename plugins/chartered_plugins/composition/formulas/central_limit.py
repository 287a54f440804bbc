"""The normal approximation of a privacy loss that is a sum: its delta, its Berry-Esseen error, and the moments it
needs.

The loss is log(P/Q) under P, for a dominating pair (P, Q) that is symmetric. Its moments are the mean,
the variance, and the third absolute moment about the mean."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value

BERRY_ESSEEN = Fraction(14, 25)
"""For sums of different terms (Shevtsova 2010; Dong, Roth and Su 2022 take the same)."""


def delta_normal(xp: Arithmetic, mean: Value, variance: Value, epsilon: Value) -> Value:
    """The mean of (1 - e^(eps - X))_+ for a normal X: the delta of a loss that is normal. At mean = variance/2 that of
    Gaussian DP."""
    deviation = xp.sqrt(variance)
    x = (mean - epsilon) / deviation
    return xp.ndtr(x) - xp.exp(epsilon - mean + variance / 2 + xp.log_ndtr(x - deviation))


def distance(xp: Arithmetic, variance: Value, third: Value) -> Value:
    """Berry-Esseen: how far the distribution function of a sum of independent terms can be from that of the normal
    one."""
    return xp.number(BERRY_ESSEEN) * third / (variance * xp.sqrt(variance))


def smoothed_delta(xp: Arithmetic, mean: Value, variance: Value, third: Value, added: Value, epsilon: Value) -> Value:
    """An upper bound on delta: that of the normal law and its distance, with a loss of Gaussian DP of mu^2 = `added`
    added to the sum."""
    return delta_normal(xp, mean + added / 2, variance + added, epsilon) + distance(xp, variance + added, third)


def least_delta(xp: Arithmetic, mean: Value, variance: Value, third: Value, epsilon: Value) -> Value:
    """A lower bound on the delta of the sum itself: that of the normal law, less its distance."""
    return delta_normal(xp, mean, variance, epsilon) - distance(xp, variance, third)


def response(xp: Arithmetic, epsilon0: Value, k: Value) -> tuple[Value, Value, Value]:
    """The moments of k-ary randomized response: the loss is eps0 (the truth), -eps0, or 0 (one of the k - 2 values of
    neither input)."""
    other = 1 / (xp.exp(epsilon0) + k - 1)
    truth, most = 1 - (k - 1) * other, k * other
    mean = xp.expm1(epsilon0) * other
    second = (k - 1) * truth * other + other * (1 - other) + 2 * truth * other
    third = truth * most**3 + other * (1 + mean) ** 3 + (k - 2) * other * mean**3
    return epsilon0 * mean, epsilon0**2 * second, epsilon0**3 * third


def laplace(xp: Arithmetic, epsilon0: Value) -> tuple[Value, Value, Value]:
    """The moments of Laplace noise at eps0 = sensitivity/scale: the loss is eps0, -eps0, or between them with density
    e^((t-eps0)/2)/4."""
    low = xp.exp(-epsilon0)
    above = 1 - low
    mean = epsilon0 - above
    below = mean + epsilon0
    third = 48 * xp.exp(-above / 2) - low * (3 * below**2 + 12 * below + 24) + above**3 - 3 * above**2 + 12 * above - 24
    return mean, 3 - (4 * epsilon0 + 2) * low - low**2, third
