"""Ledgers: entries multiply and add exactly, carry one neighbouring relation, and read from TOML and JSON alike."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import numpy as np
import pytest
from chartered import BadLedger, BadStep, BadValue, CharteredError, Entry, Ledger, Neighbours, NeighboursMismatch
from chartered.ledger.entries import merged
from hypothesis import given, strategies as st
from strategies import ENTRIES

GAUSSIAN = "gaussian:sigma=20"
SAMPLED = "poisson:rate=0.01/gaussian:sigma=4"


def test_a_mechanism_times_a_number_runs_that_often() -> None:
    """n runs from either side, in any form of the number, and n times m are n m runs."""
    one = ch.mechanism("gaussian", sigma=20)
    assert one.times == 1
    assert (one * 1000).times == (1000 * one).times == (one * 10 * "1e2").times == (one * 1000.0).times == 1000


@pytest.mark.parametrize("count", [0, -1, 2.5, "many", True, float("nan"), 10**13])
def test_a_mechanism_times_what_is_no_count_is_refused(count: Any) -> None:
    """Zero, parts, words and more than 1e12 runs, also where each factor alone would do."""
    with pytest.raises(BadValue, match="times is"):
        ch.mechanism("gaussian", sigma=20) * count
    with pytest.raises(BadValue, match="times is 1e18"):
        ch.mechanism("gaussian", sigma=20) * 10**9 * 10**9


def test_a_mechanism_from_python_is_the_step_of_the_same_text() -> None:
    """Wrappers take what they wrap second, as an entry or as text; its count becomes the count of the whole."""
    assert ch.mechanism("poisson", ch.mechanism("gaussian", sigma=4), rate=0.01) == ch.parse(SAMPLED)
    assert ch.mechanism("poisson", "gaussian:sigma=4,times=7", rate=Fraction(1, 100)) == ch.parse(SAMPLED) * 7


def test_a_mechanism_refuses_what_the_text_would() -> None:
    """Unknown and missing parameters, and wrapping with what is no wrapper."""
    with pytest.raises(BadStep, match="unknown parameter 'noise'"):
        ch.mechanism("gaussian", noise=3)
    with pytest.raises(BadStep, match="does not wrap"):
        ch.mechanism("gaussian", GAUSSIAN, sigma=3)
    with pytest.raises(BadStep, match="stands alone"):
        ch.mechanism("poisson", rate=0.5)


def test_a_ledger_takes_entries_text_and_tables() -> None:
    """All three ways to write a step give the same ledger, as does a single step without a list."""
    ways: list[Any] = [
        ch.parse(GAUSSIAN) * 3,
        f"{GAUSSIAN},times=3",
        {"step": GAUSSIAN, "times": 3},
        {"step": f"{GAUSSIAN},times=3"},
    ]
    assert {Ledger([way]).entries for way in ways} == {(ch.parse(GAUSSIAN) * 3,)}
    assert Ledger(ways[0]).entries == Ledger(ways[1]).entries == Ledger([ways[0]]).entries
    arrays: list[Any] = [np.array(ways[1]), np.array(ways[0]), np.array([ways[1]]), np.str_(ways[1])]
    assert {Ledger(array).entries for array in arrays} == {Ledger(ways[0]).entries}


NO_STEPS = (
    3,
    np.array(2.0),
    None,
    [3],
    [None],
    [[GAUSSIAN]],
    [{"times": 3}],
    [{"step": 3}],
    [{"step": GAUSSIAN, "sigma": 1}],
)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        *((empty, "the ledger is empty") for empty in ([], (), iter([]))),
        *((bad, "step 1 of the ledger") for bad in NO_STEPS),
        *((bad, "step 1 .* is .*; bytes are no text: decode them") for bad in (b"0.1", bytearray(b"0.1"), [b"0.1"])),
        ([GAUSSIAN, 7], "step 2 of the ledger is 7"),
        ([{"step": f"{GAUSSIAN},times=3", "times": 3}], "writes times twice"),
    ],
    ids=lambda given: "an iterator" if hasattr(given, "__next__") else repr(given),
)
def test_what_is_no_step_is_refused_with_its_place(bad: Any, says: str) -> None:
    """Nothing, numbers, lists, and tables without a step or with unknown keys; times twice even where both agree."""
    with pytest.raises(BadLedger, match=says):
        Ledger(bad)


@pytest.mark.parametrize("word", ["add-remove", "", 3, "Replace-One"])
def test_an_unknown_relation_is_refused_with_those_that_exist(word: Any) -> None:
    """No guess at what was meant; and ledgers of two relations do not add."""
    with pytest.raises(NeighboursMismatch, match="it must be add-or-remove, replace-one or zero-out"):
        Ledger([GAUSSIAN], neighbours=word)
    with pytest.raises(NeighboursMismatch, match="one ledger is add-or-remove, the other replace-one"):
        Ledger([GAUSSIAN]) + Ledger([GAUSSIAN], neighbours="replace-one")


def test_ledgers_add_and_multiply() -> None:
    """Adding appends, multiplying multiplies every count."""
    both = Ledger([GAUSSIAN]) + Ledger([f"{SAMPLED},times=2"])
    assert both.entries == Ledger([GAUSSIAN, f"{SAMPLED},times=2"]).entries
    assert (both * 5).entries == (5 * both).entries == Ledger([f"{GAUSSIAN},times=5", f"{SAMPLED},times=10"]).entries


def test_the_relation_is_what_was_asked_for_or_what_the_steps_require() -> None:
    """Add-or-remove unless said otherwise; a Poisson sample requires it."""
    assert Ledger([GAUSSIAN]).neighbours is Neighbours.ADD_OR_REMOVE
    assert Ledger([GAUSSIAN], neighbours="replace-one").neighbours is Neighbours.REPLACE_ONE
    assert Ledger([GAUSSIAN], neighbours=Neighbours.REPLACE_ONE).neighbours is Neighbours.REPLACE_ONE
    assert Ledger([SAMPLED]).neighbours is Neighbours.ADD_OR_REMOVE
    assert Ledger([GAUSSIAN, SAMPLED], neighbours="add-or-remove").neighbours is Neighbours.ADD_OR_REMOVE


def test_a_fixed_size_sample_under_add_or_remove_is_an_error_that_names_both_relations() -> None:
    """Also where the wrapper is only one step of several. (A Poisson sample may stand in a replace-one ledger: see
    groups of two.)"""
    fixed = "sample:size=1,of=9/gaussian:sigma=1"
    for steps in ([fixed], [GAUSSIAN, fixed], [SAMPLED, fixed]):
        with pytest.raises(NeighboursMismatch) as caught:
            Ledger(steps, neighbours="add-or-remove")
        assert "add-or-remove" in str(caught.value)
        assert "replace-one" in str(caught.value)


TOML = """
neighbours = "add-or-remove"
[[steps]]
step = "poisson:rate=0.01/gaussian:sigma=4"
times = 10000
label = "training"
[[steps]]
step = "laplace:scale=2"
"""


def test_a_toml_file_and_a_json_file_mean_the_same(tmp_path: Path) -> None:
    """Both forms of one ledger, labels included."""
    toml, js = tmp_path / "run.toml", tmp_path / "run.json"
    toml.write_text(TOML)
    steps = [
        {"step": "poisson:rate=0.01/gaussian:sigma=4", "times": 10000, "label": "training"},
        {"step": "laplace:scale=2"},
    ]
    js.write_text(json.dumps({"neighbours": "add-or-remove", "steps": steps}))
    one, other = Ledger.read(toml), Ledger.read(str(js))
    assert one.entries == other.entries
    assert one.entries[0] == Entry(ch.parse(SAMPLED).step, 10000, "training")
    assert one.neighbours is other.neighbours is Neighbours.ADD_OR_REMOVE


def test_a_file_may_say_replace_one_and_the_caller_overrides_it(tmp_path: Path) -> None:
    """The file's relation holds unless another is asked for."""
    file = tmp_path / "run.toml"
    file.write_text('neighbours = "replace-one"\nsteps = [{step = "gaussian:sigma=4"}]\n')
    assert Ledger.read(file).neighbours is Neighbours.REPLACE_ONE
    assert Ledger.read(file, neighbours="add-or-remove").neighbours is Neighbours.ADD_OR_REMOVE


