"""Claims about the Renyi curve of a Poisson-sampled mechanism by cases: exact pairs, the sampled Gaussian, and the
printed bound."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls
from chartered_verify.boxes.sampling import Domain, points_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.pairs import Pair, random_pairs
from ...basics.formulas import randomized_response as response
from ..formulas import sampled_gaussian

BOOK = Book("poisson.renyi", "our check")
RATES = (Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(19, 20))
ORDERS = (Fraction(3, 2), Fraction(2), Fraction(3), Fraction(24, 5), Fraction(12))


def sampled(rate: Fraction, curve: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The shipped curve of a Poisson sample of a mechanism with this curve."""
    found: ch.Renyi = bound("sampled_renyi", "poisson.renyi")(Said({"rate": rate}, inner=ch.Renyi(curve=curve)))
    return found.curve


@BOOK.soundness(
    "exact-pairs",
    "On exact pairs of distributions neither direction of the sampled pair is above the shipped curve of the larger "
    "wrapped divergence.",
    "direct computation",
    "random rational pairs of 2 to 4 outcomes, q in {1/1000, 1/10, 1/2, 19/20}, alpha in {1.5, 2, 3, 4.8, 12}",
)
def _exact_pairs(effort: Effort) -> Verdict:
    cases = [(pair, q, alpha) for pair in random_pairs(8, (2, 3, 4), effort.seed) for q in RATES for alpha in ORDERS]
    return sample(_within, cases, effort.digits, "balls: both directions")


def _within(pair: Pair, q: Fraction, alpha: Fraction) -> bool:
    mixed = tuple((1 - q) * y + q * x for x, y in zip(pair.first, pair.second, strict=True))

    def larger(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> Callable[[Any, Any], Any]:
        return lambda xp, order: xp.maximum(Pair(one, other).renyi(xp, order), Pair(other, one).renyi(xp, order))

    with balls(256) as xp:
        order = xp.number(alpha)
        return not larger(mixed, pair.second)(xp, order) > sampled(q, larger(pair.first, pair.second))(xp, order)


@BOOK.soundness(
    "never-below-the-gaussian",
    "For the curve alpha/(2 sigma^2) the shipped curve is never below that of the sampled Gaussian, and is equal to "
    "it at whole orders.",
    "direct computation",
    "40 random points, alpha in [1.05, 60], q in [1e-6, 0.9], sigma in [0.4, 50], and the whole order below each",
)
def _gaussian(effort: Effort) -> Verdict:
    domain: Domain = {
        "alpha": (Fraction(21, 20), 60),
        "q": (Fraction(1, 10**6), Fraction(9, 10)),
        "sigma": (Fraction(2, 5), 50),
    }

    def above(alpha: Fraction, q: Fraction, sigma: Fraction) -> bool:
        with balls(256) as xp:
            order, whole = xp.number(alpha), xp.number(max(2, int(alpha)))
            shipped = sampled(q, lambda within, a: a / (2 * within.number(sigma) ** 2))
            equal = shipped(xp, whole).overlaps(sampled_gaussian.divergence(xp, q, sigma, whole))
            return bool(equal) and not shipped(xp, order) < sampled_gaussian.divergence(xp, q, sigma, order)

    return sample(above, list(points_of(domain, 40, effort.seed)), effort.digits, "balls: against the exact curve")


@BOOK.soundness(
    "zhu-wang",
    "The printed bound for any mechanism, with its factor 3 from the third moment on, is never below the shipped "
    "curve at a whole order.",
    "Zhu, Wang 2019, Theorem 5",
    "Gaussian, randomized response and constant curves, each of 3 sizes; q in {1/1000, 1/10, 1/2, 19/20}, orders 2, "
    "3, 5, 10, 30",
)
def _zhu_wang(effort: Effort) -> Verdict:
    def above(curve: Callable[[Any, Any], Any], q: Fraction, n: int) -> bool:
        with balls(256) as xp:
            return not printed(xp, curve, q, n) < sampled(q, curve)(xp, xp.number(n))

    return sample(above, list(product(CURVES, RATES, (2, 3, 5, 10, 30))), effort.digits, "balls: printed less shipped")


def printed(xp: Any, curve: Callable[[Any, Any], Any], q: Fraction, n: int) -> Any:
    """Zhu and Wang's bound at a whole order."""

    def term(k: int) -> Any:
        return xp.number(comb(n, k) * q**k * (1 - q) ** (n - k)) * xp.exp((k - 1) * curve(xp, xp.number(k)))

    first = xp.number((1 - q) ** (n - 1) * (n * q - q + 1))
    return xp.log(first + term(2) + 3 * sum((term(k) for k in range(3, n + 1)), xp.number(0))) / (n - 1)


def _gaussians(variance: Fraction) -> Callable[[Any, Any], Any]:
    return lambda xp, alpha: alpha / (2 * xp.number(variance))


def _responses(epsilon: Fraction) -> Callable[[Any, Any], Any]:
    return lambda xp, alpha: response.renyi(xp, xp.number(epsilon), xp.number(2), alpha)


def _constants(gamma: Fraction) -> Callable[[Any, Any], Any]:
    return lambda xp, alpha: xp.number(gamma) + 0 * alpha


SIZES = (Fraction(1, 50), Fraction(1), Fraction(4))
CURVES = [kind(size) for kind in (_gaussians, _responses, _constants) for size in SIZES]
"""Curves of wrapped mechanisms, of little and of much loss."""
