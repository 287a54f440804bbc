"""Hostile certificates: none holds a check longer than its budget, none that is false is accepted, none ends in a
traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from certified import KINDS, document
from chartered.certificate.digest import sealed
from chartered.model.exact_numbers import plain
from forging import changed, forged
from hostile import MOST_BYTES, hostile
from theorem_paths import PLACES, by_theorem
from truth import still_true

BUDGET = 2.0
TINY = Fraction(1, 2**4000)
PATIENCE = 1800
"""Seconds of a wall clock after which a whole hunt is broken off: a guard, and no measure."""
CODE = """
import json, sys
from pathlib import Path
import chartered as ch
from chartered.certificate.check import _checked
from chartered_verify.work_budget import Budget, OverBudget, limited

file, found = Path(sys.argv[2]), []
for text in json.load(open(sys.argv[1])):
    file.write_text(text)
    budget = Budget(float(sys.argv[3]))
    try:
        with limited(budget):
            checked = _checked(file)
        outcome, why = ("accepted" if checked.accepted else "refused"), checked.why
    except OverBudget:
        outcome, why = "over budget", None
    except ch.BadCertificate as error:
        outcome, why = "no certificate", str(error)
    found.append([outcome, why, budget.spent <= budget.limit or outcome == "over budget"])
