"""Claims about the privacy blanket as it is asked for: both inequalities, written once more, of every randomizer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..book import Book
from ..stated import Number, agree, answers, case, conditions, delta_at, number, together

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
SIZE, AT, N = Fraction(1), Fraction(2, 5), 3000
TAILS = ("hoeffding", "bennett")


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def _tail(name: str, of: Any) -> Number:
    """The inequality of that name, for gamma, the largest L, the range of L and its second moment as functions of e^eps0 and e^eps."""

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
    """mu_x/omega lies between g and g e^eps0, e^-eps0 <= g <= 1: its second moment is at most cosh(eps0/2)^2, the mixed one e^-eps0."""
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
    """Of Laplace noise at the ends: mu_0/omega = e^(eps0/2 - eps0 t), t uniform on [0, 1], or e^(+-eps0/2) beyond; gamma = e^(-eps0/2)."""
    half = xp.sqrt(odds)
    square, mixed = (2 * half + 1 / half**2) / 3, 2 / half - 1 / half**2
    return 1 / half, half - level / half, (level + 1) * (half - 1 / half), (level**2 + 1) * square - 2 * level * mixed


def _shuffled(inner: str, guarantee: Any = None, n: int = N) -> ch.Case:
    return case(f"shuffled:n={n},adaptive=false/{inner}", guarantee, replaced=True)


@BOOK.claim(
    "tails.as-stated",
    Kind.TABLE,
    "Both inequalities, of every randomizer, are those of the paper with its three moments; from eps0 on delta is 0, and it is never above "
    "1; at eps = 0 they say nothing. Laplace noise has eps0 = 1/scale, times the sensitivity.",
    "Section 5",
    "n = 3000, eps0 = 1, eps = 2/5; k = 2 and 7",
)
def _tails(effort: Effort) -> Verdict:
    cases = {
        "any": ("", _any, _shuffled("pure:epsilon=1", ch.Pure(epsilon=SIZE)), _shuffled("pure:epsilon=1", ch.Pure(epsilon=SIZE), 2)),
        "response": ("response-", _response(2), *(_shuffled("randomized-response:epsilon=1", n=n) for n in (N, 2))),
        "responses": ("response-", _response(7), *(_shuffled("randomized-response:epsilon=1,k=7", n=n) for n in (N, 2))),
        "noise": ("laplace-", _laplace, *(_shuffled("laplace:scale=3,sensitivity=3", n=n) for n in (N, 2))),
        "noise by eps": ("laplace-", _laplace, *(_shuffled("laplace:epsilon=1", n=n) for n in (N, 2))),
    }
    pairs: dict[str, tuple[Number, Number]] = {}
    for what, (prefix, of, many, few) in cases.items():
        for tail in TAILS:
            found, loose = (answers("blanket", f"balle2019.{prefix}{tail}", source) for source in (many, few))
            pairs |= {
                f"{what}, {tail}": (delta_at(found, AT), _tail(tail, of)),
                f"{what}, {tail}, from eps0 on": (delta_at(found, SIZE), number(0)),
                f"{what}, {tail}, its end": (number(found.attains), number(SIZE)),
                f"{what}, {tail}, at eps = 0": (delta_at(found, 0), number(1)),
                f"{what}, {tail}, at most 1": (delta_at(loose, Fraction(1, 100)), number(1)),
            }
    bound = case("shuffled:n=9,adaptive=true/laplace:scale=1", replaced=True)
    return together(
        conditions("blanket", "balle2019.laplace-hoeffding", {"free": cases["noise"][2]}, {"adaptive": bound}), agree(pairs, effort)
    )
