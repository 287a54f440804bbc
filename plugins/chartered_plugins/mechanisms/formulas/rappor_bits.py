"""What the reports of one bit say, in RAPPOR."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb


def likely_count(number: Callable[[str], Fraction], ones: int) -> tuple[Fraction, Fraction]:
    """How likely this number of ones is in the reports of a bit: (of a bit that is 1, of one that is 0). `number`: the
    parameters f, p, q and reports by their names. Given the permanent bit the reports are independent, so that their
    number says all that they do."""
    half, n = number("f") / 2, int(number("reports"))
    a, b = (comb(n, ones) * chance**ones * (1 - chance) ** (n - ones) for chance in map(number, ("q", "p")))
    return (1 - half) * a + half * b, half * a + (1 - half) * b


def likely_counts(number: Callable[[str], Fraction]) -> tuple[tuple[Fraction, Fraction], ...]:
    """`likely_count` of each number of ones that is possible."""
    return tuple(pair for ones in range(int(number("reports")) + 1) if any(pair := likely_count(number, ones)))
