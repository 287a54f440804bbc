"""Flower itself: its server's strategy trains with central noise, and is accounted by ours."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import chartered as ch
import pytest
from peer_packages import needed

np, app, common, strategies, identity = needed(
    "numpy", "flwr.app", "flwr.serverapp", "flwr.serverapp.strategy", "flwr.supercore.task_identity"
)
from chartered.bridges import flower as bridge  # noqa: E402  # after the package it needs

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]
CLIENTS = 4


def config(sampling: str = "no-amplification", relation: str = "add-or-remove-one", **more: Any) -> Any:
    """A configuration of Flower, of ten clients."""
    given = {"target_delta": 1e-5, "population_size": 10, **more}
    return common.PrivacyConfig(
        neighboring_relation=common.NeighboringRelation(relation),
        sampling_method=common.SamplingMethod(sampling),
        **given,
    )


def event(noise: float = 5, clients: int = CLIENTS) -> Any:
    """A round."""
    return common.GaussianPrivacyEvent(noise, clients, 10)


@pytest.fixture(autouse=True)
def running(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages belong to a run of Flower's."""
    for name in ("_run_id", "_node_id", "_task_id"):
        monkeypatch.setattr(identity.TaskIdentity, name, 1)


@dataclass
class Grid:
    """Clients that are there."""

    clients: list[int] = field(default_factory=lambda: list(range(1, 11)))

    def get_node_ids(self) -> list[int]:
        """Their numbers."""
        return self.clients


def trained(strategy: Any, rounds: int, updates: Any, grid: Grid | None = None) -> list[Any]:
    """The model after each round; `updates` gives what a client sends."""
    model, found = app.ArrayRecord({"w": app.Array(np.zeros(3))}), []
    for number in range(1, rounds + 1):
        messages = list(strategy.configure_train(number, model, app.ConfigRecord(), grid or Grid()))
        replies = []
        for message in messages:
            records = {
                "arrays": app.ArrayRecord({"w": app.Array(updates(message.metadata.dst_node_id))}),
                "metrics": app.MetricRecord({"num-examples": 1}),
            }
            replies.append(app.Message(app.RecordDict(records), reply_to=message))
        found.append(strategy.aggregate_train(number, replies)[0]["w"].numpy())
    return found


def made(accountant: Any, noise: float = 5) -> Any:
    """Flower's strategy with central noise, and four clients a round."""
    inner = strategies.FedAvg(fraction_train=0.1, min_train_nodes=CLIENTS, min_available_nodes=CLIENTS)
    wrapper = strategies.DifferentialPrivacyServerSideFixedClipping
    return wrapper(inner, noise, 1.0, CLIENTS, accountant=accountant)


def test_flowers_server_asks_ours() -> None:
    """Two rounds are two runs, and what the server reports is the certified number."""
    accountant = bridge.Accountant(config(max_epsilon=4.0))
    strategy = made(accountant)
    trained(strategy, 2, lambda client: np.full(3, float(client)))
    ledger = ch.Ledger("gaussian:sigma=5,sensitivity=2,times=2")
    assert accountant.as_ledger() == ledger
    spent = strategy.privacy_spent()
    assert (spent.epsilon, spent.delta, spent.num_releases) == (ledger.epsilon("1e-5").upper, 1e-5, 2)
    assert (spent.accounting_method, spent.optimal_order) == ("chartered", None)
    assert ch.check(accountant.answer("1e-5").certificate()).accepted
    assert accountant.get_delta(1.0) == ledger.delta(1).upper


def test_flower_stops_before_the_budget_is_exceeded() -> None:
    """The round that would exceed it is not configured, and nothing is added."""
    accountant = bridge.Accountant(config(max_epsilon=3.0))
    most = ch.largest_times("gaussian:sigma=5,sensitivity=2", epsilon=3, delta="1e-5").value
    with pytest.raises(Exception, match="would exceed max_epsilon"):
        trained(made(accountant), 50, lambda client: np.ones(3))
    assert accountant.num_releases == most
    assert not accountant.would_exceed(event(), max_epsilon=10)
    assert accountant.num_releases == most


def test_a_client_that_leaves_moves_a_round_by_two_clipping_norms() -> None:
    """Flower's own rounds, without noise: of five clients four take part, and one of the five leaves, so that another
    is there in its place. The sum moves by two clipping norms, and Flower's accountant takes one."""
    everybody, left = Grid([1, 2, 3, 4, 5]), Grid([1, 2, 3, 5])
    far = {4: np.array([9.0, 0, 0]), 5: np.array([-9.0, 0, 0])}

    def model(grid: Grid) -> Any:
        return trained(made(None, 0), 1, lambda client: far.get(client, np.full(3, 1e-9)), grid)[0]

    without = model(left)
    draws = [model(everybody) for _ in range(60)]  # one of them, all but surely, is the draw without the fifth client
    assert max(np.linalg.norm(draw - without) * CLIENTS for draw in draws) == pytest.approx(2, abs=1e-5)
    ours, theirs = bridge.Accountant(config()), common.RdpAccountant(config())
    for accountant in (ours, theirs):
        accountant.compose(event(), 30)
    true = ch.Ledger("gaussian:sigma=5,sensitivity=2,times=30").epsilon("1e-5", accountant="renyi").upper
    half = ch.Ledger("gaussian:sigma=5,sensitivity=1,times=30").epsilon("1e-5", accountant="renyi").upper
    assert theirs.get_epsilon(1e-5) == pytest.approx(half, rel=1e-3)
    assert ours.get_epsilon(1e-5) < true
    assert theirs.get_epsilon(1e-5) < ours.get_epsilon(1e-5)
    same = bridge.Accountant(config(), sensitivity=1)
    same.compose(event(), 30)
    assert same.get_epsilon(1e-5) <= theirs.get_epsilon(1e-5)


