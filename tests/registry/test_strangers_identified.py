"""A stranger's mechanism that states only delta(xp, eps): identified, measured, certified and drawn, without any other
code."""

from __future__ import annotations

import math
from pathlib import Path

import chartered as ch
import pytest
from strangers import Install

CURVES = """
    from fractions import Fraction
    import chartered as ch

    def bell(xp, eps):
        return xp.number(Fraction(9, 10)) * xp.exp(-eps * eps / 2)

    def wedge(xp, eps):
        return xp.positive(1 - eps / 3) / 3

    def slow(xp, eps):
        return xp.exp(-eps) / 2

    def profile(curve):
        return lambda case: ch.Profile(delta=lambda xp, eps, witness: curve(xp, eps))

    CURVES = {"bell": bell, "wedge": wedge, "slow": slow}

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism(name, "has a profile only", ()) for name in CURVES]

    @ch.hook
    def register_theorems():
        return [
            ch.Theorem(f"{name}.profile", ch.OnStep(name), ch.Profile, profile(curve), "its profile", "definition",
                side=ch.Side.EXACT)
            for name, curve in CURVES.items()
        ]
"""

FAMILY = """
    import chartered as ch

    def noise(xp, eps, delta):
        return 3 * xp.sqrt(-xp.log(delta)) / eps

    def bound(case):
        return ch.refined(ch.naive(noise, case.number("sigma")))

    @ch.hook
    def register_mechanisms():
        return [ch.Mechanism("family", "a trade-off", (ch.Parameter("sigma", "noise"),))]

    @ch.hook
    def register_theorems():
        return [ch.Theorem("family.profile", ch.OnStep("family"), ch.Profile, bound, "refined",
            "Liu et al. 2022, Theorem 2.1")]
"""


@pytest.mark.parametrize(("name", "tail"), [("bell", 1.0), ("wedge", 0.0)])
def test_a_curve_alone_is_measured(install: Install, name: str, tail: float) -> None:
    """GDP, with its tail limit read off the formula, a bracket 1e-9 narrow, and a certificate that is accepted."""
    install("curves-plugin", CURVES)
    answer = ch.Ledger([name]).mu()
    assert answer.gdp
    assert answer.upper - answer.lower < 1.01e-9 * max(1, answer.upper)
    assert answer.enclosed.tail == pytest.approx(tail)
    assert ch.check(answer.certificate().document).accepted


def test_a_slow_curve_is_told_apart(install: Install) -> None:
    """Not GDP, certified, with the reason."""
    install("curves-plugin", CURVES)
    answer = ch.Ledger(["slow"]).mu()
    assert (answer.gdp, answer.upper) == (False, math.inf)
    assert "more slowly" in str(answer.why)
    assert ch.check(answer.certificate().document).accepted


def test_a_curve_alone_is_drawn(install: Install, tmp_path: Path) -> None:
    """Its profile, in a file."""
    pytest.importorskip("matplotlib")
    install("curves-plugin", CURVES)
    target = tmp_path / "bell.svg"
    ch.plot("profile", ["bell"]).savefig(target)
    assert target.stat().st_size > 1000


def test_a_trade_off_alone_is_refined(install: Install) -> None:
    """sigma = g(eps, delta) as it stands gives the refined eps and delta of the power family that it is."""
    install("family-plugin", FAMILY)
    mine, ours = ch.Ledger(["family:sigma=2"]), ch.Ledger(["power:sigma=2,A=3,B=1"])
    assert mine.delta("1/3").upper == pytest.approx(ours.delta("1/3").upper, rel=1e-15)
    assert mine.epsilon("1e-5").upper == pytest.approx(ours.epsilon("1e-5").upper, rel=1e-12)
    assert ch.check(mine.epsilon("1e-5").certificate().document).accepted
