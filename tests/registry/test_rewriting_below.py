"""Rewritings that also state what costs no more: which may, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import chartered as ch
import pytest
from chartered.model.theorems import misdeclared

ROUNDED = ch.registry().theorem("poisson.gaussians-rounded")


@pytest.mark.parametrize(
    "changed",
    [
        replace(ROUNDED, side=ch.Side.EXACT),
        replace(ROUNDED, below="sigma"),
        replace(ch.registry().theorem("gaussian.gdp"), side=ch.Side.UPPER, below=lambda case: case.step),
    ],
)
def test_only_a_rewriting_from_above_may_state_what_costs_no_more(changed: ch.Theorem) -> None:
    """Neither an exact one, nor a theorem that gives a guarantee; and what it states is a function."""
    assert misdeclared(ROUNDED) is None
    assert misdeclared(changed) == "below must be a function, of a rewriting whose side is UPPER"


def test_a_rewriting_without_it_is_itself_from_below() -> None:
    """And one with it errs in the other direction there."""
    exact = ch.registry().theorem("poisson.gaussians")
    assert exact.from_below is exact
    assert (ROUNDED.from_below.side, ROUNDED.from_below.name) == (ch.Side.LOWER, ROUNDED.name)


def test_a_path_that_loses_elsewhere_has_no_lower_end() -> None:
    """Amplification by a sample of a fixed size is a bound: its numbers for more noise are no lower end."""
    answer = ch.Ledger("sample:size=10,of=100/(gaussian:sigma=3,times=2)").epsilon("1e-5")
    assert "sample.gaussians-rounded" in answer.path
    assert answer.lower is None
    assert ch.check(answer.certificate()).accepted


def test_what_only_rounding_loses_needs_no_other_bound() -> None:
    """The two ends are as near as exact ones, so that expensive bounds are left out; by name they are there."""
    joint = ch.Ledger("poisson:rate=0.01/(gaussian:sigma=1 + gaussian:sigma=10):times=20")
    silent = {one.accountant: one.why for one in joint.compare(delta="1e-5").unavailable}
    assert "another accountant is exact" in silent["loss-distribution"]
    best, named = joint.epsilon("1e-5"), joint.epsilon("1e-5", accountant="loss-distribution")
    assert named.lower <= best.lower <= best.upper <= named.upper
