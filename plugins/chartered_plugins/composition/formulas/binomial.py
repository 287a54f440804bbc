"""The binomial distribution of the number of flips among k randomized responses, each with odds e^-eps0: its masses,
its cumulative distribution function, and windows outside which the mass is negligible."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import exp, sqrt

from chartered_verify.arithmetic import Arithmetic, Enclosing, Value, balls
from chartered_verify.work_budget import charge
from flint import arb

BITS = 128
"""The precision in bits of results that are passed on as doubles."""
TAIL_EXPONENT = 763.0
"""The mass outside a window is less than e^-763 = 2^-1100 on either side."""


def window(epsilon0: float, k: int, exponent: float = TAIL_EXPONENT) -> tuple[int, int]:
    """A range of flips with less mass than e^-exponent outside on either side, by Bernstein's inequality; `rest` bounds
    that mass."""
    if epsilon0 < 0:
        low, high = window(-epsilon0, k, exponent)
        return k - high, k - low
    chance = exp(-epsilon0) / (1 + exp(-epsilon0))
    above = exponent / 3 + sqrt(exponent**2 / 9 + 2 * exponent * k * chance * (1 - chance))
    below = min(above, sqrt(2 * exponent * k * chance))
    return max(0, int(k * chance - below) - 1), min(k, int(k * chance + above) + 2)


def weights(xp: Arithmetic, epsilon0: Value, k: int, first: int, last: int) -> list[Value]:
    """The masses C(k,l) p^(k-l) (1-p)^l with odds (1-p)/p = e^-eps0, for l = first, ..., last."""
    charge(3 * (last - first))
    odds = xp.exp(-epsilon0)
    found = [(1 + odds) ** -k if first == 0 else weight(xp, epsilon0, k, first)]
    for flips in range(first, last):
        found.append(found[-1] * (k - flips) / (flips + 1) * odds)
    return found


def rest(xp: Arithmetic, epsilon0: Value, k: int, first: int, weight: Value) -> Value:
    """An upper bound on Pr[fewer than `first` flips] by a geometric series, since the ratio of successive masses
    decreases."""
    if first == 0:
        return xp.number(0)
    ratio = xp.exp(epsilon0) * first / (k - first + 1)
    return weight * ratio / (1 - ratio)


def weight(xp: Arithmetic, epsilon0: Value, k: int, flips: int) -> Value:
    """The mass of one number of flips, by the gamma function, for any number of responses."""
    choices = xp.lgamma(xp.number(k + 1)) - xp.lgamma(xp.number(flips + 1)) - xp.lgamma(xp.number(k - flips + 1))
    return xp.exp(choices - (k - flips) * xp.log1p(xp.exp(-epsilon0)) - flips * xp.log1p(xp.exp(epsilon0)))


def tight_weight(xp: Enclosing, epsilon0: Value, k: int, flips: int) -> arb:
    """The same mass in balls, with extra bits for the cancellation among the gamma functions."""
    with balls(2 * xp.bits) as more:
        found: arb = weight(more, epsilon0, k, flips)
    return found


@lru_cache(maxsize=256)
def cached_cdf(bits: int, epsilon0: Fraction, k: int, flips: int) -> arb:
    """Pr[at most `flips` flips] in balls of `bits` bits, cached."""
    with balls(bits) as xp:
        found: arb = cdf(xp, xp.number(epsilon0), k, flips)
    return found


def cdf(xp: Enclosing, epsilon0: Value, k: int, flips: int) -> Value:
    """The cumulative distribution function Pr[at most `flips` flips]: the last mass times a series, or 1 minus the
    complement if that is smaller."""
    if not 0 <= flips < k:
        return arb(flips >= k)
    if xp.exp(epsilon0) * flips > k - flips:
        return 1 - cdf(xp, -epsilon0, k, k - flips - 1)
    return tight_weight(xp, epsilon0, k, flips) * below(xp, epsilon0, k, flips)


def below(xp: Enclosing, epsilon0: Value, k: int, flips: int) -> Value:
    """Pr[at most l flips]/Pr[l flips] = 2F1(1, -l; k-l+1; -e^eps0), for l at most the mean."""
    odds = xp.exp(epsilon0)
    if _many_terms(xp, odds, k, flips):
        return xp.hypgeom_2f1(-odds, 1, -flips, k - flips + 1)
    term = total = arb(1)
    least = arb(2) ** -xp.bits
    for kept in range(flips, 0, -1):
        charge(3)
        ratio = odds * kept / (k - kept + 1)
        term = term * ratio
        total = total + term
        if term < least * total:  # the ratios decrease and are below 1: a geometric series bounds the remainder
            return total + arb(0).union(term * ratio / (1 - ratio))
    return total


def _many_terms(xp: Enclosing, odds: Value, k: int, flips: int) -> bool:
    """Whether the series may take more than bits^2 terms, which take as long as Arb's 2F1: there are that many, and the
    ratio of the first two is hardly below 1."""
    return flips > xp.bits**3 and not odds * flips / (k - flips + 1) < 1 - arb(1) / xp.bits
