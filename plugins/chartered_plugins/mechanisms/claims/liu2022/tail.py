"""Lemma 3.1, Theorems 3.2 and 3.3 and section 4.2: what the far end of a profile says of Gaussian DP."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.steps import certain, chain, derivative_is, same, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims.gdp import profile
from ....basics.claims.gdp_tail import BOOK as GDP, BOTH, SIZE, by_ratios, far, near
from ....basics.claims.mills import above_lower, below_upper, density, falls
from ....basics.formulas import gaussian_profile

BOOK = Book("liu2022", "Liu et al. 2022")
claims = BOOK.claims


@BOOK.identity(
    "L3.1.limit",
    "With a = mu/2 - eps/mu, delta_mu(eps) is mu e^(-a^2/2)/(sqrt(2 pi) a^2) times something between a^2/(y^2 + 3) "
    "and a^2/(a^2 + 1), "
    "y = mu - a, which tends to 1.",
    "Lemma 3.1",
    "all mu > 0, eps > mu^2/2",
)
def _limit(effort: Effort) -> Verdict:
    def low(xp: Any, e: Any, mu: Any) -> Any:
        return near(mu, e) ** 2 / (far(mu, e) ** 2 + 3)

    def high(xp: Any, e: Any, mu: Any) -> Any:
        return near(mu, e) ** 2 / (near(mu, e) ** 2 + 1)

    domain = {"e": SIZE, "mu": SIZE}
    return chain(
        "delta = phi(x) (m(x) - m(y)) for x = -a, and m(x) - m(y) is the integral of 1 - t m(t), which falls, from x "
        "to y = x + mu: "
        "between mu/(y^2 + 3) and mu/(x^2 + 1).",
        *by_ratios(effort),
        *falls(effort),
        *below_upper(effort),
        *above_lower(effort),
        ("1 - t upper(t) = 1/(t^2 + 3)", same("1 - (t*t + 2)/(t*t + 3)", "1/(t*t + 3)", "t", {"t": SIZE}, effort)),
        ("1 - t lower(t) = 1/(t^2 + 1)", same("1 - t*t/(t*t + 1)", "1/(t*t + 1)", "t", {"t": SIZE}, effort)),
        ("the lower factor", tends(low, 0, "inf", "1", "e mu", domain, effort)),
        ("the upper factor", tends(high, 0, "inf", "1", "e mu", domain, effort)),
    )


@BOOK.soundness(
    "T3.2.head",
    "A finite head asks for no more than some finite mu: delta_mu(e) rises with mu to 1, and so covers delta_A(0) < "
    "1 on all of [0, e].",
    "Theorem 3.2",
    "all e >= 0",
)
def _head(effort: Effort) -> Verdict:
    return chain(
        "Tail GDP implies delta_A < 1 far out, so delta_A(0) < 1: a total variation of 1 separates the two "
        "distributions, and then "
        "delta_A = 1 everywhere. Head and tail together are GDP with the larger mu.",
        (
            "delta rises with mu",
            derivative_is(profile, 0, lambda xp, mu, e: density(xp, mu / 2 - e / mu), "mu e", BOTH, effort=effort),
        ),
        ("its first term tends to 1", tends("Phi(mu/2 - e/mu)", 0, "inf", "1", "mu e", BOTH, effort)),
        ("its second term to 0", tends("exp(e)*Phi(-mu/2 - e/mu)", 0, "inf", "0", "mu e", BOTH, effort)),
    )


@BOOK.soundness(
    "T3.3.limit",
    "eps^2/(-2 log delta_mu(eps)) tends to mu^2: so mu_t^2 <= mu^2 for a mechanism that is mu-GDP, and one with mu_t "
    "< mu is mu-tail GDP.",
    "Theorem 3.3",
    "all mu > 0",
)
def _tail_limit(effort: Effort) -> Verdict:
    def below(xp: Any, e: Any, mu: Any) -> Any:
        a, b, c = gaussian_profile.tail_below(xp, mu, 2 * mu)
        return e * e / (2 * (a * e * e - b * e - c))

    domain = {"e": SIZE, "mu": SIZE}
    return chain(
        "log delta_mu lies between two parabolas, and the ratio tends to mu^2 on both. A smaller delta has a smaller "
        "ratio.",
        ("the parabola below", GDP.verdict("profile.tail-below", effort)),
        ("the parabola above", GDP.verdict("profile.tail-above", effort)),
        ("the ratio below", tends(below, 0, "inf", "mu*mu", "e mu", domain, effort)),
        ("the ratio above", tends("e*e/(2*(e*e/(2*mu*mu) - e/2))", 0, "inf", "mu*mu", "e mu", domain, effort)),
    )


@BOOK.erratum(
    "erratum.T3.3",
    "mu >= mu_t does not suffice: the Laplace mechanism with sensitivity/scale 2 has mu_t = 0, as its delta ends at "
    "eps = 2, and is "
    "mu-GDP from mu = 1.80091 on only.",
    "Theorem 3.3",
    "Laplace, sensitivity/scale = 2",
    printed="A is mu-GDP if and only if mu_t < infinity and mu >= mu_t",
    corrected="A is GDP if and only if mu_t < infinity, and every valid mu is at least mu_t",
)
def _erratum(effort: Effort) -> Verdict:
    def laplace(xp: Any, e: Any) -> Any:
        return xp.positive(-xp.expm1((e - 2) / 2))

    def gap(mu: Fraction) -> Any:
        return lambda xp: laplace(xp, xp.number(0)) - gaussian_profile.delta_mu(xp, xp.number(mu), xp.number(0))

    bracket = ch.Ledger("laplace:scale=1,sensitivity=2").mu()
    assert bracket.lower is not None
    low, high = Fraction(bracket.lower), Fraction(bracket.upper)
    return chain(
        "The 'only if' is liu2022.T3.3.limit; the bracket is certified over all of [0, inf).",
        (
            "delta is 0 from eps = 2 on",
            same_parts(lambda xp, s: laplace(xp, 2 + 2 * xp.log1p(s)), "0", "s", {"s": (0, 9)}, effort),
        ),
        certain("mu = 1.8009 fails at eps = 0", gap(Fraction(18009, 10**4))),
        certain(
            "the certified bracket begins above 1.8009051",
            lambda xp: xp.number(low) - xp.number(Fraction(18009051, 10**7)),
        ),
        certain("and ends below 1.8009052", lambda xp: xp.number(Fraction(18009052, 10**7)) - xp.number(high)),
    )


@BOOK.soundness(
    "4.2.between",
    "A mechanism that is mu-GDP and eps_h-DP has the (eps_h, mu)-head; one that has the head is mu-GDP but for a "
    "failure of probability "
    "d = delta_mu(eps_h): its delta is nowhere above d + (1 - d) delta_mu.",
    "section 4.2",
    "all d and delta_mu(e) in [0, 1]",
)
def _between(effort: Effort) -> Verdict:
    unit = {"d": (0, 1), "x": (0, 1)}
    return chain(
        "mu-GDP asks more than its head. Up to eps_h the head bounds delta by x = delta_mu(e), and d + (1 - d) x is "
        "no less; beyond it "
        "delta falls, so it is at most delta_mu(eps_h) = d.",
        ("d + (1 - d) x - x = d (1 - x)", same("d + (1 - d)*x - x", "d*(1 - x)", "d x", unit, effort)),
    )


@BOOK.table(
    "4.2.gap",
    "Head GDP to eps_h leaves a failure probability of at most delta_mu(eps_h): for mu = 6, eps_h = 100 that is "
    "2.4e-43.",
    "section 4.2",
    "mu = 6, eps_h = 100",
)
def _gap(effort: Effort) -> Verdict:
    def left(xp: Any) -> Any:
        return gaussian_profile.delta_mu(xp, xp.number(6), xp.number(100))

    return chain(
        "delta_A falls, so it is at most delta_mu(eps_h) beyond eps_h; the paper's 1e-43 is its order.",
        certain("delta_6(100) > 2.4e-43", lambda xp: left(xp) - xp.number(Fraction(24, 10**44))),
        certain("delta_6(100) < 2.5e-43", lambda xp: xp.number(Fraction(25, 10**44)) - left(xp)),
    )
