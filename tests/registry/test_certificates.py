"""Certificates: every answer has one, which is accepted from a file or as data, and written whole or not at all."""

from __future__ import annotations

import functools
import json
import math
import operator
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import BadCertificate, Ledger, Question
from chartered.certificate.digest import sealed
from forging import BOUND
from hypothesis import given, settings
from strategies import QUESTIONS, SMALL_LEDGERS

LEDGERS = [
    ["gaussian:sigma=20,times=1000"],
    ["laplace:scale=1"],
    ["randomized-response:epsilon=1,k=3,times=4"],
    ["approximate:epsilon=1,delta=1e-6"],
    ["rdp:alpha=1000,gamma=0.5"],
    ["zcdp:rho=0.1,times=3"],
    ["poisson:rate=0.1/laplace:scale=1,times=5"],
    ["poisson:rate=1/gaussian:sigma=3,times=7"],
    ["poisson:rate=0/gaussian:sigma=3", "pure:epsilon=1/3"],
    ["poisson:rate=0.01/gaussian:sigma=1"],
    ["gaussian:sigma=5", "laplace:scale=5,times=2", "pure:epsilon=0.1"],
]
ASKED = [Question.epsilon(delta) for delta in ("1e-5", 0, "1e-300")] + [Question.delta("0.5"), Question.delta(0)]


@pytest.mark.parametrize("steps", LEDGERS, ids=str)
@pytest.mark.parametrize("question", ASKED, ids=str)
def test_the_certificate_of_every_answer_is_accepted(steps: list[str], question: Question) -> None:
    """As data and as JSON text, wrapped and rewritten steps, several entries and infinite answers included."""
    answers = Ledger(steps).account(question).answers
    assert answers
    for answer in answers:
        document = answer.certificate().document
        found = ch.check(json.loads(json.dumps(document)))
        assert found.accepted, (answer, found.why)
        assert found.why is None
        assert found.quantity == question.quantity
        assert found.upper == (answer.upper if answer.upper < math.inf else "inf")


@given(SMALL_LEDGERS, QUESTIONS)
@settings(max_examples=10)
def test_the_certificate_of_any_answer_of_any_ledger_is_accepted(ledger: Ledger, question: Question) -> None:
    """Whatever the question."""
    for answer in ledger.account(question).answers:
        found = ch.check(answer.certificate())
        assert found.accepted, (answer, found.why)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        *((text, "is not JSON") for text in (b"{", b"")),
        *((text, "is no certificate") for text in (b"[]", b"{}", b'"x"', b"3")),
        (b"\xff\xfe\x00", "is not text in UTF-8"),
        (None, "cannot read the certificate"),
    ],
)
def test_a_file_that_is_no_certificate_is_an_error(tmp_path: Path, content: bytes | None, message: str) -> None:
    """Not a refusal: nothing was certified. Nor by one that is missing; a folder is none."""
    file = tmp_path / "x.json"
    if content is not None:
        file.write_bytes(content)
    for place in (file, str(file)) if content is not None else (file, tmp_path):
        with pytest.raises(BadCertificate, match=message):
            ch.check(place)


@pytest.mark.parametrize("value", [None, 3, [], {}, {"digest_": 1}], ids=repr)
def test_data_that_is_no_certificate_is_an_error(value: Any) -> None:
    """Numbers, lists and dictionaries of something else."""
    with pytest.raises(BadCertificate, match="is no certificate"):
        ch.check(value)


def test_a_saved_certificate_is_accepted(tmp_path: Path) -> None:
    """By path as text or Path; the file is JSON with the answer's numbers in it."""
    answer = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5")
    answer.certificate().save(tmp_path / "run.cert.json")
    assert ch.check(tmp_path / "run.cert.json").accepted
    assert ch.check(str(tmp_path / "run.cert.json")).upper == answer.upper
    assert json.loads((tmp_path / "run.cert.json").read_text())["answer"]["upper"] == answer.upper


