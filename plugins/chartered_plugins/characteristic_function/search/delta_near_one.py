"""Whether delta is next to 1: the order at which P and Q have least in common, and how much that is."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy
from flint import arb

from ..formulas.bound_by_moment import MomentBound, log_common
from ..formulas.composed_moments import Composition
from .accurate_line import searched

_ORDERS = [Fraction(k, 32) for k in range(1, 32, 2)]
"""The orders that are tried: not 1/2, at which some closed forms are 0/0. Between two of them the logarithm, which is
convex, is hardly less."""


def rule_at(parts: Composition, epsilon: Fraction, digits: int) -> MomentBound:
    """The rule for delta at an eps. Raises ArithmeticError unless its two ends have the digits in common."""
    orders = numpy.array([float(order) for order in _ORDERS])
    with floats:
        logs = log_common(floats, orders, searched(parts).log(orders).real, float(epsilon))
    least = int(numpy.argmin(logs))
    rule = MomentBound(_ORDERS[least])
    if logs[least] < -digits * math.log(10) and rule.inverse(parts).delta(epsilon).rad() < arb(10) ** -digits:
        return rule
    raise ArithmeticError("delta is not next to 1")
