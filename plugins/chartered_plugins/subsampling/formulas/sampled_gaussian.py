"""The Renyi divergence of the Poisson-sampled Gaussian, D((1-q) N(0) + q N(1) || N(0)) with variance sigma^2 (Mironov,
Talwar, Zhang 2019).

With u = q (e^((2z-1)/(2 sigma^2)) - 1), the likelihood ratio minus 1 at z ~ N(0, sigma^2), and b = alpha - 1,

    gamma(alpha) = log(1 + E[excess(u)])/b,    excess(u) = (1+u)^alpha - 1 - alpha u >= 0.

No two numbers near 1 are subtracted, so small rates keep their digits: E[u] = 0, and only the positive part remains. An
integer order is a finite sum of positive terms, any other order a sum over equidistant nodes
(`sampled_gaussian_quadrature`). An order at which the unsampled Gaussian dominates is enclosed `between` two bounds.
Code that the methods share is in `sampled_gaussian_terms`. Orders are alpha > 1, rates 0 < q < 1; sigma is the noise
divided by the sensitivity."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Number, Value

from .sampled_gaussian_terms import whole_excess

_MOST_TERMS, _TERMS_A_NODE = 20_000, 4
"""The largest number of terms of the finite sum, and the largest number per node that it replaces; both methods
enclose."""


def divergence(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    """gamma(alpha) in any arithmetic: in balls a certified enclosure, in floats about 12 digits, in symbols for integer
    orders only."""
    return xp.variant(_to_all_digits, floats=_in_floats, symbols=_of_whole_order)(xp, rate, sigma, alpha)


def _in_floats(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    from . import sampled_gaussian_floats

    return sampled_gaussian_floats.divergence(rate, sigma, alpha)


def _of_whole_order(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    order = _whole(xp, alpha)
    if order is None:
        raise ValueError("with symbols the order is a whole number, and not too large")
    return _by_terms(xp, xp.number(rate), xp.number(sigma), order)


def _to_all_digits(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    from . import sampled_gaussian_quadrature as nodes

    q, s = xp.number(rate), xp.number(sigma)
    order = _whole(xp, alpha)
    found = nodes.plan(xp, q, s, alpha)
    if order is not None and (found is None or order <= _TERMS_A_NODE * found.count):
        return _by_terms(xp, q, s, order)
    if found is None:
        return nodes.bracket(xp, q, s, alpha)
    return xp.log1p(nodes.mean_excess(xp, rate, sigma, alpha, found)) / (alpha - 1)


def _by_terms(xp: Arithmetic, rate: Value, sigma: Value, order: int) -> Value:
    return xp.log1p(whole_excess(xp, rate, sigma, order)) / (order - 1)


def _whole(xp: Arithmetic, alpha: Value) -> int | None:
    """The order as an integer, if it certainly is one and the finite sum is not too long; otherwise None."""
    if not alpha < _MOST_TERMS:
        return None
    order = xp.floor_range(alpha)[0]
    return order if alpha == order else None
