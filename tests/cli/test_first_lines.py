"""The first lines of an answer: the answer in words, what was assumed, and nothing that the full account denies."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import chartered as ch
import pytest
from chartered.accounting.answer_comparison import Comparison
from chartered.accounting.headline import of_account
from hypothesis import given, settings, strategies as st

LITTLE_NOISE = ("poisson:rate=0.5/gaussian:sigma=0.02,times=3", "laplace:scale=0.01", "--delta", "1e-6")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("epsilon", "gaussian:sigma=20,times=1000", "--delta", "1e-5"), "eps = 7.511275901 at delta = 1e-5: exact, "),
        (("epsilon", *LITTLE_NOISE), "eps <= 4262.658030 at delta = 1e-6: from above only, "),
        (("epsilon", "gaussian:sigma=1", "--delta", "0"), "eps is infinite at delta = 0: "),
        (("epsilon", "gdp:mu=1e200", "--delta", "1e-5"), "eps = 5.000000001e+399 at delta = 1e-5: exact"),
        (("delta", "laplace:scale=2", "--epsilon", "0.3"), "delta = 0.09516258197 at epsilon = 0.3: exact, "),
        (("mu", "laplace:scale=1"), "mu = 1.030063999: exact, "),
        (("mu", "approximate:epsilon=1,delta=1e-6"), "mu is infinite: "),
        (("steps", "gaussian:sigma=20", "--epsilon", "8", "--delta", "1e-5"), "1110 runs within epsilon = 8, delta"),
        (("steps", "pure:epsilon=1", "--epsilon", "0.5", "--delta", "0"), "no run meets epsilon = 0.5, delta = 0: "),
        (("calibrate", "laplace", "--solve", "scale", "--mu", "1"), "scale = 0.5"),
        (("calibrate", "group/gaussian:sigma=9", "--solve", "size", "--mu", "1"), "size = 9 meets mu = 1: exact, 10 "),
        (
            ("calibrate", "zcdp", "--solve", "rho", "--epsilon", "1", "--delta", "1e-5"),
            "rho = 0.03055695078766974 meets epsilon = 1, delta = 1e-5: certified; more may be possible",
        ),
        (
            ("calibrate", "poisson/gaussian:sigma=2", "--solve", "rate", "--epsilon", "10", "--delta", "1e-5"),
            "rate = 1 meets epsilon = 10, delta = 1e-5: certified; every rate does",
        ),
        (
            ("calibrate", "dpsgd:n=600,steps=1,noise=2", "--solve", "batch", "--epsilon", "10", "--delta", "1e-5"),
            "batch = 600 meets epsilon = 10, delta = 1e-5: certified; no batch is larger",
        ),
    ],
)
def test_the_first_line_is_the_answer_and_the_next_two_what_was_assumed(
    run: Any, arguments: tuple[str, ...], line: str
) -> None:
    """One shape for all commands: the neighbouring relation follows, and how records are sampled."""
    shown = run(*arguments).out.splitlines()
    if arguments[:2] == ("calibrate", "laplace"):
        assert re.match(r"scale = [0-9.]+ meets mu = 1: exact to one part in 1e9", shown[0])
    else:
        assert shown[0].startswith(line)
    assert re.match(r"neighbours +(add-or-remove|replace-one)", shown[1])
    assert shown[2].startswith("sampling ")


MEETING = ("poisson:rate=1/2,of=3,largest=1/gaussian:sigma=1", "--epsilon")
"""A mechanism between two others, whose ends meet at eps = 0."""


@pytest.mark.parametrize(("at", "side", "shown"), [("0", "exact", "exact"), ("1", "upper", "both ends")])
def test_line_table_and_json_agree_on_what_is_exact(run: Any, at: str, side: str, shown: str) -> None:
    """Both ends are one number; the certificate has the side of the path, which loses something."""
    first, *rest = run("delta", *MEETING, at).out.splitlines()
    assert ("exact, certified from both sides" in first) == (side == "exact")
    assert any(line.startswith("loss-distribution ") and f"  {shown}  " in line for line in rest)
    answer = ch.Ledger(MEETING[0]).delta(at)
    assert (answer.to_json()["side"], answer.certificate().document["answer"]["side"]) == (side, "upper")
    assert ch.check(answer.certificate()).accepted


def test_no_bound_is_hidden_behind_a_wide_exact_answer(run: Any) -> None:
    """Renyi's bound is smaller by 18 orders of magnitude: it is the best everywhere, and has a row."""
    text = run("epsilon", *LITTLE_NOISE).out
    assert "no smaller" not in text
    assert re.search(r"^renyi +asoodeh2020.L1 +4262.658030", text, re.M)
    told = run("epsilon", *LITTLE_NOISE, "--json").json
    assert told["best"] == "renyi"
    assert ch.Ledger(LITTLE_NOISE[:2]).epsilon("1e-6").accountant == "renyi"


@pytest.mark.parametrize(
    "step",
    [
        "checkin:m=100,n=1000/randomized-response:epsilon=1",
        "shuffled:n=1000/randomized-response:epsilon=1",
        "sample:size=10,of=100/laplace:scale=1",
        "power:sigma=2,A=1,B=1/2",
    ],
)
@pytest.mark.parametrize("over", [(), ("--head", "1")])
def test_the_least_mu_of_an_upper_bound_is_not_called_exact(run: Any, step: str, over: tuple[str, ...]) -> None:
    """Both ends are about the bound; that of the ledger may be smaller."""
    told = run("mu", step, *over)
    if told.status == 0:
        assert re.match(r"mu <= [0-9.e-]+.*: from above only", told.out.splitlines()[0])
        assert {answer["side"] for answer in run("mu", step, *over, "--json").json["answers"]} == {"upper"}


