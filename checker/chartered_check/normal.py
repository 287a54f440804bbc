"""The normal distribution function Phi, enclosed by two series that need no other: a power series near 0, and Laplace's
continued fraction, whose convergents lie alternately above and below."""

from __future__ import annotations

from math import ceil, log2

from . import fixed
from .interval import Dyadic, Interval, Undefined, rounded, top

_FARTHEST = 24
"""Beyond 2^_FARTHEST nothing is computed."""
HALF: Dyadic = (1, -1)


def ndtr(x: Interval) -> Interval:
    """Phi, which increases."""
    return Interval(_at(x.low, x.bits).low, _at(x.high, x.bits).high, x.bits)


def _at(x: Dyadic, bits: int) -> Interval:
    """Phi at one number: beyond sqrt(bits) by the fraction, before by the series with the digits that it cancels, which
    are about x^2/2 log2(e)."""
    if top(x) > _FARTHEST:
        raise Undefined("a normal distribution function is beyond the range")
    if x[0] == 0:
        return Interval(HALF, HALF, bits)
    if x[0] > 0:
        return Interval((1, 0), (1, 0), bits) - _at((-x[0], x[1]), bits)
    distance = -x[0], x[1]
    square = _about(distance) ** 2
    own = bits + 32 + (ceil(square) if square <= bits else 0)
    t = Interval(distance, distance, own)
    found = _near(t, ceil(square) + 1) if square <= bits else _far(t, _about(distance))
    return Interval(rounded(found.low, bits, up=False), rounded(found.high, bits, up=True), bits)


def _about(x: Dyadic) -> float:
    """x > 0 as a double, for choices alone; tiny ones are 0."""
    shift = max(0, x[0].bit_length() - 50)
    return float(x[0] >> shift) * 2.0 ** max(-900, x[1] + shift)


def _density(t: Interval) -> Interval:
    """phi(t) = e^(-t^2/2)/sqrt(2 pi)."""
    twice_pi = Interval.units(fixed.pi(t.bits + 8), t.bits + 8, t.bits, 1)
    return (-(t * t * Interval(HALF, HALF, t.bits))).exp() * twice_pi.sqrt().inverse()


def _near(t: Interval, most_square: int) -> Interval:
    """Phi(-t) = 1/2 - phi(t) (t + t^3/3 + t^5/15 + ...): each term is the one before times t^2/(2n + 1), so that from n
    >= t^2 on, what follows a term is at most that term. Near 0 a term that no digit of 1/2 shows is the last one: those
    of a number at the end of the range do not become smaller."""
    square, term, sums, n = t * t, t, t, 0
    while n < most_square or top(term.high) > max(0, top(sums.high)) - t.bits:
        n += 1
        term = term * square * _whole(2 * n + 1, t.bits).inverse()
        sums = sums + term
    sums = sums + Interval((0, 0), term.high, t.bits)
    return Interval(HALF, HALF, t.bits) - _density(t) * sums


def _whole(n: int, bits: int) -> Interval:
    return Interval((n, 0), (n, 0), bits)


def _far(t: Interval, about: float) -> Interval:
    """Phi(-t) = phi(t)/(t + 1/(t + 2/(t + 3/(t + ...)))): all parts are positive, so the truth is between any two cuts
    that follow each other. How many levels are taken is a choice."""
    levels = 8 + ceil((0.4 * t.bits / about) ** 2 + t.bits / (2 * log2(about)))
    first, second = (_fraction(t, n) for n in (levels, levels + 1))
    return _density(t) * first.hull(second).inverse()


def _fraction(t: Interval, levels: int) -> Interval:
    found = t
    for n in range(levels, 0, -1):
        found = t + _whole(n, t.bits) * found.inverse()
    return found
