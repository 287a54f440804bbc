"""What a test shows of a record that is in k of t steps, drawn at random, with Gaussian noise in each: a lower end.

Each step's output has the likelihood ratio r of the step with the record to the step without it, and the score V =
log(1 - q + q r), q = k/t, rounded to a multiple of the spacing. The sum of all scores follows from the outputs. Without
the record it is a sum of t independent scores. With it, k of these are those of steps with the record, whichever they
are, since scores are added in any order. So for every threshold

    delta(eps) >= P(sum above it) - e^eps Q(sum above it),

where probabilities of what is above it with the record, and of what is not above it without it, are rounded down."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from chartered_verify.work_budget import charge
from msgspec import Struct

from .packed_convolution import PackedLaw

_MORE_BITS = 64
_LOSS_SHARE = Fraction(2, 3)
"""The bits of what may be lost outside a window, as a share of those of a probability."""


class Scores(Struct, frozen=True):
    """Steps with the record and without it, of noise with `mu_squared`, each of which the record is in with the
    probability `rate`; the lattice of scores, which has `points` above the least sum, and `cells` above that of one
    step; and the bits of a probability."""

    mu_squared: Fraction
    rate: Fraction
    tilted: int
    plain: int
    spacing: Fraction
    cells: int
    points: int
    bits: int


@lru_cache(maxsize=4)
def tails(scores: Scores) -> tuple[list[int], list[int]]:
    """Lower bounds in units of 2^-bits, by the number i of points: on P(sum >= i) and on Q(sum < i), up to `points`."""
    charge(scores.cells * 20)
    without, with_record = (PackedLaw.of(masses, scores.bits, above=False) for masses in _masses(scores))
    loss = int(scores.bits * _LOSS_SHARE)
    rest, spare, used = (
        law.power(times, scores.points, loss)
        for law, times in ((without, scores.plain), (without, scores.tilted), (with_record, scores.tilted))
    )
    unseen, seen = (_listed(rest.times(other), scores.points) for other in (spare, used))
    return list(accumulate(reversed(seen), initial=0))[::-1], list(accumulate(unseen, initial=0))


def _listed(law: PackedLaw, points: int) -> list[int]:
    """The masses of 0, 1, ..., points."""
    found = ([0] * law.offset + law.masses)[: points + 1]
    return found + [0] * (points + 1 - len(found))


def _masses(scores: Scores) -> tuple[list[int], list[int]]:
    """Lower bounds on the probabilities of one score, without the record and with it: of the least cell all that is
    not above it, of the last one all that is not below it."""
    found: tuple[list[int], list[int]] = [], []
    with balls(scores.bits + _MORE_BITS) as xp:
        mu, rate, least = xp.sqrt(xp.number(scores.mu_squared)), xp.number(scores.rate), lowest(scores)
        for masses, way in zip(found, (1, -1), strict=True):
            below = xp.number(0)
            for cell in range(scores.cells + 1):
                edge = xp.number((least + cell + Fraction(1, 2)) * scores.spacing)
                ratio = (xp.exp(edge) - 1 + rate) / rate
                last = cell == scores.cells
                above = xp.number(1) if last else _up_to(xp, ratio, mu, way)
                mass = fraction_of((above - below).lower())
                masses.append(max(0, (mass.numerator << scores.bits) // mass.denominator))
                below = above
    return found


def _up_to(xp: Any, ratio: Any, mu: Any, way: int) -> Any:
    """The probability that the ratio of a step is at most this one, without the record (1) or with it (-1)."""
    if not ratio > 0:
        return xp.number(0) if ratio <= 0 else xp.number(0).union(xp.number(1))
    return xp.ndtr(xp.log(ratio) / mu + way * mu / 2)


@lru_cache(maxsize=8)
def lowest(scores: Scores) -> int:
    """The least multiple of the spacing to which a score may be rounded; of a score beside an edge one below it."""
    with balls(128) as xp:
        least = xp.log(xp.number(1 - scores.rate)) / xp.number(scores.spacing)
        return int(xp.floor_range(least + xp.number(Fraction(1, 2)))[0])
