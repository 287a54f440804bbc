"""`chartered report`: the page is written whole or not at all, and what is refused."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from deployments import NEEDED, WHOLE, violations
from html_reading import Page
from terminal import on_a_terminal

STUDY = "gaussian:sigma=20,times=1000"
PLAIN = ("--no-pictures", "--accountant", "gdp")
AT = ("--delta", "1e-5")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_page_is_written(run: Any, folder: Path) -> None:
    """With nothing beside it; for people one line, for programs the file, its digest and that of the certificate."""
    ran = run("report", STUDY, *AT, *PLAIN, "-o", "s.html")
    assert (ran.status, ran.err) == (0, "")
    page = Page((folder / "s.html").read_text(encoding="utf-8"))
    told = run("report", STUDY, *AT, *PLAIN, "-o", "s.html", "--json").json
    assert ran.out.strip() == f"s.html: epsilon is at most 7.511275900744783, certificate {told['certificate']}"
    assert told["certificate"] in page.text
    assert told["sha256"] == hashlib.sha256((folder / "s.html").read_bytes()).hexdigest()
    assert (told["file"], told["quantity"], told["upper"], told["path"]) == (
        "s.html",
        "epsilon",
        7.511275900744783,
        ["gaussian.gdp", "gdp", "gdp.profile"],
    )
    assert [file.name for file in folder.iterdir()] == ["s.html"]


def test_two_processes_write_the_same_bytes(process: Any, folder: Path) -> None:
    """Whatever the order of their hashes; pictures included."""
    pytest.importorskip("matplotlib")
    for seed in ("1", "2"):
        ran = process("report", STUDY, *AT, "--accountant", "gdp", "-o", f"{seed}.html", PYTHONHASHSEED=seed)
        assert ran.status == 0, ran.err
    assert (folder / "1.html").read_bytes() == (folder / "2.html").read_bytes()
    assert b"<svg" in (folder / "1.html").read_bytes()


def test_a_ledger_file_is_reported_with_its_labels(run: Any, folder: Path) -> None:
    """Labels are text, whatever is in them; title, unit and date are shown; delta may be asked for."""
    (folder / "run.toml").write_text('[[steps]]\nstep = "laplace:scale=2"\ntimes = 3\nlabel = "<b>bold</b>"\n')
    words = ("--title", "The <i>census</i>", "--unit", "one person & no other", "--date", "1 May")
    ran = run("report", "--ledger", "run.toml", "--epsilon", "1", "--no-pictures", *words, "-o", "s.htm")
    assert ran.status == 0, ran.err
    page = Page((folder / "s.htm").read_text(encoding="utf-8"))
    for text in ("<b>bold</b>", "The <i>census</i>", "One record, which is one person & no other.", "1 May", "δ ≤ "):
        assert text in page.text
    assert not page.all("b")
    page.assert_loads_nothing()


def test_without_matplotlib_the_page_comes_without_pictures(process: Any, folder: Path) -> None:
    """And says which extra is missing."""
    (folder / "site").mkdir()
    missing = "raise ModuleNotFoundError('No module named matplotlib', name='matplotlib')\n"
    (folder / "site" / "matplotlib.py").write_text(missing)
    ran = process("report", STUDY, *AT, "-o", "s.html", PYTHONPATH=str(folder / "site"))
    assert ran.status == 0, ran.err
    page = Page((folder / "s.html").read_text(encoding="utf-8"))
    assert "There are no pictures here: a picture needs matplotlib" in page.text


def stated(folder: Path, **fields: Any) -> None:
    """A ledger file that states these fields."""
    table = "\n".join(f"{key} = {json.dumps(value)}" for key, value in fields.items())
    (folder / "run.toml").write_text(f'[[steps]]\nstep = "pure:epsilon=1"\n[statement]\n{table}\n', encoding="utf-8")


def test_an_entry_for_the_registry_is_written(run: Any, folder: Path) -> None:
    """Beside the page, which shows what it says; the line and the JSON name it."""
    stated(folder, **WHOLE)
    asked = ("report", "--ledger", "run.toml", "--delta", "0", "--no-pictures", "-o", "s.html", "--registry", "e.yaml")
    ran = run(*asked)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[1] == "e.yaml: an entry for the deployments registry"
    found = pytest.importorskip("yaml").safe_load((folder / "e.yaml").read_text(encoding="utf-8"))
    assert violations(found) == []
    assert found["deployment"]["privacy_loss"]["privacy_parameters"] == {"epsilon": 1.0}
    assert "The Example Company" in Page((folder / "s.html").read_text(encoding="utf-8")).text
    assert run(*asked, "--json").json["registry_entry"] == "e.yaml"


@pytest.mark.parametrize(
    ("left_out", "file", "message"),
    [
        ("name", "e.yaml", "an entry for the deployments registry lacks name"),
        ("", "e.json", "its suffix is '.json'"),
        ("", "no/e.yaml", "there is no folder no"),
    ],
)
def test_where_no_entry_can_be_written_nothing_is(
    run: Any, folder: Path, left_out: str, file: str, message: str
) -> None:
    """Neither the page nor the entry."""
    stated(folder, **{key: value for key, value in NEEDED.items() if key != left_out})
    run("report", "--ledger", "run.toml", "--delta", "0", "-o", "s.html", "--no-pictures", "--registry", file).refused(
        message
    )
    assert [path.name for path in folder.iterdir()] == ["run.toml"]


def test_a_key_that_is_not_known_is_named(run: Any, folder: Path) -> None:
    """With the file, and the keys that are."""
    stated(folder, units="x")
    run("report", "--ledger", "run.toml", "--delta", "0", "-o", "s.html").refused(
        "the statement in the ledger run.toml has an unknown key 'units'", "privacy_unit"
    )


def test_what_a_paper_says_is_printed(run: Any, folder: Path) -> None:
    """The sentence, LaTeX, BibTeX and sources; by name in the JSON."""
    asked = ("report", STUDY, *AT, *PLAIN, "-o", "s.html", "--paper")
    lines = run(*asked).out.splitlines()
    told = run(*asked, "--json").json["paper"]
    assert told["sentence"] in lines
    assert told["latex"] in lines
    assert "@misc{chartered," in lines
    assert "\n".join(lines).count(told["bibtex"]) == 1
    assert all(source in lines for source in told["sources"])
    assert "paper" not in run(*asked[:-1], "--json").json


def test_a_terminal_is_told_the_stage(folder: Path) -> None:
    """Beside the line that a pipe is told, too."""
    written = on_a_terminal("report", STUDY, *AT, *PLAIN, "-o", str(folder / "s.html"))
    assert "the bound" in written
    assert "7.511275900744783" in written


def test_the_page_of_a_plan_with_parts_says_of_which_set_it_is(run: Any, folder: Path) -> None:
    """Its number is the largest, its certificate that of all sets, and no picture is of one set alone."""
    steps = [{"step": "laplace:scale=9"}, {"step": "gaussian:sigma=2", "part": "north", "label": "weekly"}]
    plan = {"most": 1, "steps": [*steps, {"step": "laplace:scale=4", "part": "south"}]}
    Path("plan.json").write_text(json.dumps(plan), encoding="utf-8")
    ran = run("report", "--ledger", "plan.json", *AT, "-o", "s.html")
    largest = run("epsilon", "--ledger", "plan.json", *AT, "--json").json
    assert f"is at most {largest['upper']}, the largest of 2 sets of parts, of a record in north" in ran.out
    page = Path("s.html").read_text(encoding="utf-8")
    assert "It is the largest of 2 sets of parts, of a record in north." in page
    assert "north: weekly" in page
    assert "The parts of the data" in page
    assert "<svg" not in page
    assert run("check", "s.html").status == 0
    assert run("report", "--ledger", "plan.json", *AT, "-o", "s.html", "--json").json["parts"] == ["north"]
    for option in (("--paper",), ("--registry", "e.yaml")):
        refused = run("report", "--ledger", "plan.json", *AT, "-o", "t.html", *option)
        assert f"{option[0]} is given, and the ledger has parts" in refused.err
    assert not Path("t.html").exists()


TO = ("-o", "s.html")


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ((STUDY, *TO), "BadValue", "neither --delta nor --epsilon is given"),
        ((STUDY, *AT, "--epsilon", "1", *TO), "BadValue", "both --delta and --epsilon are given"),
        ((STUDY, *AT), "UsageError", "Missing option '-o'"),
        ((*AT, *TO), "BadLedger", "no steps are given"),
        (("gausian:sigma=1", *AT, *TO), "UnknownName", "unknown step 'gausian'"),
        ((STUDY, "--delta", "1", *TO), "BadValue", "delta is 1"),
        ((STUDY, "--epsilon", "-1", *TO), "BadValue", "epsilon is -1"),
        ((STUDY, "--delta", "nan", *TO), "BadValue", "delta is 'nan'"),
        ((STUDY, *AT, "-o", "s.pdf"), "BadValue", "its suffix is '.pdf'"),
        ((STUDY, *AT, "-o", "no/s.html"), "BadValue", "there is no folder no"),
        ((STUDY, *AT, "-o", "taken/s.html"), "BadValue", "there is no folder taken"),
        ((STUDY, *AT, *PLAIN, "-o", "folder.html"), "BadValue", "cannot write the page folder.html: Is a directory"),
        ((STUDY, *AT, "--accountant", "nobody", *TO), "UnknownName", "'nobody'"),
        ((STUDY, *AT, "--accountant", "pure", *TO), "CharteredError", "no certified answer"),
        (("--ledger", "no.toml", *AT, *TO), "BadLedger", "cannot read the ledger no.toml"),
    ],
)
def test_what_cannot_be_reported_is_one_clear_line(
    run: Any, folder: Path, arguments: tuple[str, ...], kind: str, message: str
) -> None:
    """For people and for programs; and no file is left, whole or half."""
    (folder / "taken").touch()
    (folder / "folder.html").mkdir()
    ran = run("report", *arguments, "--json")
    assert (ran.status, ran.err.count("\n"), set(ran.json)) == (2, 1, {"error"})
    assert ran.json["error"]["type"] == kind
    assert message in ran.json["error"]["message"]
    assert ran.json["error"]["hint"]
    assert sorted(file.name for file in folder.rglob("*")) == ["folder.html", "taken"]


def test_a_page_that_fails_leaves_the_old_one(run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full while the page is written."""

    def full(self: Path, data: bytes) -> None:
        os.write(os.open(self, os.O_CREAT | os.O_WRONLY), data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    (folder / "s.html").write_text("old")
    ran = run("report", STUDY, *AT, *PLAIN, "-o", "s.html")
    assert (ran.status, ran.err.count("\n")) == (74, 1)
    assert "cannot write the page s.html: No space left on device" in ran.err
    assert [(file.name, file.read_text()) for file in folder.iterdir()] == [("s.html", "old")]


def test_the_certificate_of_the_page_is_checked_by_the_command(run: Any, folder: Path) -> None:
    """What a reader saves from the page is accepted."""
    assert run("report", STUDY, *AT, *PLAIN, "-o", "s.html").status == 0
    (folder / "statement.cert.json").write_bytes(Page((folder / "s.html").read_text(encoding="utf-8")).saved())
    assert run("check", "statement.cert.json").status == 0
    assert ch.check("statement.cert.json").accepted


def test_verify_writes_a_report(run: Any, stranger: Path, folder: Path) -> None:
    """Beside what it prints anyway, to people or programs; the page has every claim that was tried, and its counts."""
    ran = run("verify", "stranger", "--jobs", "1", "--report", "v.html", "--json")
    page = Page((folder / "v.html").read_text(encoding="utf-8"))
    assert ran.status == 0, ran.err
    assert "4 claims, tried by machine: quick tier, 50 digits. Proved 50.0 % 2 of 4 claims" in page.text
    assert all(claim["name"] in page.text for claim in ran.json["claims"])
    assert len(page.all("article")) == 4
    page.assert_loads_nothing()


def test_a_report_on_a_refuted_claim_is_written_too(run: Any, refuted: Path, folder: Path) -> None:
    """With the witness; and the exit status tells it."""
    assert run("verify", "stranger", "--jobs", "1", "--report", "v.html").status == 1
    assert "refuted stranger.false inequality" in Page((folder / "v.html").read_text(encoding="utf-8")).text


@pytest.mark.parametrize(
    ("file", "message"), [("v.txt", "its suffix is '.txt'"), ("no/v.html", "there is no folder no")]
)
def test_a_report_that_cannot_be_written_is_refused_first(
    run: Any, stranger: Path, folder: Path, file: str, message: str
) -> None:
    """Before a claim is tried; no file is left."""
    before = sorted(folder.iterdir())
    run("verify", "stranger", "--jobs", "1", "--report", file).refused(message)
    assert sorted(folder.iterdir()) == before


def test_what_an_entry_lacks_is_said_before_anything_is_computed(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No question is asked of the ledger."""
    monkeypatch.setattr("chartered.cli.report.statement", None)
    ran = run("report", STUDY, *AT, "-o", tmp_path / "a.html", "--registry", tmp_path / "a.yaml")
    ran.refused("an entry for the deployments registry lacks name, data_curator_name")
