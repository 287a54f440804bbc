"""The figures of docs/inversion.md: that they show the line of the certificate and the remainders of the enclosure that
ships, and that their scripts draw."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "figures"
SCRIPTS = ("inversion_contour", "inversion_line", "inversion_remainders")


@pytest.fixture
def case(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the scripts show; it needs no matplotlib for its numbers."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module("inversion_case")


@pytest.mark.parametrize("digits", [None, 40])
def test_the_remainders_add_up_to_the_radius(case: Any, digits: int | None) -> None:
    """Each is above 0, all together are that of the whole enclosure, and small enough for the digits."""
    line, epsilon = case.line(digits)
    shares = case.remainders(digits)
    radius = float(line.inverse(case.PARTS).delta(epsilon).rad().mid()) / float(case.DELTA)
    assert min(shares) > 0
    assert sum(shares) == pytest.approx(radius, rel=1e-6)
    assert radius < 10.0 ** -(digits or 11)


def test_the_sizes_are_those_of_the_integrand_that_is_summed(case: Any) -> None:
    """In floats at the nodes, beside the balls."""
    line, epsilon = case.line()
    contour, found = line.contour, line.inverse(case.PARTS)
    for k in (0, 1, 7):
        shown = case.sizes(*(case.np.array([float(x)]) for x in (contour.order, k * contour.spacing)))[0]
        factor = float((contour.order - 1) * epsilon) + case.np.log(case.np.pi * float(case.DELTA))
        summed = float(abs(found.integrand[k]).log().mid()) + (case.np.log(2) if k == 0 else 0) - factor
        assert shown == pytest.approx(summed / case.np.log(10), abs=1e-6)


def test_the_bound_is_above_what_is_left_out(case: Any) -> None:
    """At the height of truncation and beyond it."""
    contour = case.line()[0].contour
    heights = float(contour.height) * case.np.array([1.0, 1.2])
    assert (case.beyond(heights) > case.sizes(case.np.full(2, float(contour.order)), heights)).all()
    assert case.beyond(heights)[0] < -12


def test_the_line_stands_left_of_the_saddle_point(case: Any) -> None:
    """And right of the pole; the integrand is least at the saddle point on the real axis."""
    order, saddle = float(case.line()[0].contour.order), case.saddle()
    assert 1 < order < saddle
    real = case.np.array([saddle - 0.5, saddle, saddle + 0.5])
    left, middle, right = case.sizes(real, 0 * real)
    assert middle < min(left, right)
    assert Fraction(case.DELTA) == Fraction(1, 100_000)


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_pictures_are_kept(script: str) -> None:
    """Beside the scripts, as SVG and smaller than 100 kB."""
    assert 10_000 < (FOLDER / f"{script}.svg").stat().st_size < 100_000


@pytest.mark.full
@pytest.mark.parametrize("script", SCRIPTS)
def test_the_scripts_draw(script: str, tmp_path: Path) -> None:
    """To the file that is asked for."""
    pytest.importorskip("matplotlib")
    target = tmp_path / "figure.svg"
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{script}.py"), "-o", str(target)], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert target.read_text(encoding="utf-8").startswith("<?xml")
