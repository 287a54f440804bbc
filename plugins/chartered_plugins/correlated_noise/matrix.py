"""Correlated noise (matrix factorisation, DP-FTRL, BandMF): C X + Z is released row by row, where row j of X is the sum
that step j adds, C is lower triangular, and Z is independent Gaussian noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch
from chartered_verify.numeric.rational_root import exact_root, root_above, root_below

from . import listed_matrix, parameters
from .formulas import buffered, toeplitz
from .parameters import PAPER, local, moved, pattern


def _band(case: ch.Case) -> toeplitz.Band:
    if case["family"] == parameters.TOEPLITZ:
        return toeplitz.of(case.numbers("coefficients")[: int(case.number("steps"))])
    return toeplitz.square_root(parameters.bands_of(case.step.settings))


def _matrix(case: ch.Case) -> toeplitz.Band | buffered.Buffered:
    if case["family"] == parameters.BLT:
        return buffered.Buffered(tuple(zip(case.numbers("scales"), case.numbers("decays"), strict=True)))
    return _band(case)


def _fixed(case: ch.Case) -> str | None:
    """The steps of a record are fixed, and the matrix has the same entries along each diagonal."""
    other = case["family"] in (parameters.TREE, parameters.LISTED)
    return "" if case["participation"] == parameters.CYCLIC or other else local(case)


def _known_worst(case: ch.Case) -> str | None:
    """The steps of a record are fixed; where columns overlap, the entries fall along the first one, and the rows are
    not very many."""
    why = _fixed(case)
    if why is not None:
        return why
    matrix, (steps, separation, uses) = _matrix(case), pattern(case)
    if uses == 1 or not matrix.overlaps(separation):
        return None
    if not matrix.falls():
        return "columns overlap, and the coefficients do not fall: which pattern is the worst is not known"
    few = matrix.few(steps, separation, uses)
    return None if few else "columns overlap, and there are too many rows to add up"


def _unknown_worst(case: ch.Case) -> str | None:
    """The steps of a record are fixed, and the worst pattern is not known."""
    return _fixed(case) if _fixed(case) is not None or _known_worst(case) else ""


def _on_tree(case: ch.Case) -> ch.Step:
    kept = ("sigma", "steps", "sensitivity", "replace-sensitivity", "separation", "uses")
    return ch.Step("tree-aggregation", tuple((key, case[key]) for key in kept if key in case.step.settings))


def _cyclic(case: ch.Case) -> str | None:
    """Groups are sampled in turn."""
    return local(case) if case["participation"] == parameters.CYCLIC else ""


def _same_group(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours."""
    if _cyclic(case) is not None or case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE):
        return _cyclic(case)
    return "a record that is replaced may stand in another group"


def _other_group(case: ch.Case) -> str | None:
    """Groups are sampled in turn; replaced records."""
    return _cyclic(case) if _cyclic(case) is not None or _same_group(case) else ""


def _norms(case: ch.Case) -> list[tuple[Fraction, int]]:
    """(mu^2 of a column, how many columns have it) of group 0."""
    band, groups = _band(case), case.get("separation")
    bands = len(band.entries)
    separation = int(groups) if isinstance(groups, Fraction) else bands
    whole, rows = toeplitz.columns(int(case.number("steps")), separation, None, bands)
    unit = (case.sensitivity / case.number("sigma")) ** 2
    return [(unit * band.norm_squared(rows), n) for rows, n in ((bands, whole), (rows, 1)) if rows and n]


def _runs(case: ch.Case, root: Callable[[Fraction], Fraction] = root_below) -> tuple[tuple[ch.Step, int], ...]:
    def sampled(squared: Fraction) -> ch.Step:
        noise = ch.Step("gaussian", (("sigma", root(1 / squared)), ("sensitivity", Fraction(1))))
        return ch.Step("poisson", (("rate", case.number("rate")),), noise)

    return tuple((sampled(squared), n) for squared, n in _norms(case))


