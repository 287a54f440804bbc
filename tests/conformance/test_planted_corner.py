"""A bound that is too small by one part in a million at one corner only is refuted, with a witness, by all doors that
authors use."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import chartered as ch
import pytest
from chartered.proving import Effort, Refuted, Soundness, Supported, attempt
from chartered.testing import conform
from planted_corner import CORNERS, code, plugin
from strangers import distribution

SOUND = "eps < -1"


@pytest.mark.parametrize("corner", CORNERS)
def test_the_usual_claim_of_soundness_finds_the_corner(corner: str) -> None:
    """Stated over ranges it is refuted, whatever the seed, and the witness lies in the corner: there the bound is below
    what is exact."""
    (claim,) = plugin(CORNERS[corner]).register_claims()
    for seed in range(3):
        verdict = attempt(claim, Effort(seed=seed)).verdict
        assert isinstance(verdict, Refuted), f"{corner}: {verdict}"
        bound, exact = Fraction(verdict.witness["bound"]), Fraction(verdict.witness["exact"])
        assert bound / exact == pytest.approx(1 - 1e-6, abs=1e-12)
        assert "size = " in verdict.witness["case"]


def test_without_the_corner_the_same_claim_is_supported_and_says_where_it_looked() -> None:
    """Never proved: it was a hunt."""
    (claim,) = plugin(SOUND).register_claims()
    verdict = attempt(claim, Effort()).verdict
    assert isinstance(verdict, Supported)
    assert verdict.points > 300
    assert "hunted points" in verdict.how
    assert "1 lines of it never taken" not in verdict.how
    assert claim.domain == "3 cases and hunted over 0 <= size <= 8, 0 <= eps <= 8"


@pytest.mark.parametrize("corner", CORNERS)
def test_conform_refuses_the_plugin_for_its_claim(corner: str) -> None:
    """In one line of the author's own tests."""
    with pytest.raises(AssertionError, match=r"planted.bound.sound is refuted.*too low"):
        conform(plugin(CORNERS[corner]), steps=["planted:size=2"])


def test_conform_accepts_the_plugin_without_a_corner() -> None:
    """With its exact theorem beside it."""
    conform(plugin(SOUND, theorems=2), steps=["planted:size=2"])


@pytest.mark.parametrize("corner", ["a short stretch of eps", "a shorter one between fractions", "tiny deltas"])
def test_conform_refuses_a_bound_below_an_exact_one_at_a_corner(corner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any claim: another theorem about the same step proves more, near a number that stands in the code."""
    monkeypatch.setattr("chartered.testing.conformance.check_claims", lambda *_: None)
    with pytest.raises(AssertionError, match=r"planted.bound.* says at most .*planted.exact.* at least"):
        conform(plugin(CORNERS[corner], theorems=2), steps=["planted:size=2"])


def test_verify_and_pytest_refute_an_installed_plugin(tmp_path: Path) -> None:
    """`chartered verify` and `pytest --claims` both leave with 1 and print the witness."""
    distribution(tmp_path, "planted-plugin", {"planted": "planted_plugin"}, code(CORNERS["between two lines"]))
    others = ",".join(
        plugin.name for plugin in ch.registry().plugins if plugin.name != "verification"
    )  # their claims take time to load
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "CHARTERED_BLOCK": others}
    for command in (["chartered", "verify", "planted"], ["pytest", "--claims=planted", "-q", "-p", "no:cacheprovider"]):
        done = subprocess.run(
            [sys.executable, "-m", *command], capture_output=True, text=True, env=environment, cwd=tmp_path, check=False
        )
        assert done.returncode == 1, done.stdout + done.stderr
        assert "refuted" in done.stdout
        assert "size = " in done.stdout


def test_a_range_of_whole_numbers_is_hunted_at_whole_numbers_only() -> None:
    """Counts stay counts, and arguments that do not belong together are left alone."""
    seen: list[tuple[Fraction, ...]] = []

    def exact(xp: object, n: Fraction, k: Fraction) -> Fraction:
        seen.append((n, k))
        return n - k

    form = Soundness(
        lambda xp, n, k: n - k, exact, over={"n": (1, 50), "k": (0, 50)}, whole=("n", "k"), among=lambda n, k: k <= n
    )
    assert isinstance(form(Effort()), Supported)
    assert len(set(seen)) > 60
    assert all(n.denominator == k.denominator == 1 and k <= n for n, k in seen)


def test_a_hunt_without_any_value_decides_nothing() -> None:
    """Nothing was seen, so nothing is supported; a range without an end is refused when the claim is written."""
    verdict = Soundness(lambda xp, x: xp.log(-x), lambda xp, x: x, over={"x": (1, 2)})(Effort())
    assert "no finite value" in str(verdict)
    with pytest.raises(ValueError, match="has no end"):
        Soundness(lambda xp, x: x, lambda xp, x: x, over={"x": (1, None)})
