"""Theorems that also state what costs no more: which may, what it gives, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import chartered as ch
import pytest
from chartered.model.theorems import misdeclared
from msgspec.structs import replace

ROUNDED = ch.registry().theorem("poisson.gaussians-rounded")


@pytest.mark.parametrize(
    "changed",
    [
        replace(ROUNDED, side=ch.Side.EXACT),
        replace(ROUNDED, below="sigma"),
        replace(ch.registry().theorem("gdp.profile"), side=ch.Side.UPPER, below=lambda g: g),
        replace(ch.registry().theorem("gaussian.gdp"), side=ch.Side.UPPER, propose=lambda case: {}, below=lambda g: g),
    ],
)
def test_only_a_theorem_about_a_step_from_above_may_state_what_costs_no_more(changed: ch.Theorem) -> None:
    """Neither an exact one, nor a conversion, nor one that searches; and what it states is a function."""
    assert misdeclared(ROUNDED) is None
    assert misdeclared(changed) == (
        "below must be a function, of a theorem about a step that searches nothing and whose side is UPPER"
    )


def test_a_theorem_that_only_rounds_states_what_costs_no_more() -> None:
    """Otherwise other bounds would be left out for nothing."""
    changed = replace(ROUNDED, below=None)
    assert misdeclared(changed) == "a theorem that only rounds must state what costs no more, by below"


def test_only_a_rewriting_may_hold_inside_a_wrapper() -> None:
    """A guarantee inside one is what theorems about the wrapper take; and where it holds is told by a function."""
    for name, inside in (("gaussian.gdp", lambda case: True), ("noisy-max.laplace", ("poisson",))):
        changed = replace(ch.registry().theorem(name), inside=inside)
        assert misdeclared(changed) == "inside must be a function, of a theorem that rewrites a step"


def _between(low: int, high: int) -> tuple[ch.Mechanism, ch.Theorem]:
    """A mechanism whose mu^2 is known to lie between two numbers."""

    def squared(number: int) -> Callable[[ch.Case], ch.GDP]:
        return lambda case: ch.GDP(lambda xp: xp.number(number))

    return ch.Mechanism("murky", "a mechanism whose mu is not known exactly", (), "a test"), ch.Theorem(
        "murky.gdp",
        ch.OnStep("murky"),
        ch.GDP,
        squared(high),
        "Its mu^2.",
        "a test",
        side=ch.Side.UPPER,
        below=squared(low),
    )


def test_a_guarantee_from_below_gives_a_lower_end() -> None:
    """In answers, beside exact steps, with their certificates; and in sweeps."""
    mechanism, theorem = _between(1, 2)
    with ch.register(mechanisms=[mechanism], theorems=[theorem]):
        ledger = ch.Ledger(["murky:times=3", "gaussian:sigma=2,times=4"])
        answer = ledger.epsilon("1e-5", accountant="gdp")
        below, above = (ch.Ledger(f"gdp:mu={mu}").epsilon("1e-5") for mu in (2, "sqrt(7)"))
        assert (answer.lower, answer.upper) == (below.lower, above.upper)
        assert ch.check(answer.certificate()).accepted
        lows, _ = ledger.epsilon_intervals("1e-5", times=[1, 4], accountant="gdp")
        exact = ch.Ledger("gdp:mu=2").epsilons("1e-5", times=[1, 4])
        assert all(0.999 * upper < low <= upper for low, upper in zip(lows, exact, strict=True))
        assert ch.check(ledger.delta(1, accountant="gdp").certificate()).accepted


def test_a_rewriting_without_it_is_itself_from_below() -> None:
    """And one with it errs in the other direction there."""
    exact = ch.registry().theorem("poisson.gaussians")
    assert exact.from_below is exact
    assert (ROUNDED.from_below.side, ROUNDED.from_below.name) == (ch.Side.LOWER, ROUNDED.name)


def test_a_path_that_loses_elsewhere_has_no_lower_end() -> None:
    """Amplification by a sample of a fixed size is a bound: its numbers for more noise are no lower end."""
    answer = ch.Ledger("sample:size=10,of=100/(gaussian:sigma=3,times=2)").epsilon("1e-5")
    assert "sample.gaussians-rounded" in answer.path
    assert answer.lower is None
    assert ch.check(answer.certificate()).accepted


def test_what_only_rounding_loses_needs_no_other_bound() -> None:
    """The two ends are as near as exact ones, so that expensive bounds are left out; by name they are there."""
    joint = ch.Ledger("poisson:rate=0.01/(gaussian:sigma=1 + gaussian:sigma=10):times=20")
    silent = {one.accountant: one.why for one in joint.compare(delta="1e-5").unavailable}
    assert "another accountant is exact" in silent["loss-distribution"]
    best, named = joint.epsilon("1e-5"), joint.epsilon("1e-5", accountant="loss-distribution")
    assert named.lower <= best.lower <= best.upper <= named.upper
