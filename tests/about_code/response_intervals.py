"""A claim about what the outcomes of shuffled randomized response gain, over an interval of eps and in doubles."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving import Proofs, Sampled, near, numbers
from chartered_plugins.shuffling.claims.shuffled_response import chances, gain, log_of
from chartered_plugins.shuffling.formulas import shuffled_binary_rr as exact
from flint import arb, arb_poly

BOOK = Proofs("shuffled-response.profile", "direct computation", at="direct computation")


def _hull(xp: Any, odds: Fraction, ones: int, zeros: int, levels: tuple[Fraction, Fraction]) -> bool:
    ends = [xp.log(xp.number(level)) for level in levels]
    found = exact.gain(xp, log_of(odds), ones, zeros, ends[0].union(ends[1]))
    high, low = (xp.number(gain(odds, ones, zeros, level)) for level in levels)
    slack = xp.number((levels[1] - levels[0]) / 1000)
    double = exact.near(log_of(odds), ones + zeros + 1, float(ends[0]), [ones])[0]
    inside = abs(found.upper() - high) <= slack and abs(found.lower() - low) <= slack
    return bool(inside) and near(xp.number(Fraction(double)), high, 12, of=1)


def _wide(xp: Any, ones: int, zeros: int) -> bool:
    """For many reports the signs of several outcomes are undecided over an interval."""
    low, high = xp.number(Fraction(1, 20)), xp.number(Fraction(1, 19))
    found, most = (exact.gain(xp, Fraction(1, 4), ones, zeros, at) for at in (low.union(high), low))
    return bool(found.upper() >= most) and bool(found.upper() <= most * xp.number(Fraction(21, 20)))


def _levels(odds: Fraction, ones: int, zeros: int) -> Iterator[tuple[Fraction, Fraction]]:
    """Intervals around every P(x)/Q(x) above 1."""
    half = Fraction(1, 20_000)
    for p, q in chances(odds, ones, zeros):
        if 1 < p / q < odds:
            yield p / q * (1 - half), p / q * (1 + half)


FEW_REPORTS = [(odds, ones, zeros) for odds in numbers("3 3/2") for ones in range(6) for zeros in range(6 - ones)]


@BOOK.table(
    "intervals",
    "Over an interval of eps about one at which an outcome gains nothing, the shipped H(a, b) is enclosed by its "
    "values at both ends, the sums of all that gains; in doubles, as a search asks for it, it is the same.",
    "direct computation: H falls with eps",
    "a + b < 6, e^eps0 = 3 and 3/2, width 1e-4 about every such eps, and a point; 2000 zeros and ones",
    Sampled(
        "rationals", _hull, [(*case, levels) for case in FEW_REPORTS for levels in _levels(*case)], digits=12, bits=256
    ),
    Sampled("sums in balls", cases=[(300, 200), (0, 400), (400, 0)], digits=40, bits=256),
    Sampled("balls", _wide, [(300, 200), (400, 0)], digits=2, bits=256),
)
def _long(xp: Any, ones: int, zeros: int) -> bool:
    """Compares the gain for many reports, whose table begins at the outcomes beyond the mean, with the sum over all
    outcomes."""
    found = exact.gain(xp, Fraction(1, 4), ones, zeros, xp.number(Fraction(1, 50)))
    flip, level = 1 / (1 + xp.exp(xp.number(Fraction(1, 4)))), xp.exp(xp.number(Fraction(1, 50)))
    parts = [
        [comb(k, j) * share**j * (1 - share) ** (k - j) for j in range(k + 1)]
        for k, share in ((ones, 1 - flip), (zeros, flip))
    ]
    weights = (arb_poly(parts[0]) * arb_poly(parts[1])).coeffs()
    gains = [
        (1 - flip - level * flip) * one - (level * (1 - flip) - flip) * other
        for one, other in zip([arb(0), *weights], [*weights, arb(0)], strict=True)
    ]
    return near(found, sum(map(xp.positive, gains), xp.number(0)), 40, of=1)
