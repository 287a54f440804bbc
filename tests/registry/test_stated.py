"""The `[statement]` table of a ledger file: what it may hold, what is refused, and how much of what is asked it
says."""

from __future__ import annotations

import copy
import json
import pickle
import re
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered.ledger.statement_fields import FIELDS, FROM_THE_LEDGER, Asker
from chartered.ledger.statement_table import LONGEST_TEXT, UNSTATED, read_stated
from deployments import WHOLE
from html_reading import Page

STEPS = '[[steps]]\nstep = "pure:epsilon=1"\n'


def read(folder: Path, table: str) -> ch.Ledger:
    """The ledger of a file with one step and this table."""
    (folder / "run.toml").write_text(f"{STEPS}\n[statement]\n{table}\n", encoding="utf-8")
    return ch.Ledger.read(folder / "run.toml")


def test_every_field_can_be_stated() -> None:
    """The test's own deployment has each, and keeps what it says."""
    assert set(WHOLE) == {field.key for field in FIELDS}
    assert read_stated(WHOLE).to_dict() == WHOLE
    assert not read_stated(WHOLE).missing()


def test_a_table_is_read_from_toml_and_json(tmp_path: Path) -> None:
    """With dates as TOML has them; another question than a report does not mind it."""
    ledger = read(tmp_path, 'name = "x"\npublication_date = 2026-11-01\nrecords_per_unit = 3\ntuning_accounted = true')
    stated = {"name": "x", "publication_date": "2026-11-01", "records_per_unit": 3, "tuning_accounted": True}
    assert ledger.stated.to_dict() == stated
    assert ledger.epsilon(delta=0).upper == 1
    (tmp_path / "run.json").write_text(json.dumps(ledger.to_dict()), encoding="utf-8")
    again = ch.Ledger.read(tmp_path / "run.json")
    assert again.stated == ledger.stated
    assert pickle.loads(pickle.dumps(again)).stated == copy.deepcopy(again).stated == ledger.stated
    assert ch.Ledger("pure:epsilon=1").stated is UNSTATED
    assert "statement" not in ch.Ledger("pure:epsilon=1").to_dict()


