"""Claims about the privacy blanket: the moments of L, and the two inequalities."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted, Verdict

from ..formulas import blanket, shuffled_binary_rr as shuffled_response
from .shuffles import LEVELS, SMALL, Shuffle, small

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
TWO = {"l": SIZE, "m": SIZE}
"""e^eps0 = 1 + l, e^eps = 1 + m."""


def _of_any(xp: Any, lift: Any, m: Any) -> blanket.Blanket:
    return blanket.any_randomizer(xp, xp.log1p(lift), xp.log1p(m))


@BOOK.inequality(
    "hoeffding.moments",
    "mu_x/omega lies between g and g e^eps0, e^-eps0 <= g <= 1, and has mean 1. So L is at most e^eps0 - e^eps, its "
    "range at most "
    "(e^eps0 - 1)(e^eps + 1), and the mean of L^2 at most the shipped one.",
    "Section 5, with sharper constants",
    "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), g",
)
def _moments(effort: Effort) -> Verdict:
    def second(xp: Any, lift: Any, m: Any) -> Any:
        size, level = 1 + lift, 1 + m
        return (1 + size) ** 2 / (4 * size) * (1 + level**2) - 2 * level / size

    def spare(xp: Any, lift: Any, g: Any) -> Any:
        """cosh(eps0/2)^2 less g (1 + e^eps0) - g^2 e^eps0."""
        size = 1 + lift
        return (1 + size) ** 2 / (4 * size) - g * (1 + size) + g**2 * size - size * (g - (1 + size) / (2 * size)) ** 2

    domain = {**TWO, "g": SIZE}
    inner = {"l": SIZE, "g": SIZE}
    return chain(
        "A variable in [c, d] of mean 1 has second moment at most c + d - c d, and the product of two of them, of "
        "which one is at least g, "
        "has mean at least g. What is left of the second step is a square.",
        ("the top", same(lambda xp, lift, m: _of_any(xp, lift, m).top, "l - m", "l m", TWO, effort)),
        ("the range", same(lambda xp, lift, m: _of_any(xp, lift, m).span, "l*(2 + m)", "l m", TWO, effort)),
        ("c + d - c d is largest, but for a square", same(spare, "0", "l g", inner, effort)),
        ("the second moment", same(lambda xp, lift, m: _of_any(xp, lift, m).second, second, "l m", TWO, effort)),
        (
            "the range is that of [g (1 - e^(eps+eps0)), g (e^eps0 - e^eps)] at g = 1",
            same(_range, _spans, "l m g", domain, effort),
        ),
    )


def _range(xp: Any, lift: Any, m: Any, g: Any) -> Any:
    return g * ((1 + lift) - (1 + m)) - g * (1 - (1 + lift) * (1 + m))


def _spans(xp: Any, lift: Any, m: Any, g: Any) -> Any:
    return g * _of_any(xp, lift, m).span


@BOOK.identity(
    "hoeffding.integral",
    "By Hoeffding Pr[L_1 + ... + L_M > t] <= e^(-2 (t + M a)^2/(M b^2)); its integral over t > 0 is at most b^2/(4 a) "
    "e^(-2 M a^2/b^2), and the mean over M ~ Bin(n, gamma) is the shipped power.",
    "Lemmas 5.2 and 5.3",
    "all a, b > 0, M >= 1; e^(-2 a^2/b^2) = z, and z^M averaged for n <= 4",
)
def _hoeffding(effort: Effort) -> Verdict:
    def slope(xp: Any, a: Any, b: Any, runs: Any) -> Any:
        """With s = t + M a >= M a: the antiderivative -M b^2/(4 M a) e^(-2 s^2/(M b^2)) has the slope s/(M a) e^(...)
        >= e^(...)."""
        return runs * b**2 / (4 * runs * a) * 4 * (runs * a) / (runs * b**2)

    domain = {"a": SIZE, "b": SIZE, "m": SIZE}
    return chain(
        "The slope of the antiderivative is s/(M a) times the bound, at least the bound itself; at s = M a it is "
        "b^2/(4 a) e^(-2 M "
        "a^2/b^2).",
        ("at the lower end the factor is 1", same(slope, "1", "a b m", domain, effort)),
        *_means(effort),
    )


def _means(effort: Effort) -> list[tuple[str, Verdict]]:
    def mean(n: int) -> Any:
        return lambda xp, g, z: sum(comb(n, m) * g**m * (1 - g) ** (n - m) * z**m for m in range(n + 1))

    def power(n: int) -> Any:
        return lambda xp, g, z: (1 - g * (1 - z)) ** n

    unit = {"g": (Fraction(1, 20), 1), "z": (Fraction(1, 20), 1)}
    return [(f"the mean over M at n = {n}", same(mean(n), power(n), "g z", unit, effort)) for n in (1, 2, 3, 4)]


@BOOK.inequality(
    "bennett.integral",
    "For L <= b with E L = -a and E L^2 <= c: Pr[L_1 + ... + L_M > t] <= e^(-(M c/b^2) phi(u)), u = (t + M a) b/(M c); "
    "phi is convex, so the integral over t > 0 is at most b/log(1 + a b/c) times the value at t = 0.",
    "Lemma 5.3",
    "all a, b, c, M > 0; u > 0",
)
def _bennett(effort: Effort) -> Verdict:
    def phi(xp: Any, u: Any) -> Any:
        return (1 + u) * xp.log1p(u) - u

    first, second = slopes(phi, 0, "u"), slopes(phi, 0, "u", 2)

    def decay(xp: Any, a: Any, b: Any, c: Any, m: Any) -> Any:
        """M c/b^2 times phi'(u) times the slope of u in t, at t = 0."""
        return m * c / b**2 * first(xp, a * b / c) * b / (m * c)

    domain = dict.fromkeys("abcm", SIZE)
    return chain(
        "e^(x) <= 1 + x + (x^2/y^2)(e^y - 1 - y) for x <= y gives the exponent; the exponential falls at least as "
        "fast as its tangent "
        "at t = 0.",
        ("phi is convex", sign_of(second, "u", {"u": SIZE}, effort)),
        ("the rate at t = 0", same(decay, "log(1 + a*b/c)/b", "a b c m", domain, effort)),
        *_means(effort),
    )


