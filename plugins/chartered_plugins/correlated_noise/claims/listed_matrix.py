"""Claims about a matrix that is given by its entries: which steps of a record are the worst, and which group is."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from operator import mul

from chartered.proving import Nonnegative, Positive, Proofs, Rewrites, Sampled, claims_of

from ..formulas import banded_toeplitz, listed_matrix

FIXED, ABOVE, CYCLIC = (
    Proofs(f"matrix.{word}", "direct computation") for word in ("listed", "listed-above", "listed-cyclic-poisson")
)
claims = claims_of(FIXED, ABOVE, CYCLIC)


def _entries(seed: int, steps: int, bands: int, *, signs: bool) -> tuple[Fraction, ...]:
    """Entries that repeat after 7 and 5, some of them 0 or negative, none of the latter on the diagonal."""
    found = []
    for row, column in listed_matrix.places(steps, bands):
        size = Fraction((3 * row + 5 * column + seed) % 7, 1 + (row + column * seed) % 5)
        found.append(1 + size if row == column else -size if signs and (row + seed) % 3 == 0 else size)
    return tuple(found)


@FIXED.table(
    "patterns",
    "No set of steps moves more than the one that is found, and equal contributions to its steps move as much where it "
    "says so.",
    "direct computation: every set is tried",
    "two matrices of each shape, with negative entries and without, up to 6 steps, separations up to 3, uses up to 4",
    Sampled(
        "fractions: all sets of steps",
        cases=[
            (seed, steps, bands, separation, uses)
            for seed, steps, separation, uses in product((1, 4), range(1, 7), range(1, 4), range(1, 5))
            for bands in {1, 2, steps}
            if bands <= steps
        ],
        digits=30,
    ),
)
def _worst(seed: int, steps: int, bands: int, separation: int, uses: int) -> bool:
    """Whether no set of steps moves more than the answer, and equal contributions to one move as much if it says so;
    and whether the same entries down each column are written out as they are listed."""
    for signs in (False, True):
        entries = _entries(seed, steps, bands, signs=signs)
        at = dict(zip(listed_matrix.places(steps, bands), entries, strict=True))
        most = attained = Fraction(0)
        for chosen in (c for k in range(1, uses + 1) for c in combinations(range(steps), k)):
            if all(after - before >= separation for before, after in pairwise(chosen)):
                columns = [[at.get((row, column), Fraction(0)) for row in range(steps)] for column in chosen]
                products = [sum(map(mul, a, b), Fraction(0)) for a in columns for b in columns]
                most, attained = (
                    max(most, sum(map(abs, products), Fraction(0))),
                    max(attained, sum(products, Fraction(0))),
                )
        matrix = listed_matrix.of(entries, steps, bands)
        found = listed_matrix.worst(matrix, separation, uses)
        moved = matrix.squared(found.moved)
        if moved != most or (found.attained and attained != most) or (not signs and not found.attained):
            return False
    column = banded_toeplitz.of([Fraction(1 + seed * m % 5, 1 + m % 3) for m in range(bands)])
    down = [Fraction(column.entries[row - first], column.unit) for row, first in listed_matrix.places(steps, bands)]
    return listed_matrix.toeplitz(column.entries, column.unit, steps) == listed_matrix.of(tuple(down), steps, bands)


ABOVE.inequality(
    "products",
    "Two contributions of norm at most 1 to steps whose columns have the product x, or -x, add at most 2 |x|.",
    "Cauchy-Schwarz inequality",
    "products x >= 0, contributions with the product 1 - z, or z - 1",
    Nonnegative("the gap", "2*x - 2*x*(1 - z)", over={"x": (0, 9), "z": (0, 2)}),
    Nonnegative("the gap of -x", "2*x + 2*x*(z - 1)", over={"x": (0, 9), "z": (0, 2)}),
    so="The product of two contributions is between -1 and 1, and that of columns has one sign or the other.",
)

CYCLIC.identity(
    "written-out",
    "Groups sampled in turn are written out as a run for each column, with the largest norms of all groups at each "
    "place.",
    "definition",
    "two groups with two columns each, and the same from below",
    *(
        Rewrites(
            "matrix.listed-cyclic-poisson",
            "matrix:sigma=60,family=listed,steps=4,bands=1,entries=5:3:5:5,separation=2,participation=cyclic-poisson,"
            "rate=1/10",
            "poisson:rate=1/10/gaussian:sigma=12,times=2",
            below=below,
        )
        for below in (False, True)
    ),
    so="Sorted by size the norms are 5, 5 and 5, 3.",
)

CYCLIC.inequality(
    "largest",
    "A column with a larger norm has less noise beside it, and less noise never costs less.",
    "data processing",
    "all deviations m and m + n",
    Positive(
        "the variance that is added", "(m + n)^2 - m^2", over={"m": (Fraction(1, 10), 5), "n": (Fraction(1, 9), 5)}
    ),
)
