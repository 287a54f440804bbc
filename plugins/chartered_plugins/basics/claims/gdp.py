"""Claims about Gaussian DP: its profile and its composition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, accountant, bound, held
from chartered.proving.steps import chain, derivative_is, same, sign_of, tends, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from .densities import log_density

BOOK = Book("gdp", "Dong, Roth, Su 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 5)
DOMAIN = {"mu": SIZE, "e": SIZE}
ALL = "all mu > 0, eps >= 0"


def profile(xp: Any, mu: Any, epsilon: Any) -> Any:
    """The shipped profile of a mu-GDP guarantee."""
    return bound("gdp", "gdp.profile")(ch.GDP(mu_squared=held(mu**2))).delta(xp, epsilon, {})


@BOOK.identity(
    "gdp.definition",
    "The step's guarantee is the square of the mu that it states.",
    "Definition 4",
    "all mu > 0",
)
def _definition(effort: Effort) -> Verdict:
    return same(lambda xp, m: bound("gdp", "gdp.gdp")(Said({"mu": m})).mu_squared, "m^2", "m", {"m": SIZE}, effort)


@BOOK.identity(
    "profile.pair",
    "The profile is P(x > t) - e^eps Q(x > t) for P = N(mu, 1), Q = N(0, 1) and the t at which the likelihood ratio, "
    "which rises, "
    "is e^eps.",
    "Corollary 1; Balle, Wang 2018, Theorem 8",
    ALL,
)
def _pair(effort: Effort) -> Verdict:
    def ratio(xp: Any, x: Any, mu: Any) -> Any:
        return log_density(x, mu, xp.number(1)) - log_density(x, 0, xp.number(1))

    def point(mu: Any, e: Any) -> Any:
        return e / mu + mu / 2

    def tails(xp: Any, mu: Any, e: Any) -> Any:
        return xp.ndtr(mu - point(mu, e)) - xp.exp(e) * xp.ndtr(-point(mu, e))

    domain = {"x": SIZE, "mu": SIZE}
    return chain(
        "The hockey-stick divergence is attained by the event that the ratio exceeds e^eps; by symmetry it is that "
        "of (Q, P) as well.",
        ("the ratio is e^eps at t", same(lambda xp, mu, e: ratio(xp, point(mu, e), mu), "e", "mu e", DOMAIN, effort)),
        ("its slope is mu > 0", derivative_is(ratio, 0, "mu", "x mu", domain, effort=effort)),
        ("the difference of the tails is the shipped profile", same(tails, profile, "mu e", DOMAIN, effort)),
    )


@BOOK.optimum(
    "profile.tradeoff",
    "The profile is the largest 1 - e^eps a - G(a) over all type I errors a = Phi(-z), for the trade-off G(a) = "
    "Phi(z - mu) of mu-GDP.",
    "Corollary 1; Proposition 6 (duality)",
    f"{ALL}, all z",
)
def _tradeoff(effort: Effort) -> Verdict:
    def value(xp: Any, z: Any, mu: Any, e: Any) -> Any:
        return 1 - xp.exp(e) * xp.ndtr(-z) - xp.ndtr(z - mu)

    def at_point(xp: Any, mu: Any, e: Any) -> Any:
        return value(xp, e / mu + mu / 2, mu, e)

    domain = {"z": SIZE, **DOMAIN}
    return chain(
        "The slope in z is positive below t = eps/mu + mu/2 and negative above it. G is convex, so it is the upper "
        "envelope of these "
        "tangents: a mechanism within the profile in both directions has no lower trade-off, and is mu-GDP.",
        (
            "the slope in z",
            derivative_is(
                "1 - exp(e)*Phi(-z) - Phi(z - mu)",
                0,
                "exp(-z^2/2)/sqrt(2*pi)*(exp(e) - exp(mu*z - mu^2/2))",
                "z mu e",
                domain,
                effort=effort,
            ),
        ),
        ("the value at t is the shipped profile", same(at_point, profile, "mu e", DOMAIN, effort)),
    )


@BOOK.inequality(
    "profile.slope",
    "The slope of the profile in eps is -e^eps Phi(-mu/2 - eps/mu) < 0: it falls strictly.",
    "Corollary 1",
    ALL,
)
def _slope(effort: Effort) -> Verdict:
    return chain(
        "Phi is positive.",
        ("the derivative", derivative_is(profile, 1, "-exp(e)*Phi(-mu/2 - e/mu)", "mu e", DOMAIN, effort=effort)),
    )


@BOOK.identity(
    "profile.ends",
    "The profile is 2 Phi(mu/2) - 1 at eps = 0, tends to 0 as eps grows and as mu tends to 0, and is 0 at mu = 0.",
    "Corollary 1",
    "all mu > 0, eps >= 0; mu = 0",
)
def _ends(effort: Effort) -> Verdict:
    def first(xp: Any, mu: Any, e: Any) -> Any:
        return xp.ndtr(mu / 2 - e / mu)

    def rest(xp: Any, mu: Any, e: Any) -> Any:
        return first(xp, mu, e) - xp.exp(e) * xp.ndtr(-mu / 2 - e / mu)

    def nothing(xp: Any, e: Any) -> Any:
        return bound("gdp", "gdp.profile")(ch.GDP(mu_squared=0)).delta(xp, e, {})

    line = {"mu": SIZE}
    return chain(
        "A profile is nonnegative, and this one is below its first term, which tends to 0 both ways.",
        ("at eps = 0", same(lambda xp, mu: profile(xp, mu, 0 * mu), "2*Phi(mu/2) - 1", "mu", line, effort)),
        ("the profile is its first term less a positive one", same(profile, rest, "mu e", DOMAIN, effort)),
        ("the first term as eps grows", tends(first, 1, "inf", zero, "mu e", DOMAIN, effort)),
        ("the first term as mu tends to 0", tends(first, 0, 0, zero, "mu e", DOMAIN, effort)),
        ("mu = 0", same(nothing, zero, "e", {"e": SIZE}, effort)),
    )


@BOOK.identity(
    "composition.rotation",
    "mu1 x1 + mu2 x2 - (mu1^2 + mu2^2)/2 = mu z - mu^2/2 with mu the shipped composition and z = (mu1 x1 + mu2 "
    "x2)/mu, a standard normal "
    "variable: the product pair is the pair of mu.",
    "Corollary 2",
    "all mu1, mu2 > 0, x1, x2 > 0 (a polynomial identity, so all x1, x2)",
)
def _rotation(effort: Effort) -> Verdict:
    law = accountant("gdp", "gdp")

    def mu(xp: Any, m: Any, n: Any) -> Any:
        return xp.sqrt(xp.number(law.compose([ch.GDP(mu_squared=held(x**2)) for x in (m, n)]).mu_squared))

    def ratio(xp: Any, x: Any, m: Any) -> Any:
        return log_density(x, m, xp.number(1)) - log_density(x, 0, xp.number(1))

    def two(xp: Any, x: Any, y: Any, m: Any, n: Any) -> Any:
        return ratio(xp, x, m) + ratio(xp, y, n)

    def one(xp: Any, x: Any, y: Any, m: Any, n: Any) -> Any:
        return ratio(xp, (m * x + n * y) / mu(xp, m, n), mu(xp, m, n))

    def variance(xp: Any, m: Any, n: Any) -> Any:
        return (m / mu(xp, m, n)) ** 2 + (n / mu(xp, m, n)) ** 2

    def thrice(xp: Any, m: Any) -> Any:
        return xp.number(law.times(ch.GDP(mu_squared=held(m**2)), 3).mu_squared)

    domain = dict.fromkeys(("x", "y", "m", "n"), SIZE)
    return chain(
        "Weights whose squares sum to 1 make z standard normal: nothing is lost. That guarantees compose as their "
        "pairs do is the paper's.",
        ("the likelihood ratio", same(two, one, "x y m n", domain, effort)),
        ("z has variance 1", same(variance, "1", "m n", {"m": SIZE, "n": SIZE}, effort)),
        ("three runs of one", same(thrice, "3*m^2", "m", {"m": SIZE}, effort)),
    )


@BOOK.soundness(
    "monotone",
    "What is mu-GDP is mu'-GDP for every mu' > mu, as delta_mu rises with mu at every eps: so a smaller mu states no "
    "less, inside "
    "every wrapper.",
    "Definition 4",
    ALL,
)
def _monotone(effort: Effort) -> Verdict:
    def density(xp: Any, mu: Any, e: Any) -> Any:
        x = mu / 2 - e / mu
        return xp.exp(-x * x / 2) / xp.sqrt(2 * xp.pi)

    return chain(
        "The slope of delta_mu in mu is a normal density.",
        ("the slope", derivative_is(profile, 0, density, "mu e", DOMAIN, effort=effort)),
        ("is positive", sign_of(density, "mu e", DOMAIN, effort)),
    )
