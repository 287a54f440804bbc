"""Claims about the noise for a target: the accountant's variance (28) and Theorem 5's exact form (80)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of, slopes, tends
from chartered_verify.forms.algebraic import partials
from chartered_verify.heavy import sympy
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.formulas import gaussian_profile
from ...formulas import linear_curve as moments

BOOK = Book("asoodeh2020", "Asoodeh et al. 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 9), 9)
LIMIT = {"L": (1, 50), "eps": (Fraction(1, 9), 3), "T": (1, 9)}


def _delta_at(xp: Any, b: Any, eps: Any) -> Any:
    """The delta whose T5 order at eps is 1 + b: log(1/delta) = (1+b) eps/2."""
    return xp.exp(-(1 + b) * eps / 2)


@BOOK.identity(
    "E28.inverse",
    "sigma^2 = T/(2 (sqrt(eps+L) - sqrt(L))^2) gives E23 exactly eps.",
    "(28)",
    "all eps > 0, 0 < delta < 1, T > 0 (log(1/delta) = u^2, eps = z (z+2u))",
)
def _inverse(effort: Effort) -> Verdict:
    def epsilon(z: Any, u: Any) -> Any:
        return z * (z + 2 * u)

    def variance(xp: Any, z: Any, u: Any, times: Any) -> Any:
        return moments.accountant_variance(xp, epsilon(z, u), xp.exp(-(u**2)), times)

    def back(xp: Any, z: Any, u: Any, times: Any) -> Any:
        return moments.accountant_epsilon(xp, moments.rho_of(variance(xp, z, u, times), times), xp.exp(-(u**2)))

    def printed(xp: Any, z: Any, u: Any, times: Any) -> Any:
        return times / (2 * (xp.sqrt(epsilon(z, u) + u**2) - u) ** 2)

    domain = {"z": SIZE, "u": (Fraction(1, 9), 5), "T": (1, 1000)}
    return chain(
        "sqrt(eps + L) = z + u.",
        ("the form as printed", same(variance, printed, "z u T", domain, effort)),
        ("E23 at that variance", same(back, lambda xp, z, u, times: epsilon(z, u), "z u T", domain, effort)),
    )


@BOOK.identity(
    "E28.expansion",
    "As L grows, E28 is 2TL/eps^2 + T/eps + O(1/L), and the O(1/L) term is -T/(8L).",
    "(28)",
    "eps, T > 0 fixed, L -> infinity",
)
def _expansion(effort: Effort) -> Verdict:
    def rest(xp: Any, reach: Any, eps: Any, times: Any) -> Any:
        return reach * (
            moments.accountant_variance(xp, eps, xp.exp(-reach), times) - 2 * times * reach / eps**2 - times / eps
        )

    return tends(rest, 0, "inf", "-T/8", "L eps T", LIMIT, effort)


@BOOK.identity(
    "T5.exact-form",
    "(80), alpha T/(2 eps + (2/(alpha-1)) log(alpha delta) - 2 log(1-1/alpha)) at alpha = 2L/eps, gives L2's "
    "eps0 of that order exactly eps.",
    "Theorem 5, (80)",
    "all eps > 0, delta with alpha = 2L/eps > 1, T > 0",
)
def _exact_form(effort: Effort) -> Verdict:
    def variance(xp: Any, b: Any, eps: Any, times: Any) -> Any:
        return moments.theorem5_variance(xp, eps, _delta_at(xp, b, eps), times)

    def printed(xp: Any, b: Any, eps: Any, times: Any) -> Any:
        a = 1 + b
        room = 2 * eps + 2 / b * xp.log(a * _delta_at(xp, b, eps)) - 2 * xp.log(1 - 1 / a)
        return a * times / room

    def back(xp: Any, b: Any, eps: Any, times: Any) -> Any:
        return moments.lemma2_first(
            xp, moments.rho_of(variance(xp, b, eps, times), times), _delta_at(xp, b, eps), 1 + b
        )

    def slope(xp: Any, variance: Any, b: Any, eps: Any, times: Any) -> Any:
        return -slopes(first, 0, "variance b eps T")(xp, variance, b, eps, times)

    def first(xp: Any, variance: Any, b: Any, eps: Any, times: Any) -> Any:
        return moments.lemma2_first(xp, moments.rho_of(variance, times), _delta_at(xp, b, eps), 1 + b)

    domain = {"b": (2, 30), "eps": (Fraction(1, 9), 3), "T": (1, 1000)}
    return chain(
        "Where it is positive it is sufficient, and so is any larger variance. L2 asks alpha <= 1/delta, its first "
        "branch needs no such "
        "condition (balle2020.T21.sound).",
        ("the form as printed", same(variance, printed, "b eps T", domain, effort)),
        ("eps0 at that variance", same(back, "eps", "b eps T", domain, effort)),
        ("eps0 falls with the variance", sign_of(slope, "variance b eps T", {"variance": (1, 9), **domain}, effort)),
    )


@BOOK.inequality(
    "T5.positive",
    "(80) is positive when eps <= log(1/delta), that is alpha >= 2.",
    "Theorem 5, (80)",
    "all eps > 0, delta with eps <= log(1/delta), T > 0",
)
def _positive(effort: Effort) -> Verdict:
    def inverse(xp: Any, b: Any, eps: Any) -> Any:
        return 1 / moments.theorem5_variance(xp, eps, _delta_at(xp, b, eps), xp.number(1))

    def parts(xp: Any, b: Any, eps: Any) -> Any:
        return (eps * (b - 1) + 2 * xp.log1p(b) + 2 * b * xp.log1p(1 / b)) / (b * (1 + b))

    return chain(
        "The inverse of the variance is a sum of positive terms for alpha = 1 + b >= 2.",
        (
            "the inverse of (80)",
            same(
                inverse,
                "(eps*(b - 1) + 2*log(1 + b) + 2*b*log(1 + 1/b))/(b*(1 + b))",
                "b eps",
                {"b": (2, 30), "eps": (Fraction(1, 9), 3)},
                effort,
            ),
        ),
        (
            "its sign at b = 1 + extra",
            sign_of(
                lambda xp, extra, eps: parts(xp, 1 + extra, eps),
                "extra eps",
                {"extra": (0, 9), "eps": SIZE},
                effort,
                zero=("extra",),
            ),
        ),
    )


@BOOK.inequality(
    "T5.needs-room",
    "alpha > 1 and eps > 2 delta L do not suffice for (80): at delta = 1e-5, eps = 20 it is negative.",
    "Theorem 5, (80)",
    "the point delta = 1e-5, eps = 20, T = 1 (alpha = 1.151)",
)
def _needs_room(effort: Effort) -> Verdict:
    delta, eps = Fraction(1, 10**5), Fraction(20)
    return chain(
        "(80) is to be used for eps <= L only, where T5.positive holds, or with the sign checked.",
        certain("alpha = 2L/eps > 1", lambda xp: moments.theorem5_order(xp, xp.number(eps), xp.number(delta)) - 1),
        certain("eps > 2 delta L", lambda xp: xp.number(eps) + 2 * xp.number(delta) * xp.log(xp.number(delta))),
        certain(
            "the variance is negative",
            lambda xp: -moments.theorem5_variance(xp, xp.number(eps), xp.number(delta), xp.number(1)),
        ),
    )


@BOOK.soundness(
    "T5.sound",
    "With the variance (80) the exact profile of the Gaussian at eps is below delta.",
    "Theorem 5, (80); Balle and Wang 2018 for the exact profile",
    "eps in [1/2, 2], log(1/delta) in [4, 9], T = 1 (any T by scaling); for eps <= L it follows from T3",
)
def _sound(effort: Effort) -> Verdict:
    def spare(xp: Any, eps: Any, u: Any) -> Any:
        variance = moments.theorem5_variance(xp, eps, xp.exp(-(u**2)), xp.number(1))
        return 1 - xp.exp(u**2) * gaussian_profile.delta_mu(xp, 1 / xp.sqrt(variance), eps)

    return prove_positive(
        spare, [(Fraction(1, 2), 2), (2, 3)], derivatives=partials(spare, sympy.symbols("eps u", positive=True))
    )


@BOOK.identity(
    "T5-asymptotic.limit",
    "(80) minus the printed leading terms 2TL/eps^2 + T/eps - (2T/eps^2)(log(2L) + 1 - log eps) tends to 0 as L grows.",
    "Theorem 5",
    "eps > 0 fixed, L = alpha eps/2 -> infinity, T = 1 (both are linear in T)",
)
def _asymptotic(effort: Effort) -> Verdict:
    def rest(xp: Any, alpha: Any, eps: Any) -> Any:
        delta, times = xp.exp(-alpha * eps / 2), xp.number(1)
        return moments.theorem5_variance(xp, eps, delta, times) - moments.theorem5_leading(xp, eps, delta, times)

    return tends(rest, 0, "inf", "0", "alpha eps", {"alpha": (2, 50), "eps": LIMIT["eps"]}, effort)
