"""Claims about the Renyi curve of a mechanism on a sample without replacement: its profile split into those of pairs,
and the coarser bound, a convex function of (B-C)/q."""

from collections.abc import Callable
from math import comb
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Range, Same
from chartered_verify.lazy_sequence import LazySequence

from ..formulas import fixed_size_moments as sample_moments
from .whole_orders import RATE, SIZE


def coarse(n: int) -> Callable[..., Any]:
    """The registered sum, as a function of e^c(2) - 1 and the moments e^c(2) to e^c(n)."""

    def shipped(xp: Any, r: Any, y: Any, *moments: Any) -> Any:
        held = sample_moments.Costs(xp, lambda within, k: k, top=n)
        held.excesses = LazySequence([None, None, xp.log(y)].__getitem__)
        held.cumulants = LazySequence([None, None, *map(xp.log, moments)].__getitem__)
        return xp.exp(sample_moments.coarse(held, r, n))

    return shipped


NOTATION = Notation(
    "power(l, n) = l^n - 1 - n*(l - 1)",
    "power_slope(l, n) = d/dl power(l, n)",
    "bend(l, n) = n*(n - 1)*l^(n - 2)",
    "mean(x, k) = (x^k - 1 - k*(x - 1))/(k*(k - 1))",
    "mean_slope(x, k) = d/dx mean(x, k)",
    # z <= 1
    "spare(z, d) = (2 + d)*(1 + d)*z^2/2 - (1 - z)^(2 + d) + 1 - (2 + d)*z",
    "spare_slope(z, d) = d/dz spare(z, d)",
    "left = d*(1 + d)/2 + d*(2 + d)*t + (2 + d)*(1 + d)*t^2/2",
    ranges={"r": RATE, "n k": Range.order(SIZE), "l x d z t b c y m2 m3 m4 m5": SIZE},
    **{f"coarse{n}": coarse(n) for n in (2, 3, 4, 5)},
)
BOOK = Proofs("sample.renyi", "ours", notation=NOTATION)

BOOK.identity(
    "split",
    "E_q[(p/q)^n] - 1 is at most n (n-1) r^2 times the means over (B,C), (B,A), (C,B), (C,A) of functions that are 0 "
    "up to a ratio of 1 and have there the second derivatives s L^(n-2), (1-s) L^(n-2), s L^-(n+1) and (1-s) "
    "L^-(n+1), L = 1-r+r l, s = L/l.",
    "the privacy profile of the mixtures (sample.profile.mixture)",
    "all 0 < r < 1 (r = u/(1+u)), n = 1 + b > 1, all l",
    Same("value 0 at 1", "power(1, n)", "0"),
    Same("slope 0 there", "power_slope(1, n)", "0"),
    Same("the second derivative", "d/dl power_slope(l, n)", "bend(l, n)"),
    # the bend at 1/l, times 1/l for the exchange, and times the derivative of 1/l
    Same("below 1", "bend(1/l, n)/l^3", "n*(n - 1)*l^(-n - 1)"),
    Same("r (1-s)", "r*(1 - (1 - r + r*l)/l)", "r*(1 - r)*(1 - 1/l)"),
    so="A convex function that is 0 with slope 0 at 1 is the integral of its second derivative against (x-l)_+ above "
    "and (l-x)_+ below 1. E_q[(p/q-l)_+] is the hockey-stick divergence of p from q at l; below 1 it is l times that "
    "of q from p at 1/l. At L either is at most r times the s-mean of those of B and C, and of B and A, at l "
    "(sample.profile.mixture: eps' = log L, beta = s), and dL = r dl.",
)

BOOK.identity(
    "means",
    "The function with value and slope 0 at 1 and second derivative x^(k-2) has the mean (E[x^k] - 1)/(k (k-1)); one "
    "of P/Q with second derivative v(x) is one of Q/P with x^-3 v(1/x).",
    "direct computation",
    "all k = 1 + b > 1",
    Same("its second derivative", "d/dx mean_slope(x, k)", "x^(k - 2)"),
    Same("its value at 1", "mean(1, k)", "0"),
    Same("its slope at 1", "mean_slope(1, k)", "0"),
    Same("exchanged", "d2/dx2 x*mean(1/x, k)", "x^(-k - 1)"),
    so="E_Q[x] = 1, and E_P[f(Q/P)] = E_Q[x f(1/x)] at x = P/Q. So where a second derivative is nowhere above a sum "
    "of powers x^(k-2) and x^-(k+1) with weights >= 0, the mean is at most the sum of their means.",
)

