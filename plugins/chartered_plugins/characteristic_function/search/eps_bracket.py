"""Two ends of eps between which a certified profile crosses a target delta: roots of the upper and the lower end of its
enclosure, in ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import enclose, fraction_of
from chartered_verify.numeric.bracketing import bisect
from flint import arb
from msgspec import Struct

NEAR_ZERO = 8.0
"""Nats of delta within which a saddle point may miss an eps of 0."""
_STEPS, _WIDER = 60, 60
_PART, _CLOSE = 1 / 20, 1e-11
"""The tolerance of a root as a share of the gap between the two ends of the enclosure, and the largest gap that
counts."""
_AMONG = 2**20
"""The share of the least gap that counts below which a secant is one of rounding errors: 1/_AMONG."""
_ROUNDED = 2.0**-24
"""The share of a radius by which a proof may round it: a radius has 30 bits only."""
_READ = 36
"""The digits with which a proof reads the target at least: it begins with 128 bits, and with more for more digits."""
_MOST_DIGITS = 300
"""Those of the least gap that a double holds."""
_FAR = 4.0
"""The logarithmic residual used if a profile is not certainly positive, in nats."""
_END_BITS = 128
"""The precision of an end that is only compared."""
_FARTHEST, _APART = 2**40, Fraction(1, 10**10)
"""The largest eps that is tried by halving, and how far apart the ends may then be at most, relative to eps."""

Delta = Callable[[Fraction], arb]


class Enclosed(Struct, frozen=True):
    """A profile with an enclosure of its value (`whole`) and, where these are narrower, of its lower and upper bound.
    `digits`: those that matter, as a proof at another precision rounds differently."""

    whole: Delta
    target: arb
    bits: int
    digits: int = 17
    low: Delta | None = None
    up: Delta | None = None

    def ends(self, start: float | Fraction, slope: float) -> tuple[Fraction, Fraction]:
        """(below, above) with delta(below) >= target >= delta(above) certainly, about as close as the enclosures allow.
        `slope`: about -d log delta/d eps at `start`. Raises ArithmeticError if none are found."""
        above = self.above(start, slope)
        with balls(self.bits):
            return self._root(self.low or self.whole, above, slope, above=False), above

    def above(self, start: float | Fraction, slope: float) -> Fraction:
        """The upper one of the two ends."""
        with balls(self.bits):
            return self._root(self.up or self.whole, Fraction(start), slope, above=True)

    def _root(self, end: Delta, x: Fraction, slope: float, *, above: bool) -> Fraction:
        """The eps at which the upper bound of delta falls below the target (`above`), or the lower bound rises above
        it: by the secant rule within the known bracket of the root."""
        low: Fraction | float = -math.inf
        high: Fraction | float = math.inf
        least = 10.0 ** -min(self.digits + 2, _MOST_DIGITS)
        miss, gap = _miss(end(x), self.target, above=above)
        for _ in range(_STEPS):
            low, high = (x, high) if miss > 0 else (low, x)
            if abs(miss) <= _PART * min(max(gap, least / _AMONG), _CLOSE):
                break
            after = _between(x + Fraction(max(-_FAR, min(_FAR, miss)) / slope), low, high)
            if after == x:
                break
            after_miss, gap = _miss(end(after), self.target, above=above)
            gained = (miss - after_miss) / float(after - x)
            slope = min(max(gained, slope / 8), slope * 8) if gained > 0 else slope
            x, miss = after, after_miss
        return self._outward(x, Fraction(_PART * min(max(gap, least), _CLOSE) / slope), slope, above=above)

    def _outward(self, x: Fraction, step: Fraction, slope: float, *, above: bool) -> Fraction:
        """The first of some short numbers, moving outward from x, at which delta is certainly on the right side of the
        target, by more than a proof may round the radius of delta."""
        for k in range(_WIDER):
            found = rounded(x + (k * step if above else -k * step), step, up=above)
            delta = self.whole(found)
            if not delta.is_finite():
                raise ArithmeticError("a profile is not enclosed where its root is sought")
            room = delta.rad() * _ROUNDED + abs(self.target).upper() * 10.0 ** -max(_READ, self.digits + 10)
            if delta + room <= self.target.lower() if above else delta - room >= self.target.upper():
                return found
            step = max(step * 5 / 4, fraction_of((room / self.target).upper()) / Fraction(slope))
        raise ArithmeticError("no two ends enclose eps closely")


def halved(
    delta: Delta, target: arb, digits: int, between: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
) -> tuple[Fraction, Fraction]:
    """The two ends, by halving: next to the sum of losses that are likely delta falls too fast for a secant. `between`:
    numbers around them, of which the larger one is doubled as long as needed. Raises ArithmeticError if delta is not
    known well enough."""
    below, above = between
    farthest = max(Fraction(_FARTHEST), 4 * above)
    while not delta(above) <= target:
        below, above = above, 2 * above
        if above > farthest:
            raise ArithmeticError("no eps has so small a delta")

    def left(x: Fraction) -> bool | None:
        found = delta(x)
        return True if found >= target else False if found <= target else None

    below, above = bisect(left, below, above, narrow=lambda x, y: y - x <= y * Fraction(1, 10**digits))
    if above - below > above * _APART or not delta(below) >= target:
        raise ArithmeticError("no two ends enclose eps closely")
    return below, above


def _miss(found: arb, target: arb, *, above: bool) -> tuple[float, float]:
    """(log(end of delta/target), log(upper end/lower end))."""
    lower, upper = found.lower(), found.upper()
    if not upper.is_finite():
        raise ArithmeticError("a profile is not enclosed where its root is sought")
    gap = _log(upper / lower) if lower > 0 else _FAR
    end, level = (upper, target.lower()) if above else (lower, target.upper())
    return (_log(end / level) if end > 0 else -_FAR), gap


def _log(ratio: arb) -> float:
    return float(ratio.log().mid())


def log_of(x: arb) -> float:
    """log of the midpoint of a ball in floats, at a precision of its own."""
    return float(enclose(lambda xp: x.mid().log()).lower)


def lower_end(x: arb) -> arb:
    """The lower end of a ball, at a precision of its own."""
    with balls(_END_BITS):
        return x.lower()


def _between(x: Fraction, low: Fraction | float, high: Fraction | float) -> Fraction:
    """x if it is between low and high; otherwise their midpoint."""
    if low < x < high:
        return x
    return (Fraction(low) + Fraction(high)) / 2


def rounded(x: Fraction, width: Fraction, *, up: bool) -> Fraction:
    """x rounded outward, with two digits more than the width needs."""
    size = width.denominator.bit_length() - width.numerator.bit_length()
    digits = max(0, 3 + math.ceil(size * math.log10(2)))
    scaled = x * 10**digits
    return Fraction(math.ceil(scaled) if up else math.floor(scaled), 10**digits)
