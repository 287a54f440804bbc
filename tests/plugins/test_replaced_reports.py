"""Reports that are (eps0, delta0)-DP, replaced by pure ones: the print, its condition, what is sharper, and what is
refuted."""

from __future__ import annotations

from math import exp, log, sqrt

import chartered as ch
import pytest
from chartered import Ledger, Question
from chartered_plugins.checkins.claims.checkins_exact import never_below
from chartered_plugins.checkins.formulas import report_slots
from chartered_plugins.shuffling.formulas import closed_forms as shuffling
from chartered_verify.arithmetic import floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Refuted

SHUFFLE = "shuffled:n=1000000/approximate:epsilon=0.05,delta={}"
SLOTS = "checkin:m=1000,n=1000000,protocol=averaged/approximate:epsilon=0.05,delta={}"


def epsilon(step: str, by: str | None = None, delta: object = "1e-6") -> float:
    """The tightest eps."""
    return Ledger(step).epsilon(delta, by).upper


def reasons(step: str, theorem: str) -> str:
    """Why a theorem has no answer."""
    account = Ledger(step).account(Question.epsilon("1e-6"), accountant=["profile", theorem])
    return "; ".join(none.why for none in account.unavailable)


def test_theorem_51_in_print() -> None:
    """At 8 eps0, where delta0 is so small that the transfer does not count."""
    size, n = exp(0.4), 10**6
    printed = size**3 * (size - 1) ** 2 / (2 * n) + size**1.5 * (size - 1) * sqrt(2 * log(1e6) / n)
    assert epsilon(SHUFFLE.format("1e-40"), "balle2020checkins.T5.1-approximate") == pytest.approx(printed, rel=1e-6)


def test_theorem_41_in_print() -> None:
    """At 8 eps0 between its values for equal parts of delta and for the total twice."""

    def printed(delta: float, unlucky: float) -> float:
        e1 = sqrt(1e-6 + 1e-3) + sqrt(log(1 / unlucky) / 1e6)
        size = exp(0.8) * (exp(0.4) - 1) * e1
        return size**2 / 2 + size * sqrt(2 * log(1 / delta))

    found = epsilon(SLOTS.format("1e-40"), "checkin.T41-approximate")
    assert printed(1e-6, 1e-6) < found < printed(5e-7, 5e-7)


def test_clipping_needs_less() -> None:
    """Twice eps0 instead of eight times, and delta0 itself; the clones of all reports are better still."""
    step = SHUFFLE.format("1e-15")
    printed, clipped = (epsilon(step, f"balle2020checkins.T5.1-{name}") for name in ("approximate", "clipped"))
    assert clipped < printed / 5
    assert epsilon(step) < clipped / 5
    assert (
        epsilon(SLOTS.format("1e-40"), "checkin.T41-clipped")
        < epsilon(SLOTS.format("1e-40"), "checkin.T41-approximate") / 5
    )


@pytest.mark.parametrize(
    ("step", "theorem", "why"),
    [
        ("shuffled:n=9/approximate:epsilon=2,delta=1e-4", "balle2020checkins.T5.1-approximate",
         "no delta1 below 1 allows"),
        ("shuffled:n=9/approximate:epsilon=2,delta=0", "balle2020checkins.T5.1-clipped", "the reports are pure"),
        ("shuffled:n=9/approximate:epsilon=0,delta=0.1", "balle2020checkins.T5.1-clipped", "eps is 0"),
        ("checkin:m=9,n=9/approximate:epsilon=1,delta=1e-9", "checkin.T41-approximate", "the protocol is fixed"),
        ("checkin:m=9,n=9,protocol=averaged/approximate:epsilon=9,delta=0.01", "checkin.T41-approximate",
         "no delta1 below 1 allows"),
        ("checkin:m=9,n=9,p=0.5,protocol=averaged/approximate:epsilon=1,delta=0.01", "checkin.T41-clipped",
         "needs p = 1"),
    ],
)  # fmt: skip
def test_conditions_are_told(step: str, theorem: str, why: str) -> None:
    """Outside its range a theorem says why it is silent."""
    assert why in reasons(step, theorem)


@pytest.mark.parametrize(
    "theorem", ["checkin.T41-approximate", "checkin.T41-clipped", "balle2020checkins.T5.1-clipped"]
)
def test_answers_are_certified(theorem: str) -> None:
    """Certificates are accepted; delta is the total, at least n times delta0."""
    step = SLOTS.format("1e-40") if theorem.startswith("checkin") else SHUFFLE.format("1e-15")
    for question in (Question.epsilon("1e-6"), Question.delta("0.01")):
        answer = Ledger(step).account(question, accountant=theorem).answers[0]
        assert ch.check(answer.certificate().document).accepted
    total = (
        Ledger(SHUFFLE.format("1e-15"))
        .account(Question.delta("0.04"), accountant="balle2020checkins.T5.1-clipped")
        .answers[0]
    )
    assert total.upper >= 2e-9


@pytest.mark.parametrize(("epsilon0", "delta0"), [(0.5, 1e-300), (3.0, 1e-9), (0.001, 1e-12)])
def test_the_least_delta1_just_allows_delta0(epsilon0: float, delta0: float) -> None:
    """What it allows is delta0, and a little less of it is not allowed."""
    least = report_slots.least_replaced(floats, epsilon0, delta0)
    assert report_slots.replaceable(floats, epsilon0, least) == pytest.approx(delta0, rel=1e-9)
    assert report_slots.replaceable(floats, epsilon0, least * 0.999) < delta0


def test_the_exact_shuffle_refutes_a_bound_that_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundredth of its variance proxy Theorem 5.1 is below what is enumerated, so is one without its
    transfer."""
    right = shuffling.variance_proxy
    monkeypatch.setattr(shuffling, "variance_proxy", lambda *of: right(*of) / 10_000)
    assert isinstance(never_below("balle2020checkins.T5.1-clipped", ["averaged"], Effort(), approximate=True), Refuted)
