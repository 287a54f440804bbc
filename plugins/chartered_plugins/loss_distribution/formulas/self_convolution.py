"""Composition of privacy loss distributions: repeated squaring of convolutions, and the upper-tail probabilities of the
sum under P and Q."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.budget import charge
from flint import arb, arb_poly

from ...composition.formulas import finite_loss as losses
from .connect_the_dots import Composition, DirectionPair, dominating_pair, grid_bounds, truncation_bits
from .grid_loss import GridLoss
from .tangents_below import pair_below

_SUM_BITS = 16
"""A margin of bits for the rounding of sums."""


@lru_cache(maxsize=128)
def self_compose(
    bits: int, pair: DirectionPair, spacing: Fraction, truncated_mass: Fraction, doublings: int, below: bool = False
) -> GridLoss:
    """The loss of 2^doublings runs of one mechanism, by repeated squaring: of its dominating pair or, with `below`, of
    its pair from below."""
    with balls(bits) as xp:
        if doublings == 0 and below:
            return pair_below(bits, pair, spacing, truncated_mass)
        if doublings == 0:
            removal, addition = (grid_bounds(direction, spacing, truncated_mass) for direction in pair)
            return dominating_pair(xp, removal, addition, spacing)
        half = self_compose(bits, pair, spacing, truncated_mass, doublings - 1, below)
        return half.convolve(half, xp.number(truncated_mass), below=below)


def compose(
    bits: int, composition: Composition, spacing: Fraction, truncated_mass: Fraction, below: bool = False
) -> GridLoss:
    """The loss of all runs, by convolution. Raises ArithmeticError if it takes too many grid points."""
    with balls(bits) as xp:
        found = GridLoss(0, arb_poly([1]), xp.number(1))
        # in a fixed order, so that the rounding does not depend on the order in which the runs were written
        ordered = sorted(
            composition,
            key=lambda part: (
                part[1],
                [float(height) for _, height in grid_bounds(part[0][0], spacing, truncated_mass)],
            ),
        )
        for pair, times in ordered:
            for doublings in range(times.bit_length()):
                if times >> doublings & 1:
                    loss = self_compose(bits, pair, spacing, truncated_mass, doublings, below)
                    found = found.convolve(loss, xp.number(truncated_mass), below=below)
        return found


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
        masses = loss.masses.coeffs()
        charge(8 * len(masses))
        top = loss.offset + len(masses) - 1
        p, q = [loss.total - sum(masses, arb(0))], [arb(0)]
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
