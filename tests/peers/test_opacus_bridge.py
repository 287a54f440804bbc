"""Opacus itself: a real PrivacyEngine trains a small model on the processor, and is accounted by ours."""

from __future__ import annotations

from typing import Any

import chartered as ch
import pytest
from peer_packages import needed

torch, opacus, accountants = needed("torch", "opacus", "opacus.accountants")
from chartered.bridges import opacus as bridge  # noqa: E402  # after the package it needs

pytestmark = [pytest.mark.peers, pytest.mark.filterwarnings("ignore")]
RECORDS, BATCH = 256, 32


@pytest.fixture(autouse=True)
def registered() -> None:
    """Opacus knows our accountant, also after a second time."""
    bridge.register()
    bridge.register()


def made(**options: Any) -> tuple[Any, ...]:
    """An engine, and a model, an optimizer and a loader that it made private."""
    torch.manual_seed(0)
    records = torch.randn(RECORDS, 4)
    data = torch.utils.data.TensorDataset(records, (records.sum(1) > 0).long())
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    shuffled = not options.get("poisson_sampling", True)
    loader = torch.utils.data.DataLoader(data, batch_size=BATCH, shuffle=shuffled)
    engine = opacus.PrivacyEngine(accountant=options.pop("accountant", "chartered"))
    make = engine.make_private_with_epsilon if "target_epsilon" in options else engine.make_private
    return engine, *make(module=model, optimizer=optimizer, data_loader=loader, max_grad_norm=1.0, **options)


def trained(engine: Any, model: Any, optimizer: Any, loader: Any, epochs: int = 1) -> None:
    """So many passes over the data."""
    for _ in range(epochs):
        for records, labels in loader:
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(model(records), labels).backward()
            optimizer.step()


def test_a_training_is_accounted_by_ours() -> None:
    """Two epochs of eight batches: the epsilon of the engine is that of the ledger, with a certificate, and below what
    Opacus' own accountants say."""
    engine, *rest = made(noise_multiplier=1.1)
    trained(engine, *rest, epochs=2)
    ledger = ch.Ledger("poisson:rate=1/8/gaussian:sigma=1.1,times=16")
    assert isinstance(engine.accountant, bridge.Accountant)
    assert engine.accountant.as_ledger() == ledger
    assert len(engine.accountant) == 16
    assert engine.get_epsilon(1e-5) == ledger.epsilon("1e-5").upper
    assert ch.check(engine.accountant.answer(1e-5).certificate()).accepted
    for name in ("rdp", "prv"):
        theirs = accountants.create_accountant(name)
        theirs.history = engine.accountant.history
        assert engine.get_epsilon(1e-5) <= theirs.get_epsilon(delta=1e-5)


def test_a_checkpoint_goes_on_where_it_stopped() -> None:
    """The accountant's state is that of Opacus; a state of another accountant is refused by Opacus' own check."""
    engine, *rest = made(noise_multiplier=1.1)
    trained(engine, *rest)
    again = bridge.Accountant()
    again.load_state_dict(engine.accountant.state_dict())
    assert again.get_epsilon(1e-5) == engine.get_epsilon(1e-5)
    again.step(noise_multiplier=1.1, sample_rate=0.125)
    assert len(again) == 9
    assert len(engine.accountant) == 8
    with pytest.raises(ValueError, match="mechanism"):
        again.load_state_dict(accountants.create_accountant("rdp").state_dict())


def test_a_target_is_met_by_the_noise_that_opacus_finds() -> None:
    """`make_private_with_epsilon` searches with our accountant; the whole training stays within the target, and
    within Opacus' tolerance of it."""
    engine, model, optimizer, loader = made(target_epsilon=2.0, target_delta=1e-5, epochs=2)
    trained(engine, model, optimizer, loader, epochs=2)
    assert 1.98 < engine.get_epsilon(1e-5) <= 2
    ours = ch.calibrate("poisson:rate=1/8/gaussian:times=16", solve="sigma", epsilon=2, delta="1e-5").best
    assert float(ours.value) <= optimizer.noise_multiplier


def test_noise_that_changes_has_an_entry_for_each_value() -> None:
    """As a scheduler makes it."""
    accountant = bridge.Accountant()
    for noise in (1.0, 1.0, 1.5, 1.0):
        accountant.step(noise_multiplier=noise, sample_rate=0.1)
    assert accountant.history == [(1.0, 0.1, 2), (1.5, 0.1, 1), (1.0, 0.1, 1)]
    expected = ch.Ledger(["poisson:rate=0.1/gaussian:sigma=1,times=3", "poisson:rate=0.1/gaussian:sigma=1.5"])
    assert accountant.as_ledger() == expected


