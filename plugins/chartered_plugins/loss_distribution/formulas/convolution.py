"""Composition of privacy loss distributions by discrete Fourier transforms, and the upper-tail probabilities of the sum
under P and Q.

On N grid points in a circle the transform of a sum of independent losses is the product of theirs: it gives the sum
modulo N. Of these N points the sum leaves out what lies outside a range of as many (`tail_bound`), which is added to
masses inside. So no mass of the range is too small: an upper bound counts what is outside as an infinite loss, too; a
lower bound subtracts it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from math import log, sqrt
from typing import Any

import flint
from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.arithmetic.ball import whole_power
from chartered_verify.work_budget import charge
from flint import acb, arb

from ...composition.formulas import finite_loss as losses
from .connect_the_dots import Composition, DirectionPair, dominating_pair, grid_bounds, truncation_bits
from .grid_loss import GridLoss, Runs, far_end, tail_bound
from .tangents_below import pair_below

MAX_MASSES = 1 << 17
"""The largest number of grid points of the loss of all runs."""
UNTRUNCATED = 1024
"""The largest number of grid points of a sum of which nothing is left out."""
_SUM_BITS = 16
"""A margin of bits for the rounding of sums."""


@lru_cache(maxsize=128)
def one_run(
    bits: int, pair: DirectionPair, spacing: Fraction, truncated_mass: Fraction, below: bool = False
) -> GridLoss:
    """The loss of the dominating pair of one mechanism or, with `below`, of its pair from below."""
    if below:
        return pair_below(bits, pair, spacing, truncated_mass)
    with balls(bits) as xp:
        removal, addition = (grid_bounds(direction, spacing, truncated_mass) for direction in pair)
        return dominating_pair(xp, removal, addition, spacing)


def compose(
    bits: int, composition: Composition, spacing: Fraction, truncated_mass: Fraction, below: bool = False
) -> GridLoss:
    """The loss of all runs: of their dominating pairs or, with `below`, of their pairs from below. Raises
    ArithmeticError if it takes too many grid points."""
    runs = [(one_run(bits, pair, spacing, truncated_mass, below), times) for pair, times in composition]
    # in a fixed order, so that the rounding does not depend on the order in which the runs were written
    runs.sort(key=lambda part: (part[1], part[0].offset, [float(mass) for mass in part[0].masses]))
    with balls(bits) as xp:
        return convolve(xp, runs, truncated_mass, below=below)


def convolve(xp: Any, runs: Runs, truncated_mass: Fraction, *, below: bool = False) -> GridLoss:
    """The sum of the losses of all runs, of which about `truncated_mass` at either end is left out. Raises
    ArithmeticError if more than MAX_MASSES grid points remain."""
    indices, outside = _kept(xp, runs, truncated_mass)
    count = _smooth(len(indices))
    charge(count * count.bit_length() * (len(runs) + 1) * (256 + flint.ctx.prec) // 1024 + 2 * count * len(runs))
    half = reduce(
        lambda one, other: [x * y for x, y in zip(one, other, strict=True)],
        (_transform(loss, count, times) for loss, times in runs),
    )
    circle = acb.dft([*half, *(x.conjugate() for x in reversed(half[1 : (count + 1) // 2]))], inverse=True)
    finite = [sum(loss.masses, arb(0)) for loss, _ in runs]
    total, placed = arb(1), arb(1)
    for (loss, times), mass in zip(runs, finite, strict=True):
        total, placed = total * whole_power(mass + loss.infinite, times), placed * whole_power(mass, times)
    infinite = total - placed + (-outside if below else outside)
    return GridLoss(indices.start, [circle[j % count].real for j in indices], infinite)


def _transform(loss: GridLoss, count: int, times: int) -> list[acb]:
    """The first half of the transform of `times` losses on a circle of `count` points; the rest are conjugates."""
    circle = [arb(0)] * count
    for j, mass in zip(loss.indices, loss.masses, strict=True):
        circle[j % count] += mass
    return [x**times for x in acb.dft(circle)[: count // 2 + 1]]


def _kept(xp: Any, runs: Runs, truncated_mass: Fraction) -> tuple[range, arb]:
    """The grid points that remain of the loss of all runs, and a bound on what lies outside."""
    least = sum(times * loss.indices[0] for loss, times in runs)
    most = sum(times * loss.indices[-1] for loss, times in runs)
    if most - least < UNTRUNCATED:
        return range(least, most + 1), arb(0)
    log_tail = log(truncated_mass.numerator) - log(truncated_mass.denominator)
    (first, falling), (last, rising) = (far_end(runs, log_tail, way) for way in (-1, 1))
    first, last = max(least, min(first, most)), min(most, max(last, least))
    count = _smooth(last - first + 1)
    if count > MAX_MASSES:
        raise ArithmeticError(f"the loss of all runs takes more than {MAX_MASSES} grid points")
    first = max(least, first - (count - (last - first + 1)) // 2)
    last = min(most, first + count - 1)
    outside = arb(0)
    for index, order, out in ((first - 1, falling, first > least), (last + 1, rising, last < most)):
        if out:
            outside += tail_bound(xp, runs, order, index)
    return range(first, last + 1), outside.upper()


def _smooth(count: int) -> int:
    """The least number not below it that is a power of two, or three times one: these have fast transforms."""
    power = 1 << (count - 1).bit_length()
    return power * 3 // 4 if power >= 4 and power * 3 // 4 >= count else power


@lru_cache(maxsize=48)
def cumulative(
    bits: int, composition: Composition, spacing: Fraction, truncated_mass: Fraction, below: bool = False
) -> losses.FiniteLoss:
    """The loss of all runs with its upper-tail probabilities, as cumulative sums from the largest loss down. Every
    upper tail of P includes the mass at infinity. `below`: of the pairs from below."""
    bits = (
        bits // 2 + truncation_bits(truncated_mass) + _SUM_BITS
    )  # the mass at infinity is a difference, hence its bits; an answer needs half of the bits
    loss = compose(bits, composition, spacing, truncated_mass, below)
    with balls(bits) as more:
        masses = loss.masses
        charge(8 * len(masses))
        top = loss.indices[-1]
        p, q = [loss.infinite], [arb(0)]
        likelihood, ratio = more.exp(more.number(-top * spacing)), more.exp(more.number(spacing))
        for mass in reversed(masses):
            p.append(p[-1] + mass)
            q.append(q[-1] + mass * likelihood)
            likelihood = likelihood * ratio

    of_p, of_q = tuple(p), tuple(q)

    def upper_tails(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        return xp.number(of_p[j]), xp.number(of_q[j])

    return losses.FiniteLoss(
        spacing,
        range(-top, -loss.offset + 1),
        upper_tails,
        propose_start(masses, loss.offset, float(min(spacing, losses.LOSS_CAP))),
    )


def propose_start(masses: Sequence[arb], offset: int, spacing: float) -> Callable[[float], tuple[float, float]]:
    """log delta -> (eps, d eps/d log delta) as if the loss were normal, where a search for eps begins."""
    weights = [float(mass) for mass in masses]
    mean = sum(weight * (offset + i) for i, weight in enumerate(weights))
    square = sum(weight * (offset + i - mean) ** 2 for i, weight in enumerate(weights))
    return lambda log_delta: losses.propose_normal(mean * spacing, sqrt(max(0.0, square)) * spacing or 1.0, log_delta)