def _response_moments(tail: str) -> None:
    @BOOK.identity(
        f"response-{tail}.moments",
        "omega is uniform, gamma = k/(e^eps0 + k - 1), and L is gamma times e^eps0 - e^eps, 1 - e^(eps+eps0), or 1 - "
        "e^eps on the k - 2 other values; its mean is 1 - e^eps.",
        "Section 5.2",
        "all eps0, eps > 0 (e^eps0 = 1 + l, e^eps = 1 + m), k = 2 + j",
    )
    def moments(effort: Effort) -> Verdict:
        def parts(lift: Any, m: Any, j: Any) -> tuple[Any, ...]:
            size, level, k = 1 + lift, 1 + m, 2 + j
            g = k / (size + k - 1)
            return g * (size - level), g * (1 - size * level), g * (1 - level), k

        def mean(xp: Any, lift: Any, m: Any, j: Any) -> Any:
            truth, flip, rest, k = parts(lift, m, j)
            return (truth + flip + j * rest) / k

        def square(xp: Any, lift: Any, m: Any, j: Any) -> Any:
            truth, flip, rest, k = parts(lift, m, j)
            return (truth**2 + flip**2 + j * rest**2) / k

        def shipped(xp: Any, lift: Any, m: Any, j: Any) -> blanket.Blanket:
            return blanket.response(xp, xp.log1p(lift), 2 + j, xp.log1p(m))

        domain = {**TWO, "j": (0, 20)}
        names = "l m j"
        return chain(
            "The three values are the largest, the least and one between.",
            ("the mean", same(mean, lambda xp, lift, m, j: -m, names, domain, effort)),
            ("the second moment", same(lambda xp, *x: shipped(xp, *x).second, square, names, domain, effort)),
            ("the top", same(lambda xp, *x: shipped(xp, *x).top, lambda xp, *x: parts(*x)[0], names, domain, effort)),
            (
                "the range",
                same(
                    lambda xp, *x: shipped(xp, *x).span,
                    lambda xp, *x: parts(*x)[0] - parts(*x)[1],
                    names,
                    domain,
                    effort,
                ),
            ),
        )


