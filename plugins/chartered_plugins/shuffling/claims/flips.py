"""Claims about counting flips and clones: tails and rests beside whole numbers, and the pieces into which many clones
are cut."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any

from chartered.proving.as_stated import together
from chartered.proving.book import Book, claims_of
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, floats
from chartered_verify.enclosure import fraction_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...composition.formulas import binomial
from ..formulas import clones
from .clones_reduction import heads_from

RESPONSES = Book("responses", "direct computation")
CLONES = Book("feldman2021.clones", "direct computation")
claims = claims_of(RESPONSES, CLONES)
BITS = 128


def _weight(xp: Any, epsilon0: Fraction, k: int, flips: int) -> Any:
    """C(k, l) e^-l eps0/(1 + e^-eps0)^k."""
    size = xp.number(epsilon0)
    return xp.exp(-flips * size) * xp.number(comb(k, flips)) / (1 + xp.exp(-size)) ** k


def _near(xp: Any, found: Any, exact: Any, digits: int = 25) -> bool:
    return bool(found.overlaps(exact)) and bool(abs(found - exact) * 10**digits <= exact)


@RESPONSES.table(
    "profile.flips",
    "At most l of k answers are flips with the sum of their weights; the mass below a place is at most the "
    "geometric series.",
    "sum over all counts",
    "k = 1, 7 and 300, seven eps0 of both signs, places up to both ends",
)
def _tails(effort: Effort) -> Verdict:
    def agrees(k: int, epsilon0: Fraction, share: Fraction) -> bool:
        flips = int(share * k)
        with balls(BITS) as xp:
            every = [_weight(xp, epsilon0, k, j) for j in range(k + 1)]
            below = sum(every[:flips], xp.number(0))
            rest = binomial.rest(xp, xp.number(epsilon0), k, flips, every[flips])
            falls = bool(xp.exp(xp.number(epsilon0)) * flips < k - flips + 1)
            runs = binomial.weights(xp, xp.number(epsilon0), k, 0, k)
            later = binomial.weights(xp, xp.number(epsilon0), k, flips, k)
            first = (
                flips == 0
                or not falls
                or (
                    not rest < below
                    and bool(rest <= every[flips] / (xp.exp(-xp.number(epsilon0)) * (k - flips + 1) / flips - 1) * 2)
                )
            )
            return (
                first
                and _near(xp, binomial.cached_cdf(BITS, epsilon0, k, flips), below + every[flips])
                and all(
                    _near(xp, found, one) for found, one in zip((*runs, *later), (*every, *every[flips:]), strict=True)
                )
            )

    sizes = [Fraction(x, 10) for x in (-30, -7, -1, 0, 4, 11, 50)]
    return sample(
        agrees, list(product((1, 7, 300), sizes, (Fraction(j, 10) for j in range(11)))), 25, "tails against sums"
    )


@RESPONSES.table(
    "profile.many",
    "Neighbouring tails differ by one weight, and both tails make 1; less mass than stated is outside a window.",
    "sum over all counts",
    "k = 1000, 100000 and 10^9, at the mean, eight deviations to both sides and thirty below",
)
def _many(effort: Effort) -> Verdict:
    def agrees(k: int, epsilon0: Fraction, deviations: int) -> bool:
        with balls(256) as xp:
            chance = 1 / (1 + xp.exp(xp.number(epsilon0)))
            flips = int(float(k * chance) + deviations * float(k * chance * (1 - chance)) ** 0.5)
            if not 0 < flips < k:
                return True
            here, before = (binomial.cached_cdf(256, epsilon0, k, j) for j in (flips, flips - 1))
            other = binomial.cached_cdf(256, -epsilon0, k, k - flips - 1)
            one = binomial.weight(xp, xp.number(epsilon0), k, flips)
            return bool((here - before).overlaps(one)) and _near(xp, here + other, xp.number(1))

    def outside(k: int, epsilon0: Fraction, reach: int) -> bool:
        low, high = binomial.window(float(epsilon0), k, float(reach))
        with balls(BITS) as xp:
            least = xp.exp(xp.number(-reach))
            left, right = (
                binomial.cached_cdf(BITS, epsilon0, k, low - 1),
                binomial.cached_cdf(BITS, -epsilon0, k, k - high - 1),
            )
            wide = xp.exp(xp.number(-4 * reach - 10))
            tight = (low == 0 or bool(left > wide)) and (high == k or bool(right > wide))
            return bool(left <= least) and bool(right <= least) and tight

    many = sample(
        agrees,
        list(product((1000, 10**5, 10**9), (Fraction(-2), Fraction(1, 10), Fraction(5)), (-30, -8, 0, 8))),
        25,
        "neighbouring tails",
    )
    windows = sample(
        outside,
        list(product((50, 10**4, 10**7), (Fraction(-3), Fraction(0), Fraction(1), Fraction(6)), (16, 160))),
        25,
        "windows",
    )
    return together(many, windows)


@CLONES.soundness(
    "runs",
    "The runs of clones begin at 0 and rise; each weighs no less than the numbers in it, and all weigh 1 but for "
    "what is coarse.",
    "our enclosure",
    "n = 2 to 10^6 reports, two eps0 and two shares",
)
def _runs(effort: Effort) -> Verdict:
    def sound(n: int, epsilon0: Fraction, share: Fraction) -> bool:
        with balls(BITS) as xp:
            found = clones.runs(xp, epsilon0, n, share)
            odds = fraction_of(xp.log((xp.exp(xp.number(epsilon0)) - xp.number(share)) / xp.number(share)).mid())
            ends = [run.least for run in found] + [n]
            if ends[0] != 0 or any(low >= high for low, high in pairwise(ends)):
                return False
            total = sum((run.mass for run in found), xp.number(0))
            slack = xp.number(Fraction(1, 10**12))
            looked = found[:3] + found[3 :: 1 + len(found) // 6]
            places = {run.least: end for run, end in zip(found, ends[1:], strict=True)}
            for run in looked:
                with balls(2 * BITS):
                    inside = binomial.cached_cdf(2 * BITS, odds, n - 1, places[run.least] - 1) - binomial.cached_cdf(
                        2 * BITS, odds, n - 1, run.least - 1
                    )
                if run.mass < inside * (1 - slack):
                    return False
            return not total < 1 and bool(total < 1 + slack)

    cases = list(product((2, 50, 5000, 10**6), (Fraction(1, 2), Fraction(3)), (Fraction(1), Fraction(1, 3))))
    return sample(sound, cases, 12, "runs of clones")


@CLONES.table(
    "walk",
    "A walk over numbers of coins gives one weight and the tail from it on, also where it jumps.",
    "sum over all outcomes",
    "three walks up to 5000 coins, in balls and doubles",
)
def _walk(effort: Effort) -> Verdict:
    def agrees(name: str, theta: Fraction, counts: tuple[int, ...]) -> bool:
        with balls(BITS) as ball:
            walk = clones.Walk(ball if name == "balls" else floats)
            for c in counts:
                x = int((c + 1) * theta) + 1
                walk.to(c, x)
                at = ball.number(Fraction(comb(c, x - 1), 2**c))
                beyond = ball.number(Fraction(heads_from(c, x), 2**c))
                digits = 25 if name == "balls" else 9
                for found, exact in ((walk.at, at), (walk.beyond, beyond)):
                    given = found if name == "balls" else ball.number(Fraction(found))
                    if not abs(given - exact) * 10**digits <= ball.maximum(exact, at):
                        return False
        return True

    walks = [(0, 1, 2, 3, 10, 11, 50), (3, 300, 900, 3500, 3501, 3600), (2500, 2600, 5000)]
    return sample(agrees, list(product(("balls", "floats"), (Fraction(1, 2), Fraction(11, 20)), walks)), 9, "walks")
