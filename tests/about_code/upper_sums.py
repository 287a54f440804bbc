"""Claims about upper bounds of sums of squares: each is the number that its docstring says, and no looser."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Each, Proofs, case, claims_of, registered
from chartered_plugins.correlated_noise.formulas import banded_toeplitz
from chartered_plugins.mechanisms.formulas.binary_tree import squares_above

MATRIX = Proofs("matrix.gdp", "direct computation")
TREE = Proofs("tree-aggregation.gdp", "Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021")
claims = claims_of(MATRIX, TREE)


def _rows(separation: int, uses: int, squares: int) -> bool:
    """Of the columns (1, 3, 2, 1), whose squares add up to 15."""
    band = banded_toeplitz.of(tuple(map(Fraction, (1, 3, 2, 1))))
    return band.above(40, separation, uses) == squares


MATRIX.table(
    "rows.above",
    "A row is in at most min(uses, ceil(bands/separation)) of the columns, which multiplies their squares.",
    "four bands, by hand",
    Each("run: uses times rows times 15", _rows, [(1, 3, 135), (1, 9, 540), (2, 9, 270), (3, 5, 150), (4, 9, 135)]),
)


def _entries(entries: str, uses: int, squares: int) -> bool:
    step = (
        f"matrix:sigma=2,family=listed,steps=4,bands=1,entries={entries},separation=2,participation=fixed,uses={uses}"
    )
    return registered("matrix.listed").apply(case(step)).mu_squared == Fraction(squares, 4)


MATRIX.table(
    "listed.numbers",
    "Of a diagonal matrix the squares of the steps that a record is in add up, over sigma^2.",
    "three sets of steps, by hand",
    Each("run: the worst steps", _entries, [("5:3:5:5", 2, 50), ("1:4:2:7", 2, 65), ("1:4:2:7", 1, 49)]),
)


def _levels(steps: int, separation: int, uses: int | None, squares: int) -> bool:
    return squares_above(steps, separation, uses) == squares


TREE.table(
    "levels.above",
    "A node of 2^l steps has at most floor((2^l - 1)/separation) + 1 participations, and each level all of them.",
    "by hand: eight steps have levels of 1, 2, 4 and 8",
    Each(
        "run: uses times the sum over levels",
        _levels,
        [(8, 1, None, 8 * (1 + 2 + 4 + 8)), (8, 1, 3, 3 * (1 + 2 + 3 + 3)), (8, 3, None, 3 * (1 + 1 + 2 + 3))],
    ),
)
