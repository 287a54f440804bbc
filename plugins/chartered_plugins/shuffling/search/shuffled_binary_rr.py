"""Proposes the eps of shuffled randomized response: a pair of points around it, from the data that are mostly worst."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import inf, log

from chartered_verify.arithmetic import Balls, Number
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.bracketing import false_position
from flint import arb

from ..formulas import shuffled_binary_rr as sr

_BEST = 3
_CLOSE, _COARSE = Fraction(1, 2**44), Fraction(1, 2**20)
_TRIES, _STEP, _MORE = 8, 1e-3, 1.1
_EXACT = 2.0**-50
"""Of log(delta/target): what doubles tell apart."""


def propose(epsilon0: Number, n: int, most: float, delta: Fraction) -> dict[str, Fraction]:
    """Two eps between which delta falls to the target: 2^-43 apart, or farther where delta is known less well; 0 twice
    where it begins below."""
    target = float(delta)
    if sr.delta(epsilon0, n, Fraction(0)) <= target:
        return {"above": Fraction(0), "below": Fraction(0)}
    few = range(n - 1, max(-1, n - 1 - sr.LIKELY), -1)  # few of the others hold 0
    worst = sr.near(epsilon0, n, _root(epsilon0, n, [n - 1], most, target), few)
    best = sorted(zip(worst, few, strict=True))[-_BEST:]
    data = [ones for _, ones in best]
    found = _root(epsilon0, n, data, most, target)
    below = Fraction(found) * (1 - _CLOSE)
    if not sr.delta(epsilon0, n, below) >= target:  # a wide ball has coarse ends
        below = Fraction(found) * (1 - _COARSE)
    return {"above": _above(epsilon0, n, found, most, target, data), "below": below}


def _above(epsilon0: Number, n: int, found: float, most: float, target: float, data: Sequence[int]) -> Fraction:
    """An eps at which delta is no larger than the target, whatever data are the worst."""
    above = Fraction(found) * (1 + _CLOSE)
    for _ in range(_TRIES):
        excess = enclose(partial(_delta, epsilon0, n, above)).upper / target
        if above >= most or excess <= 1:
            break
        level = float(above)
        worst, farther = (max(sr.near(epsilon0, n, x, data)) for x in (level, level * (1 + _STEP)))
        above += Fraction(_MORE * level * _STEP * log(excess) / log(worst / farther))
    return min(above, Fraction(most))


def _delta(epsilon0: Number, n: int, epsilon: Fraction, _: Balls) -> arb:
    return sr.delta(epsilon0, n, epsilon)


def _root(epsilon0: Number, n: int, data: Sequence[int], most: float, target: float) -> float:
    """By false position on log(delta/target)."""

    def height(x: float) -> float:
        found = max(sr.near(epsilon0, n, x, data))
        return log(found / target) if found > 0 else -inf

    x = most
    for point, above, below in islice(false_position(height, (most, -inf), (0.0, inf)), 100):
        x = point[0]
        if abs(point[1]) < _EXACT or above[0] - below[0] < 1e-15 * x:
            break
    return x
