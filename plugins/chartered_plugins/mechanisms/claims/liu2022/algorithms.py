"""Algorithms 1, 2 and 3: as printed the upper bound is the lower staircase, with a witness, and as corrected it is
sound."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Proofs
from chartered.proving.steps import Step, certain, chain
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ....basics.formulas import gaussian_profile
from .transform import BOOK as TRANSFORM

HEAD, GRIDS = 3.0, (5, 7, 10)
PRINTED, CORRECTED = Fraction(115, 64), Fraction(15, 8)


def laplace(epsilon: float) -> float:
    """The profile of the Laplace mechanism with sensitivity/scale 2."""
    return max(0.0, -math.expm1((epsilon - 2) / 2))


def ran(label: str, found: float, wanted: Fraction) -> Step:
    """A step that an algorithm was run for."""
    if Fraction(found) != wanted:
        return label, Refuted("run: another number", witness={"found": found})
    return label, Proved("run: it prints that number")


NOTATION = Notation(ranges={})
BOOK = Proofs("liu2022", "Liu et al. 2022", notation=NOTATION)
claims = BOOK.claims


@BOOK.erratum(
    "erratum.algorithms",
    "Algorithms 1 and 3 take mu_+ from the lower staircase and mu_- from the upper one. For the Laplace mechanism "
    "with sensitivity/scale 2 and eps_h = 3 they print mu_+ = 1.796875 for c = 5, 7 and 10, below the least mu, "
    "1.800905.",
    "Algorithms 1 and 3",
    "Laplace, sensitivity/scale = 2, eps_h = 3",
    printed="mu_+ from mu_GDP(x-, delta_A(x+)), mu_- from mu_GDP(x+, delta_A(x-))",
    corrected="mu_+ from mu_GDP(x+, delta_A(x-)), mu_- from mu_GDP(x-, delta_A(x+)): for c = 5 mu_+ = 1.875",
)
def _algorithms(effort: Effort) -> Verdict:
    from .staircase import Measurement

    def failing(xp: Any) -> Any:
        return -xp.expm1(xp.number(-1)) - gaussian_profile.delta_mu(xp, xp.number(PRINTED), xp.number(0))

    bracket = ch.Ledger("laplace:scale=1,sensitivity=2").mu()
    corrected = Measurement(laplace, HEAD, GRIDS[0])
    return chain(
        "A mu below the least one is no bound. The corrected upper bound is that of Theorem 4.3, and is above the "
        "certified bracket.",
        *(
            ran(f"Algorithm 3 as printed, c = {c}", Measurement(laplace, HEAD, c).naive(printed=True).upper, PRINTED)
            for c in GRIDS
        ),
        *(
            ran(f"Algorithm 1 as printed, c = {c}", Measurement(laplace, HEAD, c).shuffled(printed=True).upper, PRINTED)
            for c in GRIDS
        ),
        certain("the profile is above that of 1.796875-GDP at eps = 0", failing),
        ran("Algorithm 3 as corrected, c = 5", corrected.naive().upper, CORRECTED),
        ran("Algorithm 1 as corrected, c = 5", Measurement(laplace, HEAD, GRIDS[0]).shuffled().upper, CORRECTED),
        certain("which is above the certified bracket", lambda xp: xp.number(CORRECTED) - xp.number(bracket.upper)),
        ("Theorem 4.3", TRANSFORM.verdict("T4.3.staircase", effort)),
    )
