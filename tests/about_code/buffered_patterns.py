"""A claim about a BLT: its closed form is what the worst of all patterns moves."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from chartered.proving import Proofs, Sampled, balls
from chartered_plugins.correlated_noise.claims.matrix import most_of_all
from chartered_plugins.correlated_noise.formulas import buffered_toeplitz

BOOK = Proofs("matrix", "direct computation", at="direct computation")

_BUFFERS = ("1/2*9/10", "1*1", "1/3*1/2 1/5*19/20", "1/7*99/100 1/2*1/3 1/4*1", "2*3/4")


@BOOK.table(
    "gdp.blt-patterns",
    "The closed form for a BLT is what the worst of all patterns moves.",
    "direct computation: every pattern is tried",
    "five matrices of one to three buffers, up to 8 steps, separations up to 5, uses up to 4",
    Sampled("fractions: all patterns", cases=[*product(_BUFFERS, range(1, 9), range(1, 6), range(1, 5))], digits=30),
)
def _worst_of_blt(buffers: str, steps: int, separation: int, uses: int) -> bool:
    """Whether the closed form is what the worst of all patterns moves, or above it where that is not known."""
    matrix = buffered_toeplitz.Buffered(
        tuple((Fraction(w), Fraction(t)) for w, t in (b.split("*") for b in buffers.split()))
    )
    entries = [1, *(sum(w * t**m for w, t in matrix.buffers) for m in range(steps - 1))]
    uses = min(uses, -(-steps // separation))
    most = Fraction(most_of_all(entries, steps, separation, uses))
    with balls(200) as xp:
        found, above = (xp.number(of(steps, separation, uses)) for of in (matrix.moved, matrix.above))
    with balls(400) as xp:
        exact, known = xp.number(most), uses == 1 or matrix.falls()
        attained = (found - exact).contains(0) and bool(found.rad() < 2**-150)
        return bool(above.upper() >= exact.lower()) and (attained or not known)
