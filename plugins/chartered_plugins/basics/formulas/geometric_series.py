"""What a geometric series adds, by the logarithm of its ratio."""

from __future__ import annotations

from chartered_verify.arithmetic import Arithmetic, Value


def geometric(xp: Arithmetic, log_ratio: Value) -> Value:
    """r + r^2 + ... for r = e^log_ratio < 1. Raises ArithmeticError otherwise."""
    if not log_ratio < 0:
        raise ArithmeticError("a geometric series with a ratio of 1 or more")
    return -xp.exp(log_ratio) / xp.expm1(log_ratio)
