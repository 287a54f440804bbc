"""dp-accounting itself: its events become ledgers and back, and its PrivacyAccountant answers by ours."""

from __future__ import annotations

import math
from typing import Any

import chartered as ch
import pytest
from chartered.accounting.answers import Answer
from peer_packages import needed

dp, conformance = needed("dp_accounting", "dp_accounting.privacy_accountant_test")
from chartered.bridges import dp_accounting as bridge  # noqa: E402  # after the package it needs

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]

SGD = dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.1)), 1000)
ADD, REPLACE, SPECIAL = (
    dp.NeighboringRelation[name] for name in ("ADD_OR_REMOVE_ONE", "REPLACE_ONE", "REPLACE_SPECIAL")
)


class TestTheirConformance(conformance.PrivacyAccountantTest):  # type: ignore[name-defined,misc]
    """Their own test of every accountant, inherited: what is supported, nothing, no-ops, and what is not private."""

    def _make_test_accountants(self) -> list[Any]:
        return [bridge.Accountant(relation) for relation in (ADD, REPLACE, SPECIAL)]


EVENTS = [
    (SGD, ADD),
    (dp.GaussianDpEvent(2.0), ADD),
    (dp.GaussianDpEvent(2.0), REPLACE),
    (dp.ComposedDpEvent([SGD, dp.SelfComposedDpEvent(dp.LaplaceDpEvent(3.3), 20)]), ADD),
    (dp.SelfComposedDpEvent(dp.dp_event.DiscreteLaplaceDpEvent(0.5, 2), 5), ADD),
    (dp.SelfComposedDpEvent(dp.ZCDpEvent(0.01), 7), ADD),
    (dp.SelfComposedDpEvent(dp.SampledWithoutReplacementDpEvent(100, 5, dp.GaussianDpEvent(2.0)), 7), REPLACE),
    (dp.PoissonSampledDpEvent(0.1, dp.SelfComposedDpEvent(dp.GaussianDpEvent(2.0), 3)), ADD),
    (dp.dp_event.MixtureOfGaussiansDpEvent(1.5, [0.0, 1.0, 2.0], [0.81, 0.18, 0.01]), ADD),
    (dp.PoissonSampledDpEvent(0.1, dp.ComposedDpEvent([dp.GaussianDpEvent(2.0), dp.LaplaceDpEvent(5.0)])), ADD),
]


@pytest.mark.parametrize(("event", "relation"), EVENTS)
def test_a_ledger_that_is_read_is_written_as_the_same_event(event: Any, relation: Any) -> None:
    """And under the same relation."""
    ledger = bridge.read(event, relation)
    assert bridge.write(ledger) == event
    assert bridge.relation_of(ledger) is relation
    assert bridge.read(bridge.write(ledger), relation) == ledger


@pytest.mark.parametrize(("event", "relation"), EVENTS)
def test_the_accountant_answers_as_the_ledger_does(event: Any, relation: Any) -> None:
    """The upper end of our tightest answer, and a certificate of it."""
    accountant = bridge.Accountant(relation)
    assert accountant.supports(event)
    accountant.compose(event)
    answer = bridge.read(event, relation).epsilon(1e-5)
    assert accountant.get_epsilon(1e-5) == answer.upper
    assert accountant.get_delta(1.0) == bridge.read(event, relation).delta(1).upper
    found = accountant.answer(1e-5)
    assert isinstance(found, Answer)
    assert ch.check(found.certificate()).accepted


PLD_EVENTS = [
    (event, relation)
    for event, relation in [
        (SGD, ADD),
        (dp.GaussianDpEvent(2.0), ADD),
        (dp.GaussianDpEvent(2.0), REPLACE),
        (dp.LaplaceDpEvent(2.0), ADD),
        (dp.SelfComposedDpEvent(dp.LaplaceDpEvent(2.0), 30), ADD),
        (dp.SelfComposedDpEvent(dp.dp_event.DiscreteLaplaceDpEvent(0.5, 2), 5), ADD),
        (dp.RandomizedResponseDpEvent(0.3, 4), REPLACE),
        (dp.PoissonSampledDpEvent(0.1, dp.LaplaceDpEvent(1.0)), ADD),
    ]
]


