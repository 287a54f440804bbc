"""Skellam noise of variance v, the difference of two Poisson counts of the mean v/2: P(k) = e^-v I_|k|(v).

The ratios r_k = P(k+1)/P(k), k >= 0, satisfy 1/r_(k-1) = 2k/v + r_k, as Bessel functions do, and P is log-concave, as a
Poisson count is: so the ratios fall, and 0 <= r_k <= v/(2k + 2). From such an interval far out, the recurrence narrows
them to all digits on the way to 0, with positive terms alone. The probabilities are products of ratios that add up
to 1, where the terms left out are at most a geometric series."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value, balls, floats
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .discrete_profiles import best

MOST_TERMS, MOST_CUTS, FAR = 400_000, 8, 5000
"""The largest number of outcomes and of cuts, and the nats below which a delta is known from above only."""
_BITS, _STEP = 64, Fraction(1, 2**40)
"""The precision is a multiple of 64 bits, so that few tables serve all; and the steps in which eps is read."""


class Table(Struct, frozen=True, eq=False):
    """For 0 <= k < its length: `logs` log P(k), `beyond` P(j >= k)."""

    logs: tuple[arb, ...]
    beyond: tuple[arb, ...]


def far_from(variance: float, k: int, nats: float) -> int:
    """A place from which on P is smaller than at k by e^nats, about, in floats. Raises ArithmeticError for one that is
    too far."""
    found = 0.0
    while found < nats:
        found += math.asinh((k + 0.5) / variance)
        k += 1
        if k > MOST_TERMS:
            raise ArithmeticError(f"the noise has more than {MOST_TERMS} outcomes that count")
    return k


def ratios(xp: Any, variance: Any, count: int, start: int) -> list[Any]:
    """r_0, r_1, ..., r_(count - 1), by the recurrence from r_start."""
    found, ratio = [], xp.within(xp.number(0), variance / (2 * start + 2))
    for k in range(start, 0, -1):
        ratio = 1 / (2 * k / variance + ratio)
        if k <= count:
            found.append(ratio)
    return found[::-1]


@lru_cache(maxsize=32)
def _table(variance: Fraction, count: int, bits: int) -> Table:
    nats = 0.7 * bits + 4
    top = far_from(float(variance), count, nats)
    start = far_from(float(variance), top, nats / 2)
    with balls(bits + 2 * start.bit_length()) as xp:
        steps = ratios(xp, xp.number(variance), top, start)
        weights = [xp.number(1)]
        for ratio in steps:
            weights.append(weights[-1] * ratio)
        last = steps[-1]
        rest = weights[-1] * xp.within(xp.number(0), 1 / (1 - last))  # from `top` on, with its own weight
        sums = [rest]
        for weight in reversed(weights[:-1]):
            sums.append(sums[-1] + weight)
        beyond = sums[::-1]
        whole = 2 * beyond[0] - 1
        less = xp.log(whole)
        logs = tuple(xp.log(weight) - less for weight in weights[: count + 1])
        return Table(logs, tuple(mass / whole for mass in beyond[: count + 1]))


def table(xp: Arithmetic, variance: Fraction, k: int) -> Table:
    """That of the places up to k, or some more, in balls of the precision of an arithmetic."""
    return _table(variance, size(k), -(-xp.rest_bits // _BITS) * _BITS)


def size(k: int) -> int:
    """How many places a table that has k is made of at least, so that few serve all; also the work that it is."""
    return max(64, 1 << k.bit_length())


def log_probability(xp: Arithmetic, variance: Fraction, k: int) -> Value:
    """log P(k)."""
    return xp.number(table(xp, variance, abs(k)).logs[abs(k)])


def at_most(xp: Arithmetic, variance: Fraction, n: int) -> Value:
    """P(j <= n)."""
    if n >= 0:
        return 1 - at_most(xp, variance, -n - 1)
    return xp.number(table(xp, variance, -n).beyond[-n])


def fall(xp: Arithmetic, variance: Value, k: Value) -> Value:
    """At least log(r_m/r_(m+1)) for all m >= k >= 0. As the ratios fall, r_n (2(n+1)/v + r_n) >= 1, so that r_n is at
    least v/(n + 1 + root) with root^2 = (n+1)^2 + v^2; and r_n/r_(n-1) = r_n (2n/v + r_n), which rises with r_n, is at
    least 1 - 2/(n + 1 + root)."""
    n = k + 2
    return -xp.log1p(-2 / (n + xp.sqrt(n * n + variance * variance)))


def delta(xp: Arithmetic, variance: Fraction, shift: int, epsilon: Value) -> Value:
    """The profile of one run, at a scalar eps: the best event is {j <= m} for the last m whose loss is above eps. The
    losses fall with m, so that the cuts that are tried contain it if that before them is above, and the last below; NaN
    if an interval of eps has too many."""
    nearby = xp.floor_range(epsilon, _STEP)
    if not nearby:
        return xp.inf - xp.inf
    beyond = log_tail(xp, variance, shift, epsilon)
    if beyond < -FAR:
        return xp.within(xp.number(0), xp.exp(beyond))
    least, most = float(nearby[0] * _STEP), float((nearby[-1] + 1) * _STEP)
    first, last = _last_above(variance, shift, most) - 1, _last_above(variance, shift, least) + 2
    charge(8 * size(shift - first))
    sure = loss(xp, variance, shift, first) >= epsilon and loss(xp, variance, shift, last) <= epsilon
    cuts = range(first, last) if sure and last - first <= MOST_CUTS else range(0)
    grown = xp.exp(epsilon)
    return best(xp, cuts, lambda m: at_most(xp, variance, m) - grown * at_most(xp, variance, m - shift))


def log_tail(xp: Arithmetic, variance: Fraction, shift: int, epsilon: Value) -> Value:
    """An upper bound on log delta, (shift + 1) s/2 - v (s sinh s - cosh s + 1) with s = eps/shift or less. It is at
    most (shift + 1) s/2 - v s^2/2, and holds where v sinh s >= (shift + 1)/2.

    delta is at most P(j <= m) for the last m = -k whose loss is above eps. As -log r_j <= asinh((j + 1)/v) (`fall`),
    and asinh is concave, that loss is at most shift asinh((k + h)/v), h = (shift + 1)/2, so that k >= v sinh s - h. By
    Chernoff's bound log P(j >= k) <= -E(k), E(k) = k asinh(k/v) - sqrt(k^2 + v^2) + v, which is convex; at v sinh s it
    has the slope s."""
    slope, half = xp.minimum(epsilon / shift, xp.number(99)), xp.number(Fraction(shift + 1, 2))
    grown = xp.exp(slope)
    return half * slope - xp.number(variance) * (slope * (grown - 1 / grown) / 2 - (grown + 1 / grown) / 2 + 1)


def loss(xp: Arithmetic, variance: Fraction, shift: int, m: int) -> Value:
    """log P(m)/P(m - shift)."""
    return log_probability(xp, variance, m) - log_probability(xp, variance, m - shift)


def _last_above(variance: Fraction, shift: int, epsilon: float) -> int:
    """The last m whose loss is above eps >= 0, about, in floats."""
    high = shift // 2 + 1  # not above 0
    step = 1
    while float(loss(floats, variance, shift, high - step)) <= epsilon:
        high, step = high - step, 2 * step
    low = high - step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if float(loss(floats, variance, shift, middle)) > epsilon else (low, middle)
    return low
