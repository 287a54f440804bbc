"""A mu that only the far tail attains comes with a hint; any other one does not."""

from __future__ import annotations

import chartered as ch
import pytest

HINT = "the far tail alone decides this mu"


@pytest.mark.parametrize(
    ("step", "hinted"),
    [
        ("poisson:rate=0.01/gaussian:sigma=1,times=1000", True),
        ("poisson:rate=0.5/gaussian:sigma=3,times=10", True),
        ("gaussian:sigma=20,times=1000", False),
        ("gaussian:sigma=0.05", False),
        ("laplace:scale=1", False),
        ("poisson:rate=0.5/laplace:scale=1", False),
        ("randomized-response:epsilon=1,times=10", False),
    ],
)
def test_a_mu_of_the_far_tail_is_told(step: str, hinted: bool) -> None:
    """It points to --failure, which leaves the tail out; in JSON it is a note."""
    account = ch.Ledger(step).account(ch.Question.mu("1e-6"))
    assert any(note.startswith(HINT) and "--failure" in note for note in account.best.notes) is hinted
    assert any(HINT in note for note in account.to_json().get("notes", ())) is hinted


def test_what_attains_its_mu_elsewhere_has_no_hint() -> None:
    """The profile of a Gaussian does everywhere, whatever the path; a mu with a head, or a failure, was asked for with
    the tail left out."""
    found = ch.Ledger("gaussian:sigma=2").account(ch.Question.mu(), accountant="characteristic-function")
    assert all(HINT not in note for answer in found.answers for note in answer.notes)
    ledger = ch.Ledger("poisson:rate=0.5/gaussian:sigma=3,times=10")
    assert ledger.mu("1e-3", head=1).notes == ledger.mu("1e-3", failure="1e-3").notes == ()


def test_where_there_is_no_mu_a_failure_may_help() -> None:
    """A mechanism that fails is not GDP for any mu, and is except for a failure that is likelier."""
    ledger = ch.Ledger("approximate:epsilon=1,delta=1e-6")
    assert any("except for a failure that is likely enough: --failure" in note for note in ledger.mu().notes)
    assert ledger.mu("1e-3", failure="1e-5").upper < 2
