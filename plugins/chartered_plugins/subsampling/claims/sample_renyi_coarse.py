"""Claims about the coarser bound on the Renyi curve of a sample: a convex function of (B-C)/q, and what it is at
most."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sign_of, slopes
from chartered_verify.lazy_sequence import LazySequence
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import fixed_size_moments as sample_moments
from .whole_orders import RATE, SIZE, rate

BOOK = Book("sample.renyi", "ours")


@BOOK.inequality(
    "convex",
    "With u = (B-C)/q and f(u) = max(0, 1+r u)^n - 1 - n r u, E_q[(p/q)^n] - 1 = E_q[f(u)] <= (1-r) E_A[f((B-C)/A)] "
    "+ r E_C[f((B-C)/C)]; "
    "f is the sum of C(n,j) r^j u^j for u >= 0, and at most C(n,2) r^2 u^2 for u <= 0.",
    "the perspective of a convex function",
    "all 0 < r < 1, n = 2 + d > 2 (at n = 2, f(u) is r^2 u^2 or less); the sum written out for n = 2 to 6 (z = r |u|)",
)
def _convex(effort: Effort) -> Verdict:
    def positive(n: int) -> Callable[..., Any]:
        return lambda xp, z: (1 + z) ** n - 1 - n * z

    def powers(n: int) -> Callable[..., Any]:
        return lambda xp, z: sum(comb(n, j) * z**j for j in range(2, n + 1))

    def spare(xp: Any, z: Any, d: Any) -> Any:  # z <= 1, at w = 1 - z
        return (2 + d) * (1 + d) * z**2 / 2 - (1 - z) ** (2 + d) + 1 - (2 + d) * z

    domain = {"z": (0, 1), "d": SIZE}
    return chain(
        "q is the mixture of A and C, and the perspective x f(y/x) of a convex f is jointly convex; E_q[u] = 0, and "
        "p/q = 1 + r u >= 0. "
        "For u < 0 and z <= 1 value and slope of the spare part are 0 at z = 0, and its second derivative n (n-1) (1 "
        "- (1-z)^(n-2)) is "
        "not negative.",
        *((f"u >= 0, n = {n}", same(positive(n), powers(n), "z", {"z": SIZE}, effort)) for n in (2, 3, 4, 5, 6)),
        ("u < 0: value 0 at 0", same(lambda xp, d: spare(xp, xp.number(0), d), _zero, "d", {"d": SIZE}, effort)),
        (
            "slope 0 there",
            same(lambda xp, d: slopes(spare, 0, "z d")(xp, xp.number(0), d), _zero, "d", {"d": SIZE}, effort),
        ),
        (
            "the second derivative",
            same(slopes(spare, 0, "z d", 2), "(2 + d)*(1 + d)*(1 - (1 - z)^d)", "z d", domain, effort),
        ),
        (
            "beyond z = 1",
            same(
                "(2 + d)*(1 + d)*(1 + t)^2/2 + 1 - (2 + d)*(1 + t)",
                "d*(1 + d)/2 + d*(2 + d)*t + (2 + d)*(1 + d)*t^2/2",
                "t d",
                {"t": SIZE, "d": SIZE},
                effort,
            ),
        ),
        (
            "is positive",
            sign_of("d*(1 + d)/2 + d*(2 + d)*t + (2 + d)*(1 + d)*t^2/2", "t d", {"t": SIZE, "d": SIZE}, effort),
        ),
    )


@BOOK.inequality(
    "square",
    "The mean of ((B-C)/A)^2 is at most 4 (e^gamma(2) - 1) and 2 e^gamma(2), of ((B-C)/C)^2 at most e^gamma(2) - 1, "
    "and of ((B-C)/A)_+^j "
    "and ((B-C)/C)_+^j at most e^((j-1) gamma(j)).",
    "the triangle inequality",
    "all outputs A, B, C (b = B/A, c = C/A)",
)
def _square(effort: Effort) -> Verdict:
    domain = {"b": SIZE, "c": SIZE}
    return chain(
        "E_A[(b-1)^2] and E_A[(c-1)^2] are at most e^gamma(2) - 1, E_A[b^2] and E_A[c^2] at most e^gamma(2), "
        "E_A[b^j] at most "
        "e^((j-1) gamma(j)), and (b-c)_+ <= b. With C in the place of A, c is 1: E_C[(b-1)^2] is below both, and "
        "(b-1)_+ <= b.",
        (
            "the spare part of the one",
            same("2*(b - 1)^2 + 2*(c - 1)^2 - (b - c)^2", "(b + c - 2)^2", "b c", domain, effort),
        ),
        ("of the other", same("b^2 + c^2 - (b - c)^2", "2*b*c", "b c", domain, effort)),
    )


@BOOK.identity(
    "coarse",
    "The shipped sum is 1 + C(n,2) r^2 min(4 (e^c(2) - 1), 2 e^c(2)) + sum over j >= 3 of C(n,j) r^j e^c(j), "
    "whatever the cumulants are.",
    "convex and square put together",
    "all 0 < r < 1 (r = u/(1+u)), all moments; written out for n = 2 to 5",
)
def _coarse(effort: Effort) -> Verdict:
    def shipped(n: int) -> Callable[..., Any]:
        def formula(xp: Any, u: Any, y: Any, *moments: Any) -> Any:
            held = sample_moments.Costs(xp, lambda within, k: k, top=n)
            held.excesses = LazySequence([None, None, xp.log(y)].__getitem__)
            held.cumulants = LazySequence([None, None, *map(xp.log, moments)].__getitem__)
            return xp.exp(sample_moments.coarse(held, rate(u), n))

        return formula

    def written(n: int) -> Callable[..., Any]:
        def formula(xp: Any, u: Any, y: Any, *moments: Any) -> Any:
            least = xp.minimum(xp.log(xp.number(2)) + xp.log(y), xp.log(moments[0]))
            square = comb(n, 2) * rate(u) ** 2 * 2 * xp.exp(least)
            return 1 + square + sum(comb(n, j) * rate(u) ** j * moments[j - 2] for j in range(3, n + 1))

        return formula

    def names(n: int) -> str:
        return "y " + " ".join(f"m{k}" for k in range(2, n + 1))

    def domain(n: int) -> Any:
        return {**RATE, **dict.fromkeys(names(n).split(), SIZE)}

    return chain(
        "y is e^c(2) - 1; twice the lesser of 2 y and e^c(2) is the minimum.",
        *((f"n = {n}", same(shipped(n), written(n), f"u {names(n)}", domain(n), effort)) for n in (2, 3, 4, 5)),
    )


def _zero(xp: Any, *_: Any) -> Any:
    return xp.number(0)
