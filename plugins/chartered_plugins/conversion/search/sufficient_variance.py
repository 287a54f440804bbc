"""The search for the least eps or delta at which a sufficient variance requires no more noise than there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered import EpsilonAt, Question
from chartered_verify.arithmetic import balls
from chartered_verify.numeric.bracketing import bisect

Share = Callable[[Any, Any, Any], Any]
"""(xp, eps, delta) -> the required variance divided by the available one."""

_BITS = 96
_STARTS = (2.01, 2.4, 2.8, 3.4)  # Theorem 5 requires the least variance at an order between 2 and 2 + sqrt(2)
_FARTHEST = Fraction(2**1000)
_NARROW = 2.0**-46
_SAFE = 2.0**-44


def sufficient(question: Question, share: Share) -> dict[str, float]:
    """The witness: eps, or L = log(1/delta); 0 if the available noise is too little at every order.

    With one of eps and delta given, the order alpha = 2 L/eps determines the other. The required variance increases
    with the order from its minimum on, so the search goes from the order of the minimum to the last order that the
    available noise allows."""
    of_epsilon = isinstance(question, EpsilonAt)
    with balls(_BITS) as xp:
        held = xp.number(question.at)
        fixed = float(-xp.log(held) if of_epsilon else held)

    def asked(order: float) -> float:
        with balls(_BITS) as xp:
            pair = (xp.number(2 * fixed / order), held) if of_epsilon else (held, xp.exp(-xp.number(fixed * order / 2)))
            return float(share(xp, *pair).mid())

    name = "epsilon" if of_epsilon else "reach"
    if not 0 < fixed < math.inf:
        return {name: 0.0}
    start = min(_STARTS, key=asked)
    if asked(start) > 1:
        return {name: 0.0}
    limit = min(1 / question.at, _FARTHEST) if of_epsilon else _FARTHEST
    order = _last(lambda order: asked(order) <= 1, start, float(limit))
    return {name: 2 * fixed / order * (1 + _SAFE) if of_epsilon else fixed * order / 2 * (1 - _SAFE)}


def _last(enough: Callable[[float], bool], low: float, limit: float) -> float:
    """The last number, up to the limit, for which `enough` holds, by doubling and bisection."""
    high = low
    while enough(high):
        if high >= limit:
            return limit
        low, high = high, min(2 * high, limit)
    return bisect(enough, low, high, narrow=lambda low, high: not high - low > _NARROW * high)[0]
