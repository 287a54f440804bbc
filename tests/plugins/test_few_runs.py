"""Few runs on Poisson samples: both ends, beside integrals over the outputs of each run in mpmath; and next to the
largest loss, beside finite sums."""

from __future__ import annotations

from fractions import Fraction
from time import process_time
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.formulas import banded_line
from chartered_plugins.characteristic_function.formulas.banded_line import BandedLine
from chartered_plugins.characteristic_function.formulas.outcome_tables import CERTAIN, Outcome, Outcomes, Table
from chartered_plugins.characteristic_function.formulas.runs_in_two_halves import ListedLosses
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample, discrete_gaussian
from chartered_plugins.characteristic_function.laws.laplace_law import of_laplace
from chartered_plugins.characteristic_function.laws.mixture import sampled
from chartered_plugins.characteristic_function.search import banded_line as few_runs
from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import arb
from mpmath import mp
from msgspec.structs import replace

from tests import exact_losses as exact

NAME = "characteristic-function"


def two_runs(q: Any, s: Any, x: Any) -> Any:
    """delta of two runs, where a record is removed: an integral over the first output of the second run's profile."""
    q, s, x = mp.mpf(q), mp.mpf(s), mp.mpf(x)

    def ratio(t: Any) -> Any:
        return 1 - q + q * mp.exp(t / s - 1 / (2 * s * s))

    def second(level: Any) -> Any:
        """E[(w - level)_+]."""
        if level <= 1 - q:
            return 1 - level
        t = s * mp.log((level - 1 + q) / q) + 1 / (2 * s)
        return q * mp.ncdf(1 / s - t) - (level - 1 + q) * mp.ncdf(-t)

    level = mp.exp(x)
    turn = s * mp.log((level / (1 - q) - 1 + q) / q) + 1 / (2 * s)
    ends = sorted({mp.mpf(-40), *(turn + k for k in (-6, -3, -1, mp.mpf(-1) / 10, 0, 2)), 1 / s, mp.mpf(45) + 1 / s})
    return mp.quad(lambda t: mp.npdf(t) * ratio(t) * second(level / ratio(t)), ends)


@pytest.mark.parametrize(
    ("rate", "sigma", "delta"),
    [("0.01", 1, "1e-6"), ("0.001", 1, "1e-20"), ("0.1", "0.3", "1e-6"), ("0.001", 1, "5e-4")],
)
def test_two_runs_beside_an_integral(rate: str, sigma: Any, delta: str) -> None:
    """delta at the lower end is at least the target, and at the upper one at most; the ends are 1e-10 apart."""
    answer = ch.Ledger(f"poisson:rate={rate}/gaussian:sigma={sigma},times=2").epsilon(delta, accountant=NAME)
    below, above = (fraction_of(end) for end in (answer.enclosed.bound.lo, answer.enclosed.bound.hi))
    with mp.workdps(40):
        at_ends = [two_runs(rate, sigma, mp.mpf(end.numerator) / end.denominator) for end in (below, above)]
        assert at_ends[0] >= mp.mpf(delta) * (1 - mp.mpf(10) ** -25)
        assert at_ends[1] <= mp.mpf(delta) * (1 + mp.mpf(10) ** -25)
    assert answer.exact
    assert answer.upper - (answer.lower or 0) < 1e-10


@pytest.mark.parametrize(
    ("step", "delta"),
    [
        ("rate=1e-4/gaussian:sigma=3,times=5", "1e-300"),
        ("rate=0.5/gaussian:sigma=10,times=9", "1e-20"),
        ("rate=0.001/gaussian:sigma=0.3,times=3", "1e-3"),
        ("rate=0.001/gaussian:sigma=10,times=3", "1e-300"),
        ("rate=0.001/gaussian:sigma=3,times=5", "1e-20"),
    ],
)
def test_the_exact_answer_is_within_that_of_the_grid(step: str, delta: str) -> None:
    """Loss distributions have both ends, far apart: those of few runs are between them, and the check accepts them."""
    ledger = ch.Ledger(f"poisson:{step}")
    exact, grid = (ledger.epsilon(delta, accountant=name) for name in (NAME, "loss-distribution"))
    assert grid.lower <= exact.lower <= exact.upper <= grid.upper
    assert exact.upper - exact.lower < 1e-9
    assert ch.check(exact.certificate()).accepted


