"""Correlated noise (matrix factorisation, DP-FTRL, BandMF): C X + Z is released row by row, where row j of X is the sum
that step j adds, C is lower triangular, and Z is independent Gaussian noise."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule
from chartered_verify.numeric.rational_root import exact_root, root_above, root_below

from ..mechanisms.sensitivities import sensitivities
from . import parameters

if TYPE_CHECKING:
    from .formulas import toeplitz
else:
    toeplitz = LazyModule(".formulas.toeplitz", __package__)

PAPER = "Choquette-Choo, Ganesh, McKenna, McMahan, Rush, Thakurta, Xu 2023"


def _band(case: ch.Case) -> toeplitz.Band:
    if case["family"] == parameters.TOEPLITZ:
        return toeplitz.of(case.numbers("coefficients")[: int(case.number("steps"))])
    return toeplitz.square_root(parameters.bands_of(case.step.settings))


def _pattern(case: ch.Case) -> tuple[int, int, int]:
    """(steps, separation, uses) of a record that takes part in fixed steps."""
    steps, separation, uses = (case.get(key) for key in ("steps", "separation", "uses"))
    assert isinstance(steps, Fraction)
    if not isinstance(separation, Fraction):
        return int(steps), int(steps), 1
    fit = -(-int(steps) // int(separation))
    return int(steps), int(separation), min(fit, int(uses)) if isinstance(uses, Fraction) else fit


def _local(case: ch.Case) -> str | None:
    return "the steps of a report may follow from its value: no local randomizer is described" if case.local else None


def _fixed(case: ch.Case) -> str | None:
    """The steps of a record are fixed, and the matrix is a band."""
    return "" if case["participation"] == parameters.CYCLIC or case["family"] == parameters.TREE else _local(case)


def _known_worst(case: ch.Case) -> str | None:
    """The steps of a record are fixed; where columns overlap, the entries fall along the first one, and the rows are
    not very many."""
    why = _fixed(case)
    if why is not None:
        return why
    band, (steps, separation, uses) = _band(case), _pattern(case)
    if uses == 1 or len(band.entries) <= separation:
        return None
    if not band.falls():
        return "columns overlap, and the coefficients do not fall: which pattern is the worst is not known"
    few = toeplitz.few_rows(band, steps, separation, uses)
    return None if few else "columns overlap, and there are too many rows to add up"


def _unknown_worst(case: ch.Case) -> str | None:
    """The steps of a record are fixed, and the worst pattern is not known."""
    return _fixed(case) if _fixed(case) is not None or _known_worst(case) else ""


def _moved(case: ch.Case, norm_squared: Fraction) -> ch.GDP:
    return ch.GDP(mu_squared=norm_squared * (case.sensitivity / case.number("sigma")) ** 2)


def _worst(case: ch.Case) -> ch.GDP:
    band, (steps, separation, uses) = _band(case), _pattern(case)
    if uses == 1 or len(band.entries) <= separation:
        return _moved(case, toeplitz.apart(band, steps, separation, uses))
    return _moved(case, toeplitz.overlapping(band, steps, separation, uses))


def _above(case: ch.Case) -> ch.GDP:
    _, separation, uses = _pattern(case)
    return _moved(case, toeplitz.above(_band(case), separation, uses))


def _on_tree(case: ch.Case) -> ch.Step:
    kept = ("sigma", "steps", "sensitivity", "replace-sensitivity", "separation", "uses")
    return ch.Step("tree-aggregation", tuple((key, case[key]) for key in kept if key in case.step.settings))


def _cyclic(case: ch.Case) -> str | None:
    """Groups are sampled in turn."""
    return _local(case) if case["participation"] == parameters.CYCLIC else ""


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


def _runs_of_more_noise(case: ch.Case) -> tuple[tuple[ch.Step, int], ...]:
    return _runs(case, root_above)


def _all_columns(case: ch.Case) -> ch.GDP:
    return ch.GDP(mu_squared=sum((squared * n for squared, n in _norms(case)), Fraction(0)))


def _rational(case: ch.Case) -> bool:
    return all(exact_root(squared) is not None for squared, _ in _norms(case))


def _exact_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours; norms are rational."""
    return _same_group(case) if _same_group(case) is not None or _rational(case) else ""


def _rounded_norms(case: ch.Case) -> str | None:
    """Groups are sampled in turn; add-or-remove or zero-out neighbours; some norm is irrational."""
    return _same_group(case) if _same_group(case) is not None or not _rational(case) else ""


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Matrix factorisation."""
    sigma = ch.Parameter(
        "sigma",
        "standard deviation of the noise in each row, in the units of the query",
        safer="larger",
        monotone="gaussian.monotone",
    )
    stated = sensitivities("what a record adds to a step (l2 norm)", monotone="gaussian.monotone")
    return [
        ch.Mechanism(
            "matrix",
            "adds correlated Gaussian noise to the sums of a training or of a stream, through a lower triangular "
            "matrix",
            (sigma, *parameters.of_the_matrix(), *stated, *parameters.of_participation()),
            source=PAPER,
            sampling="as participation says: in which steps a record may take part, or in which group it is, follows "
            "from the record alone and not from others; where replace-sensitivity is stated, one that replaces another "
            "takes part in the same steps",
            conflict=parameters.conflict,
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Fixed steps of a record are one Gaussian mechanism; a group that is sampled in turn is a run for each column."""
    return [*_of_fixed_steps(), *_of_groups()]


def _of_fixed_steps() -> list[ch.Theorem]:
    on = ch.OnStep("matrix")
    return [
        ch.Theorem(
            name="matrix.gdp",
            takes=on,
            gives=ch.GDP,
            bound=_worst,
            conditions=_known_worst,
            statement="A record moves row i by at most the sum of |C_ij| over its steps j, whatever was released "
            "before: all rows are a Gaussian mechanism, whose sensitivity is the norm of the sum of the record's "
            "columns, and equal contributions attain it. Of a Toeplitz band the worst steps are 0, s, 2s, ..., if "
            "columns do not overlap, or entries fall.",
            source=f"{PAPER}, Theorems 2 and 4; Kalinin, Lampert 2024, for overlapping columns; ours, for steps that "
            "depend on what was released",
            latex=r"\mu^2=\frac{\Delta^2}{\sigma^2}\sum_i\left(\sum_{a<k}C_{i,as}\right)^2",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="matrix.above",
            takes=on,
            gives=ch.GDP,
            bound=_above,
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
            below=_runs_of_more_noise if rounded else None,
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


@ch.hook
def register_claims() -> list[ch.Claim]:
    """The claims about the worst steps of a record, and about groups that are sampled in turn."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.matrix")
