"""Where P and Q have little in common: delta is next to 1, and both ends are known at once."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest
from chartered_plugins.characteristic_function.formulas.bound_by_moment import MomentBound
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.moments import Laplace
from chartered_plugins.characteristic_function.search import delta_near_one

from tests.forging import forged


@pytest.mark.parametrize(
    "step",
    [
        "poisson:rate=0.1/approximate:epsilon=1,delta=0,times=1000000000",
        "poisson:rate=0.1/gaussian:sigma=1,times=1000000000",
        "laplace:scale=1,times=10000",
        "group:size=3/poisson:rate=0.1/gaussian:sigma=1,times=1000000",
    ],
)
def test_very_many_runs_have_both_ends(step: str) -> None:
    """They had a lower end of 0, or of nine digits after seconds. A certificate with another order is as true, one
    without digits of its own is refused where it says more than it proves."""
    answer = ch.Ledger(step).delta("0")
    assert 1 - 1e-12 <= answer.lower <= answer.upper == 1
    certificate = answer.certificate()
    assert ch.check(certificate).accepted
    key = next(key for key in answer.witness if key.endswith(".chernoff"))
    assert not ch.check(forged(certificate.document, ("answer", "witness", key), 2)).accepted
    wide = forged(certificate.document, ("answer", "witness", key), "1")
    assert not ch.check(forged(wide, ("answer", "lower_exact"), answer.lower_exact)).accepted


@pytest.mark.parametrize("runs", [1, 30, 100])
def test_both_bounds_enclose_the_sum_over_all_outcomes(runs: int) -> None:
    """Of Laplace noise, at orders on either side."""
    parts = ((Laplace(Fraction(1)), runs),)
    for epsilon in (Fraction(0), Fraction(runs, 5)):
        exact = Expansion(runs, 256).inverse(parts).delta(epsilon)
        for order in (Fraction(1, 8), Fraction(15, 32), Fraction(1)):
            assert MomentBound(order).inverse(parts).delta(epsilon).overlaps(exact)


def test_no_rule_where_delta_is_not_next_to_one() -> None:
    """Nor at an order at which a closed form has no value."""
    parts = ((Laplace(Fraction(1)), 3),)
    with pytest.raises(ArithmeticError, match="not next to 1"):
        delta_near_one.rule_at(parts, Fraction(0), 10)
    with pytest.raises(ArithmeticError, match="no value"):
        MomentBound(Fraction(1, 2)).inverse(parts)
