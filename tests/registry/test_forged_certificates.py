"""Forged certificates: whatever was changed is refused, also where the digest was made anew, unless it is still
true."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered import BadCertificate, Ledger
from chartered.certificate.digest import sealed
from forging import BOUND, EXACT, changed, forged, leaves
from hypothesis import given, settings, strategies as st
from strategies import ATOMS


@pytest.mark.parametrize("document", [EXACT, BOUND], ids=["exact", "bound"])
def test_any_changed_leaf_is_refused(document: Any) -> None:
    """The digest covers the whole content: one changed number, name, witness or version is enough, label and digest
    included."""
    for way in leaves(document):
        values: list[Any] = ["changed", 0, None, [], 1e-9, True]
        for value in values:
            made = changed(document, way, value)
            found = ch.check(made)
            assert found.accepted is (json.dumps(made) == json.dumps(document)), (way, value)
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
    """The mathematics decides after the digest: a wider interval follows from the derivation, a tighter one does
    not."""
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
    [
        *(("alpha", value) for value in (3.0, 1.0, 0.5, -7, None, "x", True)),
        *(("v", value) for value in (-1.0, 50.0, "nan", [])),
    ],
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
        (("format",), "chartered certificate 1"),
        (("format",), "chartered certificate 3"),
        (("statements", "theorem zcdp.renyi"), 2),
        (("statements",), {}),
        (("format",), None),
    ],
    ids=str,
)
def test_a_forged_derivation_or_statement_with_a_new_digest_is_refused(way: tuple[Any, ...], value: Any) -> None:
    """Another path, accountant, relation, question or ledger than the one whose number it is: always a refusal, with a
    reason."""
    found = ch.check(forged(BOUND, way, value))
    assert not found.accepted
    assert found.why


def test_a_theorem_that_does_not_concern_a_step_is_a_reason() -> None:
    """Such a theorem leaves no reason of its own where paths are searched; a refusal has one."""
    sampled = Ledger("poisson:rate=0.01/gaussian:sigma=1,times=1000").epsilon("1e-5").certificate().document
    found = ch.check(forged(sampled, ("derivation", "climbs"), [["poisson.gaussians-rounded"]]))
    assert not found.accepted
    assert "does not concern" in found.why


WEIRD = ATOMS | st.text(max_size=8)
EXTREME = st.sampled_from([10**30, 1e300, -1e300, 5e-324, "inf", "nan", "1e9999"])
VALUES = WEIRD | st.lists(WEIRD, max_size=3) | st.dictionaries(st.text(max_size=5), WEIRD, max_size=2) | EXTREME


@given(st.sampled_from([EXACT, BOUND]), st.data(), VALUES)
@settings(max_examples=200)
def test_whatever_is_put_into_a_certificate_it_is_refused_or_still_true(
    document: Any, data: st.DataObject, value: Any
) -> None:
    """No value anywhere brings a crash, and what is accepted with a new digest is a true statement about its own
    ledger."""
    way = data.draw(st.sampled_from(sorted(leaves(document), key=str)))
    made = forged(document, way, value)
    found = ch.check(made)
    assert found.accepted or found.why
    if found.accepted and found.quantity == "epsilon":
        truth = Ledger(made["ledger"], neighbours=made["neighbours"]).epsilon(made["at"]["delta"], accountant="gdp")
        assert float(found.upper or 0) >= truth.lower


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), 10**400, "9" * 10_000, {"a": {1: 2}}, object(), (1, 2)],
    ids=lambda v: str(v)[:9],
)
def test_values_beyond_json_never_crash_a_check(value: Any) -> None:
    """NaN, infinities, huge numbers, other keys and other types are refused in words."""
    for place in ("answer upper", "answer witness alpha", "at delta", "ledger 0 times", "versions"):
        way = tuple(int(key) if key.isdigit() else key for key in place.split())
        found = ch.check(changed(BOUND, way, value))
        assert not found.accepted
        assert found.why


@pytest.mark.parametrize("depth", [100, 900, 100_000])
def test_a_deeply_nested_certificate_is_refused(tmp_path: Path, depth: int) -> None:
    """From a file: refused or no certificate, but never a traceback."""
    file = tmp_path / "deep.json"
    file.write_text('{"format": "chartered certificate 1", "digest": "", "answer": ' + "[" * depth + "]" * depth + "}")
    try:
        accepted = ch.check(file).accepted
    except BadCertificate:
        accepted = False
    assert not accepted


@pytest.mark.parametrize("end", ["lower", "upper"])
@pytest.mark.parametrize("value", [10**400, -(10**400), "inf"])
def test_a_huge_end_is_refused_in_plain_words(end: str, value: object) -> None:
    """No word of Python's about its own numbers."""
    found = ch.check(forged(EXACT, ("answer", end), value))
    assert not found.accepted
    assert found.why
    assert "convert" not in found.why
    assert "float" not in found.why
