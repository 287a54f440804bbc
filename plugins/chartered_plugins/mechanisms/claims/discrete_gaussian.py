"""Claims about the discrete Gaussian mechanism: shifted sums, the best event, and the truncation error of its sums."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from chartered.proving import Certain, Notation, Positive, Proofs, Same, Shipped
from chartered_verify.forms.algebraic import formula_of
from chartered_verify.large_packages import sympy

SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)


@cache
def _integrals() -> tuple[Callable[..., Any], Callable[..., Any]]:
    """By SymPy: the Fourier coefficient j of the sum of e^(-x^2/(2 v)) over all integers, and the integral of
    e^(-x^2/(4v)) over sqrt(2 pi v)."""
    v, j, x = sympy.symbols("v j x", positive=True)
    wave = sympy.integrate(sympy.exp(-(x**2) / (2 * v)) * sympy.cos(2 * sympy.pi * j * x), (x, 0, sympy.oo))
    whole = sympy.integrate(sympy.exp(-(x**2) / (4 * v)), (x, 0, sympy.oo))
    return formula_of(2 * wave, [v, j]), formula_of(2 * whole / sympy.sqrt(2 * sympy.pi * v), [v])


NOTATION = Notation(
    "rho(d, s) = zcdp(sensitivity=d, sigma=s).rho",
    "ratio(k, d, v) = (-k^2 + (k - d)^2)/(2*v)",
    ranges={"k d v n j e more s": SIZE, "b": ORDER},
    zcdp=Shipped("discrete-gaussian.zcdp"),
    fourier=lambda xp, v, j: _integrals()[0](xp, v, j),
    spread=lambda xp, v: _integrals()[1](xp, v),
)
BOOK = Proofs("discrete-gaussian", "Canonne, Kamath, Steinke 2020", notation=NOTATION)

BOOK.soundness(
    "zcdp.shift",
    "P^alpha Q^(1-alpha) is e^(alpha (alpha-1) Delta^2/(2 v)) times a Gaussian centred at (1-alpha) Delta, whose sum "
    "over the integers is largest for a whole centre: its Fourier coefficients are positive.",
    "Theorem 4",
    "all v = sigma^2 > 0, whole Delta, alpha > 1",
    Same("the exponent", "-((1 + b)*k^2 - b*(k - d)^2)/(2*v)", "b*rho(d, sqrt(v))*(1 + b) - (k + b*d)^2/(2*v)"),
    Same(
        "the Fourier coefficients",
        "fourier(v, j)",
        "sqrt(2*pi*v)*exp(-2*(pi*j)^2*v)",
        {"v": (Fraction(1, 10), 1), "j": (1, 3)},
    ),
    Same("rho falls as the noise grows", "d/ds rho(d, s)", "-d^2/s^3"),
    so="The sum is a smooth function of its centre with period 1, so it is its Fourier series (Poisson), and cos <= 1. "
    "Hence gamma <= rho alpha, with equality where (alpha-1) Delta is whole: no smaller rho holds.",
)

BOOK.optimum(
    "profile.cut",
    "The log-likelihood ratio (Delta^2 - 2 k Delta)/(2 v) falls with k and is eps at k = Delta/2 - eps v/Delta, so "
    "the best event ends at a whole number next to it, and those are tried.",
    "Theorem 7",
    "all v = sigma^2 > 0, whole Delta > 0, eps >= 0",
    Same("eps at the cut", "ratio(d/2 - e*v/d, d, v)", "e"),
    Same("its slope is -Delta/v", "d/dk ratio(k, d, v)", "-d/v"),
    so="A larger shift gains more, since P(k <= m - Delta) falls; by symmetry the other direction has the same "
    "profile.",
)

BOOK.soundness(
    "profile.rests",
    "The rest of the tail's sum is below a geometric one, and Euler and Maclaurin's remainder below 6 (2 pi "
    "sigma)^(-2p) sqrt((2p)!) for a density with |f^(n)| <= 1.1 sqrt(n!) sigma^(-n) e^(-x^2/(4 v)).",
    "Euler, Maclaurin; Cramer's bound of the Hermite functions (quoted: its constant is below 1.0865)",
    "all v > 0, all whole n < 0, all p >= 1",
    Same("the ratios", "exp((-(n + j + 1)^2 + (n + j)^2)/(2*v))", "exp((-2*n - 1)/(2*v))*exp(-j/v)"),
    Same("the integral", "spread(v)", "sqrt(2)"),
    Certain("2 zeta(2) 1.1 sqrt(2) < 6", "6 - pi^2/3*11/10*sqrt(2)"),
    so="The ratios e^(-(2 (n+j)+1)/(2v)) of neighbours fall, so after a term t with next ratio r the rest is below "
    "t/(1-r). |B_2p(x)| <= 2 zeta(2p) (2p)!/(2 pi)^2p, zeta(2p) <= pi^2/6; the integral of e^(-x^2/(4v)) over "
    "sqrt(2 pi v) is sqrt(2).",
)


BOOK.soundness(
    "sensitivity.monotone",
    "A query that changes by at most Delta also changes by at most any Delta' > Delta, so less sensitivity costs no "
    "more, inside every wrapper. (More sigma may.)",
    "definition of the sensitivity",
    "all Delta, sigma > 0; the shipped rho rises with Delta",
    Positive("rho", "rho(d + more, s) - rho(d, s)"),
    so="The queries of the smaller sensitivity are among those of the larger.",
)