def test_a_certificate_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If writing fails, the old file is as it was and nothing else is left behind; no folder is made."""
    target, made = tmp_path / "run.cert.json", Ledger(["gaussian:sigma=20"]).epsilon("1e-5").certificate()
    target.write_text("the old one")
    with pytest.raises(BadCertificate, match="cannot write the certificate"):
        made.save(tmp_path / "missing" / "x.json")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(BadCertificate, match=r"cannot write the certificate .*No space left on device"):
        made.save(target)
    assert [file.name for file in tmp_path.iterdir()] == ["run.cert.json"]
    assert target.read_text() == "the old one"


def test_a_certificate_that_no_check_would_read_is_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in memory nor as a file; the answer itself is not affected."""
    answer = Ledger([{"step": "gaussian:sigma=20", "label": "x" * 100_001}]).epsilon("1e-5")
    with pytest.raises(ch.CharteredError, match="no check would read this certificate: label has 100001 characters"):
        answer.certificate()
    monkeypatch.setattr("chartered.certificate.certificate.MOST_BYTES", 1000)
    with pytest.raises(BadCertificate, match=r"the certificate has \d+ bytes; at most 1000 are read; state the ledger"):
        Ledger("gaussian:sigma=20").epsilon("1e-5").certificate().save(tmp_path / "large.json")
    assert list(tmp_path.iterdir()) == []


def test_a_check_loads_no_search(tmp_path: Path) -> None:
    """Neither SciPy nor NumPy nor any module of the searches is needed to check."""
    file = tmp_path / "x.json"
    file.write_text(json.dumps(BOUND))
    heavy = "[m for m in sys.modules if m.split('.')[0] in ('numpy', 'scipy', 'sympy', 'mpmath') or '.search.' in m]"
    code = f"import sys, chartered; assert chartered.check({str(file)!r}).accepted; print({heavy})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_step_that_is_written_twice_is_summed_as_it_was_found() -> None:
    """16 runs and one more are 17, in the account and in its certificate."""
    step = "shuffled:n=7/randomized-response:epsilon=0.97,k=5"
    for answer in Ledger([f"{step},times=16", step]).account(Question.epsilon("0.1")).answers:
        assert ch.check(answer.certificate().document).accepted


def _without(place: str) -> ch.Check:
    """The check of a certificate without one field, or with what cannot stand there: `answer.upper=[2]`."""
    way, _, value = place.partition("=")
    document = json.loads(ch.Ledger("gaussian:sigma=5").epsilon("1e-5").certificate().text)
    *inside, last = way.split(".")
    holder = functools.reduce(operator.getitem, inside, document)
    if value:
        holder[last] = json.loads(value)
    else:
        del holder[last]
    del document["digest"]
    return ch.check(sealed(document))


@pytest.mark.parametrize(
    ("place", "said"),
    {
        "versions": "it has no field versions;",
        "derivation.climbs": "it has no field derivation.climbs;",
        "derivation.rewrites=[]": "its field derivation.rewrites has 0 parts, and the ledger 1;",
        'derivation.climbs=[["a"], 3]': "its field derivation.climbs.2 is 3, not a list;",
        "at={}": "it has no field at.delta;",
        "at=[]": "its field at is [], not an object;",
        "answer.upper=[2]": "its field answer.upper is [2], not a number, text or null;",
        "answer.witness": "it has no field answer.witness;",
        'answer.witness={"alpha": true}': "its field answer.witness.alpha is True, not a number, text or null;",
        'quantity="sigma"': "its field quantity is 'sigma'; the quantity is one of epsilon, delta, mu",
        "quantity=7": "its field quantity is 7, not text;",
    }.items(),
)
def test_a_malformed_certificate_is_told_which_field_is_wrong(place: str, said: str) -> None:
    """In plain words, without those of Python."""
    why = _without(place).why or ""
    assert why.startswith(said)
    assert "Error" not in why


def test_a_witness_without_a_number_is_told_which() -> None:
    """The bound that reads it says its name."""
    document = json.loads(ch.Ledger("laplace:scale=1,sensitivity=2").mu().certificate().text)
    del document["answer"]["witness"]["least"]
    del document["digest"]
    assert ch.check(sealed(document)).why == "the certificate is malformed: a witness states no 'least'"
