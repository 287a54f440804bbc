"""Several verdicts as one: the first that is no sample, or all points together."""

from __future__ import annotations

from chartered_plugins.claims.stated import first, together, unless
from chartered_verify.verdict import Proved, Refuted, Supported

ONE, OTHER = Supported("balls", points=3, digits=50), Supported("doubles", points=4, digits=12)
WRONG = Refuted("a condition", witness={"case": "p = 1"})


def test_samples_add_up() -> None:
    """Their points, with the fewest digits; what says nothing counts for nothing."""
    assert together(None, ONE, OTHER) == Supported("balls; doubles", points=7, digits=12)
    assert together(ONE, ONE).how == "balls"


def test_a_refutation_is_told_and_not_lost() -> None:
    """Wherever it stands. (A verdict has no truth value: `or` would raise, and leave the claim undecided.)"""
    assert together(ONE, WRONG, OTHER) is WRONG
    assert first(None, WRONG, Proved("run")) is WRONG
    assert unless(Proved("run"), None, WRONG) is WRONG
    assert unless(Proved("run"), None, None) == Proved("run")
