"""Certificates: every answer has one that is accepted, from a file or as data, and refused once anything in it is changed."""

from __future__ import annotations

import copy
import json
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import BadCertificate, Ledger, Question
from chartered_verify.certificate import sealed
from hypothesis import given, settings
from hypothesis import strategies as st
from strangers import Install
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
ASKED = [Question.epsilon("1e-5"), Question.epsilon(0), Question.epsilon("1e-300"), Question.delta("0.5"), Question.delta(0)]
EXACT = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5").certificate().document
BOUND = Ledger(["gaussian:sigma=20,times=1000"]).epsilon("1e-5", accountant="asoodeh2020.T3").certificate().document


def leaves(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every leaf; an empty list or dictionary is one."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not items or not value:
        yield here
    for key, inner in items:
        yield from leaves(inner, (*here, key))


def changed(document: Any, way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy with another value at one place."""
    made: dict[str, Any] = copy.deepcopy(dict(document))
    at: Any = made
    for key in way[:-1]:
        at = at[key]
    at[way[-1]] = value
    return made


def forged(document: Any, way: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The same, with a digest that fits again."""
    made = changed(document, way, value)
    return sealed({key: inner for key, inner in made.items() if key != "digest"})


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
@settings(max_examples=25)
def test_the_certificate_of_any_answer_of_any_ledger_is_accepted(ledger: Ledger, question: Question) -> None:
    """Whatever the question."""
    for answer in ledger.account(question).answers:
        found = ch.check(answer.certificate())
        assert found.accepted, (answer, found.why)


@pytest.mark.parametrize("document", [EXACT, BOUND], ids=["exact", "bound"])
def test_any_changed_leaf_is_refused(document: Any) -> None:
    """The digest covers the whole content: one changed number, name, witness or version is enough, label and digest included."""
    for way in leaves(document):
        for value in ("changed", 0, None, [], 1e-9, True):
            made = changed(document, way, value)
            found = ch.check(made)
            assert found.accepted is (made == document), (way, value)
            assert found.accepted or found.why


def test_a_removed_or_added_key_is_refused() -> None:
    """Anywhere in the document."""
    for key in EXACT:
        rest = {other: value for other, value in EXACT.items() if other != key}
        if key == "digest":
            assert ch.check(rest).why == "the digest does not fit the content: something was changed"
        else:
            assert not ch.check(rest).accepted
            assert not ch.check(sealed({other: value for other, value in rest.items() if other != "digest"})).accepted
    for way in ((), ("answer",), ("at",), ("versions",)):
        assert not ch.check(forged(EXACT, (*way, "remark"), "so it is")).accepted, way


def test_a_smaller_upper_end_with_a_new_digest_is_refused_and_a_larger_one_is_true() -> None:
    """The mathematics decides after the digest: a wider interval follows from the derivation, a tighter one does not."""
    for document in (EXACT, BOUND):
        upper = document["answer"]["upper"]
        smaller = ch.check(forged(document, ("answer", "upper"), math.nextafter(upper, 0)))
        assert not smaller.accepted
        assert "the certificate says upper" in (smaller.why or "")
        assert ch.check(forged(document, ("answer", "upper"), upper + 1)).accepted
    lower = EXACT["answer"]["lower"]
    assert not ch.check(forged(EXACT, ("answer", "lower"), math.nextafter(lower, 9))).accepted
    assert ch.check(forged(EXACT, ("answer", "lower"), lower - 1)).accepted


@pytest.mark.parametrize(
    ("key", "value"),
    [("alpha", 3.0), ("alpha", 1.0), ("alpha", 0.5), ("alpha", -7), ("alpha", None), ("alpha", "x"), ("alpha", True), ("v", -1.0), ("v", 50.0), ("v", "nan"), ("v", [])],
)
def test_another_witness_with_a_new_digest_does_not_show_the_number(key: str, value: Any) -> None:
    """A worse or impossible order or tangent point is refused, not searched for anew."""
    assert not ch.check(forged(BOUND, ("answer", "witness", key), value)).accepted


def test_a_bracket_that_misses_the_root_is_refused() -> None:
    """The witness of an inversion must enclose it on both sides."""
    witness = EXACT["answer"]["witness"]
    for key, factor in (("above", 0.999), ("below", 1.001), ("above", -1), ("below", -1)):
        value = float(witness[key]) * factor
        assert not ch.check(forged(EXACT, ("answer", "witness", key), value)).accepted


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("derivation", "tail"), ["asoodeh2020.L1"]),
        (("derivation", "tail"), []),
        (("derivation", "tail"), ["asoodeh2020.T3", "asoodeh2020.T3"]),
        (("derivation", "tail"), ["no.such.theorem"]),
        (("derivation", "tail"), "asoodeh2020.T3"),
        (("derivation", "climbs"), []),
        (("derivation", "climbs"), [["gaussian.gdp"]]),
        (("derivation", "climbs"), [["gaussian.zcdp"]]),
        (("derivation", "climbs"), [["zcdp.renyi", "gaussian.zcdp"]]),
        (("derivation", "climbs"), [["gaussian.zcdp", "zcdp.renyi"]] * 2),
        (("derivation", "climbs"), [[["gaussian.zcdp"]]]),
        (("derivation", "climbs"), None),
        (("derivation", "rewrites"), [["poisson.whole"]]),
        (("derivation", "rewrites"), []),
        (("derivation", "accountant"), "zcdp"),
        (("derivation", "accountant"), "gdp"),
        (("derivation", "accountant"), "nobody"),
        (("derivation", "accountant"), {}),
        (("answer", "path"), ["gaussian.gdp", "gdp", "gdp.profile"]),
        (("answer", "accountant"), "gdp"),
        (("answer", "theorem"), "asoodeh2020.T1"),
        (("answer", "side"), "exact"),
        (("answer", "certified"), False),
        (("answer", "sampling"), "none"),
        (("answer", "neighbours"), "replace-one"),
        (("answer",), []),
        (("neighbours",), "replace-one"),
        (("neighbours",), "none"),
        (("quantity",), "delta"),
        (("quantity",), "mu"),
        (("at",), {"delta": "1e-6"}),
        (("at",), {"delta": "1e-5", "epsilon": "1"}),
        (("at",), {"epsilon": "1e-5"}),
        (("at",), {"delta": "-1"}),
        (("at",), []),
        (("ledger",), []),
        (("ledger",), [{"step": "gaussian:sigma=19", "times": 1000}]),
        (("ledger",), [{"step": "gaussian:sigma=20", "times": 1001}]),
        (("ledger",), [{"step": "gaussian:sigma=20", "times": 1000}, {"step": "laplace:scale=1000"}]),
        (("ledger",), 3),
        (("format",), "chartered certificate 2"),
        (("format",), None),
    ],
    ids=str,
)
def test_a_forged_derivation_or_statement_with_a_new_digest_is_refused(way: tuple[Any, ...], value: Any) -> None:
    """Another path, accountant, relation, question or ledger than the one whose number it is: always a refusal, with a reason."""
    found = ch.check(forged(BOUND, way, value))
    assert not found.accepted
    assert found.why


