"""The claim about the general form of Erlingsson et al. 2019 where its short form holds: how far 12 is from what is
needed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of, slopes
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.formulas.subgaussian_tail import tail_epsilon
from ...subsampling.claims.subsampling import SIZE
from ..formulas import closed_forms as shuffling

BOOK = Book("erlingsson2019", "Erlingsson et al. 2019")
claims = BOOK.claims


def factor(xp: Any, epsilon0: Any, n: Any, y: Any) -> Any:
    """eps of the general form over eps0 sqrt(log(1/delta)/n), delta = e^-y."""
    mean_loss, variance_proxy = shuffling.swap_variance_proxy(xp, epsilon0, n)
    return tail_epsilon(xp, mean_loss, variance_proxy, xp.exp(-y)) / (epsilon0 * xp.sqrt(y / n))


@BOOK.inequality(
    "T7.constant",
    "For n >= 1000, eps0 < 1/2 and delta < 1/100 the general form is at most 10.343 eps0 sqrt(log(1/delta)/n), and "
    "10.342 would not do: "
    "it is below the short form, whose constant is 12.",
    "Theorem 7",
    "all n >= 1000, 0 < eps0 <= 1/2, delta <= 1/100",
)
def _constant(effort: Effort) -> Verdict:
    def slow(xp: Any, e: Any) -> Any:
        """The slope of log((e^e - 1)/e), times e (e^e - 1)."""
        return 1 + xp.exp(e) * (e - 1)

    def root(xp: Any, x: Any) -> Any:
        """The slope of log((e^(x^2) - 1)/x), times x (e^(x^2) - 1): at 0 it is 0."""
        return 1 + xp.exp(x**2) * (2 * x**2 - 1)

    def parts(xp: Any, lift: Any, n: Any, y: Any) -> Any:
        c, e = 2 * (1 + lift) ** 2 * lift, xp.log1p(lift)
        return c / e * (xp.sqrt(xp.number(2)) + xp.expm1(c / n) * xp.sqrt(n / y))

    def at_the_corner(xp: Any) -> Any:
        return factor(xp, xp.number(Fraction(1, 2)), xp.number(1000), xp.log(xp.number(100)))

    domain = {"l": SIZE, "n": (2, 1000), "y": SIZE}
    return chain(
        "The factor is c/eps0 (sqrt 2 + (e^(c/n) - 1) sqrt(n/y)), c = 2 e^(2 eps0) (e^eps0 - 1), y = log(1/delta). c "
        "and c/eps0 rise "
        "with eps0; (e^(c/n) - 1) sqrt n is sqrt c times (e^(x^2) - 1)/x at x = sqrt(c/n), and falls with n. So it "
        "is largest at eps0 = "
        "1/2, n = 1000 and delta = 1/100.",
        ("the factor", same(lambda xp, lift, n, y: factor(xp, xp.log1p(lift), n, y), parts, "l n y", domain, effort)),
        (
            "(e^eps0-1)/eps0 rises: e (e^e-1) times its slope has the slope e e^e",
            sign_of(slopes(slow, 0, "e"), "e", {"e": SIZE}, effort),
        ),
        ("(e^(x^2) - 1)/x rises", sign_of(slopes(root, 0, "x"), "x", {"x": (Fraction(1, 20), 2)}, effort)),
        certain("at the corner it is below 10.343", lambda xp: xp.number(Fraction("10.343")) - at_the_corner(xp)),
        certain("and above 10.342", lambda xp: at_the_corner(xp) - xp.number(Fraction("10.342"))),
    )
