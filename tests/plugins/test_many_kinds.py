"""Ledgers of many different sampled Gaussians, by the characteristic function: against sums in long doubles, which
share nothing with the product, and against themselves, written in other ways."""

from __future__ import annotations

import random
from fractions import Fraction

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.formulas.composed_moments import Line, product_along
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample, replaced_gaussian
from chartered_plugins.characteristic_function.search.moments_in_floats import in_floats
from chartered_plugins.characteristic_function.search.representatives import standing_in

from tests import inverted_in_long_doubles as independent

NAME = "characteristic-function"
Kind = tuple[Fraction, Fraction, int]
"""Rate, noise and runs."""


def drawn(count: int, seed: int, runs: int) -> list[Kind]:
    """Different pairs: rates from 0.001 to 0.05, noises from 0.8 to 3, and up to so many runs of each."""
    draw = random.Random(seed)
    rates, noises = (draw.sample(range(*ends), count) for ends in ((1000, 50_000), (8000, 30_000)))
    return [(Fraction(q, 10**6), Fraction(s, 10**4), draw.randint(1, runs)) for q, s in zip(rates, noises, strict=True)]


def written(kinds: list[Kind]) -> list[str]:
    """The steps of a ledger."""
    return [f"poisson:rate={q}/gaussian:sigma={s},times={n}" for q, s, n in kinds]


@pytest.mark.full
@pytest.mark.parametrize(("count", "runs"), [(65, 1), (65, 200), (120, 1), (120, 1000), (300, 5)])
def test_both_ends_are_those_of_sums_in_long_doubles(count: int, runs: int) -> None:
    """delta at the ends of eps is a millionth to nine digits, and less where records are added; of one run each, eps is
    then nearly the largest loss, and the sums do not settle."""
    kinds, target = drawn(count, seed=count + runs, runs=runs), 1e-6
    answer = ch.Ledger(written(kinds)).epsilon("1e-6", accountant=NAME)
    assert answer.exact
    assert answer.upper - answer.lower < 1e-11 * answer.upper
    for added in (False, True)[: min(runs, 2)]:
        deltas = independent.deltas(
            [(independent.sampled_gaussian(independent.real(q), independent.real(s), added), n) for q, s, n in kinds],
            [independent.real(Fraction(end)) for end in (answer.lower, answer.upper)],
        )
        assert max(map(float, deltas)) < target * (1 + 1e-9)
        assert added or min(map(float, deltas)) > target * (1 - 1e-9)
    assert ch.check(answer.certificate()).accepted


def test_the_same_noise_in_two_scales_is_one_kind() -> None:
    """140 steps, of which each two are the same mechanism, cost as much as 70 that run twice as often."""
    kinds = drawn(70, seed=5, runs=30)
    scaled = [step.replace("sigma=", "sensitivity=2,sigma=") for step in written([(q, 2 * s, n) for q, s, n in kinds])]
    twice = written([(q, s, 2 * n) for q, s, n in kinds])
    one, other = (ch.Ledger(steps).epsilon("1e-6", accountant=NAME) for steps in (written(kinds) + scaled, twice))
    assert (one.lower, one.upper) == (other.lower, other.upper)


def test_a_ledger_costs_at_most_its_halves_and_more_than_either() -> None:
    """eps at delta is at most the sum of those of two halves at half of delta, and at least that of each at delta."""
    kinds = drawn(80, seed=6, runs=50)
    whole, *halves = (
        ch.Ledger(written(part)).epsilon("1e-6", accountant=NAME) for part in (kinds, kinds[:40], kinds[40:])
    )
    apart = [ch.Ledger(written(part)).epsilon("5e-7", accountant=NAME) for part in (kinds[:40], kinds[40:])]
    assert max(half.upper for half in halves) < whole.lower
    assert whole.upper < sum(half.upper for half in apart)


def test_seventy_kinds_of_replaced_records_are_exact() -> None:
    """Under replace-one neighbours both records are in the sample at once; stand-ins serve there as well."""
    answer = ch.Ledger(written(drawn(70, seed=7, runs=20)), "replace-one").epsilon("1e-6", accountant=NAME)
    assert answer.upper - answer.lower < 1e-11 * answer.upper


def test_radii_of_many_factors_add_up() -> None:
    """Three hundred factors turn the product by many whole turns, but its radius is no more than four times theirs."""
    parts = tuple((GaussianSample(Fraction(1, 20 + k), Fraction(1)).law, 40) for k in range(300))
    line = Line(Contour(Fraction(3), Fraction(1, 4), 20), Fraction(4), (Fraction(1),) * 300, 40, 128)
    (first, *_, last), runs = product_along(parts, line), sum(n for _, n in parts)
    each = max(
        float((value.real.rad() + value.imag.rad()) / value.abs_lower())
        for m, _ in parts[:1]
        for value in m.along(line.contour, line.accuracy, line.bits)
    )
    for value in (first, last):
        assert float(value.real.rad()) < 4 * runs * each * float(value.abs_upper())


def test_stand_ins_of_each_relation_are_among_its_own() -> None:
    """Each mechanism has a stand-in of its own class and direction, with about its rate and noise."""
    kinds = drawn(150, seed=8, runs=3)
    parts = (
        *((GaussianSample(q, s, added).law, n) for added in (False, True) for q, s, n in kinds),
        *((replaced_gaussian(q, s), n) for q, s, n in kinds),
    )
    found, places = standing_in(parts)
    assert sum(n for _, n in found) == pytest.approx(sum(n for _, n in parts))
    for (m, _), place in zip(parts, places, strict=True):
        other = found[place][0]
        assert isinstance(other, Law)
        assert [len(mixture.parts) for mixture in (other.ratio.p, other.ratio.q)] == [
            len(mixture.parts) for mixture in (m.ratio.p, m.ratio.q)
        ]
        assert 0.4 < float(other.ratio.pull / m.ratio.pull) < 2.5
        assert 0.7 < float(other.ratio.apart / m.ratio.apart) < 1.4
    level = [sum(n * in_floats(m).cumulants(5.0)[0] for m, n in given) for given in (found, parts)]
    assert level[0] == pytest.approx(level[1], rel=5e-3)


@pytest.mark.parametrize(("count", "rate"), [(12, "0.001"), pytest.param(60, "0.001", marks=pytest.mark.full)])
def test_one_run_each_of_several_noises_at_a_small_rate(count: int, rate: str) -> None:
    """Twelve digits, inside the interval of losses on a grid where that answers; the check has work enough."""
    draw = random.Random(3)
    steps = [f"poisson:rate={rate}/gaussian:sigma={Fraction(draw.randint(8000, 20_000), 10**4)}" for _ in range(count)]
    answer = ch.Ledger(steps).epsilon("1e-6", accountant=NAME)
    assert answer.upper - answer.lower < 1e-11 * answer.upper
    assert ch.check(answer.certificate()).accepted
    if count <= 16:
        coarse = ch.Ledger(steps).epsilon("1e-6", accountant="loss-distribution")
        assert coarse.lower <= answer.lower <= answer.upper <= coarse.upper
        assert coarse.upper - coarse.lower < 1e-3 * coarse.upper
