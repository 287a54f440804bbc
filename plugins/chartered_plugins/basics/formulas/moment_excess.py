"""Moments M(z) = E_Q[e^(zL)] of a loss L = log dP/dQ by their excess M(z) - 1 = f e^x, given as (x, f): x may be large,
f is of moderate size.

At a real order alpha > 1 the Renyi divergence is log M(alpha)/(alpha - 1), and small losses keep their digits, as do
orders near 1; at complex orders M determines the whole profile. One formula of (x, f) serves both."""

from __future__ import annotations

from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

Excess: TypeAlias = tuple[Value, Value]
"""(x, f) with M - 1 = f e^x."""


def moment(xp: Arithmetic, excess: Excess) -> Value:
    """M, at a real or a complex order."""
    x, f = excess
    return 1 + f * xp.exp(x)


def log_moment(xp: Arithmetic, excess: Excess) -> Value:
    """Some branch of its logarithm, where e^x may overflow."""
    x, f = excess
    return x + xp.log(f + xp.exp(-x))


def log_excess(xp: Arithmetic, excess: Excess) -> Value:
    """log(M - 1) at a real order."""
    x, f = excess
    return x + xp.log(f)


def renyi(xp: Arithmetic, excess: Excess, alpha: Value) -> Value:
    """log M/(alpha - 1) at a real order."""
    return xp.logaddexp(xp.number(0), log_excess(xp, excess)) / (alpha - 1)
