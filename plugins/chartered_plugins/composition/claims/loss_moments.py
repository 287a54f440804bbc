"""Claims about the moments of privacy losses: of randomized response, Laplace noise and Gaussian DP, and that they add
up."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, accountant, bound, held
from chartered.proving.steps import Formula, Step, chain, same, sign_of, tends
from chartered_verify.arithmetic import Number
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.densities import log_density

RESPONSE, PURE, GDP, WHOLE = (
    Book(prefix, "direct computation")
    for prefix in ("randomized-response.moments", "pure.moments", "gdp.moments", "central-limit.composition")
)
claims = claims_of(RESPONSE, PURE, GDP, WHOLE)
SIZE = (Fraction(1, 10), 9)
PARTS = ("mean", "variance", "third")


def part(guarantee: Any, xp: Any, name: str) -> Any:
    """One of the moments that a guarantee holds, as a value."""
    number: Number = getattr(guarantee, name)
    return xp.number(number)


def of_pure(xp: Any, epsilon0: Any) -> Any:
    """The shipped moments of an eps0-DP guarantee."""
    return bound("central_limit", "pure.moments")(ch.Pure(epsilon=held(epsilon0)))


def of_response(xp: Any, epsilon0: Any, k: Any) -> Any:
    """The shipped moments of k-ary randomized response."""
    return bound("central_limit", "randomized-response.moments")(Said({"epsilon": epsilon0, "k": k}))


def all_three(shipped: Any, summed: Any, names: str, domain: Any, effort: Effort) -> list[Step]:
    """The shipped moments against a formula for each."""

    def read(name: str) -> Formula:
        return lambda xp, *x: part(shipped(xp, *x), xp, name)

    return [(name, same(read(name), summed(name), names, domain, effort)) for name in PARTS]


@RESPONSE.identity(
    "sum",
    "The shipped moments are sums over the outcomes: the loss is eps0 with probability t = e^eps0/(e^eps0+k-1), "
    "-eps0 with o = "
    "1/(e^eps0+k-1), else 0, in either order of the two inputs.",
    "the definition",
    "all eps0 > 0 (e^eps0 = 1 + y), k = 2 + j",
)
def _response(effort: Effort) -> Verdict:
    def summed(name: str) -> Formula:
        def moment(xp: Any, y: Any, j: Any) -> Any:
            e, other = xp.log1p(y), 1 / (y + 2 + j)
            truth = (1 + y) * other
            mean = e * (truth - other)
            if name == "mean":
                return mean
            if name == "variance":
                return truth * (e - mean) ** 2 + other * (e + mean) ** 2 + j * other * mean**2
            return truth * (e - mean) ** 3 + other * (e + mean) ** 3 + j * other * mean**3

        return moment

    domain = {"y": SIZE, "j": (0, 9)}
    return chain(
        "The mean lies between 0 and eps0, so the distances from it are those that are cubed.",
        *all_three(lambda xp, y, j: of_response(xp, xp.log1p(y), 2 + j), summed, "y j", domain, effort),
        ("mean < eps0", sign_of("1 - y/(y + 2 + j)", "y j", domain, effort, zero=("j",))),
    )


@PURE.soundness(
    "worst-case",
    "For eps0-DP they are eps0 t, eps0^2 (1-t^2) and eps0^3 (1-t^4) with t = tanh(eps0/2): those of binary "
    "randomized response, which "
    "has the largest delta at every eps in both orders (pure.profile.sound).",
    "Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all eps0 > 0 (e^eps0 = 1 + y)",
)
def _worst_case(effort: Effort) -> Verdict:
    def closed(name: str) -> Formula:
        def moment(xp: Any, y: Any) -> Any:
            e, t = xp.log1p(y), y / (2 + y)
            return {"mean": e * t, "variance": e**2 * (1 - t**2), "third": e**3 * (1 - t**4)}[name]

        return moment

    return chain(
        "A pair whose delta is nowhere above that of another in both orders is what some processing makes of it "
        "(Blackwell), and so are "
        "products of such pairs.",
        *all_three(lambda xp, y: of_pure(xp, xp.log1p(y)), closed, "y", {"y": SIZE}, effort),
    )


@GDP.soundness(
    "normal",
    "The loss mu x - mu^2/2 of N(mu, 1) against N(0, 1) is normal with the shipped mean and variance; as the sum of "
    "m normal terms its "
    "third moment is m (mu/sqrt(m))^3 times a constant, which tends to 0 as m grows.",
    "the definition",
    "all mu > 0",
)
def _gaussian(effort: Effort) -> Verdict:
    def stated(xp: Any, mu: Any) -> Any:
        return bound("central_limit", "gdp.moments")(ch.GDP(mu_squared=held(mu**2)))

    def loss(xp: Any, mu: Any, x: Any) -> Any:
        return log_density(x, mu, xp.number(1)) - log_density(x, 0, xp.number(1))

    def standardised(xp: Any, mu: Any, x: Any) -> Any:
        return part(stated(xp, mu), xp, "mean") + xp.sqrt(part(stated(xp, mu), xp, "variance")) * (x - mu)

    both, line = {"mu": SIZE, "x": SIZE}, {"mu": SIZE}
    return chain(
        "x - mu is standard normal. The theorem of Berry and Esseen holds for every number m of terms, so with the "
        "limit of its bound.",
        ("the loss", same(loss, standardised, "mu x", both, effort)),
        (
            "the third moment of m terms",
            tends("m*(mu/sqrt(m))^3", 1, "inf", "0", "mu m", {**line, "m": (1, 9)}, effort),
        ),
        ("the shipped third moment", same(lambda xp, mu: part(stated(xp, mu), xp, "third"), "0", "mu", line, effort)),
    )


@WHOLE.identity(
    "adds",
    "The mean and the variance of the loss of two independent runs are the shipped sums, and three runs of one are "
    "three times its own.",
    "the definition; third moments add up in the theorem of Berry and Esseen",
    "two randomized responses, e^eps1 = 1 + x and e^eps2 = 1 + y",
)
def _adds(effort: Effort) -> Verdict:
    law = accountant("central_limit", "central-limit")

    def outcomes(xp: Any, x: Any) -> list[tuple[Any, Any]]:
        return [(xp.log1p(x), (1 + x) / (2 + x)), (-xp.log1p(x), 1 / (2 + x))]

    def summed(xp: Any, x: Any, y: Any, power: int, centre: Any) -> Any:
        found = xp.number(0)
        for one, p in outcomes(xp, x):
            for other, q in outcomes(xp, y):
                found = found + p * q * (one + other - centre) ** power
        return found

    def mean(xp: Any, x: Any, y: Any) -> Any:
        return summed(xp, x, y, 1, 0)

    def variance(xp: Any, x: Any, y: Any) -> Any:
        return summed(xp, x, y, 2, mean(xp, x, y))

    def stated(name: str) -> Formula:
        return lambda xp, x, y: part(law.compose([of_pure(xp, xp.log1p(z)) for z in (x, y)]), xp, name)

    def thrice(name: str) -> Formula:
        return lambda xp, y: part(law.times(of_pure(xp, xp.log1p(y)), 3), xp, name)

    def once(name: str) -> Formula:
        return lambda xp, y: 3 * part(of_pure(xp, xp.log1p(y)), xp, name)

    both = {"x": SIZE, "y": SIZE}
    return chain(
        "What an adaptive run reveals is dominated by an independent one (Dong, Roth, Su 2022, Theorem 4; Zhu, Dong, "
        "Wang 2022).",
        ("mean", same(mean, stated("mean"), "x y", both, effort)),
        ("variance", same(variance, stated("variance"), "x y", both, effort)),
        *((f"three runs, {name}", same(thrice(name), once(name), "y", {"y": SIZE}, effort)) for name in PARTS),
    )
