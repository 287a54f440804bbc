"""The privacy blanket of shuffled k-ary randomized response, summed exactly: one report among uniform ones.

A report is uniform with probability gamma = k/(e^eps0 + k - 1), and otherwise true. The adversary may know the other
records' true reports. What remains are N ~ Bin(n-1, gamma) uniform ones and the record's own, together T = N + 1
reports, h_x of which have the value x. If the record is 0, or 1, respectively,

    P(h) = gamma/T ((e^eps0 - 1) h_0 + T) Pr[multinomial(T) = h],   Q(h) the same with h_1,

and exchanging the two values swaps P and Q. The distribution of T and s = h_0 + h_1 is the same for both records. If s
is weighted as Bin(T, 2/k), then h_0 is weighted as Bin(s, 1/2). An outcome x of h_0 gains iff x > cut(s, T) = s
e^eps/(1 + e^eps) + T tanh(eps/2)/(e^eps0 - 1). So with c = gamma (e^eps0 - 1) and the least x that gains,

    delta(eps) = E[(c s/(2T) - gamma (e^eps - 1)/2) at - (e^eps - 1) (c s/(2T) + gamma) beyond]   over T and
    s ~ Bin(T, 2/k),   at = Pr[Bin(s-1, 1/2) = x-1],   beyond = Pr[Bin(s-1, 1/2) >= x].

Fewer uniform reports never reduce delta, so all T in a bin are replaced by the least one. For k = 2, s is T."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from fractions import Fraction
from functools import lru_cache
from operator import mul

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.work_budget import charge
from msgspec import Struct

from ...composition.formulas import binomial
from .blanket_krr_counts import BlanketSizes, blanket_sizes, runs, truncation_exponent
from .clones import Walk, over, units

MOST = 10**7
"""The largest number of reports for which the sum is computed."""
_FLOATS, _COARSE = 64.0, 64
"""If the truncated mass must be below e^-64, the sum is computed in balls, as floats would cancel."""


class Cut(Struct, frozen=True, eq=False):
    """cut(s, T) = (a s + b T) 2^-scale, with integers a and b rounded down (`low`) and up (`high`). For a range of s,
    the cut is scaled to the least s."""

    low: tuple[int, int]
    high: tuple[int, int]
    scale: int

    def first(self, run: range, size: int) -> int:
        """The least outcome that certainly gains."""
        return run[0] * (run[-1] * self.high[0] + size * self.high[1]) // (run[-1] << self.scale) + 1

    def sizes(self, run: range, outcome: int) -> int:
        """The bound on T below which the outcome certainly gains."""
        return (run[-1] * ((outcome << self.scale) - run[0] * self.high[0]) - 1) // (run[0] * self.high[1]) + 1

    def open(self, run: range, size: int, outcome: int) -> bool:
        """Whether an outcome that does not certainly gain may gain."""
        return outcome * run[-1] << self.scale > run[0] * (run[-1] * self.low[0] + size * self.low[1])


def delta(xp: Arithmetic, epsilon0: Number, n: int, k: int, epsilon: Value) -> Value:
    """An upper bound on the profile of the pair, hardly larger than the profile."""
    size = xp.number(epsilon0)
    if epsilon >= size:
        return xp.number(0)
    exponent = truncation_exponent(float(size), n, k, float(epsilon))
    own = xp if exponent <= _FLOATS else xp.in_balls(_COARSE)
    with own.refined(int(2 * exponent)) as more:
        return xp.number(_sum(more, epsilon0, n, k, more.number(epsilon), exponent))


@lru_cache(maxsize=64)
def holds(epsilon0: Fraction, n: int, k: int, epsilon: Fraction, target: Fraction) -> bool:
    """Whether delta is certainly at most the target."""
    with balls(binomial.BITS) as xp:
        return bool(delta(xp, epsilon0, n, k, xp.number(epsilon)) <= xp.number(target))


def _sum(xp: Arithmetic, epsilon0: Number, n: int, k: int, epsilon: Value, exponent: float) -> Value:
    size = xp.number(epsilon0)
    of_s, of_t = 1 / (1 + xp.exp(-epsilon)), -xp.expm1(-epsilon) / (1 + xp.exp(-epsilon)) / xp.expm1(size)
    if not 3 * n * (xp.radius(of_s) + xp.radius(of_t)) < 1:
        # an interval of eps so wide that more than one outcome is undecided
        return over(xp, epsilon, lambda end: delta(xp, epsilon0, n, k, end))
    likely = blanket_sizes(xp, epsilon0, n, k, exponent)
    return xp.minimum(_mean(xp, size, k, epsilon, _cut(xp, of_s, of_t), likely) + likely.rest, xp.number(1))


def _cut(xp: Arithmetic, of_s: Value, of_t: Value) -> Cut:
    """The cut in units as fine as the precision of the arithmetic; b is never rounded to 0."""
    (low_s, high_s, scale), (low_t, high_t, _) = units(xp, of_s), units(xp, of_t)
    return Cut((low_s, low_t), (high_s, max(1, high_t)), scale)


def _mean(xp: Arithmetic, size: Value, k: int, epsilon: Value, cut: Cut, likely: BlanketSizes) -> Value:
    """The sum over ranges of s and, for each, over ranges of T with the same least outcome."""
    unlike = 1 + (k - 1) * xp.exp(-size)
    gamma, truth = k * xp.exp(-size) / unlike, -k * xp.expm1(-size) / unlike  # c = k (1 - gamma)
    level = xp.expm1(epsilon)
    total = zero = xp.number(0)
    base = Walk(xp)
    for run, sizes, shares in runs(xp, k, likely):
        charge(8 + 4 * len(sizes))
        s, part = run[0], truth * run[-1] / 2
        start, walk = 0, base
        while start < len(sizes):
            x = cut.first(run, sizes[start])
            end = bisect_left(sizes, cut.sizes(run, x), start) if x <= s else len(sizes)
            whole = sum(map(mul, shares[start:end], sizes[start:end]), zero)
            if x <= s + 1 and cut.open(run, sizes[start], x - 1):  # undecided, so that its gain is nearly 0
                spare = 2 * part * (x - 1 - (level + 1) * (s - x + 1)) / (s * sizes[start]) - gamma * level
                total = total + whole * binomial.weight(xp, zero, s, x - 1) * xp.positive(spare)
            if x > s:
                break
            walk.to(s - 1, x)
            at, beyond = walk.at, level * walk.beyond
            total = (
                total + part * (at - beyond) * sum(shares[start:end], zero) - gamma * (level * at / 2 + beyond) * whole
            )
            start, walk = end, copy(walk) if walk is base and end < len(sizes) else walk
    return xp.positive(total)
