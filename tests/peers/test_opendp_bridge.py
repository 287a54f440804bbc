"""OpenDP itself: what its measurements promise is read, and certified bounds go through its combinators."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from peer_packages import needed

(dp,) = needed("opendp.prelude")
from chartered.bridges import opendp as bridge  # noqa: E402  # after the package it needs

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]
SYMMETRIC = dp.vector_domain(dp.atom_domain(T=int)), dp.symmetric_distance()
REPLACED = dp.vector_domain(dp.atom_domain(T=int)), dp.change_one_distance()


@pytest.fixture(autouse=True, scope="module")
def enabled() -> None:
    """What OpenDP does only for those who ask."""
    dp.enable_features("contrib", "honest-but-curious")


def counted(space: Any = SYMMETRIC, noise: Any = None) -> Any:
    """A count with noise, Gaussian unless another one is given."""
    return space >> dp.t.then_count() >> (noise or dp.m.then_gaussian(2.0))


def promised(promise: Any, measure: Any, metric: Any = None) -> Any:
    """A measurement with this promise at every distance."""
    return dp.m.make_user_measurement(
        SYMMETRIC[0], metric or SYMMETRIC[1], measure, lambda data: 0, lambda d_in: promise
    )


@pytest.mark.parametrize(
    ("made", "d_in", "step", "relation"),
    [
        (lambda: counted(noise=dp.m.then_laplace(2.0)), 1, "pure:epsilon=1/2", "add-or-remove"),
        (counted, 1, "zcdp:rho=1/8", "add-or-remove"),
        (counted, 2, "zcdp:rho=1/2", "replace-one"),
        (lambda: dp.c.make_approximate(counted()), 1, "zcdp:rho=1/8", "add-or-remove"),
    ],
)
def test_a_promise_is_a_step(made: Any, d_in: int, step: str, relation: str) -> None:
    """Of its measure, under the relation of the distance."""
    assert bridge.read(made(), d_in) == ch.Ledger(step, relation)


def test_a_promise_in_eps_and_delta_is_never_read_below() -> None:
    """A profile at a delta, and a fixed pair: doubles are read as they are, or rounded up."""
    profile = dp.c.make_zCDP_to_approxDP(counted())
    for ledger in (bridge.read(profile, delta="1e-5"), bridge.read(dp.c.make_fix_delta(profile, 1e-5))):
        (entry,) = ledger.entries
        assert entry.step.name == "approximate"
        epsilon, delta = entry.step.settings["epsilon"], entry.step.settings["delta"]
        assert isinstance(epsilon, Fraction)
        assert isinstance(delta, Fraction)
        assert epsilon >= Fraction(profile.map(1).epsilon(1e-5))
        assert delta in (Fraction(1, 10**5), Fraction("1.0000000000000001e-5"))
        assert epsilon < profile.map(1).epsilon(1e-5) * (1 + 1e-15)
        assert ch.Ledger("zcdp:rho=1/8").epsilon("1e-5").upper <= ledger.epsilon("1e-5").upper * (1 + 1e-4)


def test_several_deltas_or_orders_say_more_than_one() -> None:
    """A profile at several deltas, a divergence at several orders: none is read below."""
    profile = dp.c.make_zCDP_to_approxDP(counted())
    deltas = ["1e-3", "1e-6", "1e-9"]
    (entry,) = bridge.read(profile, delta=deltas).entries
    known = [bridge.read(profile, delta=delta).entries[0].step.settings["epsilon"] for delta in deltas]
    assert entry == ch.mechanism("privacy-profile", epsilons=known, deltas=deltas)
    assert ch.Ledger(entry * 3).epsilon("1e-5").upper < bridge.read(profile, delta="1e-6").epsilon("1e-5").upper * 3
    divergence = promised(lambda order: order / 8, dp.renyi_divergence())
    assert bridge.read(divergence, order=[2, 4]).entries[0] == ch.parse("rdp-curve:orders=2:4,gammas=1/4:1/2")


def test_the_distance_says_who_neighbours_are() -> None:
    """Those of one record, or of one that is replaced by another."""
    found = {
        (name, d_in): bridge.read(promised(0.5, dp.max_divergence(), getattr(dp, name)()), d_in).neighbours.value
        for name, d_in in (
            ("symmetric_distance", 1),
            ("symmetric_distance", 2),
            ("insert_delete_distance", 1),
            ("change_one_distance", 1),
            ("hamming_distance", 1),
        )
    }
    assert list(found.values()) == ["add-or-remove", "replace-one", "add-or-remove", "replace-one", "replace-one"]


def test_other_distances_need_a_relation() -> None:
    """A distance of three records is that of no relation; that of a sum is what the caller says."""
    total = (dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)) >> dp.m.then_gaussian(4.0)
    with pytest.raises(ch.NeighboursMismatch, match="that of no relation"):
        bridge.read(total, 1.0)
    assert bridge.read(total, 2.0, "replace-one") == ch.Ledger("zcdp:rho=1/8", "replace-one")
    with pytest.raises(ch.NeighboursMismatch, match="that of no relation"):
        bridge.read(counted(), 3, "add-or-remove")
    with pytest.raises(ch.NeighboursMismatch, match="are not those of replace-one"):
        bridge.read(counted(), 1, "replace-one")


def test_what_is_missing_or_infinite_is_refused() -> None:
    """A delta, an order, and a promise that keeps nothing."""
    profile = dp.c.make_zCDP_to_approxDP(counted())
    with pytest.raises(ch.BadValue, match="the delta is missing"):
        bridge.read(profile)
    with pytest.raises(ch.UnsupportedEvent, match="is inf"):
        bridge.read(promised(math.inf, dp.max_divergence()))
    cut = promised((0.1, 1e-9), dp.approximate(dp.zero_concentrated_divergence()))
    with pytest.raises(ch.UnsupportedEvent, match="has no step here"):
        bridge.read(cut)


def test_a_renyi_curve_is_read_at_an_order() -> None:
    """As the step `rdp`."""
    measurement = promised(dp.new_function(lambda order: order / 8, "f64"), dp.renyi_divergence())
    assert bridge.read(measurement, order=2) == ch.Ledger("rdp:alpha=2,gamma=1/4")
    with pytest.raises(ch.BadValue, match="the order is missing"):
        bridge.read(measurement)


def test_certified_bounds_go_through_their_combinators() -> None:
    """A measurement of our bound is composed with one of OpenDP's; the sum holds, and is what OpenDP adds up."""
    ledger = ch.Ledger("gaussian:sigma=4,times=8")
    rho = dp.zero_concentrated_divergence()
    ours = dp.m.make_user_measurement(*SYMMETRIC, rho, lambda data: 0, bridge.privacy_map(ledger, SYMMETRIC[1], rho))
    assert ours.map(1) == 0.25
    both = dp.c.make_composition([ours, counted()])
    assert 0.375 <= both.map(1) < 0.3750001
    assert bridge.read(both).epsilon("1e-5").upper >= (ledger + "gaussian:sigma=2").epsilon("1e-5").upper
    with pytest.raises(dp.OpenDPException, match="the distance of the inputs is 2"):
        ours.map(2)


