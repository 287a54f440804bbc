"""A claim that is also a step of others is tried once in a run, and anew in the next."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from chartered_verify.runs.shared_verdicts import decided
from chartered_verify.runs.suite import attempt, run
from chartered_verify.statements.claim import Claim, Effort, Kind
from chartered_verify.statements.verdict import Proved, Verdict

TRIED: list[str] = []


def _tried(effort: Effort) -> Verdict:
    TRIED.append("part")
    if len(TRIED) > 9:
        raise ArithmeticError("too often")
    return Proved("by counting")


PART = Claim("paper.part", Kind.TABLE, "1 = 1.", "a paper", "1", _tried)
WHOLE = Claim("paper.whole", Kind.TABLE, "1 = 1.", "a paper", "1", lambda effort: decided(PART, effort))


def _both() -> list[Claim]:
    return [WHOLE, PART]


@pytest.fixture(autouse=True)
def _begin() -> None:
    TRIED.clear()


@pytest.mark.parametrize("workers", [0, 1])
def test_a_step_is_tried_once_in_a_run(workers: int) -> None:
    """Here and in a worker; the next run tries it anew."""
    with ThreadPoolExecutor(1) as executor:
        for times in (1, 2):
            found = run(_both(), executor=executor if workers else None, loader=_both)
            assert [outcome.verdict for outcome in found] == [Proved("by counting")] * 2
            assert len(TRIED) == times


def test_nothing_is_shared_by_what_differs() -> None:
    """Another effort, another claim of the same name, a check that raised, and what is tried outside a run."""
    other = Claim("paper.part", Kind.TABLE, "1 = 1.", "a paper", "1", lambda effort: Proved("otherwise"))
    asked = Claim(
        "paper.others",
        Kind.TABLE,
        "1 = 1.",
        "a paper",
        "1",
        lambda effort: [decided(PART, Effort(digits=n)) for n in (20, 30)] and decided(other, Effort(digits=30)),
    )
    assert [outcome.verdict for outcome in run([asked])] == [Proved("otherwise")]
    assert len(TRIED) == 2
    attempt(WHOLE, Effort())
    attempt(PART, Effort())
    assert len(TRIED) == 4
    TRIED.extend("often" for _ in range(9))
    assert ["too often" in outcome.verdict.how for outcome in run(_both())] == [True, True]
    assert len(TRIED) == 15
