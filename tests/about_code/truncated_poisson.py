"""Claims about the bound on cut batches that ships: its terms, and the probabilities in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, near, numbers, registered
from chartered_plugins.basics.formulas.gaussian_profile import delta_mu
from chartered_plugins.batches.formulas import truncated_poisson as formulas
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Direction
from chartered_plugins.loss_distribution.guarantee import LossDistribution
from chartered_plugins.subsampling.formulas import removal_and_addition as sampled
from msgspec import structs

BOOK = Proofs("truncated-poisson", "Chua et al. 2024 (2411.04205); ours")
SIZES = [(40, 3, Fraction(1, 2)), (30, 1, Fraction(1, 10)), (9, 2, Fraction(2, 3)), (60, 12, Fraction(1, 10))]
"""Records, the size of a batch, and the rate: batches that are nearly all cut, and few of them."""


def _noise(mu: Fraction) -> Direction:
    return Direction(lambda xp, epsilon: delta_mu(xp, xp.number(mu), epsilon))


def _written(xp: Any, sizes: tuple[int, int, Fraction], mu: Fraction, level: Fraction, removal: bool) -> bool:
    records, largest, rate = sizes
    found, noise, t = formulas.batches(records, rate, largest), _noise(mu), xp.number(level)
    c, o, d = (xp.number(probability) for probability in (found.chosen, found.alone, found.others))

    def h(times: int, at: Any) -> Any:
        return delta_mu(xp, times * xp.number(mu), xp.log(at))

    own, other, left = t + (t - 1) * o / c, (t - 1) * d / c, 1 - (t - 1) * o / c
    b = 2 / (1 + xp.sqrt(1 + 4 * other / (own * xp.exp(xp.number(mu * mu / 2))) ** 2))
    told = b * h(1, own / b) + (1 - b) * h(2, other / (1 - b)) if removal else xp.number(0)
    if not removal and left > 0:
        told = left * h(1, (t + other) / left)
    alone = sampled.removal(rate, noise) if removal else sampled.addition(rate, noise)
    written = xp.number(found.uncut) * alone.curve(xp, xp.log(t)) + c * told
    ships = formulas.directions(found, rate, (noise, noise), mu)[0 if removal else 1]
    whole = formulas.directions(found, rate, (noise, noise), None)[0]
    return near(ships.curve(xp, xp.log(t)), written, 15) and bool(
        not removal or ships.curve(xp, xp.log(t)) <= whole.curve(xp, xp.log(t))
    )


BOOK.table(
    "pld.written-out",
    "The shipped bound is the uncut sample and what is lost given B - 1 others, with a share of both tests that is no "
    "larger than the first test alone.",
    "4 sizes, 2 noises, 2 e^eps, both orders; 15 digits",
    Sampled(
        "balls: term by term",
        _written,
        digits=15,
        bits=256,
        why="a sum of two profiles",
        sizes=SIZES,
        mus=numbers("1/2 2"),
        levels=numbers("3/2 4"),
        orders=(True, False),
    ),
)


def _registered(xp: Any, sigma: Fraction, level: Fraction) -> bool:
    """The theorem's pair in both directions, and its lower end: a Poisson sample at the chance to be in a batch."""
    noise, theorem = _noise(1 / sigma), registered("truncated-poisson.pld")
    step = structs.replace(
        case(f"poisson:rate=1/2,of=9,largest=3/gaussian:sigma={sigma}"),
        inner=LossDistribution((((noise, noise), 1),), (0,), side=ch.Side.EXACT),
    )
    eps, found, least = xp.log(xp.number(level)), theorem.apply(step), theorem.from_below.apply(step)
    ((above, runs),), ((below, _),) = found.composition, least.composition
    batches = formulas.batches(9, Fraction(1, 2), 3)
    exact = sampled.removal(batches.kept, noise), sampled.addition(batches.kept, noise)
    shipped = formulas.directions(batches, Fraction(1, 2), (noise, noise), 1 / sigma)
    same = [*zip(above, shipped, strict=True), *zip(below, exact, strict=True)]
    known = runs == 1 and found.deltas_at_infinity == least.deltas_at_infinity == (0,)
    return known and all(near(one.curve(xp, eps), other.curve(xp, eps), 15) for one, other in same)


BOOK.table(
    "pld.registered",
    "The theorem states the shipped pair from above, and from below the sample whose rate is that of being in a batch.",
    "two noises, 2 e^eps; 15 digits",
    Sampled(
        "balls: both pairs",
        _registered,
        digits=15,
        bits=192,
        why="values are compared one by one",
        sigmas=numbers("1 3"),
        levels=numbers("3/2 4"),
    ),
)


def _binomial(n: int, p: Fraction, k: int) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


@BOOK.identity(
    "pld.probabilities",
    "The shipped probabilities are those of a cut batch: B - 2 others or fewer enter; besides B - 1 others there is "
    "the record, nobody, or another one; and the record is in its batch with E min(N, B)/n. The first two are rounded "
    "up, the others down, by at most 10^-30.",
    "6 sizes, 3 rates, exact fractions",
    Sampled(
        "run: exact fractions",
        why="a sum of a number of terms that is not fixed",
        cases=[
            (n, p, largest)
            for (n, largest), p in product(
                ((2, 1), (3, 1), (5, 4), (40, 3), (60, 30), (200, 11)), numbers("1/100 1/2 9/10")
            )
        ],
    ),
)
def _probabilities(n: int, p: Fraction, largest: int) -> bool:
    found, least = formulas.batches(n, p, largest), Fraction(1, 10**30)
    exact = [_binomial(n - 1, p, others) for others in range(n)]
    kept = sum((_binomial(n, p, k) * min(k, largest) for k in range(n + 1)), Fraction(0)) / n
    stays = [p * min(Fraction(1), Fraction(largest, others + 1)) for others in range(n)]
    chosen = sum(
        (mass * stay for mass, stay in zip(exact[largest - 1 :], stays[largest - 1 :], strict=True)), Fraction(0)
    )
    alone = (1 - p) * exact[largest - 1]
    above = (found.uncut - sum(exact[: largest - 1], Fraction(0)), found.chosen - chosen)
    below = (alone - found.alone, sum(exact[largest - 1 :]) - chosen - alone - found.others, kept - found.kept)
    return all(0 <= wrong <= least for wrong in (*above, *below))


def _far(n: int, p: Fraction, largest: int) -> bool:
    found = formulas.batches(n, p, largest)
    most = Fraction(largest, n) + Fraction(1, 10**30)
    return 0 <= found.uncut <= 1 and 0 < found.chosen <= most and 0 < found.rate <= 1 and found.kept > 0


BOOK.identity(
    "pld.any-size",
    "They are there for any number of records, also where nearly all batches are cut, or none.",
    "up to 10^9 records",
    Sampled(
        "run",
        _far,
        why="examples",
        cases=[
            (10**6, Fraction(1, 2), 9),
            (10**9, Fraction(1, 10**6), 1100),
            (10**9, Fraction(1, 2), 10**9 - 1),
            (10**5, Fraction(1, 10**9), 10**4),
        ],
    ),
)
