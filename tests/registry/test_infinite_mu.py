"""A mu is infinite wherever delta stays above 0: of one run, of several, and of what is composed with them."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
import pytest

ONE_SIDED = "table:p=0:3/5:2/5,q=18/31:0:13/31"
TRUNCATED = "truncated-discrete-laplace:scale=3,bound=18,sensitivity=2"


@pytest.mark.parametrize("ledger", [
    [ONE_SIDED], [f"{ONE_SIDED},times=2"], [f"{ONE_SIDED},times=1000"], [ONE_SIDED, "laplace:scale=2"],
    [TRUNCATED], [f"{TRUNCATED},times=2"], [TRUNCATED, "gaussian:sigma=4"],
])  # fmt: skip
def test_more_runs_do_not_make_it_finite(ledger: list[str]) -> None:
    """No formula of the composed profile is asked: its limit says so, and a check derives it again."""
    found = ch.Ledger(ledger).mu()
    assert (found.lower, found.upper) == (float("inf"), float("inf"))
    checked = ch.check(found.certificate())
    assert checked.accepted, checked.why


@pytest.mark.parametrize("step", [ONE_SIDED, TRUNCATED])
def test_up_to_a_head_it_is_finite(step: str) -> None:
    """As the limit is beyond every head; the one run has an answer with which to compare."""
    found = ch.Ledger(step).mu(head=1)
    assert found.upper < float("inf")


@pytest.mark.parametrize("slow", [False, True])
def test_of_an_upper_bound_nothing_is_said(slow: bool) -> None:
    """Its delta stays above 0, and the mechanism's own mu may be finite."""
    profile = ch.Profile(
        delta=lambda xp, eps, witness: xp.number(Fraction(1, 2)),
        at_infinity=ch.AtInfinity(delta=Fraction(1, 2)),
        evaluation=ch.Evaluation(slow=slow),
        side=ch.Side.UPPER,
    )
    with pytest.raises(ch.Unavailable, match="by this profile no mu is valid"):
        ch.mu_witness(profile)
