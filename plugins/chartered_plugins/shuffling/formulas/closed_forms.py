"""Closed-form bounds for a shuffle of n reports of eps0-DP randomizers, and the additional delta if these are only
(eps0, delta0)-DP."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value

from ...basics.formulas import randomized_response as response


def variance_proxy(xp: Arithmetic, epsilon0: Value, n: Value) -> Value:
    """e^(3 eps0) (e^eps0 - 1)^2/n: an upper bound on the sum of eps_i^2 over the n places at which the record may
    report."""
    return xp.exp(3 * epsilon0) * xp.expm1(epsilon0) ** 2 / n


def swap_variance_proxy(xp: Arithmetic, epsilon0: Value, n: Value) -> tuple[Value, Value]:
    """(mean loss, variance proxy) of n steps with eps_1 = 2 e^(2 eps0) (e^eps0 - 1)/n by advanced composition
    (Erlingsson et al. 2019)."""
    once = 2 * xp.exp(2 * epsilon0) * xp.expm1(epsilon0) / n
    return n * once * xp.expm1(once), n * once**2


def feldman_epsilon(xp: Arithmetic, epsilon0: Value, n: Value, delta: Value) -> Value:
    """log(1 + 8 (e^eps0-1)/(e^eps0+1) (sqrt(e^eps0 log(4/delta)/n) + e^eps0/n))."""
    size = xp.exp(epsilon0)
    return xp.log1p(8 * response.variation(xp, epsilon0) * (xp.sqrt(size * xp.log(4 / delta) / n) + size / n))


def feldman_delta(xp: Arithmetic, epsilon0: Value, n: Value, epsilon: Value) -> Value:
    """The inverse of `feldman_epsilon`, 4 e^(-n s^2/e^eps0), but at least the delta where its condition ends, and at
    most 1."""
    size = xp.exp(epsilon0)
    spare = xp.positive(xp.expm1(epsilon) / (8 * response.variation(xp, epsilon0)) - size / n)
    inside = 4 * xp.exp(-n * spare**2 / size)
    return xp.minimum(xp.maximum(inside, feldman_least(xp, epsilon0, n)), xp.number(1))


def feldman_least(xp: Arithmetic, epsilon0: Value, n: Value) -> Value:
    """The least delta with eps0 <= log(n/(16 log(2/delta)))."""
    return 2 * xp.exp(-n / (16 * xp.exp(epsilon0)))


def transfer(xp: Arithmetic, epsilon0: Value, n: Value, delta0: Value) -> Value:
    """delta0 + 2 (n-1) e^-eps0 delta0: a bound on the total variation distance from the shuffle to one of eps0-DP
    randomizers that have clones."""
    return delta0 * (1 + 2 * (n - 1) * xp.exp(-epsilon0))


def printed_transfer(xp: Arithmetic, epsilon0: Value, n: Value, delta0: Value) -> Value:
    """(1 + e^-eps0/2) n delta0: the same distance as printed in Feldman et al. 2021, Theorem 3.8."""
    return (1 + xp.exp(-epsilon0) / 2) * n * delta0


def cost(xp: Arithmetic, distance: Value, epsilon: Value) -> Value:
    """(e^eps + 1) distance: the increase of delta at eps if both neighbours' distributions are within this total
    variation distance."""
    return (xp.exp(epsilon) + 1) * distance


def transferred(xp: Arithmetic, delta: Value, distance: Value, epsilon: Value) -> Value:
    """delta plus its increase by the total variation distance, at most 1."""
    return xp.minimum(delta + cost(xp, distance, epsilon), xp.number(1))
