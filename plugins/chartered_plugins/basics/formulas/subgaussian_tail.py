"""Tail bounds for a sub-Gaussian privacy loss, that is, advanced composition in closed form: Kairouz, Oh and Viswanath
2015, Theorems 3.4 and 3.5, and two older bounds.

Every function takes an arithmetic `xp`. For runs at eps_i, `mean_loss` is the mean loss of randomized response, the sum
of eps_i tanh(eps_i/2); `variance_proxy` is the sum of eps_i^2, and `max_loss` the sum of eps_i. Each profile is given
as delta(eps) and, inverted, as eps(delta)."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def tail_delta(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, epsilon: Value) -> Value:
    """e^(-(eps - mean_loss)_+^2/(2 variance_proxy)), an upper bound on the probability that the loss exceeds eps."""
    return xp.exp(-(xp.positive(epsilon - mean_loss) ** 2) / (2 * variance_proxy))


def tail_epsilon(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, delta: Value) -> Value:
    """mean_loss + sqrt(2 variance_proxy log(1/delta))."""
    return mean_loss + xp.sqrt(2 * variance_proxy * -xp.log(delta))


def integrated_delta(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, epsilon: Value) -> Value:
    """sqrt(variance_proxy)/(1/tail - e), from the tail integrated against 1 - e^(eps - loss); 1 if that bound is
    trivial."""
    spare = xp.exp(xp.positive(epsilon - mean_loss) ** 2 / (2 * variance_proxy)) - xp.exp(xp.number(1))
    root = xp.sqrt(variance_proxy)
    return root / spare if spare > root else xp.number(1)


def integrated_epsilon(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, delta: Value) -> Value:
    """mean_loss + sqrt(2 variance_proxy log(e + sqrt(variance_proxy)/delta))."""
    return mean_loss + xp.sqrt(2 * variance_proxy * xp.log(xp.exp(xp.number(1)) + xp.sqrt(variance_proxy) / delta))


def least_delta(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, epsilon: Value) -> Value:
    """KOV 3.5: the minimum of both bounds, for eps below the sum of all eps_i."""
    return xp.minimum(
        tail_delta(xp, mean_loss, variance_proxy, epsilon), integrated_delta(xp, mean_loss, variance_proxy, epsilon)
    )


def least_epsilon(xp: Arithmetic, mean_loss: Value, variance_proxy: Value, max_loss: Value, delta: Value) -> Value:
    """KOV 3.5: the minimum of both bounds and of the sum of all eps_i."""
    both = xp.minimum(
        tail_epsilon(xp, mean_loss, variance_proxy, delta), integrated_epsilon(xp, mean_loss, variance_proxy, delta)
    )
    return xp.minimum(max_loss, both)


def quadruple_delta(xp: Arithmetic, variance_proxy: Value, epsilon: Value) -> Value:
    """Mironov 2017, Corollary 1, solved for delta: e^(-eps^2/(32 variance_proxy)) if log(1/delta) >= variance_proxy;
    otherwise 1."""
    return (
        tail_delta(xp, xp.number(0), 16 * variance_proxy, epsilon)
        if epsilon >= quadruple_start(xp, variance_proxy)
        else xp.number(1)
    )


def quadruple_epsilon(xp: Arithmetic, variance_proxy: Value, delta: Value) -> Value:
    """4 sqrt(2 variance_proxy log(1/delta)), but at least the least eps at which the bound holds."""
    return xp.maximum(tail_epsilon(xp, xp.number(0), 16 * variance_proxy, delta), quadruple_start(xp, variance_proxy))


def quadruple_start(xp: Arithmetic, variance_proxy: Value) -> Value:
    """The eps at which log(1/delta) = variance_proxy."""
    return 4 * xp.sqrt(xp.number(2)) * variance_proxy
