"""The columns of a matrix, and each as a run of its own, of Gaussian noise on a Poisson sample, where those of a record
do not overlap."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from . import parameters
from .formulas import banded_toeplitz, buffered_toeplitz


def band(case: ch.Case) -> banded_toeplitz.Band:
    """A matrix with the same entries along each diagonal."""
    if case["family"] == parameters.TOEPLITZ:
        return banded_toeplitz.of(case.numbers("coefficients")[: int(case.number("steps"))])
    return banded_toeplitz.square_root(parameters.bands_of(case.step.settings))


def toeplitz(case: ch.Case) -> banded_toeplitz.Band | buffered_toeplitz.Buffered:
    """Likewise, of any family that has them."""
    if case["family"] == parameters.BLT:
        return buffered_toeplitz.Buffered(tuple(zip(case.numbers("scales"), case.numbers("decays"), strict=True)))
    return band(case)


def unit(case: ch.Case) -> Fraction:
    """mu^2 of a column of norm 1, for a record that is added."""
    return (_sensitivity(case) / case.number("sigma")) ** 2


def run(case: ch.Case, sigma: Fraction) -> ch.Step:
    """The run of a column with this noise multiplier, in units of what adding a record changes."""
    replaced = case.get(case.neighbours.sensitivity or "")
    pairs: tuple[tuple[str, Fraction], ...] = (("sigma", sigma), ("sensitivity", Fraction(1)))
    if isinstance(replaced, Fraction):
        pairs = (*pairs, ("replace-sensitivity", replaced / _sensitivity(case)))
    return ch.Step("poisson", (("rate", case.number("rate")),), ch.Step("gaussian", pairs))


def _sensitivity(case: ch.Case) -> Fraction:
    stated = case.get("sensitivity")
    return stated if isinstance(stated, Fraction) else case.sensitivity
