"""The loss of many runs, by doubling, and the heads of its values under either distribution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.budget import charge
from chartered_verify.enclosure import fraction_of
from flint import arb, arb_poly

from ...composition.formulas import finite_loss as losses
from .connect_the_dots import Parts, Run, depth, heights, joined
from .lattice_loss import Loss

_SUMMED = 16
"""Bits that a sum may lose."""


@lru_cache(maxsize=128)
def doubled(bits: int, run: Run, step: Fraction, tail: Fraction, turns: int) -> Loss:
    """The loss of 2^turns runs."""
    with balls(bits) as xp:
        if turns == 0:
            own, other = (heights(side, step, tail) for side in run)
            return joined(xp, own, other, step)
        half = doubled(bits, run, step, tail, turns - 1)
        return half.times(half, xp.number(tail))


def together(bits: int, parts: Parts, step: Fraction, tail: Fraction) -> Loss:
    """The loss of all runs. Raises ArithmeticError."""
    with balls(bits) as xp:
        found = Loss(0, arb_poly([1]), xp.number(1))
        # in an order of their own: a sum is the same in whichever order its runs were written
        ordered = sorted(
            parts, key=lambda part: (part[1], [float(height) for _, height in heights(part[0][0], step, tail)])
        )
        for run, times in ordered:
            for turns in range(times.bit_length()):
                if times >> turns & 1:
                    found = found.times(doubled(bits, run, step, tail, turns), xp.number(tail))
        return found


@lru_cache(maxsize=48)
def table(bits: int, parts: Parts, step: Fraction, tail: Fraction) -> losses.Losses:
    """The losses of all runs, the largest first; what is infinite is held by the first head."""
    bits = (
        bits // 2 + depth(tail) + _SUMMED
    )  # what is infinite is a difference; of an answer half of the bits are asked for
    loss = together(bits, parts, step, tail)
    with balls(bits) as more:
        cells = loss.cells.coeffs()
        charge(8 * len(cells))
        top = loss.least + len(cells) - 1
        p, q = [loss.total - sum(cells, arb(0))], [arb(0)]
        fall, ratio = more.exp(more.number(-top * step)), more.exp(more.number(step))
        for cell in reversed(cells):
            p.append(p[-1] + cell)
            q.append(q[-1] + cell * fall)
            fall = fall * ratio

    of_p, of_q = tuple(p), tuple(q)

    def heads(xp: Arithmetic, j: int) -> tuple[Value, Value]:
        return (
            (of_p[j], of_q[j])
            if xp.name in ("balls", "slopes")
            else (xp.number(fraction_of(of_p[j])), xp.number(fraction_of(of_q[j])))
        )

    return losses.Losses(
        step, range(-top, -loss.least + 1), heads, _near(cells, loss.least, float(min(step, losses.FARTHEST)))
    )


def _near(cells: Sequence[arb], least: int, step: float) -> Callable[[float], tuple[float, float]]:
    """As if the loss were normal."""
    weights = [float(cell) for cell in cells]
    mean = sum(weight * (least + i) for i, weight in enumerate(weights))
    square = sum(weight * (least + i - mean) ** 2 for i, weight in enumerate(weights))
    return lambda log_delta: losses.normal(mean * step, sqrt(max(0.0, square)) * step or 1.0, log_delta)