@pytest.mark.parametrize(("event", "relation"), PLD_EVENTS)
def test_our_lower_end_is_not_above_their_loss_distribution(event: Any, relation: Any) -> None:
    """What they bound from above is not below what we prove from below: both read the event alike. (Their sums round in
    floats: one part in 1e9 is theirs.)"""
    theirs = dp.pld.PLDAccountant(relation).compose(event).get_epsilon(1e-5)
    ours = bridge.read(event, relation).epsilon(1e-5)
    assert ours.upper <= theirs * 1.000001
    assert ours.lower is None or ours.lower <= theirs * (1 + 1e-9)


def test_composing_step_by_step_is_composing_at_once() -> None:
    """A thousand calls make one entry."""
    accountant = bridge.Accountant()
    for _ in range(1000):
        accountant.compose(SGD.event)
    assert [entry.times for entry in accountant.as_ledger().entries] == [1000]
    assert accountant.get_epsilon(1e-5) == bridge.Accountant().compose(SGD).get_epsilon(1e-5)
    assert bridge.Accountant().compose(SGD.event, 1000).get_epsilon(1e-5) == accountant.get_epsilon(1e-5)


def test_what_is_not_private_makes_everything_infinite() -> None:
    """It is supported, as in their own accountants; reading it is an error."""
    accountant = bridge.Accountant().compose(SGD).compose(dp.NonPrivateDpEvent())
    assert (accountant.get_epsilon(0.5), accountant.get_delta(100)) == (math.inf, 1)
    with pytest.raises(ch.UnsupportedEvent, match="not private"):
        accountant.as_ledger()
    with pytest.raises(ch.UnsupportedEvent, match="no privacy"):
        bridge.read(dp.NonPrivateDpEvent())
    assert bridge.Accountant().supports(dp.NonPrivateDpEvent())


@pytest.mark.parametrize(
    ("event", "relation"),
    [
        (dp.RandomizedResponseDpEvent(0.1, 3), ADD),
        (dp.SampledWithoutReplacementDpEvent(100, 5, dp.GaussianDpEvent(2.0)), ADD),
        (dp.SingleEpochTreeAggregationDpEvent(1.0, 4), ADD),
        (dp.SingleEpochTreeAggregationDpEvent(1.0, 4), REPLACE),
        (dp.TruncatedSubsampledGaussianDpEvent(100, 0.1, 20, 1.0), ADD),
        (dp.dp_event.RepeatAndSelectDpEvent(dp.GaussianDpEvent(1.0), 2.0, 0.5), ADD),
    ],
)
def test_what_no_step_means_is_not_supported(event: Any, relation: Any) -> None:
    """Their own error says which part, and nothing is composed."""
    accountant = bridge.Accountant(relation)
    assert not accountant.supports(event)
    with pytest.raises(dp.UnsupportedEventError, match=type(event).__name__):
        accountant.compose(dp.ComposedDpEvent([SGD, event]))
    assert accountant.get_epsilon(1e-5) == 0


def test_a_sample_that_is_truncated_is_ours_that_is_cut() -> None:
    """Under the relation of null records, at no more than theirs, which is from above, too."""
    event = dp.SelfComposedDpEvent(dp.TruncatedSubsampledGaussianDpEvent(1000, 0.1, 120, 1.0), 10)
    accountant, theirs = bridge.Accountant(SPECIAL).compose(event), dp.pld.PLDAccountant(SPECIAL).compose(event)
    assert accountant.as_ledger() == bridge.read(event)
    answer = accountant.answer("1e-5")
    assert answer.lower < theirs.get_epsilon(1e-5)
    assert 0.9 * theirs.get_epsilon(1e-5) < answer.upper <= theirs.get_epsilon(1e-5)


