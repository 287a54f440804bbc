"""RAPPOR: the printed eps, exact answers for many reports, and what it does not cover."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.finite_outcomes import Outcomes
from chartered_plugins.characteristic_function.laws.mixture import sampled
from chartered_plugins.mechanisms.formulas.rappor_bits import likely_counts
from chartered_verify.arithmetic import balls
from flint import fmpq
from hypothesis import given, settings, strategies as st

CHANCES = st.fractions(0, 1, max_denominator=9)


def test_the_printed_eps_is_that_of_one_report_and_of_the_permanent_response() -> None:
    """Theorems 1 and 2 of Erlingsson et al. 2014, at f = 1/2, p = 1/2, q = 3/4 and two hash functions."""
    one = Ledger("rappor:f=1/2,p=1/2,q=3/4,hashes=2").epsilon(0)
    assert one.upper == pytest.approx(2 * math.log((0.6875 / 0.3125) / (0.5625 / 0.4375)), rel=1e-12)
    assert Ledger("rappor:f=1/2,hashes=2").epsilon(0).upper == pytest.approx(4 * math.log(3), rel=1e-12)


@pytest.mark.parametrize("step", ["f=1/2,hashes=4", "f=3/4,p=1/2,q=3/4,hashes=2,reports=9", "f=9/10,p=1/4,times=20"])
def test_answers_are_exact_with_a_certificate(step: str) -> None:
    """By the losses of the bits, also of several values."""
    answer = Ledger(f"rappor:{step}").epsilon("1e-5")
    assert answer.side is Side.EXACT
    assert answer.upper - answer.lower < 1e-9 * answer.upper
    assert ch.check(answer.certificate()).accepted


def test_more_reports_cost_more_and_never_more_than_the_permanent_response() -> None:
    """Two reports of one value are less than two of two values."""
    whole = Ledger("rappor:f=1/2").delta(1).upper
    costs = [Ledger(f"rappor:f=1/2,p=1/2,q=3/4,reports={n}").delta(1).upper for n in (1, 2, 5, 32)]
    assert costs == sorted(costs)
    assert costs[-1] < whole
    assert Ledger("rappor:f=1/2,p=1/2,q=3/4,times=2").delta(1).upper > costs[1]
    assert Ledger("rappor:f=1/2,reports=7").delta(1).upper == whole


@settings(max_examples=30)
@given(f=CHANCES, p=CHANCES, q=CHANCES, reports=st.integers(1, 4), epsilon=st.fractions(0, 3, max_denominator=4))
def test_delta_is_that_of_all_reports(f: Fraction, p: Fraction, q: Fraction, reports: int, epsilon: Fraction) -> None:
    """Of two values with one bit each: the sum of positive parts over the numbers of ones in both."""
    if not (0 < f < 1 and p < q):
        return
    text = f"rappor:f={f},p={p},q={q},reports={reports}"
    rows = likely_counts(ch.Case(ch.parse(text).step, ch.Neighbours.REPLACE_ONE).number)
    assert sum(a for a, _ in rows) == sum(b for _, b in rows) == 1
    found = Ledger(text).delta(epsilon)
    with balls(256) as xp:
        grown = xp.exp(xp.number(epsilon))
        pairs = (((a * d), (b * c)) for (a, b), (c, d) in product(rows, repeat=2))
        exact = sum((xp.positive(xp.number(x) - grown * xp.number(y)) for x, y in pairs), xp.number(0))
        assert not exact < found.lower
        assert not exact > found.upper


def test_facts_of_listed_outcomes_are_those_of_the_same_response() -> None:
    """Randomized response on a sample, by its outcomes and by discrete Laplace noise: within 1e-30."""
    with balls(128) as xp:
        noise = LaplaceOnIntegers(Fraction(1, 3), sampled(Fraction(1, 4), Fraction(1)))
        losses = noise.losses(xp)
        rows = []
        for loss, chance in losses:
            q = Fraction(str(chance.mid().str(38, radius=False)))
            rows.append((q * Fraction(str(loss.exp().mid().str(38, radius=False))), q))
        listed = Outcomes.of(reversed(rows))
        near = xp.number(Fraction(1, 10**30))
        assert abs(xp.number(listed.max_loss) - xp.number(noise.max_loss)) < near
        for one in (listed.below_largest(xp), noise.below_largest(xp)):
            assert abs(one.mass - losses[1][1] * xp.exp(losses[1][0])) < near
            assert abs(one.reach - (losses[1][0] - losses[0][0])) < near
            assert one.first == 0
        assert listed.swapped.swapped == listed
        assert (listed.count, listed.common) == (2, 2)
        assert xp.number(listed.total_variation).contains(fmpq(*(rows[1][0] - rows[1][1]).as_integer_ratio()))


def test_what_is_not_described_is_refused() -> None:
    """A report that is less often a 1 for a 1, too many reports, a relation in which a record is absent."""
    with pytest.raises(ch.BadValue, match="p must be at most q"):
        Ledger("rappor:f=1/2,p=1/2,q=1/4")
    with pytest.raises(ch.BadValue, match="reports is 33"):
        Ledger("rappor:f=1/2,p=1/2,q=3/4,reports=33")
    with pytest.raises(ch.BadValue, match="f is 0"):
        Ledger("rappor:f=0")
    with pytest.raises(ch.CharteredError, match="a report shows that its record is there"):
        Ledger("rappor:f=1/2", "add-or-remove").epsilon("1e-5")


def test_shuffled_reports_are_amplified() -> None:
    """As those of any local randomizer with its eps."""
    local = Ledger("rappor:f=1/2,p=1/2,q=3/4").epsilon("1e-6").upper
    assert Ledger("shuffled:n=10000/rappor:f=1/2,p=1/2,q=3/4").epsilon("1e-6").upper < local / 5


def test_reports_that_say_nothing_cost_nothing_and_a_calibration_may_come_near_them() -> None:
    """p = q is the end of what may be solved for."""
    assert Ledger("rappor:f=1/2,p=1/2,q=1/2,reports=3").epsilon(0).upper == 0
    q = ch.calibrate("rappor:hashes=2,f=1/2,p=1/2", solve="q", epsilon=1, delta=0)
    assert Ledger(f"rappor:hashes=2,f=1/2,p=1/2,q={Fraction(q.value)}").epsilon(0).upper <= 1
    p = ch.calibrate("rappor:f=1/10,q=9/10", solve="p", advantage="0.1")
    assert Ledger(f"rappor:f=1/10,q=9/10,p={Fraction(p.value)}").delta(0).upper <= 0.1
