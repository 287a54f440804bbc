"""A line for the inversion of a moment generating function, in floats: its error terms, and Newton's method for eps on
it."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy
from msgspec import Struct

from ...subsampling.formulas.sampled_gaussian_quadrature import MOST_NODES
from ..formulas.contour import log_kappa
from .power_sums_in_floats import Array, FloatMoments

ORDERS = 1 + numpy.exp2(numpy.arange(-8, 30) / 2)
"""The orders of Chernoff bounds that are tried."""
HIGHER = 1 + numpy.exp2(numpy.arange(15, 31))
"""Higher ones where the losses are bounded, as where a record is added to a sample of a tiny rate."""
_DOWN = 1.15
"""The factor by which a height is lowered."""
_HALVINGS, _NEAR, _NEAREST, _NATS = 120, 1e-3, 1e-15, 0.1
"""How far and how closely a root is sought: turns, the widths of brackets of log(c - 1), and nats."""


class Choice(Struct, frozen=True):
    """A line in floats: order c, period W of the copies, right order b, truncation height, the nats that cancel in the
    sum, and the largest number of nodes."""

    order: float
    period: float
    right_order: float
    height: float
    cancelled: float
    most_nodes: int = MOST_NODES

    @property
    def spacing(self) -> float:
        """2 pi/W."""
        return 2 * math.pi / self.period

    @property
    def nodes(self) -> Array:
        """The nodes c + i k spacing."""
        found: Array = self.order + 1j * self.spacing * numpy.arange(self.count)
        return found

    def logs(self, moments: FloatMoments) -> Array:
        """log M at the nodes."""
        return moments.along(self.order, self.spacing, self.count)

    @property
    def count(self) -> int:
        """The number of nodes. Raises ArithmeticError for too many."""
        if not self.height < self.most_nodes * self.spacing:
            raise ArithmeticError(f"the integral needs more than {self.most_nodes} nodes")
        return max(3, math.ceil(self.height / self.spacing) + 1)


def along(choice: Choice, level: Array, less: Array, epsilons: Array) -> tuple[Array, Array]:
    """(delta, d delta/d eps), both divided by e^less, by the sums along a line minus the left copies, in doubles.
    `level`: log(M/(z(z-1))) - less at the nodes, one row for each question."""
    z = choice.nodes
    at = level - epsilons[:, None] * (z - 1)
    terms = numpy.exp(numpy.minimum(at.real, 700) + 1j * at.imag)
    terms[:, 0] /= 2
    apart = (choice.order - 1) * choice.period
    with numpy.errstate(over="ignore"):
        copies = numpy.exp(
            -less - apart - math.log(-math.expm1(-apart))
        )  # where delta is no double, neither is 1/delta
    scale = choice.spacing / math.pi
    return terms.real.sum(axis=1) * scale - copies, -(terms * (z - 1)).real.sum(axis=1) * scale


def newton(choice: Choice, logs: Array, log_deltas: Array, starts: Array) -> tuple[Array, Array]:
    """(eps, -d log delta/d eps) at which the sum along a line minus the left copies equals delta, for each question
    from its own start: Newton's method in doubles. `logs`: log M at the nodes, one row for each question."""
    low, high = numpy.full(len(starts), -numpy.inf), numpy.full(len(starts), numpy.inf)
    x = starts.astype(float)
    reach = 3.0 / (choice.order - 1)  # the largest step: farther away the estimate of the copies is not reliable
    level = logs - numpy.log(choice.nodes * (choice.nodes - 1)) - log_deltas[:, None]
    for _ in range(60):
        ratio, slope = along(choice, level, log_deltas, x)
        low, high = numpy.where(ratio > 1, x, low), numpy.where(ratio > 1, high, x)
        with numpy.errstate(all="ignore"):
            step = numpy.where(slope < 0, numpy.log(ratio) * ratio / slope, -reach)
        step = numpy.clip(numpy.where(ratio > 1e-6, step, reach), -reach, reach)
        between = numpy.where(numpy.isfinite(high - low), (low + high) / 2, x)
        after = numpy.where((low < x - step) & (x - step < high), x - step, between)
        settled = abs(after - x) < 1e-13 * numpy.maximum(1.0, abs(x))
        x = after
        if settled.all():
            break
    return x, -slope / ratio


