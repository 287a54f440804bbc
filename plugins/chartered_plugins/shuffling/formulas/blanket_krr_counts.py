"""The blanket size distribution of shuffled k-ary randomized response (Balle, Bell, Gascon, Nissim 2019), truncated.

The blanket consists of T reports: one, and the uniform ones beside it, T - 1 ~ Bin(n-1, gamma), gamma = k/(e^eps0 + k -
1). The number s of those that have one of the two compared values is Bin(T, 2/k). The profile that follows is in
`blanket_krr`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil, exp, expm1, inf, log
from operator import add

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.work_budget import charge
from msgspec import Struct
from msgspec.structs import replace

from ...composition.formulas import binomial

MAX_PAIRS = 1 << 17
"""The largest number of pairs (bin of T, value of s) that are summed, unless T would have fewer than `MIN_BINS`
bins."""
MIN_BINS = 16
S_BINS = 2048
"""The approximate number of bins of s; each value has its own bin if there are no more values than that."""
SHALLOW = 80.0
"""A truncated mass below e^-80 needs more digits, and then fewer pairs are used."""
_SPARE, _STEP = 40.0, 16.0
"""The truncated mass is about e^-40 times delta, rounded to a power of e^-16, so that many eps share one
distribution."""
_LARGE_EPSILON = 700.0
"""A larger eps makes no difference in doubles."""
_POINTS = 128


class BlanketSizes(Struct, frozen=True, eq=False):
    """A truncated distribution of the blanket size T (binned; `sizes` are the lower bin ends) and of the number s of
    blanket reports with one of the two compared values, first <= s <= last. `rest` bounds the truncated mass.

    `shares` are the probabilities of the bins times Pr[Bin(T, 2/k) = first]/T; for k = 2, where s is T, divided by
    T."""

    sizes: Sequence[int]
    shares: Sequence[Value]
    first: int
    last: int
    rest: Value


def runs(xp: Arithmetic, k: int, blanket: BlanketSizes) -> Iterator[tuple[range, Sequence[int], Sequence[Value]]]:
    """For each bin of s: (the bin, the possible sizes T, their shares)."""
    if k == 2:
        for size, share in zip(blanket.sizes, blanket.shares, strict=True):
            yield range(size, size + 1), (size,), (share,)
        return
    odds, sizes, shares = 2 / xp.number(k - 2), blanket.sizes, list(blanket.shares)
    stride = -(-(blanket.last - blanket.first + 1) // S_BINS)
    for least in range(blanket.first, blanket.last + 1, stride):
        run = range(least, min(least + stride, blanket.last + 1))
        summed = shares
        charge(3 * len(run) * len(shares) // 2)
        for s in run:
            summed = list(map(add, summed, shares)) if s > least else summed
            grow = odds / (s + 1)
            shares = [share * grow * (size - s) for share, size in zip(shares, sizes, strict=True)]
        yield run, sizes, summed


@lru_cache(maxsize=16)
def blanket_sizes(xp: Arithmetic, epsilon0: Number, n: int, k: int, exponent: float) -> BlanketSizes:
    """The distribution, with a truncated mass of less than 4 e^-exponent."""
    with xp.in_balls(binomial.BITS) as ball:
        if ball is not xp:
            found = blanket_sizes(ball, epsilon0, n, k, exponent)
            return replace(found, shares=tuple(map(xp.number, found.shares)), rest=xp.number(found.rest))
    extra = xp.expm1(xp.number(epsilon0))
    odds, outer = (
        xp.log(extra / k),
        xp.log((extra + k - 2) / 2),
    )  # log odds that a report is not uniform; and that it is not a uniform report of value 0 or 1
    low, high = binomial.window(float(odds), n - 1, exponent)
    weights = binomial.weights(xp, odds, n - 1, low, high)
    rest = binomial.rest(xp, odds, n - 1, low, weights[0])
    above = binomial.rest(xp, -odds, n - 1, n - 1 - high, weights[-1])
    # T beyond the last bin counts as the last one; its mass is in the rest as well, as few of its s may be truncated
    weights[-1], rest = weights[-1] + above, rest + above
    pairs = binomial.window(float(outer), n - 1, exponent)
    stride = -(
        -len(weights)
        // max(MIN_BINS, (MAX_PAIRS >> 3 * (exponent > SHALLOW)) // (1 if k == 2 else pairs[1] - pairs[0] + 1))
    )
    sizes = range(low + 1, high + 2, stride)
    charge(len(weights))
    masses = [sum(weights[start + 1 : start + stride], weights[start]) for start in range(0, len(weights), stride)]
    if k == 2:
        return BlanketSizes(sizes, tuple(mass / size for mass, size in zip(masses, sizes, strict=True)), 1, 1, rest)
    for first, odds in ((pairs[0], outer), (n - 1 - pairs[1], -outer)):
        rest = rest + binomial.rest(xp, odds, n - 1, first, binomial.weight(xp, odds, n - 1, first))
    first, each = max(1, pairs[0] - stride + 1), xp.log(xp.number(k - 2) / 2)
    shares = tuple(
        mass * binomial.weight(xp, each, size, first) / size if first <= size else mass * 0
        for mass, size in zip(masses, sizes, strict=True)
    )
    return BlanketSizes(sizes, shares, first, pairs[1] + 1, rest)


def truncation_exponent(epsilon0: float, n: int, k: int, epsilon: float) -> float:
    """log(1/truncated mass), as needed for delta at this eps."""
    least = _SPARE + depth(epsilon0, n, k, epsilon)
    return min(binomial.TAIL_EXPONENT, _STEP * ceil(least / _STEP)) if least < inf else binomial.TAIL_EXPONENT


def depth(epsilon0: float, n: int, k: int, epsilon: float) -> float:
    """About -log delta: the exponent of the most likely gain at the mean number of reports."""
    gamma = k * exp(-epsilon0) / (1 + (k - 1) * exp(-epsilon0))
    size = 1 + (n - 1) * gamma
    a, b = 1 / (1 + exp(-epsilon)), -expm1(-epsilon) / (1 + exp(-epsilon)) / expm1(min(epsilon0, _LARGE_EPSILON))
    least = inf
    for s in _some(size, k):
        x = a * s + b * size
        if x <= s:
            least = min(least, size * _relative_entropy(s / size, 2 / k) + s * _relative_entropy(x / s, 0.5))
    return least


def _some(size: float, k: int) -> Iterator[float]:
    """Some relevant values of s, mostly less than a standard deviation apart."""
    if k == 2:
        yield size
        return
    low, high = binomial.window(log((k - 2) / 2), int(size))
    for turn in range(_POINTS):
        yield min(size, max(1, low) + (high - low) * turn / _POINTS)


def _relative_entropy(x: float, chance: float) -> float:
    """The relative entropy of two Bernoulli distributions, with parameters x and `chance`."""
    return sum(part * log(part / of) for part, of in ((x, chance), (1 - x, 1 - chance)) if part > 0)
