"""Claims about the sampled Gaussian as it is asked for: rate and noise reach the curve, and it answers only of a
sample."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.as_stated import Answers, Conditions, replaced
from chartered.proving.book import Book, claims_of
from chartered.proving.written import Number

BOOK = Book("poisson-gaussian", "Mironov, Talwar, Zhang 2019")
RULE = Book("abadi2016", "Abadi et al. 2016, Lemma 3")
claims = claims_of(BOOK, RULE)
STEP = "poisson:rate={rate}/gaussian:sigma={sigma},sensitivity={size}"
CASES = [
    {"rate": Fraction(1, 10), "sigma": Fraction(2), "size": Fraction(1), "alpha": 3},
    {"rate": Fraction(3, 4), "sigma": Fraction(3), "size": Fraction(2), "alpha": 2},
    {"rate": Fraction(1, 100), "sigma": Fraction(4), "size": Fraction(1, 2), "alpha": 32},
]
HALF, WHOLE, NEVER = (f"poisson:rate={rate}/gaussian:sigma=2,sensitivity=1" for rate in ("1/2", 1, 0))


def _summed(rate: Any, sigma: Any, size: Any, alpha: Any) -> Number:
    """log sum over k of C(alpha, k) (1-q)^(alpha-k) q^k e^((k^2-k) Delta^2/(2 sigma^2)) over alpha - 1."""

    def divergence(xp: Any) -> Any:
        terms = [
            xp.number(comb(alpha, k) * (1 - rate) ** (alpha - k) * rate**k)
            * xp.exp(xp.number((k * k - k) * (size / sigma) ** 2 / 2))
            for k in range(alpha + 1)
        ]
        return xp.log(sum(terms, xp.number(0))) / (alpha - 1)

    return divergence


BOOK.stated(
    "renyi.as-asked",
    "At whole orders the curve is the finite sum.",
    "Theorem 4",
    "three steps, orders 2, 3 and 32",
    Conditions("poisson-gaussian.renyi", [HALF], [WHOLE, NEVER, replaced(HALF)]),
    *(Answers("poisson-gaussian.renyi", STEP, {"curve(alpha)": _summed(**at)}, at) for at in CASES),
)
RULE.stated(
    "heuristic.as-printed",
    "q^2 alpha/((1-q) sigma^2), for noise in units of the query.",
    "without its O-term",
    "three steps",
    *(
        Answers("abadi2016.heuristic", STEP, {"curve(alpha)": "rate^2*alpha*size^2/((1-rate)*sigma^2)"}, at)
        for at in CASES
    ),
)