def _response_cases(tail: str) -> None:
    @BOOK.soundness(
        f"response-{tail}.exact-cases",
        "The bound is not below the exact delta of small shuffles, nor below that of shuffled randomized response on "
        "two values.",
        "enumeration",
        f"{SMALL}; n = 300, eps0 = 1/2, 1 and 2",
    )
    def cases(effort: Effort) -> Verdict:
        formula = getattr(blanket, tail)

        def above(shuffle: Shuffle, epsilon: Fraction) -> bool:
            with balls(192) as xp:
                e, size = xp.number(epsilon), xp.log(xp.number(shuffle.odds))
                bound = formula(xp, blanket.response(xp, size, xp.number(shuffle.k), e), xp.number(shuffle.n), e)
                return not shuffle.worst(xp, e) > bound

        few = sample(above, [(s, e) for s in small() for e in LEVELS], effort.digits, "balls: all data")
        return (
            few
            if isinstance(few, Refuted)
            else sample(_above_many(tail), MANY, effort.digits, "balls: all data, binomial")
        )


MANY = [(e0, e0 / part) for e0 in (Fraction(1, 2), Fraction(1), Fraction(2)) for part in (8, 3)]


def _above_many(tail: str) -> Any:
    def above(epsilon0: Fraction, epsilon: Fraction) -> bool:
        with balls(192) as xp:
            e, size = xp.number(epsilon), xp.number(epsilon0)
            bound = getattr(blanket, tail)(xp, blanket.response(xp, size, xp.number(2), e), xp.number(300), e)
            return not shuffled_response.gain(xp, epsilon0, 299, 0, e) > bound

    return above


def _laplace(tail: str) -> None:
    @BOOK.identity(
        f"laplace-{tail}.moments",
        "For records between 0 and 1 gamma = e^(-eps0/2) and mu_x/omega lies between gamma and gamma e^eps0; the mean "
        "of its square is gamma (2/3 e^(eps0 x) + 1/3 e^(3/2 eps0 - 2 eps0 x)) at x >= 1/2, largest at x = 1, and the "
        "mean of the product for x and x' is least at 0 and 1, where it is 2 gamma - gamma^2.",
        "Section 5.3",
        "all eps0, eps > 0; h = e^(eps0/2) = 1 + l, e^eps = 1 + m, e^(eps0 (x - 1/2)) = 1 + y",
    )
    def moments(effort: Effort) -> Verdict:
        def pieces(xp: Any, lift: Any, y: Any) -> Any:
            """eps0 times the integrals of e^(-2 eps0 |w-x| + eps0 max(w, 1-w)) over w > x, 1/2 < w < x and w < 1/2."""
            h, t = 1 + lift, 1 + y  # e^(eps0 x) = h t
            return h * t + (h**3 * t**3 - h**3) / (3 * h**2 * t**2) + h**3 / (h**2 * t**2)

        def stated(xp: Any, lift: Any, y: Any) -> Any:
            h, t = 1 + lift, 1 + y
            return 2 * (2 * h * t / 3 + h / t**2 / 3)

        def slope(xp: Any, y: Any) -> Any:
            """In t = e^(eps0 (x - 1/2)) >= 1: the slope of 2 t + 1/t^2."""
            return 2 - 2 / (1 + y) ** 3

        def second(xp: Any, lift: Any, m: Any) -> Any:
            h, level = 1 + lift, 1 + m
            at_end = (2 * h * h / 3 + h / h**2 / 3) / h  # gamma/2 times the pieces, at x = 1
            return (level**2 + 1) * at_end - 2 * level * (2 / h - 1 / h**2)

        def shipped(xp: Any, lift: Any, m: Any) -> Any:
            return blanket.laplace(xp, 2 * xp.log1p(lift), xp.log1p(m)).second

        pair = {"l": SIZE, "y": SIZE}
        return chain(
            "inf_x mu_x is (eps0/2) e^(-eps0 max(|w|, |1-w|)), of mass e^(-eps0/2). For x <= 1/2 <= x' the mean of "
            "the product falls as x' "
            "rises: the part of its integral below x' is (e^(eps0 x) + 2 e^(-eps0 x') (e^eps0 - e^(eps0 "
            "(x+1/2))))/eps0, that above x' is "
            "e^(eps0 x)/eps0; for 1/2 <= x <= x' it falls as x falls.",
            ("the pieces", same(pieces, stated, "l y", pair, effort)),
            ("it rises with x", sign_of(slope, "y", {"y": SIZE}, effort)),
            ("the second moment", same(shipped, second, "l m", TWO, effort)),
        )


for _tail in ("hoeffding", "bennett"):
    _response_moments(_tail)
    _response_cases(_tail)
    _laplace(_tail)
