"""The Renyi divergence of the Poisson-sampled Gaussian, D((1-q) N(0) + q N(1) || N(0)) with variance sigma^2 (Mironov, Talwar, Zhang 2019).

With u = q (e^((2z-1)/(2 sigma^2)) - 1), the likelihood ratio less 1 at z ~ N(0, sigma^2), and b = alpha - 1,

    gamma(alpha) = log(1 + E[excess(u)])/b,    excess(u) = (1+u)^alpha - 1 - alpha u >= 0.

Nothing that is nearly 1 is subtracted, so small rates keep their digits: E[u] is 0 and leaves only the positive part. A whole order is a
finite sum of positive terms, any other order a sum over equidistant nodes (`sampled_gaussian_nodes`), and an order so large that only
the Gaussian itself is left is `between`. Orders are alpha > 1, rates 0 < q < 1, sigma is the noise over the sensitivity.
"""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.budget import charge

_MOST_TERMS, _TERMS_A_NODE = 20_000, 4
"""The finite sum is taken up to so many terms, and to so many for each node that it saves: both enclose."""


def excess(xp: Arithmetic, u: Value, b: Value) -> Value:
    """(1+u)^(1+b) - 1 - (1+b) u for u > -1, as (1+u)((1+u)^b - 1) - b u: no digit is lost at small b."""
    return (1 + u) * xp.expm1(b * xp.log1p(u)) - b * u


def whole_excess(xp: Arithmetic, rate: Value, sigma: Value, alpha: int) -> Value:
    """E[excess] at a whole order: sum over k >= 2 of C(alpha,k) (1-q)^(alpha-k) q^k (e^((k^2-k)/(2 sigma^2)) - 1), each term from the last.

    Here growth = e^(k/sigma^2) - 1 and risen = e^((k^2-k)/(2 sigma^2)) - 1: every operation adds or multiplies positive numbers.
    """
    charge(5 * alpha)
    first = growth = xp.expm1(1 / sigma**2)
    odds = rate / (1 - rate)
    term = alpha * odds * (1 - rate) ** alpha
    risen = total = xp.number(0)
    for k in range(1, alpha):
        risen = risen * (1 + growth) + growth
        growth = growth * (1 + first) + first
        term = term * odds * (alpha - k) / (k + 1)
        total = total + term * risen
    return total


def plainness(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> Value:
    """v = log q + (alpha-1)/(2 sigma^2): from about 0 on the whole Gaussian outweighs the sampling."""
    return xp.log(rate) + (alpha - 1) / (2 * sigma**2)


def between(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> tuple[Value, Value]:
    """A lower and an upper bound on gamma that meet as v grows: alpha/(alpha-1) times v, or log(1-q + e^v).

    The lower one keeps q^alpha times the Gaussian's moment, the upper one is Minkowski's inequality for 1-q and q times the ratio.
    """
    v = plainness(xp, rate, sigma, alpha)
    share = alpha / (alpha - 1)
    return xp.positive(share * v), share * xp.logaddexp(xp.log1p(-rate), v)


def divergence(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    """gamma(alpha) in any arithmetic: in balls a certified enclosure, in floats about 12 digits, with symbols for whole orders."""
    if xp.name == "floats":
        from . import sampled_gaussian_floats

        return sampled_gaussian_floats.divergence(rate, sigma, alpha)
    q, s = xp.number(rate), xp.number(sigma)
    order = _whole(xp, alpha)
    if xp.name == "symbols":
        if order is None:
            raise ValueError("with symbols the order is a whole number, and not too large")
        return _by_terms(xp, q, s, order)
    from . import sampled_gaussian_nodes as nodes

    found = nodes.plan(xp, q, s, alpha)
    if order is not None and (found is None or order <= _TERMS_A_NODE * found.count):
        return _by_terms(xp, q, s, order)
    if found is None:
        return nodes.bracket(xp, q, s, alpha)
    return xp.log1p(nodes.mean_excess(xp, rate, sigma, alpha, found)) / (alpha - 1)


def _by_terms(xp: Arithmetic, rate: Value, sigma: Value, order: int) -> Value:
    return xp.log1p(whole_excess(xp, rate, sigma, order)) / (order - 1)


def _whole(xp: Arithmetic, alpha: Value) -> int | None:
    """The order as an integer, where it certainly is one, and the finite sum is not too long."""
    if not alpha < _MOST_TERMS:
        return None
    if xp.name == "balls":
        return int(alpha.fmpz()) if alpha.is_exact() and alpha.is_integer() else None
    return int(alpha) if alpha == int(alpha) else None