def test_forty_digits_of_few_runs() -> None:
    """The interval of forty digits is within that of twelve."""
    ledger = ch.Ledger("poisson:rate=0.001/gaussian:sigma=1,times=3")
    fine, coarse = ledger.epsilon("1e-6", digits=30), ledger.epsilon("1e-6")
    assert coarse.enclosed.bound.lo <= fine.enclosed.bound.lo <= fine.enclosed.bound.hi <= coarse.enclosed.bound.hi
    assert Fraction(fine.upper_exact) - Fraction(fine.lower_exact) < Fraction(1, 10**29)


@pytest.mark.parametrize("ledger", ["rate=1e-6/gaussian:sigma=3,times=5", "rate=0.001/laplace:scale=1,times=3"])
def test_eps_is_0_above_the_total_variation_distance(ledger: str) -> None:
    """A delta above what all runs lose at eps 0 needs no eps, from both sides."""
    answer = ch.Ledger(f"poisson:{ledger}").epsilon("0.01", accountant=NAME)
    assert (answer.lower, answer.upper) == (0, 0)
    assert ch.check(answer.certificate()).accepted


def test_eps_is_above_0_below_it() -> None:
    """delta(0) of two runs is known to three digits: a little below it eps is above 0, and a little above it 0."""
    two = ch.Ledger("poisson:rate=0.001/gaussian:sigma=1,times=2")
    at_zero = two.delta(0, accountant=NAME)
    assert at_zero.upper - at_zero.lower < 1e-9
    assert (two.epsilon(0.99 * at_zero.lower, accountant=NAME).lower or 0) > 0
    assert two.epsilon(1.01 * at_zero.upper, accountant=NAME).upper == 0


@pytest.mark.parametrize(
    ("ledger", "delta"),
    [
        ("poisson:rate=0.5/laplace:scale=10,times=2", "1e-20"),
        ("poisson:rate=0.1/laplace:scale=1,times=5", "1e-10"),
        ("poisson:rate=0.1/discrete-laplace:scale=1,sensitivity=2,times=3", "1e-20"),
    ],
)
def test_next_to_the_largest_loss(ledger: str, delta: str) -> None:
    """The ends are within 1e-9 of each other, and the upper one is not above the largest loss."""
    answer = ch.Ledger(ledger).epsilon(delta)
    largest = ch.Ledger(ledger).epsilon(0, accountant="pure").upper
    assert answer.upper - answer.lower < 1e-9
    assert answer.upper <= largest
    assert ch.check(answer.certificate()).accepted


def _rule(parts: Any, x: Fraction, digits: int = 8) -> BandedLine:
    return few_runs.rule_at(parts, x, digits)


PARTS, X = ((GaussianSample(Fraction(1, 100), Fraction(1)).law, 3),), Fraction(1, 2)


@pytest.mark.parametrize("part", ["copies", "truncated", "below", "above"])
def test_each_part_of_a_banded_line_is_needed(part: str) -> None:
    """On a line of few digits, what that part leaves open holds the truth, and without it the truth is outside."""
    rule = _rule(PARTS, X, 2)
    truth = _rule(PARTS, X, 14).inverse(PARTS).delta(X)
    line, bands = rule.line, rule.bands
    if part == "copies":  # a period so short that they count
        line = replace(line, contour=replace(line.contour, spacing=line.contour.spacing * 2))
    if part == "truncated":
        line = replace(line, contour=replace(line.contour, count=3))
    if part == "below":
        bands = tuple(replace(band, low=None if band.low is None else band.low + Fraction(5, 4)) for band in bands)
    if part == "above":
        bands = tuple(replace(band, high=None if band.high is None else band.high - Fraction(5, 4)) for band in bands)
    found = replace(rule, line=line, bands=bands).inverse(PARTS)
    assert found.delta(X).overlaps(truth)
    assert not _without(found, part).delta(X).overlaps(truth)


def _without(found: Any, part: str) -> Any:
    """The inversion without the bound of one part."""
    if part == "copies":
        return replace(found, band=replace(found.band, mass=arb(0), right_moment=arb(0)))
    if part == "truncated":
        return replace(found, band=replace(found.band, beyond=arb(0)))
    below, above = found.outside
    return replace(found, outside=(above,) if part == "below" else (below,))


