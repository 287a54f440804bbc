"""Claims about the Renyi curve of a mechanism on a sample without replacement: its profile split into those of
pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, slopes
from chartered_verify.statements.claim import Claim, Effort
from chartered_verify.statements.verdict import Verdict

from . import sample_renyi_cases as cases, sample_renyi_coarse as coarse, sample_renyi_fine as fine, whole_orders
from .sample_renyi_fine import EVERY, stretched
from .whole_orders import BETWEEN, MIXED, RATE, SIZE, rate

BOOK = Book("sample.renyi", "ours")


def claims() -> list[Claim]:
    """All claims about the curve."""
    return [*BOOK.entries, *fine.BOOK.entries, *coarse.BOOK.entries, *cases.BOOK.entries]


@BOOK.identity(
    "split",
    "E_q[(p/q)^n] - 1 is at most n (n-1) r^2 times the means over (B,C), (B,A), (C,B), (C,A) of functions that are 0 "
    "up to a ratio of 1 "
    "and have there the second derivatives s L^(n-2), (1-s) L^(n-2), s L^-(n+1) and (1-s) L^-(n+1), L = 1-r+r l, s = "
    "L/l.",
    "the privacy profile of the mixtures (sample.profile.mixture)",
    f"{EVERY}, n = 1 + b > 1, all l",
)
def _split(effort: Effort) -> Verdict:
    def power(xp: Any, x: Any, b: Any) -> Any:
        return x ** (1 + b) - 1 - (1 + b) * (x - 1)

    def bend(xp: Any, x: Any, b: Any) -> Any:
        return (1 + b) * b * x ** (b - 1)

    def below_one(
        xp: Any, x: Any, b: Any
    ) -> Any:  # at lambda = 1/x: bend, times lambda for the exchange, times |d lambda/d x|
        return bend(xp, 1 / x, b) / x**3

    def inside(xp: Any, u: Any, x: Any) -> Any:
        return rate(u) * (1 - stretched(u, x) / x)

    def left(xp: Any, u: Any, x: Any) -> Any:
        return rate(u) * (1 - rate(u)) * (1 - 1 / x)

    domain = {"x": SIZE, "b": SIZE}
    return chain(
        "A convex function that is 0 with slope 0 at 1 is the integral of its second derivative against (x-l)_+ "
        "above and (l-x)_+ below "
        "1. E_q[(p/q-l)_+] is the hockey-stick divergence of p from q at l; below 1 it is l times that of q from p "
        "at 1/l. At L either is "
        "at most r times the s-mean of those of B and C, and of B and A, at l (sample.profile.mixture: eps' = log L, "
        "beta = s), and dL = "
        "r dl.",
        ("value 0 at 1", same(lambda xp, b: power(xp, xp.number(1), b), _zero, "b", {"b": SIZE}, effort)),
        (
            "slope 0 there",
            same(lambda xp, b: slopes(power, 0, "x b")(xp, xp.number(1), b), _zero, "b", {"b": SIZE}, effort),
        ),
        ("the second derivative", same(slopes(power, 0, "x b", 2), "(1 + b)*b*x^(b - 1)", "x b", domain, effort)),
        ("below 1", same(below_one, "(1 + b)*b*x^(-b - 2)", "x b", domain, effort)),
        ("r (1-s)", same(inside, left, "u x", {**RATE, "x": SIZE}, effort)),
    )


@BOOK.identity(
    "means",
    "The function with value and slope 0 at 1 and second derivative x^(k-2) has the mean (E[x^k] - 1)/(k (k-1)); one "
    "of P/Q with second "
    "derivative v(x) is one of Q/P with x^-3 v(1/x).",
    "direct computation",
    "all k = 1 + b > 1",
)
def _means(effort: Effort) -> Verdict:
    def function(xp: Any, x: Any, b: Any) -> Any:
        return (x ** (1 + b) - 1 - (1 + b) * (x - 1)) / (b * (1 + b))

    def exchanged(xp: Any, x: Any, b: Any) -> Any:
        return x * function(xp, 1 / x, b)

    def at_one(formula: Any) -> Callable[..., Any]:
        return lambda xp, b: formula(xp, xp.number(1), b)

    domain = {"x": SIZE, "b": SIZE}
    return chain(
        "E_Q[x] = 1, and E_P[f(Q/P)] = E_Q[x f(1/x)] at x = P/Q. So where a second derivative is nowhere above a sum "
        "of powers x^(k-2) "
        "and x^-(k+1) with weights >= 0, the mean is at most the sum of their means.",
        ("its second derivative", same(slopes(function, 0, "x b", 2), "x^(b - 1)", "x b", domain, effort)),
        ("its value at 1", same(at_one(function), _zero, "b", {"b": SIZE}, effort)),
        ("its slope at 1", same(at_one(slopes(function, 0, "x b")), _zero, "b", {"b": SIZE}, effort)),
        ("exchanged", same(slopes(exchanged, 0, "x b", 2), "x^(-b - 2)", "x b", domain, effort)),
    )


BOOK.inequality(
    "chords", BETWEEN, "convexity of the cumulant", "all pairs, whole n and alpha in [n, n+1] (alpha = n + z/(1+z))"
)(whole_orders.chords)
BOOK.inequality("mixed", MIXED, "Hoelder's inequality", "all 0 < q < 1 (q = u/(1+u)), gamma > 0, alpha > 1")(
    whole_orders.mixed
)


def _zero(xp: Any, *_: Any) -> Any:
    return xp.number(0)
