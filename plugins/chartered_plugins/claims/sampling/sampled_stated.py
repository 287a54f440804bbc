"""Claims about the sampled Gaussian as it is asked for: rate and noise reach the curve, and it answers only of a sample."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..book import Book
from ..stated import Number, agree, answers, case, conditions, together

BOOK = Book("poisson-gaussian", "Mironov, Talwar, Zhang 2019")
RULE = Book("abadi2016", "Abadi et al. 2016, Lemma 3")
STEP = "poisson:rate={}/gaussian:sigma={},sensitivity={}"
CASES = [
    (Fraction(1, 10), Fraction(2), Fraction(1), 3),
    (Fraction(3, 4), Fraction(3), Fraction(2), 2),
    (Fraction(1, 100), Fraction(4), Fraction(1, 2), 32),
]


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*BOOK.entries, *RULE.entries]


def _curve(name: str, rate: Fraction, sigma: Fraction, sensitivity: Fraction, alpha: int) -> Number:
    found = answers("sampled_gaussian", name, case(STEP.format(rate, sigma, sensitivity)))
    return lambda xp: found.curve(xp, xp.number(alpha))


def _summed(rate: Fraction, sigma: Fraction, sensitivity: Fraction, alpha: int) -> Number:
    """log sum over k of C(alpha, k) (1-q)^(alpha-k) q^k e^((k^2-k) Delta^2/(2 sigma^2)) over alpha - 1."""

    def divergence(xp: Any) -> Any:
        noise = 2 * (sigma / sensitivity) ** 2
        terms = [
            xp.number(comb(alpha, k) * (1 - rate) ** (alpha - k) * rate**k) * xp.exp(xp.number((k * k - k) / noise))
            for k in range(alpha + 1)
        ]
        return xp.log(sum(terms, xp.number(0))) / (alpha - 1)

    return divergence


@BOOK.claim("renyi.as-asked", Kind.TABLE, "At whole orders the curve is the finite sum.", "Theorem 4", "three steps, orders 2, 3 and 32")
def _renyi(effort: Effort) -> Verdict:
    inside, whole, none = (case(STEP.format(rate, 2, 1)) for rate in ("1/2", 1, 0))
    outside = {"rate 1": whole, "rate 0": none, "replace-one": case(STEP.format("1/2", 2, 1), replaced=True)}
    kept = conditions("sampled_gaussian", "poisson-gaussian.renyi", {"rate 1/2": inside}, outside)
    return together(kept, agree({str(one): (_curve("poisson-gaussian.renyi", *one), _summed(*one)) for one in CASES}, effort))


@RULE.claim(
    "heuristic.as-printed", Kind.TABLE, "q^2 alpha/((1-q) sigma^2), for noise in units of the query.", "without its O-term", "three steps"
)
def _abadi(effort: Effort) -> Verdict:
    pairs = {}
    for rate, sigma, sensitivity, alpha in CASES:
        written = rate**2 * alpha * sensitivity**2 / ((1 - rate) * sigma**2)
        pairs[f"{rate}, {sigma}"] = (
            _curve("abadi2016.heuristic", rate, sigma, sensitivity, alpha),
            lambda xp, value=written: xp.number(value),
        )
    return agree(pairs, effort)
