"""Claims about the numbers of flips and clones: tails and remainders compared with exact integer sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.composition.formulas import binomial
from chartered_plugins.shuffling.claims.clones_reduction import heads_from
from chartered_plugins.shuffling.formulas import clones
from chartered_verify.arithmetic import floats

RESPONSES = Proofs("responses", "direct computation", at="sum over all counts")
CLONES = Proofs("feldman2021.clones", "direct computation")
claims = claims_of(RESPONSES, CLONES)
BITS = 128


def _weight(xp: Any, epsilon0: Fraction, k: int, flips: int) -> Any:
    """C(k, l) e^-l eps0/(1 + e^-eps0)^k."""
    size = xp.number(epsilon0)
    return xp.exp(-flips * size) * xp.number(comb(k, flips)) / (1 + xp.exp(-size)) ** k


def _meets(found: Any, exact: Any) -> bool:
    return bool(found.overlaps(exact)) and near(found, exact, 25)


def _tails(xp: Any, k: int, epsilon0: Fraction, share: Fraction) -> bool:
    flips, size = int(share * k), xp.number(epsilon0)
    every = [_weight(xp, epsilon0, k, j) for j in range(k + 1)]
    below = sum(every[:flips], xp.number(0))
    rest = binomial.rest(xp, size, k, flips, every[flips])
    first = True
    if flips and xp.exp(size) * flips < k - flips + 1:
        most = every[flips] / (xp.exp(-size) * (k - flips + 1) / flips - 1)
        first = not rest < below and bool(rest <= most * 2)
    runs, later = binomial.weights(xp, size, k, 0, k), binomial.weights(xp, size, k, flips, k)
    return (
        first
        and _meets(binomial.cached_cdf(BITS, epsilon0, k, flips), below + every[flips])
        and all(_meets(found, one) for found, one in zip((*runs, *later), (*every, *every[flips:]), strict=True))
    )


def _neighbouring(xp: Any, k: int, epsilon0: Fraction, deviations: int) -> bool:
    chance = 1 / (1 + xp.exp(xp.number(epsilon0)))
    flips = int(float(k * chance) + deviations * float(k * chance * (1 - chance)) ** 0.5)
    if not 0 < flips < k:
        return True
    here, before = (binomial.cached_cdf(256, epsilon0, k, j) for j in (flips, flips - 1))
    other = binomial.cached_cdf(256, -epsilon0, k, k - flips - 1)
    one = binomial.weight(xp, xp.number(epsilon0), k, flips)
    return bool((here - before).overlaps(one)) and _meets(here + other, xp.number(1))


def _outside(xp: Any, k: int, epsilon0: Fraction, reach: int) -> bool:
    low, high = binomial.window(float(epsilon0), k, float(reach))
    least, wide = xp.exp(xp.number(-reach)), xp.exp(xp.number(-4 * reach - 10))
    left = binomial.cached_cdf(BITS, epsilon0, k, low - 1)
    right = binomial.cached_cdf(BITS, -epsilon0, k, k - high - 1)
    tight = (low == 0 or bool(left > wide)) and (high == k or bool(right > wide))
    return bool(left <= least) and bool(right <= least) and tight


def _walked(ball: Any, name: str, theta: Fraction, counts: tuple[int, ...]) -> bool:
    walk = clones.Walk(ball if name == "balls" else floats)
    for c in counts:
        x = int((c + 1) * theta) + 1
        walk.to(c, x)
        at, beyond = (ball.number(Fraction(ways, 2**c)) for ways in (comb(c, x - 1), heads_from(c, x)))
        for found, exact in ((walk.at, at), (walk.beyond, beyond)):
            given = found if name == "balls" else ball.number(Fraction(found))
            if not near(given, exact, 25 if name == "balls" else 9, of=ball.maximum(exact, at)):
                return False
    return True


RESPONSES.table(
    "profile.flips",
    "The shipped probability that at most l of k answers are flips is the sum of their weights; the mass below a "
    "place is at most the geometric series.",
    "k = 1, 7 and 300, seven eps0 of both signs, places up to both ends",
    Sampled(
        "tails against sums",
        _tails,
        product((1, 7, 300), numbers("-3 -0.7 -0.1 0 0.4 1.1 5"), (Fraction(j, 10) for j in range(11))),
        digits=25,
        bits=256,
    ),
)
RESPONSES.table(
    "profile.many",
    "Neighbouring tails differ by one weight, and both tails make 1; less mass than stated is outside a window.",
    "k = 1000, 100000 and 10^9, at the mean, eight deviations to both sides and thirty below",
    Sampled(
        "neighbouring tails",
        _neighbouring,
        product((1000, 10**5, 10**9), numbers("-2 1/10 5"), (-30, -8, 0, 8)),
        digits=25,
        bits=256,
    ),
    Sampled("windows", _outside, product((50, 10**4, 10**7), numbers("-3 0 1 6"), (16, 160)), digits=25, bits=256),
)
WALKS = [(0, 1, 2, 3, 10, 11, 50), (3, 300, 900, 3500, 3501, 3600), (2500, 2600, 5000)]
CLONES.table(
    "walk",
    "A walk over numbers of coins gives one weight and the tail from it on, also where it jumps.",
    "sum over all outcomes",
    "three walks up to 5000 coins, in balls and doubles",
    Sampled("walks", _walked, product(("balls", "floats"), numbers("1/2 11/20"), WALKS), digits=9, bits=256),
)
