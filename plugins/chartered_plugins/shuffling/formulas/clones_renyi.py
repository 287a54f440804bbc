"""The Renyi divergence of the clones pair at any order, by moments of a mean of coins.

With c clones and m = c + 1, the likelihoods of the first number x relative to Bin(m, 1/2) are 1 + t v and 1 - t v,
where v = 2x/m - 1 is the mean of m coins with values 1 or -1, and t = tanh(eps0/2). Exchanging the two negates v, so
the divergence is the same in both directions: with a = alpha - 1

    e^(a D) = E[f(t v)],   f(y) = (1 + y) ((1 + y)/(1 - y))^a = sum over k of f_k y^k.

The power h = ((1 + y)/(1 - y))^a satisfies (1 - y^2) h' = 2 a h, so (k+1) h_(k+1) = 2 a h_k + (k-1) h_(k-1): no
coefficient of h, or of f = (1 + y) h, is negative. Odd moments of v vanish, even ones decrease with their order, as v^2
<= 1. So the terms after the moment 2K are at most E[v^2K] times the same terms of (f(t) + f(-t))/2, which is randomized
response. The number of coins is random and observable: moments are means over it, and they decrease with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, groupby, pairwise

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.arithmetic.polynomial import product
from chartered_verify.work_budget import charge
from flint import arb, arb_poly
from msgspec import Struct

from ...basics.formulas import randomized_response as response
from . import clones

TERMS = 128
"""The number of even moments that are computed."""
_LENGTH = TERMS + 1
CORE, TAILS = 64, 32
"""The approximate number of groups of numbers of coins where these are likely, and elsewhere; a group is replaced by
its least number."""
_TAIL = 1e-3
_BITS = 128
_NOISE = Fraction(1, 2**60)
"""If nearly all of a sum of 1 is subtracted, the remainder is taken to be at least this."""


class Moments(Struct, frozen=True, eq=False):
    """The ratios of successive moments E[v^2k], k = 0, 1, 2, ... (E[1] first), and the logarithm of the last one."""

    ratios: Sequence[Value]
    log_last: Value


def renyi(xp: Arithmetic, epsilon0: Number, n: int, alpha: Value, share: Fraction) -> Value:
    """An upper bound on the divergence of order alpha if the record reports with probability `share`, as do the n - 1
    others; hardly larger than the divergence."""
    size, a, p = xp.number(epsilon0), alpha - 1, xp.number(share)
    whole = excess(xp, size, a, moments(xp, epsilon0, n, share))
    alone = xp.log(p) + response.log_excess(xp, size, xp.number(2), a)
    return xp.minimum(xp.log1p(p * whole), xp.logaddexp(xp.number(0), alone)) / a


def excess(xp: Arithmetic, size: Value, a: Value, of: Moments) -> Value:
    """An upper bound on E[f(t v)] - 1: the terms up to the last moment, and that moment times the remaining terms of
    randomized response."""
    t = response.variation(xp, size)
    most = response.log_excess(xp, size, xp.number(2), a)
    ones = [xp.number(1)] * len(of.ratios)
    left = xp.maximum(1 - even_terms(xp, t, a, ones, xp.exp(-most)), xp.number(_NOISE))
    return even_terms(xp, t, a, of.ratios, xp.number(1)) + xp.exp(of.log_last + most) * left


def even_terms(xp: Arithmetic, t: Value, a: Value, ratios: Sequence[Value], unit: Value) -> Value:
    """The sum of f_2k t^2k E[v^2k] over the given moments, times `unit`. In the loop, divided by the moment, `even` is
    h_2k t^2k and `odd` is h_(2k-1) t^(2k-1)."""
    charge(10 * len(ratios))
    odd, even, total = xp.number(0), unit, xp.number(0)
    for k, ratio in enumerate(ratios):
        odd = ratio * (2 * a * t * even + (2 * k - 1) * t * t * odd) / (2 * k + 1)
        even = (2 * a * t * odd + 2 * k * t * t * ratio * even) / (2 * k + 2)
        total = total + t * odd + even
    return total


@lru_cache(maxsize=512)  # a search asks the curves of all steps of a ledger in turn, each in two arithmetics
def moments(xp: Arithmetic, epsilon0: Number, n: int, share: Fraction) -> Moments:
    """The moments as means over the number of coins."""
    with xp.in_balls(_BITS) as ball:
        if ball is not xp:
            found = moments(ball, epsilon0, n, share)
            return Moments(tuple(map(xp.number, found.ratios)), xp.number(found.log_last))
    means = [xp.number(0)] * (TERMS + 1)
    groups = _groups(clones.runs(xp, epsilon0, n, share))
    power, before = _coins(groups[0].least + 1), groups[0].least
    steps: dict[int, arb_poly] = {}
    for group in groups:
        if group.least > before:
            more = group.least - before
            steps[more] = steps.get(more) or _coins(more)
            power, before = _cut(product(power, steps[more])), group.least
        charge(3 * TERMS)
        square, weight = xp.number((before + 1) ** 2), group.mass
        for k in range(1, TERMS + 1):
            weight = weight / square * (2 * k * (2 * k - 1))
            means[k] = means[k] + weight * power[k]
    means[0] = xp.number(1)
    return Moments(tuple(after / mean for mean, after in pairwise(means)), xp.log(means[-1]))


def _coins(m: int) -> arb_poly:
    """cosh(s)^m in powers of s^2: E[(sum of m coins)^2k]/(2k)! is the coefficient at k."""
    power, square = arb_poly([1]), _cosh()
    while m:
        power = _cut(product(power, square)) if m & 1 else power
        square, m = _cut(product(square, square)) if m > 1 else square, m >> 1
    return power


def _cosh() -> arb_poly:
    coefficients = [arb(1)]
    for k in range(1, _LENGTH):
        coefficients.append(coefficients[-1] / (2 * k * (2 * k - 1)))
    return arb_poly(coefficients)


def _cut(series: arb_poly) -> arb_poly:
    return arb_poly(series.coeffs()[:_LENGTH])


def _groups(runs: Sequence[clones.Run]) -> list[clones.Run]:
    """Adjacent numbers of coins in groups, if they are many: at most about CORE groups for nearly all of the mass, and
    TAILS in the tails."""
    charge(2 * len(runs))
    below = list(accumulate(float(run.mass) for run in runs))
    core = [_TAIL < mass < 1 - _TAIL for mass in below]
    strides = {True: -(-sum(core) // CORE), False: -(-(len(runs) - sum(core)) // TAILS)}
    pairs = groupby(zip(runs, core, strict=True), lambda pair: (pair[1], pair[0].least // strides[pair[1]]))
    cells = [[run for run, _ in cell] for _, cell in pairs]
    return [clones.Run(cell[0].least, sum((run.mass for run in cell[1:]), cell[0].mass)) for cell in cells]
