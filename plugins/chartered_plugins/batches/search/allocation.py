"""The lattice of ratios on which random allocation is added up. Floats only; any choice is sound."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, frexp, ldexp, sqrt

from chartered import Profile
from chartered_verify.arithmetic import floats

_POINTS, _BITS, _LONG = 40_000, 96, 1000
"""The points on which the sum of all ratios is, of which there are more for more steps than _LONG; and the bits of each
probability."""
_BELOW, _ABOVE, _ENOUGH = 9.4, 5.0, 1e-7
"""How far the lattice reaches on either side of the mean, in standard deviations; and the shortfall of a ratio beyond
those that count for its variance."""
_APART, _FARTHEST = 0.05, 600.0


def lattice(inner: Profile, steps: int) -> tuple[Fraction, Fraction, Fraction]:
    """(spacing, points, bits) of a lattice for the profile of what is wrapped."""
    square = 1 + 2 * _excess(inner)
    low, high = steps - _BELOW * sqrt(steps * square), steps + _ABOVE * sqrt(steps * (square - 1)) + 1
    points = _POINTS * max(1.0, steps / _LONG) ** 0.25
    mantissa, exponent = frexp((high - max(0.0, low)) / points)
    spacing = Fraction(ldexp(ceil(mantissa * 256), exponent - 8))
    return spacing, Fraction(ceil(Fraction(high) / spacing)), Fraction(_BITS)


def _excess(inner: Profile) -> float:
    """Half the variance of a ratio: the integral of E(r - s)_+ over s > 1, and of E(s - r)_+ over s < 1."""
    found, at = 0.0, _APART / 2
    while at < _FARTHEST:
        delta = float(inner.delta(floats, at, {}))
        if not delta > _ENOUGH:
            break
        found += _APART * delta * (exp(at) + exp(-2 * at))
        at += _APART
    return found