BOOK.inequality(
    "convex",
    "With u = (B-C)/q and f(u) = max(0, 1+r u)^n - 1 - n r u, E_q[(p/q)^n] - 1 = E_q[f(u)] <= (1-r) E_A[f((B-C)/A)] + "
    "r E_C[f((B-C)/C)]; f is the sum of C(n,j) r^j u^j for u >= 0, and at most C(n,2) r^2 u^2 for u <= 0.",
    "the perspective of a convex function",
    "all 0 < r < 1, n = 2 + d > 2 (at n = 2, f(u) is r^2 u^2 or less); the sum written out for n = 2 to 6 (z = r |u|)",
    *(
        Same(f"u >= 0, n = {n}", f"(1 + z)^{n} - 1 - {n}*z", " + ".join(f"{comb(n, j)}*z^{j}" for j in range(2, n + 1)))
        for n in (2, 3, 4, 5, 6)
    ),
    Same("u < 0: value 0 at 0", "spare(0, d)", "0"),
    Same("slope 0 there", "spare_slope(0, d)", "0"),
    Same("the second derivative", "d/dz spare_slope(z, d)", "(2 + d)*(1 + d)*(1 - (1 - z)^d)", {"z": (0, 1)}),
    Same("beyond z = 1", "(2 + d)*(1 + d)*(1 + t)^2/2 + 1 - (2 + d)*(1 + t)", "left"),
    Positive("is positive", "left"),
    so="q is the mixture of A and C, and the perspective x f(y/x) of a convex f is jointly convex; E_q[u] = 0, and "
    "p/q = 1 + r u >= 0. For u < 0 and z <= 1 value and slope of the spare part are 0 at z = 0, and its second "
    "derivative n (n-1) (1 - (1-z)^(n-2)) is not negative.",
)

BOOK.inequality(
    "square",
    "The mean of ((B-C)/A)^2 is at most 4 (e^gamma(2) - 1) and 2 e^gamma(2), of ((B-C)/C)^2 at most e^gamma(2) - 1, "
    "and of ((B-C)/A)_+^j and ((B-C)/C)_+^j at most e^((j-1) gamma(j)).",
    "the triangle inequality",
    "all outputs A, B, C (b = B/A, c = C/A)",
    Same("the spare part of the one", "2*(b - 1)^2 + 2*(c - 1)^2 - (b - c)^2", "(b + c - 2)^2"),
    Same("of the other", "b^2 + c^2 - (b - c)^2", "2*b*c"),
    so="E_A[(b-1)^2] and E_A[(c-1)^2] are at most e^gamma(2) - 1, E_A[b^2] and E_A[c^2] at most e^gamma(2), E_A[b^j] "
    "at most e^((j-1) gamma(j)), and (b-c)_+ <= b. With C in the place of A, c is 1: E_C[(b-1)^2] is below both, and "
    "(b-1)_+ <= b.",
)


def _coarse(n: int) -> Same:
    moments = [f"m{j}" for j in range(2, n + 1)]
    square = f"{comb(n, 2)}*r^2*2*exp(min(log(2) + log(y), log(m2)))"
    terms = [f"{comb(n, j)}*r^{j}*{m}" for j, m in enumerate(moments[1:], start=3)]
    return Same(f"n = {n}", f"coarse{n}(r, y, {', '.join(moments)})", " + ".join(["1", square, *terms]))


BOOK.identity(
    "coarse",
    "The shipped sum is 1 + C(n,2) r^2 min(4 (e^c(2) - 1), 2 e^c(2)) + sum over j >= 3 of C(n,j) r^j e^c(j), whatever "
    "the cumulants are.",
    "convex and square put together",
    "all 0 < r < 1 (r = u/(1+u)), all moments; written out for n = 2 to 5",
    *map(_coarse, (2, 3, 4, 5)),
    so="y is e^c(2) - 1; twice the lesser of 2 y and e^c(2) is the minimum.",
)
