"""Groups of records that are sampled in turn: step i takes a Poisson sample of group i mod b, and no matrix has more
than b bands, so that the columns of a record do not overlap."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.numeric.rational_root import exact_root, root_above, root_below

from ..basics import group_privacy
from ..subsampling.formulas import sampled_gaussian
from . import column_as_run, listed_matrix, parameters
from .formulas import banded_toeplitz
from .parameters import PAPER, local

_COLUMNS = (
    "Where group i mod b is sampled in step i, and C has at most b bands, the columns of a record do not overlap: each "
    "of them is a Gaussian on a Poisson sample, of the column's norm as sensitivity. "
)
_REPLACED = " A record that replaces another, where the sensitivity for that is stated, is in the same group."

_APART: dict[str, Any] = {
    "gives": ch.Renyi,
    "source": "Mironov 2017, Proposition 11; ours, for columns of different groups",
    "latex": r"\gamma'(\alpha)=\tfrac{2\alpha}{2\alpha-1}\,\gamma(2\alpha-1)+\gamma(2\alpha),\quad"
    r"\gamma(\alpha)=\sum_jn_j\gamma_{q,\sigma_j}(\alpha)",
}


def _cyclic(case: ch.Case) -> str | None:
    """Groups are sampled in turn."""
    return local(case) if case["participation"] == parameters.CYCLIC else ""


def _one_group(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours, or replaced records in the same steps."""
    if _cyclic(case) is not None or case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE):
        return _cyclic(case)
    if case.get("replace-sensitivity") is None:
        return "a record that is replaced may stand in another group"
    return _added(case)


def _of_one_record(case: ch.Case) -> str | None:
    """Groups are sampled in turn; records that are added or removed: one that is replaced may be farther from the other
    than either is from none."""
    return _cyclic(case) if case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE) else ""


def _other_group(case: ch.Case) -> str | None:
    """Groups are sampled in turn; replaced records."""
    return "" if case.neighbours.covers(ch.Neighbours.ADD_OR_REMOVE) else _cyclic(case)


def _two_groups(case: ch.Case) -> str | None:
    """Groups are sampled in turn; replaced records whose sensitivity is stated, on samples of a rate below 1."""
    why = _other_group(case)
    return why if why is not None else "" if case.number("rate") == 1 else _added(case)


def _added(case: ch.Case) -> str | None:
    return None if case.get("sensitivity") is not None else "what adding a record to a sample changes is not stated"


def _norms(case: ch.Case) -> list[tuple[Fraction, int]]:
    """(squared norm of a column, how many columns have it) of group 0."""
    band, groups = column_as_run.band(case), case.get("separation")
    bands = len(band.entries)
    separation = int(groups) if isinstance(groups, Fraction) else bands
    whole, rows = banded_toeplitz.columns(int(case.number("steps")), separation, None, bands)
    return [(band.norm_squared(rows), n) for rows, n in ((bands, whole), (rows, 1)) if rows and n]


def _noises(case: ch.Case, *, above: bool = True) -> list[tuple[Fraction, int]]:
    """(noise multiplier, number of columns), rounded so that no group costs more or, if not `above`, some group no
    less."""
    if case["family"] == parameters.LISTED:
        return listed_matrix.noises(case, above=above)
    unit, root = column_as_run.unit(case), root_below if above else root_above
    return [(root(1 / (unit * squared)), n) for squared, n in _norms(case)]


def _runs(case: ch.Case, *, above: bool = True) -> tuple[tuple[ch.Step, int], ...]:
    return tuple((column_as_run.run(case, sigma), n) for sigma, n in _noises(case, above=above))


