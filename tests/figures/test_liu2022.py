"""The figures of Liu et al. 2022 in docs/figures: their numbers are the paper's where it gives any, and each script
draws."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from math import sqrt
from pathlib import Path
from typing import Any

import chartered as ch
import numpy as np
import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "figures"
SCRIPTS = [f"liu2022_figure{number}" for number in (1, 2, 3, 5, 6, 7)]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a script of the folder; none needs matplotlib for its numbers."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module


def test_the_transform_inverts_the_gaussian_profile(script: Any) -> None:
    """At every eps the delta of a Gaussian mechanism gives back its mu, and no delta gives 0."""
    shared = script("gaussian_transform")
    epsilons = np.linspace(0, 8, 17)
    for mu in (0.1, 1.0, 4.0):
        deltas = shared.profile(f"gdp:mu={mu}", epsilons, "gdp")
        seen = deltas > 1e-200
        assert shared.transform(epsilons, deltas)[seen] == pytest.approx(mu, rel=1e-9)
    assert shared.transform(np.array([1.0]), np.array([0.0])) == 0


def test_figure_1_shows_what_guarantees_say_together(script: Any) -> None:
    """Never more than alone, and less at eps = 0; the Gaussian profile of the least mu is above both at each point."""
    figure, shared = script("liu2022_figure1"), script("gaussian_transform")
    for step in (shared.POWER, shared.CLOAK):
        alone, together = figure.alone(step), shared.profile(step, figure.EPSILONS)
        assert np.all(together <= alone)
        assert together[0] < 0.75 * alone[0]
    gaussian = shared.profile(f"gdp:mu={figure.best_mu()!r}", figure.EPSILONS, "gdp")
    assert np.all(shared.profile(shared.POWER, figure.EPSILONS) <= gaussian)


def test_figure_2_encloses_the_transform_by_staircases(script: Any) -> None:
    """Each piece of the transform lies between its steps, and the highest steps around 1.800905."""
    figure, shared = script("liu2022_figure2"), script("gaussian_transform")
    for width in figure.WIDTHS:
        ends, below, above = figure.staircase(width)
        for share in (0.0, 0.3, 0.9):
            inside = ends + share * width
            there = shared.transform(inside, shared.profile(shared.LAPLACE, inside))
            assert np.all(below <= there)
            assert np.all(there <= above)
        assert below.max() < 1.800905 < above.max()


def test_figure_3_tends_to_the_tail_limits(script: Any) -> None:
    """The power family to sqrt(1/2), a Gaussian to its mu, Laplace noise to 0; the cloak passes every limit."""
    figure, shared = script("liu2022_figure3"), script("gaussian_transform")
    for step, end in ((shared.POWER, sqrt(0.5)), ("gaussian:sigma=1", 1.0), (shared.LAPLACE, 0.0)):
        assert figure.limit(step) == pytest.approx(end, abs=1e-12)
        assert figure.tail(step)[-1] == pytest.approx(end, abs=0.02)
    assert figure.limit(shared.CLOAK) == float("inf")
    assert figure.tail(shared.CLOAK)[-1] > 5


def test_figure_5_shows_theorem_4_4_above_the_sharper_profile(script: Any) -> None:
    """At three heads; and the sharper mu is below that of the noise alone."""
    figure = script("liu2022_figure5")
    for head in (0.5, 2.0, 6.0):
        sharper = ch.Ledger([figure.rectified(head)]).mu(accountant="rectified.profile").upper
        assert sharper < figure.head_mu(head)
        assert sharper < ch.Ledger([f"pure:epsilon={head!r}"]).mu().upper


@pytest.mark.parametrize(("rate", "mu", "at"), [("1", 1.80091, 0), ("1/2", 0.97828, 0.770), ("1/10", 0.27731, 0.350)])
def test_figure_6_marks_the_numbers_of_the_paper(script: Any, rate: str, mu: float, at: float) -> None:
    """The highest points, certified, and on the curve."""
    figure = script("liu2022_figure6")
    best = figure.best(rate)
    assert round(best.upper, 5) == mu
    assert round(best.attained_at, 3) == at
    assert figure.curve(rate).max() == pytest.approx(best.upper, rel=1e-4)


TABLE = {
    "advanced": (5.2489, 6.5060, 7.4706, 8.2837),
    "renyi": (12.1394, 17.1677, 21.0261, 24.2788),
    "basic": (9.8946, 9.9900, 9.9990, 9.9999),
    r"by $\mu$": (3.1050, 5.0592, 6.4686, 7.6206),
    r"by $\mu$, Laplace": (2.8712, 4.7424, 6.0907, 7.1921),
    "optimal": (2.1147, 3.6313, 4.7311, 5.5641),
}


@pytest.mark.parametrize("name", TABLE)
def test_figure_7_has_the_rows_of_the_table(script: Any, name: str) -> None:
    """At delta = 1e-1 to 1e-4, as recomputed."""
    figure = script("liu2022_figure7")
    deltas = np.array([1e-1, 1e-2, 1e-3, 1e-4])
    found = figure.certified(name, deltas) if name in figure.CERTIFIED else getattr(figure, name)(deltas)
    assert tuple(found) == pytest.approx(TABLE[name], abs=6e-5)
    if name == "optimal":
        assert found[-1] > figure.MISPRINT[1] + 0.25


@pytest.mark.full
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_script_draws(name: str, tmp_path: Path) -> None:
    """To the file that is asked for; the picture that is kept beside it is smaller than 100 kB."""
    pytest.importorskip("matplotlib")
    target = tmp_path / "figure.svg"
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{name}.py"), "-o", str(target)], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert target.read_text(encoding="utf-8").startswith("<?xml")
    assert 10_000 < (FOLDER / f"{name}.svg").stat().st_size < 100_000
