"""The suite: every claim gets one outcome, and a check that fails to run is never a pass."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

import pytest
from chartered_verify.forms.identity_inequality_erratum import Inequality
from chartered_verify.forms.proof_chain import chain
from chartered_verify.runs.suite import Outcome, attempt, run, summary
from chartered_verify.statements.claim import Claim, Effort, Kind
from chartered_verify.statements.verdict import Proved, Refuted, Supported, Undecided, Verdict

VERDICTS: dict[str, Verdict] = {
    "proved": Proved("by cutting", hunted=7),
    "supported": Supported("by sampling", points=40, digits=50),
    "refuted": Refuted("at a point", witness={"x": "1/3"}),
    "undecided": Undecided("out of boxes", left="[0, 1]"),
}


def raises(_: Effort) -> Verdict:
    """A check that fails to run."""
    raise ZeroDivisionError("division by zero")


def claim(name: str, check: Any, **more: Any) -> Claim:
    """A claim with this check."""
    fields = {"kind": Kind.IDENTITY, "statement": "1 = 1", "source": "a paper, T1", "domain": "everywhere"}
    return Claim(name=f"paper.{name}", check=check, **fields | more)


def some_claims() -> Iterable[Claim]:
    """One claim for each verdict, one that raises and one that is slow."""
    for word, verdict in VERDICTS.items():
        yield claim(word, lambda effort, verdict=verdict: verdict)
    yield claim("raises", raises)
    yield claim("slow", lambda effort: Proved("slowly"), slow=True)


def broken_loader() -> Iterable[Claim]:
    """A loader that no longer has the claims."""
    return []


def test_claims_run_in_order_and_are_counted() -> None:
    """Each claim has its outcome in the order given, and the counts add up; full=True adds the slow claim."""
    heard: list[str] = []
    found = run(some_claims(), progress=lambda outcome: heard.append(outcome.claim.name))
    assert [outcome.claim.name for outcome in found] == heard
    assert heard == ["paper.proved", "paper.supported", "paper.refuted", "paper.undecided", "paper.raises"]
    assert summary(found) == {"proved": 1, "refuted": 1, "undecided": 2, "supported": 1}
    assert [outcome.claim.name for outcome in run(some_claims(), Effort(full=True))] == [*heard, "paper.slow"]


def test_a_check_that_raises_is_undecided_with_its_error() -> None:
    """The error's type and text are the reason; nothing is raised and nothing passes."""
    found = attempt(claim("raises", raises), Effort())
    assert isinstance(found.verdict, Undecided)
    assert 'raises (test_suite.py, line 30), raised ZeroDivisionError: "division by zero"' in found.verdict.how


@pytest.mark.parametrize("answer", [True, None, "proved", 1])
def test_a_check_that_returns_no_verdict_is_undecided(answer: Any) -> None:
    """True is no proof."""
    found = attempt(claim("bool", lambda effort: answer), Effort())
    assert isinstance(found.verdict, Undecided)


def test_the_effort_reaches_the_check() -> None:
    """Digits and seed arrive."""

    def check(effort: Effort) -> Verdict:
        return Supported("seen", points=effort.seed, digits=effort.digits)

    found = attempt(claim("effort", check), Effort(digits=33, seed=5)).verdict
    assert (found.points, found.digits) == (5, 33)


@pytest.mark.parametrize("word", VERDICTS)
def test_an_outcome_has_exactly_the_public_fields(word: str) -> None:
    """The fields of the interface, as JSON; what does not apply is null, and `how` is never empty: what remains open is
    a part of it."""
    found = Outcome(claim(word, lambda effort: VERDICTS[word]), VERDICTS[word], 0.5).to_json()
    fields = ["name", "source", "kind", "verdict", "how", "digits", "points", "hunted", "witness", "seconds"]
    assert list(found) == fields
    assert found["verdict"] == word
    assert ("[0, 1]" if word == "undecided" else "by " if word != "refuted" else "at a point") in found["how"]
    assert json.loads(json.dumps(found)) == found
    assert found["points"] == (40 if word == "supported" else None)
    assert found["digits"] == (50 if word == "supported" else None)
    assert found["hunted"] == (7 if word == "proved" else None)
    assert found["witness"] == ({"x": "1/3"} if word == "refuted" else None)


def test_two_claims_of_one_name_are_refused() -> None:
    """The message names the claim."""
    with pytest.raises(ValueError, match=r"paper\.raises"):
        run([claim("raises", raises), claim("raises", raises)])


