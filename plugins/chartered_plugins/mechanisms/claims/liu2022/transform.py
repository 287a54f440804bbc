"""Theorems 4.2 and 4.3, Corollary 4.1 and Theorem 5.1: how the mu that meets a profile at one eps moves with eps and
delta."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, derivative_is, same, sign_of, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import gdp_of_pure
from ....basics.claims.gdp import profile
from ....basics.claims.gdp_tail import BOTH, SIZE, far, near
from ....basics.claims.mills import above_lower, below_upper, density, falls, ratio

BOOK = Book("liu2022", "Liu et al. 2022")
claims = BOOK.claims
ALL = "all mu > 0, eps >= 0"


def slope(xp: Any, mu: Any, e: Any) -> Any:
    """T4.2: d mu_GDP/d eps as printed, sqrt(2 pi) exp((mu^2 + 2 eps)^2/(8 mu^2)) Phi(-(mu^2 + 2 eps)/(2 mu))."""
    total = mu * mu + 2 * e
    return xp.sqrt(2 * xp.pi) * xp.exp(total**2 / (8 * mu * mu)) * xp.ndtr(-total / (2 * mu))


@BOOK.identity(
    "T4.2.in-delta",
    "d mu_GDP/d delta = sqrt(2 pi) exp((mu^2 - 2 eps)^2/(8 mu^2)) > 0: the transform keeps the order of profiles.",
    "Theorem 4.2, Corollary 4.1",
    ALL,
)
def _in_delta(effort: Effort) -> Verdict:
    return chain(
        "mu_GDP inverts delta_mu in mu. So delta_A <= delta_mu at eps if and only if mu_GDP(eps, delta_A(eps)) <= "
        "mu, and A is mu-GDP if "
        "and only if that holds at every eps.",
        (
            "d delta_mu/d mu is its inverse",
            derivative_is(profile, 0, "1/(sqrt(2*pi)*exp((mu*mu - 2*e)^2/(8*mu*mu)))", "mu e", BOTH, effort=effort),
        ),
        ("which is positive", sign_of("1/(sqrt(2*pi)*exp((mu*mu - 2*e)^2/(8*mu*mu)))", "mu e", BOTH, effort)),
    )


@BOOK.identity(
    "T4.2.derivative",
    "d mu_GDP/d eps is the printed derivative: Mills' ratio at y = (mu^2 + 2 eps)/(2 mu).",
    "Theorem 4.2",
    ALL,
)
def _derivative(effort: Effort) -> Verdict:
    def implicit(xp: Any, mu: Any, e: Any) -> Any:
        return xp.exp(e) * xp.ndtr(-far(mu, e)) / density(xp, near(mu, e))

    def falling(xp: Any, mu: Any, e: Any) -> Any:
        return -xp.exp(e) * xp.ndtr(-far(mu, e))

    return chain(
        "By the implicit function theorem it is -(d delta/d eps)/(d delta/d mu).",
        (
            "d delta_mu/d mu",
            derivative_is(profile, 0, lambda xp, mu, e: density(xp, near(mu, e)), "mu e", BOTH, effort=effort),
        ),
        ("d delta_mu/d eps", derivative_is(profile, 1, falling, "mu e", BOTH, effort=effort)),
        ("their quotient", same(implicit, slope, "mu e", BOTH, effort)),
        ("is m(y)", same(lambda xp, mu, e: ratio(xp, far(mu, e)), slope, "mu e", BOTH, effort)),
    )


@BOOK.optimum(
    "T4.2.sharp",
    "0 <= d mu_GDP/d eps < sqrt(pi/2), and no smaller constant holds: Mills' ratio falls from m(0) = sqrt(pi/2), "
    "which eps = 0, mu -> 0 "
    "approaches.",
    "Theorem 4.2",
    ALL,
)
def _sharp(effort: Effort) -> Verdict:
    def start(xp: Any, mu: Any) -> Any:
        return slope(xp, mu, 0 * mu)

    line = {"t": SIZE}
    return chain(
        "m' = t m - 1 < 0 by m < 1/t, and y = eps/mu + mu/2 takes every positive value.",
        ("it is m(y)", BOOK.verdict("T4.2.derivative", effort)),
        *falls(effort),
        *below_upper(effort),
        ("(t^2 + 2)/(t^3 + 3 t) < 1/t", sign_of("1/t - (t*t + 2)/(t^3 + 3*t)", "t", line, effort)),
        ("the limit at eps = 0, mu -> 0", tends(start, 0, 0, "sqrt(pi/2)", "mu", {"mu": SIZE}, effort)),
    )


@BOOK.erratum(
    "erratum.T4.2-constant",
    "The printed constant sqrt(2) pi/2 = 2.2214 is valid but not sharp: the derivative never reaches sqrt(pi/2) = "
    "1.2533, 1.77 times less.",
    "Theorem 4.2",
    ALL,
    printed="0 <= d mu_GDP/d eps <= sqrt(2) pi/2",
    corrected="0 <= d mu_GDP/d eps < sqrt(pi/2), sharp; the grid of Theorem 4.3 is 1.77 times coarser for the same "
    "error",
)
def _constant(effort: Effort) -> Verdict:
    def share(xp: Any) -> Any:
        return xp.sqrt(xp.number(2)) * xp.pi / 2 / xp.sqrt(xp.pi / 2)

    return chain(
        "A bound that is too large by this factor is sound.",
        ("the sharp constant", BOOK.verdict("T4.2.sharp", effort)),
        ("the factor is sqrt(pi)", same(lambda xp, t: share(xp), "sqrt(pi)", "t", {"t": (1, 2)}, effort)),
        certain("it exceeds 1.77", lambda xp: share(xp) - xp.number(Fraction(177, 100))),
    )


@BOOK.inequality(
    "T4.3.staircase",
    "For x <= e <= x + d: mu_GDP(x, delta_A(x + d)) <= mu_GDP(e, delta_A(e)) <= mu_GDP(x + d, delta_A(x)).",
    "Theorem 4.3",
    "all profiles (delta_A falls), x >= 0, d > 0",
)
def _staircase(effort: Effort) -> Verdict:
    return chain(
        "mu_GDP rises with eps and with delta, and delta_A(x + d) <= delta_A(e) <= delta_A(x).",
        ("it rises with delta", BOOK.verdict("T4.2.in-delta", effort)),
        ("its slope in eps is Mills' ratio, above t/(t^2 + 1)", BOOK.verdict("T4.2.derivative", effort)),
        *above_lower(effort),
    )


@BOOK.optimum(
    "T5.1.sound",
    "eps-DP implies mu-GDP with mu = -2 Phi^-1(1/(1+e^eps)), and randomized response needs that mu.",
    "Theorem 5.1",
    "all eps > 0",
)
def _pure(effort: Effort) -> Verdict:
    return chain(
        "The gap of the profiles starts at 0 and does not fall up to eps, where the other one ends; at eps = 0 they "
        "meet.",
        ("the sign argument", gdp_of_pure.BOOK.verdict("gdp.sound", effort)),
        ("tight for randomized response", gdp_of_pure.BOOK.verdict("gdp.least", effort)),
    )


@BOOK.inequality(
    "T5.1.linear",
    "mu <= sqrt(pi/2) eps: with z = mu/2, (2 Phi(z) - 1)^2 >= 1 - e^(-z^2/2), so that "
    "d eps/d mu = phi(z)/(2 Phi(z) Phi(-z)) >= sqrt(2/pi).",
    "Theorem 5.1",
    "all eps > 0",
)
def _linear(effort: Effort) -> Verdict:
    def rate(xp: Any, mu: Any) -> Any:
        return density(xp, mu / 2) / (2 * xp.ndtr(mu / 2) * xp.ndtr(-mu / 2))

    def gap(xp: Any, z: Any) -> Any:
        return (2 * xp.ndtr(z) - 1) ** 2 - 1 + xp.exp(-z * z / 2)

    def inner(xp: Any, z: Any) -> Any:
        return 4 * (2 * xp.ndtr(z) - 1) - xp.sqrt(2 * xp.pi) * z

    def product(xp: Any, z: Any) -> Any:
        return 4 * xp.ndtr(z) * (1 - xp.ndtr(z)) - xp.exp(-z * z / 2)

    line = {"z": SIZE}
    return chain(
        "The rate of the gap is phi times a concave function that starts at 0: the gap rises and then falls, from 0 "
        "to 0. "
        "4 Phi(z) Phi(-z) <= e^(-z^2/2) = sqrt(2 pi) phi(z) is the same inequality.",
        (
            "eps as a function of mu has that rate",
            derivative_is("log(Phi(mu/2)) - log(Phi(-mu/2))", 0, rate, "mu", {"mu": SIZE}, effort=effort),
        ),
        (
            "the gap's rate",
            derivative_is(gap, 0, lambda xp, z: density(xp, z) * inner(xp, z), "z", line, effort=effort),
        ),
        (
            "the inner function's curvature",
            derivative_is(
                lambda xp, z: 8 * density(xp, z), 0, lambda xp, z: -8 * z * density(xp, z), "z", line, effort=effort
            ),
        ),
        (
            "and its slope",
            derivative_is(
                "4*(2*Phi(z) - 1) - sqrt(2*pi)*z",
                0,
                lambda xp, z: 8 * density(xp, z) - xp.sqrt(2 * xp.pi),
                "z",
                line,
                effort=effort,
            ),
        ),
        ("the gap at 0", tends(gap, 0, 0, "0", "z", line, effort)),
        ("the gap at infinity", tends(gap, 0, "inf", "0", "z", line, effort)),
        ("the two forms", same(lambda xp, z: -product(xp, z), gap, "z", line, effort)),
    )
