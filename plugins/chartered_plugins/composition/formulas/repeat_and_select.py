"""Renyi curves of private selection: a mechanism is run a random number of times, and the best output is released.

The number K of runs has the generating function f(x) = E[x^K]. If q and q' are the probabilities of one event under the
two neighbours, the divergence of order alpha increases by log(max f'(q)^alpha f'(q')^(1-alpha))/(alpha-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce

from chartered_verify.arithmetic import Arithmetic, Value

from ...conversion.formulas.closed_forms import log_closed_delta_g

SHAPES = {"geometric": 1, "logarithmic": 0}
"""eta of the supported truncated negative binomial distributions: f' is proportional to (1 - (1-g) x)^-(1 + eta)."""
_TURNS, _NEWTON = 8, 6

Curve = Callable[[Arithmetic, Value], Value]


def log_inverse_gamma(xp: Arithmetic, count: str, mean: Fraction) -> Value:
    """log(1/g) for the distribution with this mean: g = 1/mean for the geometric one; for the logarithmic one an upper
    bound on the L with (e^L - 1)/L = mean.

    The bound: L <= 2 log(mean), since sinh(x) >= x. An upper bound on L stays one under L -> log(1 + mean L), which is
    increasing, and under Newton's method for e^L - 1 - mean L, which is convex."""
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
    """The increase of the curve at every order that is due to the ratio of f' at two neighbours: (1+eta)((1 - 1/b)
    gamma(b) + log(1/g)/b), for any order b >= 1."""
    return (1 + shape) * ((1 - 1 / order) * gamma + log_inverse / order)


def negative_binomial(xp: Arithmetic, alpha: Value, gamma: Value, added: Value, mean: Fraction) -> Value:
    """gamma(alpha) + extra + log(E[K])/(alpha-1): Papernot, Steinke 2022, Theorem 2."""
    return gamma + added + xp.log(xp.number(mean)) / (alpha - 1)


def poisson(xp: Arithmetic, alpha: Value, gamma: Value, log_delta: Value, mean: Fraction) -> Value:
    """log(e^-mu + mu e^((alpha-1)(gamma(alpha) + mu delta)))/(alpha-1), with delta at eps = log(alpha/(alpha-1)): zero
    runs have probability e^-mu under both neighbours, and the other terms are those of Papernot, Steinke 2022, Theorem
    6."""
    mu = xp.number(mean)
    delta = xp.minimum(xp.exp(log_delta), xp.number(1))
    return xp.logaddexp(-mu, xp.log(mu) + (alpha - 1) * (gamma + mu * delta)) / (alpha - 1)


def some_run(xp: Arithmetic, mean: Value) -> Value:
    """1 - e^-mu: the probability that a Poisson number of runs is not 0."""
    return -xp.expm1(-mean)


def log_delta_at(xp: Arithmetic, alpha: Value, curve: Curve, orders: Iterable[Fraction]) -> Value:
    """The logarithm of an upper bound on delta at eps = log(alpha/(alpha-1)): the minimum over `orders` of a
    conversion."""
    epsilon = -xp.log1p(-1 / alpha)
    bounds = (log_closed_delta_g(xp, xp.number(b), curve(xp, xp.number(b)), epsilon) for b in orders)
    return reduce(xp.minimum, bounds)
