"""Claims about discrete Gaussian noise on a Poisson sample where a record is replaced: the sum, and its tails."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Any

from chartered.proving import Each, Proofs, Sampled, case, claims_of, numbers, registered
from flint import acb, arb

from ..formulas.contour import Contour
from ..formulas.replaced_discrete_gaussian import ReplacedDiscreteGaussian

_BITS = 160
MECHANISMS = [
    ReplacedDiscreteGaussian(Fraction(1, 100), Fraction(1)),
    ReplacedDiscreteGaussian(Fraction(1, 2), Fraction(9), 2),
    ReplacedDiscreteGaussian(Fraction(9, 10), Fraction(1, 3), 3),
]
BOOK = Proofs("poisson-discrete-gaussian.replaced-characteristic", "direct computation")
claims = claims_of(BOOK)


def _terms(xp: Any, m: ReplacedDiscreteGaussian, z: acb, integers: Sequence[int]) -> list[acb]:
    """Written out, without the normalisation."""
    q, v, d = xp.number(m.rate), xp.number(m.variance), m.shift
    found = []
    for k in integers:
        ahead, back = ((1 - q + q * (arb(2 * way * k * d - d * d) / (2 * v)).exp()).log() for way in (1, -1))
        found.append((z * ahead + (1 - z) * back - arb(k * k) / (2 * v)).exp())
    return found


def _sum(xp: Any, m: ReplacedDiscreteGaussian, order: Fraction, height: Fraction, accuracy: int) -> bool:
    reach = 6 * m.shift * (8 + int(order)) + int(40 * float(m.variance) ** 0.5) + 10
    around = range(-reach, reach)
    plain = sum(((-arb(k * k) / (2 * xp.number(m.variance))).exp() for k in around), arb(0))
    direct = sum(_terms(xp, m, acb(xp.number(order), xp.number(height)), around), acb(0)) / plain
    found, size = m.along(Contour(order, height, 2), accuracy, _BITS)[1], m.at(order, 60, _BITS)
    close = bool(found.real.rad() < 4 * size * (-arb(accuracy)).exp() + size * arb(10) ** -30)
    return close and bool(abs(found - direct).lower() <= size * arb(10) ** -30)


BOOK.soundness(
    "direct",
    "The enclosures hold the sum over hundreds of integers, and their radius is about e^-accuracy of M(c).",
    "",
    "3 mechanisms, 2 orders, 2 heights, 2 accuracies",
    Sampled(
        "balls: the sum",
        _sum,
        digits=30,
        bits=_BITS,
        mechanisms=MECHANISMS,
        orders=numbers("3/2 4"),
        heights=numbers("1/3 5"),
        accuracies=(3, 40),
    ),
)


def _tails(xp: Any, m: ReplacedDiscreteGaussian, order: Fraction, wider: int) -> bool:
    p = xp.number(order)
    first, last = -wider, ceil(order * m.shift) + wider
    inside = [abs(x) for x in _terms(xp, m, acb(p), (first, last))]
    back = m.removal.log_ratios(xp, [-last])[0]
    found = m.tails(xp, p, (first, last), (inside[0], inside[1]), back)
    beyond = (*range(first - 400, first), *range(last + 1, last + 400))
    outside = sum((abs(x) for x in _terms(xp, m, acb(p), beyond)), arb(0))
    return bool(outside <= found) and bool(found <= 40 * outside)


BOOK.soundness(
    "tails",
    "What the integers beyond two ends add is at most the tails, two geometric series, with (1-q)^(1-p) for the power "
    "of w at the negative of the last one; they are at most forty times as large.",
    "",
    "3 mechanisms, 2 orders, 3 ends; 400 integers beyond either end",
    Sampled(
        "balls: the integers beyond",
        _tails,
        digits=1,
        bits=_BITS,
        mechanisms=MECHANISMS,
        orders=numbers("3/2 4"),
        wider=(1, 3, 9),
    ),
)


def _registered(step: str, expected: ReplacedDiscreteGaussian) -> bool:
    found = registered("poisson-discrete-gaussian.replaced-characteristic").apply(case(f"poisson:rate=1/3/{step}"))
    return list(found.directions) == [((expected, 1),)]


BOOK.identity(
    "directions",
    "What is registered is the one function of a replaced record.",
    "",
    "one step",
    Each(
        "run",
        _registered,
        [("discrete-gaussian:sigma=3,sensitivity=2", ReplacedDiscreteGaussian(Fraction(1, 3), Fraction(9), 2))],
    ),
)