def test_a_label_stays_with_its_entry_and_changes_no_number(tmp_path: Path) -> None:
    """It is carried through counts and answers."""
    labelled, bare = Ledger([{"step": GAUSSIAN, "label": "survey"}]) * 3, Ledger([GAUSSIAN]) * 3
    assert labelled.entries[0].label == "survey"
    assert labelled.epsilon(1e-5).upper == bare.epsilon(1e-5).upper
    assert labelled.epsilon(1e-5).certificate().document["ledger"][0]["label"] == "survey"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", "steps = [", "is not valid TOML"),
        ("a.json", "{", "is not valid JSON"),
        ("a.json", "[" * 100_000, "is not valid JSON"),
        ("a.json", "[]", "has no list of steps"),
        ("a.toml", "", "has no list of steps"),
        ("a.toml", 'steps = "gaussian:sigma=1"', "has no list of steps"),
        ("a.toml", "steps = []", "the ledger is empty"),
        ("a.toml", 'steps = ["gaussian:sigma=1"]', "has a step that is no table"),
        ("a.toml", 'relation = "replace-one"\nsteps = [{step="gaussian:sigma=1"}]', "unknown key 'relation'"),
        ("a.toml", 'neighbour = "replace-one"\nsteps = []', "'neighbour'; did you mean neighbours? its keys are"),
        ("a.toml", 'steps = [{step="gaussian:sigma=1", lable="May"}]', "'lable'; did you mean label? a step is"),
        ("a.toml", 'steps = [{step="gaussian:sigma=1", sigma=2}]', "unknown key 'sigma'"),
        ("a.toml", "steps = [{times=2}]", "no step written as text"),
        ("a.json", '{"steps": [{"step": "gaussian:sigma=1", "times": 2.5}]}', "times is 2.5"),
        ("a.json", '{"steps": [{"step": "gaussian:sigma=1", "times": NaN}]}', "NaN is no number in JSON"),
        ("a.json", '{"steps": [{"step": "gaussian:sigma=1", "times": null}]}', "times is None"),
        ("a.json", '{"neighbours": 3, "steps": [{"step": "gaussian:sigma=1"}]}', "neighbours is 3"),
    ],
)
def test_a_broken_file_is_refused_in_one_line(tmp_path: Path, name: str, text: str, message: str) -> None:
    """Syntax, shape, keys and values: each error says which."""
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(CharteredError) as caught:
        Ledger.read(file)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Missing, a folder, or no text."""
    (tmp_path / "a.toml").write_bytes(b"\xff\xfe")
    for name, why in (("missing.toml", "cannot read the ledger"), ("", "cannot read"), ("a.toml", "not text in UTF-8")):
        with pytest.raises(BadLedger, match=why):
            Ledger.read(tmp_path / name)


@given(st.lists(ENTRIES, min_size=1, max_size=4))
def test_a_ledger_reads_back_from_what_it_prints(entries: list[Entry]) -> None:
    """Entries as JSON tables make the same ledger, equal ones as one."""
    assert Ledger([entry.to_json() for entry in entries]).entries == merged(entries)
