"""The normal approximation of a privacy loss that is a sum: its delta, its Berry-Esseen error, and the moments of
single losses.

The loss is log(P/Q) under P, for a symmetric dominating pair (P, Q). Its moments are the mean, the variance, and the
third absolute central moment."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.arithmetic import Arithmetic, Value

BERRY_ESSEEN = Fraction(14, 25)
"""The Berry-Esseen constant for sums of different terms (Shevtsova 2010; also used by Dong, Roth and Su 2022)."""


def delta_normal(xp: Arithmetic, mean: Value, variance: Value, epsilon: Value) -> Value:
    """delta(eps) = E (1 - e^(eps - X))_+ of a normal loss X. For mean = variance/2 it is that of Gaussian DP."""
    deviation = xp.sqrt(variance)
    x = (mean - epsilon) / deviation
    return xp.ndtr(x) - xp.exp(epsilon - mean + variance / 2 + xp.log_ndtr(x - deviation))


def distance(xp: Arithmetic, variance: Value, third: Value) -> Value:
    """The Berry-Esseen bound on the distance between the distribution function of a sum of independent terms and the
    normal one."""
    return xp.number(BERRY_ESSEEN) * third / (variance * xp.sqrt(variance))


def smoothed_delta(xp: Arithmetic, mean: Value, variance: Value, third: Value, added: Value, epsilon: Value) -> Value:
    """An upper bound on delta: that of the normal approximation plus its error, after adding a loss of Gaussian DP with
    mu^2 = `added` to the sum."""
    return delta_normal(xp, mean + added / 2, variance + added, epsilon) + distance(xp, variance + added, third)


def least_delta(xp: Arithmetic, mean: Value, variance: Value, third: Value, epsilon: Value) -> Value:
    """A lower bound on the delta of the sum itself: that of the normal approximation minus its error."""
    return delta_normal(xp, mean, variance, epsilon) - distance(xp, variance, third)


def response(xp: Arithmetic, epsilon0: Value, k: Value) -> tuple[Value, Value, Value]:
    """(mean, variance, third) for k-ary randomized response: the loss is eps0 (the true value), -eps0 (the
    neighbour's), or 0 (one of the other k - 2 values)."""
    other = 1 / (xp.exp(epsilon0) + k - 1)
    truth, most = 1 - (k - 1) * other, k * other
    mean = xp.expm1(epsilon0) * other
    second = (k - 1) * truth * other + other * (1 - other) + 2 * truth * other
    third = truth * most**3 + other * (1 + mean) ** 3 + (k - 2) * other * mean**3
    return epsilon0 * mean, epsilon0**2 * second, epsilon0**3 * third


def laplace(xp: Arithmetic, epsilon0: Value) -> tuple[Value, Value, Value]:
    """(mean, variance, third) for Laplace noise at eps0 = sensitivity/scale: the loss is eps0, -eps0, or in between
    with density e^((t-eps0)/2)/4."""
    low = xp.exp(-epsilon0)
    above = 1 - low
    mean = epsilon0 - above
    below = mean + epsilon0
    third = 48 * xp.exp(-above / 2) - low * (3 * below**2 + 12 * below + 24) + above**3 - 3 * above**2 + 12 * above - 24
    return mean, 3 - (4 * epsilon0 + 2) * low - low**2, third
