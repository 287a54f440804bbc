"""The least eps or delta for which a sufficient variance asks for no more noise than there is."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered import Question
from chartered_verify.arithmetic import balls
from chartered_verify.numeric.bracketing import bisect

Share = Callable[[Any, Any, Any], Any]
"""(xp, eps, delta) -> the variance asked for over the one at hand."""

_BITS = 96
_STARTS = (2.01, 2.4, 2.8, 3.4)  # Theorem 5 asks for least at an order between 2 and 2 + sqrt(2)
_FARTHEST = Fraction(2**1000)
_NARROW = 2.0**-46
_SAFE = 2.0**-44


def sufficient(question: Question, share: Share) -> dict[str, float]:
    """The witness: eps, or L = log(1/delta); 0 where the noise at hand is too little at any order.

    With one of eps and delta held, the other is known by the order alpha = 2 L/eps. The larger the order, the more is
    asked for: it is followed from where least is asked for to the last that the noise at hand allows."""
    of_epsilon = question.quantity == "epsilon"
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
    """The last number up to the limit before the first that is not enough, by doubling and bisection."""
    high = low
    while enough(high):
        if high >= limit:
            return limit
        low, high = high, min(2 * high, limit)
    return bisect(enough, low, high, narrow=lambda low, high: not high - low > _NARROW * high)[0]
