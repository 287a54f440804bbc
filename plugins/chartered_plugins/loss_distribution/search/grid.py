"""Chooses the grid spacing and the truncated mass of a privacy loss distribution, within a budget of grid intervals.
Floats only; any choice is sound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import frexp, fsum, ldexp, log, sqrt
from typing import Any

from chartered import Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import START_BITS
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ...composition.formulas import finite_loss as losses
from ..formulas import connect_the_dots, self_convolution as convolution
from ..guarantee import CLOSED_FORM, MAX_TRUNCATION_BITS, GridWitness, LossDistribution, delta_bits

_TRUNCATED, _DECISIVE = Fraction(1, 2**14), Fraction(1, 2**8)
"""The part of delta that is truncated; and a delta below this part of the one assumed is mostly truncated mass."""
_WORK = 3 << 20
"""About how many bits the masses of the loss of all runs may take."""
_FIRST, _PREVIEW, _FINER, _ROUNDS = 16, 256, 8, 12
"""Intervals of the first grid for a delta and of one that measures a variance; how much finer the next grid is; and
rounds of a search, at most."""
_GROWTH, _SMALL = 1.25, 1e-280
_RUNGS_EPSILON, _RUNGS_DELTA = 8, 2
"""Values of the truncated mass in each octave of its bits: one eps is asked more often alone, and many deltas
together."""
_INSIDE, _MUCH_FINER = 4, 32
"""Intervals that the direction with the smaller losses has at least, as pairs from below have none of its losses else;
and by how much finer a grid may become for that."""
_ADDITION = 8
"""The first spacing tried for the addition direction, over that of the removal direction."""
_DEVIATIONS = 2.5
"""The deviation of a normal loss over its delta at eps = 0."""


def for_epsilon(g: LossDistribution, delta: Fraction) -> Witness:
    """The witness of the eps at a delta, a small part of which is truncated. Raises Unavailable for a delta that would
    take a grid too dear to compute."""
    return _widened(g, *_first_grid(g, delta, g.intervals, _RUNGS_EPSILON), _epsilon(delta))[0].written()


def for_delta(g: LossDistribution, epsilon: Fraction) -> Witness:
    """The witness of the delta at an eps: a part of the delta that a first, coarse grid gives is truncated. Raises
    Unavailable likewise."""
    assumed, intervals = Fraction(1, 2**10 if g.intervals > _FIRST else 2**24), min(g.intervals, _FIRST)
    while True:
        witness, value = _widened(g, *_first_grid(g, assumed, intervals, _RUNGS_DELTA), _delta(epsilon))
        found = _rounded(float(value))
        if found < assumed * _DECISIVE:  # mostly truncated mass
            coarse = intervals < g.intervals or g.intervals <= _FIRST
            assumed = max(assumed**4, min(assumed / 2, _least_delta(g))) if coarse else found
        elif intervals == g.intervals:
            return witness.written()
        else:
            assumed, intervals = found, min(g.intervals, intervals * _FINER)


def _least_delta(g: LossDistribution) -> Fraction:
    """The least delta that is searched: on a coarse grid, whose profile is dear to compute, no tiny one."""
    return Fraction(g.runs, 1 << delta_bits(g.intervals)) / _TRUNCATED


def _first_grid(g: LossDistribution, delta: Fraction, intervals: int, rungs: int) -> tuple[Fraction, Fraction]:
    """Truncated mass and spacing of the removal direction, for a delta of about this size."""
    if delta < _least_delta(g):
        raise Unavailable("so small a delta takes a grid on which the profile is too dear to compute")
    truncated_mass = _shared(g.runs / (delta * _TRUNCATED), rungs)
    directions = [direction for pair, _ in g.composition for direction in dict.fromkeys(pair)]
    ends = [(_end(direction, truncated_mass), direction.max_loss) for direction in directions]
    end, max_loss = max(ends, key=lambda pair: pair[0])
    if not 0 < end < losses.LOSS_CAP:
        raise Unavailable("the profile falls nowhere that a search finds")
    if max_loss is not None and all(
        direction.max_loss == max_loss and _straight(direction, max_loss) for direction in directions
    ):
        return truncated_mass, max_loss
    masses = _WORK / (START_BITS + _log2(1 / truncated_mass))
    intervals = max(1, min(intervals, int(masses / _width(g, end, truncated_mass))))
    whole = max_loss is not None and end >= max_loss
    if whole and max_loss is not None:
        return truncated_mass, max_loss / intervals
    shortest = min(end for end, _ in ends) / _INSIDE
    return truncated_mass, _rounded(min(end / intervals, max(shortest, end / intervals / _MUCH_FINER)))


def _straight(direction: connect_the_dots.Direction, max_loss: Fraction) -> bool:
    """Whether delta is linear in e^eps up to the maximal loss, as far as a few digits tell: then inner grid points gain
    nothing."""
    with balls(128) as xp:
        begin, half, end = (direction.curve(xp, xp.number(max_loss * k / 2)) for k in range(3))
        root = xp.exp(xp.number(max_loss / 2))
        return bool(abs((half - end) - (begin - half) * root) < xp.number(_DECISIVE**8) * begin)


def _width(g: LossDistribution, end: float, truncated_mass: Fraction) -> float:
    """About the range of the loss of all runs, as if it were normal, over the largest loss `end` of a run."""
    closed_form = g.intervals == CLOSED_FORM
    square = fsum(times * _square(pair, end, truncated_mass, closed_form) for pair, times in g.composition)
    return 2 + 2 * sqrt(2 * _log2(1 / truncated_mass) * log(2) * square) / end


def _square(pair: connect_the_dots.DirectionPair, end: float, truncated_mass: Fraction, closed_form: bool) -> float:
    """About the mean square of a run's loss: on a preview grid where that is cheap, else as if it were normal."""
    with balls(64) as xp:
        if not closed_form:
            return (_DEVIATIONS * min(1.0, float(pair[0].curve(xp, xp.number(0)).upper()))) ** 2
        spacing = _rounded(end / _PREVIEW)
        removal, addition = (connect_the_dots.grid_bounds(direction, spacing, truncated_mass) for direction in pair)
        loss = connect_the_dots.dominating_pair(xp, removal, addition, spacing)
        return fsum(
            float(mass) * (j * float(spacing)) ** 2 for j, mass in enumerate(loss.masses.coeffs(), start=loss.offset)
        )


