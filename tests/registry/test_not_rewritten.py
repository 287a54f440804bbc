"""Where a step is an abbreviation that no theorem writes out, the refusal says which one would, and why it does not."""

from __future__ import annotations

import json

import chartered as ch
import pytest
from click.testing import CliRunner

LONG = "dpsgd:n=10000000000000,batch=1,epochs=10,noise=1"
FEW = "it has 100000000000000 runs, and at most 1e12 are accounted for"
REASONS = {
    LONG: (f"no theorem leads from dpsgd to it; dpsgd.poisson: {FEW}",),
    f"{LONG},clip-quantile-noise=9": (f"dpsgd.adaptive-clipping: {FEW}",),
    f"{LONG},group=2": (f"dpsgd.group: {FEW}",),
}


@pytest.mark.parametrize("step", REASONS)
def test_the_refusal_names_the_rewriting_and_its_reason(step: str) -> None:
    """In Python's error, once for all accountants that share it, and with no theorem that is about another step."""
    with pytest.raises(ch.NoAnswer) as refused:
        ch.Ledger(step).epsilon("1e-5")
    for words in REASONS[step]:
        assert refused.value.hint.count(words) == 1
    assert "poisson.whole" not in refused.value.hint
    assert "poisson.twice" not in refused.value.hint


def test_a_wider_answer_says_why_the_exact_rewriting_does_not_apply() -> None:
    """A group that is too large for a mixture is answered by group privacy."""
    answers = ch.Ledger("group:size=64/poisson:rate=0.1/gaussian:sigma=1").compare(delta="1e-5")
    assert [answer.lower for answer in answers.answers[:1]] == [None]
    reason = "group-of-records.sampled-gaussian: a mixture has at most 64 parts, and a group of 64 has more"
    assert any(reason in silent.why for silent in answers.unavailable)


def run(*arguments: str) -> str:
    """What the command prints."""
    from chartered.cli import chartered

    return CliRunner().invoke(chartered, list(arguments)).output


@pytest.mark.parametrize("step", REASONS)
def test_so_do_the_command_and_its_json(step: str) -> None:
    """For people on one line, for programs beside each accountant."""
    question = ("epsilon", step, "--delta", "1e-5")
    told = {one["accountant"]: one["why"] for one in json.loads(run(*question, "--json"))["unavailable"]}
    for words in REASONS[step]:
        assert words in run(*question)
        assert words in told["pure"]


def test_a_value_that_is_sought_is_refused_with_the_reason() -> None:
    """The largest number of times, too."""
    solved = ch.largest_times(LONG, epsilon=1, delta="1e-5")
    assert solved.why.count(FEW) == 1


def test_where_a_step_is_written_out_nothing_is_said_of_the_others() -> None:
    """What did not apply to a step that another theorem wrote out is no reason."""
    account = ch.Ledger("dpsgd:n=100,batch=10,epochs=1,noise=2,clip-quantile-noise=3").account(
        ch.Question.epsilon("1e-5")
    )
    assert {none.why for none in account.unavailable if none.accountant == "pure"} == {
        "no theorem leads from dpsgd to it"
    }