def nats_of(digits: float) -> float:
    """The accuracy of a line in nats for a number of digits, with a margin."""
    return digits * math.log(10) + 2


def height_where(falls: Callable[[float], float], start: float, up: float, turns: int) -> float:
    """About the least height at which an excess that falls is not positive, from a start in steps by the factor `up`,
    or by smaller ones downward. Raises ArithmeticError where it stays positive."""
    height, steps, rising = start, 0, falls(start) > 0
    while steps < turns and (falls(height * up) > 0 if rising else falls(height / _DOWN) < 0):
        height, steps = height * up if rising else height / _DOWN, steps + 1
    if steps == turns and rising:
        raise ArithmeticError("the moment generating function does not decay")
    return height * up if rising else height


def log_bound(logs: Array, orders: Array, epsilon: Any) -> Array:
    """log(kappa_b M(b) e^(-(b-1) eps)) at orders b: the Chernoff bound on log delta."""
    found: Array = logs + log_kappa(floats, orders) - (orders - 1) * epsilon
    return found


def left_period(orders: Array, epsilon: float, over: float) -> Array:
    """The period from which on the left copies are below e^-over."""
    found: Array = numpy.minimum(over / (orders - 1), (over + max(epsilon, 0.0)) / orders)
    return found


def cancelled_nats(logs: Array, orders: Array, epsilon: float, log_delta: float) -> Array:
    """The nats that cancel in the sum along the line of each order."""
    found: Array = logs - (orders - 1) * epsilon - log_delta - numpy.log(orders * (orders - 1))
    return found


class NoLine(ArithmeticError):
    """No order is admitted for a line."""


def least_period(
    orders: tuple[Array, Array],
    rights: tuple[Array, Array],
    epsilon: float,
    log_delta: float,
    accuracy: float,
    barred: Array,
) -> tuple[float, int, int]:
    """(the smallest period, the places of c and b) for orders c and right orders b, each with log M: that from which on
    the copies on both sides are below e^-accuracy of delta. `barred`: orders that are not admitted. Raises NoLine
    if none is."""
    (c, logs), (b, right_logs) = orders, rights
    with numpy.errstate(all="ignore"):
        gaps = b[None, :] - c[:, None]
        weights = log_bound(right_logs, b, epsilon) - log_delta + accuracy
        right = numpy.where(gaps > 0, weights[None, :] / gaps, numpy.inf)
        right = numpy.maximum(numpy.where(numpy.isfinite(right), right, numpy.inf), 0)
        best = right.argmin(axis=1)
        period = numpy.maximum(left_period(c, epsilon, accuracy - log_delta), right[range(len(c)), best])
    period[barred | ~numpy.isfinite(logs)] = numpy.inf
    index = int(numpy.argmin(period))
    if not math.isfinite(period[index]):
        raise NoLine("no line inverts this moment generating function")
    return float(period[index]), index, int(best[index])


def dyadic(x: float) -> Fraction:
    """An exact number near x > 1, off by less than one part in 4096 of x, with three significant digits of x - 1 if
    that is small."""
    return Fraction(round(x * 4096), 4096) if x > 1 + 2**-4 else 1 + Fraction(float(f"{x - 1:.3g}"))


def rising_root(f: Callable[[float], Any]) -> float:
    """The c > 1 at which an increasing function of log(c - 1) changes sign, in nats: to one part in a thousand of c - 1
    and a tenth of a nat, or below a place where it jumps, as beyond an order from which on one run of very many has a
    moment of its own. Raises ArithmeticError."""
    low = high = math.log(7.0)
    below = above = float(f(1 + math.exp(low)))
    while below > 0:
        high, above, low = low, below, low - 1.0
        below = float(f(1 + math.exp(low)))
        if low < -40:
            raise ArithmeticError("no saddle point above 1")
    while above < 0:
        low, below, high = high, above, high + 1.0
        above = float(f(1 + math.exp(high)))
        if high > 700:
            raise ArithmeticError("no saddle point is finite")
    for turn in range(_HALVINGS):
        if high - low < _NEAR and (below > -_NATS or high - low < _NEAREST):
            break
        guess = low - below * (high - low) / (above - below) if above > below and turn % 2 else (low + high) / 2
        value = float(f(1 + math.exp(guess)))
        low, below, high, above = (low, below, guess, value) if value > 0 else (guess, value, high, above)
    return 1 + math.exp(low)
