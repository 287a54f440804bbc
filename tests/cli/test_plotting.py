"""`chartered plot`: files of every kind and format, whole or not at all, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

STUDY = "gaussian:sigma=20,times=100"
PICTURES = {
    "profile": ("profile", STUDY, "laplace:scale=2"),
    "tradeoff": ("tradeoff", STUDY, "--accountant", "gdp", "--accountant", "zcdp"),
    "epsilon": ("epsilon", "gaussian:sigma=20", "--delta", "1e-5", "--times", "1:50"),
}
MAGIC = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}
AT = ("--delta", "1e-5")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the command runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("kind", "form"), [("profile", "png"), ("tradeoff", "svg"), ("epsilon", "pdf"), ("epsilon", "PNG")]
)
def test_a_picture_of_every_kind_is_written(process: Any, folder: Path, kind: str, form: str) -> None:
    """In the format of the suffix, and with nothing beside it."""
    pytest.importorskip("matplotlib")
    ran = process("plot", *PICTURES[kind], "-o", f"picture.{form}")
    assert ran.status == 0, ran.err  # matplotlib may speak there of its cache of fonts
    assert ran.out.startswith(f"picture.{form}: ")
    assert [file.name for file in folder.iterdir()] == [f"picture.{form}"]
    assert (folder / f"picture.{form}").read_bytes().startswith(MAGIC[form.lower()])


def test_the_same_picture_is_the_same_file(run: Any, folder: Path) -> None:
    """Nothing in it tells when it was made; a file of that name is replaced."""
    pytest.importorskip("matplotlib")
    for form in MAGIC:
        name = f"picture.{form}"
        (folder / name).write_text("old")
        first, second = (
            run("plot", *PICTURES["epsilon"], "-o", name).status or (folder / name).read_bytes() for _ in range(2)
        )
        assert isinstance(first, bytes)
        assert first == second


def test_a_ledger_file_is_one_curve(run: Any, folder: Path) -> None:
    """All its steps together, under its own relation, or the one asked for."""
    pytest.importorskip("matplotlib")
    (folder / "run.toml").write_text(
        'neighbours = "replace-one"\n[[steps]]\nstep = "laplace:scale=1"\n[[steps]]\nstep = "gaussian:sigma=1"\n'
    )
    for more, relation in (((), "replace-one"), (("--neighbours", "add-or-remove"), "add-or-remove")):
        ran = run("plot", "profile", "--ledger", "run.toml", "--accountant", "gdp", *more, "-o", "run.svg", "--json")
        (curve,) = ran.json["curves"]
        assert (ran.status, ran.json["file"], ran.json["kind"]) == (0, "run.svg", "profile")
        steps = ["laplace:scale=1,sensitivity=1", "gaussian:sigma=1,sensitivity=1"]
        assert [entry["step"] for entry in curve["ledger"]] == steps
        assert curve["neighbours"] == relation


def test_each_step_is_one_curve(run: Any, folder: Path) -> None:
    """A picture compares; it does not compose."""
    pytest.importorskip("matplotlib")
    ran = run("plot", "epsilon", STUDY, "laplace:scale=2", *AT, "-o", "two.png", "--json")
    assert [curve["ledger"][0]["step"] for curve in ran.json["curves"]] == [
        "gaussian:sigma=20,sensitivity=1",
        "laplace:scale=2,sensitivity=1",
    ]
    assert [curve["times"][-1] for curve in ran.json["curves"]] == [100, 100]
    assert ran.json["curves"][0]["side"] == "exact"


BAD = """
map STUDY -o x.png | UsageError | 'map' is not one of 'profile' | chartered plot --help
profile STUDY | UsageError | Missing option '-o' | chartered plot --help
profile -o x.png | BadLedger | no steps are given | --ledger FILE
profile STUDY --ledger run.toml -o x.png | BadLedger | both steps | give the one or the other
profile STUDY gausian:sigma=1 -o x.png | UnknownName | unknown step 'gausian' \
| did you mean gaussian or gaussian-mixture?
profile STUDY -o x.jpg | BadValue | its suffix is '.jpg' | .png, .svg or .pdf
profile STUDY -o picture | BadValue | its suffix is '' | .png, .svg or .pdf
profile STUDY -o no/such/x.png | BadValue | no/such/x.png: there is no folder | a folder that can be written
profile STUDY -o taken/x.png | BadValue | there is no folder taken | a folder that can be written
profile STUDY -o folder.png | BadValue | the picture folder.png: Is a directory | that can be written
epsilon STUDY -o x.png | BadValue | no delta is given | delta 1e-5
epsilon STUDY --delta 1 -o x.png | BadValue | delta is 1 | below 1
profile STUDY --delta 0 -o x.png | BadValue | delta is 0 | at least 1e-300
epsilon pure:epsilon=1 --delta 1e-5 --times 9 -o x.png | BadValue | times is '9' | FROM:TO
epsilon pure:epsilon=1 --delta 1e-5 --times 9:2 -o x.png | BadValue | times is 9:2 | smaller number first
epsilon pure:epsilon=1 --delta 1e-5 --times 1:2.5 -o x.png | BadValue | times is 2.5 | whole number
epsilon STUDY --delta 1e-5 --times 1:5 -o x.png | BadValue | times is 100 in a step | write it once
tradeoff pure:epsilon=1 --times 1:5 -o x.png | BadValue | times is given for a tradeoff | times=N
profile STUDY --accountant nobody -o x.png | UnknownName | 'nobody' | gdp
profile STUDY --accountant pure -o x.png | NoAnswer | no answer for delta | no theorem leads
epsilon STUDY --delta 0 -o x.png | BadValue | no curve of finite eps | a larger delta
profile gdp:mu=0 -o x.png | BadValue | delta is below 1e-10 at every eps | a smaller delta
"""


@pytest.mark.parametrize("case", BAD.strip().splitlines())
def test_what_cannot_be_drawn_is_one_clear_line(run: Any, folder: Path, case: str) -> None:
    """For people and for programs; and no file is left, whole or half."""
    pytest.importorskip("matplotlib")
    (folder / "taken").touch()
    (folder / "folder.png").mkdir()
    arguments, kind, message, hint = case.split(" | ")
    ran = run("plot", *arguments.replace("STUDY", STUDY).split(), "--json")
    error, status = ran.json["error"], 1 if kind == "NoAnswer" else 2
    assert (ran.status, ran.err.count("\n"), set(ran.json)) == (status, 1, {"error"})
    assert error["type"] == kind
    assert message in error["message"]
    assert hint in error["hint"]
    assert sorted(file.name for file in folder.rglob("*")) == ["folder.png", "taken"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a superuser may write anywhere")
def test_a_folder_that_cannot_be_written_is_refused(run: Any, folder: Path) -> None:
    """Before anything is computed."""
    pytest.importorskip("matplotlib")
    folder.chmod(0o500)
    ran = run("plot", "profile", STUDY, "-o", "x.png")
    folder.chmod(0o700)
    assert ran.status == 2
    assert "is not writable; name a file in a folder that can be written" in ran.err


def test_a_drawing_that_fails_leaves_nothing(run: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full while the picture is written: the old file is as it was."""
    pytest.importorskip("matplotlib")
    from chartered.output.plots import matplotlib_style

    def full(figure: Any, file: Path, form: str) -> None:
        file.write_bytes(b"half a pic")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(matplotlib_style, "write", full)
    (folder / "x.png").write_text("old")
    ran = run("plot", *PICTURES["epsilon"], "-o", "x.png")
    assert (ran.status, ran.err.count("\n")) == (74, 1)
    assert "cannot write the picture x.png: No space left on device" in ran.err
    assert [(file.name, file.read_text()) for file in folder.iterdir()] == [("x.png", "old")]


def test_without_matplotlib_the_error_names_the_extra(process: Any, folder: Path) -> None:
    """One line, before anything is computed; and everything else works."""
    (folder / "site").mkdir()
    (folder / "site" / "matplotlib.py").write_text(
        "raise ModuleNotFoundError('No module named matplotlib', name='matplotlib')\n"
    )
    ran = process("plot", *PICTURES["profile"], "-o", "x.png", PYTHONPATH=str(folder / "site"))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == 'chartered: a picture needs matplotlib, which is not installed; pip install "chartered[plot]"\n'
    assert not (folder / "x.png").exists()
    assert process("epsilon", STUDY, *AT, PYTHONPATH=str(folder / "site")).status == 0


def test_a_fault_inside_matplotlib_is_not_passed_off_as_missing(process: Any, folder: Path) -> None:
    """Another module that cannot be found is told as what it is."""
    (folder / "site").mkdir()
    (folder / "site" / "matplotlib.py").write_text("import no_such_module_at_all\n")
    ran = process("plot", *PICTURES["profile"], "-o", "x.png", PYTHONPATH=str(folder / "site"))
    assert ran.status == 70
    assert "no_such_module_at_all" in ran.err
