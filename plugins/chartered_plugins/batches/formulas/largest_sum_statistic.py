"""What a test of shuffled batches tells apart: whether the largest of an epoch's noisy sums is above a threshold.

In an epoch one of t sums, nobody knows which, holds the record, and all have noise of the standard deviation 1. With
the other records fixed the sums are t normal variables, of which that one is shifted by s. Their maximum is above c
with the probability

    p(s) = 1 - Phi(c - s) Phi(c)^(t-1) ,

in whatever order the records stand. Over E epochs, shuffled anew, the number of epochs in which it is has the law
Bin(E, p(s)). So two data sets with the shifts a and b have, for every c and j,

    delta(eps) >= P(Bin(E, p(a)) >= j) - e^eps P(Bin(E, p(b)) >= j) ."""

from __future__ import annotations

from math import comb
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value

Test: TypeAlias = tuple[int, Value, int, int]
"""(t, c, E, j): t sums in an epoch, whose largest is above c in at least j of E epochs."""


def above(xp: Arithmetic, sums: int, threshold: Value, shift: Value) -> Value:
    """p(s) = 1 - Phi(c - s) Phi(c)^(t-1)."""
    return -xp.expm1(xp.log_ndtr(threshold - shift) + (sums - 1) * xp.log_ndtr(threshold))


def at_least(xp: Arithmetic, p: Value, epochs: int, count: int) -> Value:
    """P(Bin(E, p) >= j), a sum of the terms from j on."""
    terms = (xp.number(comb(epochs, k)) * p**k * (1 - p) ** (epochs - k) for k in range(count, epochs + 1))
    return sum(terms, xp.number(0))


def accepted(xp: Arithmetic, test: Test, shifts: tuple[Value, Value]) -> tuple[Value, Value]:
    """The probabilities that the test accepts, for the two data sets."""
    sums, threshold, epochs, count = test
    first, second = (at_least(xp, above(xp, sums, threshold, shift), epochs, count) for shift in shifts)
    return first, second


def delta_below(xp: Arithmetic, test: Test, shifts: tuple[Value, Value], epsilon: Value) -> Value:
    """A lower bound on delta(eps): what the test accepts more often than e^eps times as often."""
    first, second = accepted(xp, test, shifts)
    return xp.positive(first - xp.exp(epsilon) * second)


def epsilon_below(xp: Arithmetic, test: Test, shifts: tuple[Value, Value], delta: Value) -> Value:
    """A lower bound on the least eps at a delta: log((p - delta)/q), or 0."""
    first, second = accepted(xp, test, shifts)
    excess = first - delta
    return xp.positive(xp.log(excess / second)) if excess > 0 else xp.number(0)
