"""A claim about the refined guarantees of families: they are the best over a grid, below and beyond their eps."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Answers, Book, Each
from chartered.proving.tables_of_answers import answers
from chartered_plugins.mechanisms.claims.calibrated_noise_stated import BEST, FAMILY, REFINED

BOOK = Book("power", "Liu, Sun, Jiang, Kong 2022")


def _least(xp: Any, own: Any) -> Any:
    """Theorem 2.1 at eps = 0 over a grid of eps0: never below its infimum, and at most 1e-5 above it."""
    found, e0 = xp.number(1), xp.number(Fraction(1, 10**4))
    for _ in range(2400):
        e0 = e0 * 201 / 200
        d = own(xp, e0)
        found = xp.minimum(found, d + (1 - d) * (xp.exp(e0) - 1) / (1 + xp.exp(e0))) if d < 1 else found
    return found


ASKED = [
    ("power.refined", REFINED, lambda xp, e: xp.exp(-e * e * 9 / 4) * 5 / 4),
    ("cloak.refined", BEST, lambda xp, e: 100 * xp.exp(-xp.number(15)) / e),
]


@BOOK.stated(
    "refined.as-asked",
    "The best guarantee is where (1-delta)/(1+e^eps) is largest: below its eps the profile is the one that it "
    "implies, beyond it the family's own delta; likewise for eps at a given delta.",
    "Theorem 2.1",
    "a power family of k = 9/4 and B = 5/4, an encoder of 100 users and 150 messages; far from the best eps, and "
    "beside it",
    Each("balls: the best guarantee is the least over a grid", cases=ASKED, bits=96),
    Answers("cloak.refined", BEST, {"delta(3)": "100*exp(-15)/3", "epsilon(1/10^9)": "10^11*exp(-15)"}),
    Answers("power.refined", REFINED, {"delta(4)": "B*exp(-16*k)", "epsilon(1/10^9)": "sqrt(log(10^9*B)/k)"}, FAMILY),
)
def _over_a_grid(xp: Any, name: str, step: str, own: Any) -> bool:
    shipped, grid = answers(name, step).delta(xp, xp.number(0), {}), _least(xp, own)
    return bool(shipped <= grid) and bool(grid - shipped < xp.number(Fraction(1, 10**5)) * grid)
