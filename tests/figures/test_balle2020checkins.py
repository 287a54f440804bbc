"""The figure of the check-in paper in docs/figures: its numbers, and that its script draws."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "figures"
SCRIPT = "balle2020checkins_figure2"
LOCALS = [0.1, 0.5, 1.0]


@pytest.fixture
def figure(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script; it needs no matplotlib for its numbers."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module(SCRIPT)


def test_it_shows_theorem_51(figure: Any) -> None:
    """n = 1000: 0.0203 and 0.2292, and at eps0 = 1 no gain, where the theorem says 1.3097."""
    assert figure.epsilons(1000, "balle2020checkins.T5.1", LOCALS) == pytest.approx([0.0203, 0.2292, 1], abs=5e-5)


@pytest.mark.parametrize("n", [1000, 10_000])
def test_each_bound_is_below_the_one_before(figure: Any, n: int) -> None:
    """Erlingsson et al., then Theorem 5.1, then the clones pair; a million times fewer reports cost more."""
    pair, theirs, before = (
        figure.epsilons(n, by, LOCALS[:2])
        for by in ("feldman2021.clones", "balle2020checkins.T5.1", "erlingsson2019.T7")
    )
    assert all(a < b < c for a, b, c in zip(pair, theirs, before, strict=True))
    assert figure.epsilons(10**6, "balle2020checkins.T5.1", LOCALS)[1] < theirs[1] / 10


def test_the_picture_is_kept() -> None:
    """Beside the script, as SVG and smaller than 100 kB."""
    assert 10_000 < (FOLDER / f"{SCRIPT}.svg").stat().st_size < 100_000


@pytest.mark.full
def test_the_script_draws(tmp_path: Path) -> None:
    """To the file that is asked for."""
    pytest.importorskip("matplotlib")
    target = tmp_path / "figure.svg"
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{SCRIPT}.py"), "-o", str(target)], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert target.read_text(encoding="utf-8").startswith("<?xml")
