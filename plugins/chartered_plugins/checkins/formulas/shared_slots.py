"""A client that shares its slot with N others is the one whose report is used with probability r = p/(N+1), where N ~
Bin(n-1, p/m) is the number of others in that slot:

    delta(eps) <= sum_N P(N) r delta0(log(1 + (e^eps - 1)/r)).

The terms decrease with N (they rise with r), so a range of N counts as its least one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, log, sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.enclosure import fraction_of

from ...composition.formulas import binomial
from ...subsampling.formulas.amplification import Bound, sampled_profile

CORE, PARTS, FINENESS, LEAST = 10, 128, 64, Fraction(1, 1 << 1100)
"""Within CORE standard deviations of the mean there are at most PARTS ranges; below them N + 1 rises by at most one
part in FINENESS within a range; a probability below LEAST counts as LEAST."""


@lru_cache(maxsize=64)
def ranges(others: int, chance: Fraction) -> tuple[tuple[int, Fraction], ...]:
    """(least N, probability) of each range; one where all are in one slot. Sums of the first probabilities are rounded
    up, so that what they weight, which decreases with N, is bounded from above."""
    if chance == 1:
        return ((others, Fraction(1)),)
    starts = list(_starts(others, chance))
    with balls(binomial.BITS) as xp:
        odds = xp.log(xp.number((1 - chance) / chance))
        below = [Fraction(0)]
        for start in starts[1:]:
            most = fraction_of(xp.maximum(binomial.cdf(xp, odds, others, start - 1), xp.number(LEAST)).upper())
            below.append(min(Fraction(1), max(below[-1], most)))
    weights = (after - before for before, after in pairwise([*below, Fraction(1)]))
    return tuple(zip(starts, weights, strict=True))


def _starts(others: int, chance: Fraction) -> Iterator[int]:
    mean, deviation = float(others * chance), sqrt(others * chance * (1 - chance))
    first, last = max(0, int(mean - CORE * deviation)), min(others, ceil(mean + CORE * deviation))
    odds = (1 - chance) / chance
    away = log(odds.numerator) - log(odds.denominator)  # of whole numbers, as a chance may be below all doubles
    stride, start = max(1, -(-(last - first) // PARTS)), max(1, binomial.window(away, others)[0])
    yield 0
    while start <= last:
        yield start
        start += stride if start >= first else max(1, min((start + 1) // FINENESS, first - start))


def uses(others: int, share: Fraction, slots: int) -> list[tuple[Fraction, Fraction]]:
    """(r, its probability) of each range, the largest r first, for a client that checks in with probability p = `share`
    in one of m = `slots`."""
    return [(share / (least + 1), mass) for least, mass in ranges(others, share / slots)]


def delta(xp: Arithmetic, others: int, share: Fraction, slots: int, inner: Bound, epsilon: Value) -> Value:
    """The sum over the ranges."""
    total = xp.number(0)
    for r, mass in uses(others, share, slots):
        total = total + xp.number(mass) * sampled_profile(r, inner)(xp, epsilon, {})
    return total


def used(others: int, share: Fraction, slots: int) -> Fraction:
    """An upper bound on E[r], the probability that a client's own report is used."""
    return sum((r * mass for r, mass in uses(others, share, slots)), Fraction(0))
