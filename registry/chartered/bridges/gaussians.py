"""Several Gaussians on one sample as the one that they amount to: the squares of mu add up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism

_DIGITS = 40
"""So many digits of a root that is not rational."""


def as_one(entries: Sequence[Entry]) -> Entry | None:
    """The Gaussian whose mu^2 is the sum of theirs; None where one is no Gaussian.

    Its sigma is exact where that is rational, else rounded down in the fortieth digit: less noise never costs less."""
    total = Fraction(0)
    for entry in entries:
        sigma, sensitivity = (entry.step.settings.get(name) for name in ("sigma", "sensitivity"))
        if entry.step.name != "gaussian" or not isinstance(sigma, Fraction) or not isinstance(sensitivity, Fraction):
            return None
        total += entry.times * (sensitivity / sigma) ** 2
    return mechanism("gaussian", sigma=root_below(1 / total))


def root_below(x: Fraction) -> Fraction:
    """The square root of a number above 0, exact where it is rational, else rounded down."""
    above, below = math.isqrt(x.numerator), math.isqrt(x.denominator)
    if above**2 == x.numerator and below**2 == x.denominator:
        return Fraction(above, below)
    places = _DIGITS + max(0, len(str(x.denominator)) - len(str(x.numerator)))
    return Fraction(math.isqrt(x.numerator * 10 ** (2 * places) // x.denominator), 10**places)
