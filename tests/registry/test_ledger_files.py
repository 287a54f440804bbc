"""Ledgers are saved as files that read back as the same ledger, whole or not at all."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import chartered as ch
import pytest
from chartered.ledger.statement_table import read_stated
from hypothesis import given, settings, strategies as st
from strategies import ENTRIES

NASTY = 'a "quoted" label\\ with # = [[steps]]\n, a tab\t, \x00\x1f\x7f\x85\u2028, é and 👍'
STATED = {
    "name": 'A "model"',
    "description": "Two\nlines",
    "publication_date": "2026-11-24",
    "records_per_unit": 3,
    "tuning_accounted": True,
    "registry_authors": ["A", "B, C"],
}


@settings(max_examples=60)
@given(st.lists(ENTRIES, min_size=1, max_size=5), st.text(max_size=40), st.sampled_from(["run.toml", "run.json"]))
def test_a_saved_ledger_reads_back(
    tmp_path_factory: pytest.TempPathFactory, entries: list[ch.Entry], label: str, name: str
) -> None:
    """Steps, counts, labels of any text, order and relation."""
    try:
        ledger = ch.Ledger([*entries, ch.Entry(entries[0].step, 10**12, label)])
    except ch.CharteredError:  # entries that no relation admits together
        return
    path = tmp_path_factory.mktemp("saved") / name
    ledger.save(path)
    assert ch.Ledger.read(path) == ledger


@pytest.mark.parametrize("name", ["run.toml", "run.json", "run"])
@pytest.mark.parametrize("relation", ["add-or-remove", "replace-one", "zero-out"])
def test_relation_label_and_statement_are_kept(tmp_path: Path, name: str, relation: str) -> None:
    """A name without a suffix is TOML, and the file is a ledger for the command, too."""
    ledger = ch.Ledger([{"step": "gaussian:sigma=1/3", "times": 7, "label": NASTY}], relation)
    ledger.stated = read_stated(STATED)
    ledger.save(tmp_path / name)
    again = ch.Ledger.read(tmp_path / name)
    assert (again, again.neighbours, again.stated) == (ledger, ledger.neighbours, ledger.stated)
    assert again.entries[0].label == NASTY
    assert dict(again.stated.pairs)["registry_authors"] == ("A", "B, C")


def test_a_training_is_saved_in_its_own_words(tmp_path: Path) -> None:
    """As the step that it is, which reads back as an equal ledger."""
    training = ch.dpsgd(n=60000, batch=256, epochs=60, noise="1.1")
    training.save(tmp_path / "run.toml")
    assert tomllib.loads((tmp_path / "run.toml").read_text()) == {
        "neighbours": "add-or-remove",
        "steps": [{"step": "dpsgd:n=60000,batch=256,epochs=60,noise=1.1", "times": 1}],
    }
    assert ch.Ledger.read(tmp_path / "run.toml") == training


def test_a_ledger_that_cannot_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old file stays whole, no draft is left, and the error is one line."""
    path = tmp_path / "run.toml"
    ch.Ledger("gaussian:sigma=1").save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ch.BadLedger, match=r"cannot write the ledger .*No space left on device"):
        ch.Ledger("gaussian:sigma=2").save(path)
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["run.toml"]


def test_what_is_no_path_or_no_text_is_an_error(tmp_path: Path) -> None:
    """A number, a folder that is not there, and a label with half a character."""
    ledger = ch.Ledger("gaussian:sigma=1")
    with pytest.raises(ch.BadLedger, match="the ledger is 3"):
        ledger.save(3)  # type: ignore[arg-type]
    with pytest.raises(ch.BadLedger, match="cannot write the ledger"):
        ledger.save(tmp_path / "none" / "run.toml")
    with pytest.raises(ch.BadLedger, match="half a character"):
        ch.Ledger([{"step": "gaussian:sigma=1", "label": "\ud83d"}]).save(tmp_path / "run.toml")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("times", ["1.0000000000000000001", "2.9999999999999999999"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("run.toml", '[[steps]]\nstep = "gaussian:sigma=4"\ntimes = {}\n'),
        ("run.json", '{{"steps": [{{"step": "gaussian:sigma=4", "times": {}}}]}}'),
    ],
)
def test_no_digit_of_a_number_is_rounded_away(tmp_path: Path, name: str, text: str, times: str) -> None:
    """The nearest double of either is a whole number of runs."""
    (tmp_path / name).write_text(text.format(times))
    with pytest.raises(ch.BadValue, match=f"times is {times}; it must be a whole number"):
        ch.Ledger.read(tmp_path / name)
    (tmp_path / name).write_text(text.format("3.0e0"))
    assert ch.Ledger.read(tmp_path / name).entries[0].times == 3


@pytest.mark.parametrize(("name", "kind"), [("run.toml", "TOML"), ("run.json", "JSON")])
def test_an_exponent_out_of_reach_is_said_to_be(tmp_path: Path, name: str, kind: str) -> None:
    """And is no error of the reader's own."""
    times = "1e99999999999999999999"
    toml = f'[[steps]]\nstep = "pure:epsilon=1"\ntimes = {times}\n'
    json = f'{{"steps": [{{"step": "pure:epsilon=1", "times": {times}}}]}}'
    (tmp_path / name).write_text(json if kind == "JSON" else toml)
    with pytest.raises(ch.BadLedger, match=f"is not valid {kind}: the exponent of"):
        ch.Ledger.read(tmp_path / name)
