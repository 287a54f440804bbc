"""Claims about the Renyi curve of a Poisson-sampled mechanism: the sum, the power above the reverse direction, and what
lies between."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, slopes, touches, zero
from chartered_verify.statements.claim import Claim, Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import poisson_moments, sampled_gaussian_terms
from ..formulas.integer_orders import Moments
from . import poisson_renyi_cases as cases, whole_orders
from .whole_orders import BETWEEN, MIXED, RATE, SIZE, rate

BOOK = Book("poisson.renyi", "ours")


def claims() -> list[Claim]:
    """All claims about the curve."""
    return [*BOOK.entries, *cases.BOOK.entries]


def moments_of(xp: Any, excesses: Sequence[Any]) -> Moments:
    """Moments of which the first that is asked for, and each that follows, is 1 + excess."""
    given = iter(excesses)
    return Moments(xp, lambda within, k: within.log1p(next(given)) / (k - 1))


def _names(order: int) -> str:
    return " ".join(f"y{k}" for k in range(2, order + 1))


@BOOK.identity(
    "sum",
    "E_Q[(1-q+q x)^n] is 1 plus the sum over k >= 2 of C(n,k) q^k (1-q)^(n-k) (E_Q[x^k] - 1), and the shipped sum is "
    "that of the moments "
    "e^((k-1) gamma(k)).",
    "the binomial theorem",
    "all 0 < q < 1 (q = u/(1+u)), all x > 0 and moments above 1; written out for n = 2 to 5",
)
def _sum(effort: Effort) -> Verdict:
    def power(order: int) -> Any:
        return lambda xp, u, x: (1 - rate(u) + rate(u) * x) ** order

    def expanded(order: int) -> Any:
        return lambda xp, u, x: sum(weight(order, k, u) * x**k for k in range(order + 1))

    def weight(order: int, k: int, u: Any) -> Any:
        return comb(order, k) * rate(u) ** k * (1 - rate(u)) ** (order - k)

    def shipped(order: int) -> Any:
        return lambda xp, u, *y: xp.exp(poisson_moments.forward(moments_of(xp, y), rate(u), order))

    def written(order: int) -> Any:
        return lambda xp, u, *y: 1 + sum(weight(order, k, u) * y[k - 2] for k in range(2, order + 1))

    def domain(order: int) -> Any:
        return {**RATE, **dict.fromkeys(_names(order).split(), SIZE)}

    return chain(
        "At x = 1 the powers say that the weights add up to 1; E_Q[1] and E_Q[x] are 1, so these terms leave nothing.",
        *((f"(1-q+q x)^{n}", same(power(n), expanded(n), "u x", {**RATE, "x": SIZE}, effort)) for n in (2, 3, 4, 5)),
        *(
            (f"the shipped sum at {n}", same(shipped(n), written(n), f"u {_names(n)}", domain(n), effort))
            for n in (2, 3, 4, 5)
        ),
    )


@BOOK.inequality(
    "reverse",
    "E_Q[(1-q+q x)^(1-n)] - 1 is at most n (n-1) q^2 times the mean of the function whose second derivative is x^-c, "
    "c = (n+1) q, or for "
    "c <= 3 its chord between 1 and x^-3.",
    "the inequality of the arithmetic and the geometric mean",
    "all 0 < q < 1 (q = u/(1+u)), n = 1 + b > 1, x > 0",
)
def _reverse(effort: Effort) -> Verdict:
    def means(xp: Any, x: Any, u: Any) -> Any:
        return 1 - rate(u) + rate(u) * x - x ** rate(u)

    def inverse(xp: Any, x: Any, u: Any, b: Any) -> Any:
        return (1 - rate(u) + rate(u) * x) ** (-b)

    def bend(xp: Any, x: Any, u: Any, b: Any) -> Any:
        return (1 + b) * b * rate(u) ** 2 * (1 - rate(u) + rate(u) * x) ** (-b - 2)

    def antiderivative(xp: Any, x: Any, d: Any) -> Any:  # c = 2 + d
        return (x ** (-d) - 1 + d * (x - 1)) / (d * (1 + d))

    def chord(xp: Any, x: Any, z: Any) -> Any:
        return (1 - rate(z)) * (x - 1) ** 2 / 2 + rate(z) * (1 / x - 1 + (x - 1)) / 2

    def mixed(xp: Any, x: Any, z: Any) -> Any:
        return 1 - rate(z) + rate(z) * x**-3

    every, bound, low = {"x": SIZE, **RATE, "b": SIZE}, {"x": SIZE, "d": SIZE}, {"x": SIZE, "z": SIZE}
    return chain(
        "So w = 1-q+q x >= x^q and w^-(n+1) <= x^-c; for c <= 3 the same inequality at x^-3 and c/3 in the place of "
        "x and q bounds that "
        "by the chord. Value and slope at x = 1 are those of w^(1-n), up to the slope's multiple of x - 1, whose "
        "mean is 0; so the bound "
        "is on the means. E_Q[x^(1-k)] = E_P[(Q/P)^k] <= e^((k-1) gamma(k)): x^-(c-2) has the mean e^((c-2) "
        "gamma(c-1)), and both parts "
        "of the chord have (e^gamma(2) - 1)/2.",
        *touches(means, lambda xp, u: xp.number(1), "x u", {"x": SIZE, **RATE}, effort),
        ("the second derivative of w^(1-n)", same(slopes(inverse, 0, "x u b", 2), bend, "x u b", every, effort)),
        ("the function for x^-c, c > 2", same(slopes(antiderivative, 0, "x d", 2), "x^(-2 - d)", "x d", bound, effort)),
        ("its slope at 1 is 0", same(_at_one(slopes(antiderivative, 0, "x d")), zero, "d", {"d": SIZE}, effort)),
        ("the function for the chord", same(slopes(chord, 0, "x z", 2), mixed, "x z", low, effort)),
        ("its slope at 1 is 0", same(_at_one(slopes(chord, 0, "x z")), zero, "z", {"z": SIZE}, effort)),
    )


def _at_one(formula: Any) -> Any:
    return lambda xp, *x: formula(xp, xp.number(1), *x)


@BOOK.identity(
    "reverse.shipped",
    "The shipped bound on the reverse direction is 1 + n (n-1) q^2 (e^gamma(2) - 1)/2, and 1 + n (n-1) q^2 (e^((c-2) "
    "gamma(c-1)) - "
    "1)/((c-1)(c-2)) for c = (n+1) q > 3.",
    "our bound",
    "all curves; q = 1/10 and n = 2, 9, 29 (c = 0.3, 1, 3), q = 9/10 and n = 3, 9 (c = 3.6, 9)",
)
def _reverse_shipped(effort: Effort) -> Verdict:
    def shipped(q: Fraction, n: int) -> Any:
        return lambda xp, y: xp.exp(poisson_moments.backward(moments_of(xp, [y]), q, n))

    def square(q: Fraction, n: int) -> Any:
        return lambda xp, y: 1 + xp.number(n * (n - 1) * q**2 / 2) * y

    def higher(q: Fraction, n: int) -> Any:
        c = (n + 1) * q
        return lambda xp, y: 1 + xp.number(n * (n - 1) * q**2 / ((c - 1) * (c - 2))) * y

    small, large = Fraction(1, 10), Fraction(9, 10)
    return chain(
        "y is what the moment is above 1, at the order 2 or c - 1.",
        *(
            (f"q = 1/10, n = {n}", same(shipped(small, n), square(small, n), "y", {"y": SIZE}, effort))
            for n in (2, 9, 29)
        ),
        *((f"q = 9/10, n = {n}", same(shipped(large, n), higher(large, n), "y", {"y": SIZE}, effort)) for n in (3, 9)),
    )


@BOOK.identity(
    "gaussian",
    "For the curve alpha/(2 sigma^2) the shipped sum is the exact moment of the sampled Gaussian.",
    "our check; Mironov, Talwar, Zhang 2019, Section 3.3",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, whole orders 2 to 5",
)
def _gaussian(effort: Effort) -> Verdict:
    def general(order: int) -> Any:
        def formula(xp: Any, u: Any, s: Any) -> Any:
            return (
                xp.exp(poisson_moments.forward(Moments(xp, lambda within, alpha: alpha / (2 * s**2)), rate(u), order))
                - 1
            )

        return formula

    def exact(order: int) -> Any:
        return lambda xp, u, s: sampled_gaussian_terms.whole_excess(xp, rate(u), s, order)

    domain = {**RATE, "s": SIZE}
    return chain(
        "So nothing is lost in that direction, which for the Gaussian is the larger one.",
        *((f"order {n}", same(general(n), exact(n), "u s", domain, effort)) for n in (2, 3, 4, 5)),
    )


BOOK.inequality(
    "chords", BETWEEN, "convexity of the cumulant", "all pairs, whole n and alpha in [n, n+1] (alpha = n + z/(1+z))"
)(whole_orders.chords)
BOOK.inequality(
    "mixed",
    f"{MIXED} A Poisson sample is the case C = A, or B = A in the other direction.",
    "Hoelder's inequality",
    "all 0 < q < 1 (q = u/(1+u)), gamma > 0, alpha > 1",
)(whole_orders.mixed)
