"""The figures of Asoodeh et al. 2020 in docs/figures: their numbers are the paper's where it gives any, and each script
draws."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from theorem3 import largest_gamma

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "figures"
SCRIPTS = [f"asoodeh2020_figure{number}" for number in (1, 2, 3)]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Imports a script of the folder; none needs matplotlib for its numbers."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module


@pytest.mark.parametrize("place", range(3))
def test_figure_1_shows_theorem_3(script: Any, place: int) -> None:
    """Against an independent search in 60 digits, and against Chartered's certified answer for the curve's own
    point."""
    figure = script("asoodeh2020_figure1")
    alpha, epsilon = figure.PAIRS[place]
    deltas = figure.SHARES[::25] / alpha
    for delta, gamma in zip(deltas.tolist(), figure.optimal(alpha, epsilon, deltas).tolist(), strict=True):
        assert gamma == pytest.approx(float(largest_gamma(Fraction(alpha), epsilon, delta)), rel=1e-9)
        point = ch.mechanism("rdp", alpha=alpha, gamma=gamma)
        assert ch.Ledger(point).epsilon(delta, accountant="asoodeh2020.T3").upper == pytest.approx(epsilon, rel=1e-7)


@pytest.mark.parametrize("place", range(3))
def test_figure_1_shows_theorem_4_below_theorem_3(script: Any, place: int) -> None:
    """By at most 0.302 (where g meets f), and without any gap from alpha delta = 1 on."""
    figure = script("asoodeh2020_figure1")
    alpha, epsilon = figure.PAIRS[place]
    below, beyond = figure.SHARES[figure.SHARES < 1] / alpha, figure.SHARES[figure.SHARES >= 1] / alpha
    gaps = figure.optimal(alpha, epsilon, below) - figure.closed(alpha, epsilon, below)
    assert gaps.min() > -1e-12
    assert 0.01 < gaps.max() < 0.302
    for delta, gamma in zip(beyond.tolist(), figure.edge(epsilon, beyond).tolist(), strict=True):
        assert gamma == pytest.approx(float(largest_gamma(Fraction(alpha), epsilon, delta)), rel=1e-12)


def test_figure_2_shows_the_gap_of_the_paper(script: Any) -> None:
    """It grows with the number of runs, to 0.75878 at 1000 (the paper says up to 0.75)."""
    gaps = script("asoodeh2020_figure2").gaps()
    assert len(gaps) == 1000
    assert gaps.argmax() == 999
    assert gaps.max() == pytest.approx(0.75878, abs=5e-6)


@pytest.mark.parametrize(("epsilon", "accountant", "lemma"), [(6, 501, 603), (8, 839, 983)])
def test_figure_2_marks_the_rounds_of_the_paper(script: Any, epsilon: int, accountant: int, lemma: int) -> None:
    """501 and 603 runs at eps = 6, and 839 and 983 at eps = 8: the curves say the same."""
    figure = script("asoodeh2020_figure2")
    for by, rounds in (("asoodeh2020.E23", accountant), ("asoodeh2020.L2", lemma)):
        assert figure.rounds(epsilon, by) == rounds
        assert int((figure.epsilons(by) <= epsilon).sum()) == rounds


def test_figure_2_ends_where_the_study_does(script: Any) -> None:
    """eps of 1000 runs by each of the four; the closed form is within 4e-7 of the optimum, and both above the exact
    curve."""
    figure = script("asoodeh2020_figure2")
    ends = {by: figure.epsilons(by) for by in figure.BY}
    shown = {"asoodeh2020.E23": 8.8371356, "asoodeh2020.T3": 8.0783592, "asoodeh2020.L2": 8.0783595, "gdp": 7.5112759}
    assert {by: round(float(eps[-1]), 7) for by, eps in ends.items()} == shown
    assert (ends["gdp"] < ends["asoodeh2020.T3"]).all()
    assert (ends["asoodeh2020.T3"] <= ends["asoodeh2020.L2"] * (1 + 1e-9)).all()


def test_figure_3_certifies_less_than_the_heuristic_says_after_many_epochs(script: Any) -> None:
    """And more after one: there the heuristic is below what the same theorem makes of the exact curve."""
    figure = script("asoodeh2020_figure3")
    classical, heuristic = figure.epsilons("asoodeh2020.T1"), figure.heuristic("asoodeh2020.E23")
    assert heuristic[0] == pytest.approx(0.0537386, abs=1e-6)
    assert classical[0] == pytest.approx(0.0597410, abs=1e-6)
    assert (classical[1:] < heuristic[1:]).all()


def test_figure_3_orders_the_conversions_of_the_exact_curve(script: Any) -> None:
    """Theorem 3 is never above Lemma 1, nor Lemma 1 above Theorem 1; each point is one certified answer."""
    figure = script("asoodeh2020_figure3")
    found = {by: figure.epsilons(by) for by in figure.CERTIFIED}
    assert (found["asoodeh2020.T3"] <= found["asoodeh2020.L1"] * (1 + 1e-9)).all()
    assert (found["asoodeh2020.L1"] < found["asoodeh2020.T1"]).all()
    for by, eps in found.items():
        answer = (ch.Ledger(figure.STEP) * (figure.EPOCH * 100)).epsilon(figure.DELTA, accountant=by)
        assert eps[99] == pytest.approx(answer.upper, rel=1e-8)


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
