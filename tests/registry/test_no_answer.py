"""What a question without an answer raises."""

from __future__ import annotations

import chartered as ch
import pytest
from strangers import Install

FAILS = """
import chartered as ch

def boom(case):
    raise LookupError("no table")

@ch.hook
def register_mechanisms():
    return [ch.Mechanism("odd", "has one theorem", ())]

@ch.hook
def register_theorems():
    return [ch.Theorem("odd.pure", ch.OnStep("odd"), ch.Pure, boom, "It fails.", "nobody", side=ch.Side.UPPER)]
"""


def test_a_question_that_no_accountant_answers_raises_no_answer() -> None:
    """With each one's reason, and the account."""
    with pytest.raises(ch.NoAnswer, match="no answer for") as raised:
        ch.Ledger("gaussian:sigma=2").epsilon("1e-5", accountant="pure")
    assert isinstance(raised.value, ch.CharteredError)
    assert not isinstance(raised.value, ch.OutOfTime | ch.PluginFault)
    assert [none.accountant for none in raised.value.found.unavailable] == ["pure"]


def test_a_question_whose_time_ends_before_any_answer_raises_out_of_time() -> None:
    """A nanosecond is enough for nothing."""
    with pytest.raises(ch.OutOfTime) as raised:
        ch.Ledger("poisson:rate=0.0123/gaussian:sigma=1.7,times=998").epsilon("1e-6", seconds=1e-9)
    assert isinstance(raised.value, ch.NoAnswer)
    assert not raised.value.found.answers


def test_a_question_whose_plugin_failed_raises_its_fault(install: Install) -> None:
    """The plugin is named."""
    install("odd-plugin", FAILS)
    with pytest.raises(ch.PluginFault, match=r"odd-plugin.*LookupError: no table"):
        ch.Ledger("odd").epsilon("1e-5")
