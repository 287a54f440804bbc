"""The choice of the grid spacing and the truncated mass of a privacy loss distribution, within a budget of grid
intervals. Floats only; any choice is sound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import frexp, fsum, ldexp, log, sqrt
from typing import Any

from chartered import Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ours
from chartered_verify.enclosure import START_BITS
from chartered_verify.numeric.bracketing import bisect
from flint import arb

from ...composition.formulas import finite_loss as losses
from ..formulas import connect_the_dots, convolution
from ..formulas.grid_loss import far_end
from ..guarantee import CLOSED_FORM, MAX_TRUNCATION_BITS, GridWitness, LossDistribution, delta_bits

_TRUNCATED, _DECISIVE = Fraction(1, 2**14), Fraction(1, 2**8)
"""The share of delta that is truncated; and the share of the assumed delta below which a computed delta is mostly
truncated mass."""
_WORK = 512
"""The approximate number of bits of the masses of the loss of all runs, for each interval of a closed form."""
_FIRST, _PREVIEW, _FINER, _ROUNDS = 16, 256, 8, 12
"""Intervals of the first grid for a delta, and of a grid on which a range is estimated; the refinement factor of the
next grid; and the largest number of rounds of a search."""
_GROWTH, _SMALL = 1.25, 1e-280
_FAR = 2**4
"""The ratio of a delta that a grid has to one that none has, from which on one between them is tried."""
_RUNGS_EPSILON, _RUNGS_DELTA = 8, 2
"""The number of values of the truncated mass for each doubling of its bits: more for an eps, which is often a single
question, fewer for deltas, of which many are computed together."""
_INSIDE, _MUCH_FINER = 4, 32
"""The least number of intervals in the direction with the smaller losses, without which its pair from below has no
losses at all; and the largest refinement factor for that purpose."""
_ADDITION = 8
"""The first spacing tried in the addition direction, divided by that of the removal direction."""
_DEVIATIONS = 2.5
"""The standard deviation of a normal loss divided by its delta at eps = 0, approximately."""


def for_epsilon(g: LossDistribution, delta: Fraction) -> Witness:
    """The witness of the eps at a delta, a small share of which is truncated. Raises Unavailable for a delta whose grid
    is too expensive."""
    return _widened(g, *_first_grid(g, delta, g.intervals, _RUNGS_EPSILON), _epsilon(delta))[0].written()


def for_delta(g: LossDistribution, epsilon: Fraction) -> Witness:
    """The witness of the delta at an eps: a share of the delta on a first, coarse grid is truncated; where no grid
    truncates as little, about the least that one does. Raises Unavailable if the grid is too expensive."""
    assumed, intervals = Fraction(1, 2**10 if g.intervals > _FIRST else 2**24), min(g.intervals, _FIRST)
    failed, last = Fraction(0), None
    while True:
        try:
            witness, value = _widened(g, *_first_grid(g, assumed, intervals, _RUNGS_DELTA), _delta(epsilon))
        except ours(ArithmeticError):
            if last is None:
                raise
            failed = max(failed, assumed)
        else:
            last = assumed, witness, _rounded(float(value))
        assumed, witness, found = last
        if found < assumed * _DECISIVE and assumed > failed * _FAR:  # what was computed is mostly truncated mass
            coarse = intervals < g.intervals or g.intervals <= _FIRST
            least = _between(failed, assumed) if failed else Fraction(0)
            less = max(min(assumed**4, assumed / 2), min(assumed / 2, _least_delta(g)))  # 1^4 is 1
            assumed = max(least, less if coarse else found)
        elif intervals == g.intervals:
            return witness.written()
        else:
            assumed, intervals = max(found, assumed * bool(failed)), min(g.intervals, intervals * _FINER)


def coarse(g: LossDistribution, delta: Fraction, intervals: int) -> tuple[Fraction, Fraction]:
    """(truncated mass, spacing) of a grid of `intervals` for deltas down to this one. Raises Unavailable if it is
    too small for its profiles."""
    return _first_grid(g, delta, intervals, _RUNGS_DELTA)


def _between(one: Fraction, other: Fraction) -> Fraction:
    """About the geometric mean of two shares, as a power of two."""
    return Fraction(1, 1 << (_log2(1 / one) + _log2(1 / other)) // 2)


def _least_delta(g: LossDistribution) -> Fraction:
    """The least delta that is searched: on a coarse grid, used for expensive profiles, tiny deltas are not searched."""
    return Fraction(g.runs, 1 << delta_bits(g.intervals)) / _TRUNCATED


def _first_grid(g: LossDistribution, delta: Fraction, intervals: int, rungs: int) -> tuple[Fraction, Fraction]:
    """(truncated mass, spacing of the removal direction) for a delta of about this size."""
    if delta < _least_delta(g):
        raise Unavailable("so small a delta takes a grid on which the profile is too dear to compute")
    truncated_mass = _shared(g.runs / (delta * _TRUNCATED), rungs)
    return truncated_mass, _first_spacing(g.composition, g.intervals, truncated_mass, intervals)


@lru_cache(maxsize=256)  # deltas at many eps share a few truncated masses, and the preview of all runs is dear
def _first_spacing(
    composition: connect_the_dots.Composition, most: int, truncated_mass: Fraction, intervals: int
) -> Fraction:
    """The spacing of the removal direction for a truncated mass, with `intervals` of them or, where the work for `most`
    does not suffice, fewer."""
    directions = [direction for pair, _ in composition for direction in dict.fromkeys(pair)]
    ends = [(_end(direction, truncated_mass), direction.max_loss) for direction in directions]
    end, max_loss = max(ends, key=lambda pair: pair[0])
    if end == 0:  # every loss is 0, or infinite: whole steps lose nothing
        return Fraction(1)
    if not 0 < end < losses.LOSS_CAP:
        raise Unavailable("the profile falls nowhere that a search finds")
    if max_loss is not None and all(
        direction.max_loss == max_loss and _straight(direction, max_loss) for direction in directions
    ):
        return max_loss
    kinds = len(composition)  # each has a transform of its own
    masses = _WORK * max(most, CLOSED_FORM) * 4 / (3 + kinds) / (START_BITS + _log2(1 / truncated_mass))
    intervals = max(1, min(intervals, int(masses / _width(composition, most, end, truncated_mass))))
    if max_loss is not None and end >= max_loss:
        return max_loss / intervals
    shortest = min(end for end, _ in ends) / _INSIDE
    return _rounded(min(end / intervals, max(shortest, end / intervals / _MUCH_FINER)))


def _straight(direction: connect_the_dots.Direction, max_loss: Fraction) -> bool:
    """Whether delta is linear in e^eps up to the maximal loss, to a few digits: then inner grid points gain nothing."""
    with balls(128) as xp:
        begin, half, end = (direction.curve(xp, xp.number(max_loss * k / 2)) for k in range(3))
        root = xp.exp(xp.number(max_loss / 2))
        return bool(abs((half - end) - (begin - half) * root) < xp.number(_DECISIVE**8) * begin)


def _width(composition: connect_the_dots.Composition, most: int, end: float, truncated_mass: Fraction) -> float:
    """The approximate range of the loss of all runs, divided by the largest loss `end` of one run: on a preview grid if
    that is cheap, otherwise as if it were normal."""
    log_tail = -_log2(1 / truncated_mass) * log(2)
    if most < CLOSED_FORM:
        with balls(64) as xp:
            at_0 = [(float(pair[0].curve(xp, xp.number(0)).upper()), times) for pair, times in composition]
        square = fsum(times * (_DEVIATIONS * min(1.0, delta)) ** 2 for delta, times in at_0)
        return 2 + 2 * sqrt(-2 * log_tail * square) / end
    spacing = _rounded(end / _PREVIEW)
    runs = [(convolution.one_run(64, pair, spacing, truncated_mass), times) for pair, times in composition]
    (first, _), (last, _) = (far_end(runs, log_tail, way) for way in (-1, 1))
    return 1 + (last - first) / _PREVIEW


def _widened(
    g: LossDistribution, truncated_mass: Fraction, spacing: Fraction, value: Callable[[losses.FiniteLoss], arb]
) -> tuple[GridWitness, arb]:
    """The witness, with the spacing doubled until the convolution of all runs succeeds, and the value on that grid. In
    the addition direction the spacing is as wide as possible, as that direction mostly has the smaller losses."""
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
        except ours(ArithmeticError) as why:
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
    """The inverse of a power of two above `over`, whose exponent is one of `rungs` values for each doubling, so that
    similar questions share their convolutions."""
    bits = max(32, _log2(over) + 1)
    unit = (1 << bits.bit_length() - 1) // rungs
    return Fraction(1, 1 << max(bits, min(MAX_TRUNCATION_BITS, unit * -(-bits // unit))))


def _log2(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()


def _rounded(x: float) -> Fraction:
    """x rounded to four bits, so that similar questions share their grids."""
    mantissa, exponent = frexp(x)
    return Fraction(ldexp(round(mantissa * 16), exponent - 4))


def _end(direction: connect_the_dots.Direction, truncated_mass: Fraction) -> float:
    """The approximate eps at which the profile has decreased to where a grid may end, in floats if these can represent
    it."""
    height = float(connect_the_dots.last_height(direction.delta_at_infinity, truncated_mass))
    cap = float(losses.LOSS_CAP if direction.max_loss is None else min(direction.max_loss, losses.LOSS_CAP))
    if height > _SMALL and cap > _SMALL:
        try:
            return _falls_to(floats, direction.curve, height, cap)
        except ours(ArithmeticError, ValueError):  # its parameters leave the range of floats
            pass
    return _falls_to(balls(64), direction.curve, height, cap)


def _falls_to(xp: Any, curve: connect_the_dots.Curve, height: float, cap: float) -> float:
    """An eps at which the curve is at most `height`, near the least one: starting as if the loss were normal, by
    growing factors, and then by bisection."""
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
