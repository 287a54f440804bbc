"""The pointwise delta(eps) of a noise calibration sigma = g(eps, delta): at each eps the delta for which noise of scale
sigma suffices, solved in every arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.arithmetic.dual import Dual, duals
from chartered_verify.numeric.interval_newton import decreasing_root
from flint import arb

from ..model.guarantees import Curve

Noise: TypeAlias = Callable[[Any, Value, Value], Value]
"""noise(xp, eps, delta): the scale of the noise that makes a mechanism (eps, delta)-DP; decreasing in both."""

_BITS = 128
_NEAREST = arb(2) ** -40
"""The least -log delta that is tried: if even that delta, nearly 1, needs more noise than sigma, the curve is 1."""


def naive(noise: Noise, sigma: Number) -> Curve:
    """The curve eps -> delta of a noise calibration sigma = noise(eps, delta). An argument for `refined`.

    It is solved in ball arithmetic whatever the arithmetic of the caller, so evaluation in floats is slow and arrays
    are not accepted; write down the inverse if it has a closed form. Asymptotic arithmetic cannot evaluate it: state a
    tail.

    Args:
        noise: noise(xp, eps, delta): the scale that makes a mechanism (eps, delta)-DP; decreasing in both.
        sigma: The scale of the noise, an exact number above 0.

    Returns:
        curve(xp, eps): the delta with noise(xp, eps, delta) = sigma; 1 if even a delta of nearly 1 needs more noise.

    Examples:
        >>> curve = ch.naive(lambda xp, eps, delta: xp.sqrt(2 * xp.log(5 / (4 * delta))) / eps, 10)
        >>> proving.enclose(lambda xp: curve(xp, xp.number(ch.HALF))).upper < 5e-6
        True

    References:
        Liu et al. 2022.
    """

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        bits = xp.in_balls(_BITS).bits
        if isinstance(epsilon, Dual):
            return _with_derivative(noise, sigma, epsilon, bits)
        point = arb(epsilon if isinstance(epsilon, arb | float) else str(epsilon))
        return xp.number(_within(noise, sigma, point, bits))

    return curve


def _within(noise: Noise, sigma: Number, epsilon: arb, bits: int) -> arb:
    """An enclosure of delta for all eps in a ball: between the values at its ends, as delta decreases in eps."""
    if epsilon.is_exact():
        return _at(noise, sigma, epsilon, bits)
    with balls(bits):
        return _at(noise, sigma, epsilon.lower(), bits).union(_at(noise, sigma, epsilon.upper(), bits))


def _at(noise: Noise, sigma: Number, epsilon: arb, bits: int) -> arb:
    """delta = e^-x for the x with noise(eps, e^-x) = sigma."""

    def spare(xp: Any, x: Value) -> Value:
        return xp.number(sigma) - noise(xp, xp.number(epsilon), xp.exp(-x))

    with balls(bits) as xp:
        if not spare(xp, _NEAREST) > 0:
            return arb(1)
        found: arb = xp.exp(-xp.number(decreasing_root(spare)))
        return found


def _with_derivative(noise: Noise, sigma: Number, epsilon: Dual, bits: int) -> Dual:
    """Delta with its derivative in eps, by the implicit function theorem."""
    delta = _within(noise, sigma, epsilon.value, bits)
    with duals(bits) as xp:
        by_epsilon = noise(xp, xp.variable(epsilon.value), xp.number(delta)).derivative
        by_delta = noise(xp, xp.number(epsilon.value), xp.variable(delta)).derivative
        return Dual(delta, -by_epsilon / by_delta * epsilon.derivative)