WRONG = {
    "unknown": (
        'nmae = "x"',
        r"unknown key 'nmae'; did you mean name\? its keys are name, data_curator_name, .*registry_authors",
    ),
    "number": ("name = 3", "name is 3; write it as text"),
    "empty": ('name = " "', "name is empty; write up to 4000 characters, or leave it out"),
    "long": (f'name = "{"x" * (LONGEST_TEXT + 1)}"', "name has 4001 characters"),
    "choice": ('model_name = "central"', "model_name is 'central'; it is one of Central, Local, Shuffle, Federated"),
    "date": ('publication_date = "1 May"', "publication_date is '1 May'; it is a date, YYYY-MM-DD"),
    "month": ('publication_date = "2026-13-01"', "it is a date, YYYY-MM-DD"),
    "time": ("publication_date = 2026-11-01T10:00:00", "it is a date, YYYY-MM-DD"),
    "flag": ('tuning_accounted = "yes"', "tuning_accounted is 'yes'; it is true or false"),
    "count": ("records_per_unit = 0", "records_per_unit is 0; it must be a whole number"),
    "half": ("records_per_unit = 1.5", "records_per_unit is 1.5; it is a whole number"),
    "true": ("records_per_unit = true", "records_per_unit is True; it is a whole number"),
    "authors": ('registry_authors = "A"', "registry_authors is 'A'; it is a list of texts"),
    "no author": ("registry_authors = []", "it is a list of texts"),
    "number as author": ("registry_authors = [1]", "registry_authors is 1; write it as text"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_a_table_cannot_hold_is_named(tmp_path: Path, case: str) -> None:
    """The file, the key, and what it may be."""
    table, message = WRONG[case]
    with pytest.raises(ch.BadLedger, match=f"(?s)run.toml.*{message}"):
        read(tmp_path, table)


def test_a_table_is_a_table(tmp_path: Path) -> None:
    """No text and no list."""
    for value in ('"x"', "[1]", "3"):
        (tmp_path / "run.toml").write_text(f"statement = {value}\n{STEPS}", encoding="utf-8")
        with pytest.raises(ch.BadLedger, match=r"write a table: \[statement\]"):
            ch.Ledger.read(tmp_path / "run.toml")


def test_what_is_stated_is_visible_text() -> None:
    """Line breaks stay; every other character that is not drawn is written as an escape."""
    stated = read_stated({"actors": " a\r\nb\x1b\u202e "})
    assert stated.text("actors") == "a\nb\\x1b\\u202e"


def test_the_coverage_counts_what_is_asked() -> None:
    """All of it where everything is stated, what the ledger says where nothing is; never more than there is."""
    for asker in (None, *Asker):
        answered, asked = read_stated(WHOLE).coverage(asker)
        assert answered == asked > 0
        by_ledger = sum(asker is None or asker in askers for _, askers in FROM_THE_LEDGER)
        assert UNSTATED.coverage(asker) == (by_ledger, asked)
    some = read_stated({"privacy_unit": "one person", "records_per_unit": 2, "access_type_details": "x"})
    assert some.coverage()[0] == UNSTATED.coverage()[0] + 2  # what only says more is not asked for
    assert some.coverage(Asker.REGISTRY)[0] == UNSTATED.coverage(Asker.REGISTRY)[0] + 1


def test_the_page_on_ledgers_lists_every_field() -> None:
    """With its values and who asks for it."""
    page = (Path(__file__).parents[2] / "docs" / "ledgers.md").read_text(encoding="utf-8")
    letters = {Asker.REGISTRY: "D", Asker.NIST: "N", Asker.TRAINING: "T"}
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    for field in FIELDS:
        (row,) = [row for row in rows if row.startswith(f"| `{field.key}` |")]
        assert row.endswith(f"| {' '.join(letters[asker] for asker in field.askers)} |")
        assert all(f"`{choice}`" in row for choice in field.choices)


def page_of(stated: Any, **more: Any) -> Page:
    """A statement's page."""
    return Page(ch.report("pure:epsilon=1", delta=0, pictures=False, stated=stated, **more).html)


def test_the_page_shows_what_is_stated_and_what_is_missing() -> None:
    """By the names of the fields; a whole one misses nothing."""
    page = page_of(WHOLE)
    for words in ("Published by The Example Company", "Tuning is among the steps above no", "- n = 60000 - The list"):
        assert words in page.text, words
    answered, asked = read_stated(WHOLE).coverage()
    assert f"answers {answered} of the {asked} things that are asked of one: by the deployments registry" in page.text
    assert "are not stated" not in page.text
    bare = page_of({})
    assert "Deployment model (model_name)" in bare.text
    assert f"{len(UNSTATED.missing())} of them are not stated" in bare.text
    assert [found for _, found in bare.elements if found.get("open")] == []


def test_title_and_unit_are_stated_too() -> None:
    """A unit of the call takes the place of the file's; a title is a name where none is stated, and a heading. Blank
    ones change nothing, and of very long ones the middle is left out."""
    page = page_of({"privacy_unit": "one visit"}, unit="one person", title="Study")
    assert "One record, which is one person." in page.text
    assert "one visit" not in page.text
    assert "Product Study" in page.text
    assert "<h1><bdi>Typing model</bdi></h1>" in page_of(WHOLE).html
    assert "<h1><bdi>Study</bdi></h1>" in page_of(WHOLE, title="Study").html
    blank = page_of({"privacy_unit": "one visit"}, unit=" \r", title="\t")
    assert "One record, which is one visit." in blank.text
    assert "(name)" in blank.text
    assert "characters left out" in page_of({}, unit="\u202e" * 9000, title="x" * 9000).text


def test_a_unit_of_many_records_is_said_to_be_protected_less() -> None:
    """Where the number is about one record."""
    assert "may have up to 12" in page_of({"privacy_unit": "one person", "records_per_unit": 12}).text
    assert "may have up to" not in page_of({"privacy_unit": "one person", "records_per_unit": 1}).text


SAMPLED = "poisson:rate=0.01/gaussian:sigma=1,times=1000"


@pytest.mark.parametrize(
    ("step", "records", "words"),
    [
        (
            SAMPLED,
            4,
            "may have up to 4 : ε is at most 8.899187871 for a whole unit, by the same steps with group:size=4",
        ),
        (f"group:size=4/{SAMPLED}", 4, "A person ( one person ) with at most 4 records, protected as a whole."),
        (f"group:size=4/{SAMPLED}", 1, "A person ( one person ) with at most 4 records, protected as a whole."),
        (f"group:size=2/{SAMPLED}", 3, "2 records, of which a unit ( one person ) may have up to 3 : a whole unit is"),
        ("rdp:alpha=8,gamma=0.1", 65, "may have up to 65 : a whole unit is protected less than the number says."),
        ("sample:size=2,of=99/gaussian:sigma=9", 4, "a whole unit is protected less than the number says."),
    ],
)
def test_a_unit_of_many_records_has_a_number_where_a_theorem_reaches_it(step: str, records: int, words: str) -> None:
    """That of the same steps for the group, or that the number is about the group already."""
    stated = {"privacy_unit": "one person", "records_per_unit": records}
    page = ch.report(step, delta="1e-5", pictures=False, stated=stated)
    assert words in " ".join(re.sub("<[^>]*>", " ", page.html).split())


def test_what_is_stated_cannot_break_the_page() -> None:
    """No element comes from it, and it reads in its own direction."""
    hostile = "<script>alert(1)</script></dd>\n<img src=x onerror=alert(2)> \u202e א"
    texts = {key: hostile for key, value in WHOLE.items() if isinstance(value, str) and " " in value and len(value) > 3}
    plain = dict.fromkeys(texts, "x\ny")
    kept = {"data_product_type", "release_type"}
    hostile_page = page_of({**WHOLE, **{k: v for k, v in texts.items() if k not in kept}})
    plain_page = page_of({**WHOLE, **{k: v for k, v in plain.items() if k not in kept}})
    assert [tag for tag, _ in hostile_page.elements] == [tag for tag, _ in plain_page.elements]
    hostile_page.assert_loads_nothing()
    hostile_page.assert_runs_only()
    told = [where for where, data in hostile_page.words if "א" in data and not {"title", "script"} & set(where)]
    assert told
    assert all("bdi" in where for where in told)
