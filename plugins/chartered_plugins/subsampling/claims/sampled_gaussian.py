"""Claims about the sampled Gaussian: its moments at whole orders, its larger direction, and two bounds of its curve."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Claim, Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.densities import log_density
from ...conversion.formulas import linear_curve as gaussian_moments
from ..formulas import sampled_gaussian as sg, sampled_gaussian_terms as terms
from . import sampled_gaussian_numbers as numbers, sampled_gaussian_remainder as remainder

BOOK = Book("poisson-gaussian.renyi", "Mironov, Talwar, Zhang 2019")
SIZE = (Fraction(1, 5), 5)
ODDS = {"u": SIZE}
"""The odds of taking part: the rate is q = u/(1+u)."""


def claims() -> list[Claim]:
    """All claims about the sampled Gaussian."""
    return [*BOOK.entries, *remainder.BOOK.entries, *numbers.BOOK.entries, *numbers.ABADI.entries]


def rate(u: Any) -> Any:
    """q = u/(1+u)."""
    return u / (1 + u)


@BOOK.identity(
    "whole.sum",
    "The shipped recursion is the binomial sum of C(alpha,k) (1-q)^(alpha-k) q^k (e^((k^2-k)/(2 sigma^2)) - 1), "
    "which is E[w^alpha] - 1, "
    "and every number that it adds is positive.",
    "Section 3.3",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0; the sum written out for orders 2 to 6, its steps for every k",
)
def _whole(effort: Effort) -> Verdict:
    def shipped(order: int) -> Any:
        return lambda xp, u, s: terms.whole_excess(xp, rate(u), s, order)

    def printed(order: int) -> Any:
        return lambda xp, u, s: gaussian_moments.sampled_moment(xp, order, rate(u), s**2) - 1

    def tilted(xp: Any, z: Any, k: Any, s: Any) -> Any:
        return log_density(z, 0, s) + k * (2 * z - 1) / (2 * s**2)

    def shifted(xp: Any, z: Any, k: Any, s: Any) -> Any:
        return log_density(z, k, s) + (k**2 - k) / (2 * s**2)

    def risen(xp: Any, k: Any, s: Any) -> Any:
        return xp.expm1((k**2 - k) / (2 * s**2))

    def next_risen(xp: Any, k: Any, s: Any) -> Any:
        growth = xp.expm1(k / s**2)
        return risen(xp, k, s) * (1 + growth) + growth

    domain = {**ODDS, "s": SIZE}
    return chain(
        "The density of mean k integrates to 1, so E[e^(k x')] = e^((k^2-k)/(2 sigma^2)); the binomial theorem gives "
        "the sum, and the "
        "weights C(alpha,k) (1-q)^(alpha-k) q^k add up to 1. The recursion only adds and multiplies positive numbers.",
        ("completing the square", same(tilted, shifted, "z k s", {"z": SIZE, "k": SIZE, "s": SIZE}, effort)),
        (
            "a step of the recursion",
            same(lambda xp, k, s: risen(xp, k + 1, s), next_risen, "k s", {"k": SIZE, "s": SIZE}, effort),
        ),
        *(
            (f"the whole sum at order {n}", same(shipped(n), printed(n), "u s", domain, effort))
            for n in (2, 3, 4, 5, 6)
        ),
    )


@BOOK.soundness(
    "direction",
    "D(mixture || N(0)) is the larger direction at every order: E[w^alpha] >= E[w^(1-alpha)] under N(0, sigma^2).",
    "Theorem 5",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha > 1",
)
def _direction(effort: Effort) -> Verdict:
    def ratio(u: Any, t: Any) -> Any:
        return 1 - rate(u) + rate(u) * t

    def product(xp: Any, u: Any, m: Any) -> Any:
        return ratio(u, 1 + m) * ratio(u, 1 / (1 + m)) - 1

    def square(xp: Any, u: Any, m: Any) -> Any:
        return rate(u) * (1 - rate(u)) * m**2 / (1 + m)

    def balance(xp: Any, u: Any, m: Any) -> Any:
        return (1 + m) * (1 - ratio(u, 1 / (1 + m)))

    def reflected(xp: Any, z: Any, s: Any) -> Any:
        return log_density(1 - z, 0, s)

    def weighted(xp: Any, z: Any, s: Any) -> Any:
        return log_density(z, 0, s) + (2 * z - 1) / (2 * s**2)

    domain = {**ODDS, "m": SIZE}
    return chain(
        "By the reflection z -> 1-z, E[F(t)] = E[t F(1/t)] for t = e^((2z-1)/(2 sigma^2)). With F = w^alpha - "
        "w^(1-alpha), t > 1, "
        "c = alpha - 1/2, x = w(t) and y = 1/w(1/t): F(t) + t F(1/t) = sqrt(x) (x^c - x^-c) - (t/sqrt(y)) (y^c - "
        "y^-c). At c = 1/2 the "
        "terms are x - 1 and t (1 - 1/y), which are equal; call them K. So it is K (R(x) - R(y)), "
        "R(x) = (x^c - x^-c)/(x^(1/2) - x^(-1/2)), "
        "and x >= y > 1. In X = log x the slope of log R is (cX coth(cX) - (X/2) coth(X/2))/X, not negative for c >= "
        "1/2: s coth(s) rises.",
        (
            "the reflected density is t times the density",
            same(reflected, weighted, "z s", {"z": SIZE, "s": SIZE}, effort),
        ),
        ("x/y - 1 at t = 1 + m", same(product, square, "u m", domain, effort)),
        ("it is positive", sign_of(square, "u m", domain, effort)),
        ("x - 1 = t (1 - 1/y)", same(lambda xp, u, m: ratio(u, 1 + m) - 1, balance, "u m", domain, effort)),
        ("K is positive", sign_of(lambda xp, u, m: rate(u) * m, "u m", domain, effort)),
        *_coth_rises(effort),
    )


def _coth_rises(effort: Effort) -> list[tuple[str, Verdict]]:
    """s coth(s) rises with s > 0."""

    def odd(xp: Any, y: Any) -> Any:
        return (xp.exp(y) - xp.exp(-y)) / 2 - y

    def s_coth(xp: Any, y: Any) -> Any:
        return y * (xp.exp(2 * y) + 1) / (xp.exp(2 * y) - 1)

    def rising(xp: Any, y: Any) -> Any:
        return odd(xp, 2 * y) * 2 / (xp.exp(y) - xp.exp(-y)) ** 2

    slope, at = "(exp(y/2) - exp(-y/2))^2/2", {"y": SIZE}
    return [
        ("the slope of s coth(s)", same(slopes(s_coth, 0, "y"), rising, "y", at, effort)),
        ("the slope of sinh(y) - y, which is 0 at 0", same(slopes(odd, 0, "y"), slope, "y", at, effort)),
        ("that slope is not negative", sign_of(slope, "y", at, effort, strict=False)),
    ]


@BOOK.inequality(
    "between",
    "Without nodes the curve lies between alpha/(alpha-1) v and alpha/(alpha-1) log(1-q + e^v), v = log q + "
    "(alpha-1)/(2 sigma^2).",
    "Minkowski's inequality",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha = 1 + b > 1",
)
def _between(effort: Effort) -> Verdict:
    def norm(xp: Any, u: Any, s: Any, b: Any) -> Any:
        """The norm of order alpha of e^((2z-1)/(2 sigma^2)), by E[e^(k x')] at k = alpha."""
        return xp.exp(b / (2 * s**2))

    def upper(xp: Any, u: Any, s: Any, b: Any) -> Any:
        return xp.exp(terms.between(xp, rate(u), s, 1 + b)[1] * b / (1 + b))

    def minkowski(xp: Any, u: Any, s: Any, b: Any) -> Any:
        return 1 - rate(u) + rate(u) * norm(xp, u, s, b)

    def lower(xp: Any, u: Any, s: Any, b: Any) -> Any:
        return xp.exp(terms.plainness(xp, rate(u), s, 1 + b))

    domain = {**ODDS, "s": SIZE, "b": SIZE}
    return chain(
        "||w|| <= ||1-q|| + ||q e^(x')|| in the norm of order alpha, and gamma = alpha/(alpha-1) log ||w||; from "
        "below w >= q e^(x'), and "
        "gamma >= 0.",
        ("the upper one", same(upper, minkowski, "u s b", domain, effort)),
        ("the lower one", same(lower, lambda xp, u, s, b: rate(u) * norm(xp, u, s, b), "u s b", domain, effort)),
    )


@BOOK.identity(
    "whole-order",
    "At the order 3 the curve is log(1 + 3 q^2 (1-q) (t - 1) + q^3 (t^3 - 1))/2 with t = e^(1/sigma^2).",
    "Theorem 4",
    "all rates between 0 and 1 and sigma > 0",
)
def _third_order(effort: Effort) -> Verdict:
    def shipped(xp: Any, q: Any, s: Any) -> Any:
        return sg.divergence(xp, q, s, xp.number(3))

    def written(xp: Any, q: Any, s: Any) -> Any:
        t = xp.exp(1 / s**2)
        return xp.log(1 + 3 * q**2 * (1 - q) * (t - 1) + q**3 * (t**3 - 1)) / 2

    return same(
        shipped, written, "q s", {"q": (Fraction(1, 100), Fraction(99, 100)), "s": (Fraction(1, 2), 20)}, effort
    )