WEIRD = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
VALUES = WEIRD | st.lists(WEIRD, max_size=3) | st.dictionaries(st.text(max_size=5), WEIRD, max_size=2) | st.sampled_from([10**30, 1e300, -1e300, 5e-324, "inf", "nan", "1e9999"])


@given(st.sampled_from([EXACT, BOUND]), st.data(), VALUES)
@settings(max_examples=200)
def test_whatever_is_put_into_a_certificate_it_is_refused_or_still_true(document: Any, data: st.DataObject, value: Any) -> None:
    """No value anywhere brings a crash, and what is accepted with a new digest is a true statement about its own ledger."""
    way = data.draw(st.sampled_from(sorted(leaves(document), key=str)))
    made = forged(document, way, value)
    found = ch.check(made)
    assert found.accepted or found.why
    if found.accepted and found.quantity == "epsilon":
        truth = Ledger(made["ledger"], neighbours=made["neighbours"]).epsilon(made["at"]["delta"], accountant="gdp")
        assert truth.lower is not None
        assert float(found.upper or 0) >= truth.lower


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 10**400, "9" * 10_000, {"a": {1: 2}}, object(), (1, 2)], ids=lambda v: str(v)[:9])
def test_values_beyond_json_never_crash_a_check(value: Any) -> None:
    """NaN, infinities, huge numbers, other keys and other types are refused in words."""
    for way in (("answer", "upper"), ("answer", "witness", "alpha"), ("at", "delta"), ("ledger", 0, "times"), ("derivation", "climbs"), ("versions",)):
        found = ch.check(changed(BOUND, way, value))
        assert not found.accepted
        assert found.why


@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_a_deeply_nested_certificate_is_refused(tmp_path: Path, depth: int) -> None:
    """From a file: refused or no certificate, but never a traceback."""
    file = tmp_path / "deep.json"
    file.write_text('{"format": "chartered certificate 1", "digest": "", "answer": ' + "[" * depth + "]" * depth + "}")
    try:
        assert not ch.check(file).accepted
    except BadCertificate as error:
        assert "is not JSON" in str(error)


