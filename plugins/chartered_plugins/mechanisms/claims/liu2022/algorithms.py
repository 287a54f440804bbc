"""Algorithms 1, 2 and 3: as printed the upper bound is the lower staircase, with a witness, and as corrected it is
sound."""

import math
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Certain, Claimed, Each, Notation, Proofs

from ....basics.formulas import gaussian_profile
from .staircase import Measurement
from .transform import BOOK as TRANSFORM

HEAD, GRIDS = 3.0, [(5,), (7,), (10,)]
PRINTED, CORRECTED = Fraction(115, 64), Fraction(15, 8)


def laplace(epsilon: float) -> float:
    """The profile of the Laplace mechanism with sensitivity/scale 2."""
    return max(0.0, -math.expm1((epsilon - 2) / 2))


def naive(c: int, wanted: Fraction = PRINTED, printed: bool = True) -> bool:
    """Whether this is the upper bound of Algorithm 3."""
    return Measurement(laplace, HEAD, c).naive(printed=printed).upper == wanted


def shuffled(c: int, wanted: Fraction = PRINTED, printed: bool = True) -> bool:
    """Whether this is the upper bound of Algorithm 1."""
    return Measurement(laplace, HEAD, c).shuffled(printed=printed).upper == wanted


def above(xp: Any) -> Any:
    """The difference between the corrected bound and the certified one."""
    return xp.number(CORRECTED) - xp.number(ch.Ledger("laplace:scale=1,sensitivity=2").mu().upper)


NOTATION = Notation("stated = gaussian.delta_mu(115/64, 0)", gaussian=gaussian_profile)
BOOK = Proofs("liu2022", "Liu et al. 2022", notation=NOTATION)

BOOK.erratum(
    "erratum.algorithms",
    "Algorithms 1 and 3 take mu_+ from the lower staircase and mu_- from the upper one. For the Laplace mechanism with "
    "sensitivity/scale 2 and eps_h = 3 they print mu_+ = 1.796875 for c = 5, 7 and 10, below the least mu, 1.800905.",
    "Algorithms 1 and 3",
    "Laplace, sensitivity/scale = 2, eps_h = 3",
    Each("run: Algorithm 3 as printed, c = 5, 7 and 10", naive, GRIDS),
    Each("run: Algorithm 1 as printed, c = 5, 7 and 10", shuffled, GRIDS),
    Certain("the profile is above that of 1.796875-GDP at eps = 0", "-expm1(-1) - stated"),
    Each("run: Algorithm 3 as corrected, c = 5", naive, [(5, CORRECTED, False)]),
    Each("run: Algorithm 1 as corrected, c = 5", shuffled, [(5, CORRECTED, False)]),
    Certain("which is above the certified bracket", above),
    Claimed("Theorem 4.3", TRANSFORM, "T4.3.staircase"),
    so="A mu below the least one is no bound. The corrected upper bound is that of Theorem 4.3, and is above the "
    "certified bracket.",
    printed="mu_+ from mu_GDP(x-, delta_A(x+)), mu_- from mu_GDP(x+, delta_A(x-))",
    corrected="mu_+ from mu_GDP(x+, delta_A(x-)), mu_- from mu_GDP(x-, delta_A(x+)): for c = 5 mu_+ = 1.875",
)
