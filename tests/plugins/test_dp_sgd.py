"""Noise for DP-SGD: calibrated sigmas beside peers', and the searches behind them at large orders, small rates and much
noise."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from chartered_plugins.subsampling.formulas import sampled_gaussian as sg
from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import enclose

PEERS = json.loads((Path(__file__).parents[1] / "data" / "sampled_gaussian_peers.json").read_text(encoding="utf-8"))[
    "calibrations"
]
AT = [
    ("2.17e-6", "47", 57613.3), ("1e-6", "100", 3e5), ("0.5", "100", 5000.5), ("0.147", "31", 74000.5),
    ("1e-9", "0.3", 6.2), ("0.9", "0.05", 1.5), ("4.5e-6", "14.4", 3000.7), ("1e-4", "2", 250.25),
    ("0.01", "2000", 5e6)
]  # fmt: skip
"""Rates, sigmas and orders at which the integrand has one mode or two, near 0, near the order or between."""


def sampled(row: dict[str, Any], sigma: Fraction) -> ch.Ledger:
    """The row's steps with a sigma filled in."""
    return ch.Ledger([f"poisson:rate={row['rate']}/gaussian:sigma={sigma},times={row['times']}"])


@pytest.mark.parametrize("row", PEERS, ids=lambda row: f"{row['rate']}-{row['times']}-{row['epsilon']}-{row['delta']}")
def test_no_peer_needs_less_noise(row: dict[str, Any]) -> None:
    """Sigma is below that of opacus and of dp-accounting, meets the target, and a millionth less does not."""
    solved = ch.calibrate(
        f"poisson:rate={row['rate']}/gaussian",
        solve="sigma",
        epsilon=row["epsilon"],
        delta=row["delta"],
        times=row["times"],
    )
    sigma = Fraction(solved.value)
    assert all(float(sigma) < row[peer] for peer in ("opacus", "dp-accounting") if row[peer] is not None)
    assert sampled(row, sigma).epsilon(row["delta"]).upper <= float(row["epsilon"])
    assert sampled(row, sigma * (1 - Fraction(1, 10**6))).epsilon(row["delta"]).upper > float(row["epsilon"])


@pytest.mark.parametrize(("rate", "sigma", "alpha"), AT)
def test_floats_skip_only_what_does_not_count(rate: str, sigma: str, alpha: float) -> None:
    """The curve in floats, from a few nodes, is the certified one to 12 digits, one order at a time and in an array."""
    q, s = Fraction(rate), Fraction(sigma)
    certified = enclose(lambda xp: sg.divergence(xp, q, s, xp.number(Fraction(alpha)))).upper
    assert sg.divergence(floats, q, s, alpha) == pytest.approx(certified, rel=1e-12)
    numpy = pytest.importorskip("numpy")
    assert sg.divergence(floats, q, s, numpy.array([alpha]))[0] == pytest.approx(certified, rel=1e-12)
