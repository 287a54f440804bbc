"""Claims about the binomial distribution function and its windows: the windows follow from Bernstein's inequality, and
the function is a sum of weights, for any number of trials."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, sqrt
from types import SimpleNamespace
from typing import Any, cast

from chartered.proving import Each, Proofs, Sampled, numbers
from chartered_plugins.composition.formulas import binomial

BOOK = Proofs("responses", "direct computation")
SIZES = numbers("-6 -1 0 1/3 6 20 800")


def away(k: int, epsilon0: Fraction, deviations: int) -> int:
    """A number of flips among k, this number of standard deviations above its mean, in doubles."""
    chance = 1 / (1 + exp(epsilon0))
    return int(k * chance + deviations * sqrt(k * chance * (1 - chance)))


def _windows(xp: Any, k: int, epsilon0: Fraction, reach: Fraction) -> bool:
    low, high = binomial.window(float(epsilon0), k, float(reach))
    if epsilon0 < 0:  # what is no lie of the other sign
        low, high = k - high, k - low
    chance = 1 / (1 + xp.exp(xp.number(abs(epsilon0))))
    mean, spread = k * chance, k * chance * (1 - chance)

    def within(t: Any) -> bool:
        """Whether a number `places` above the mean is inside the window; everything below the window is."""
        return bool(t < 0) or bool(t**2 <= 2 * xp.number(reach) * (spread + t / 3))

    def below(index: int) -> bool:
        t = mean - index
        return within(t) and (bool(t < 0) or bool(t**2 <= 2 * xp.number(reach) * mean))

    starts = (not below(low + 1) and below(low + 2)) if low > 0 else below(2)
    ends = (within(high - 2 - mean) and not within(high - 1 - mean)) if high < k else within(k - 2 - mean)
    return starts and ends


BOOK.table(
    "profile.windows",
    "A window ends two places above the last one at which Bernstein's exponent t^2/(2 (v + t/3)), v = k c (1-c), is "
    "at most the reach, t places above the mean; and as far below the mean, or where the exponent t^2/(2 k c) is, if "
    "that is nearer.",
    "Bernstein's inequality",
    "k = 1, 50, 10^4 and 10^12, seven eps0, reaches 1/2 to 763",
    Sampled(
        "balls at the ends of each window",
        _windows,
        digits=12,
        bits=128,
        k=(1, 50, 10**4, 10**12),
        eps0=SIZES,
        reach=numbers("1/2 16 160 763"),
    ),
)


def _cdf(xp: Any, k: int, epsilon0: Fraction) -> bool:
    none, every_one = ((1 + xp.exp(sign * xp.number(epsilon0))) ** -k for sign in (-1, 1))
    wanted = {-2: 0, -1: 0, 0: none, k - 1: 1 - every_one, k: 1, k + 1: 1}
    pairs = [(binomial.cached_cdf(128, epsilon0, k, flips), xp.number(value)) for flips, value in wanted.items()]
    return all(found.overlaps(value) and abs(found - value) * 10**30 <= value for found, value in pairs)


BOOK.table(
    "profile.cdf",
    "At most l flips of k: nothing below 0, all from k on, and at both ends one weight.",
    "definition",
    "k = 1, 2 and 5, four eps0, l = -2, -1, 0, k - 1, k and k + 1",
    Each("balls", _cdf, bits=128, k=(1, 2, 5), eps0=SIZES[1:5]),
)


def _series(xp: Any, epsilon0: Fraction, deviations: int) -> Any:
    k = 10**7
    flips = away(k, epsilon0, deviations)
    coarse, fine = (binomial.cached_cdf(bits, epsilon0, k, flips) for bits in (128, 256))
    rest = binomial.cached_cdf(128, -epsilon0, k, k - flips - 1)
    same = coarse.overlaps(fine) and abs(coarse - fine) * 2**90 <= fine
    return same and (coarse + rest).overlaps(xp.number(1))


BOOK.table(
    "profile.series",
    "Where the series of all smaller weights is Arb's it is the one that is summed at more bits, in a tail to its own "
    "digits; both ends make 1.",
    "direct computation",
    "k = 10^7, eps0 = 0, -1 and 1/2, 30 deviations below the mean, one below and 8 above",
    Sampled(
        "128 bits against 256",
        _series,
        digits=25,
        bits=256,
        eps0=numbers("0 -1 1/2"),
        deviations_from_the_mean=(-30, -1, 8),
    ),
)


def _rests(xp: Any, k: int, epsilon0: Fraction, deviations: int, bits: int) -> bool:
    flips, size = max(2, away(k, epsilon0, -deviations)), xp.number(epsilon0)
    found = binomial.below(cast(Any, SimpleNamespace(bits=bits, exp=xp.exp)), size, k, flips)
    terms = [xp.exp((flips - j) * size) * xp.number(Fraction(comb(k, j), comb(k, flips))) for j in range(flips, -1, -1)]
    kept, total = xp.number(0), sum(terms, xp.number(0))
    for j, (term, after) in enumerate(zip(terms, [*terms[1:], xp.number(0)], strict=True)):
        kept = kept + term
        ratio = terms[j] / terms[j - 1] if j else xp.number(2)
        if ratio < 1 and term * 2**bits < kept:
            rest = term * ratio / (1 - ratio)
            return bool(after <= rest) and _is(found, kept, kept + rest) and bool(total <= kept + rest)
    return _is(found, total, total)


BOOK.soundness(
    "profile.rests",
    "A series that ends early holds the whole one: from the terms summed so far to a geometric series of all that "
    "follow.",
    "the ratios of weights fall",
    "k = 40 and 1000, eps0 = 0, 1/10 and 1, one to eight deviations below the mean, ending at 2^-9 and 2^-20",
    Sampled(
        "terms in balls",
        _rests,
        digits=30,
        bits=192,
        k=(40, 1000),
        eps0=numbers("0 1/10 1"),
        deviations_below_the_mean=(1, 3, 8),
        ending_at_bits=(9, 20),
    ),
)


def _is(found: Any, low: Any, high: Any) -> bool:
    """Whether the ball is that interval, to 6 digits of its width and 40 of its magnitude."""
    slack = (high - low) / 10**6 + high / 10**40
    return bool(abs(found.lower() - low) <= slack) and bool(abs(found.upper() - high) <= slack)
