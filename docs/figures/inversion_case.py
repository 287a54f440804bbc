"""What the figures of the inversion share: one case of noisy SGD, the lines that its answers state as witnesses, and
what each remainder leaves open there, all by the code that certifies."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import numpy as np
from chartered_plugins.characteristic_function.formulas.composed_moments import Line
from chartered_plugins.characteristic_function.formulas.contour import Inversion
from chartered_plugins.characteristic_function.inversion_witness import rule_of
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.search.line_search import Search
from flint import arb
from msgspec.structs import replace

RATE, SIGMA, RUNS, DELTA = "256/60000", "1.1", 14_040, "1e-5"
"""60 epochs of batches of about 256 among 60000."""
PARTS = ((GaussianSample(Fraction(RATE), Fraction(SIGMA)).law, RUNS),)
"""The removal of a record, which decides here."""
NAMES = ("copies on the left", "copies on the right", "truncation", "quadrature of $M$", "rounding")
TOP, LEAST = 1.25, -20
"""The height of the pictures, in heights of truncation, and the least power of ten that has a colour."""
UNIT = r"$\log_{10}$ of $|F(z)|/(\pi\,\delta)$"
_EXACTLY = 200
"""Nats by which the quadrature is made finer, to see rounding alone."""


def line(digits: int | None = None) -> tuple[Line, Fraction]:
    """The line of the answer to so many digits, and its upper end of eps."""
    step = f"poisson:rate={RATE}/gaussian:sigma={SIGMA},times={RUNS}"
    witness = ch.Ledger([step]).epsilon(DELTA, digits=digits).witness
    line = rule_of("removal", 1, witness)
    assert isinstance(line, Line)
    return line, Fraction(witness["above"])


def nodes() -> tuple[float, np.ndarray, float]:
    """The order of the line, the heights of its nodes, and the height of truncation."""
    contour = line()[0].contour
    return float(contour.order), float(contour.spacing) * np.arange(contour.count), float(contour.height)


def remainders(digits: int | None = None) -> list[float]:
    """What each of NAMES leaves open of delta at eps: the radius of the enclosure that is its own, over delta."""
    on, epsilon = line(digits)
    whole = on.inverse(PARTS)
    bare = replace(whole, mass=arb(0), right_moment=arb(0), beyond=arb(0))

    def radius(one: Inversion) -> arb:
        return one.delta(epsilon).rad()

    copies = [radius(replace(bare, **{part: getattr(whole, part)})) for part in ("mass", "right_moment", "beyond")]
    finer = replace(on, accuracy=on.accuracy + _EXACTLY).inverse(PARTS)
    rounded = radius(replace(finer, mass=arb(0), right_moment=arb(0), beyond=arb(0)))
    shares = [*(each - radius(bare) for each in copies), radius(bare), rounded]
    return [abs(float(share.mid())) / float(DELTA) for share in shares]


def sizes(real: np.ndarray, imaginary: np.ndarray) -> np.ndarray:
    """log10 of |F(z)|/(pi delta) at z = real + i imaginary, in floats: what a unit of height there adds, as a share of
    delta."""
    _, epsilon = line()
    z = real + 1j * imaginary
    logs = Search(PARTS).log(z.ravel()).real.reshape(z.shape)
    found: np.ndarray = logs - ((z - 1) * float(epsilon)).real - np.log(abs(z * (z - 1)))
    return (found - np.log(np.pi * float(DELTA))) / np.log(10)


def beyond(heights: np.ndarray) -> np.ndarray:
    """The same of the bound that holds at every height from that of truncation on: |F| <= D e^(-(c-1) eps)/y^2."""
    on, epsilon = line()
    bound = float(on.inverse(PARTS).beyond.log().mid()) - float((on.contour.order - 1) * epsilon)
    found: np.ndarray = bound - 2 * np.log(heights) - np.log(np.pi * float(DELTA))
    return found / np.log(10)


def saddle() -> float:
    """The order at which the integrand is least on the real axis."""
    return Search(PARTS).order_at(float(line()[1]))