def test_a_special_record_is_zero_out() -> None:
    """Noisy SGD and noise cost what they cost by theirs, or less; a sample of given size is not supported."""
    accountant, theirs = bridge.Accountant(SPECIAL), dp.pld.PLDAccountant(SPECIAL)
    for each in (accountant, theirs):
        each.compose(SGD).compose(dp.LaplaceDpEvent(3.3), 3)
    assert accountant.as_ledger().neighbours is ch.Neighbours.ZERO_OUT
    assert 0.99 * theirs.get_epsilon(1e-5) < accountant.get_epsilon(1e-5) <= theirs.get_epsilon(1e-5)
    assert bridge.relation_of(bridge.read(SGD, SPECIAL)) is SPECIAL
    assert not accountant.supports(dp.SampledWithoutReplacementDpEvent(100, 5, dp.GaussianDpEvent(2.0)))


def test_a_sensitivity_under_replacement_is_written_as_the_noise_that_it_means() -> None:
    """Their noise multiplier is over the norm of a record, which a replacement may change twice."""
    ledger = ch.Ledger("gaussian:sigma=4,replace-sensitivity=1", "replace-one")
    assert bridge.write(ledger) == dp.GaussianDpEvent(8.0)
    assert bridge.read(bridge.write(ledger), REPLACE).epsilon(1e-5).upper == ledger.epsilon(1e-5).upper


def test_without_a_relation_the_event_finds_its_own() -> None:
    """Poisson samples add and remove, randomized response and samples of given size replace; ours may be named."""
    assert bridge.read(SGD).neighbours is ch.Neighbours.ADD_OR_REMOVE
    assert bridge.read(SGD, "replace-one").neighbours is ch.Neighbours.REPLACE_ONE
    assert bridge.read(dp.RandomizedResponseDpEvent(0.1, 3)).neighbours is ch.Neighbours.REPLACE_ONE
    sample = dp.SampledWithoutReplacementDpEvent(100, 5, dp.GaussianDpEvent(2.0))
    assert bridge.read(sample).neighbours is ch.Neighbours.REPLACE_ONE
    assert bridge.read(dp.NoOpDpEvent()).epsilon(0).upper == 0


def test_a_step_without_an_event_is_not_written() -> None:
    """It is named."""
    with pytest.raises(ch.UnsupportedEvent, match="exponential"):
        bridge.write(ch.Ledger("exponential:epsilon=1"))


def test_numbers_that_are_no_doubles_cost_no_less_as_an_event() -> None:
    """A third of noise is rounded down, a third as a rate up."""
    ledger = ch.Ledger(["poisson:rate=1/3/gaussian:sigma=1/3", "gaussian:sigma=1/7"])
    again = bridge.read(bridge.write(ledger))
    for ours, theirs in zip(ledger.entries, again.entries, strict=True):
        one, other = (e.step if e.step.inner is None else e.step.inner for e in (ours, theirs))
        assert other.settings["sigma"] <= one.settings["sigma"]
    assert again.entries[0].step.settings["rate"] >= ledger.entries[0].step.settings["rate"]


def test_their_calibration_finds_the_noise_with_our_accountant() -> None:
    """`calibrate_dp_mechanism` runs it, and what it finds meets the target, near the noise that we calibrate."""

    def event_of(noise: float) -> Any:
        return dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(noise)), 1000)

    found = dp.calibrate_dp_mechanism(bridge.Accountant, event_of, 1.0, 1e-5)
    assert bridge.read(event_of(found)).epsilon(1e-5).upper <= 1
    ours = ch.calibrate("poisson:rate=0.01/gaussian:times=1000", solve="sigma", epsilon=1, delta="1e-5").best
    assert abs(float(ours.value) - found) < 1e-4


@pytest.mark.parametrize("shape", [1.0, 0.0, math.inf])
def test_private_selection_is_read_and_no_looser_than_theirs(shape: float) -> None:
    """The best of ten trainings with a score, by their Renyi accountant and by ours."""
    steps = dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(256 / 60000, dp.GaussianDpEvent(1.1)), 1000)
    event = dp.dp_event.RepeatAndSelectDpEvent(dp.ComposedDpEvent([steps, dp.GaussianDpEvent(10.0)]), 10.0, shape)
    theirs = needed("dp_accounting.rdp")[0].RdpAccountant().compose(event).get_epsilon(1e-5)
    ours = bridge.read(event).epsilon("1e-5").upper
    assert 0.95 * theirs < ours < theirs
