"""Claims about the Renyi curves of the Laplace mechanism and of randomized response: the shipped moments, by direct
summation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same
from chartered_verify.statements.claim import Claim, Effort
from chartered_verify.statements.verdict import Verdict

LAPLACE = Book("laplace.renyi", "Mironov 2017, Proposition 6")
RESPONSE = Book("randomized-response.renyi", "direct computation")
SIZE = (Fraction(1, 5), 5)
EVERY = {"a": SIZE, "e": SIZE}


def laplace_claims() -> list[Claim]:
    """The claims about Laplace's curve."""
    return list(LAPLACE.entries)


def response_claims() -> list[Claim]:
    """The claims about the curve of randomized response."""
    return list(RESPONSE.entries)


def laplace_moment(xp: Any, a: Any, e: Any) -> Any:
    """E_Q[(P/Q)^alpha] as shipped, at alpha = 1 + a and eps = e."""
    return xp.exp(a * bound("laplace", "laplace.renyi")(Said({"epsilon": e})).curve(xp, 1 + a))


def response_moment(xp: Any, a: Any, e: Any, j: Any) -> Any:
    """E_Q[(P/Q)^alpha] as shipped, at alpha = 1 + a, eps = e and k = 2 + j."""
    return xp.exp(
        a * bound("randomized_response", "randomized-response.renyi")(Said({"epsilon": e, "k": 2 + j})).curve(xp, 1 + a)
    )


@LAPLACE.identity(
    "moment",
    "E_Q[(P/Q)^alpha] is the sum over the three stretches on which the likelihood ratio is e^-eps, e^((2x-1) eps) "
    "and e^eps.",
    "Mironov 2017, Proposition 6",
    "all alpha > 1, eps > 0 (alpha = 1 + a, eps = e)",
)
def _laplace(effort: Effort) -> Verdict:
    def stretches(xp: Any, a: Any, e: Any) -> Any:
        outside = xp.exp(-(1 + a) * e) / 2 + xp.exp(a * e) / 2
        between = xp.exp(-(1 + a) * e) * (xp.exp((1 + 2 * a) * e) - 1) / (2 * (1 + 2 * a))
        return outside + between

    def antiderivative(xp: Any, a: Any, e: Any, x: Any) -> Any:
        return xp.exp(-(1 + a) * e) * xp.exp((1 + 2 * a) * e * x) / (2 * (1 + 2 * a))

    def between(xp: Any, a: Any, e: Any) -> Any:
        return antiderivative(xp, a, e, 1 + 0 * a) - antiderivative(xp, a, e, 0 * a)

    return chain(
        "With sensitivity 1 and eps = 1/b: half the mass of Q lies below 0 (ratio e^-eps), e^-eps/2 above 1 (ratio "
        "e^eps); between them "
        "the density e^(-x eps) eps/2 times the ratio's power e^(alpha (2x-1) eps) has that antiderivative in x.",
        (
            "the middle stretch",
            same(between, "exp(-(1 + a)*e)*(exp((1 + 2*a)*e) - 1)/(2*(1 + 2*a))", "a e", EVERY, effort),
        ),
        ("the sum is the shipped moment", same(laplace_moment, stretches, "a e", EVERY, effort)),
    )


@RESPONSE.identity(
    "moment",
    "E_Q[(P/Q)^alpha] is p^alpha r^(1-alpha) + r^alpha p^(1-alpha) + (k-2) r for the truth's p and another value's r.",
    "direct computation",
    "all alpha > 1, eps > 0, k >= 2 (alpha = 1 + a, eps = e, k = 2 + j)",
)
def _response(effort: Effort) -> Verdict:
    def summed(xp: Any, a: Any, e: Any, j: Any) -> Any:
        whole = xp.exp(e) + 1 + j
        return (xp.exp((1 + a) * e) + xp.exp(-a * e) + j) / whole

    domain = {**EVERY, "j": (0, 20)}
    return chain(
        "p = e^eps/(e^eps+k-1) and r = 1/(e^eps+k-1), so the three terms have that common denominator.",
        ("the sum is the shipped moment", same(response_moment, summed, "a e j", domain, effort)),
    )