print(json.dumps(found))
"""


def hunt(documents: list[dict[str, Any]], count: int, seed: int, folder: Path) -> Counter[str]:
    """How often each outcome came, in a process of their own. What is accepted is true; a refusal has a reason; no
    budget is overrun."""
    texts = list(hostile(documents, count, seed))
    assert all(len(text) <= MOST_BYTES for text in texts)
    listed = folder / "all.json"
    listed.write_text(json.dumps(texts))
    command = [sys.executable, "-c", CODE, str(listed), str(folder / "one.json"), str(BUDGET)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    outcomes = json.loads(done.stdout)
    for text, (outcome, why, within) in zip(texts, outcomes, strict=True):
        assert within, text
        assert why or outcome in ("accepted", "over budget"), text
        assert outcome != "accepted" or true(json.loads(text), documents), text
    return Counter(outcome for outcome, _, _ in outcomes)


def true(claim: dict[str, Any], documents: list[dict[str, Any]]) -> bool:
    """Whether an accepted claim is true: no tighter than what a certificate of the same statement proves, or else as
    decided apart."""
    stated = ("quantity", "at", "neighbours", "ledger")
    for known in documents:
        if all(known[key] == claim[key] for key in stated) and "asked" not in claim:
            upper, lower = claim["answer"]["upper_exact"], known["answer"]["lower_exact"]
            return upper == "inf" or lower == "inf" or lower is None or Fraction(upper) >= Fraction(lower)
    return still_true(claim)


def test_hostile_certificates_hold_no_check_up(tmp_path: Path) -> None:
    """A quick draw; most reach the mathematics, and some are true."""
    found = hunt([document(kind) for kind in KINDS], 60, 1, tmp_path)
    assert found["refused"] > 40


@pytest.mark.full
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_thousand_hostile_certificates_hold_no_check_up(seed: int, tmp_path: Path) -> None:
    """Of every kind of answer, and of a path through every theorem."""
    documents = [document(kind) for kind in KINDS]
    documents += [json.loads(by_theorem(name).certificate().text) for name in PLACES]
    found = hunt(documents, 1000, seed, tmp_path)
    assert found["refused"] > 700
    assert found["accepted"] > 10


@pytest.mark.parametrize(
    ("kind", "field", "value", "said"),
    [
        ("mu", "bits", 65536, "the witness's bits is 65536; it must be a whole number at least 64 and at most 8192"),
        ("mu", "bits", 128.5, "the witness's bits is 128.5; it must be a whole number at least 64 and at most 8192"),
        ("mu", "end", -1, "the witness's end is -1; it must be a number at least 0"),
        ("sums of losses", "tail", plain(TINY), "the witness's tail is about 2^-4000; it must be a number at least"),
        ("sums of losses", "tail", 1, "at most 0.5"),
        ("sums of losses", "step", 0, "the witness's step is 0; it must be a number above 0"),
        ("conversion of a Renyi curve", "alpha", 1, "the witness's alpha is 1; it must be a number above 1"),
        ("inversion of an exact profile", "above", -2, "the witness's above is -2; it must be a number at least 0"),
        ("a closed delta", "alpha", 2, "the witness has a field 'alpha'; read are none"),
        ("exact shuffling", "above", 100, "the witness's above is 100; it must be a number at least 0 and at most 1"),
        ("calibrated noise of SGD", "removal.bits", 10**6, "the witness's removal.bits is 1e6; it must be a whole"),
    ],
)
def test_a_field_beyond_its_limits_is_refused_with_its_name_value_and_limit(
    kind: str, field: str, value: Any, said: str
) -> None:
    """Before anything is computed from it."""
    why = ch.check(forged(document(kind), ("answer", "witness", field), value)).why
    assert said in why


MANY = [{"step": "pure:epsilon=1", "times": 1}] * 100_001


@pytest.mark.parametrize(
    ("way", "value", "said"),
    [
        (("ledger",), MANY, "ledger has 100001 entries; at most 100000 are read"),
        (("derivation", "climbs"), [["x"] * 65], "a path in climbs has 65 theorems; at most 64 are read"),
        (("derivation", "tail"), ["x"] * 65, "a path in tail has 65 theorems; at most 64 are read"),
        (("answer", "theorem"), "x" * 100_001, "theorem has 100001 characters; at most 100000 are read"),
        (("ledger", 0, "times"), 10**4001, "times is a whole number of more than 4000 digits"),
        (("answer", "witness"), [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]], "nested more than 16 levels deep"),
    ],
    ids=["entries", "climbs", "tail", "text", "digits", "depth"],
)
def test_a_document_beyond_its_limits_is_refused_with_the_limit(way: tuple[Any, ...], value: Any, said: str) -> None:
    """Given as data, before its digest."""
    why = ch.check(changed(document("an exact delta"), way, value)).why
    assert said in why


BEGIN = '{"format": "chartered certificate 1", "digest": '


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (" " * ((1 << 24) + 1), "the file has more than 16777216 bytes"),
        (BEGIN + "7" * 4001 + "}", "a whole number has 4001 digits; at most 4000 are read"),
        (BEGIN + "1." + "7" * 400 + "}", "a number is written with 402 characters"),
        (BEGIN + "[" * 100_000 + "]" * 100_000 + "}", "nested too deep"),
    ],
    ids=["bytes", "digits", "characters", "depth"],
)
def test_a_file_beyond_its_limits_is_refused_with_the_limit(text: str, said: str, tmp_path: Path) -> None:
    """Before it is read as JSON, or while it is."""
    file = tmp_path / "large.cert.json"
    file.write_text(text)
    found = ch.check(file)
    assert not found.accepted
    assert said in (found.why or "")


def test_many_steps_with_long_numbers_are_within_the_budget_or_refused() -> None:
    """To write a number of ten thousand digits takes a while: it is charged."""
    entry = {"step": "pure:epsilon=1e-10000", "times": 1}
    made = {**document("a closed delta"), "ledger": [entry] * 60}
    made["derivation"] = {**made["derivation"], "rewrites": [[]] * 60, "climbs": [["pure.pure"]] * 60}
    found = ch.check(sealed({key: value for key, value in made.items() if key != "digest"}), budget=0.05)
    assert not found.accepted


def test_a_search_proposes_nothing_beyond_the_limits() -> None:
    """Answers far out have certificates that are accepted."""
    for steps, delta in (
        ("laplace:scale=1,times=3", "1e-250"),
        ("poisson:rate=0.001/gaussian:sigma=1,times=10", "1e-200"),
    ):
        answer = ch.Ledger(steps).epsilon(delta, accountant="loss-distribution")
        assert ch.check(answer.certificate()).accepted