def test_a_rule_for_another_ledger_says_nothing() -> None:
    """Bands of Laplace noise, or without an order outside."""
    rule = _rule(PARTS, X, 2)
    laplace = ((of_laplace(Fraction(1), sampled(Fraction(1, 10), Fraction(1))), 3),)
    for parts, other in [(laplace, rule), *((PARTS, replace(rule, below=order)) for order in (None, Fraction(1, 2)))]:
        with pytest.raises(ArithmeticError):
            other.inverse(parts)


def test_the_split_of_runs_is_that_of_each() -> None:
    """Three runs of which each has 2 in its band, and nothing beside it."""
    with balls(64):
        assert banded_line.power((arb(0), arb(2)), 3)[1] == 8


@pytest.mark.parametrize(
    ("step", "atoms", "times", "delta"),
    [
        ("discrete-gaussian:sigma=1", lambda: exact.discrete_gaussian(Fraction(1), 1, 80), 3, "1e-6"),
        ("discrete-gaussian:sigma=1,sensitivity=2", lambda: exact.discrete_gaussian(Fraction(1), 2), 2, "1e-12"),
        ("discrete-laplace:scale=1,sensitivity=3", lambda: exact.discrete_laplace(Fraction(1), 3), 6, "1e-4"),
    ],
)
def test_runs_of_noise_on_the_integers_beside_sums_of_all_outcomes(
    step: str, atoms: Any, times: int, delta: str
) -> None:
    """delta of all outcomes, written out, is the target between the ends, which are 1e-12 apart."""
    answer = ch.Ledger(f"poisson:rate=0.1/{step},times={times}").epsilon(delta)
    assert answer.accountant == NAME
    assert answer.upper - answer.lower < 1e-12
    assert "removal.listed" in answer.witness
    below, above = (fraction_of(end) for end in (answer.enclosed.bound.lo, answer.enclosed.bound.hi))
    with mp.workdps(60):
        one = exact.sampled(atoms(), Fraction(1, 10))
        all_runs = exact.runs(one, times)
        at_ends = [exact.delta(all_runs, mp.mpf(end.numerator) / end.denominator) for end in (below, above)]
        assert at_ends[0] >= mp.mpf(delta) * (1 - mp.mpf(10) ** -25)
        assert at_ends[1] <= mp.mpf(delta) * (1 + mp.mpf(10) ** -25)


def test_what_is_left_out_of_a_sum_of_outcomes_is_needed() -> None:
    """With few integers the truth is within what is left out, and above the sum alone."""
    parts = ((discrete_gaussian(Fraction(4), sampled(Fraction(1, 10), Fraction(1))), 2),)
    few, many = (ListedLosses(nats, 128).inverse(parts) for nats in (3, 60))
    truth = many.delta(Fraction(1, 2))
    assert few.delta(Fraction(1, 2)).overlaps(truth)
    assert replace(few, rest=arb(0)).delta(Fraction(1, 2)) < truth


def test_a_loss_known_less_well_than_a_larger_one_may_be_above_eps() -> None:
    """The outcomes are sorted by midpoints: one that is certainly below does not say that of all after it. Here the
    loss is log 4."""
    known, vague = Outcome(arb(1), arb(1) / 4, arb(1) / 8), Outcome(arb("0.9", "0.5"), arb(1) / 2, arb(1) / 8)
    found = Outcomes((CERTAIN,), Table.of([vague, known]), arb(0), 64).delta(arb("1.2"))
    assert found.overlaps(arb(1) / 2 - arb("1.2").exp() / 8)


def test_outcomes_that_are_too_many_are_not_listed() -> None:
    """Nor are those of noise that is not whole."""
    with pytest.raises(ArithmeticError):
        ListedLosses(60, 128).inverse(((discrete_gaussian(Fraction(100), sampled(Fraction(1, 10), Fraction(1))), 9),))
    with pytest.raises(ArithmeticError):
        ListedLosses(60, 128).inverse(PARTS)


def test_many_runs_are_listed_in_the_time_that_their_outcomes_take() -> None:
    """400 runs of a group's noise, of three losses, have 80,601 outcomes; the multisets of fewer runs, of which there
    are 10.8 million, are not listed on the way."""
    begun = process_time()
    answer = ch.Ledger("group:size=2/poisson:rate=1/10/discrete-laplace:scale=1,times=400").epsilon("1e-6")
    assert process_time() - begun < 10
    assert answer.upper - answer.lower < 1e-12
