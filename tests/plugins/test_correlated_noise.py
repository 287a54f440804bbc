"""Correlated noise: what a record moves by its steps, groups that are sampled in turn, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import chartered as ch
import numpy as np
import pytest
from chartered import Ledger, Side
from chartered_plugins.correlated_noise.formulas import banded_toeplitz
from chartered_verify.numeric.rational_root import root_above, root_below

TWELVE = "matrix:sigma=1,family=toeplitz,coefficients=1:1/2:1/4:1/8,steps=12"
CYCLIC = "participation=cyclic-poisson,rate=0.08"


def mu_squared(step: str, relation: ch.Neighbours = ch.Neighbours.ADD_OR_REMOVE, by: str = "matrix.gdp") -> Fraction:
    """The exact mu^2 of a step whose record takes part in fixed steps."""
    return Fraction(ch.registry().theorem(by).bound(ch.Case(ch.parse(step).step, relation)).mu_squared)


@pytest.mark.parametrize(("separation", "squared"), [(4, "255/64"), (6, "85/32"), (3, "387/64"), (2, "705/64")])
def test_a_band_moves_by_the_worst_pattern(separation: int, squared: str) -> None:
    """Also where columns overlap, and uses times their norm would be too little."""
    step = f"{TWELVE},participation=fixed,separation={separation}"
    assert mu_squared(step) == Fraction(squared)
    assert mu_squared(step, ch.Neighbours.REPLACE_ONE) == 4 * Fraction(squared)
    assert mu_squared(f"{step},sensitivity=3") == 9 * Fraction(squared)
    assert mu_squared(f"{step},uses=1") == mu_squared(TWELVE) == Fraction(85, 64)


def test_the_square_root_of_prefix_sums() -> None:
    """A single pass moves by the first column, whose square sums the matrix of ones."""
    assert mu_squared("matrix:sigma=1,family=square-root,steps=4") == Fraction(381, 256)
    for steps, about in ((16, 1.94387884716), (1024, 3.27255415027)):
        assert float(mu_squared(f"matrix:sigma=1,family=square-root,steps={steps}")) == pytest.approx(about, rel=1e-11)
    band = banded_toeplitz.square_root(20)
    entries = [Fraction(entry, band.unit) for entry in band.entries]
    assert entries == [Fraction(comb(2 * m, m), 4**m) for m in range(20)]
    assert all(sum(entries[a] * entries[m - a] for a in range(m + 1)) == 1 for m in range(20))
    assert mu_squared("matrix:sigma=1,family=square-root,bands=2,steps=9") == Fraction(5, 4)


@pytest.mark.parametrize("uses", ["", ",participation=fixed,separation=7", ",participation=fixed,separation=1,uses=9"])
def test_a_blt_is_the_toeplitz_matrix_of_its_coefficients(uses: str) -> None:
    """Which is exact in fractions."""
    buffers = ((Fraction(1, 4), Fraction(9, 10)), (Fraction(1, 2), Fraction(1, 3)))
    entries = [Fraction(1), *(sum(w * t**m for w, t in buffers) for m in range(39))]
    toeplitz_step = f"matrix:sigma=3,family=toeplitz,coefficients={':'.join(map(str, entries))},steps=40{uses}"
    step = f"matrix:sigma=3,family=blt,scales=1/4:1/2,decays=9/10:1/3,steps=40{uses}"
    given, wanted = Ledger(step).epsilon("1e-6"), Ledger(toeplitz_step).epsilon("1e-6")
    assert given.side is Side.EXACT
    assert (given.lower, given.upper) == (wanted.lower, wanted.upper)
    assert ch.check(given.certificate()).accepted


def test_a_blt_may_run_for_any_number_of_steps() -> None:
    """What is added up are its buffers; a constant one counts the columns before."""
    blt = "matrix:sigma={},family=blt,scales=1/2,decays={},steps={}"
    step = f"{blt.format('1e9', 1, '1e12')},participation=fixed,separation=1e6"
    answer = Ledger(f"{step},uses=2").delta(1)
    rows = 1 + Fraction(1, 4) * (10**6 - 1) + Fraction(9, 4) + (10**12 - 10**6 - 1)
    assert answer.upper == Ledger(f"gdp:mu=sqrt({rows})/1e9").delta(1).upper
    assert Ledger(f"{step},uses=1000000").delta(1).path[0] == "matrix.gdp"
    tiny = Ledger(f"{blt.format(1, '1e-1000', 40)},participation=fixed,separation=7,uses=3")
    assert tiny.epsilon("1e-6").upper == Ledger("gdp:mu=sqrt(15/4)").epsilon("1e-6").upper
    far = Ledger(f"{blt.format(1, '1/2', 9)},participation=fixed,separation=1e3000")
    assert far.epsilon("1e-6").upper == Ledger(blt.format(1, "1/2", 9)).epsilon("1e-6").upper


def test_a_blt_whose_entries_rise_is_bounded_by_its_first_column() -> None:
    """The entry below the diagonal is above it, where the scales add up to more than 1."""
    step = "matrix:sigma=90,family=blt,scales=0.9:0.2,decays=0.9:0.5,steps=100"
    assert Ledger(step).epsilon("1e-6").side is Side.EXACT
    answer = Ledger(f"{step},participation=fixed,separation=20,uses=3").epsilon("1e-6", accountant="gdp")
    assert answer.path[0] == "matrix.above"
    assert answer.upper == Ledger(step.replace("=90", "=30")).epsilon("1e-6", accountant="gdp").upper


def test_an_answer_is_exact_and_certified() -> None:
    """By Gaussian DP, beside other steps, and solved for the noise."""
    step = f"{TWELVE.replace('sigma=1', 'sigma=4')},participation=fixed,separation=3,uses=2"
    answer = Ledger([step, "gaussian:sigma=5,times=2"]).epsilon("1e-6")
    assert answer.side is Side.EXACT
    assert ch.check(answer.certificate()).accepted
    noise = ch.calibrate("matrix:family=square-root,steps=1000", solve="sigma", epsilon=1, delta="1e-6").best
    assert Ledger(f"matrix:family=square-root,steps=1000,sigma={noise.value}").epsilon("1e-6").upper <= 1


@pytest.mark.parametrize("settings", ["steps=1024", "steps=5,participation=fixed,separation=2"])
def test_a_tree_is_tree_aggregation(settings: str) -> None:
    """With the same uses of a record."""
    matrix = Ledger(f"matrix:sigma=7,family=tree,{settings}").epsilon("1e-6")
    tree = Ledger(f"tree-aggregation:sigma=7,{settings.replace('participation=fixed,', '')}").epsilon("1e-6")
    assert matrix.path == ("matrix.tree", *tree.path)
    assert matrix.upper_exact == tree.upper_exact


def test_entries_that_do_not_fall_are_tried_where_they_are_few() -> None:
    """No pattern is above the bound by rows; where columns do not overlap the order of entries does not matter."""
    step = "matrix:sigma=1,family=toeplitz,coefficients=1/2:1:1/2,steps=7,participation=fixed,separation"
    assert mu_squared(f"{step}=3") == 2 * Fraction(3, 2) + Fraction(1, 4)
    answer = Ledger(f"{step}=1,uses=3").epsilon("1e-6", accountant="gdp")
    assert answer.path[0] == "matrix.listed"
    column = [Fraction(1, 2), Fraction(1), Fraction(1, 2)]
    worst = max(
        sum(sum(column[i - j] for j in chosen if 0 <= i - j < 3) ** 2 for i in range(7))
        for chosen in combinations(range(7), 3)
    )
    assert worst <= mu_squared(f"{step}=1,uses=3", by="matrix.above")
    assert answer.upper == Ledger(f"gdp:mu=sqrt({worst})").epsilon("1e-6").upper


def test_groups_sampled_in_turn_are_runs_on_poisson_samples() -> None:
    """Eight bands of the square root, 125 columns of each group, of which group 0 has the largest; its noise is rounded
    down, and up for the lower end, and 10.88840285 is what the rule by the largest norm says."""
    answer = Ledger(f"matrix:sigma=1,family=square-root,bands=8,steps=1000,{CYCLIC}").epsilon("1e-5")
    assert answer.path[0] == "matrix.cyclic-poisson-rounded"
    assert answer.upper == pytest.approx(10.88840285, rel=1e-9)
    assert ch.check(answer.certificate()).accepted
    squared = sum(Fraction(comb(2 * m, m), 4**m) ** 2 for m in range(8))
    same, less = (
        Ledger(f"poisson:rate=0.08/gaussian:sigma={root(1 / squared)},times=125").epsilon("1e-5")
        for root in (root_below, root_above)
    )
    assert (answer.lower, answer.upper) == (less.lower, same.upper)
    assert answer.upper - answer.lower < 1e-9


def test_the_last_column_of_a_group_has_fewer_rows() -> None:
    """Its own norm is used: less than that of whole columns, and more than nothing."""
    below, own, above = (
        Ledger(f"matrix:sigma=5,family=toeplitz,coefficients=4:3,steps={steps},{CYCLIC}").epsilon("1e-5").upper
        for steps in (8, 9, 10)
    )
    assert below < own < above
    parts = Ledger(["poisson:rate=0.08/gaussian:sigma=1,times=4", "poisson:rate=0.08/gaussian:sigma=5/4"])
    assert own == parts.epsilon("1e-5").upper


def test_rational_norms_are_exact_and_more_groups_cost_less() -> None:
    """3 and 4 have the norm 5: one Gaussian of sigma 1 for each column."""
    step = f"matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=10,{CYCLIC}"
    exact = Ledger(step).epsilon("1e-5")
    assert exact.side is Side.EXACT
    assert exact.upper_exact == Ledger("poisson:rate=0.08/gaussian:sigma=1,times=5").epsilon("1e-5").upper_exact
    assert Ledger(f"{step},separation=5").epsilon("1e-5").upper < exact.upper


def test_a_replaced_record_may_change_its_group() -> None:
    """Both groups are as far as their runs from the rows without either; where samples hardly help, all columns of both
    groups count. The exact runs are for add-or-remove and zero-out."""
    step = f"matrix:sigma=50,family=toeplitz,coefficients=3:4,steps=10,{CYCLIC}"
    replaced = Ledger(step, "replace-one").epsilon("1e-5")
    assert replaced.path[0] == "matrix.other-group"
    assert replaced.upper < Ledger("gdp:mu=1/5,times=5", "replace-one").epsilon("1e-5").upper
    assert Ledger(step, "zero-out").epsilon("1e-5").upper == Ledger(step).epsilon("1e-5").upper < replaced.upper
    whole = Ledger(step.replace("0.08", "1"), "replace-one").epsilon("1e-5")
    assert whole.path[0] == "matrix.whole-group"
    assert whole.upper == Ledger("gdp:mu=1/5,times=5", "replace-one").epsilon("1e-5").upper
    assert ch.check(replaced.certificate()).accepted


@pytest.mark.parametrize("replaced", ["2", "1/2"])
def test_a_record_that_replaces_one_of_its_group_is_replaced_in_each_run(replaced: str) -> None:
    """Where both sensitivities are stated: the steps are the same, and no columns of two groups overlap."""
    step = f"matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=4,{CYCLIC},sensitivity=1"
    same = Ledger(f"{step},replace-sensitivity={replaced}", "replace-one").epsilon("1e-5")
    run = f"poisson:rate=0.08/gaussian:sigma=1,sensitivity=1,replace-sensitivity={replaced},times=2"
    assert same.upper_exact == Ledger(run, "replace-one").epsilon("1e-5").upper_exact
    assert same.upper < Ledger(step, "replace-one").epsilon("1e-5").upper
    assert ch.check(same.certificate()).accepted
    alone = f"{step.replace('sensitivity=1', 'replace-sensitivity=2')}"
    assert Ledger(alone, "replace-one").epsilon("1e-5").path[0] == "matrix.whole-group"


def _normal(x: Any, y: Any, at: tuple[float, float]) -> Any:
    return np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / 2) / (2 * np.pi)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("rate", [0.08, 0.5])
def test_records_of_two_groups_whose_columns_overlap_lose_no_more_than_is_stated(sign: int, rate: float) -> None:
    """Two steps, two bands: the record of the first group moves both rows, that of the second the last one. What any
    event tells, on a grid of outcomes, where one replaces the other and where both are added."""
    step = f"matrix:sigma=5,family=toeplitz,coefficients=3:4,steps=2,participation=cyclic-poisson,rate={rate}"
    x, y = np.meshgrid(*[np.arange(-7, 7, 0.05) + 0.025] * 2)
    one, other = (3 / 5, 4 / 5), (0.0, sign * 3 / 5)
    none = _normal(x, y, (0, 0))
    p, q = ((1 - rate) * none + rate * _normal(x, y, at) for at in (one, other))
    both = (one[0] + other[0], one[1] + other[1])
    added = (1 - rate) ** 2 * none + rate**2 * _normal(x, y, both)
    added += rate * (1 - rate) * (_normal(x, y, one) + _normal(x, y, other))
    replaced, group = Ledger(step, "replace-one"), Ledger(f"group:size=2/{step}")
    for epsilon in ("1/10", "1/2", "1", "2"):
        level = np.exp(float(Fraction(epsilon)))
        for ledger, pair in ((replaced, (p, q)), (group, (added, none))):
            told = max(np.maximum(a - level * b, 0).sum() * 0.05**2 for a, b in (pair, pair[::-1]))
            assert told <= ledger.delta(epsilon).upper


def test_the_curve_of_a_group_is_not_one_of_replaced_records() -> None:
    """Two records on opposite sides of none, each in half of all samples, are 3.15 apart at order 2, and the curve of
    records that are added says 2.08."""
    step = "group:size=2/matrix:sigma=1,family=toeplitz,coefficients=1,steps=1,participation=cyclic-poisson,rate=1/2"
    theorem = ch.registry().theorem("matrix.group-of-records")
    added = ch.Case(ch.parse(step).step, ch.Neighbours.ADD_OR_REMOVE)
    assert theorem.conditions(added) is None
    replaced = ch.parse(f"{step},sensitivity=1,replace-sensitivity=2").step
    assert theorem.conditions(ch.Case(replaced, ch.Neighbours.REPLACE_ONE)) is not None


def test_a_local_randomizer_is_not_described() -> None:
    """In which step a report stands may follow from its value."""
    for step in (f"{TWELVE}", f"{TWELVE},{CYCLIC}"):
        with pytest.raises(ch.NoAnswer, match="the steps of a report may follow from its value"):
            Ledger(f"shuffled:n=1000/{step}").epsilon("1e-5")


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (f"family=square-root,bands=8,steps=1000,{CYCLIC},separation=4", "4 groups are fewer than 8 bands"),
        ("family=toeplitz,steps=4", "coefficients go with family=toeplitz"),
        ("family=square-root,steps=4,coefficients=1", "coefficients go with family=toeplitz"),
        ("family=toeplitz,steps=4,coefficients=1:-1", "at least 0"),
        ("family=toeplitz,steps=4,coefficients=0:1", "the first coefficient is 0"),
        ("family=tree,steps=4,bands=2", "bands go with family=square-root"),
        ("family=square-root,steps=4,bands=5", "bands must be at most steps"),
        ("family=square-root,steps=20000", "more than 10000 bands"),
        (f"family=tree,steps=4,{CYCLIC}", "the columns of a tree overlap"),
        (f"family=blt,scales=1/2,decays=1/2,steps=4,{CYCLIC}", "the columns of a blt overlap"),
        ("family=blt,scales=1/2,steps=4", "scales and decays go with family=blt"),
        ("family=blt,scales=1/2:1/4,decays=1/2,steps=4", "one of each for each buffer"),
        ("family=blt,scales=1/2,decays=1/2,steps=4,entries=1", "entries go with family=listed"),
        ("family=blt,scales=1/2,decays=1/2,steps=4,coefficients=1", "coefficients go with family=toeplitz"),
        ("family=tree,scales=1/2,decays=1/2,steps=4", "scales and decays go with family=blt"),
        ("family=blt,scales=1/2,decays=3/2,steps=4", "at most 1"),
        ("family=blt,scales=1/2,decays=1/2,steps=4,bands=2", "bands go with family=square-root"),
        (f"family=blt,scales=1{':1' * 16},decays=1{':1' * 16},steps=4", "at most 16 buffers, and this one 17"),
        (f"family=blt,scales=1,decays=0.{'1' * 2000},steps=4", "more than 4096 bits"),
        ("family=blt,scales=0,decays=1/2,steps=4", "above 0"),
        ("family=square-root,steps=4,uses=2", "participation=single takes no uses"),
        ("family=square-root,steps=4,rate=1/2", "participation=single takes no rate"),
        ("family=square-root,steps=4,separation=2", "takes part once; with separation it is fixed or cyclic-poisson"),
        ("family=square-root,steps=4,participation=fixed", "participation=fixed needs separation"),
        ("family=square-root,steps=4,participation=fixed,separation=2,rate=1/2", "participation=fixed takes no rate"),
        ("family=square-root,steps=4,participation=cyclic-poisson", "participation=cyclic-poisson needs rate"),
        (f"family=square-root,steps=4,{CYCLIC},uses=2", "participation=cyclic-poisson takes no uses"),
    ],
)
def test_what_is_not_described_is_refused(settings: str, why: str) -> None:
    """With what is wrong."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(f"matrix:sigma=1,{settings}")


