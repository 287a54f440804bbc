"""Claims about correlated noise: which steps of a record are the worst, and groups that are sampled in turn."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Answers, Nonnegative, Notation, Positive, Proofs, Rewrites, Same, Sampled

from ...mechanisms.claims.tree_aggregation import patterns
from ..formulas import banded_toeplitz

NOTATION = Notation(
    # likelihood ratio of N(m, 1) and N(0, 1) at z
    "ratio(m, z) = exp(m*z - m^2/2)",
    "coin(p, m, z) = 1 - p + p*ratio(m, z)",
    ranges={
        "x y z u v": (0, 5),
        "m n": (Fraction(1, 10), 5),
        "p": (Fraction(1, 100), Fraction(99, 100)),
        "k h": (1, 60),
    },
)
_DECAY = {"t": (Fraction(1, 10), Fraction(99, 100)), "s": (1, 60)}
BOOK = Proofs("matrix", "direct computation", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "fewer.monotone",
    "Fewer columns, or columns of fewer rows, never move more: all entries are nonnegative.",
    "sums x and x + y of entries in one row, x, y >= 0",
    Nonnegative("what y adds to a square", "(x + y)^2 - x^2"),
    so="Fewer steps, fewer uses and a larger separation leave fewer patterns, and for each of these fewer rows; of "
    "groups that are sampled in turn, fewer columns of fewer rows.",
)

BOOK.soundness(
    "gdp.row",
    "A row moves by at most the sum of |C_ij| times what is added, and by as much if all of it is equal and no entry "
    "negative.",
    "triangle inequality; Dong, Roth, Su 2022, for the sum of squares on every path",
    "two entries x and y, contributions of norm 1 and with the product 1 - z",
    Nonnegative("two terms", "(x + y)^2 - (x^2 + y^2 + 2*x*y*(1 - z))"),
    so="Step j of a record may depend on the rows before row j, and C is lower triangular: on every path the rows' "
    "squared shifts add up to at most the same number, which is what adaptive Gaussians compose by.",
)

BOOK.inequality(
    "gdp.earliest",
    "Let column i of a band with falling entries begin at step i, and be d before column j: their product is the sum "
    "of c_m c_(m+d) over m < n - j. With j it loses terms, and with d each term falls.",
    "Kalinin, Lampert 2024; direct computation",
    "entries c_m = x, c_(m+d) = y + z and c_(m+d+1) = y, all nonnegative",
    Nonnegative("a term that is lost", "x*(y + z)"),
    Nonnegative("a term one further apart", "x*(y + z) - x*y"),
    so="In any pattern with separation s the a-th step is (a - 1) s or later, and steps a and b are (b - a) s apart or "
    "more: so every product is at most that of the columns 0, s, 2s, ... with the same numbers.",
)

BOOK.inequality(
    "above.row",
    "The square of a sum of two entries is at most twice the sum of their squares, and likewise for more.",
    "Cauchy-Schwarz inequality",
    "all entries x and y",
    Nonnegative("two terms", "2*(x^2 + y^2) - (x + y)^2", zero="x y"),
)

BOOK.inequality(
    "gdp.overlap-counts",
    "The rule for columns that do not overlap is false for bands that are wider than the separation: it gives 85/16 "
    "and 255/32 for 1, 1/2, 1/4, 1/8 in 12 steps, where the truth is 387/64 and 705/64.",
    "separations of 3 and 2, as often as they fit",
    Positive("for 3", "387/64 - 4*85/64"),
    Positive("for 2", "705/64 - 6*85/64"),
    so="Claim gdp.numbers has the truth of both, and gdp.patterns that no pattern moves more.",
)

BOOK.inequality(
    "gdp.signs",
    "Of a matrix with the entry -x the sum of two columns is not the worst: contributions of opposite signs move more.",
    "the columns (1, -x) and (0, 1), x > 0",
    Positive("what is missed", "(1 + (1 + x)^2) - (1 + (1 - x)^2)", over={"x": (Fraction(1, 10), 5)}),
)

_TWELVE = "matrix:sigma=1,family=toeplitz,coefficients=1:1/2:1/4:1/8,steps=12,participation=fixed,separation="
_NUMBERS = {f"{_TWELVE}{s}": squared for s, squared in ((4, "255/64"), (6, "85/32"), (3, "387/64"), (2, "705/64"))}
_NUMBERS |= {"matrix:sigma=1,family=square-root,steps=4": "381/256"}

BOOK.stated(
    "gdp.numbers",
    "1, 1/2, 1/4, 1/8 in 12 steps, and four steps of the square root.",
    "separations of 4, 6, 3 and 2; a single pass",
    *(Answers("matrix.gdp", step, {"mu_squared": squared}) for step, squared in _NUMBERS.items()),
)


def most_of_all(entries: Sequence[Any], steps: int, separation: int, uses: int) -> Any:
    """The largest squared norm of a sum of columns, by trying all patterns."""
    moved = []
    for chosen in patterns(steps, separation, uses):
        rows = (sum(entries[i - j] for j in chosen if 0 <= i - j < len(entries)) for i in range(steps))
        moved.append(sum(row**2 for row in rows))
    return max(moved)


_BANDS = ("1", "1:1/2:1/4:1/8", "1:1/2:3/8:5/16:35/128:63/256", "1:1:1", "1:0:1", "1/3:2:1/2", "1:9/10:0:1/10")


@BOOK.table(
    "gdp.patterns",
    "Of all patterns none moves more than the columns 0, s, 2s, ... where that is registered, and none more than the "
    "bound by rows.",
    "direct computation: every pattern is tried",
    "seven bands, with falling entries or not, up to 9 steps, separations up to 5, uses up to 4",
    Sampled("fractions: all patterns", cases=[*product(_BANDS, range(1, 10), range(1, 6), range(1, 5))], digits=30),
)
def _worst(entries: str, steps: int, separation: int, uses: int) -> bool:
    band = banded_toeplitz.of(tuple(map(Fraction, entries.split(":")))[:steps])
    uses = min(uses, -(-steps // separation))
    most = band.squared(most_of_all(band.entries, steps, separation, uses))
    worst_is_known = band.falls() or not band.overlaps(separation)
    return most <= band.above(steps, separation, uses) and (
        not worst_is_known or most == band.moved(steps, separation, uses)
    )


BOOK.inequality(
    "gdp.blt-falls",
    "The entries of a BLT fall along the first column, if its scales add up to at most 1.",
    "direct computation",
    "an entry x of one buffer with the decay 1/(1 + z), and scales of 1/(1 + y) in all",
    Nonnegative("an entry less the next one", "x - x/(1 + z)"),
    Nonnegative("the diagonal less the entry below it", "1 - 1/(1 + y)"),
    so="Sums over buffers fall as each of them does.",
)

BOOK.identity(
    "gdp.blt-rows",
    "The rows of a BLT between two steps of a record are those of one column, each buffer with another weight; their "
    "squares add up to geometric sums.",
    "direct computation",
    "a decay t, the row m >= 1 of the a-th step, steps s apart, h terms of a ratio",
    Same("a column that began s rows before", "t^(m - 1) + t^(s + m - 1)", "t^(m - 1)*(1 + t^s)", over=_DECAY),
    Same("one term more", "(t^(h + 1) - 1)/(t - 1)", "(t^h - 1)/(t - 1) + t^h", over=_DECAY),
    so="By induction over the steps of the record the weights are 1 + t^s + t^(2s) + ..., and the products of two "
    "buffers are powers of the product of their decays.",
)


BOOK.identity(
    "tree.written-out",
    "The matrix of a tree is tree aggregation, with the same uses of a record.",
    "definition",
    "examples",
    Rewrites("matrix.tree", "matrix:sigma=2,family=tree,steps=9", "tree-aggregation:sigma=2,steps=9"),
    Rewrites(
        "matrix.tree",
        "matrix:sigma=2,family=tree,steps=9,participation=fixed,separation=4,uses=2",
        "tree-aggregation:sigma=2,steps=9,separation=4,uses=2",
    ),
    so="Both state the noise of each node, and the steps of a record.",
)

BOOK.identity(
    "cyclic-poisson.columns",
    "Columns that do not overlap, with a coin each, have the likelihood ratio of as many Poisson samples: the outcome "
    "of rows that a record does not reach cancels.",
    "Choquette-Choo et al. 2023, Theorem 5",
    "two columns of norms m and n, all outcomes u and v along them, coins of the same probability p",
    Same(
        "the ratio",
        "(1-p)^2 + p*(1-p)*(ratio(m, u) + ratio(n, v)) + p^2*ratio(m, u)*ratio(n, v)",
        "coin(p, m, u)*coin(p, n, v)",
    ),
    so="A column's rows are turned so that its shift is along one axis. A row of the other groups is drawn without the "
    "record, and a contribution may depend on what was released before.",
)

BOOK.identity(
    "cyclic-poisson.written-out",
    "Groups sampled in turn are written out as a run for each column of group 0.",
    "definition",
    "examples: whole columns alone, columns of which the last has fewer rows, more groups than bands",
    Rewrites(
        "matrix.cyclic-poisson",
        "matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=10,participation=cyclic-poisson,rate=1/10",
        "poisson:rate=1/10/gaussian:sigma=1,times=5",
    ),
    Rewrites(
        "matrix.cyclic-poisson",
        "matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=10,participation=cyclic-poisson,rate=1/10,separation=4",
        "poisson:rate=1/10/gaussian:sigma=1,times=3",
    ),
)

BOOK.inequality(
    "cyclic-poisson-rounded.down",
    "Less noise never costs less, and sigma is rounded down: with more noise added it is what it was.",
    "data processing",
    "all deviations m and m + n",
    Positive("the variance that is added", "(m + n)^2 - m^2"),
)

BOOK.inequality(
    "whole-group.twice",
    "Two records move at most what each of them does, together: the norm of a difference is at most the sum of norms.",
    "triangle inequality",
    "norms x and y, with the product z - 1 of their directions",
    Nonnegative("the gap", "(x + y)^2 - (x^2 + y^2 - 2*x*y*(z - 1))", over={"z": (0, 2)}),
)
