"""Claims about groups of two: from add-or-remove to replace-one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import group_privacy as group

BOOK = Book("group", "Dwork, Roth 2014, Theorem 2.2")
claims = BOOK.claims
UNIT = (Fraction(1, 100), 1)
ORDERS = {"a": (Fraction(11, 10), 50), "r": UNIT}
EVENTS = {"x": (Fraction(1, 10), 3), "d": UNIT, "p": UNIT, "q": UNIT, "r": UNIT}


def _chances(effort: Effort) -> tuple[str, Verdict]:
    """What is left of the bound is the sum of what is left of its two premises."""

    def left(xp: Any, x: Any, d: Any, p: Any, q: Any, r: Any) -> Any:
        return xp.exp(2 * x) * r + group.delta(xp, x, d) - p

    return "e^(2 eps) r + (1 + e^eps) delta - p is the sum of both premises' slacks", same(
        left, "exp(x)*q + d - p + exp(x)*(exp(x)*r + d - q)", "x d p q r", EVENTS, effort
    )


_PREMISES = (
    "If p <= e^eps q + delta and q <= e^eps r + delta for the chances of every event, both slacks are "
    "nonnegative, and so is their sum"
)


@BOOK.inequality(
    "approximate.sound",
    "(eps, delta)-DP between neighbours is (2 eps, (1 + e^eps) delta)-DP at two steps.",
    "Vadhan 2017, Lemma 2.2",
    "all eps, delta > 0 and all events",
)
def _approximate(effort: Effort) -> Verdict:
    return chain(f"{_PREMISES}.", _chances(effort))


@BOOK.inequality(
    "pure.sound",
    "eps-DP between neighbours is 2 eps-DP at two steps.",
    "Dwork, Roth 2014, Theorem 2.2",
    "all eps > 0 and all events",
)
def _pure(effort: Effort) -> Verdict:
    return chain(f"{_PREMISES}; here delta = 0, so that the middle term is e^(2 eps) r - p.", _chances(effort))


@BOOK.inequality(
    "profile.sound",
    "A profile delta(eps) between neighbours gives (1 + e^(eps/2)) delta(eps/2) at two steps.",
    "Vadhan 2017, Lemma 2.2",
    "all eps > 0 and all events",
)
def _profile(effort: Effort) -> Verdict:
    return chain(f"{_PREMISES}; it is used at eps/2, for every eps.", _chances(effort))


def _exponents(effort: Effort) -> list[tuple[str, Verdict]]:
    """Hoelder's inequality with 1/s + 1/t = 1, s = (2a-1)/a and t = (2a-1)/(a-1)."""

    def s(a: Any) -> Any:
        return (2 * a - 1) / a

    def t(a: Any) -> Any:
        return (2 * a - 1) / (a - 1)

    return [
        ("the exponents are conjugate", same(lambda xp, a, r: 1 / s(a) + 1 / t(a), "1", "a r", ORDERS, effort)),
        (
            "the first factor has the order 2 alpha - 1",
            same(lambda xp, a, r: s(a) * a, "2*a - 1", "a r", ORDERS, effort),
        ),
        (
            "so that q has the power 1 - (2 alpha - 1) there",
            same(lambda xp, a, r: -s(a) * (a - 1 / s(a)), "2 - 2*a", "a r", ORDERS, effort),
        ),
        (
            "the second factor has the order 2 alpha",
            same(lambda xp, a, r: t(a) * (a - 1 / s(a)), "2*a", "a r", ORDERS, effort),
        ),
        ("and r the power 1 - 2 alpha there", same(lambda xp, a, r: t(a) * (1 - a), "1 - 2*a", "a r", ORDERS, effort)),
        (
            "the logarithm, divided by alpha - 1, is the shipped bound",
            same(
                lambda xp, a, r: ((2 * a - 2) * r / s(a) + (2 * a - 1) * 3 * r / t(a)) / (a - 1),
                lambda xp, a, r: group.divergence(a, r, 3 * r),
                "a r",
                ORDERS,
                effort,
            ),
        ),
    ]


_HOELDER = (
    "Hoelder's inequality bounds the integral of p^alpha r^(1-alpha), written as p^alpha q^(1/s-alpha) times "
    "q^(alpha-1/s) r^(1-alpha); "
    "the two curves enter linearly, with independent values"
)


@BOOK.inequality(
    "renyi.sound",
    "D_alpha(P||R) <= 2 alpha/(2 alpha - 1) D_(2 alpha - 1)(P||Q) + D_(2 alpha)(Q||R).",
    "Mironov 2017, Proposition 11",
    "all alpha > 1",
)
def _renyi(effort: Effort) -> Verdict:
    return chain(f"{_HOELDER}.", *_exponents(effort))


@BOOK.inequality(
    "zcdp.sound",
    "rho-zCDP between neighbours is 4 rho-zCDP at two steps.",
    "Bun, Steinke 2016, Proposition 1.9",
    "all alpha > 1",
)
def _zcdp(effort: Effort) -> Verdict:
    linear = same(lambda xp, a, r: group.divergence(a, r * (2 * a - 1), r * 2 * a), "4*r*a", "a r", ORDERS, effort)
    return chain(f"{_HOELDER}.", *_exponents(effort), ("for gamma(alpha) = rho alpha the bound is 4 rho alpha", linear))


@BOOK.identity(
    "gdp.sound",
    "mu-GDP between neighbours is 2 mu-GDP at two steps: with G_mu(a) = Phi(x - mu) at a = Phi(-x), G_mu(1 - "
    "G_mu(a)) = Phi(x - 2 mu).",
    "Dong, Roth, Su 2022, Theorem 2.14",
    "-8 <= x <= 8, 0 < mu <= 4",
)
def _gdp(effort: Effort) -> Verdict:
    def curve(xp: Any, argument: Any, mu: Any) -> Any:
        return xp.ndtr(-xp.ndtri(argument) - mu)

    def twice(xp: Any, x: Any, mu: Any) -> Any:
        return curve(xp, 1 - curve(xp, xp.ndtr(-x), mu), mu)

    return same(twice, "Phi(x - 2*mu)", "x mu", {"x": (Fraction(1, 10), 8), "mu": (Fraction(1, 10), 4)}, effort)
