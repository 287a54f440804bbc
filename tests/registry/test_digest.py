"""Certificates: one digest for one content, and no changed leaf passes."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from chartered.certificate.digest import digest, intact, sealed, versions
from forging import changed, leaves
from hypothesis import given, strategies as st
from strategies import ATOMS

CONTENT: dict[str, Any] = {
    "quantity": "epsilon",
    "at": {"delta": "1/100000"},
    "path": ["gaussian.gdp", "gdp", "gdp.profile"],
    "upper": 7.5112759,
    "witness": {"s1": "3/2", "nested": [1, {"deep": None}], "accepted": True},
    "label": "\u03b5 \u2264 1",
}
KEYS = st.text(max_size=5)
TREES = st.recursive(
    ATOMS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
DOCUMENTS = st.dictionaries(KEYS, TREES, min_size=1, max_size=4)


@given(DOCUMENTS)
def test_a_sealed_document_is_intact_also_after_a_file(content: dict[str, Any]) -> None:
    """Sealing, writing as JSON, reading back: still intact; sealing again changes nothing."""
    document = sealed(content)
    assert intact(document)
    assert intact(json.loads(json.dumps(document, indent=2)))
    assert sealed(document) == document


@pytest.mark.parametrize("way", list(leaves(sealed(CONTENT))), ids=str)
def test_any_changed_leaf_is_noticed(way: tuple[Any, ...]) -> None:
    """Numbers, words, truth values and the digest itself."""
    document = sealed(CONTENT)
    for value in ("other", 0, None, 1.5):
        forged = changed(document, way, value)
        assert intact(forged) is (forged == document)


def test_added_removed_and_reordered_parts_are_noticed() -> None:
    """Another key, a missing key, another order in a list; the order of keys does not matter. Python calls 1, 1.0 and
    True equal; the digests are three."""
    document = sealed(CONTENT)
    assert not intact({**document, "extra": 1})
    assert not intact({key: value for key, value in document.items() if key != "upper"})
    assert not intact({**document, "path": document["path"][::-1]})
    assert intact(dict(reversed(document.items())))
    assert len({digest({"a": 1}), digest({"a": 1.0}), digest({"a": True})}) == 3


def test_a_missing_or_nested_digest_is_not_a_digest() -> None:
    """Without a digest nothing is intact; a key of that name further inside is content like any other."""
    assert not intact(CONTENT)
    inner = sealed({"inner": {"digest": "one"}})
    assert not intact({**inner, "inner": {"digest": "two"}})


def test_the_digest_is_fixed_for_ever() -> None:
    """SHA-256 over canonical JSON: sorted keys, no white space, UTF-8, the top-level digest left out."""
    import hashlib

    text = '{"a":[1,true,null],"b":"\u03b5"}'
    assert (
        digest({"b": "\u03b5", "a": [1, True, None], "digest": "anything"}) == hashlib.sha256(text.encode()).hexdigest()
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_no_float_without_a_number(value: float) -> None:
    """NaN and infinities have no JSON: refused when sealed, not intact when read."""
    with pytest.raises(ValueError, match="JSON compliant"):
        digest({"upper": [value]})
    assert not intact({"upper": value, "digest": "x"})


@pytest.mark.parametrize("content", [{1: "a"}, {"a": {2: "b"}}, {"a": [{None: 1}]}])
def test_keys_are_strings(content: Any) -> None:
    """JSON would make 1 and "1" one key, and two contents would share a digest."""
    with pytest.raises(TypeError, match="keys are strings"):
        digest(content)


def test_versions_name_what_the_numbers_rest_on() -> None:
    """python-flint has its version; a distribution that is not installed is unknown, not an error."""
    found = versions("no-such-distribution-here")
    assert {"chartered", "python-flint", "no-such-distribution-here"} == set(found)
    assert found["python-flint"][0].isdigit()
    assert found["no-such-distribution-here"] == "unknown"
