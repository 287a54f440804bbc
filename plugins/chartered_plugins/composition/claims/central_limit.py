"""Claims about the central limit theorem for privacy losses: its normal law, its error, and the limit that leaves the
error out."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import accountant, bound, held
from chartered.proving.steps import chain, derivative_is, same, sign_of, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas import central_limit as clt

BOOK = Book("central-limit", "Dong, Roth, Su 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 9)
LAW = {"t": SIZE, "m": SIZE, "v": SIZE, "e": SIZE}
ALL = "all means, variances > 0, eps >= 0"


def log_density(x: Any, mean: Any, variance: Any) -> Any:
    """The logarithm of the density of N(mean, variance), up to a term without x and mean."""
    return -((x - mean) ** 2) / (2 * variance)


@BOOK.identity(
    "profile.normal",
    "For X ~ N(m, v) the mean of (1 - e^(eps-X))_+ is Phi(x) - e^(eps-m+v/2) Phi(x - sqrt(v)) with x = (m - "
    "eps)/sqrt(v): e^(eps-t) times "
    "the density of N(m, v) is e^(eps-m+v/2) times that of N(m-v, v). At m = v/2 it is the delta of Gaussian DP.",
    "direct computation",
    ALL,
)
def _normal(effort: Effort) -> Verdict:
    def moved(xp: Any, t: Any, m: Any, v: Any, e: Any) -> Any:
        return e - m + v / 2 + log_density(t, m - v, v)

    def shipped(xp: Any, m: Any, v: Any, e: Any) -> Any:
        return clt.delta_normal(xp, m, v, e)

    law, gaussian = dict.fromkeys(("m", "v", "e"), SIZE), {"mu": SIZE, "e": SIZE}
    return chain(
        "The second term is the part of that mean beyond eps, and both densities are even about their means.",
        ("the exponents", same(lambda xp, t, m, v, e: e - t + log_density(t, m, v), moved, "t m v e", LAW, effort)),
        (
            "the shipped formula",
            same(shipped, "Phi((m - e)/sqrt(v)) - exp(e - m + v/2)*Phi((m - v - e)/sqrt(v))", "m v e", law, effort),
        ),
        (
            "m = mu^2/2, v = mu^2",
            same(lambda xp, mu, e: clt.delta_normal(xp, mu**2 / 2, mu**2, e), delta_mu, "mu e", gaussian, effort),
        ),
    )


@BOOK.soundness(
    "profile.variation",
    "delta(eps) is the mean of h(T) = (1 - e^(eps-T))_+ over the loss T, and h rises from 0 at eps to 1: so that "
    "mean is that of P(T > t) "
    "with the weight h'(t), whose total is 1, and two laws whose distribution functions are within g have deltas "
    "within g, from above and from below.",
    "direct computation; the distance g is Berry-Esseen's, with Shevtsova's 0.56",
    "all laws of the loss, eps >= 0",
)
def _variation(effort: Effort) -> Verdict:
    def rise(xp: Any, t: Any, e: Any) -> Any:
        return 1 - xp.exp(e - t)

    outcomes = {"p": SIZE, "q": SIZE, "e": SIZE}
    return chain(
        "The losses of independent runs add up, and T is log(q/p) under q; the third moments are those of the terms.",
        (
            "an outcome's q - e^eps p is q h(log(q/p))",
            same("q*(1 - exp(e - log(q/p)))", "q - exp(e)*p", "p q e", outcomes, effort),
        ),
        (
            "the slope of h beyond eps",
            derivative_is("1 - exp(e - t)", 0, "exp(e - t)", "t e", {"t": SIZE, "e": SIZE}, effort=effort),
        ),
        ("is positive", sign_of("exp(e - t)", "t e", {"t": SIZE, "e": SIZE}, effort)),
        ("h is 0 at eps", same(lambda xp, e: rise(xp, e, e), "0", "e", {"e": SIZE}, effort)),
        ("h tends to 1", tends("1 - exp(-z)", 0, "inf", "1", "z", {"z": SIZE}, effort)),
    )


@BOOK.soundness(
    "profile.added",
    "The shipped bound with an added variance t is that of the sum and one run of Gaussian DP with mu^2 = t, whose "
    "delta is no smaller: "
    "what leaves that run out is processing (rectified.processing.event).",
    "direct computation",
    "all moments, t >= 0, eps >= 0",
)
def _added(effort: Effort) -> Verdict:
    law = accountant("central_limit", "central-limit")

    def delta(xp: Any, m: Any, v: Any, k: Any, t: Any, e: Any, *, added: bool) -> Any:
        one: Any = law.kind(mean=held(m), variance=held(v), third=held(k))  # type: ignore[call-arg]
        run = bound("central_limit", "gdp.moments")(ch.GDP(mu_squared=held(t)))
        profile = bound("central_limit", "central-limit.profile")(law.compose([one, run]) if added else one)
        return profile.delta(xp, e, {} if added else {"added": t})

    domain = dict.fromkeys(("m", "v", "k", "t", "e"), SIZE)
    return chain(
        "A test of the sum alone is a test of both that ignores the run.",
        ("both formulas", same(partial(delta, added=False), partial(delta, added=True), "m v k t e", domain, effort)),
    )


@BOOK.soundness(
    "profile.tradeoff",
    "The trade-off form, f(a) >= G_mu(a+g) - g, says delta(eps) <= delta_mu(eps) + g (1 + e^eps) with mu = 2 "
    "m/sqrt(v). The shipped bound "
    "is nowhere above it where 2 m >= v, as for randomized response.",
    "Theorem 3.5 (Berry-Esseen)",
    "all eps >= 0, 0 < g < 1/2; a loss of mean m and variance v <= 2 m",
)
def _tradeoff(effort: Effort) -> Verdict:
    def scaled(xp: Any, m: Any, v: Any, e: Any) -> Any:
        factor = 2 * m / v
        return clt.delta_normal(xp, factor * m, factor**2 * v, e)

    def printed(xp: Any, m: Any, v: Any, e: Any) -> Any:
        return delta_mu(xp, 2 * m / xp.sqrt(v), e)

    def ratio(xp: Any, y: Any) -> Any:
        mean, variance, _ = clt.response(xp, xp.log1p(y), xp.number(2))
        return 2 * mean / variance - 1

    tests, law = dict.fromkeys(("a", "g", "big", "e"), SIZE), dict.fromkeys(("m", "v", "e"), SIZE)
    free, line = dict.fromkeys(("x", "e", "u"), SIZE), {"y": SIZE}
    return chain(
        "1 - G_mu(b) - e^eps b is at most delta_mu(eps) (gdp.profile.tradeoff). A loss X becomes that of mu-GDP if "
        "it is stretched by "
        "2 m/v = 1 + u, which raises (1 - e^(eps-X))_+ wherever X = eps + x is beyond eps; e^-x (1 - e^(-u (eps+x))) "
        "is positive. For "
        "randomized response 2 m/v is sinh(eps0)/eps0 (e^eps0 = 1 + y); the numerator is 0 at eps0 = 0 and rises.",
        (
            "the gain of a test, with b = a + g",
            same("1 - (big - g) - exp(e)*a", "1 - big - exp(e)*(a + g) + g*(1 + exp(e))", "a g big e", tests, effort),
        ),
        ("the stretched law is that of mu-GDP", same(scaled, printed, "m v e", law, effort)),
        (
            "what the stretching adds",
            same(
                "1 - exp(e - (1 + u)*(e + x)) - (1 - exp(-x))", "exp(-x)*(1 - exp(-u*(e + x)))", "x e u", free, effort
            ),
        ),
        ("2 m/v - 1 of randomized response", same(ratio, "(1 + y - 1/(1 + y))/(2*log(1 + y)) - 1", "y", line, effort)),
        (
            "its numerator's slope",
            derivative_is("1 + y - 1/(1 + y) - 2*log(1 + y)", 0, "y^2/(1 + y)^2", "y", line, effort=effort),
        ),
    )
