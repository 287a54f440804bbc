"""How many of k answers of randomized response are lies, of the odds e^-eps0 each: single weights, and how likely at most so many are."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from flint import arb

_REACH = 763.0
"""Outside a window are less than e^-763 = 2^-1100 of all."""


def window(epsilon0: float, k: int) -> tuple[int, int]:
    """The numbers of lies between which nearly all the weight lies, by Chernoff's bounds; `rest` says how much does not."""
    mean = k / (1 + exp(epsilon0))
    below = sqrt(2 * _REACH * mean)
    above = _REACH / 3 + sqrt(_REACH**2 / 9 + 2 * _REACH * mean)
    return max(0, int(mean - below) - 1), min(k, int(mean + above) + 2)


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
