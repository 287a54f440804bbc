"""Proposes how far apart the dots of a profile stand, and what may be left out: about so many dots as a search may
take."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import frexp, fsum, ldexp, log, sqrt
from typing import Any

from chartered import Question, Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import START_BITS
from flint import arb

from ...composition.formulas import finite_loss as losses
from ..formulas import connect_the_dots as dots, self_convolution as loss_sums
from ..guarantee import CLOSED, DEEPEST, STEPS, Joined, deepest

_SPARE, _TOLD = Fraction(1, 2**14), Fraction(1, 2**8)
"""The part of delta that is left out, and the least part of what was taken for delta that is more than this."""
_WORK = 3 << 20
"""About how many bits the cells of the loss of all runs may take."""
_COARSE, _MIDDLE, _FINER, _TURNS = 16, 256, 8, 12
_STEP, _SMALL = 1.25, 1e-280
_FINE, _ROUGH = 8, 2
"""Rungs of tails: one eps is asked more often alone, and many deltas together."""
_BACK = 8
"""Times as long are the first steps tried for the other neighbour."""
_DEVIATIONS = 2.5
"""Of a normal loss, over its delta at eps = 0."""


def propose(g: Joined, question: Question) -> Witness:
    """For an eps at delta what is left out is a small part of delta; of the delta at an eps it is a part of what a sum
    gives.

    Raises Unavailable for a delta that it would take too long to tell from nothing.
    """
    if question.quantity == "epsilon":
        return _summed(g, _witness(g, question.at, g.few, _FINE), _epsilon(question.at))[0]
    left, count = Fraction(1, 2**10 if g.few > _COARSE else 2**24), min(g.few, _COARSE)
    while True:
        witness, most = _summed(g, _witness(g, left, count, _ROUGH), _delta(question.at))
        found = _rounded(float(most))
        if found < left * _TOLD:  # mostly what was left out
            left = max(left**4, min(left / 2, _least(g))) if count < g.few or g.few <= _COARSE else found
        elif count == g.few:
            return witness
        else:
            left, count = found, min(g.few, count * _FINER)


def _least(g: Joined) -> Fraction:
    """The least delta that is looked for: where few dots are taken, for they are long to compute, not a tiny one."""
    return Fraction(g.runs, 1 << deepest(g.few)) / _SPARE


def _witness(g: Joined, delta: Fraction, few: int, rungs: int) -> Witness:
    spare = delta * _SPARE / g.runs
    if delta < _least(g):
        raise Unavailable("so small a delta takes dots of the profile that are too long to compute")
    tail = _shared(1 / spare, rungs)
    sides = [side for run, _ in g.parts for side in dict.fromkeys(run)]
    tops = [(_top(side.curve, float(dots.low(side.level, tail)), side.most), side.most) for side in sides]
    top, most = max(tops, key=lambda pair: pair[0])
    if not 0 < top < losses.FARTHEST:
        raise Unavailable("the profile falls nowhere that a search finds")
    if all(most is not None and side.most == most and _straight(side, most) for side in sides):
        return {"step": most, "tail": tail}
    cells = _WORK / (START_BITS + _log2(1 / tail))
    few = max(1, min(few, int(cells / _width(g, top, tail))))
    return {"step": most / few if most is not None and top >= most else _rounded(top / few), "tail": tail}


def _straight(side: dots.Side, most: Fraction) -> bool:
    """Whether delta is one line up to its end, as far as a few digits tell: then dots between are of no use."""
    with balls(128) as xp:
        begin, half, end = (side.curve(xp, xp.number(most * k / 2)) for k in range(3))
        root = xp.exp(xp.number(most / 2))
        return bool(abs((half - end) - (begin - half) * root) < xp.number(_TOLD**8) * begin)


def _width(g: Joined, top: float, tail: Fraction) -> float:
    """About how wide the loss of all runs is, over the largest one of a run, as if it were normal."""
    square = fsum(times * _square(run, top, tail, g.few == CLOSED) for run, times in g.parts)
    return 2 + 2 * sqrt(2 * _log2(1 / tail) * log(2) * square) / top


def _square(run: dots.Run, top: float, tail: Fraction, closed: bool) -> float:
    """About the mean square of a run's loss: of a few dots where they are cheap, else as if it were normal."""
    with balls(64) as xp:
        if not closed:
            return (_DEVIATIONS * min(1.0, float(run[0].curve(xp, xp.number(0)).upper()))) ** 2
        step = _rounded(top / _MIDDLE)
        own, other = (dots.heights(side, step, tail) for side in run)
        loss = dots.joined(xp, own, other, step)
        return fsum(
            float(cell) * (j * float(step)) ** 2 for j, cell in enumerate(loss.cells.coeffs(), start=loss.least)
        )


