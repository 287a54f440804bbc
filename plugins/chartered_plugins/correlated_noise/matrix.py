"""Correlated noise (matrix factorisation, DP-FTRL, BandMF): C X + Z is released row by row, where row j of X is the sum
that step j adds, C is lower triangular, and Z is independent Gaussian noise."""

from __future__ import annotations

import chartered as ch

from . import column_as_run, listed_matrix, parameters, sampled_groups
from .parameters import PAPER, local, moved, pattern


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
    matrix, (steps, separation, uses) = column_as_run.toeplitz(case), pattern(case)
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


def _listed(case: ch.Case) -> str | None:
    """The steps of a record are fixed; the matrix is given by its entries, or the worst pattern is not known, and they
    are as few as might be given."""
    if case["family"] != parameters.LISTED:
        why = _unknown_worst(case)
        return why if why is not None or listed_matrix.few(case) else ""
    return "" if case["participation"] == parameters.CYCLIC else local(case)


def _worst_is_attained(case: ch.Case) -> str | None:
    """Of fixed steps, and entries that are given or few; some record moves the rows as far as the bound."""
    return _listed(case) if _listed(case) is not None or listed_matrix.worst(case)[1] else ""


def _worst_is_bounded(case: ch.Case) -> str | None:
    """Of fixed steps, and entries that are given or few; it is not known whether any does."""
    return _listed(case) if _listed(case) is not None or not listed_matrix.worst(case)[1] else ""


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Matrix factorisation."""
    return [parameters.mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Fixed steps of a record are one Gaussian mechanism; a group that is sampled in turn is a run for each column."""
    return [*_of_fixed_steps(), *_of_entries(), *sampled_groups.theorems()]


def _of_fixed_steps() -> list[ch.Theorem]:
    on = ch.OnStep("matrix")
    return [
        ch.Theorem(
            name="matrix.gdp",
            takes=on,
            gives=ch.GDP,
            bound=lambda case: moved(case, column_as_run.toeplitz(case).moved(*pattern(case))),
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
            bound=lambda case: moved(case, column_as_run.toeplitz(case).above(*pattern(case))),
            conditions=_unknown_worst,
            statement="A row is in at most ceil(bands/separation) columns of a record, so the squared norm of the sum "
            "of k columns is at most k ceil(bands/separation) times that of one.",
            source="Cauchy-Schwarz inequality",
            latex=r"\mu^2=k\,\lceil b/s\rceil\,\frac{\Delta^2}{\sigma^2}\sum_iC_{i0}^2",
        ),
        ch.Theorem.rewriting(
            name="matrix.tree",
            takes=on,
            bound=_on_tree,
            conditions=lambda case: None if case["family"] == parameters.TREE else "",
            statement="The matrix of a binary tree has a row for each whole dyadic interval: it is tree aggregation.",
        ),
    ]


def _of_entries() -> list[ch.Theorem]:
    """The same of a matrix by its entries."""
    on = ch.OnStep("matrix")
    statement = (
        "A record that is in the steps of a set S moves the rows, squared, by sum_(j, k in S) G_jk <x_j, x_k> with the "
        "products G of columns, whatever was released before: by at most sum |G_jk|, all rows being a Gaussian "
        "mechanism. {}"
    )
    return [
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


register_claims = ch.claims_in(f"{__package__}.claims", ".matrix .sampled_groups .listed_matrix")
