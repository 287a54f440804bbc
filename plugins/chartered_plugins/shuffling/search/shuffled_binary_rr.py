"""The search for eps of shuffled randomized response: two ends around it, from data that are mostly the worst."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from math import inf, log

from chartered import Bracket, Witness
from chartered_verify.arithmetic import Balls, Number
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.bracketing import false_position
from flint import arb

from ..formulas import shuffled_binary_rr as sr

_BEST = 3
_CLOSE, _COARSE = Fraction(1, 2**44), Fraction(1, 2**20)
_TRIES, _STEP, _MORE = 8, 1e-3, 1.1
_EXACT = 2.0**-50
"""The resolution of log(delta/target) in doubles."""


def propose(epsilon0: Number, n: int, most: float, delta: Fraction) -> Witness:
    """The witness: two eps between which delta crosses the target, 2^-43 apart relative to eps, or more if delta is
    known less accurately; twice 0 if delta(0) is at most the target."""
    target = float(delta)
    if sr.delta(epsilon0, n, Fraction(0)) <= target:
        return Bracket(Fraction(0), Fraction(0)).written()
    few = range(n - 1, max(-1, n - 1 - sr.LIKELY), -1)  # data with few zeros among the other records
    worst = sr.near(epsilon0, n, _root(epsilon0, n, [n - 1], most, target), few)
    best = sorted(zip(worst, few, strict=True))[-_BEST:]
    data = [ones for _, ones in best]
    found = _root(epsilon0, n, data, most, target)
    below = Fraction(found) * (1 - _CLOSE)
    if not sr.delta(epsilon0, n, below) >= target:  # the ball of delta is wide
        below = Fraction(found) * (1 - _COARSE)
    return Bracket(_above(epsilon0, n, found, most, target, data), below).written()


def _above(epsilon0: Number, n: int, found: float, most: float, target: float, data: Sequence[int]) -> Fraction:
    """An eps at which delta is at most the target, whatever data are the worst."""
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
    """The eps at which log(delta/target) = 0, by false position."""

    def height(x: float) -> float:
        found = max(sr.near(epsilon0, n, x, data))
        return log(found / target) if found > 0 else -inf

    x = most
    for point, above, below in islice(false_position(height, (most, -inf), (0.0, inf)), 100):
        x = point[0]
        if abs(point[1]) < _EXACT or above[0] - below[0] < 1e-15 * x:
            break
    return x
