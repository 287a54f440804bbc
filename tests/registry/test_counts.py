"""How often a step may run: an accountant that is silent for some counts, or ends at one, is never taken for one that
says no."""

from __future__ import annotations

import chartered as ch
import pytest
from chartered.accounting.every_path import Accounting
from chartered.accounting.request import Request
from chartered.ledger.entries import Entry, read_entries
from chartered.ledger.required_relation import relation
from chartered.paths.derivation import Derivation
from chartered.search.threshold import safe_end
from chartered.testing import example_steps
from hypothesis import given, strategies as st
from strangers import Install

KNOWN = ch.registry()
SPECIAL = [
    "poisson:rate=0.01/laplace:scale=1",
    "poisson:rate=0.01/approximate:epsilon=1,delta=1e-6",
    "sample:size=2,of=9/laplace:scale=1",
    "shuffled:n=100/randomized-response:epsilon=1",
    "shuffled:n=100/randomized-response:epsilon=1,k=4",
    "shuffled:n=100/pure:epsilon=1",
    "checkin:m=20,n=30/randomized-response:epsilon=1",
    "checkin:m=20,n=30,p=1/3/pure:epsilon=1",
    "checkin:m=20,n=30,protocol=averaged/pure:epsilon=1",
]
STEPS = [*SPECIAL, *(step for mechanism in KNOWN.mechanisms.values() for step in example_steps(mechanism))]

TRUNCATED = """
    import chartered as ch

    def profile(case):
        b, w = case.number("scale"), case.number("width")

        def lost(xp):
            return (xp.exp(xp.number((1 - w) / b)) - xp.exp(xp.number(-w / b))) / (-2 * xp.expm1(xp.number(-w / b)))

        def delta(xp, epsilon, witness):
            e, end = xp.minimum(epsilon, xp.number(1 / b)), xp.exp(xp.number(-w / b))
            half = xp.exp((e - xp.number(1 / b)) / 2)
            return (2 - end - half - xp.exp(e) * (xp.exp(-(e + xp.number(1 / b)) / 2) - end)) / (2 * (1 - end))

        return ch.Profile(delta=delta, at_infinity=ch.AtInfinity(delta=lost, max_loss=1 / b))

    @ch.hook
    def register_mechanisms():
        noise = (ch.Parameter("scale", "scale of the noise"), ch.Parameter("width", "where it is cut off"))
        return [ch.Mechanism("cut-off-laplace", "adds Laplace noise that is cut off", noise)]

    @ch.hook
    def register_theorems():
        takes = ch.OnStep("cut-off-laplace")
        return [ch.Theorem("truncated.profile", takes, ch.Profile, profile, "direct", "direct computation",
            side=ch.Side.EXACT)]
"""


def derivations(entry: Entry, count: int) -> set[Derivation]:
    """The ways in which accountants reach a profile of so many runs, each of them asked for by name."""
    asked = Request(KNOWN, (entry * count,), relation(KNOWN, [entry], None), only=frozenset(KNOWN.accountants))
    return {path.derivation for path in Accounting(asked).profiles()}


@pytest.mark.parametrize("step", dict.fromkeys(STEPS))
def test_an_accountant_that_answers_for_two_runs_answers_for_one(step: str) -> None:
    """One run is a composition of one: every way to a profile of two or more runs is one of a single run, too."""
    entry = read_entries(KNOWN, [step])[0]
    assert derivations(entry, 2) | derivations(entry, 10) <= derivations(entry, 1)


def test_a_sum_of_losses_of_one_run_is_its_own_profile() -> None:
    """Of one run of Laplace and of a sample both directions are as in closed form, and the certificate is accepted."""
    for step, delta in (
        ("laplace:scale=10", "0.01"),
        ("poisson:rate=0.1/gaussian:sigma=1", "1e-5"),
        ("approximate:epsilon=1,delta=0.1", "0.1"),
    ):
        ledger = ch.Ledger(step)
        summed, best = ledger.epsilon(delta, accountant="loss-distribution"), ledger.epsilon(delta)
        assert summed.upper == pytest.approx(best.upper, rel=1e-9)
        assert summed.upper >= (best.lower or 0)
        assert ch.check(summed.certificate().document).accepted


def test_a_restricted_count_is_that_of_all_accountants() -> None:
    """46 runs of Laplace noise by the sum of their losses, as many as by the accountant that spares them; and the
    certificate says so."""
    asked, summed = {"epsilon": 3, "delta": "1e-6"}, {"accountant": "loss-distribution"}
    alone = ch.largest_times("laplace:scale=10", **asked, **summed)
    best = ch.largest_times("laplace:scale=10", **asked).best
    assert best.accountant == "characteristic-function"
    assert alone.value == best.value == 46
    assert alone.best.ends is None
    assert ch.check(alone.certificate().document).accepted
    met, missed = ((ch.Ledger("laplace:scale=10") * n).epsilon("1e-6", **summed).upper for n in (46, 47))
    assert met <= 3 < missed