def _runs_below(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    return _runs(case, above=False)


def _all_columns(case: ch.Case) -> ch.GDP:
    if case["family"] == parameters.LISTED:
        return parameters.moved(case, listed_matrix.largest_group(case))
    return parameters.moved(case, sum((squared * n for squared, n in _norms(case)), Fraction(0)))


def _groups_of(case: ch.Case, size: int) -> ch.Renyi:
    """`size` records, each in a group of its own: each of them alone costs the runs of a group."""
    rate, noises = case.number("rate"), _noises(case)

    def curve(xp: Arithmetic, alpha: Value) -> Value:
        terms = (n * sampled_gaussian.divergence(xp, rate, sigma, alpha) for sigma, n in noises)
        return sum(terms, xp.number(0))

    return group_privacy.renyi(ch.Renyi(curve=curve), size)


def _sampled(case: ch.Case, norms: str) -> str | None:
    """Whether groups are sampled in turn, the relation fits, and norms are of that kind."""
    if _one_group(case) is not None or case["family"] == parameters.LISTED:
        return _one_group(case) if _one_group(case) is not None or norms == parameters.LISTED else ""
    rational = all(exact_root(column_as_run.unit(case) * squared) is not None for squared, _ in _norms(case))
    return None if norms == ("rational" if rational else "irrational") else ""


def _exact_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; both data sets differ in one group; norms are rational."""
    return _sampled(case, "rational")


def _rounded_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; both data sets differ in one group; some norm is irrational."""
    return _sampled(case, "irrational")


def _listed_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; both data sets differ in one group; the matrix is given by its entries."""
    return _sampled(case, parameters.LISTED)


def theorems() -> list[ch.Theorem]:
    """A record costs a run for each of its columns; records of different groups, what two or more records cost."""
    return [*_of_one_group(), _of_entries(), _whole_group(), *_of_groups()]


def _of_one_group() -> list[ch.Theorem]:
    statement = (
        f"{_COLUMNS}Group 0 has the largest norms, as column 0, b, 2b, ... has the most rows of all columns from it "
        "on; equal contributions attain it."
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
            below=_runs_below if rounded else None,
            rounds=rounded,
            conditions=_rounded_norms if rounded else _exact_norms,
            statement=statement + (less if rounded else "") + _REPLACED,
            source=f"{PAPER}, Theorem 5; ours, for the norms of columns with fewer rows",
            latex=r"T=\lceil n/b\rceil,\quad\frac{1}{\sigma_j^2}=\frac{\Delta^2}{\sigma^2}\sum_iC_{ij}^2",
            side=ch.Side.UPPER if rounded else ch.Side.EXACT,
            version=2 if rounded else 1,
        )
        for rounded in (False, True)
    ]


def _of_entries() -> ch.Theorem:
    return ch.Theorem(
        name="matrix.listed-cyclic-poisson",
        takes=ch.OnStep("matrix"),
        gives=ch.Rewrite,
        bound=_runs,
        below=_runs_below,
        conditions=_listed_norms,
        statement=f"{_COLUMNS}No group costs more than the largest norms of all groups, each sorted by size; the group "
        "with the largest sum gives the lower end, which equal contributions attain. Noise is rounded down, and up for "
        f"that end.{_REPLACED}",
        source=f"{PAPER}, Theorem 5; ours, for the norms of each group",
        latex=r"T=\lceil n/b\rceil,\quad\frac{1}{\sigma_j^2}=\frac{\Delta^2}{\sigma^2}\sum_iC_{ij}^2",
    )


def _whole_group() -> ch.Theorem:
    return ch.Theorem(
        name="matrix.whole-group",
        takes=ch.OnStep("matrix"),
        gives=ch.GDP,
        bound=_all_columns,
        conditions=_other_group,
        statement="Whichever columns of a record are sampled, they move at most what all columns of its group do; one "
        "that replaces another may stand in another group, and both move at most twice that.",
        source="joint convexity of the hockey-stick divergence; triangle inequality",
        latex=r"\mu^2=\frac{4\Delta^2}{\sigma^2}\sum_a\sum_iC_{i,ab}^2",
    )


def _of_groups() -> list[ch.Theorem]:
    """Records that may stand in different groups."""
    return [
        ch.Theorem(
            name="matrix.other-group",
            takes=ch.OnStep("matrix"),
            bound=lambda case: _groups_of(case, 2),
            conditions=_two_groups,
            statement="A record that replaces another may stand in another group, whose columns overlap with those of "
            "the first: both are as far from the rows without either as the runs of a group, and by the weak triangle "
            "inequality that far from each other.",
            **_APART,
        ),
        ch.Theorem(
            name="matrix.group-of-records",
            takes=ch.OnStep("group", "matrix"),
            bound=lambda case: _groups_of(case.within, int(case.number("size"))),
            conditions=lambda case: _of_one_record(case.within),
            statement="Records of a person may stand in different groups, whose columns overlap: each of them is, "
            "beside the others, as far from the rows without it as the runs of a group; by the weak triangle "
            "inequality, for each half of the records.",
            **_APART,
        ),
    ]
