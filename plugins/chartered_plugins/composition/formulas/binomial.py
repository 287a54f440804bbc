"""How many of k answers of randomized response are lies, of the odds e^-eps0 each: single weights, and how likely at
most so many are."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, sqrt

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.budget import charge
from flint import arb

BITS = 128
"""Precision of what is handed on in doubles."""
REACH = 763.0
"""Outside a window are less than e^-763 = 2^-1100 of all, on either side."""


def window(epsilon0: float, k: int, reach: float = REACH) -> tuple[int, int]:
    """The numbers of lies outside which is less than e^-reach on either side, by Bernstein's bounds; `rest` says how
    much is."""
    if epsilon0 < 0:
        low, high = window(-epsilon0, k, reach)
        return k - high, k - low
    chance = exp(-epsilon0) / (1 + exp(-epsilon0))
    above = reach / 3 + sqrt(reach**2 / 9 + 2 * reach * k * chance * (1 - chance))
    below = min(above, sqrt(2 * reach * k * chance))
    return max(0, int(k * chance - below) - 1), min(k, int(k * chance + above) + 2)


def weights(xp: Arithmetic, epsilon0: Value, k: int, first: int, last: int) -> list[Value]:
    """C(k,l) p^(k-l) (1-p)^l for the odds (1-p)/p = e^-eps0, for l = first..last."""
    charge(3 * (last - first))
    odds = xp.exp(-epsilon0)
    found = [(1 + odds) ** -k if first == 0 else weight(xp, epsilon0, k, first)]
    for lies in range(first, last):
        found.append(found[-1] * (k - lies) / (lies + 1) * odds)
    return found


def rest(xp: Arithmetic, epsilon0: Value, k: int, first: int, weight: Value) -> Value:
    """What fewer than `first` lies weigh together, at most: a geometric series, since each weight is a smaller part of
    the next one."""
    if first == 0:
        return xp.number(0)
    ratio = xp.exp(epsilon0) * first / (k - first + 1)
    return weight * ratio / (1 - ratio)


def weight(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> Value:
    """One weight by the gamma function, for any number of answers."""
    choices = xp.lgamma(xp.number(k + 1)) - xp.lgamma(xp.number(lies + 1)) - xp.lgamma(xp.number(k - lies + 1))
    return xp.exp(choices - (k - lies) * xp.log1p(xp.exp(-epsilon0)) - lies * xp.log1p(xp.exp(epsilon0)))


def tight_weight(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> arb:
    """The same in balls, with the digits that the gamma functions cancel."""
    with balls(2 * xp.bits) as more:  # type: ignore[attr-defined]
        found: arb = weight(more, epsilon0, k, lies)
    return found


@lru_cache(maxsize=256)
def at_most(bits: int, epsilon0: Fraction, k: int, lies: int) -> arb:
    """How likely at most so many lies are, in balls of so many bits."""
    with balls(bits) as xp:
        found: arb = head(xp, xp.number(epsilon0), k, lies)
    return found


def head(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> Value:
    """How likely at most so many lies are: the last weight and all below it, or 1 less the rest where that is the
    smaller one."""
    if not 0 <= lies < k:
        return arb(lies >= k)
    if xp.exp(epsilon0) * lies > k - lies:
        return 1 - head(xp, -epsilon0, k, k - lies - 1)
    return tight_weight(xp, epsilon0, k, lies) * below(xp, epsilon0, k, lies)


def below(xp: Arithmetic, epsilon0: Value, k: int, lies: int) -> Value:
    """All weights of at most so many lies over the last one, 2F1(1, -l; k-l+1; -e^eps0), where they are not above the
    mean."""
    odds, bits = xp.exp(epsilon0), xp.bits  # type: ignore[attr-defined]
    if (
        lies > bits**3 and not odds * lies / (k - lies + 1) < 1 - arb(1) / bits
    ):  # more than bits^2 terms take as long as Arb's 2F1
        return xp.hypgeom_2f1(-odds, 1, -lies, k - lies + 1)  # type: ignore[attr-defined]
    term = total = arb(1)
    least = arb(2) ** -bits
    for kept in range(lies, 0, -1):
        charge(3)
        ratio = odds * kept / (k - kept + 1)
        term = term * ratio
        total = total + term
        if term < least * total:  # the ratios fall, and are below 1: a geometric series
            return total + arb(0).union(term * ratio / (1 - ratio))
    return total