def test_an_executor_gives_the_same_outcomes_in_the_same_order() -> None:
    """Claims whose checks do not pickle run in other processes, found again by name."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        both = run(some_claims(), executor=executor, loader=some_claims), run(some_claims())
    found, alone = ([(outcome.claim.name, outcome.verdict) for outcome in outcomes] for outcomes in both)
    assert found == alone


def test_a_worker_that_does_not_know_the_claim_leaves_it_undecided() -> None:
    """A loader without the claim is a failure to run, not a pass; without a loader nothing could be found."""
    with ThreadPoolExecutor(1) as executor:
        found = run([claim("proved", raises)], executor=executor, loader=broken_loader)
        with pytest.raises(ValueError, match="needs a loader"):
            run(some_claims(), executor=executor)
    assert isinstance(found[0].verdict, Undecided)
    assert "the loader gives no claim named 'paper.proved'" in found[0].verdict.how


@pytest.mark.parametrize("verdict", VERDICTS.values(), ids=VERDICTS)
def test_a_verdict_has_no_truth_value(verdict: Verdict) -> None:
    """`if verdict` raises; an empty reason is refused."""
    with pytest.raises(TypeError, match="no truth value"):
        bool(verdict)
    with pytest.raises(ValueError, match="say how"):
        type(verdict)(how=" ")


@pytest.mark.parametrize("name", ["", "one", "paper.", ".T1", "paper T1.x", "a..b"])
def test_a_claims_name_is_dotted_words(name: str) -> None:
    """Anything else is refused with an example."""
    with pytest.raises(ValueError, match="want dotted words"):
        Claim(name, Kind.TABLE, "s", "s", "d", raises)


def test_an_erratum_says_what_is_printed_and_what_is_right() -> None:
    """Without both it is refused."""
    with pytest.raises(ValueError, match="an erratum says"):
        claim("erratum", raises, kind=Kind.ERRATUM, printed="2 + 2 = 5")
    assert claim("erratum", raises, kind=Kind.ERRATUM, printed="2 + 2 = 5", corrected="2 + 2 = 4").corrected


def endless(_: Effort) -> Verdict:
    """A check that does not end, and that catches what it can."""
    while True:
        with suppress(Exception):
            sum(range(1000))


def test_a_check_that_does_not_end_is_undecided_and_the_others_go_on() -> None:
    """The limit is for each claim; what it ended was not heard out, and what was in time is."""
    first, second = run(
        [claim("endless", endless), claim("proved", lambda effort: VERDICTS["proved"])], Effort(limit=0.1)
    )
    assert first.lost
    assert first.verdict == Undecided(how="not decided within 0.1 s", left="all of it")
    assert (second.lost, second.verdict) == (False, VERDICTS["proved"])


def test_a_limit_leaves_no_alarm_behind() -> None:
    """The handler of before is there again, and the clock is stopped."""
    before = signal.getsignal(signal.SIGALRM)
    attempt(claim("endless", endless), Effort(limit=0.05))
    attempt(claim("proved", lambda effort: VERDICTS["proved"]), Effort(limit=50))
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_limit_that_cannot_be_kept_decides_nothing() -> None:
    """In a thread there is no alarm: the claim says so."""
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(attempt, claim("proved", lambda effort: VERDICTS["proved"]), Effort(limit=1)).result()
    assert isinstance(found.verdict, Undecided)
    assert "main thread" in found.verdict.how


@pytest.mark.parametrize(
    ("kind", "why", "said"),
    [
        (Kind.TABLE, "", "values are compared one by one"),
        (Kind.SOUNDNESS, "", "what is exactly true is computed case by case"),
        (Kind.INEQUALITY, "", "none was found"),
        (Kind.TABLE, "it is long", "it is long"),
    ],
)
def test_what_is_only_supported_says_why(kind: Kind, why: str, said: str) -> None:
    """By itself, or by its kind."""
    sampled = Supported("by sampling", points=3, digits=9, why=why)
    found = attempt(claim("sampled", lambda effort: sampled, kind=kind), Effort())
    assert found.verdict == Supported(f"by sampling; no proof: {said}", points=3, digits=9)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("kind", "identity", "its kind is 'identity'; want one of Kind.IDENTITY"),
        ("check", Proved(how="by hand"), "want a form, or a function that gives a verdict"),
        ("statement", None, "its statement is None; want text"),
        ("domain", {"x": (0, 1)}, "want text"),
    ],
)
def test_a_claim_of_the_wrong_type_is_refused_when_it_is_made(field: str, value: Any, said: str) -> None:
    """Not after all the work, when its outcome is printed."""
    with pytest.raises(TypeError, match="claim 'paper") as refused:
        claim("claim", **{"check": raises, field: value})
    assert said in str(refused.value)


def test_a_chain_is_refuted_by_any_step_and_proved_by_all() -> None:
    """What is only supported does not hide what is false behind it; no step shows nothing."""
    proved, supported, open_, refuted = Proved("p"), Supported("s", points=1), Undecided("u"), Refuted("r")
    for verdicts, kind in (
        ((proved, proved), Proved),
        ((supported, refuted), Refuted),
        ((open_, refuted), Refuted),
        ((supported, open_, proved), Undecided),
        ((proved, supported), Supported),
        ((), Undecided),
    ):
        assert isinstance(chain("", *((str(n), verdict) for n, verdict in enumerate(verdicts))), kind)


def test_nothing_is_supported_by_no_point() -> None:
    """A check may say so without having tried one; the verdict's default is 0."""
    found = attempt(claim("hollow", lambda effort: Supported("no counterexample")), Effort()).verdict
    assert isinstance(found, Undecided)
    assert found.how == "no point was tried; no counterexample"


def test_a_claim_with_words_of_its_own_says_what_its_form_decided() -> None:
    """x > 1 was shown as proved for all real x by a form about 2 <= x <= 3."""
    form = Inequality(lambda xp, x: x - 1, {"x": (2, 3)})
    wider = Claim.of("paper.wide", "x > 1.", "a paper", form, domain="all real x")
    assert attempt(wider, Effort()).verdict.how.startswith("decided for 2 <= x <= 3; balls")
    assert attempt(Claim.of("paper.own", "x > 1.", "a paper", form), Effort()).verdict.how.startswith("balls")
