"""Claims about the probability that some of many runs fails, as a rational and as an enclosure."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.model import failure_event as failures
from chartered.proving import Book, Equals

BOOK = Book("approximate", "Kairouz, Oh, Viswanath 2015")
FIFTH = Fraction(1, 5)


def _failed(deltas: list[ch.Number], counts: list[int], written: str, **names: Any) -> Equals:
    return Equals(lambda xp, *_: xp.number(failures.some_failure_event(deltas, counts)), written, [names])


BOOK.stated(
    "composition.failures",
    "The probability that at least one of many runs fails is 1 - prod (1-delta_i)^n_i: an exact rational, or an "
    "enclosure where the rational would be long; where every delta_i is 0 it is 0.",
    "Theorem 3.3 with i = 0",
    "one to three deltas, up to 10^6 runs, rational and not",
    _failed([Fraction(1, 3), FIFTH], [2, 1], "1 - (2/3)^2*(4/5)"),
    _failed([Fraction(0), FIFTH], [7, 3], "1 - (4/5)^3"),
    _failed([Fraction(1, 10**9), FIFTH], [10**6, 2], "1 - (1-x)^n*(4/5)^2", x=Fraction(1, 10**9), n=10**6),
    _failed([lambda xp: xp.exp(-xp.number(3)), FIFTH], [2, 3], "1 - (1-exp(-3))^2*(4/5)^3"),
    _failed([Fraction(1), FIFTH], [1, 1], "1"),
    _failed([Fraction(1)], [3], "1"),
    _failed([Fraction(0), Fraction(0)], [10**12, 5], "0"),
)
