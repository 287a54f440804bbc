"""Claims about properties of a composition that need no profile: the mass of infinite losses, the largest finite loss
and the tail."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, cast

from chartered.proving import Each, Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.composed_moments import (
    Composition,
    infinity_mass,
    max_loss,
    tail_mu,
)
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample

DIRECT = Proofs("characteristic-function", "direct computation")
claims = claims_of(DIRECT)
HALF, THIRD = numbers("1/2 1/3")
SAMPLED, LESS = GaussianSample(HALF, Fraction(3)).law, GaussianSample(THIRD, HALF).law
ADDED = LESS.swapped
FAILING = tuple(RandomizedResponse(THIRD, 2, failure) for failure in numbers("0 1/7 1/1000"))


def _infinite(xp: Any, parts: Composition) -> bool:
    survives = math.prod(((1 - Fraction(cast(Fraction, m.infinity_mass))) ** n for m, n in parts), start=Fraction(1))
    if survives == 0:
        return bool(xp.number(infinity_mass(parts)).overlaps(xp.number(1)))  # of all the mass no digits are promised
    return near(xp.number(infinity_mass(parts)) - xp.number(1 - survives), xp.number(0), 30, of=xp.number(1))


DIRECT.table(
    "composition.infinity-mass",
    "The mass of infinite losses that ships is 1 - prod (1 - p_i)^(n_i).",
    "5 mechanisms, 5 compositions",
    Sampled(
        "balls: the product in exact numbers",
        _infinite,
        [
            (((FAILING[0], 3), (SAMPLED, 2)),),
            (((FAILING[1], 1),),),
            (((RandomizedResponse(THIRD, 2, Fraction(1)), 2),),),
            (((FAILING[2], 40), (FAILING[1], 2)),),
            (((FAILING[2], 40), (SAMPLED, 2), (FAILING[0], 3)),),
        ],
        digits=27,
        bits=128,
        why=POINTS,
    ),
)


def _largest(parts: Composition, loss: Fraction | None) -> bool:
    return max_loss(parts) == loss


DIRECT.identity(
    "composition.max-loss",
    "The largest finite loss is the sum of those of all runs, where each has one and it is known how many there are.",
    "6 compositions",
    Each(
        "the sum",
        _largest,
        [
            (((Laplace(THIRD), 4),), Fraction(4, 3)),
            (((DiscreteLaplace(HALF, 3), 2), (RandomizedResponse(THIRD, 3), 1)), Fraction(10, 3)),
            (((Laplace(THIRD), 4), (Gaussian(HALF), 1)), None),
            (((SAMPLED, 1), (Laplace(THIRD), 4)), None),
            (((Laplace(THIRD), lambda n: n),), None),
            (((DiscreteGaussian(HALF, 1), 1),), None),
        ],
    ),
)


def _tail(xp: Any, parts: Composition, square: Fraction | None) -> bool:
    found = tail_mu(parts)
    if square is None:
        return found is None
    return found is not None and near(xp.number(found) ** 2, xp.number(square), 30)


DIRECT.table(
    "composition.tail",
    "The tail's mu^2 that ships is the sum of those of all runs, 1/s^2 of a sampled Gaussian whose record is removed; "
    "there is none where a run has none, or infinite losses.",
    "7 compositions",
    Sampled(
        "balls: the sum",
        _tail,
        [
            (((SAMPLED, 4),), Fraction(4, 9)),
            (((SAMPLED, 2), (LESS, 3), (Gaussian(Fraction(5)), 1)), Fraction(2, 9) + 17),
            (((Gaussian(Fraction(5)), 1), (FAILING[1], 2)), None),
            (((SAMPLED, 4), (Laplace(HALF), 1)), None),
            (((FAILING[0], 1), (SAMPLED, 4)), None),
            (((Laplace(HALF), 1),), None),
            (((ADDED, 1),), None),
        ],
        digits=30,
        bits=128,
        why=POINTS,
    ),
)
