"""The clones pair: a pair of which a shuffle of n reports of eps0-DP randomizers is a post-processing, by clones of the
record that differs.

Each other report is, with probability e^-eps0, a clone: a report that is equally likely to come from either value of
that record. With C ~ Bin(n-1, e^-eps0) clones, A ~ Bin(C, 1/2) of them as if from the first value, and D ~
Bern(e^eps0/(1+e^eps0)), the pair is (A + D, C - A + 1 - D) against (A + 1 - D, C - A + D). The number of clones is
observable, so delta(eps) is a mean over it; exchanging the two values swaps the two distributions, so both directions
are the same. With c clones the likelihood ratio increases with the first number, and the best event is {first > (c+1)
theta}:

    H(c) = p (1 - e^(eps-eps0)) Pr[Bin(c,1/2) = x-1] - (e^eps - 1) Pr[Bin(c,1/2) >= x],   x = floor((c+1) theta) + 1.

One more clone adds a fair coin to the first number, so H decreases with c, and a range of c may be replaced by its
least value. An exponential moment (`clones_tail`) bounds delta for any n, and says how small it is.

If each of the others reports only with probability `share`, independently, it is a clone with probability share
e^-eps0."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, exp, frexp, sqrt

from chartered_verify.arithmetic import Arithmetic, Enclosing, Number, Value
from chartered_verify.work_budget import charge
from msgspec import Struct

from ...composition.formulas import binomial
from . import clones_tail

WALK = 1 << 16
"""The largest number of values of c that are summed one by one; more are summed in RUNS ranges."""
FEW = 2048
"""The same for a proof that takes delta at hundreds of eps."""
RUNS = 16
FAR = 2000
"""The largest number of coins that a Walk adds one at a time."""
_CORE, _TAILS = 10, (20, 40)  # tails begin outside the core, so that the ranges are in ascending order
"""Standard deviations from the mean number of clones: within _CORE the ranges are fine, farther below they are
coarse."""
_ALL = Fraction(1)
_TINY = Fraction(1, 2**1000)
"""Where delta is smaller, other numbers of clones count than those of the ranges, and it is bounded by an exponential
moment alone."""
_TILT = 750
"""The number of clones by which the relevant range may lie below the usual one, for delta down to 1e-300."""


class Run(Struct, frozen=True, eq=False):
    """A range of numbers of clones from `least` on, with an upper bound on its probability."""

    least: int
    mass: Value


def delta(xp: Arithmetic, epsilon0: Number, n: int, epsilon: Value, share: Fraction = _ALL, walk: int = WALK) -> Value:
    """An upper bound on the profile of the pair, hardly larger than the profile; at most `walk` values of c are summed
    one by one."""
    size = xp.number(epsilon0)
    if epsilon >= size:
        return xp.number(0)
    theta, _ = clones_tail.cut(xp, size, epsilon)
    if not 3 * n * xp.radius(theta) < 1:  # an interval of eps so wide that more than one outcome is undecided
        return over(xp, epsilon, lambda end: delta(xp, epsilon0, n, end, share, walk))
    bound = clones_tail.tail(xp, size, n, epsilon, xp.number(share) * xp.exp(-size))
    if bound < xp.number(_TINY):
        return bound
    clones = runs(xp, epsilon0, n, share, walk)
    with xp.refined(max(0, -frexp(float(bound))[1])) as more:  # a Walk subtracts from 1 what leaves about delta
        return xp.minimum(bound, xp.number(_mean(more, epsilon0, more.number(epsilon), units(more, theta), clones)))


def over(xp: Arithmetic, epsilon: Value, falling: Callable[[Value], Value]) -> Value:
    """A delta that decreases with eps, on an interval: the hull of the values at both ends; [0, 1] if the interval
    cannot be split into two ends."""
    low, high = epsilon.lower(), epsilon.upper()
    if not high - low > 0:
        return xp.number(0).union(xp.number(1))
    return falling(low).union(falling(high))


def units(xp: Arithmetic, part: Value) -> tuple[int, int, int]:
    """(lower bound, upper bound, scale): a fraction in units of 2^-scale."""
    scale = xp.rest_bits
    unit = Fraction(1, 1 << scale)
    return xp.floor_range(part, unit)[0], -xp.floor_range(-part, unit)[0], scale


def _mean(xp: Arithmetic, epsilon0: Number, epsilon: Value, cut: tuple[int, int, int], clones: Sequence[Run]) -> Value:
    """The sum of mass times H over all ranges."""
    size = xp.number(epsilon0)
    truth = 1 / (1 + xp.exp(-size))
    gain, loss = -truth * xp.expm1(epsilon - size), truth * (xp.exp(epsilon) - xp.exp(-size))
    at, beyond, open_ended = xp.number(0), xp.number(0), xp.number(0)
    low, high, scale = cut
    walk = Walk(xp)
    charge(6 * len(clones))
    for run in clones:
        c = run.least
        x = min(((c + 1) * high >> scale) + 1, c + 1)
        walk.to(c, x)
        at, beyond = at + run.mass * walk.at, beyond + run.mass * walk.beyond
        if (
            (c + 1) * low >> scale
        ) + 1 < x:  # it is undecided whether the outcome before x belongs to the event, so that its gain is nearly 0
            gained = gain * walk.at * (x - 1) / (c - x + 2) - loss * walk.at
            open_ended = open_ended + run.mass * xp.positive(gained)
    return xp.positive(gain * at - xp.expm1(epsilon) * beyond) + open_ended


class Walk:
    """Pr[Bin(c,1/2) = x-1] and Pr[Bin(c,1/2) >= x], updated step by step if the next (c, x) is close."""

    def __init__(self, xp: Arithmetic) -> None:
        self.xp = xp
        self.c, self.x = 0, 1
        self.at, self.beyond = xp.number(1), xp.number(0)

    def to(self, c: int, x: int) -> None:
        """Moves to c coins and the outcome x, neither of which may decrease."""
        if c - self.c > FAR:
            self._start(c, x)
        charge(4 * (c - self.c) + 2 * max(0, x - self.x))
        at, beyond, y = self.at, self.beyond, self.x
        for coins in range(self.c, c):
            beyond = beyond + at / 2
            at = at * (coins + 1) / (2 * (coins + 2 - y))
            if y < x:
                at = at * (coins + 2 - y) / y
                beyond, y = beyond - at, y + 1
        for outcome in range(y, x):
            at = at * (c - outcome + 1) / outcome
            beyond = beyond - at
        self.c, self.x, self.at, self.beyond = c, x, at, beyond

    def _start(self, c: int, x: int) -> None:
        with self.xp.in_balls(binomial.BITS) as xp:
            at, beyond = (
                binomial.tight_weight(xp, xp.number(0), c, c - x + 1),
                binomial.cdf(xp, xp.number(0), c, c - x),
            )
        self.c, self.x = c, x
        self.at, self.beyond = self.xp.number(at), self.xp.number(beyond)


@lru_cache(maxsize=16)
def runs(xp: Arithmetic, epsilon0: Number, n: int, share: Fraction = _ALL, walk: int = WALK) -> tuple[Run, ...]:
    """All numbers of clones from 0 to n-1: one by one around the mean, in ranges below it, and one range above."""
    with xp.in_balls(binomial.BITS) as ball:
        return tuple(Run(run.least, xp.number(run.mass)) for run in _parted(ball, epsilon0, n - 1, share, walk))


def _parted(xp: Enclosing, epsilon0: Number, most: int, share: Fraction, walk: int) -> Iterator[Run]:
    odds = xp.log(
        (xp.expm1(xp.number(epsilon0)) + xp.number(1 - share)) / xp.number(share)
    )  # log odds of not being a clone, (1 - c)/c with c = share e^-eps0
    chance = float(share) * exp(-float(xp.number(epsilon0)))
    mean, deviation = most * chance, sqrt(most * chance * (1 - chance))
    first = max(0, int(mean - _CORE * deviation - _TILT))
    last = min(most, ceil(mean + _CORE * deviation) + 60)
    below = sorted({0, first, *(max(0, int(mean - k * deviation - _TILT)) for k in _TAILS)})
    for least, end in pairwise(below):
        yield Run(least, binomial.rest(xp, odds, most, end, binomial.tight_weight(xp, odds, most, end)))
    stride = 1 if last - first <= walk else -(-(last - first) // RUNS)
    if stride == 1:
        weights = _weights(xp, odds, most, first, last)
    else:
        heads = [binomial.cdf(xp, odds, most, start - 1) for start in range(first, last, stride)]
        weights = [after - head for head, after in zip(heads, [*heads[1:], xp.number(1)], strict=True)]
    yield from (Run(first + turn * stride, weight) for turn, weight in enumerate(weights))


def _weights(xp: Enclosing, odds: Value, most: int, first: int, last: int) -> list[Value]:
    """The masses one by one, with the mass beyond the last one added to it."""
    charge(3 * (last - first))
    weights, grow = [binomial.tight_weight(xp, odds, most, first)], xp.exp(odds)
    for clones in range(first, last):
        weights.append(weights[-1] * (most - clones) / (clones + 1) / grow)
    weights[-1] = weights[-1] + binomial.rest(xp, -odds, most, most - last, weights[-1])
    return weights
