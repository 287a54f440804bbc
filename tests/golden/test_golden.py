"""The interface is frozen: commands, certificates and pages say what they said, field by field."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from .freeze import frozen, names, said

FROZEN = dict(frozen())
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?!\w)")
NEAR = 1e-4
"""Searches propose another witness with other versions of NumPy and SciPy, and then the last digits are others.
Enclosures are held elsewhere; here it is the fields and the words."""


@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_case_says_what_it_said(name: str) -> None:
    """Every field and every line is the same; `python -m tests.golden.freeze` writes them anew after an intended
    change."""
    assert_same(name, FROZEN[name], said(name))


def test_every_case_is_frozen() -> None:
    """A new theorem, certificate or question joins the files."""
    assert set(FROZEN) == set(names())


def test_a_difference_is_seen() -> None:
    """A number, a word, a field, their order and their count."""
    was = {"upper": "8.07 at alpha 3.85", "path": ["a", "b"]}
    assert_same("same", was, {"upper": "8.0700001 at alpha 3.85", "path": ["a", "b"]})
    others: list[Any] = [
        was | {"upper": text} for text in ("8.08 at alpha 3.85", "8.07 at order 3.85", "8.07 at alpha")
    ]
    for other in [
        *others,
        was | {"path": ["b", "a"]},
        was | {"path": ["a"]},
        {"path": was["path"], "upper": was["upper"]},
        None,
    ]:
        with pytest.raises(AssertionError, match="other"):
            assert_same("other", was, other)


def assert_same(place: str, was: Any, now: Any) -> None:
    """Compares field by field, so that a difference names its place."""
    if isinstance(was, dict) and isinstance(now, dict):
        assert list(was) == list(now), place
        for key in was:
            assert_same(f"{place}.{key}", was[key], now[key])
    elif isinstance(was, list) and isinstance(now, list):
        assert len(was) == len(now), place
        for index, (left, right) in enumerate(zip(was, now, strict=True)):
            assert_same(f"{place}[{index}]", left, right)
    else:
        assert _words(was) == _words(now), place
        numbers = zip(NUMBER.findall(str(was)), NUMBER.findall(str(now)), strict=True)
        assert all(math.isclose(float(one), float(other), rel_tol=NEAR) for one, other in numbers), place


def _words(value: Any) -> list[str]:
    return NUMBER.sub("#", repr(value)).split()