def test_what_is_no_poisson_sample_is_refused_before_a_step() -> None:
    """Accumulated batches, which Opacus forbids for its Poisson samples alone, and adaptive clipping."""
    engine, model, optimizer, loader = made(noise_multiplier=1.1, poisson_sampling=False)
    weights = [one.detach().clone() for one in model.parameters()]
    for records, labels in list(loader)[:2]:
        torch.nn.functional.cross_entropy(model(records), labels).backward()
    with pytest.raises(ch.BadLedger, match="2 batches were accumulated for one noise"):
        optimizer.step()
    assert len(engine.accountant) == 0
    assert all(map(torch.equal, weights, model.parameters()))
    adaptive = {"target_unclipped_quantile": 0.5, "clipbound_learning_rate": 0.2, "unclipped_num_std": 10.0}
    bounds = {"max_clipbound": 10.0, "min_clipbound": 0.1}
    with pytest.raises(ch.BadLedger, match="adaptive clipping"):
        trained(*made(noise_multiplier=1.1, clipping="adaptive", **adaptive, **bounds))


def test_small_batches_of_one_sample_are_one_step() -> None:
    """As Opacus' BatchMemoryManager cuts them."""
    manager = needed("opacus.utils.batch_memory_manager")[0]
    engine, model, optimizer, loader = made(noise_multiplier=1.1)
    with manager.BatchMemoryManager(data_loader=loader, max_physical_batch_size=8, optimizer=optimizer) as small:
        trained(engine, model, optimizer, small)
    assert engine.accountant.history == [(1.1, 1 / 8, 8)]


def test_before_the_first_step_and_without_noise() -> None:
    """Nothing costs nothing, and no noise is no privacy."""
    accountant = bridge.Accountant()
    assert (accountant.get_epsilon(1e-5), len(accountant)) == (0, 0)
    with pytest.raises(ch.BadLedger, match="no step was taken"):
        accountant.as_ledger()
    accountant.step(noise_multiplier=0.0, sample_rate=0.1)
    assert accountant.get_epsilon(1e-5) == float("inf")
    whole = bridge.Accountant()
    whole.step(noise_multiplier=2.0, sample_rate=1.0)
    assert whole.get_epsilon(1e-5) == ch.Ledger("gaussian:sigma=2").epsilon("1e-5").upper


SHUFFLED = {"accountant": "chartered-shuffled", "poisson_sampling": False}


def test_shuffled_batches_are_accounted_as_such() -> None:
    """As noisy SGD with that loader; a training that stops within an epoch, to the end of it."""
    engine, *rest = made(noise_multiplier=1.1, **SHUFFLED)
    trained(engine, *rest, epochs=2)
    asked = ch.Ledger("dpsgd:n=256,batch=32,epochs=2,noise=1.1,loader=shuffled").epsilon("1e-5")
    assert engine.get_epsilon(1e-5) == asked.upper
    assert engine.accountant.as_ledger().neighbours is ch.Neighbours.ZERO_OUT
    engine.accountant.step(noise_multiplier=1.1, sample_rate=1 / 8)
    assert engine.accountant.as_ledger() == ch.Ledger("shuffled-batches:steps=8,epochs=3/gaussian:sigma=1.1")
    with pytest.raises(ValueError, match="mechanism"):  # Opacus' own check: a state of Poisson samples is another one
        engine.accountant.load_state_dict(bridge.Accountant().state_dict())


def test_the_noise_for_a_target_is_that_of_shuffled_batches() -> None:
    """Opacus searches with the accountant of that name."""
    engine, *rest = made(target_epsilon=6.0, target_delta=1e-5, epochs=2, **SHUFFLED)
    trained(engine, *rest, epochs=2)
    assert 5.9 < engine.get_epsilon(1e-5) <= 6


def test_what_is_no_epoch_of_shuffled_batches_is_refused() -> None:
    """A rate of no whole number of batches, and noise that changes within an epoch; between epochs it may."""
    accountant = bridge.ShuffledAccountant()
    with pytest.raises(ch.BadLedger, match="no step was taken"):
        accountant.as_ledger()
    accountant.history = [(1.0, 0.3, 4)]
    with pytest.raises(ch.BadLedger, match="not one over a number of batches"):
        accountant.get_epsilon(1e-5)
    accountant.history = [(1.0, 1 / 3, 4), (2.0, 1 / 3, 2)]
    with pytest.raises(ch.BadLedger, match="after 4 steps, within an epoch of 3 shuffled batches"):
        accountant.get_epsilon(1e-5)
    accountant.history = [(1.0, 1 / 3, 6), (2.0, 1 / 3, 2)]
    assert [entry.step.settings["epochs"] for entry in accountant.as_ledger().entries] == [2, 1]
