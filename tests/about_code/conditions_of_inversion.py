"""Claims about the rules of inversion: they agree, have conditions, and charge the same work for cached results as for
computed ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Conditions, Proofs, claims_of, numbers
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.guarantee import CharacteristicFunction
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample

DIRECT = Proofs("characteristic-function", "direct computation")
claims = claims_of(DIRECT)
HALF, THIRD = numbers("1/2 1/3")
SAMPLED = GaussianSample(HALF, Fraction(3)).law


def of(*moments: Any) -> CharacteristicFunction:
    """One direction, with one run of each mechanism."""
    return CharacteristicFunction((tuple((m, 1) for m in moments),))


MANY = [Laplace(Fraction(1, k)) for k in range(1, 1538)]
LIGHT = [GaussianSample(Fraction(1, k), Fraction(1)).law for k in range(2, 12291)]
DIRECT.soundness(
    "profile.conditions",
    "The profile is given for at most 1536 different mechanisms, of which eight of Gaussian noise on samples count as "
    "one, where some finite loss is not 0 and some is not normal.",
    "5 compositions that have it, 6 that have not",
    Conditions(
        "characteristic-function.profile",
        [
            of(*MANY[:-1]),
            of(*LIGHT[:-1]),
            of(Laplace(HALF)),
            of(Gaussian(HALF), Laplace(HALF)),
            CharacteristicFunction((((SAMPLED, 1),), ((SAMPLED, 1), (Laplace(HALF), 1)))),
        ],
        [
            of(*MANY),
            of(*LIGHT),
            of(RandomizedResponse(Fraction(0), 2, THIRD)),
            of(Gaussian(HALF)),
            CharacteristicFunction((((SAMPLED, 1),), tuple((m, 1) for m in MANY))),
            of(Gaussian(HALF), Gaussian(THIRD)),
        ],
    ),
)
