"""Gaussian noise on a Poisson sample: the laws of a record that is removed, added or replaced, in units of the standard
deviation, and back from such a law to rate and noise; and the discrete Gaussian."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from .analytic_law import Law
from .mixture import NOTHING, Ratio, replaced, sampled
from .normal_noise import Integers, Normal

STANDARD = Normal(Fraction(1))
"""Standard normal noise."""


class GaussianSample(Struct, frozen=True):
    """Noisy SGD in one direction. `rate`: q in (0, 1). `noise`: the noise multiplier s > 0, the standard deviation over
    the sensitivity. `added`: the direction is addition of the record."""

    rate: Fraction
    noise: Fraction
    added: bool = False

    @property
    def law(self) -> Law:
        """That of its loss."""
        removed = Law(STANDARD, sampled(self.rate, 1 / self.noise))
        return removed.swapped if self.added else removed

    @classmethod
    def of(cls, law: Any) -> GaussianSample | None:
        """The sample of a law, or of another moment generating function; None if it is none."""
        if not isinstance(law, Law) or law.noise != STANDARD:
            return None
        added = law.ratio.p == NOTHING
        moved, still = (law.ratio.q, law.ratio.p) if added else (law.ratio.p, law.ratio.q)
        shifts = [part for part in moved.parts if part[1]]
        if still != NOTHING or len(moved.parts) != 2 or len(shifts) != 1:
            return None
        ((rate, shift),) = shifts
        return cls(rate, 1 / abs(shift), added)


def standard(ratio: Ratio) -> Law:
    """The law of standard normal noise and two mixtures of its shifts."""
    return Law(STANDARD, ratio)


def replaced_gaussian(rate: Fraction, noise: Fraction) -> Law:
    """The law of a record that is replaced, the same in both directions."""
    return Law(STANDARD, replaced(rate, 1 / noise))


def discrete_gaussian(variance: Fraction, ratio: Ratio) -> Law:
    """The law of discrete Gaussian noise, whose shifts are whole numbers."""
    return Law(Integers(variance), ratio)
