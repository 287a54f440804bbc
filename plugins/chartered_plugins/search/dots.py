"""Proposes how far apart the dots of a profile stand, and what may be left out: about so many dots as a search may take."""

from __future__ import annotations

from fractions import Fraction
from math import frexp, ldexp, log, sqrt
from typing import Any

from chartered import Question, Unavailable, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.values import START_BITS

from ..formulas import dots, losses
from ..kinds.joined import Joined

_SPARE, _TOLD = Fraction(1, 2**12), Fraction(1, 2**8)
"""The part of delta that is left out, and the least part of what was taken for delta that is more than this."""
_MANY = 4096
"""Runs of which as many dots are taken as may be; of more runs fewer, as their sums take more cells."""
_COARSE, _TURNS, _DEEPEST = 16, 12, 1060
_STEP, _SMALL = 1.25, 1e-280


def propose(g: Joined, question: Question) -> Witness:
    """For an eps at delta what is left out is a small part of delta; of the delta at an eps it is a part of what a sum gives.

    Raises Unavailable for a delta that it would take too long to tell from nothing.
    """
    few = round(g.few / sqrt(max(1.0, g.runs / _MANY)))
    if question.quantity == "epsilon":
        return _witness(g, question.at, few)
    left, count = Fraction(1, 2**10 if g.few > _COARSE else 2**24), min(few, _COARSE)
    while True:
        witness = _witness(g, left, count)
        found = _delta(g, question.at, witness)
        if found < left * _TOLD:  # mostly what was left out
            left = max(left**4, min(left / 2, _least(g))) if count < few or few <= _COARSE else found
        elif count == few:
            return witness
        else:
            left, count = found, few


def _least(g: Joined) -> Fraction:
    """The least delta that is looked for: where few dots are taken, for they are long to compute, not a tiny one."""
    return Fraction(g.runs, 1 << min(_DEEPEST, g.few**2 // 3)) / _SPARE


def _witness(g: Joined, delta: Fraction, few: int) -> Witness:
    spare = delta * _SPARE / g.runs
    if delta < _least(g):
        raise Unavailable("so small a delta takes dots of the profile that are too long to compute")
    tail = Fraction(1, 4 ** (_log2(1 / spare) // 2))
    tops = [(_top(curve, float(dots.low(level, tail)), most), most) for (curve, _), (level, most) in zip(g.parts, g.ends, strict=True)]
    top, most = max(tops, key=lambda pair: pair[0])
    if not 0 < top < losses.FARTHEST:
        raise Unavailable("the profile falls nowhere that a search finds")
    return {"step": most / few if most is not None and top >= most else _rounded(top / few), "tail": tail}


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
    """From where the curve would fall to the tail if the loss were normal, by steps that grow."""
    with xp:

        def height(x: float) -> float:
            at = x if xp is floats else xp.number(Fraction(x))
            return float(curve(xp, at))

        first = height(0.0)
        if not first > tail:
            return min(end, 1.0)
        deviation = 2.5 * first
        x = min(end, deviation * sqrt(2 * (log(first) - log(tail))) + deviation**2 / 2)
        step, small = _STEP, height(x) <= tail
        for _ in range(_TURNS):
            if x >= end and not small:
                return end
            farther = x / step if small else min(end, x * step)
            if (height(farther) <= tail) != small:
                return max(x, farther)
            x, step = farther, step**1.5
    return x


def _delta(g: Joined, epsilon: Fraction, witness: Witness) -> Fraction:
    with balls(64) as xp:
        table = dots.table(START_BITS, g.parts, Fraction(witness["step"] or 0), Fraction(witness["tail"] or 0), g.ends)
        found = losses.delta(xp, table, xp.number(epsilon)).upper()
        if not found.is_finite():
            raise Unavailable("the dots are too near to each other, or too far, for their digits")
        return _rounded(float(found))
