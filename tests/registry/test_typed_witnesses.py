"""Witnesses by the meaning of their numbers: one place knows the keys by which certificates carry them."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.model.typed_witness import MuWitness
from chartered_plugins.composition.witnesses import AddedVariance
from chartered_plugins.loss_distribution.guarantee import GridWitness

FAMILIES = (MuWitness, ch.Bracket, ch.FromBelow, AddedVariance, GridWitness)
KEYS = {
    MuWitness: ["mu", "least", "at", "end", "bits"],
    ch.Bracket: ["above", "below"],
    ch.FromBelow: ["under"],
    AddedVariance: ["added", "epsilon"],
    GridWitness: ["tail", "step", "back"],
}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_reads_what_it_writes(family: Any) -> None:
    """By the keys that certificates have; each attribute keeps its own number, and floats are their doubles."""
    parts = family.__struct_fields__
    whole = family(*(Fraction(k + 1, 2) for k in range(len(parts))))
    written = whole.written()
    assert list(written) == KEYS[family] == [field.name for field in family.fields()]
    assert family.read(written) == family.read({**written, "another": 3.0}) == whole
    assert family.read({key: float(value) for key, value in written.items()}) == whole
    assert list(written.values()) == [getattr(whole, part) for part in parts]


@pytest.mark.parametrize("family", FAMILIES)
def test_what_may_be_missing_is_not_written(family: Any) -> None:
    """None is written only where a theorem gives it a meaning; a key that is needed and missing is named."""
    nothing = family(*[None] * len(family.__struct_fields__))
    assert nothing.written() == (dict.fromkeys(KEYS[family]) if family is MuWitness else {})
    assert family.read(dict.fromkeys(KEYS[family])) == nothing
    if family is MuWitness:
        with pytest.raises(KeyError, match="least"):
            MuWitness.read({"mu": Fraction(1)})
    else:
        assert family.read({}) == nothing


def test_a_limit_of_the_case_takes_the_place_of_a_stated_one() -> None:
    """By attribute; the others stay."""
    above, below = ch.Bracket.fields(above={"high": Fraction(3)})
    assert (above.name, above.low, above.high) == ("above", 0, 3)
    assert below == ch.Field("below")
    assert MuWitness.fields() == ch.MU_FIELDS


def test_no_code_of_the_registry_spells_a_key() -> None:
    """Witnesses are read by their families; only the order of a Renyi curve is looked up by its key."""
    pattern = re.compile(r"""witness(\.get\(|\[)["']""")
    paths = list(Path(ch.__file__).parent.rglob("*.py"))
    lines = [line.strip() for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if pattern.search(line)] == ['alpha = witness.get("alpha")']
    assert pattern.search('answer.witness["bits"]')