def _widened(
    g: LossDistribution, truncated_mass: Fraction, spacing: Fraction, value: Callable[[losses.FiniteLoss], arb]
) -> tuple[GridWitness, arb]:
    """The witness with a spacing as wide as the convolution of all runs needs, and the value on that grid. The spacing
    of the addition direction is as wide as it may be: mostly that direction loses less."""
    (removal, *addition), reason = g.directions, ArithmeticError("no sum of losses")
    for _ in range(_ROUNDS):
        try:
            found = value(convolution.cumulative(START_BITS, removal, spacing, truncated_mass))
            spacings = [spacing]
            for parts in addition:
                for wide in (spacing * _ADDITION, spacing * 2, spacing):
                    other = value(convolution.cumulative(START_BITS, parts, wide, truncated_mass))
                    if other <= found:
                        break
                found, spacings = max(found, other), [spacing, wide]
        except ArithmeticError as why:
            reason, spacing = why, spacing * 2
        else:
            return GridWitness(truncated_mass, *spacings), found
    raise reason


def _epsilon(delta: Fraction) -> Callable[[losses.FiniteLoss], arb]:
    def value(loss: losses.FiniteLoss) -> arb:
        with balls(START_BITS) as xp:
            return xp.number(losses.epsilon(xp, loss, xp.number(delta))).upper()

    return value


def _delta(epsilon: Fraction) -> Callable[[losses.FiniteLoss], arb]:
    def value(loss: losses.FiniteLoss) -> arb:
        with balls(START_BITS) as xp:
            found = xp.number(losses.delta(xp, loss, xp.number(epsilon))).upper()
        if not found.is_finite():
            raise Unavailable("the grid spacing is too small, or too large, for its digits")
        return found

    return value


def _shared(over: Fraction, rungs: int) -> Fraction:
    """1 over a power of two above `over`, one of so many in each octave of its bits: like questions share their
    convolutions."""
    bits = max(32, _log2(over) + 1)
    unit = (1 << bits.bit_length() - 1) // rungs
    return Fraction(1, 1 << max(bits, min(MAX_TRUNCATION_BITS, unit * -(-bits // unit))))


def _log2(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()


def _rounded(x: float) -> Fraction:
    """To four bits: like questions share their grids."""
    mantissa, exponent = frexp(x)
    return Fraction(ldexp(round(mantissa * 16), exponent - 4))


def _end(direction: connect_the_dots.Direction, truncated_mass: Fraction) -> float:
    """About the eps at which the profile has fallen to where a grid may end, in floats where these tell."""
    height = float(connect_the_dots.last_height(direction.delta_at_infinity, truncated_mass))
    cap = float(losses.LOSS_CAP if direction.max_loss is None else min(direction.max_loss, losses.LOSS_CAP))
    if height > _SMALL and cap > _SMALL:
        try:
            return _falls_to(floats, direction.curve, height, cap)
        except (ArithmeticError, ValueError):  # its parameters leave the range of floats
            pass
    return _falls_to(balls(64), direction.curve, height, cap)


def _falls_to(xp: Any, curve: connect_the_dots.Curve, height: float, cap: float) -> float:
    """The eps at which the curve is at most `height`: from where it would be if the loss were normal, by factors that
    grow, and then by bisection."""
    with xp:

        def delta(x: float) -> float:
            at = x if xp is floats else xp.number(Fraction(x))
            return float(curve(xp, at))

        first = delta(0.0)
        if not first > height:
            return min(cap, 1.0)
        deviation = _DEVIATIONS * first
        x = min(cap, deviation * sqrt(2 * (log(first) - log(height))) + deviation**2 / 2)
        factor, small = _GROWTH, delta(x) <= height
        for _ in range(_ROUNDS):
            if x >= cap and not small:
                return cap
            farther = x / factor if small else min(cap, x * factor)
            if (delta(farther) <= height) != small:
                break
            x, factor = farther, factor**1.5
        else:
            return x
        return bisect(
            lambda x: not delta(x) <= height,
            min(x, farther),
            max(x, farther),
            narrow=lambda low, high: not high > low * (_GROWTH + 0.01),
            middle=lambda low, high: sqrt(low) * sqrt(high),
        )[1]