@pytest.mark.parametrize(
    ("text", "message"), [("{", "is not JSON"), ("", "is not JSON"), ("[]", "is no certificate"), ("{}", "is no certificate"), ('"x"', "is no certificate"), ("3", "is no certificate")]
)
def test_a_file_that_is_no_certificate_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    """Not a refusal: nothing was certified."""
    file = tmp_path / "x.json"
    file.write_text(text)
    with pytest.raises(BadCertificate, match=message):
        ch.check(file)


def test_a_file_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    """Missing, a folder, or no text."""
    for path in (tmp_path / "missing.json", tmp_path):
        with pytest.raises(BadCertificate, match="cannot read the certificate"):
            ch.check(path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadCertificate, match="is not JSON"):
        ch.check(str(tmp_path / "binary"))


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
    """If writing fails, the old file is as it was and nothing else is left behind."""
    target = tmp_path / "run.cert.json"
    target.write_text("the old one")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(BadCertificate, match="cannot write the certificate .*No space left on device"):
        Ledger(["gaussian:sigma=20"]).epsilon("1e-5").certificate().save(target)
    assert [file.name for file in tmp_path.iterdir()] == ["run.cert.json"]
    assert target.read_text() == "the old one"


def test_a_certificate_into_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    """One line, and no folder made."""
    with pytest.raises(BadCertificate, match="cannot write the certificate"):
        Ledger(["gaussian:sigma=20"]).epsilon("1e-5").certificate().save(tmp_path / "missing" / "x.json")
    assert list(tmp_path.iterdir()) == []


def test_a_certificate_of_another_version_is_refused_and_names_it() -> None:
    """Both versions are told."""
    found = ch.check(forged(BOUND, ("versions", "chartered"), "9.9.9"))
    assert not found.accepted
    assert "chartered 9.9.9" in (found.why or "")
    assert ch.__version__ in (found.why or "")


def test_a_certificate_that_names_too_few_or_too_many_distributions_is_refused() -> None:
    """The versions are those of the software on the path, no more and no less."""
    for versions in ({}, {**BOUND["versions"], "left-pad": "1.0"}, {**BOUND["versions"], "pytest": pytest.__version__}, None, []):
        found = ch.check(forged(BOUND, ("versions",), versions))
        assert not found.accepted
        assert found.why


NOISE = """
    import chartered as ch

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("noise", "some", (ch.Parameter("epsilon", "its guarantee"),))]

    @ch.hook
    def register_theorems():
        return [ch.Theorem("noise.pure", ch.OnStep("noise"), ch.Pure, lambda case: ch.Pure(epsilon=case.number("epsilon")), "so it is", "definition")]
"""


def test_a_certificate_whose_plugin_is_gone_is_refused_and_names_it(install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin's distribution and version are in the certificate, and in the refusal once it is no longer installed."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1,times=3"]).epsilon(0).certificate().document
    assert document["versions"]["noise-plugin"] == "2.7"
    assert ch.check(document).accepted
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not entry.startswith(str(tmp_path))])
    ch.registry.cache_clear()
    found = ch.check(document)
    assert not found.accepted
    assert "noise-plugin 2.7" in (found.why or "")


def test_a_certificate_of_another_version_of_a_plugin_is_refused_and_names_it(install: Install, tmp_path: Path) -> None:
    """Also where only the plugin changed."""
    install("noise-plugin", NOISE, version="2.7")
    document = Ledger(["noise:epsilon=1"]).epsilon(0).certificate().document
    found = ch.check(forged(document, ("versions", "noise-plugin"), "2.8"))
    assert not found.accepted
    assert "noise-plugin 2.8" in (found.why or "")
    assert "2.7" in (found.why or "")


def test_a_certificate_whose_plugin_is_blocked_is_refused(install: Install, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed but left out counts as missing."""
    install("noise-plugin", NOISE)
    document = Ledger(["noise:epsilon=1"]).epsilon(0).certificate().document
    monkeypatch.setenv("CHARTERED_BLOCK", "noise-plugin")
    ch.registry.cache_clear()
    found = ch.check(document)
    assert not found.accepted
    assert "noise" in (found.why or "")


def test_a_check_loads_no_search(tmp_path: Path) -> None:
    """Neither SciPy nor NumPy nor any module of the searches is needed to check."""
    import subprocess

    file = tmp_path / "x.json"
    file.write_text(json.dumps(BOUND))
    code = f"import sys, chartered; assert chartered.check({str(file)!r}).accepted; print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'scipy', 'sympy', 'mpmath') or '.search' in m])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
