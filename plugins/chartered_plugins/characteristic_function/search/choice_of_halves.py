"""A sum over the outcomes of few runs: how much is left out, at which precision, and two ends of eps."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.catching import ignoring
from flint import arb

from ..formulas.composed_moments import Composition
from ..formulas.runs_in_two_halves import ListedLosses, halves
from .accurate_line import searched
from .eps_bracket import Enclosed, halved, log_of

_SPARE_NATS, _SPARE_BITS, _MOST_NATS = 4, 48, 4000
_FAR, _NEAR = 1.0, 3.0
"""Nats by which delta may be below its leading term, and by which a start may miss the target."""


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> ListedLosses:
    """The rule for delta at an eps. Raises ArithmeticError if the outcomes are too many to list."""
    search, x = searched(parts), float(epsilon)
    return _rule_for(parts, search.saddle_delta(search.order_at(x), x) - _FAR, digits)


def bracket(parts: Composition, target: arb, digits: int) -> tuple[Fraction, Fraction, ListedLosses]:
    """(below, above, rule) with delta(below) >= target >= delta(above), or (0, 0, rule) where delta(0) is not above the
    target. Raises ArithmeticError."""
    log_target = log_of(target)
    rule = _rule_for(parts, log_target, digits)
    delta = rule.inverse(parts).delta
    if delta(Fraction(0)) <= target:
        return Fraction(0), Fraction(0), rule
    with ignoring(ArithmeticError, OverflowError):
        search = searched(parts)
        order = search.order_of(log_target)
        start = max(0.0, search.saddle(order)[0])
        found = delta(Fraction(start))
        if found > 0 and abs(log_of(found) - log_target) < _NEAR:
            return *Enclosed(delta, target, rule.bits, digits).ends(start, order - 1), rule
    return *halved(delta, target, digits), rule


def _rule_for(parts: Composition, log_delta: float, digits: int) -> ListedLosses:
    """The rule for about `digits` digits of a delta. Raises ArithmeticError if the outcomes are too many to list."""
    runs = sum(times for _, times in parts)
    nats = math.ceil(digits * math.log(10) - log_delta + math.log(runs)) + _SPARE_NATS
    bits = math.ceil((digits * math.log(10) - log_delta) / math.log(2)) + _SPARE_BITS
    if nats > _MOST_NATS or not halves(parts, nats):
        raise ArithmeticError("the outcomes of these runs are too many to list")
    return ListedLosses(nats, bits)
