"""Claims about the sampled Gaussian's integral: the integrand, the strip in which it is analytic, and the two tails."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes, touches
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.densities import log_density
from ..formulas import sampled_gaussian_terms as terms

BOOK = Book("poisson-gaussian.renyi", "ours")
SIZE = (Fraction(1, 5), 5)


def rate(u: Any) -> Any:
    """q = u/(1+u)."""
    return u / (1 + u)


@BOOK.inequality(
    "excess.nonnegative",
    "The shipped integrand is w^alpha - 1 - alpha (w-1) at w = 1 + u, and is nowhere negative.",
    "Bernoulli's inequality",
    "all w > 0, alpha = 1 + b > 1",
)
def _nonnegative(effort: Effort) -> Verdict:
    def shipped(xp: Any, w: Any, b: Any) -> Any:
        return terms.excess(xp, w - 1, b)

    def power(xp: Any, w: Any, b: Any) -> Any:
        return w ** (1 + b) - 1 - (1 + b) * (w - 1)

    domain = {"w": SIZE, "b": SIZE}
    return chain(
        "E[w] = 1, so its mean is E[w^alpha] - 1.",
        ("the shipped form", same(shipped, "w^(1 + b) - 1 - (1 + b)*(w - 1)", "w b", domain, effort)),
        *touches(power, lambda xp, b: xp.number(1), "w b", domain, effort),
    )


@BOOK.inequality(
    "tail.left",
    "For -1 < u <= 0 the integrand is at most max(1, alpha/2) (alpha-1) u^2.",
    "our remainder",
    "all -1 < u <= 0, alpha > 1",
)
def _left(effort: Effort) -> Verdict:
    def spare(xp: Any, y: Any, b: Any) -> Any:
        return b * (1 - y) ** 2 - terms.excess(xp, y - 1, b)

    def bernoulli(xp: Any, y: Any, c: Any) -> Any:
        b = c / (1 + c)
        return 1 - b + b * y - y**b

    def large(xp: Any, y: Any, b: Any) -> Any:
        return (1 + b) * b / 2 * (1 - y) ** 2 - terms.excess(xp, y - 1, b)

    domain, small = {"y": SIZE, "b": SIZE}, {"y": SIZE, "c": SIZE}
    return chain(
        "With y = 1 + u in (0, 1]. For b < 1 (b = c/(1+c)): the spare part is y times Bernoulli's difference, which "
        "is not negative. For "
        "b >= 1: the spare part and its slope are 0 at y = 1, and its curvature b (1+b) (1 - y^(b-1)) is not negative.",
        ("b < 1: the spare part", same(spare, "y*(1 - b + b*y - y^b)", "y b", domain, effort)),
        *touches(bernoulli, lambda xp, c: xp.number(1), "y c", small, effort),
        ("b >= 1: value 0 at y = 1", same(lambda xp, b: large(xp, xp.number(1), b), _zero, "b", {"b": SIZE}, effort)),
        (
            "slope 0 there",
            same(lambda xp, b: slopes(large, 0, "y b")(xp, xp.number(1), b), _zero, "b", {"b": SIZE}, effort),
        ),
        ("the curvature", same(slopes(large, 0, "y b", 2), "b*(1 + b)*(1 - y^(b - 1))", "y b", domain, effort)),
    )


@BOOK.inequality(
    "tail.right",
    "Beyond z = alpha the density times w^alpha falls: its logarithm has a slope below (alpha - z)/sigma^2; and "
    "there the integrand is at "
    "most w^alpha.",
    "our remainder",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha > 1, z > 0",
)
def _right(effort: Effort) -> Verdict:
    def log_term(xp: Any, z: Any, u: Any, s: Any, a: Any) -> Any:
        return log_density(z, 0, s) + a * xp.log(_ratio(xp, z, u, s))

    def spare(xp: Any, z: Any, u: Any, s: Any, a: Any) -> Any:
        return (a - z) / s**2 - slopes(log_term, 0, "z u s a")(xp, z, u, s, a)

    def positive(xp: Any, z: Any, u: Any, s: Any, a: Any) -> Any:
        return a * (1 - rate(u)) / (s**2 * _ratio(xp, z, u, s))

    domain = {"z": SIZE, "u": SIZE, "s": SIZE, "a": SIZE}
    return chain(
        "So from node to node beyond `high` > alpha each term is at most e^(-h (high-alpha)/sigma^2) of the last. "
        "There z > alpha > 1/2, "
        "hence u > 0, and what the integrand takes off w^alpha is positive.",
        ("how much lower the slope is", same(spare, positive, "z u s a", domain, effort)),
        ("it is positive", sign_of(positive, "z u s a", domain, effort)),
    )


@BOOK.inequality(
    "strip",
    "On the lines |Im z| < pi sigma^2 the ratio w keeps away from the cut of w^alpha, and |w(x+iy)| <= w(x).",
    "our remainder",
    "all 0 < q < 1 (q = u/(1+u)), e = e^((2x-1)/(2 sigma^2)) > 0, the angle y/sigma^2 = 2 arctan(k)",
)
def _strip(effort: Effort) -> Verdict:
    def cosine(k: Any) -> Any:
        return (1 - k**2) / (1 + k**2)

    def sine(k: Any) -> Any:
        return 2 * k / (1 + k**2)

    def imaginary(xp: Any, u: Any, e: Any, k: Any) -> Any:
        return rate(u) * e * sine(k)

    def spare(xp: Any, u: Any, e: Any, k: Any) -> Any:
        real = 1 - rate(u) + rate(u) * e * cosine(k)
        return (1 - rate(u) + rate(u) * e) ** 2 - real**2 - imaginary(xp, u, e, k) ** 2

    def positive(xp: Any, u: Any, e: Any, k: Any) -> Any:
        return 4 * rate(u) * (1 - rate(u)) * e * k**2 / (1 + k**2)

    domain = {"u": SIZE, "e": SIZE, "k": SIZE}
    return chain(
        "2 arctan(k), k > 0, are the angles in (0, pi); those in (-pi, 0) are mirrored, and at 0 w is positive. So "
        "|g(x+iy)| is at most "
        "e^(y^2/(2 sigma^2)) times the density at x times w^alpha + 1 + alpha q (e^(x') + 1), whose mean is "
        "E[excess] + 2 + 2 alpha q.",
        ("the spare part of the modulus squared", same(spare, positive, "u e k", domain, effort)),
        ("it is positive", sign_of(positive, "u e k", domain, effort)),
        ("off the real line the imaginary part is positive", sign_of(imaginary, "u e k", domain, effort)),
    )


def _ratio(xp: Any, z: Any, u: Any, s: Any) -> Any:
    return 1 - rate(u) + rate(u) * xp.exp((2 * z - 1) / (2 * s**2))


def _zero(xp: Any, *_: Any) -> Any:
    return xp.number(0)