def test_an_accountant_that_is_silent_for_one_run_is_asked_for_more() -> None:
    """The central limit theorem says nothing of few runs, and much of many."""
    asked = {"delta": "1e-6", "accountant": "central-limit"}
    with pytest.raises(ch.CharteredError, match="too far for that delta"):
        ch.Ledger("laplace:scale=1e5").epsilon(**asked)
    count = ch.largest_times("laplace:scale=1e5", epsilon=90, **asked).value
    assert 10**11 < count < 10**12
    assert (ch.Ledger("laplace:scale=1e5") * int(count)).epsilon(**asked).upper <= 90


def test_an_accountant_that_is_silent_everywhere_is_told_with_its_reason() -> None:
    """It has no count; that is no count of 0."""
    solved = ch.largest_times("laplace:scale=10", epsilon=3, delta="1e-6")
    assert "central-limit" not in {answer.accountant for answer in solved.answers}
    why = {none.accountant: none.why for none in solved.unavailable}["central-limit"]
    assert why.startswith("the law of the loss may be as far as")


def test_a_sampled_stranger_runs_as_often_as_its_losses_allow(install: Install) -> None:
    """A mechanism of which only a profile is stated: one run is accounted for by that, many by the sum of their
    losses."""
    install("truncated", TRUNCATED)
    step, delta = "poisson:rate=0.01/cut-off-laplace:scale=5,width=200", "1e-5"
    solved = ch.largest_times(step, epsilon="0.05", delta=delta)
    assert solved.best.accountant == "loss-distribution"
    count = int(solved.value)
    assert count > 10
    assert solved.best.ends is None
    assert (ch.Ledger(step) * count).epsilon(delta).upper <= 0.05 < (ch.Ledger(step) * (count + 1)).epsilon(delta).upper


def test_a_count_that_the_accountant_limits_says_so() -> None:
    """Not the target but the largest sum of losses is met at 65536, and the profile of one run at one."""
    solved = ch.largest_times(
        "laplace:scale=1000", epsilon=30, delta="1e-6", accountant=["loss-distribution", "profile", "pure"]
    )
    found = {answer.accountant: answer for answer in solved.answers}
    assert found["loss-distribution"].value == 65536
    assert "more than 65536 losses" in str(found["loss-distribution"].ends)
    assert found["profile"].value == 1
    assert "answers for one run, not for 2" in str(found["profile"].ends)
    assert found["pure"].value == 30000
    assert found["pure"].ends is None
    shown = {answer["accountant"]: answer for answer in solved.to_json()["answers"]}
    assert shown["loss-distribution"]["capped"] is True
    assert shown["loss-distribution"]["why"] == found["loss-distribution"].ends
    assert "capped" not in shown["pure"]


@given(
    first=st.integers(1, 10**6),
    length=st.integers(0, 10**9),
    allowed=st.integers(0, 10**10),
    start=st.integers(1, 10**4),
)
def test_no_answer_is_no_refusal(first: int, length: int, allowed: int, start: int) -> None:
    """Answers for counts from `first` to `last` alone: where more is met than is answered the last answer is found, or
    else the last that is met, provided that the search meets an answer at all."""
    last, asked = first + length, set[int]()

    def miss(n: float) -> float | None:
        asked.add(int(n))
        return None if not first <= n <= last else (n - allowed) / (1 + allowed) if n > allowed else -1.0

    found = safe_end(miss, (1, 2**160), start, larger=False, whole=True)
    met = range(first, min(last, allowed) + 1)
    if found is not None:
        assert found == met[-1]
    elif met:
        assert not any(n in met for n in asked), "a count that is met was seen, and forgotten"


@given(first=st.integers(2, 10**5), allowed=st.integers(2, 10**9), start=st.integers(1, 10**6))
def test_an_accountant_of_many_runs_is_found(first: int, allowed: int, start: int) -> None:
    """Where all counts from some on are answered, the last that is met is found from anywhere, if the window is not
    tiny."""

    def miss(n: float) -> float | None:
        return None if n < first else (n - allowed) / allowed

    found = safe_end(miss, (1, 2**160), start, larger=False, whole=True)
    assert found == (allowed if first <= allowed else None) or (found is None and allowed < 2 * first)


@pytest.mark.parametrize(
    "step",
    ["laplace:scale=2", "poisson:rate=0.1/gaussian:sigma=1", "pure:epsilon=1/10", "approximate:epsilon=0.1,delta=1e-9"],
)
@pytest.mark.parametrize("count", [2, 3, 5])
def test_times_is_repeated_composition(step: str, count: int) -> None:
    """By every accountant the ledger of n equal steps, and the step that runs n times, cost the same."""
    times, steps = (
        {a.derivation.accountant: a.upper for a in ledger.compare(delta="1e-5").answers}
        for ledger in (ch.Ledger(step) * count, ch.Ledger([step] * count))
    )
    assert times == pytest.approx(steps, rel=1e-6)