def test_an_exact_accountant_that_failed_is_told(run: Any) -> None:
    """With its reason, in text, JSON and Python; where a narrow answer is there, nothing is."""
    note = "characteristic-function is exact where it answers, and has no answer here: "
    assert note in run("epsilon", *LITTLE_NOISE).out
    assert run("epsilon", *LITTLE_NOISE, "--json").json["notes"][0].startswith(note)
    answer = ch.Ledger(LITTLE_NOISE[:2]).epsilon("1e-6")
    assert answer.notes[0].startswith(note)
    assert note in str(answer)
    assert ch.Ledger("gaussian:sigma=1").epsilon("1e-6").notes == ()


STEPS = st.sampled_from(
    [
        "gaussian:sigma=2",
        "laplace:scale=3,times=4",
        "pure:epsilon=0.2,times=9",
        "zcdp:rho=0.1",
        "approximate:epsilon=0.1,delta=1e-7,times=3",
        "discrete-laplace:scale=2",
        "gdp:mu=1/3",
        "rdp:alpha=8,gamma=0.2",
    ]
)


@settings(max_examples=25)
@given(st.lists(STEPS, min_size=1, max_size=3), st.sampled_from(["1e-3", "1e-6", "1e-12"]))
def test_nothing_that_the_text_says_is_false_in_the_account(steps: list[str], delta: str) -> None:
    """The value of the first line is the least upper end; who has no smaller one has none."""
    account = ch.Ledger(steps).account(ch.Question.epsilon(delta))
    text, least = str(Comparison(account, everything=False)), min(Decimal(a.upper_exact) for a in account.answers)
    shown = re.search(r"(?:=|<=|and) ([0-9.e+-]+) at", of_account(account))
    if least == Decimal("inf"):
        assert of_account(account).startswith("eps is infinite") or "no finite bound" in of_account(account)
        return
    assert least <= Decimal(shown[1]) <= least * (1 + Decimal("1e-8"))
    assert text.splitlines()[0] == of_account(account)
    for names in re.findall(r"^(.*) (?:is|are) from above only, and no smaller: --all", text, re.MULTILINE):
        for answer in account.answers:
            assert answer.accountant not in re.split(", | and ", names) or Decimal(answer.upper_exact) >= least
    rows = [line.split()[0] for line in text.split("\n\n")[1].splitlines()[1:]]
    assert account.best.accountant in rows


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (
            "repeat-and-select:mean=40,count=geometric/poisson:rate=1/100/gaussian:sigma=2,times=500",
            "500 selections, each among runs of poisson/gaussian",
        ),
        (
            "repeat-and-select:mean=40,count=geometric,times=2/(poisson:rate=1/100/gaussian:sigma=2,times=500)",
            "2 selections, each among runs of the 500 steps in parentheses",
        ),
        ("poisson:rate=0.1/laplace:scale=2,times=3", "3 Poisson samples, each for one run of laplace"),
        ("shuffled:n=100/pure:epsilon=1,times=2", "2 shuffles, each of n reports by pure"),
    ],
)
def test_what_times_repeat_is_told(run: Any, step: str, words: str) -> None:
    """Runs of the wrapper, not of what stands inside."""
    assert re.search(rf"^repeated +{re.escape(words)}$", run("epsilon", step, "--delta", "1e-5").out, re.M)


def test_a_shuffle_says_that_each_record_is_randomized_by_itself(run: Any) -> None:
    """The owner of a shuffled data loader is told that this is not about batches; noisy SGD says what to write."""
    local = run("epsilon", "shuffled:n=1000/gaussian:sigma=2", "--delta", "1e-5").out
    assert re.search(r"^assumed +each record is randomized by itself, by gaussian", local, re.M)
    training = run("epsilon", "dpsgd:n=600,batch=25,epochs=6,noise=1.1", "--delta", "1e-5").out
    assert (
        "for other batches, shuffled ones, say, which have other numbers, write loader=allocation, shuffled, fixed or"
        in training
    )


def test_a_step_that_counts_a_person_once_is_named_beside_groups(run: Any) -> None:
    """A forgotten group; nothing is said where all steps are about persons, or none is."""
    group, alone = "group:size=5/gaussian:sigma=9", "laplace:scale=9"
    said = run("epsilon", group, alone, "--delta", "1e-5").out
    assert re.search(
        r"^assumed +laplace:scale=9\S* counts a person once; .* write group:size=.../ around it$", said, re.M
    )
    for steps in ((group, f"group:size=2/{alone}"), (alone,)):
        assert "assumed" not in run("epsilon", *steps, "--delta", "1e-5").out


def test_a_time_limit_is_why_there_is_no_answer(run: Any) -> None:
    """The first line says so: with more time there is one."""
    done = run("epsilon", "dpsgd:n=60000,batch=256,epochs=10,noise=1.1", "--delta", "1e-5", "--seconds", "1e-6")
    assert done.out.splitlines()[0] == "no answer: no accountant bounds eps at delta = 1e-5 in so little time"


def test_a_tradeoff_says_how_records_are_sampled(run: Any) -> None:
    """As every other answer does; nothing where every step sees the whole data set."""
    training = run("tradeoff", "dpsgd:n=600,batch=6,steps=10,noise=2", "--type-one", "1/20").out
    assert "\nsampling        Poisson, as noisy SGD assumes" in training
    assert "sampling" not in run("tradeoff", "gaussian:sigma=2", "--type-one", "1/20").out
