"""Aggregation along a tree: the Gaussian that it is, by whatever way, and what it says of itself."""

from __future__ import annotations

from dataclasses import make_dataclass
from fractions import Fraction

import chartered as ch
import pytest
from chartered import Ledger, Side
from chartered.bridges.read_dp_events import EventReader
from chartered.errors import Unavailable, UnsupportedEvent
from chartered.peers.plain_steps import plain_steps


@pytest.mark.parametrize(
    ("steps", "depth"), [(1, 1), (2, 2), (3, 2), (4, 3), (7, 3), (8, 4), (10**6, 20), (2**30 - 1, 30), (2**30, 31)]
)
@pytest.mark.parametrize("relation", ["add-or-remove", "zero-out", "replace-one"])
def test_it_is_a_gaussian_of_the_root_of_its_depth(steps: int, depth: int, relation: str) -> None:
    """Where the depth is a square, a Gaussian of that sensitivity says the same."""
    ledger = Ledger(f"tree-aggregation:sigma=30,steps={steps}", neighbours=relation)
    mu = ledger.mu().upper
    span = 2 if relation == "replace-one" else 1
    assert mu == pytest.approx(span * depth**0.5 / 30, rel=1e-12)
    root = {4: 2, 1: 1}.get(depth)
    if root is not None:
        same = Ledger(f"gaussian:sigma=30,sensitivity={root}", neighbours=relation)
        assert ledger.epsilon("1e-6").upper_exact == same.epsilon("1e-6").upper_exact


