"""Claims about the discrete Gaussian mechanism: shifted sums, the best event, and what its sums leave out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import certain, chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import discrete_gaussian_sums as gaussian_sums

BOOK = Book("discrete-gaussian", "Canonne, Kamath, Steinke 2020")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)


@BOOK.soundness(
    "zcdp.shift",
    "P^alpha Q^(1-alpha) is e^(alpha (alpha-1) Delta^2/(2 v)) times a Gaussian centred at (1-alpha) Delta, whose sum "
    "over the integers is "
    "largest for a whole centre: its Fourier coefficients are positive.",
    "Theorem 4",
    "all v = sigma^2 > 0, whole Delta, alpha > 1",
)
def _shift(effort: Effort) -> Verdict:
    def moved(xp: Any, k: Any, d: Any, v: Any, b: Any) -> Any:
        rho = bound("discrete", "discrete-gaussian.zcdp")(Said({"sensitivity": d, "sigma": xp.sqrt(v)})).rho
        return b * rho * (1 + b) - (k + b * d) ** 2 / (2 * v)

    v, j, x = sympy.symbols("v j x", positive=True)
    wave = sympy.exp(-(x**2) / (2 * v)) * sympy.cos(2 * sympy.pi * j * x)
    found = formula_of(2 * sympy.integrate(wave, (x, 0, sympy.oo)), [v, j])

    domain = {"k": SIZE, "d": SIZE, "v": SIZE, "b": ORDER}
    return chain(
        "The sum is a smooth function of its centre with period 1, so it is its Fourier series (Poisson), and cos <= "
        "1. Hence gamma <= rho "
        "alpha, with equality where (alpha-1) Delta is whole: no smaller rho holds.",
        ("the exponent", same("-((1 + b)*k^2 - b*(k - d)^2)/(2*v)", moved, "k d v b", domain, effort)),
        (
            "the Fourier coefficients",
            same(found, "sqrt(2*pi*v)*exp(-2*(pi*j)^2*v)", "v j", {"v": (Fraction(1, 10), 1), "j": (1, 3)}, effort),
        ),
    )


@BOOK.optimum(
    "profile.cut",
    "The log-likelihood ratio (Delta^2 - 2 k Delta)/(2 v) falls with k and is eps at k = Delta/2 - eps v/Delta, so "
    "the best event ends at "
    "a whole number next to it, and those are tried.",
    "Theorem 7",
    "all v = sigma^2 > 0, whole Delta > 0, eps >= 0",
)
def _gaussian_cut(effort: Effort) -> Verdict:
    def ratio(xp: Any, k: Any, d: Any, v: Any) -> Any:
        return (-(k**2) + (k - d) ** 2) / (2 * v)

    def at_cut(xp: Any, e: Any, d: Any, v: Any) -> Any:
        return ratio(xp, d / 2 - e * v / d, d, v)

    domain = {"k": SIZE, "d": SIZE, "v": SIZE}
    return chain(
        "A larger shift gains more, since P(k <= m - Delta) falls; by symmetry the other direction has the same "
        "profile.",
        ("eps at the cut", same(at_cut, "e", "e d v", {"e": SIZE, "d": SIZE, "v": SIZE}, effort)),
        ("its slope is -Delta/v", same(slopes(ratio, 0, "k d v"), "-d/v", "k d v", domain, effort)),
    )


@BOOK.soundness(
    "profile.rests",
    "The rest of the tail's sum is below a geometric one, and Euler and Maclaurin's remainder below 6 (2 pi "
    "sigma)^(-2p) sqrt((2p)!) for a "
    "density with |f^(n)| <= 1.1 sqrt(n!) sigma^(-n) e^(-x^2/(4 v)).",
    "Euler, Maclaurin; Cramer's bound of the Hermite functions (quoted: its constant is below 1.0865)",
    "all v > 0, all whole n < 0, all p >= 1",
)
def _rests(effort: Effort) -> Verdict:
    v, x = sympy.symbols("v x", positive=True)
    spread = formula_of(
        2 * sympy.integrate(sympy.exp(-(x**2) / (4 * v)), (x, 0, sympy.oo)) / sympy.sqrt(2 * sympy.pi * v), [v]
    )
    tail = {"n": SIZE, "j": SIZE, "v": SIZE}
    return chain(
        "The ratios e^(-(2 (n+j)+1)/(2v)) of neighbours fall, so after a term t with next ratio r the rest is below "
        "t/(1-r). |B_2p(x)| <= "
        "2 zeta(2p) (2p)!/(2 pi)^2p, zeta(2p) <= pi^2/6; the integral of e^(-x^2/(4v)) over sqrt(2 pi v) is sqrt(2).",
        (
            "the ratios",
            same("exp((-(n + j + 1)^2 + (n + j)^2)/(2*v))", "exp((-2*n - 1)/(2*v))*exp(-j/v)", "n j v", tail, effort),
        ),
        ("the integral", same(spread, "sqrt(2)", "v", {"v": SIZE}, effort)),
        certain(
            "2 zeta(2) 1.1 sqrt(2) < 6",
            lambda xp: 6 - xp.pi**2 / 3 * xp.number(Fraction(11, 10)) * xp.sqrt(xp.number(2)),
        ),
    )


@BOOK.table(
    "profile.two-ways",
    "Term by term and by Euler and Maclaurin the sums agree to 30 digits.",
    "our way of summing",
    "variances 64 to 1600, n from -60 to -1",
)
def _two_ways(effort: Effort) -> Verdict:
    def agree(v: int, n: int) -> bool:
        with balls(192) as xp:
            variance = xp.number(v)
            direct = gaussian_sums.tail(xp, variance, n, 128) / xp.sqrt(2 * xp.pi * variance)
            derivatives = gaussian_sums.enough(float(v), n, 128)
            if derivatives is None:
                return False
            other = gaussian_sums.smooth(xp, variance, n, derivatives)
            return direct.overlaps(other) and bool(abs(direct - other) < direct * xp.number(Fraction(1, 10**30)))

    return sample(agree, [(v, n) for v in (64, 100, 333, 1600) for n in (-60, -17, -2, -1)], 30, "balls by two ways")


@BOOK.soundness(
    "sensitivity.monotone",
    "A query that changes by at most Delta also changes by at most any Delta' > Delta, so less sensitivity costs no "
    "more, inside "
    "every wrapper. (More sigma may.)",
    "definition of the sensitivity",
    "all Delta, sigma > 0; the shipped rho rises with Delta",
)
def _sensitivity(effort: Effort) -> Verdict:
    def rise(xp: Any, d: Any, more: Any, s: Any) -> Any:
        stated = bound("discrete", "discrete-gaussian.zcdp")
        less, larger = (stated(Said({"sensitivity": size, "sigma": s})).rho for size in (d, d + more))
        return larger - less

    domain = {"d": SIZE, "more": SIZE, "s": SIZE}
    return chain(
        "The queries of the smaller sensitivity are among those of the larger.",
        ("rho", sign_of(rise, "d more s", domain, effort)),
    )
