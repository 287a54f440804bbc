"""Claims about the privacy blanket as it is asked for: both inequalities, written once more, of every randomizer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.as_stated import Answers, Conditions, replaced
from chartered.proving.book import Book
from chartered.proving.written import Number

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
claims = BOOK.claims
SIZE, AT, N = Fraction(1), Fraction(2, 5), 3000
TAILS = ("hoeffding", "bennett")


def _tail(name: str, of: Any) -> Number:
    """The inequality of that name, for gamma, the largest L, the range of L and its second moment as functions of
    e^eps0 and e^eps."""

    def delta(xp: Any) -> Any:
        odds, level = xp.exp(xp.number(SIZE)), xp.exp(xp.number(AT))
        gamma, most, wide, second = of(xp, odds, level)
        a = level - 1
        if name == "hoeffding":
            return wide**2 / (4 * a * gamma * N) * (1 - gamma * (1 - xp.exp(-2 * a**2 / wide**2))) ** N
        u = a * most / second
        phi = (1 + u) * xp.log(1 + u) - u
        return most / (gamma * N * xp.log(1 + u)) * (1 - gamma * (1 - xp.exp(-second / most**2 * phi))) ** N

    return delta


def _any(xp: Any, odds: Any, level: Any) -> tuple[Any, ...]:
    """mu_x/omega lies between g and g e^eps0, e^-eps0 <= g <= 1: its second moment is at most cosh(eps0/2)^2, the mixed
    one e^-eps0."""
    cosh = (xp.sqrt(odds) + 1 / xp.sqrt(odds)) / 2
    return 1 / odds, odds - level, (odds - 1) * (level + 1), cosh**2 * (1 + level**2) - 2 * level / odds


def _response(k: int) -> Any:
    """L is gamma times e^eps0 - e^eps, 1 - e^(eps0 + eps) and 1 - e^eps, of k values one, one and the others."""

    def of(xp: Any, odds: Any, level: Any) -> tuple[Any, ...]:
        gamma = k / (odds + k - 1)
        values = [odds - level, 1 - odds * level] + [1 - level] * (k - 2)
        return gamma, gamma * values[0], gamma * (values[0] - values[1]), sum((gamma * x) ** 2 for x in values) / k

    return of


def _laplace(xp: Any, odds: Any, level: Any) -> tuple[Any, ...]:
    """Of Laplace noise at the ends: mu_0/omega = e^(eps0/2 - eps0 t), t uniform on [0, 1], or e^(+-eps0/2) beyond;
    gamma = e^(-eps0/2)."""
    half = xp.sqrt(odds)
    square, mixed = (2 * half + 1 / half**2) / 3, 2 / half - 1 / half**2
    return 1 / half, half - level / half, (level + 1) * (half - 1 / half), (level**2 + 1) * square - 2 * level * mixed


def _shuffled(inner: str, guarantee: Any = None, n: int = N) -> ch.Case:
    return replaced(f"shuffled:n={n},adaptive=false/{inner}", guarantee)


def _rows(prefix: str, of: Any, inner: str, guarantee: Any = None) -> list[Answers]:
    """Many reports, and so few that nothing is said."""
    many, few = (_shuffled(inner, guarantee, n) for n in (N, 2))
    return [
        row
        for tail in TAILS
        for row in (
            Answers(
                f"balle2019.{prefix}{tail}",
                many,
                {"delta(2/5)": _tail(tail, of), "delta(1)": 0, "at_infinity.max_loss": SIZE, "delta(0)": 1},
            ),
            Answers(f"balle2019.{prefix}{tail}", few, {"delta(1/100)": 1}),
        )
    ]


BOOK.stated(
    "tails.as-stated",
    "Both inequalities, of every randomizer, are those of the paper with its three moments; from eps0 on delta is 0, "
    "and it is never above "
    "1; at eps = 0 they say nothing. Laplace noise has eps0 = 1/scale, times the sensitivity.",
    "Section 5",
    "n = 3000, eps0 = 1, eps = 2/5; k = 2 and 7",
    Conditions(
        "balle2019.laplace-hoeffding",
        [_shuffled("laplace:scale=3,sensitivity=3")],
        [replaced("shuffled:n=9,adaptive=true/laplace:scale=1")],
    ),
    *_rows("", _any, "pure:epsilon=1", ch.Pure(epsilon=SIZE)),
    *_rows("response-", _response(2), "randomized-response:epsilon=1"),
    *_rows("response-", _response(7), "randomized-response:epsilon=1,k=7"),
    *_rows("laplace-", _laplace, "laplace:scale=3,sensitivity=3"),
    *_rows("laplace-", _laplace, "laplace:epsilon=1"),
)
