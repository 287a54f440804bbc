"""Renyi curves of a mechanism that is run a random number of times, and of which the best output is released.

The number K of runs has the generating function f(x) = E[x^K]. With q and q' the probabilities of one event under both
neighbours, the divergence of the order alpha grows by log(max f'(q)^alpha f'(q')^(1-alpha))/(alpha-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce

from chartered_verify.arithmetic import Arithmetic, Value

from ...conversion.formulas.closed_forms import log_closed_delta_g

SHAPES = {"geometric": 1, "logarithmic": 0}
"""eta of the truncated negative binomial distributions that are known here: f' is a power of 1/(1 - (1-g) x), 1 +
eta."""
_TURNS, _NEWTON = 8, 6

Curve = Callable[[Arithmetic, Value], Value]


def log_inverse_gamma(xp: Arithmetic, count: str, mean: Fraction) -> Value:
    """log(1/g) of the distribution of that mean: g = 1/mean of the geometric one; of the logarithmic one an upper bound
    of the L with (e^L - 1)/L = mean.

    The bound: L <= 2 log(mean), as sinh(x) >= x; and what is above L stays above it by L -> log(1 + mean L), which
    rises, and by Newton's rule for e^L - 1 - mean L, which is convex."""
    if mean == 1:
        return xp.number(0)
    m = xp.number(mean)
    if count == "geometric":
        return xp.log(m)
    above = 2 * xp.log(m)
    for _ in range(_TURNS):
        above = xp.log1p(m * above)
    for _ in range(_NEWTON):
        above = above - (xp.expm1(above) - m * above) / (xp.exp(above) - m)
    return above


def extra(shape: int, order: Value, gamma: Value, log_inverse: Value) -> Value:
    """What the ratio of f' at two neighbours adds at every order: (1+eta)((1 - 1/b) gamma(b) + log(1/g)/b), for any
    order b >= 1."""
    return (1 + shape) * ((1 - 1 / order) * gamma + log_inverse / order)


def negative_binomial(xp: Arithmetic, alpha: Value, gamma: Value, added: Value, mean: Fraction) -> Value:
    """gamma(alpha) + extra + log(E[K])/(alpha-1): Papernot, Steinke 2022, Theorem 2."""
    return gamma + added + xp.log(xp.number(mean)) / (alpha - 1)


def poisson(xp: Arithmetic, alpha: Value, gamma: Value, log_delta: Value, mean: Fraction) -> Value:
    """log(e^-mu + mu e^((alpha-1)(gamma(alpha) + mu delta)))/(alpha-1), delta at eps = log(alpha/(alpha-1)): no run has
    the probability e^-mu on either side, and runs cost as in Papernot, Steinke 2022, Theorem 6."""
    mu = xp.number(mean)
    delta = xp.minimum(xp.exp(log_delta), xp.number(1))
    return xp.logaddexp(-mu, xp.log(mu) + (alpha - 1) * (gamma + mu * delta)) / (alpha - 1)


def log_delta_at(xp: Arithmetic, alpha: Value, curve: Curve, orders: Iterable[Fraction]) -> Value:
    """The logarithm of an upper bound of delta at eps = log(alpha/(alpha-1)): the least of those of some orders."""
    epsilon = -xp.log1p(-1 / alpha)
    bounds = (log_closed_delta_g(xp, xp.number(b), curve(xp, xp.number(b)), epsilon) for b in orders)
    return reduce(xp.minimum, bounds)
