"""Privacy profiles of a sample drawn with replacement, in which a record may occur several times: k times with
probability p_k = C(m, k) (1/n)^k (1 - 1/n)^(m-k), for m draws from n records."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lgamma, log

from chartered_verify.arithmetic import Arithmetic, Value

from .amplification import inner_epsilon

OfGroup = Callable[[Arithmetic, int, Value], Value]
"""(xp, k, eps) -> delta(eps) of the wrapped mechanism if k records are replaced."""
NEGLIGIBLE = -800.0
"""The logarithm of a total weight of larger groups that is below every delta of interest."""


def rate(xp: Arithmetic, draws: int, records: int) -> Value:
    """g = 1 - (1 - 1/n)^m: the probability that a record is in the sample."""
    if records == 1:
        return xp.number(1)
    return -xp.expm1(draws * xp.log1p(xp.number(Fraction(-1, records))))


def propose_largest_group(draws: int, records: int) -> int:
    """A size of groups beyond which the total weight is negligible; m if no group is omitted. In floats, since the
    omitted weight is bounded anyway."""
    if records == 1:
        return draws
    k, mean = 1, draws / records
    while k < draws:
        weight = lgamma(draws + 1) - lgamma(k + 1) - lgamma(draws - k + 1) - k * log(records)
        if k > 2 * mean and weight < NEGLIGIBLE:
            break
        k += 1
    return k


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
