"""The naive curve of a trade-off sigma = g(eps, delta): at each eps the delta for which the noise suffices, solved in
every arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.arithmetic.dual import Dual, duals
from chartered_verify.enclosure import fraction_of
from chartered_verify.numeric.root import decreasing_root
from flint import arb

from ..model.guarantees import Curve

Noise: TypeAlias = Callable[[Any, Value, Value], Value]
"""noise(xp, eps, delta): the scale of the noise that makes a mechanism (eps, delta)-DP; it falls with both."""

_BITS = 128
_NEAREST = arb(2) ** -40
"""A delta this near to 1 says nothing."""


def naive(noise: Noise, sigma: Number) -> Curve:
    """The delta at which noise(xp, eps, delta) is sigma; 1 where even a delta of nearly 1 asks for more. For `refined`.

    Solved in balls where the arithmetic is none, so that floats are slow and arrays are not taken: write the inverse
    down where there is one. It is not read at infinity: state a tail."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        if xp.name == "balls":
            return _within(noise, sigma, epsilon, getattr(xp, "bits", _BITS))
        if isinstance(epsilon, Dual):
            return _with_derivative(noise, sigma, epsilon, getattr(xp, "bits", _BITS))
        point = arb(epsilon if isinstance(epsilon, float) else str(epsilon))
        return xp.number(fraction_of(_within(noise, sigma, point, _BITS)))

    return curve


def _within(noise: Noise, sigma: Number, epsilon: arb, bits: int) -> arb:
    """The delta at all eps of a ball: between those at its ends."""
    if epsilon.is_exact():
        return _at(noise, sigma, epsilon, bits)
    with balls(bits):
        return _at(noise, sigma, epsilon.lower(), bits).union(_at(noise, sigma, epsilon.upper(), bits))


def _at(noise: Noise, sigma: Number, epsilon: arb, bits: int) -> arb:
    """e^-x for the x at which the noise for delta = e^-x is sigma."""

    def spare(xp: Any, x: Value) -> Value:
        return xp.number(sigma) - noise(xp, xp.number(epsilon), xp.exp(-x))

    with balls(bits) as xp:
        if not spare(xp, _NEAREST) > 0:
            return arb(1)
        found: arb = xp.exp(-xp.number(decreasing_root(spare)))
        return found


def _with_derivative(noise: Noise, sigma: Number, epsilon: Dual, bits: int) -> Dual:
    """With its rate of change, by the implicit function theorem."""
    delta = _within(noise, sigma, epsilon.value, bits)
    with duals(bits) as xp:
        by_epsilon = noise(xp, xp.variable(epsilon.value), xp.number(delta)).derivative
        by_delta = noise(xp, xp.number(epsilon.value), xp.variable(delta)).derivative
        return Dual(delta, -by_epsilon / by_delta * epsilon.derivative)
