"""The upper tail of additive noise: the probability that it is at least a number."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from chartered_verify.arithmetic import Arithmetic, Value

from . import discrete_gaussian_sums


def gaussian(xp: Arithmetic, sigma: Fraction, gap: Fraction) -> Value:
    """Of Gaussian noise of the standard deviation `sigma`."""
    return xp.ndtr(-xp.number(gap) / xp.number(sigma))


def discrete_gaussian(xp: Arithmetic, sigma: Fraction, gap: Fraction) -> Value:
    """Of Gaussian noise on the integers, of the parameter `sigma`."""
    return discrete_gaussian_sums.at_most(xp, sigma**2, -ceil(gap))


def laplace(xp: Arithmetic, scale: Fraction, gap: Fraction) -> Value:
    """Of Laplace noise."""
    beyond = xp.exp(-xp.number(abs(gap)) / xp.number(scale)) / 2
    return beyond if gap >= 0 else 1 - beyond


def discrete_laplace(xp: Arithmetic, scale: Fraction, gap: Fraction) -> Value:
    """Of Laplace noise on the integers, P(k) ~ e^(-|k|/scale)."""
    least = ceil(gap)
    ratio, beyond = (xp.exp(-xp.number(steps) / xp.number(scale)) for steps in (1, least if least > 0 else 1 - least))
    return beyond / (1 + ratio) if least > 0 else 1 - beyond / (1 + ratio)
