"""A group of k records, for each of which a mechanism is mu-GDP except for a failure of the probability f.

For neighbours delta(x) = f + (1 - f) h_mu(x) at every real x, with the profile h_mu of mu-GDP. Between P_0, ..., P_k,
each a neighbour of the next, and for any x_1, ..., x_k with the sum eps and the partial sums S_i,

    P_0 - e^eps P_k = sum_i e^(S_(i-1)) (P_(i-1) - e^(x_i) P_i),    delta_k(eps) <= sum_i e^(S_(i-1)) delta(x_i).

With S_i = log P_0/P_i of the Gaussians N(i mu) at one outcome, S_i = i s/(k-1) - i (k-1-i) mu^2/2 where S_(k-1) = s,
the first k - 1 terms without failures are h_((k-1) mu)(s): nothing is lost. The last one falls with eps at any s, and
the failures' share f (1 + e^(S_1) + ... + e^(S_(k-1))) grows with s."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value

from .gaussian_profile import delta_mu


def delta(xp: Arithmetic, mu: Value, failure: Value, size: int, epsilon: Value, most: Value) -> Value:
    """An upper bound on delta of a group of two or more: at the outcome of the Gaussians where P_0 is e^eps P_k, for
    which nothing is lost, or at s = `most` if that is less."""
    even = (size - 1) * (epsilon / size - mu * mu / 2)
    s = xp.minimum(even, most)
    last = xp.exp(s) * delta_mu(xp, mu, epsilon - s)
    return xp.minimum(limit(xp, mu, failure, size, s) + (1 - failure) * last, xp.number(1))


def limit(xp: Arithmetic, mu: Value, failure: Value, size: int, s: Value) -> Value:
    """That without what falls with eps."""
    others = size - 1
    sums = (i * s / others - i * (others - i) * mu * mu / 2 for i in range(size))
    amplified = sum((xp.exp(partial) for partial in sums), xp.number(0))
    return failure * amplified + (1 - failure) * delta_mu(xp, others * mu, s)
