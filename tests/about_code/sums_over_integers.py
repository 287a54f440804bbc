"""Claims about sums of probabilities of noise on the integers: by two ways of summing, and by Arb's Bessel
functions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.mechanisms.claims.skellam import BESSEL, probability
from chartered_plugins.mechanisms.formulas import discrete_gaussian_sums as gaussian_sums, skellam_sums as sums
from flint import arb

GAUSSIAN = Proofs("discrete-gaussian", "Canonne, Kamath, Steinke 2020")
SKELLAM = Proofs("skellam", "direct computation")
claims = claims_of(GAUSSIAN, SKELLAM)


@GAUSSIAN.table(
    "profile.two-ways",
    "Term by term and by Euler and Maclaurin the sums agree to 30 digits.",
    "our way of summing",
    "variances 64 to 1600, n from -60 to -1",
    Sampled("balls by two ways", cases=product((64, 100, 333, 1600), (-60, -17, -2, -1)), digits=30, bits=192),
)
def _two_ways(xp: Any, v: int, n: int) -> bool:
    variance, derivatives = xp.number(v), gaussian_sums.enough(float(v), n, 128)
    if derivatives is None:
        return False
    direct = gaussian_sums.tail(xp, variance, n, 128) / xp.sqrt(2 * xp.pi * variance)
    other = gaussian_sums.smooth(xp, variance, n, derivatives)
    return bool(direct.overlaps(other)) and near(direct, other, 30)


@SKELLAM.soundness(
    "profile.recurrence",
    "The probabilities by the recurrence, and their sums, are those of Bessel functions, to nearly all digits.",
    "Amos 1974; direct computation",
    "variances 1/1000 to 300, up to 100 places from 0; 128 bits",
    Sampled(
        "balls: Arb's function",
        digits=25,
        bits=128,
        why=BESSEL,
        variances="1/1000 1/3 4 30",
        k=(-100, -31, -3, -1, 0, 1, 2, 40),
    ),
)
def _table(xp: Any, variance: Fraction, k: int) -> bool:
    exact = probability(xp, variance, k)
    beyond = sum((probability(xp, variance, j) for j in range(-k, 400)), arb(0)) if k <= 0 else None
    known = sums.log_probability(xp, variance, k)
    near = abs(known.exp() - exact) < exact * arb(2) ** (30 - xp.bits)
    if beyond is None:
        return bool(known.overlaps(exact.log()) and near)
    found = sums.at_most(xp, variance, k)
    return bool(known.overlaps(exact.log()) and near and abs(found - beyond) < arb(2) ** (40 - xp.bits))
