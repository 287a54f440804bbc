"""Claims about the far end of the Gaussian profile: parabolas below and above its logarithm, and its derivative."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import bound, held
from chartered.proving.steps import Step, chain, derivative_is, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import gaussian_profile
from .gdp import profile
from .mills import below_upper, density, falls, ratio

BOOK = Book("gdp", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 5)
BOTH = {"mu": SIZE, "e": SIZE}


def near(mu: Any, e: Any) -> Any:
    """x = eps/mu - mu/2."""
    return e / mu - mu / 2


def far(mu: Any, e: Any) -> Any:
    """y = eps/mu + mu/2 = x + mu."""
    return e / mu + mu / 2


def by_ratios(effort: Effort) -> list[Step]:
    """delta_mu(eps) = phi(x) (m(x) - m(y))."""

    def difference(xp: Any, mu: Any, e: Any) -> Any:
        x, y = near(mu, e), far(mu, e)
        return density(xp, x) * (ratio(xp, x) - ratio(xp, y))

    return [("delta = phi(x) (m(x) - m(y))", same(profile, difference, "mu e", BOTH, effort))]


@BOOK.identity(
    "profile.rate",
    "The shipped rate is the derivative of the shipped profile in eps, -e^eps Phi(-mu/2 - eps/mu).",
    "Theorem 4.2",
    "all mu > 0, eps >= 0",
)
def _rate(effort: Effort) -> Verdict:
    def shipped(xp: Any, mu: Any, e: Any) -> Any:
        rate = bound("gdp", "gdp.profile")(ch.GDP(mu_squared=held(mu**2))).derivative
        return rate(xp, e)

    return chain(
        "The two normal densities have cancelled.",
        ("the derivative", derivative_is(profile, 1, shipped, "mu e", BOTH, effort=effort)),
    )


@BOOK.inequality(
    "profile.tail-below",
    "The shipped parabola is nowhere above log delta_mu(eps) for eps >= at >= 2 mu: with x = eps/mu - mu/2, y = x + "
    "mu and Mills' ratio m, "
    "delta = phi(x) (m(x) - m(y)) >= mu phi(x) (1 - y m(y)) > mu phi(x)/(y^2 + 3).",
    "Lemma 3.1",
    "all mu > 0, at >= 2 mu, eps >= at",
)
def _tail_below(effort: Effort) -> Verdict:
    def parabola(xp: Any, mu: Any, at: Any, e: Any) -> Any:
        a, b, c = gaussian_profile.tail_below(xp, mu, at)
        return c + b * e - a * e * e

    def tangent(xp: Any, mu: Any, at: Any, e: Any) -> Any:
        x, y, first = near(mu, e), far(mu, e), far(mu, at)
        log_density = -(x**2) / 2 - xp.log(2 * xp.pi) / 2
        return xp.log(mu) + log_density - xp.log(first**2 + 3) - 2 * first / (first**2 + 3) * (y - first)

    def bend(xp: Any, s: Any) -> Any:
        y = xp.sqrt(xp.number(3)) + s
        return 6 - 2 * y * y

    domain = {"mu": SIZE, "at": SIZE, "e": SIZE}
    line = {"t": SIZE}
    return chain(
        "m(x) - m(y) is the integral of 1 - t m(t) from x to y, which falls. log(y^2 + 3) is concave from y = "
        "sqrt(3) on, so below its "
        "tangent at y(at) >= 2.",
        *by_ratios(effort),
        *falls(effort),
        *below_upper(effort),
        ("1 - t m > 1/(t^2 + 3)", same("1 - t*(t*t + 2)/(t^3 + 3*t) - 1/(t*t + 3)", "0", "t", line, effort)),
        ("the slope of log(y^2 + 3)", derivative_is("log(t*t + 3)", 0, "2*t/(t*t + 3)", "t", line, effort=effort)),
        ("its curvature", derivative_is("2*t/(t*t + 3)", 0, "(6 - 2*t*t)/(t*t + 3)^2", "t", line, effort=effort)),
        (
            "which is not positive from sqrt(3) on",
            sign_of(lambda xp, s: -bend(xp, s), "s", {"s": SIZE}, effort, strict=False, zero=("s",)),
        ),
        ("y(2 mu) = 2 + mu/2", same(lambda xp, mu: far(mu, 2 * mu), "2 + mu/2", "mu", {"mu": SIZE}, effort)),
        (
            "the shipped parabola is the logarithm of the bound on that tangent",
            same(parabola, tangent, "mu at e", domain, effort),
        ),
    )


@BOOK.inequality(
    "profile.tail-above",
    "log delta_mu(eps) <= eps/2 - eps^2/(2 mu^2) at every eps >= 0.",
    "Lemma 3.1",
    "all mu > 0, eps >= 0",
)
def _tail_above(effort: Effort) -> Verdict:
    def exponent(xp: Any, mu: Any, e: Any) -> Any:
        return e / 2 - e * e / (2 * mu * mu)

    def half(xp: Any, t: Any) -> Any:
        return xp.exp(-t * t / 2) / 2 - xp.ndtr(-t)

    def turns(xp: Any, t: Any) -> Any:
        return density(xp, t) * (1 - t * xp.sqrt(xp.pi / 2))

    return chain(
        "For x >= 0, delta <= Phi(-x) <= e^(-x^2/2)/2, as the difference starts and ends at 0, rises and then falls. "
        "For x < 0, that is "
        "eps < mu^2/2, the stated bound is above 0.",
        (
            "-x^2/2 is the exponent less mu^2/8",
            same(
                lambda xp, mu, e: -(near(mu, e) ** 2) / 2,
                lambda xp, mu, e: exponent(xp, mu, e) - mu**2 / 8,
                "mu e",
                BOTH,
                effort,
            ),
        ),
        (
            "the rate of e^(-t^2/2)/2 - Phi(-t)",
            derivative_is("exp(-t*t/2)/2 - Phi(-t)", 0, turns, "t", {"t": SIZE}, effort=effort),
        ),
        ("at 0 it is 0", same(lambda xp, t: half(xp, 0 * t), "0", "t", {"t": SIZE}, effort)),
        (
            "the exponent is eps (mu^2 - eps)/(2 mu^2)",
            same("e/2 - e*e/(2*mu*mu)", "e*(mu*mu - e)/(2*mu*mu)", "mu e", BOTH, effort),
        ),
    )
