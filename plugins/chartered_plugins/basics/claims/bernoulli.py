"""Pairs of Bernoulli distributions, P = (p, 1-p) and Q = (q, 1-q): their divergences, and the pair of Theorem 3.

Theorem 3 is that of Asoodeh et al. 2020.

Every function takes an arithmetic `xp` and values of it. Orders are alpha > 1, logarithms natural.
"""

from chartered_verify.arithmetic import Arithmetic, Value


def log_moment(xp: Arithmetic, alpha: Value, p: Value, q: Value) -> Value:
    """log E_Q[(dP/dQ)^alpha] = log(p^alpha q^(1-alpha) + (1-p)^alpha (1-q)^(1-alpha)), for 0 < p, q < 1."""
    head = alpha * xp.log(p) - (alpha - 1) * xp.log(q)
    tail = alpha * xp.log1p(-p) - (alpha - 1) * xp.log1p(-q)
    return xp.log(xp.exp(head) + xp.exp(tail))


def renyi(xp: Arithmetic, alpha: Value, p: Value, q: Value) -> Value:
    """The Renyi divergence D_alpha(P||Q)."""
    return log_moment(xp, alpha, p, q) / (alpha - 1)


def hockey_stick(xp: Arithmetic, p: Value, q: Value, epsilon: Value) -> Value:
    """E_lambda(P||Q) = sum of the positive parts of P - lambda Q, at lambda = e^eps."""
    scale = xp.exp(epsilon)
    return xp.positive(p - scale * q) + xp.positive((1 - p) - scale * (1 - q))


def partner(xp: Arithmetic, p: Value, epsilon: Value, delta: Value) -> Value:
    """The q for which the first outcome alone has p - e^eps q = delta."""
    return (p - delta) * xp.exp(-epsilon)


def chi_of_renyi(xp: Arithmetic, alpha: Value, gamma: Value) -> Value:
    """The chi_alpha divergence (alpha-Hellinger) at Renyi divergence gamma: (e^((alpha-1) gamma) - 1)/(alpha - 1)."""
    return xp.expm1((alpha - 1) * gamma) / (alpha - 1)


def renyi_of_chi(xp: Arithmetic, alpha: Value, chi: Value) -> Value:
    """The Renyi divergence at chi_alpha divergence chi: log(1 + (alpha-1) chi)/(alpha-1)."""
    return xp.log1p((alpha - 1) * chi) / (alpha - 1)


def log_moment_of_errors(xp: Arithmetic, alpha: Value, type_one: Value, type_two: Value) -> Value:
    """`log_moment` of p = 1 - type_two and q = type_one, without cancellation. With the errors exchanged it is that of
    (q, p)."""
    head = alpha * xp.log1p(-type_two) - (alpha - 1) * xp.log(type_one)
    tail = alpha * xp.log(type_two) - (alpha - 1) * xp.log1p(-type_one)
    return xp.logaddexp(head, tail)


def tradeoff_excess(xp: Arithmetic, alpha: Value, gamma: Value, type_one: Value, type_two: Value) -> Value:
    """The larger of (alpha-1) D_alpha(P||Q) and (alpha-1) D_alpha(Q||P) for the Bernoulli pair with these errors, minus
    (alpha-1) gamma.

    If it is certainly nonnegative and the errors sum to at most 1, then no test between two distributions whose
    divergences in both orders are at most gamma has that type I error and a smaller type II error."""
    forth, back = (log_moment_of_errors(xp, alpha, *errors) for errors in ((type_one, type_two), (type_two, type_one)))
    return xp.maximum(forth, back) - (alpha - 1) * gamma
