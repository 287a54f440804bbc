"""No verdict on a formula that is true or false by how it was made is wrong: hundreds of them, from seeds."""

from __future__ import annotations

from collections import Counter

import pytest
from chartered.proving import Claim, Effort, attempt, verdict_name

from tests.fuzzed_formulas import Fuzzed, fuzzed

SEEDS = range(20)
WRONG = {True: {"refuted"}, False: {"proved", "supported"}}
"""For what is true, and for what is false, the verdicts that are wrong."""
LIMIT = 30


def found(one: Fuzzed) -> str:
    """The word for the verdict on a formula."""
    return verdict_name(attempt(Claim.of("fuzz.one", "f", one.family, one.form), Effort(limit=LIMIT)).verdict)


@pytest.mark.full
@pytest.mark.parametrize("seed", SEEDS)
def test_no_verdict_is_wrong(seed: int, record_property: pytest.RecordProperty) -> None:
    """What is true is not refuted, what is false is neither proved nor supported; the shares are recorded."""
    shares, wrong = Counter[str](), []
    for one in fuzzed(seed):
        word = found(one)
        shares[f"{'true' if one.true else 'false'}: {word}"] += 1
        if word in WRONG[one.true]:
            wrong.append((one.family, one.true, word))
    record_property("shares", dict(shares))
    print(seed, dict(sorted(shares.items())))
    assert not wrong
