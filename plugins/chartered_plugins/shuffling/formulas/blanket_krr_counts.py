"""How many uniform reports there are beside one of shuffled randomized response, and how many of these say one of two
values.

T - 1 ~ Bin(n-1, gamma), gamma = k/(e^eps0 + k - 1), in runs; s ~ Bin(T, 2/k), as far as either is likely. Of a report
of the two the weights are those of `response_blanket`, where s is a uniform number and at most one more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, exp, expm1, inf, log
from operator import add

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.budget import charge

from ...composition.formulas import binomial

CELLS = 1 << 17
"""Pairs of a run of T and of s that are weighed, at most, unless the runs would be fewer than `FEW`."""
FEW = 16
SUMS = 2048
"""Runs of s, about; s is taken one by one where it has no more values."""
SHALLOW = 80.0
"""What is less likely than e^-80 takes more digits, and then fewer cells."""
_SPARE, _STEP = 40.0, 16.0
"""What is left out is about e^-40 of delta, by steps of e^-16, so that many eps share one crowd."""
_LOUD = 700.0
"""In doubles any larger eps is as large."""
_PLACES = 128


@dataclass(frozen=True, slots=True, eq=False)
class Crowd:
    """What is likely: `sizes`, the least T of each run, and s from `first` to `last`; anything else has the chance
    `rest`, at most.

    `shares` are the runs' chances times Pr[Bin(T, 2/k) = first]/T; for k = 2, where s is T, their chances over T.
    """

    sizes: Sequence[int]
    shares: Sequence[Value]
    first: int
    last: int
    rest: Value


def runs(xp: Arithmetic, k: int, crowd: Crowd) -> Iterator[tuple[range, Sequence[int], Sequence[Value]]]:
    """Runs of s with the sizes they may have, and the shares of these."""
    if k == 2:
        for size, share in zip(crowd.sizes, crowd.shares, strict=True):
            yield range(size, size + 1), (size,), (share,)
        return
    odds, sizes, shares = 2 / xp.number(k - 2), crowd.sizes, list(crowd.shares)
    stride = -(-(crowd.last - crowd.first + 1) // SUMS)
    for least in range(crowd.first, crowd.last + 1, stride):
        run = range(least, min(least + stride, crowd.last + 1))
        together = shares
        charge(3 * len(run) * len(shares) // 2)
        for s in run:
            together = list(map(add, together, shares)) if s > least else together
            grow = odds / (s + 1)
            shares = [share * grow * (size - s) for share, size in zip(shares, sizes, strict=True)]
        yield run, sizes, together


@lru_cache(maxsize=16)
def crowd(xp: Arithmetic, epsilon0: Number, n: int, k: int, reach: float) -> Crowd:
    """What is left out is less likely than 4 e^-reach."""
    if xp.name != "balls":
        with balls(binomial.BITS) as ball:
            found = crowd(ball, epsilon0, n, k, reach)
        return Crowd(
            found.sizes, tuple(float(share) for share in found.shares), found.first, found.last, float(found.rest)
        )
    extra = xp.expm1(xp.number(epsilon0))
    odds, outer = (
        xp.log(extra / k),
        xp.log((extra + k - 2) / 2),
    )  # of a report that it is not uniform; that it is no uniform 0 or 1
    low, high = binomial.window(float(odds), n - 1, reach)
    weights = binomial.weights(xp, odds, n - 1, low, high)
    rest = binomial.rest(xp, odds, n - 1, low, weights[0])
    above = binomial.rest(xp, -odds, n - 1, n - 1 - high, weights[-1])
    weights[-1], rest = weights[-1] + above, rest + above  # of T beyond the last run few s may be left out below
    pairs = binomial.window(float(outer), n - 1, reach)
    stride = -(
        -len(weights) // max(FEW, (CELLS >> 3 * (reach > SHALLOW)) // (1 if k == 2 else pairs[1] - pairs[0] + 1))
    )
    sizes = range(low + 1, high + 2, stride)
    charge(len(weights))
    masses = [sum(weights[start + 1 : start + stride], weights[start]) for start in range(0, len(weights), stride)]
    if k == 2:
        return Crowd(sizes, tuple(mass / size for mass, size in zip(masses, sizes, strict=True)), 1, 1, rest)
    for first, lies in ((pairs[0], outer), (n - 1 - pairs[1], -outer)):
        rest = rest + binomial.rest(xp, lies, n - 1, first, binomial.weight(xp, lies, n - 1, first))
    first, each = max(1, pairs[0] - stride + 1), xp.log(xp.number(k - 2) / 2)
    shares = tuple(
        mass * binomial.weight(xp, each, size, first) / size if first <= size else mass * 0
        for mass, size in zip(masses, sizes, strict=True)
    )
    return Crowd(sizes, shares, first, pairs[1] + 1, rest)


def reach_of(epsilon0: float, n: int, k: int, epsilon: float) -> float:
    """How unlikely what is left out must be."""
    least = _SPARE + depth(epsilon0, n, k, epsilon)
    return min(binomial.REACH, _STEP * ceil(least / _STEP)) if least < inf else binomial.REACH


def depth(epsilon0: float, n: int, k: int, epsilon: float) -> float:
    """About -log delta: the exponent of the likeliest gain among the mean number of reports."""
    gamma = k * exp(-epsilon0) / (1 + (k - 1) * exp(-epsilon0))
    size = 1 + (n - 1) * gamma
    a, b = 1 / (1 + exp(-epsilon)), -expm1(-epsilon) / (1 + exp(-epsilon)) / expm1(min(epsilon0, _LOUD))
    least = inf
    for s in _some(size, k):
        x = a * s + b * size
        if x <= s:
            least = min(least, size * _far(s / size, 2 / k) + s * _far(x / s, 0.5))
    return least


def _some(size: float, k: int) -> Iterator[float]:
    """Some s that matter, mostly less than a deviation apart."""
    if k == 2:
        yield size
        return
    low, high = binomial.window(log((k - 2) / 2), int(size))
    for turn in range(_PLACES):
        yield min(size, max(1, low) + (high - low) * turn / _PLACES)


def _far(x: float, chance: float) -> float:
    """The relative entropy of two coins."""
    return sum(part * log(part / of) for part, of in ((x, chance), (1 - x, 1 - chance)) if part > 0)
