"""How many of k answers of randomized response are lies, of the odds e^-eps0 each: single weights, and how likely at most so many are."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, inf, sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from flint import arb

REACH = 763.0
"""Outside a window are less than e^-763 = 2^-1100 of all, on either side."""

_TERMS, _MOST = 20_000, 5e6
"""Of more terms, at 128 bits, Arb's 2F1 is the faster; its time grows like the third power of the bits, and not with the terms. Of more
than the other no sum comes to an end."""


def window(epsilon0: float, k: int, reach: float = REACH) -> tuple[int, int]:
    """The numbers of lies outside which is less than e^-reach on either side, by Bernstein's bounds; `rest` says how much is."""
    if epsilon0 < 0:
        low, high = window(-epsilon0, k, reach)
        return k - high, k - low
    chance = 1 / (1 + exp(min(epsilon0, 700.0)))
    above = reach / 3 + sqrt(reach**2 / 9 + 2 * reach * k * chance * (1 - chance))
    below = min(above, sqrt(2 * reach * k * chance))
    return max(0, int(k * chance - below) - 1), min(k, int(k * chance + above) + 2)


def weights(xp: Arithmetic, epsilon0: Value, k: int, first: int, last: int) -> list[Value]:
    """C(k,l) p^(k-l) (1-p)^l for the odds (1-p)/p = e^-eps0, for l = first..last."""
    odds = xp.exp(-epsilon0)
    found = [(1 + odds) ** -k if first == 0 else weight(xp, epsilon0, k, first)]
    for lies in range(first, last):
        found.append(found[-1] * (k - lies) / (lies + 1) * odds)
    return found


def rest(xp: Arithmetic, epsilon0: Value, k: int, first: int, weight: Value) -> Value:
    """What fewer than `first` lies weigh together, at most: a geometric series, since each weight is a smaller part of the next one."""
    if first == 0:
        return xp.number(0)
    ratio = xp.exp(epsilon0) * first / (k - first + 1)
    return weight * ratio / (1 - ratio)


def weight(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> Value:
    """One weight by the gamma function, for any number of answers."""
    choices = xp.lgamma(xp.number(k + 1)) - xp.lgamma(xp.number(lies + 1)) - xp.lgamma(xp.number(k - lies + 1))
    return xp.exp(choices - (k - lies) * xp.log1p(xp.exp(-epsilon0)) - lies * xp.log1p(xp.exp(epsilon0)))


@lru_cache(maxsize=256)
def at_most(bits: int, epsilon0: Fraction, k: int, lies: int) -> arb:
    """How likely at most so many lies are, in balls of so many bits: by the tail that falls away from the mean."""
    if not 0 <= lies < k:
        return arb(0 if lies < 0 else 1)
    with balls(bits) as xp:
        if xp.exp(xp.number(epsilon0)) * lies > k - lies:
            return 1 - _tail(bits, -epsilon0, k, k - lies - 1)
    return _tail(bits, epsilon0, k, lies)


def _tail(bits: int, epsilon0: Fraction, k: int, lies: int) -> arb:
    """The last weight times the series 2F1(1, -l; k-l+1; -e^eps0) of all weights over it."""
    with balls(bits + 2 * k.bit_length() + 32) as xp:  # the gamma functions cancel
        last: arb = weight(xp, xp.number(epsilon0), k, lies)
    with balls(bits + 16) as xp:
        series: arb = (-xp.number(epsilon0).exp()).hypgeom_2f1(1, -lies, k - lies + 1)
        return last * series


def below(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> arb:
    """All weights of at most so many lies over the last one, 2F1(1, -l; k-l+1; -e^eps0): term by term unless they are many."""
    odds: arb = xp.exp(epsilon0)
    bits = xp.bits  # type: ignore[attr-defined]
    if not odds.is_finite() or _terms(float(odds), k, lies, bits) > min(_TERMS * (bits / 128) ** 3, _MOST):
        return (-odds).hypgeom_2f1(1, -lies, k - lies + 1)
    term = total = arb(1)
    least = arb(2) ** -bits
    for kept in range(lies, 0, -1):
        term = term * kept / (k - kept + 1) * odds
        total = total + term
        if kept % 16 == 0 and term < least * total and (ratio := odds * kept / (k - kept + 1)) < 1:
            return total + arb(0).union(term * ratio / (1 - ratio))
    return total


def _terms(odds: float, k: int, lies: int, bits: int) -> float:
    """About how many weights there are until one is negligible: they rise down to the most likely number of lies, and then fall."""
    rise, slope = lies - k / (1 + odds), 1 - odds * lies / (k - lies + 1)
    return min(lies, sqrt(2 * lies * bits) + max(rise, 0.0), bits / slope if slope > 0 else inf)