def _all_columns(case: ch.Case) -> ch.GDP:
    if case["family"] == parameters.LISTED:
        return moved(case, listed_matrix.largest_group(case))
    return ch.GDP(mu_squared=sum((squared * n for squared, n in _norms(case)), Fraction(0)))


def _sampled(case: ch.Case, norms: str) -> str | None:
    """Whether groups are sampled in turn, the relation fits, and norms are of that kind."""
    if _same_group(case) is not None or case["family"] == parameters.LISTED:
        return _same_group(case) if _same_group(case) is not None or norms == parameters.LISTED else ""
    rational = all(exact_root(squared) is not None for squared, _ in _norms(case))
    return None if norms == ("rational" if rational else "irrational") else ""


def _exact_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours; norms are rational."""
    return _sampled(case, "rational")


def _rounded_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours; some norm is irrational."""
    return _sampled(case, "irrational")


def _listed_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours; the matrix is given by its entries."""
    return _sampled(case, parameters.LISTED)


def _listed(case: ch.Case) -> str | None:
    """The steps of a record are fixed, and the matrix is given by its entries."""
    fixed = case["family"] == parameters.LISTED and case["participation"] != parameters.CYCLIC
    return local(case) if fixed else ""


def _worst_is_attained(case: ch.Case) -> str | None:
    """Of fixed steps and given entries; some record moves the rows as far as the bound."""
    return _listed(case) if _listed(case) is not None or listed_matrix.worst(case)[1] else ""


def _worst_is_bounded(case: ch.Case) -> str | None:
    """Of fixed steps and given entries; it is not known whether any does."""
    return _listed(case) if _listed(case) is not None or not listed_matrix.worst(case)[1] else ""


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Matrix factorisation."""
    return [parameters.mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Fixed steps of a record are one Gaussian mechanism; a group that is sampled in turn is a run for each column."""
    return [*_of_fixed_steps(), *_of_groups(), *_of_entries()]


def _of_fixed_steps() -> list[ch.Theorem]:
    on = ch.OnStep("matrix")
    return [
        ch.Theorem(
            name="matrix.gdp",
            takes=on,
            gives=ch.GDP,
            bound=lambda case: moved(case, _matrix(case).moved(*pattern(case))),
            conditions=_known_worst,
            statement="A record moves row i by at most the sum of |C_ij| over its steps j, whatever was released "
            "before: all rows are a Gaussian mechanism, whose sensitivity is the norm of the sum of the record's "
            "columns, and equal contributions attain it. Of a Toeplitz matrix the worst steps are 0, s, 2s, ..., if "
            "columns do not overlap, or entries fall, as those of a BLT do whose scales add up to at most 1.",
            source=f"{PAPER}, Theorems 2 and 4; Kalinin, Lampert 2024, for overlapping columns; ours, for steps that "
            "depend on what was released",
            latex=r"\mu^2=\frac{\Delta^2}{\sigma^2}\sum_i\left(\sum_{a<k}C_{i,as}\right)^2",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="matrix.above",
            takes=on,
            gives=ch.GDP,
            bound=lambda case: moved(case, _matrix(case).above(*pattern(case))),
            conditions=_unknown_worst,
            statement="A row is in at most ceil(bands/separation) columns of a record, so the squared norm of the sum "
            "of k columns is at most k ceil(bands/separation) times that of one.",
            source="Cauchy-Schwarz inequality",
            latex=r"\mu^2=k\,\lceil b/s\rceil\,\frac{\Delta^2}{\sigma^2}\sum_iC_{i0}^2",
        ),
        ch.Theorem(
            name="matrix.tree",
            takes=on,
            gives=ch.Rewrite,
            bound=_on_tree,
            conditions=lambda case: None if case["family"] == parameters.TREE else "",
            statement="The matrix of a binary tree has a row for each whole dyadic interval: it is tree aggregation.",
            source="definition",
            side=ch.Side.EXACT,
        ),
    ]


def _of_groups() -> list[ch.Theorem]:
    statement = (
        "Where group i mod b is sampled in step i, and C has at most b bands, the columns of a record do not overlap: "
        "each of them is a Gaussian on a Poisson sample, of the column's norm as sensitivity. Group 0 has the largest "
        "norms, as column 0, b, 2b, ... has the most rows of all columns from it on; equal contributions attain it."
    )
    less = (
        " Where a norm is not rational, sigma is rounded: down, as less noise never costs less, and up for the lower "
        "end."
    )
    return [
        ch.Theorem(
            name=f"matrix.cyclic-poisson{'-rounded' if rounded else ''}",
            takes=ch.OnStep("matrix"),
            gives=ch.Rewrite,
            bound=_runs,
            below=(lambda case: _runs(case, root_above)) if rounded else None,
            rounds=rounded,
            conditions=_rounded_norms if rounded else _exact_norms,
            statement=statement + (less if rounded else ""),
            source=f"{PAPER}, Theorem 5; ours, for the norms of columns with fewer rows",
            latex=r"T=\lceil n/b\rceil,\quad\frac{1}{\sigma_j^2}=\frac{\Delta^2}{\sigma^2}\sum_iC_{ij}^2",
            side=ch.Side.UPPER if rounded else ch.Side.EXACT,
            version=2 if rounded else 1,
        )
        for rounded in (False, True)
    ] + [
        ch.Theorem(
            name="matrix.whole-group",
            takes=ch.OnStep("matrix"),
            gives=ch.GDP,
            bound=_all_columns,
            conditions=_other_group,
            statement="Whichever columns of a record are sampled, they move at most what all columns of its group do; "
            "one that replaces another may stand in another group, and both move at most twice that.",
            source="joint convexity of the hockey-stick divergence; triangle inequality",
            latex=r"\mu^2=\frac{4\Delta^2}{\sigma^2}\sum_a\sum_iC_{i,ab}^2",
        )
    ]


def _of_entries() -> list[ch.Theorem]:
    """The same of a matrix by its entries."""
    on = ch.OnStep("matrix")
    statement = (
        "A record that is in the steps of a set S moves the rows, squared, by sum_(j, k in S) G_jk <x_j, x_k> with the "
        "products G of columns, whatever was released before: by at most sum |G_jk|, all rows being a Gaussian "
        "mechanism. {}"
    )
    fixed = [
        ch.Theorem(
            name=f"matrix.listed{'' if attained else '-above'}",
            takes=on,
            gives=ch.GDP,
            bound=lambda case: moved(case, listed_matrix.worst(case)[0]),
            conditions=_worst_is_attained if attained else _worst_is_bounded,
            statement=statement.format(said),
            source=f"{PAPER}, Theorem 2; ours, for steps that depend on what was released",
            latex=r"\mu^2=\frac{\Delta^2}{\sigma^2}\max_S\sum_{j,k\in S}|(C^TC)_{jk}|",
            side=ch.Side.EXACT if attained else ch.Side.UPPER,
        )
        for attained, said in (
            (True, "Equal contributions attain it where no product of columns that count is negative."),
            (False, "Where one is, or there are too many sets to try, it is a bound."),
        )
    ]
    return [
        *fixed,
        ch.Theorem(
            name="matrix.listed-cyclic-poisson",
            takes=on,
            gives=ch.Rewrite,
            bound=lambda case: listed_matrix.runs(case, above=True),
            below=lambda case: listed_matrix.runs(case, above=False),
            conditions=_listed_norms,
            statement="Where group i mod b is sampled in step i, and C has at most b bands, the columns of a record do "
            "not overlap: each of them is a Gaussian on a Poisson sample, of the column's norm as sensitivity. No "
            "group costs more than the largest norms of all groups, each sorted by size; the group with the largest "
            "sum gives the lower end, which equal contributions attain. Noise is rounded down, and up for that end.",
            source=f"{PAPER}, Theorem 5; ours, for the norms of each group",
            latex=r"T=\lceil n/b\rceil,\quad\frac{1}{\sigma_j^2}=\frac{\Delta^2}{\sigma^2}\sum_iC_{ij}^2",
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".matrix .listed")
