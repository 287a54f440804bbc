"""A discretised privacy loss distribution (PLD): probability masses on a grid of losses, and Chernoff's bounds on their
sums.

For any b > 0 a sum S of independent losses has P(S >= x) <= E e^(b(S - x)) over finite S, and P(S <= x) <= E e^(b(x -
S))."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, exp, frexp, fsum, ldexp, log, sqrt
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Value, balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

_STEPS = (2.0, 2.0**0.5, 2.0**0.25)
_GAIN = 0.5
"""The factors by which an order is changed, and by how many grid points the end must come closer for another step."""


class GridLoss(Struct, frozen=True, eq=False):
    """A privacy loss on a grid of spacing h: P(L = (offset + i) h) = masses[i].

    `infinite`: the mass of P at L = inf."""

    offset: int
    masses: Sequence[arb]
    infinite: Value

    @property
    def indices(self) -> range:
        """The indices of the grid points."""
        return range(self.offset, self.offset + len(self.masses))


Runs: TypeAlias = Sequence[tuple[GridLoss, int]]
"""The losses of different runs, each with its number of runs."""


def tail_bound(xp: Any, runs: Runs, order: Fraction, index: int) -> arb:
    """Chernoff's bound on the probability that the sum of all runs is at a grid point or beyond: above it, or with a
    negative order below it."""
    log_moment, base = arb(0), xp.exp(xp.number(order))
    for loss, times in runs:
        charge(2 * len(loss.masses))
        weighted = (m * base**j for j, m in zip(loss.indices, loss.masses, strict=True) if not m.is_zero())
        log_moment += times * xp.log(sum(weighted, arb(0)))
    bound: arb = xp.exp(log_moment - xp.number(order * index)).upper()
    return bound


def far_end(runs: Runs, log_tail: float, way: int) -> tuple[int, Fraction]:
    """(the grid point beyond which about e^`log_tail` lies in a direction, the order of the bound that says so: above 0
    if that is upwards, else below). In floats; any number and any order of this sign are sound."""
    logs = [([(way * j, x) for j, x in _logs(loss)], times) for loss, times in runs]
    nearest = fsum(times * min(j for j, _ in points) for points, times in logs)

    def end(order: float) -> float:
        moments = ((max(x + order * j for j, x in points), points, times) for points, times in logs)
        total = fsum(
            times * (top + log(fsum(exp(x + order * j - top) for j, x in points))) for top, points, times in moments
        )
        return max(nearest, (total - log_tail) / order)

    charge(32 * sum(len(points) for points, _ in logs))
    order = sqrt(-2 * log_tail / max(1.0, fsum(times * _variance(points) for points, times in logs)))
    least = end(order)
    for step in _STEPS:
        for factor in (step, 1 / step):
            while (farther := end(order * factor)) < least - _GAIN:
                order, least = order * factor, farther
    mantissa, exponent = frexp(order)
    return way * ceil(least), way * Fraction(ldexp(round(mantissa * 16), exponent - 4))


def _logs(loss: GridLoss) -> list[tuple[int, float]]:
    """The indices of positive masses with the logarithms of these; of a loss that is infinite, of any."""
    with balls(64):
        found = [(j, float(mass.upper().log())) for j, mass in zip(loss.indices, loss.masses, strict=True) if mass > 0]
    return found or [(loss.offset, 0.0)]


def _variance(points: Sequence[tuple[int, float]]) -> float:
    weights = [(j, exp(min(0.0, x))) for j, x in points]
    mean = fsum(j * weight for j, weight in weights)
    return fsum((j - mean) ** 2 * weight for j, weight in weights)
