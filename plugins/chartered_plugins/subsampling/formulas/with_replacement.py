"""Privacy profiles of a sample drawn with replacement, in which a record may occur several times: k times with
probability p_k = C(m, k) (1/n)^k (1 - 1/n)^(m-k), for m draws from n records."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import log, log1p

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.outward_rounding import to_double

from .amplification import inner_epsilon

OfGroup = Callable[[Arithmetic, int, Value], Value]
"""(xp, k, eps) -> delta(eps) of the wrapped mechanism if k records are replaced."""
_SMALL, _BITS = -50.0, 128
"""The logarithm of a probability below which more times are a failure of their own, and the working precision."""
NEGLIGIBLE = -800.0
"""The logarithm of a total weight of larger groups that is below every delta of interest."""


def rate(xp: Arithmetic, draws: int, records: int) -> Value:
    """g = 1 - (1 - 1/n)^m: the probability that a record is in the sample."""
    if records == 1:
        return xp.number(1)
    return -xp.expm1(draws * xp.log1p(xp.number(Fraction(-1, records))))


def propose_largest_group(draws: int, records: int, negligible: float = NEGLIGIBLE) -> int:
    """A size of groups beyond which the logarithm of the total weight is negligible; m if no group is omitted. In
    floats, since the omitted weight is bounded anyway."""
    if records == 1:
        return draws
    k, mean, weight = 0, draws / records, 0.0
    while k < draws and (k <= 2 * mean or weight >= negligible):
        k += 1
        weight += log1p((1 - k) / draws) + log(mean / k)  # of C(m, k)/n^k
    return max(k, 1)


def shares(xp: Arithmetic, draws: int, records: int, last: int) -> list[Value]:
    """p_1, ..., p_last."""
    if records == 1:
        return [xp.number(0)] * (draws - 1) + [xp.number(1)]
    share = xp.exp(draws * xp.log1p(xp.number(Fraction(-1, records))))
    found = []
    for k in range(last):
        share = share * xp.number(Fraction(draws - k, (k + 1) * (records - 1)))
        found.append(share)
    return found


def rest(xp: Arithmetic, draws: int, records: int, share: Value, last: int) -> Value:
    """An upper bound on p_(last+1) + ... + p_m by a geometric series: the ratio of successive p_k is below 1 and
    decreases."""
    if last >= draws:
        return xp.number(0)
    ratio = Fraction(draws - last, (last + 1) * (records - 1))
    return share * xp.number(ratio / (1 - ratio))


def counts(draws: int, records: int) -> tuple[list[tuple[int, Fraction]], Fraction]:
    """(numbers of times with probabilities that add up to 1, an upper bound on the probability of more times): a record
    that is not in the sample more often is in it as often as they say, or less."""
    last = propose_largest_group(draws, records, _SMALL)
    with balls(_BITS) as xp:
        chances = shares(xp, draws, records, last)
        beyond = _rounded_up(rest(xp, draws, records, chances[-1], last))
        total, tails = xp.number(0), [Fraction(0)]  # of at least k times, for k = last + 1, last, ..., 1
        for chance in reversed(chances):
            total = total + chance  # given that it is not more often: s/(1 - beyond) <= s + beyond
            tails.append(max(tails[-1], min(_rounded_up(total) + beyond, Fraction(1))))
    at_least = pairwise([Fraction(1), *reversed(tails)])
    return [(k, here - more) for k, (here, more) in enumerate(at_least) if here > more], beyond


def _rounded_up(tail: Value) -> Fraction:
    return Fraction(to_double(tail.upper(), up=True))


def mean(xp: Arithmetic, draws: int, records: int, of_group: Callable[[int], Value]) -> Value:
    """sum_k p_k delta_k, an upper bound if the sum is truncated, for delta_k <= 1."""
    last = propose_largest_group(draws, records)
    weights = shares(xp, draws, records, last)
    total = sum((p * of_group(k) for k, p in enumerate(weights, 1)), xp.number(0))
    return total + rest(xp, draws, records, weights[-1], last)


def delta(xp: Arithmetic, draws: int, records: int, of_group: OfGroup, epsilon: Value) -> Value:
    """delta'(log(1 + g (e^eps - 1))) <= sum_k p_k delta_k(eps)."""
    inner = inner_epsilon(xp, rate(xp, draws, records), epsilon)
    return mean(xp, draws, records, lambda k: of_group(xp, k, inner))