def _moved(steps: int, begin: int, end: int, shared: int) -> int:
    """The sum of squares by which all nodes move where a record of norm 1 leaves one step for another: what both steps
    share moves by at most `shared`."""
    sizes = [size for size in (2**k for k in range(steps.bit_length())) if size <= steps]
    held = [{(size, step // size) for size in sizes if (step // size + 1) * size <= steps} for step in (begin, end)]
    return len(held[0] ^ held[1]) + shared**2 * len(held[0] & held[1])


def test_a_record_that_is_replaced_by_one_in_another_step_needs_twice_the_sensitivity() -> None:
    """That covers every move; a replace-sensitivity of 1 does not cover one from the first step of four to the last,
    and so the step says that it is about a record that stays."""
    replaced = ch.Neighbours.REPLACE_ONE
    for steps in range(1, 41):
        mu_squared = _mu_squared(f"steps={steps}", replaced)
        assert max(_moved(steps, i, j, 2) for i in range(steps) for j in range(steps)) <= mu_squared
    assert _mu_squared("steps=4,replace-sensitivity=1", replaced) == 3
    assert _moved(4, 0, 3, 0) == 4
    sampling = Ledger("tree-aggregation:sigma=1,steps=4,replace-sensitivity=1").epsilon("1e-6").sampling
    assert "stands in the same step" in sampling


def test_passes_add_up_beside_other_steps() -> None:
    """Epochs compose, and the certificate of the answer is accepted."""
    ledger = Ledger(["tree-aggregation:sigma=20,steps=5,times=3", "gaussian:sigma=10"])
    same = Ledger("gaussian:sigma=20,times=13")
    answer = ledger.epsilon("1e-6")
    assert answer.side is Side.EXACT
    assert answer.upper_exact == same.epsilon("1e-6").upper_exact
    assert ch.check(answer.certificate()).accepted


def test_what_may_be_solved_for() -> None:
    """The noise in each node."""
    noise = ch.calibrate("tree-aggregation:steps=1000", solve="sigma", epsilon=1, delta="1e-6").best
    assert Ledger(f"tree-aggregation:steps=1000,sigma={noise.value}").epsilon("1e-6").upper <= 1


TreeEvent = make_dataclass("SingleEpochTreeAggregationDpEvent", ["noise_multiplier", "step_counts"])
"""As that of dp-accounting, by its name."""


def test_the_event_of_dp_accounting_is_read() -> None:
    """Of several trees the largest counts; none touches no data; and only with a null record in its place."""
    reader = EventReader()
    (entry,) = reader.read(TreeEvent(1.5, [4, 9, 2]))
    assert str(entry.step) == "tree-aggregation:sigma=1.5,steps=9,sensitivity=1"
    assert reader.needed is ch.Neighbours.ZERO_OUT
    assert EventReader().read(TreeEvent(1.5, 0)) == []
    for event, relation, why in (
        (TreeEvent(1.5, 4), ch.Neighbours.REPLACE_ONE, "ask under REPLACE_SPECIAL"),
        (TreeEvent(0.0, 4), None, "adds no noise"),
        (TreeEvent(1.0, 2.5), None, "step_counts"),
    ):
        with pytest.raises(UnsupportedEvent, match=why):
            EventReader(relation).read(event)


def _mu_squared(settings: str, relation: ch.Neighbours = ch.Neighbours.ADD_OR_REMOVE) -> Fraction:
    step = ch.parse(f"tree-aggregation:sigma=1,{settings}").step
    bound = ch.registry().theorem("tree-aggregation.gdp").apply(ch.Case(step, relation))
    return Fraction(bound.mu_squared)


@pytest.mark.parametrize(("steps", "separation", "rho"), [(4, 2, "4"), (5, 2, "4.5"), (7, 3, "4.5"), (9, 9, "2")])
def test_a_record_may_take_part_again(steps: int, separation: int, rho: str) -> None:
    """A node with two participations moves by two: rho by hand, exact, and a replaced record moves it by twice that."""
    settings = f"steps={steps},separation={separation}"
    assert _mu_squared(settings) == 2 * Fraction(rho)
    assert _mu_squared(settings, ch.Neighbours.REPLACE_ONE) == 8 * Fraction(rho)
    answer = Ledger(f"tree-aggregation:sigma=9,{settings}", "zero-out").epsilon("1e-6")
    assert answer.side is Side.EXACT
    assert ch.check(answer.certificate()).accepted


def test_one_use_is_a_single_pass() -> None:
    """Wherever it stands, and whatever the separation; other packages write `participations` and `min_separation`."""
    for steps in (1, 6, 37, 1000):
        assert _mu_squared(f"steps={steps},separation=1,uses=1") == _mu_squared(f"steps={steps}")
    assert _mu_squared("steps=6,sensitivity=2") == 12
    assert ch.mechanism("tree-aggregation", sigma=1, steps=9, participations=2, min_separation=4) == ch.parse(
        "tree-aggregation:sigma=1,steps=9,separation=4,uses=2"
    )


def test_patterns_that_are_too_many_are_bounded_from_above() -> None:
    """A million steps, each with the same record: a sum over levels, in milliseconds, never below a pattern."""
    step = "tree-aggregation:sigma=1000,steps=1048577,separation=1"
    answer = Ledger(step).epsilon("1e-6", accountant="gdp")
    assert answer.path[0] == "tree-aggregation.above"
    assert answer.lower is None
    assert ch.check(answer.certificate()).accepted
    assert answer.upper >= Ledger(f"{step},uses=1").epsilon("1e-6").upper


def test_a_longer_separation_may_be_solved_for() -> None:
    """And fewer uses: both are proved to cost no more."""
    target = {"epsilon": 3, "delta": "1e-6"}
    apart = ch.calibrate("tree-aggregation:sigma=9,steps=100", solve="separation", **target).best
    uses = ch.calibrate("tree-aggregation:sigma=9,steps=100,separation=9", solve="uses", **target).best
    assert Ledger(f"tree-aggregation:sigma=9,steps=100,separation={apart.value}").epsilon("1e-6").upper <= 3
    assert Ledger(f"tree-aggregation:sigma=9,steps=100,separation={apart.value - 1}").epsilon("1e-6").upper > 3
    assert Ledger(f"tree-aggregation:sigma=9,steps=100,separation=9,uses={uses.value}").epsilon("1e-6").upper <= 3


def test_other_packages_are_not_asked_about_several_uses() -> None:
    """Their event is a single pass."""
    ledger = Ledger("tree-aggregation:sigma=1,steps=4,separation=2", "zero-out")
    with pytest.raises(Unavailable, match="takes part several times"):
        plain_steps(ch.registry(), ledger.entries, ledger.neighbours)


@pytest.mark.parametrize(
    ("step", "why"),
    [
        ("tree-aggregation:sigma=1,steps=0", "steps"),
        ("tree-aggregation:sigma=1,steps=1.5", "steps"),
        ("tree-aggregation:sigma=1,steps=-1", "steps"),
        ("tree-aggregation:sigma=1,steps=4,uses=2", "uses goes with separation"),
        # steps of a local randomizer may follow from the value
        ("shuffled:n=1000/tree-aggregation:sigma=9,steps=4,separation=2", "may follow from its value"),
    ],
)
def test_what_makes_no_sense_is_refused(step: str, why: str) -> None:
    """A clear error names the parameter."""
    with pytest.raises(ch.CharteredError, match=why):
        Ledger(step).epsilon("1e-5")
