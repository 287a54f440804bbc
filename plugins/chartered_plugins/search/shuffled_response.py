"""Proposes the eps of shuffled randomized response: a pair of points around it, from the data that are mostly worst."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import log

from chartered_verify.arithmetic import Number

from ..formulas import shuffled_response as sr

_DATA, _BEST = 48, 3
_CLOSE = Fraction(1, 2**44)


def propose(epsilon0: Number, n: int, most: float, delta: Fraction) -> dict[str, Fraction]:
    """Two eps, 2^-43 apart, between which delta falls to the target; 0 twice where it begins below."""
    target = float(delta)
    if sr.delta(epsilon0, n, Fraction(0)) <= target:
        return {"above": Fraction(0), "below": Fraction(0)}
    few = range(n - 1, max(-1, n - 1 - _DATA), -1)  # few of the others hold 0
    worst = sr.near(epsilon0, n, _root(epsilon0, n, [n - 1], most, target), few)
    best = sorted(zip(worst, few, strict=True))[-_BEST:]
    found = Fraction(_root(epsilon0, n, [ones for _, ones in best], most, target))
    return {"above": min(found * (1 + _CLOSE), Fraction(most)), "below": found * (1 - _CLOSE)}


def _root(epsilon0: Number, n: int, data: Sequence[int], most: float, target: float) -> float:
    """By false position and halving in turns."""
    low, high, at_low, at_high = 0.0, most, 1.0, -1.0
    for turn in range(100):
        x = (low + high) / 2 if turn % 2 == 0 else (low * at_high - high * at_low) / (at_high - at_low)
        if high - low < 1e-15 * high:
            break
        x = x if low < x < high else (low + high) / 2
        found = max(sr.near(epsilon0, n, x, data))
        at = log(found / target) if found > 0 else -800.0
        if at > 0:
            low, at_low = x, at
        else:
            high, at_high = x, at
    return (low + high) / 2