@pytest.mark.parametrize(
    ("sampling", "relation", "step"),
    [
        ("poisson", "add-or-remove-one", "poisson:rate=4/10/gaussian:sigma=5,sensitivity=1"),
        ("without-replacement", "replace-one", "sample:size=4,of=10/gaussian:sigma=5,replace-sensitivity=2"),
        ("no-amplification", "add-or-remove-one", "gaussian:sigma=5,sensitivity=2"),
    ],
)
def test_every_model_of_flower_has_its_ledger(sampling: str, relation: str, step: str) -> None:
    """Its relation and its samples; a state goes on elsewhere, as JSON too."""
    accountant = bridge.Accountant(config(sampling, relation))
    assert (accountant.get_epsilon(1e-5), accountant.get_delta(1), accountant.num_releases) == (0, 0, 0)
    accountant.compose(event())
    accountant.compose(event(), 2)
    accountant.compose(event(7))
    other = step.replace("sigma=5", "sigma=7")
    wanted = ch.Ledger([f"{step},times=3", other], "replace-one" if relation == "replace-one" else "add-or-remove")
    assert accountant.as_ledger() == wanted
    again = bridge.Accountant(config(sampling, relation))
    again.load_state_dict(json.loads(json.dumps(accountant.state_dict())))
    assert again.as_ledger() == wanted
    assert again.get_epsilon(1e-5) == accountant.get_epsilon(1e-5)


def test_what_is_wrong_changes_nothing() -> None:
    """Another population, another state, a count that is none, a budget that there is not."""
    accountant = bridge.Accountant(config())
    with pytest.raises(ch.BadLedger, match="no round was added"):
        accountant.as_ledger()
    accountant.compose(event())
    state = accountant.state_dict()
    with pytest.raises(ch.BadLedger, match="population of 11"):
        accountant.compose(common.GaussianPrivacyEvent(1, 1, 11))
    with pytest.raises(ch.BadValue, match="count is 0"):
        accountant.compose(event(), 0)
    with pytest.raises(ch.BadValue, match="there is no limit"):
        accountant.would_exceed(event())
    with pytest.raises(ch.BadValue, match="the sensitivity is 0"):
        bridge.Accountant(config(), sensitivity=0)
    for name, value in (("backend", "rdp"), ("sensitivity", "1"), ("config", {}), ("schema_version", 2)):
        with pytest.raises(ch.BadLedger, match=f"another {name}"):
            accountant.load_state_dict({**state, name: value})
    for wrong in (
        None,
        [{}],
        [{"event": {"noise_multiplier": -1, "sample_size": 1, "population_size": 10}, "count": 1}],
    ):
        with pytest.raises(ch.BadLedger, match="cannot be read"):
            accountant.load_state_dict({**state, "compositions": wrong})
    good = state["compositions"]
    with pytest.raises(ch.BadValue, match="count is"):
        accountant.load_state_dict({**state, "compositions": [*good, {**good[0], "count": -3}]})
    assert accountant.state_dict() == state


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), True])
def test_a_limit_that_is_no_number_is_refused(limit: float) -> None:
    """Nothing is above NaN, so that no round would exceed it."""
    with pytest.raises(ch.BadValue, match="max_epsilon is"):
        bridge.Accountant(config()).would_exceed(event(), limit)


def test_a_limit_is_compared_exactly() -> None:
    """Right at the certified number nothing exceeds it, just below it something does."""
    accountant = bridge.Accountant(config())
    accountant.compose(event())
    upper = accountant.get_epsilon(1e-5)
    empty = bridge.Accountant(config())
    assert not empty.would_exceed(event(), upper)
    assert empty.would_exceed(event(), float(np.nextafter(upper, 0)))


def test_more_rounds_than_a_ledger_takes_are_refused_before_they_are_added() -> None:
    """Afterwards everything still answers, and the state is read back."""
    accountant = bridge.Accountant(config())
    accountant.compose(event(), 10**12 - 1)
    accountant.compose(event())
    with pytest.raises(ch.BadValue, match="count of such rounds is 1000000000001"):
        accountant.compose(event())
    assert accountant.num_releases == 10**12
    assert accountant.as_ledger().entries[0].times == 10**12
    accountant.load_state_dict(accountant.state_dict())


def test_a_state_with_numbers_that_no_double_holds_is_refused() -> None:
    """JSON has integers of any length."""
    accountant = bridge.Accountant(config())
    wrong = [{"event": {"noise_multiplier": 10**400, "sample_size": 1, "population_size": 10}, "count": 1}]
    with pytest.raises(ch.BadLedger, match="cannot be read"):
        accountant.load_state_dict({**accountant.state_dict(), "compositions": wrong})


@pytest.mark.parametrize("sensitivity", ["1e-9999", "1e9999", "1/3", "0.5"])
def test_a_sensitivity_of_any_length_is_in_the_state(sensitivity: str) -> None:
    """And the state is read back."""
    accountant = bridge.Accountant(config(), sensitivity=sensitivity)
    state = json.loads(json.dumps(accountant.state_dict()))
    assert state["sensitivity"] == sensitivity
    accountant.load_state_dict(state)
