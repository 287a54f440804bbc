"""What the reports of one bit say, in RAPPOR."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb


def likely_counts(number: Callable[[str], Fraction]) -> tuple[tuple[Fraction, Fraction], ...]:
    """How likely each number of ones is in the reports of a bit, from none to all: (of a bit that is 1, of one
    that is 0). `number`: the parameters f, p, q and reports by their names. Given the permanent bit the reports are
    independent, so that their number says all that they do."""
    half, n = number("f") / 2, int(number("reports"))
    one, zero = (
        [comb(n, k) * chance**k * (1 - chance) ** (n - k) for k in range(n + 1)] for chance in map(number, ("q", "p"))
    )
    return tuple(
        ((1 - half) * a + half * b, half * a + (1 - half) * b) for a, b in zip(one, zero, strict=True) if a or b
    )