def _summed(g: Joined, witness: Witness, value: Callable[[losses.Losses], arb]) -> tuple[Witness, arb]:
    """The witness with steps as long as they must be for a sum of all runs, and what the sum says. The other
    neighbour's steps are as long as they may be: mostly less is lost to that one."""
    step, tail = (Fraction(witness[name] or 0) for name in ("step", "tail"))
    (way, *others), reason = g.ways, ArithmeticError("no sum of losses")
    for _ in range(_TURNS):
        try:
            found, steps = value(loss_sums.table(START_BITS, way, step, tail)), [step]
            for other in others:
                for back in (step * _BACK, step * 2, step):
                    behind = value(loss_sums.table(START_BITS, other, back, tail))
                    if behind <= found:
                        break
                found, steps = max(found, behind), [step, back]
        except ArithmeticError as why:
            reason, step = why, step * 2
        else:
            return {"tail": tail} | dict(zip(STEPS, steps, strict=False)), found
    raise reason


def _epsilon(delta: Fraction) -> Callable[[losses.Losses], arb]:
    def value(table: losses.Losses) -> arb:
        with balls(START_BITS) as xp:
            return xp.number(losses.epsilon(xp, table, xp.number(delta))).upper()

    return value


def _delta(epsilon: Fraction) -> Callable[[losses.Losses], arb]:
    def value(table: losses.Losses) -> arb:
        with balls(START_BITS) as xp:
            found = xp.number(losses.delta(xp, table, xp.number(epsilon))).upper()
        if not found.is_finite():
            raise Unavailable("the dots are too near to each other, or too far, for their digits")
        return found

    return value


def _shared(over: Fraction, rungs: int) -> Fraction:
    """1 over a power of two that is larger, one of so many each time that its bits double: like questions share their
    sums."""
    bits = max(32, _log2(over) + 1)
    unit = (1 << bits.bit_length() - 1) // rungs
    return Fraction(1, 1 << max(bits, min(DEEPEST, unit * -(-bits // unit))))


def _log2(x: Fraction) -> int:
    return x.numerator.bit_length() - x.denominator.bit_length()


def _rounded(x: float) -> Fraction:
    """To four bits: like questions share their dots."""
    mantissa, exponent = frexp(x)
    return Fraction(ldexp(round(mantissa * 16), exponent - 4))


def _top(curve: dots.Curve, tail: float, most: Fraction | None) -> float:
    """About where the curve falls to the tail, in floats where these tell."""
    end = float(losses.FARTHEST if most is None else min(most, losses.FARTHEST))
    if tail > _SMALL and end > _SMALL:
        try:
            return _fall(floats, curve, tail, end)
        except (ArithmeticError, ValueError):  # its parameters leave the range of floats
            pass
    return _fall(balls(64), curve, tail, end)


def _fall(xp: Any, curve: dots.Curve, tail: float, end: float) -> float:
    """From where the curve would fall to the tail if the loss were normal, by steps that grow, and then between two of
    them."""
    with xp:

        def height(x: float) -> float:
            at = x if xp is floats else xp.number(Fraction(x))
            return float(curve(xp, at))

        first = height(0.0)
        if not first > tail:
            return min(end, 1.0)
        deviation = _DEVIATIONS * first
        x = min(end, deviation * sqrt(2 * (log(first) - log(tail))) + deviation**2 / 2)
        step, small = _STEP, height(x) <= tail
        for _ in range(_TURNS):
            if x >= end and not small:
                return end
            farther = x / step if small else min(end, x * step)
            if (height(farther) <= tail) != small:
                break
            x, step = farther, step**1.5
        else:
            return x
        low, high = min(x, farther), max(x, farther)
        while high > low * (_STEP + 0.01):
            half = sqrt(low) * sqrt(high)
            low, high = (low, half) if height(half) <= tail else (half, high)
        return high
