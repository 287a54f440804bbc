"""Gauss-Legendre quadrature on [-1, 1]: nodes and weights in balls, and a bound on its error.

If f is analytic with |f| <= B in the Bernstein ellipse of parameter r > 1 (foci -1 and 1, half-axes (r + 1/r)/2 and (r
- 1/r)/2), its Chebyshev coefficients are at most 2B r^-k. The rule with n nodes is exact up to the degree 2n - 1, its
weights are positive with the sum 2, and odd terms vanish in the integral and in the rule, both of which are symmetric.
The integral of T_k is at most 2/(k^2 - 1) for even k. So for n >= 2 the error is at most

    sum_(k >= 2n, even) 2B r^-k (2 + 2/(4n^2 - 1)) <= (64/15) B r^(-2n)/(1 - r^-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb

Rule = tuple[tuple[arb, arb], ...]
"""Pairs (node, weight)."""


def rule(count: int, bits: int) -> Rule:
    """The rule with this number of nodes. Its work is charged even if it is cached."""
    charge(work(count, bits))
    return _rule(count, bits)


def work(count: int, bits: int) -> int:
    """Units of work of the nodes."""
    return count * (20 + bits // 8 + count // 8)


@lru_cache(maxsize=64)
def _rule(count: int, bits: int) -> Rule:
    with balls(bits):
        half = [arb.legendre_p_root(count, k, weight=True) for k in range((count + 1) // 2)]
        return tuple(half) + tuple((-x, weight) for x, weight in reversed(half[: count // 2]))


def remainder(xp: Any, count: int, ratio: Any, bound: Any) -> Any:
    """(64/15) B r^(-2n)/(1 - r^-2), for n = `count` nodes, r = `ratio` and B = `bound`. Raises ArithmeticError unless r
    > 1 and n >= 2."""
    if count < 2 or not ratio > 1:
        raise ArithmeticError("an ellipse of parameter 1, or one node alone, has no remainder")
    return 64 * bound * ratio ** (-2 * count) / (15 * (1 - ratio ** (-2)))
