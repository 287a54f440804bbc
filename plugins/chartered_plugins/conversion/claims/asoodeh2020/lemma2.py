"""Claims about the Gaussian mechanism: Lemma 2, its branches, its best order, and its soundness."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.forms.algebraic import partials
from chartered_verify.heavy import sympy
from chartered_verify.inequality.prove import prove_positive
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
    "L2.branches",
    "L2's branches are L1's at gamma = rho alpha T: eps0, eps1 as printed, and rho T/delta + log(1-delta) is "
    "the edge at alpha = 1/delta, the best order there.",
    "Lemma 2",
    "all rho > 0, alpha > 1, 0 < delta < 1",
)
def _branches(effort: Effort) -> Verdict:
    def zero(xp: Any, b: Any, rho: Any, delta: Any) -> Any:
        zeta = (xp.log(b) - xp.log(1 + b)) * b - xp.log(1 + b)
        return rho * (1 + b) - (xp.log(delta) - zeta) / b

    def edge(xp: Any, rho: Any, delta: Any, extra: Any) -> Any:
        at = moments.curve(rho, 1 / delta + extra)
        return renyi_conversion.edge_epsilon(xp, at, delta) - moments.lemma2_edge(xp, rho, delta)

    point = {"b": SIZE, "rho": (Fraction(1, 99), 2), "delta": (Fraction(1, 99), Fraction(9, 10))}
    ends = {"rho": point["rho"], "delta": point["delta"], "extra": (0, 9)}
    return chain(
        "The edge rises with alpha, so 1/delta is its best order.",
        ("eps0", same(lambda xp, b, r, d: moments.lemma2_first(xp, r, d, 1 + b), zero, "b rho delta", point, effort)),
        (
            "eps1",
            same(
                lambda xp, b, r, d: moments.lemma2_second(xp, r, d, 1 + b),
                "log(1 + (exp(rho*(1 + b)*b) - 1)/((1 + b)*delta))/b",
                "b rho delta",
                point,
                effort,
            ),
        ),
        (
            "the edge at 1/delta",
            same(
                lambda xp, r, d: moments.lemma2_edge(xp, r, d),
                "rho/delta + log(1 - delta)",
                "rho delta",
                {"rho": point["rho"], "delta": point["delta"]},
                effort,
            ),
        ),
        ("at alpha = 1/delta + extra it is rho extra more", same(edge, "rho*extra", "rho delta extra", ends, effort)),
    )


@BOOK.optimum(
    "L2.balance",
    "eps0 falls, then rises in alpha: its one stationary order solves rho T (alpha-1)^2 = log(1/(alpha delta)) and "
    "lies in (1, 1/delta).",
    "Lemma 2",
    "all rho > 0, 0 < delta < 1, 1 < alpha",
)
def _balance(effort: Effort) -> Verdict:
    slope = slopes(moments_first, 2, "rho delta b")

    def stated(xp: Any, rho: Any, delta: Any, b: Any) -> Any:
        return moments.lemma2_balance(xp, rho, delta, 1 + b) / b**2

    growth = slopes(lambda xp, rho, delta, b: moments.lemma2_balance(xp, rho, delta, 1 + b), 2, "rho delta b")
    domain = {"rho": SIZE, "delta": (Fraction(1, 99), Fraction(9, 10)), "b": SIZE}

    def start(xp: Any, rho: Any, extra: Any) -> Any:
        return -moments.lemma2_balance(xp, rho, 1 / (1 + extra), xp.number(1))

    def end(xp: Any, rho: Any, extra: Any) -> Any:
        return moments.lemma2_balance(xp, rho, 1 / (1 + extra), 1 + extra)

    ends = {"rho": SIZE, "extra": SIZE}
    return chain(
        "The balance rises from a negative to a positive value, so the slope changes sign once.",
        ("d eps0/d alpha = balance/(alpha-1)^2", same(slope, stated, "rho delta b", domain, effort)),
        ("the balance rises with alpha", sign_of(growth, "rho delta b", domain, effort)),
        ("it is negative at alpha = 1", sign_of(start, "rho extra", ends, effort)),
        ("and positive at alpha = 1/delta", sign_of(end, "rho extra", ends, effort)),
    )


def moments_first(xp: Any, rho: Any, delta: Any, b: Any) -> Any:
    """L2's eps0 at alpha = 1 + b."""
    return moments.lemma2_first(xp, rho, delta, 1 + b)


