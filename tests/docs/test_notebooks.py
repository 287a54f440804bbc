"""Every notebook of the examples runs, and gives what it shows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
NOTEBOOKS = sorted((HERE.parents[1] / "examples").glob("*.ipynb"))


def ran(notebook: Path) -> subprocess.CompletedProcess[str]:
    """All cells, in a process of their own."""
    command = [sys.executable, str(HERE / "notebooks.py"), str(notebook)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.mark.full
@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_gives_what_it_shows(notebook: Path) -> None:
    """All cells run in order, and each output is the output."""
    pytest.importorskip("sqlalchemy")
    done = ran(notebook)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_is_a_notebook() -> None:
    """A year of releases, in a form that Jupyter opens: each cell has an identifier of its own."""
    assert "year-of-releases" in [path.stem for path in NOTEBOOKS]
    for path in NOTEBOOKS:
        document = json.loads(path.read_text("utf-8"))
        cells = document["cells"]
        assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
        assert len({cell["id"] for cell in cells}) == len(cells)
        assert {cell["cell_type"] for cell in cells} == {"code", "markdown"}


@pytest.mark.parametrize("source", ["print(2)", "2", "import warnings\nwarnings.warn('x')", "1 / 0"])
def test_a_notebook_that_shows_something_else_is_caught(tmp_path: Path, source: str) -> None:
    """Another output, or an error."""
    shown = [{"name": "stdout", "output_type": "stream", "text": ["1\n"]}]
    cell = {"cell_type": "code", "source": [source], "outputs": shown, "execution_count": 1}
    (tmp_path / "wrong.ipynb").write_text(json.dumps({"cells": [cell]}))
    assert ran(tmp_path / "wrong.ipynb").returncode == 1
