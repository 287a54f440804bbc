"""Claims about the Renyi curves of samples beside others: that of the sampled Gaussian, exact ones of all data sets of
small size, and below the order 2 those of exact pairs and triples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Points, Proofs, Sampled, claims_of, numbers
from chartered_plugins.basics.claims.counting import Counting, every_size
from chartered_plugins.subsampling.claims.renyi_cases import ORDERS, drawn, exact_pairs, exact_triples, on_poisson
from chartered_plugins.subsampling.formulas import sampled_gaussian

POISSON = Proofs("poisson.renyi", "our check", at="direct computation")
SAMPLE = Proofs("sample.renyi", "our check", at="direct computation")
LOW_POISSON, LOW_SAMPLE = (Proofs(name, "ours", at="direct computation") for name in ("poisson.renyi", "sample.renyi"))
claims = claims_of(POISSON, SAMPLE, LOW_POISSON, LOW_SAMPLE)
LOW, POINT = numbers("101/100 3/2 19/10"), Fraction(19, 10)
"""Orders below 2, and the last one of the curves."""
NEAR = {"alpha": (Fraction(21, 20), 60), "q": (Fraction(1, 10**6), Fraction(9, 10)), "sigma": (Fraction(2, 5), 50)}


@POISSON.soundness(
    "never-below-the-gaussian",
    "For the curve alpha/(2 sigma^2) the shipped curve is never below that of the sampled Gaussian, and is equal to "
    "it at whole orders.",
    "40 random points, alpha in [1.05, 60], q in [1e-6, 0.9], sigma in [0.4, 50], and the whole order below each",
    Sampled("balls: against the exact curve", cases=Points(40, NEAR), bits=256),
)
def _gaussian(xp: Any, alpha: Fraction, q: Fraction, sigma: Fraction) -> Any:
    order, whole = xp.number(alpha), xp.number(max(2, int(alpha)))
    shipped = on_poisson(q, lambda within, a: a / (2 * within.number(sigma) ** 2))
    equal = shipped(xp, whole).overlaps(sampled_gaussian.divergence(xp, q, sigma, whole))
    return equal and not shipped(xp, order) < sampled_gaussian.divergence(xp, q, sigma, order)


@SAMPLE.soundness(
    "exact-cases",
    "For mechanisms on binary records the shipped curve is not below the exact divergence of any two neighbours, over "
    "all data.",
    "randomized response of truth 3/5 and 9/10 on each record drawn, and a random mechanism that sees their sum; all "
    "m < n <= 5; alpha in {1.5, 2, 3, 4.8, 12}",
    Sampled("balls: all neighbours", bits=256, counts=lambda effort: every_size(5, effort.seed), alpha=ORDERS),
)
def _exact_cases(xp: Any, counts: Counting, alpha: Fraction) -> Any:
    def wrapped(inside: Any, order: Any) -> Any:
        return counts.wrapped(lambda pair: pair.renyi(inside, order), inside)

    order, shipped = xp.number(alpha), drawn(counts.size, counts.of, wrapped)
    return not counts.sampled(lambda pair: pair.renyi(xp, order), xp) > shipped(xp, order)


LOW_POISSON.soundness(
    "below-two.exact-pairs",
    "On exact pairs of distributions neither direction of the sampled pair is above the shipped curve of the larger "
    "wrapped divergence.",
    "random rational pairs of 2 to 4 outcomes, q in {1/1000, 1/10, 1/2, 19/20}, alpha in {1.01, 1.5, 1.9}",
    exact_pairs(LOW, POINT),
)


LOW_SAMPLE.soundness(
    "below-two.exact-triples",
    "For exact outputs A, B, C the shipped curve of the larger divergence between B and C alone is not below that of "
    "(1-r) A + r B from (1-r) A + r C, in any order.",
    "random rational triples of 3 and 4 outcomes; r in {1/1000, 1/10, 1/2, 19/20}; alpha in {1.01, 1.5, 1.9}",
    exact_triples(LOW, POINT),
)
