"""The lattice of ratios on which random allocation is added up. Floats only; any choice is sound."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, exp, frexp, inf, ldexp, log, nextafter, sqrt

from chartered import Number, Profile
from chartered_verify.arithmetic import floats

_POINTS, _LONG = 40_000, 1000
"""The points on which the sum of all ratios is, of which there are more for more steps than _LONG."""
_BITS, _FEWEST, _MOST_BITS = 96, 84, 256
"""The bits of each probability, if large ratios need no more; those beside the bits of these; and the most."""
_BELOW, _ABOVE, _ENOUGH = 9.4, 5.0, 1e-7
"""How far the lattice reaches on either side of the mean, in standard deviations; and the shortfall of a ratio beyond
those that count for its variance."""
_APART, _FARTHEST = 0.05, 600.0
_HIGHEST = 32
"""How many times its mean a sum is at most on the finest lattice: where ratios have a long tail, their variance is all
of a few large ones, which wider lattices serve as well."""

_JUST_ABOVE = 1 + 2.0**-50
"""A factor by which rounding does not carry a point below the least ratio."""


def lattice(inner: Profile, steps: int) -> tuple[Fraction, Fraction, Fraction]:
    """(spacing, points, bits) of a lattice for the profile of what is wrapped."""
    excess, reach = _excess(inner)
    square = 1 + 2 * excess
    low, high = steps - _BELOW * sqrt(steps * square), steps + _ABOVE * sqrt(steps * (square - 1)) + 1
    within = _POINTS * max(1.0, steps / _LONG) ** 0.25
    mantissa, exponent = frexp((high - max(0.0, low)) / within)
    spacing = _aligned(Fraction(ldexp(ceil(mantissa * 256), exponent - 8)), inner.at_infinity.max_loss)
    points = ceil(Fraction(high) / spacing)
    while spacing * points > _HIGHEST * steps:
        spacing /= 2
    bits = min(_MOST_BITS, max(_BITS, _FEWEST + ceil((reach - log(steps)) / log(2))))  # rounding grows with the ratio
    return spacing, Fraction(points), Fraction(bits)


def _aligned(spacing: Fraction, largest: Number | None) -> Fraction:
    """About the spacing, with a point at the least ratio or just above it, as that may have a probability of its own,
    which two points would share."""
    least = 0.0 if largest is None else exp(-float(floats.number(largest)))
    return spacing if least < spacing else Fraction(nextafter(least / ceil(least / spacing) * _JUST_ABOVE, inf))


def _excess(inner: Profile) -> tuple[float, float]:
    """Half the variance of a ratio, the integral of E(r - s)_+ over s > 1 and of E(s - r)_+ over s < 1; and the
    logarithm of the ratio at which the former is little."""
    found, at = 0.0, _APART / 2
    while at < _FARTHEST:
        delta = float(inner.delta(floats, at, {}))
        if not delta > _ENOUGH:
            break
        found += _APART * delta * (exp(at) + exp(-2 * at))
        at += _APART
    return found, at
