"""The examples of dp-accounting's documentation, line by line: our numbers are the same or smaller, and certified."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import chartered as ch
import pytest
from peer_packages import needed

(dp, plds) = needed("dp_accounting", "dp_accounting.pld.privacy_loss_distribution")
from chartered.bridges import dp_accounting as bridge  # noqa: E402  # after the package it needs

TABLE = json.loads((Path(__file__).parents[1] / "data" / "dp_accounting_examples.json").read_text())
RELATIONS = {
    "add-or-remove": dp.NeighboringRelation.ADD_OR_REMOVE_ONE,
    "replace-one": dp.NeighboringRelation.REPLACE_ONE,
    "zero-out": dp.NeighboringRelation.REPLACE_SPECIAL,
}
WORDS = {**vars(dp), **vars(dp.dp_event), **vars(plds), **vars(dp.pld.accountant), **vars(dp.pld.common)}
WORDS |= {"inf": math.inf, "e": math.e} | {relation.name: relation for relation in RELATIONS.values()}

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]


def meets(ours: Any, theirs: float) -> None:
    """Ours is certified, and not above theirs; theirs not below what is proved of the truth."""
    assert ours.upper <= theirs
    assert ours.lower <= theirs
    assert ch.check(ours.certificate()).accepted


def test_the_overview() -> None:
    """One Gaussian with noise multiplier 2, at delta = 1e-5."""
    theirs = dp.pld.PLDAccountant()
    theirs.compose(dp.GaussianDpEvent(2.0))
    ours = bridge.Accountant()
    ours.compose(dp.GaussianDpEvent(2.0))
    assert ours.get_epsilon(1e-5) <= theirs.get_epsilon(1e-5)
    meets(ch.Ledger("gaussian:sigma=2").epsilon("1e-5"), theirs.get_epsilon(1e-5))


def test_the_basic_example_of_loss_distributions() -> None:
    """Forty Laplace mechanisms at epsilon = 10, and a Gaussian beside them."""
    laplace = plds.from_laplace_mechanism(3, value_discretization_interval=1e-3).self_compose(40)
    meets(ch.Ledger("laplace:scale=3,times=40").delta(10), laplace.get_delta_for_epsilon(10))
    gaussian = plds.from_gaussian_mechanism(5, value_discretization_interval=1e-3)
    both = ch.Ledger(["laplace:scale=3,times=40", "gaussian:sigma=5"])
    meets(both.delta(10), laplace.compose(gaussian).get_delta_for_epsilon(10))


def test_the_noise_of_one_gaussian() -> None:
    """`get_sigma_gaussian` and `get_epsilon_gaussian`, which work in floats with a tolerance: within one part in 1e6 of
    ours, whose noise is certain to be enough."""
    ours = ch.calibrate("gaussian", solve="sigma", epsilon=1, delta="1e-5").best
    assert abs(float(ours.value) / dp.get_sigma_gaussian(1.0, 1e-5) - 1) < 1e-6
    epsilon = ch.Ledger("gaussian:sigma=2").epsilon("1e-5")
    assert abs(epsilon.upper / dp.get_epsilon_gaussian(2.0, 1e-5) - 1) < 1e-6


def test_renyi_accounting_of_noisy_sgd() -> None:
    """Their RDP accountant at its default orders, and our Renyi accountant over all orders."""
    event = dp.SelfComposedDpEvent(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.1)), 1000)
    theirs = dp.rdp.RdpAccountant().compose(event).get_epsilon(1e-5)
    ours = bridge.Accountant(accountant="renyi").compose(event).get_epsilon(1e-5)
    assert ours <= theirs
    assert bridge.Accountant().compose(event).get_epsilon(1e-5) < ours


def theirs(row: dict[str, Any]) -> float:
    """What the installed package says of an example."""
    if "call" in row:
        return float(eval(row["call"], WORDS))  # a line of our own table
    accountants = {"PLDAccountant": dp.pld.PLDAccountant, "RdpAccountant": dp.rdp.RdpAccountant}
    accountant = accountants[row["accountant"]](neighboring_relation=RELATIONS[row["neighbours"]])
    accountant.compose(eval(row["event"], WORDS))  # likewise
    given = "delta" if "delta" in row else "epsilon"
    return float((accountant.get_epsilon if given == "delta" else accountant.get_delta)(float(row[given])))


@pytest.mark.parametrize("row", TABLE["answers"] + TABLE["calibrations"], ids=lambda row: row["example"])
def test_a_recorded_value_is_what_the_package_says(row: dict[str, Any]) -> None:
    """The table of examples holds their numbers, to nine digits: other releases may round otherwise."""
    assert theirs(row) == pytest.approx(row["value"], rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("row", [row for row in TABLE["answers"] if "event" in row], ids=lambda row: row["example"])
def test_an_event_is_read_as_the_ledger_of_the_table(row: dict[str, Any]) -> None:
    """Nobody has to translate: the bridge reads the event, and our answer to it is that to the steps in our words."""
    event = eval(row["event"], WORDS)  # a line of our own table
    accountant = bridge.Accountant(RELATIONS[row["neighbours"]]).compose(event)
    steps = ch.Ledger(row["steps"], row["neighbours"])
    if "delta" in row:
        read, ours = accountant.get_epsilon(float(row["delta"])), steps.epsilon(row["delta"]).upper
    else:
        read, ours = accountant.get_delta(float(row["epsilon"])), steps.delta(row["epsilon"]).upper
    if "replace-sensitivity" not in row["steps"][0]:  # there our row says what their accountant of Renyi curves counts
        assert read == pytest.approx(ours, rel=1e-12, abs=1e-300)
