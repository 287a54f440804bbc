"""A few runs of Laplace noise on samples at a delta that only losses near the largest one have: exact, by a power
series."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition, max_loss
from chartered_plugins.characteristic_function.formulas.moments import Laplace
from chartered_plugins.characteristic_function.formulas.series_below_largest_loss import BelowLargest
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from chartered_plugins.characteristic_function.laws.laplace_law import of_laplace
from chartered_plugins.characteristic_function.laws.mixture import sampled
from chartered_plugins.characteristic_function.search import series_below_largest_loss
from chartered_verify.arithmetic import balls
from flint import arb
from hypothesis import given, settings, strategies as st

from tests.forging import forged

NAME = "characteristic-function"
FEW: list[tuple[str, str, str]] = [
    ("poisson:rate=1/3/laplace:scale=1,times=2", "add-or-remove", "1e-5"),
    ("poisson:rate=0.9/laplace:scale=0.496,times=2", "replace-one", "1e-5"),
    ("poisson:rate=0.5/laplace:scale=1.048,times=10", "add-or-remove", "1e-8"),
    ("poisson:rate=0.01/laplace:scale=5.604,times=2", "replace-one", "1e-6"),
    ("group:size=2/poisson:rate=0.5/laplace:scale=2.241,times=3", "add-or-remove", "1e-3"),
]
LAW = of_laplace(Fraction(1), sampled(Fraction(1, 3), Fraction(1)))


@pytest.mark.parametrize(("step", "neighbours", "delta"), FEW)
def test_few_sampled_runs_have_an_exact_answer(step: str, neighbours: str, delta: str) -> None:
    """None of these had one. The ends are within those by losses on a grid; the certificate is accepted, and one whose
    number or series is altered is not."""
    ledger = ch.Ledger(step, neighbours=neighbours)
    answer = ledger.epsilon(delta)
    assert answer.accountant == NAME
    assert answer.upper - answer.lower <= 1e-13 * answer.upper
    grid = ledger.account(ch.Question.epsilon(delta), accountant="loss-distribution").answers
    assert all((one.lower or 0) <= answer.upper and answer.lower <= one.upper for one in grid)
    again = ledger.delta(answer.upper, accountant=NAME)
    assert again.lower <= float(delta) <= again.upper * (1 + 1e-9)
    assert ch.check(answer.certificate()).accepted
    document = answer.certificate().document
    powers = next(key for key in answer.witness if key.endswith(".powers"))
    fewer = forged(document, ("answer", "witness", powers), 2)
    lower = forged(document, ("answer", "witness", "above"), str(answer.upper * (1 - 1e-12)))
    assert not any(ch.check(altered).accepted for altered in (fewer, lower))


@given(
    runs=st.integers(1, 6),
    rate=st.fractions(Fraction(1, 1000), Fraction(999, 1000)),
    size=st.fractions(Fraction(1, 10), 4),
    part=st.fractions(Fraction(1, 1000), Fraction(4, 5)),
    added=st.booleans(),
)
@settings(deadline=None)
def test_more_powers_agree_with_fewer(runs: int, rate: Fraction, size: Fraction, part: Fraction, added: bool) -> None:
    """Enclosures by different numbers of powers and bits overlap, and delta rises with the distance."""
    law = of_laplace(size, sampled(rate, Fraction(1)))
    parts: Composition = ((law.swapped if added else law, runs),)
    with balls(256) as xp:
        density = parts[0][0].below_largest(xp)
        y = xp.minimum(density.reach, density.pole) * xp.number(part)
        x = xp.number(max_loss(parts)) - y
        closer = x + y / 3
    few, many = (BelowLargest(count, bits).inverse(parts) for count, bits in ((12, 96), (160, 256)))
    assert few.delta(x).overlaps(many.delta(x))
    assert many.delta(closer).lower() < many.delta(x).upper()


@pytest.mark.parametrize(
    ("parts", "x"),
    [
        (((GaussianSample(Fraction(1, 100), Fraction(1)).law, 3),), Fraction(1, 2)),
        (((LAW, 2), (GaussianSample(Fraction(1, 100), Fraction(1)).law, 1)), Fraction(1, 2)),
        (((LAW, 2),), Fraction(0)),
        (((Laplace(Fraction(1)), 2),), Fraction(-1)),
    ],
)
def test_where_the_series_does_not_reach_it_says_nothing(parts: Any, x: Fraction) -> None:
    """Losses without a largest one, and an eps below what one run's density covers: no bound, and no choice of one."""
    with pytest.raises(ArithmeticError, match=r"not known|too far below"):
        BelowLargest(40, 128).inverse(parts).delta(x)
    with pytest.raises(ArithmeticError):
        series_below_largest_loss.rule_at(parts, x, 10)


def test_a_large_delta_is_left_to_other_rules() -> None:
    """At which eps is farther below the largest loss than the series reaches."""
    with pytest.raises(ArithmeticError, match="farther below"):
        series_below_largest_loss.bracket(((LAW, 2),), arb("0.4"), 10)
    assert series_below_largest_loss.bracket(((LAW, 2),), arb("1e-5"), 10)
