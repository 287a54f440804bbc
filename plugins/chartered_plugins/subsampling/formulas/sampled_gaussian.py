"""The Renyi divergence of the Poisson-sampled Gaussian, D((1-q) N(0) + q N(1) || N(0)) with variance sigma^2 (Mironov,
Talwar, Zhang 2019).

It is log M(alpha)/(alpha - 1) for the moment M(alpha) = E[w^alpha] of the likelihood ratio w = 1 - q + q e^(t/sigma -
1/(2 sigma^2)), t normal, which also determines the privacy profile at complex orders: `sampled_gaussian_quadrature` has
the one formula, here with extra bits so that M - 1 keeps its digits. Two others have domains of their own. At a
whole order M is a finite sum of positive terms, exact for symbols, and of few terms where the order is small; an order
so large that only the Gaussian itself is left is `between` two bounds (`sampled_gaussian_finite_sum`). Orders are
alpha > 1, rates 0 < q < 1, sigma is the noise over the sensitivity."""

from __future__ import annotations

import math
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.catching import ours
from msgspec import Struct

from . import sampled_gaussian_finite_sum as terms, sampled_gaussian_floats, sampled_gaussian_quadrature as quadrature
from .sampled_gaussian_quadrature import Nodes

_MOST_TERMS, _TERMS_A_NODE = 20_000, 4
"""The largest number of terms of the finite sum, and the largest number per node that it replaces; both methods
enclose."""
_MOST_NODES = 12_000
"""Beyond this number of nodes the two bounds are taken."""
_LOG2 = math.log(2)


class Plan(Struct, frozen=True):
    """Nodes, and the bits (or digits) that M - 1 may lose to cancellation."""

    nodes: Nodes
    guard: int


def divergence(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    """gamma(alpha) in any arithmetic: in balls a certified enclosure, in floats about 12 digits, in symbols for integer
    orders only."""
    return xp.variant(_to_all_digits, floats=_in_floats, symbols=_of_whole_order)(xp, rate, sigma, alpha)


def _in_floats(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    return sampled_gaussian_floats.divergence(rate, sigma, alpha)


def _of_whole_order(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    order = _whole(xp, alpha)
    if order is None:
        raise ValueError("with symbols the order is a whole number, and not too large")
    return _by_terms(xp, xp.number(rate), xp.number(sigma), order)


def _to_all_digits(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value) -> Value:
    q, s = xp.number(rate), xp.number(sigma)
    order = _whole(xp, alpha)
    found = propose_plan(xp, q, s, alpha)
    if order is not None and (found is None or order <= _TERMS_A_NODE * found.nodes.count):
        return _by_terms(xp, q, s, order)
    if found is None:
        return xp.hull(*terms.between(xp, q, s, alpha))
    return xp.log1p(excess(xp, rate, sigma, alpha, found)) / (alpha - 1)


def propose_plan(xp: Arithmetic, rate: Value, sigma: Value, alpha: Value) -> Plan | None:
    """Nodes for the arithmetic's precision; None where the plain Gaussian decides all its digits, or where nodes would
    be too many."""
    goal = 5 * xp.rest_bits // 8 * _LOG2
    log_rate, log_sigma, log_b = (_middle(xp.log(x)) for x in (rate, sigma, alpha - 1))
    if not (-200 < log_sigma < 700 and log_b < 50) or _middle(terms.plainness(xp, rate, sigma, alpha)) > goal:
        return None
    a, s = 1 + math.exp(log_b), math.exp(log_sigma)
    small = max(
        0.0, -(math.log(a / 2) + log_b + 2 * log_rate - 2 * max(0.0, log_sigma))
    )  # about -log(M - 1), if that is small
    try:
        nodes = quadrature.propose_nodes(s, a, goal + small + 4)
    except ours(ArithmeticError):
        return None
    return Plan(nodes, 24 + math.ceil(small / _LOG2)) if nodes.count <= _MOST_NODES else None


def excess(xp: Arithmetic, rate: Number, sigma: Number, alpha: Value, found: Plan) -> Value:
    """M(alpha) - 1: enclosed in balls, close to all its digits in digits."""
    with xp.refined(found.guard) as fine:
        q, s, a = fine.number(rate), fine.number(sigma), fine.number(alpha)
        return xp.number(fine.positive(quadrature.moment(fine, q, s, a, found.nodes) - 1))


def _by_terms(xp: Arithmetic, rate: Value, sigma: Value, order: int) -> Value:
    return xp.log1p(terms.whole_excess(xp, rate, sigma, order)) / (order - 1)


def _whole(xp: Arithmetic, alpha: Value) -> int | None:
    """The order as an integer, if it certainly is one and the finite sum is not too long; otherwise None."""
    if not alpha < _MOST_TERMS:
        return None
    order = xp.floor_range(alpha)[0]
    return order if alpha == order else None


def _middle(x: Any) -> float:
    """A nearby double, for choices only."""
    return float(x.mid()) if hasattr(x, "mid") else float(x)