def test_every_measure_has_our_number() -> None:
    """eps, rho, (eps, delta), each rounded up; a profile has a proof for each question."""
    laplace, noise = ch.Ledger("laplace:scale=2,times=3"), ch.Ledger("gaussian:sigma=4", "replace-one")
    assert bridge.distance(laplace, dp.max_divergence()) == 1.5
    assert bridge.distance(noise, dp.max_divergence()) == math.inf
    assert bridge.distance(noise, dp.zero_concentrated_divergence()) == 0.125
    epsilon, delta = bridge.distance(noise, dp.approximate(dp.max_divergence()), delta="1e-6")
    assert epsilon == noise.epsilon("1e-6").upper
    assert Fraction(delta) >= Fraction(1, 10**6)
    third = bridge.distance(ch.Ledger("zcdp:rho=1/3"), dp.zero_concentrated_divergence())
    assert Fraction(third) > Fraction(1, 3) > Fraction(math.nextafter(third, 0))
    profile = bridge.distance(noise, dp.smoothed_max_divergence())
    for wrong in ("nan", "-inf", "-0.5"):
        with pytest.raises(dp.OpenDPException, match=f"the profile is asked at eps = {wrong}; it must be at least 0"):
            profile.delta(float(wrong))
    assert profile.delta(0.1) == noise.delta(Fraction(0.1)).upper
    assert noise.epsilon("1e-6").lower is not None
    assert noise.epsilon(Fraction(1e-6)).lower <= profile.epsilon(1e-6) <= noise.epsilon("1e-6").upper * (1 + 1e-9)


def test_what_has_no_distance_is_refused() -> None:
    """A measure that is not proved, a step without a rho, a delta that is missing, another relation, a profile."""
    ledger, rho = ch.Ledger("gaussian:sigma=4"), dp.zero_concentrated_divergence()
    with pytest.raises(ch.UnsupportedEvent, match="RenyiDivergence is proved"):
        bridge.distance(ledger, dp.renyi_divergence())
    with pytest.raises(ch.UnsupportedEvent, match="has no rho"):
        bridge.distance(ch.Ledger("poisson:rate=0.1/gaussian:sigma=1"), rho)
    with pytest.raises(ch.BadValue, match="the delta is missing"):
        bridge.distance(ledger, dp.approximate(dp.max_divergence()))
    with pytest.raises(ch.NeighboursMismatch, match="are not those of add-or-remove"):
        bridge.privacy_map(ledger, REPLACED[1], rho)
    with pytest.raises(ch.UnsupportedEvent, match="takes no privacy profile"):
        bridge.privacy_map(ledger, SYMMETRIC[1], dp.smoothed_max_divergence())
