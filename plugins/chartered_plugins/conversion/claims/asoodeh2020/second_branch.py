"""Claims about Lemma 2's second branch, eps1: the form that boxes can hold, and what it is near alpha = 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...formulas import linear_curve as moments
from ..study import steady_second

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
HALF = Fraction(1, 2 * 10**7)
LOWEST = Fraction(1, 10**6)
"""The orders below 1 + this are left to an argument instead of boxes."""


@BOOK.identity(
    "L2.second-branch",
    "eps1 = rho alpha + log((1 - e^-x)/(alpha delta) + e^-x)/(alpha-1) with x = rho alpha (alpha-1): the form that "
    "boxes can hold.",
    "Lemma 2, eps1",
    "all rho > 0, alpha > 1, 0 < delta < 1",
)
def _second_branch(effort: Effort) -> Verdict:
    def shipped(xp: Any, total: Any, delta: Any, b: Any) -> Any:
        return xp.exp(b * moments.lemma2_second(xp, total, delta, 1 + b))

    def steady(xp: Any, total: Any, delta: Any, b: Any) -> Any:
        return xp.exp(b * steady_second(xp, total, delta, b))

    domain = {"rho": (Fraction(1, 99), 2), "delta": (Fraction(1, 99), Fraction(9, 10)), "b": (Fraction(1, 9), 9)}
    return same(shipped, steady, "rho delta b", domain, effort)


@BOOK.inequality(
    "L2.second-branch-slack",
    "(e^(rho alpha (alpha-1)) - 1)/alpha >= rho (alpha-1), so eps1 >= log(1 + rho (alpha-1)/delta)/(alpha-1), which "
    "falls with alpha.",
    "Lemma 2, eps1 near alpha = 1",
    "all rho > 0, alpha > 1, 0 < delta < 1",
)
def _slack(effort: Effort) -> Verdict:
    def second_order(xp: Any, x: Any) -> Any:
        return xp.expm1(x) - x

    def numerator(xp: Any, z: Any) -> Any:
        return xp.log1p(z) - z / (1 + z)

    rise, line = slopes(numerator, 0, "z"), {"z": (Fraction(1, 9), 9)}
    slope = slopes(lambda xp, z: xp.log1p(z) / z, 0, "z")
    return chain(
        "e^x - 1 >= x at x = rho alpha (alpha-1); log(1+z)/z falls since log(1+z) - z/(1+z) is 0 at 0 and rises.",
        ("e^x - 1 - x is 0 at 0", same(lambda xp, x: second_order(xp, 0 * x), "0", "x", {"x": (1, 2)}, effort)),
        ("its slope is e^x - 1", same(slopes(second_order, 0, "x"), "exp(x) - 1", "x", {"x": (1, 2)}, effort)),
        (
            "d (log(1+z)/z)/dz = -(log(1+z) - z/(1+z))/z^2",
            same(slope, lambda xp, z: -numerator(xp, z) / z**2, "z", line, effort),
        ),
        ("log(1+z) - z/(1+z) rises", sign_of(rise, "z", line, effort)),
        ("it is 0 at 0", same(lambda xp, z: numerator(xp, 0 * z), "0", "z", line, effort)),
    )
