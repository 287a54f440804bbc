"""Whatever is asked, what the command says is in the user's words: none of Python's or of a library's."""

from __future__ import annotations

import builtins
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO

import pytest
from asked_at_random import questions
from chartered.cli import chartered
from chartered_verify.runs.timeout import OverTime, within

BLOCK, BLOCKS, SECONDS = 100, 20, 4
ERRORS = [name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)]
FOREIGN = re.compile(
    rf"\b({'|'.join(ERRORS)})\b|Traceback|<(class|function|bound)|\b0x[0-9a-f]|\b(int|float|len|min|max|range|Fraction|"
    r"Decimal|mpf|arb|acb|fmp[qz])\(|object has no attribute|cannot convert|man_exp|None|\b(numpy|scipy|sympy|mpmath|"
    r"flint|ndarray|lambda|fmp[qz]|arb|acb|self)\b|float infinity|math (domain|range)|must be real|unsupported operand|"
    r"division by zero|not (iterable|subscriptable|callable)|too large (to|for a)|result too large|list index|"
    r"positional argument|unexpected keyword|invalid literal|broadcast|\braised\b|0\.0j|did not converge"
)


def said(question: list[str]) -> str | None:
    """All that the command says, and how it ends; None if it takes too long."""
    out, err = StringIO(), StringIO()
    try:
        with within(SECONDS), redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as left:
            chartered.main(question)
    except OverTime:
        return None
    assert left.value.code in (0, 1, 2), question
    return out.getvalue() + err.getvalue()


def late(count: int, seed: int) -> int:
    """How many of so many random questions take too long; fails if one is answered in foreign words."""
    answers = [(question, said(question)) for question in questions(count, seed)]
    for question, words in answers:
        found = words and FOREIGN.search(words)
        assert not found, (question, found)
    return sum(words is None for _, words in answers)


def test_some_random_questions() -> None:
    """Of every run of the tests."""
    assert late(15, 5) <= 5


@pytest.mark.full(cases=4)
@pytest.mark.parametrize("block", range(BLOCKS))
def test_two_thousand_random_questions(block: int) -> None:
    """Most of which end in time."""
    assert late(BLOCK, block) <= BLOCK // 4


@pytest.mark.parametrize("step", ["pure:epsilon=67", "gdp:mu=18", "power:sigma=1,A=0.03,B=9"])
def test_runs_within_an_epsilon_beyond_all_doubles(step: str) -> None:
    """Are counted as for any other."""
    words = said(["steps", step, "--epsilon", "1e1000", "--delta", "0.999999", "--neighbours", "zero-out"])
    assert words is None or " runs within epsilon = 1e1000" in words


@pytest.mark.parametrize(
    "question",
    [
        ["mu", "group:size=140/approximate:epsilon=0.0827,delta=0.114,times=10", "--json"],
        ["mu", "sample-with-replacement:size=2,of=9/approximate:epsilon=895,delta=0.01,times=10", "--head", "1"],
        ["epsilon", "tree-aggregation:sigma=1,steps=1e1000,separation=13452,uses=8", "--delta", "1e-5"],
        ["epsilon", "matrix:family=tree,sigma=1,steps=1e1000", "--delta", "1e-5"],
    ],
)
def test_what_random_questions_found(question: list[str]) -> None:
    """Largest losses that no number holds, and trees that are deeper than Python calls functions."""
    words = said(question)
    assert words is not None
    assert not FOREIGN.search(words)