@BOOK.inequality(
    "L2.below-E23",
    "L2 never exceeds E23: by eps0 where E23's order is at most 1/delta, by the third branch where it is above.",
    "Lemma 2 and (23)",
    "all rho > 0, 0 < delta < 1",
)
def _below(effort: Effort) -> Verdict:
    def excess(xp: Any, b: Any, rho: Any, delta: Any) -> Any:
        return renyi_conversion.classical_epsilon(xp, 1 + b, moments.curve(rho, 1 + b), delta) - moments.lemma2_first(
            xp, rho, delta, 1 + b
        )

    def edge(xp: Any, m: Any, u: Any) -> Any:
        return moments.lemma2_edge(xp, m**2, delta_of(xp, u)) - xp.log1p(-delta_of(xp, u))

    point = {"b": SIZE, "rho": SIZE, "delta": (Fraction(1, 99), Fraction(9, 10))}
    return chain(
        "E23's order 1 + u/m exceeds 1/delta = 1 + n exactly when u = m n + extra; then rho/delta = m^2 (1+n) "
        "<= m^2 + 2 m u, and log(1-delta) < 0.",
        ("T1 - eps0 at one order", same(excess, "log(1 + 1/b) + log(1 + b)/b", "b rho delta", point, effort)),
        ("which is positive", sign_of("log(1 + 1/b) + log(1 + b)/b", "b", {"b": SIZE}, effort)),
        (
            "the third branch without log(1-delta) is rho/delta",
            same(edge, "m^2*exp(u^2)", "m u", {"m": SIZE, "u": (Fraction(1, 9), 3)}, effort),
        ),
        (
            "m^2 (1+n) <= m^2 + 2 m (m n + extra)",
            sign_of(
                "m^2 + 2*m*(m*n + extra) - m^2*(1 + n)", "m n extra", {"m": SIZE, "n": SIZE, "extra": SIZE}, effort
            ),
        ),
    )


@BOOK.soundness(
    "L2.sound",
    "The exact profile of the Gaussian at eps0 of the order 1 + sqrt(log(1/delta)/rho) is below delta (the "
    "conversion of zCDP by L1 is sound).",
    "Lemma 2; Balle and Wang 2018 for the exact profile",
    "rho in [1/16, 9/4], log(1/delta) in [4, 16]; for all parameters it follows from T3",
)
def _l2_sound(effort: Effort) -> Verdict:
    def share(xp: Any, m: Any, u: Any) -> Any:
        epsilon = moments.lemma2_first(xp, m**2, delta_of(xp, u), 1 + u / m)
        return xp.exp(u**2) * gaussian_profile.delta_mu(xp, xp.sqrt(xp.number(2)) * m, epsilon)

    def mills(xp: Any, a: Any) -> Any:
        return xp.exp(xp.log_ndtr(-a) + a**2 / 2)

    def steady(xp: Any, m: Any, u: Any) -> Any:
        log_zeta, root = renyi_conversion.log_zeta(xp, 1 + u / m), xp.sqrt(xp.number(2))
        a = root * u + log_zeta / (root * u)
        return xp.exp(-log_zeta - log_zeta**2 / (4 * u**2)) * (mills(xp, a) - mills(xp, a + root * m))

    def spare(xp: Any, m: Any, u: Any) -> Any:
        return 1 - steady(xp, m, u)

    box: list[tuple[Fraction | int, Fraction | int]] = [(Fraction(1, 4), Fraction(3, 2)), (2, 4)]
    return chain(
        "In Mills' ratios the quotient has no cancellation, so that boxes can hold it.",
        ("profile/delta in Mills' ratios", same(share, steady, "m u", {"m": (Fraction(1, 4), 2), "u": (1, 5)}, effort)),
        (
            "it is below 1 on the box",
            prove_positive(spare, box, derivatives=partials(spare, sympy.symbols("m u", positive=True))),
        ),
    )