def test_too_many_rows_are_bounded_instead_of_added_up() -> None:
    """Columns that overlap over a million rows of ten thousand bands, or over a thousand million of two."""
    for bands, steps in ((10_000, 10**6), (2, 10**9)):
        step = f"matrix:sigma=1000,family=square-root,bands={bands},steps={steps},participation=fixed"
        answer = Ledger(f"{step},separation={bands - 1}").epsilon("1e-6", accountant="gdp")
        assert answer.path[0] == "matrix.above"


@pytest.mark.parametrize(
    ("given", "coefficients"),
    [
        ("steps=5,participation=fixed,separation=2,uses=5", "1/4:3/4"),
        ("steps=20,participation=cyclic-poisson,separation=2,rate=0.1", "1:1/2"),
    ],
    ids=["fixed", "sampled"],
)
def test_zeros_at_the_end_are_no_bands(given: str, coefficients: str) -> None:
    """Columns that end before the next one begins do not overlap with it."""
    same = (
        ch.Ledger(f"matrix:sigma=2,family=toeplitz,{given},coefficients={coefficients}{more}")
        for more in ("", ":0:0.0")
    )
    one, other = (ledger.epsilon("1e-5") for ledger in same)
    assert (one.lower, one.upper, one.path) == (other.lower, other.upper, other.path)
