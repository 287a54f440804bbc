"""Claims about the Gaussian mechanism: the accountant's minimum (23), and its soundness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import Step, chain, derivative_is, same, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.formulas import gaussian_profile
from ...formulas import closed_forms as renyi_conversion, linear_curve as moments

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 9), 9)
REACH = {"m": SIZE, "u": SIZE}
ROOTS = "all rho > 0, 0 < delta < 1 (rho = m^2, log(1/delta) = u^2)"


def delta_of(xp: Any, u: Any) -> Any:
    """delta = e^(-u^2)."""
    return xp.exp(-(u**2))


@BOOK.identity(
    "E23.curve",
    "N(1, sigma^2) from N(0, sigma^2): alpha (x-1)^2 + (1-alpha) x^2 = (x-alpha)^2 - alpha (alpha-1), so "
    "D_alpha = alpha/(2 sigma^2) = rho alpha.",
    "(23)",
    "all alpha > 1, sigma > 0, x > 0 (a polynomial identity, so all x)",
)
def _curve(effort: Effort) -> Verdict:
    def shipped(xp: Any, b: Any, variance: Any) -> Any:
        return moments.curve(moments.rho_of(variance, xp.number(1)), 1 + b)

    return chain(
        "The Gaussian with mean alpha integrates to 1, so E_Q[(P/Q)^alpha] = e^(alpha(alpha-1)/(2 sigma^2)).",
        (
            "the exponent",
            same("a*(x - 1)^2 + (1 - a)*x^2", "(x - a)^2 - a*(a - 1)", "a x", {"a": SIZE, "x": SIZE}, effort),
        ),
        (
            "its logarithm over alpha-1",
            same("(1 + b)*b/(2*variance)/b", shipped, "b variance", {"b": SIZE, "variance": SIZE}, effort),
        ),
    )


@BOOK.optimum(
    "E23.minimum",
    "inf over alpha of rho alpha + log(1/delta)/(alpha-1) is rho + sqrt(4 rho log(1/delta)), at alpha = 1 + "
    "sqrt(log(1/delta)/rho): the difference is a square.",
    "(23)",
    ROOTS,
)
def _minimum(effort: Effort) -> Verdict:
    def excess(xp: Any, n: Any, m: Any, u: Any) -> Any:
        value = renyi_conversion.classical_epsilon(xp, 1 + n**2, moments.curve(m**2, 1 + n**2), delta_of(xp, u))
        return value - moments.accountant_epsilon(xp, m**2, delta_of(xp, u))

    def order(xp: Any, m: Any, u: Any) -> Any:
        return moments.accountant_order(xp, m**2, delta_of(xp, u))

    return chain(
        "With alpha = 1 + n^2; the square is 0 at n^2 = u/m.",
        ("value minus minimum is (m n - u/n)^2", same(excess, "(m*n - u/n)^2", "n m u", {"n": SIZE, **REACH}, effort)),
        ("the order", same(order, "1 + u/m", "m u", REACH, effort)),
    )


@BOOK.identity(
    "E23.zcdp",
    "It is the bound of Bun and Steinke 2016 for rho-zCDP, rho + 2 sqrt(rho log(1/delta)).",
    "(23); Bun and Steinke 2016, Prop 1.3",
    ROOTS,
)
def _zcdp(effort: Effort) -> Verdict:
    def shipped(xp: Any, m: Any, u: Any) -> Any:
        return moments.accountant_epsilon(xp, m**2, delta_of(xp, u))

    return same(shipped, "m^2 + 2*m*u", "m u", REACH, effort)


@BOOK.soundness(
    "E23.sound",
    "The exact profile of the Gaussian at E23's eps is at most delta/2.",
    "(23); Balle and Wang 2018 for the exact profile",
    ROOTS,
)
def _sound(effort: Effort) -> Verdict:
    def argument(xp: Any, m: Any, u: Any) -> Any:
        mu = xp.sqrt(xp.number(2)) * m
        return mu / 2 - moments.accountant_epsilon(xp, m**2, delta_of(xp, u)) / mu

    def profile(xp: Any, m: Any, e: Any) -> Any:
        return gaussian_profile.delta_mu(xp, m, e)

    return chain(
        "The profile is below its first term, Phi(-sqrt(2) u) <= e^(-u^2)/2 = delta/2.",
        (
            "the profile is Phi(mu/2 - eps/mu) minus a positive number",
            same(profile, "Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m)", "m e", {"m": SIZE, "e": SIZE}, effort),
        ),
        ("mu/2 - eps/mu = -sqrt(2) u", same(argument, "-sqrt(2)*u", "m u", REACH, effort)),
        *_tail_steps(effort),
    )


def _tail_steps(effort: Effort) -> list[Step]:
    """Phi(-x) <= e^(-x^2/2)/2: the difference is 0 at 0, rises, then falls to 0."""

    def gap(xp: Any, x: Any) -> Any:
        return xp.exp(-(x**2) / 2) / 2 - xp.ndtr(-x)

    line = {"x": (Fraction(1, 9), 6)}
    return [
        (
            "e^(-x^2/2)/2 - Phi(-x) has a slope of one sign change, from + to -",
            derivative_is(gap, 0, "exp(-x^2/2)*(1/sqrt(2*pi) - x/2)", "x", line, effort=effort),
        ),
        ("it is 0 at 0", same(lambda xp, x: gap(xp, 0 * x), "0", "x", line, effort)),
        ("it tends to 0", tends(gap, 0, "inf", "0", "x", line, effort)),
    ]
