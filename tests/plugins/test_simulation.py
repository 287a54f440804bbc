"""Check-in protocols that run: who reports, what is sent, how many dummies there are, and what the run is accounted
for."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import chartered as ch
import numpy as np
import pytest
from chartered_plugins.checkins.simulation import Problem, read_csv, simulate, synthetic
from chartered_plugins.checkins.simulation.protocols import checked_in, expected_dummies, picked
from chartered_plugins.checkins.simulation.reports import randomizer_of

PROTOCOLS = [("fixed", 40, 0.6, 70), ("averaged", 40, 1.0, 70), ("sliding", 40, 1.0, 70)]


@pytest.mark.parametrize(("protocol", "slots", "share", "clients"), PROTOCOLS)
def test_dummies_are_as_many_as_the_paper_says(protocol: str, slots: int, share: float, clients: int) -> None:
    """Propositions 3.4 and 4.4: the mean of 2000 draws is within five deviations."""
    random = np.random.default_rng(7)
    seen = np.array(
        [sum(not slot for slot in checked_in(protocol, slots, share, clients, random)) for _ in range(2000)]
    )
    assert abs(seen.mean() - expected_dummies(protocol, slots, share, clients)) < 5 * seen.std() / np.sqrt(2000)


@pytest.mark.parametrize(("protocol", "slots", "share", "clients"), PROTOCOLS)
def test_a_client_reports_at_most_once(protocol: str, slots: int, share: float, clients: int) -> None:
    """In its own window, as often in each slot of it; in a slot of one report at most one client is used."""
    random = np.random.default_rng(11)
    where: Counter[int] = Counter()
    for _ in range(300):
        used = checked_in(protocol, slots, share, clients, random)
        assert len(used) == (clients - slots + 1 if protocol == "sliding" else slots)
        everyone = [client for slot in used for client in slot]
        assert len(everyone) == len(set(everyone))
        taken = picked(protocol, used, random)
        assert all(set(some) <= set(slot) for some, slot in zip(taken, used, strict=True))
        assert protocol == "averaged" or max(map(len, taken)) == 1
        where.update(place for place, slot in enumerate(used) if 35 in slot)
    assert all(0 <= (place - 35 + slots - 1 if protocol == "sliding" else place) < slots for place in where)
    assert len(where) > 20


def test_reports_are_clipped_and_perturbed() -> None:
    """A gradient of any size lies in a ball whose diameter is the stated sensitivity; the noise is as wide as the step
    says."""
    random = np.random.default_rng(3)
    large = np.full((20_000, 2), 1e9)
    for text, size, deviation in (
        ("gaussian:sigma=3,sensitivity=2", (0.5**0.5, 0.5**0.5), 3),
        ("laplace:scale=2,sensitivity=4", (1, 1), 2 * 2**0.5),
        ("laplace:epsilon=0.5", (0.25, 0.25), 2 * 2**0.5),
    ):
        sent = randomizer_of(ch.parse(text).step).report(large, random)
        assert sent.mean(axis=0) == pytest.approx(size, abs=0.1)
        assert sent.std(axis=0) == pytest.approx([deviation] * 2, rel=0.05)


@pytest.mark.parametrize("text", ["pure:epsilon=1", "randomized-response:epsilon=1", "zcdp:rho=1"])
def test_what_perturbs_no_gradient_is_refused(text: str) -> None:
    """The run must really be what is accounted for."""
    with pytest.raises(ch.BadStep, match="perturbs no gradient"):
        simulate(f"checkin:m=5,n=5/{text}")


@pytest.mark.parametrize("protocol", ["fixed", "averaged", "sliding"])
def test_a_run_says_what_its_ledger_says(protocol: str) -> None:
    """The certified eps is that of the very step, rounds included; the same seed is the same run, another one is
    not."""
    step = f"checkin:m=60,n=90,protocol={protocol},times=2/laplace:scale=4,sensitivity=2"
    report = simulate(step, delta="1e-5", seed=5)
    answer = ch.Ledger(step).epsilon("1e-5")
    assert (report.epsilon, report.path) == (answer.upper, answer.path)
    assert report.updates == 2 * (31 if protocol == "sliding" else 60)
    assert report == simulate(step, delta="1e-5", seed=5)
    assert report.risks != simulate(step, delta="1e-5", seed=6).risks
    assert report.excess_risk == pytest.approx(report.risk - report.best_risk)


def test_a_dummy_is_randomized_and_an_averaged_slot_skipped() -> None:
    """Where nobody checks in, a fixed window moves the model at every slot; averaged slots without client leave it."""
    empty = simulate("checkin:m=50,n=1,p=1e-9/gaussian:sigma=4,sensitivity=2", seed=1)
    assert empty.dummies == 50
    assert len({risk for _, risk in empty.risks}) > 45
    skipped = simulate("checkin:m=50,n=1,protocol=averaged/gaussian:sigma=4,sensitivity=2", seed=1)
    assert skipped.dummies == 49
    assert len({risk for _, risk in skipped.risks}) <= 2


def test_with_little_noise_it_learns() -> None:
    """The excess risk of an all but noiseless run is small; with much noise it is not."""
    quiet, loud = (
        simulate(f"checkin:m=3000,n=3000,protocol=averaged/gaussian:sigma={sigma},sensitivity=2", seed=1).excess_risk
        for sigma in ("0.01", 30)
    )
    assert 0 <= quiet < 0.02
    assert loud > 0.05


def test_the_optimum_is_one() -> None:
    """No model in the ball near the one found, nor the zero model, has a smaller risk."""
    problem, random = synthetic(400, 3, 2), np.random.default_rng(0)
    best = problem.best_risk()
    assert best < np.log(2)
    assert all(problem.risk(problem.projected(random.normal(size=3) * 3)) >= best - 1e-9 for _ in range(500))


def test_gradients_are_slopes() -> None:
    """Against differences, and no longer than 1, as the loss is 1-Lipschitz."""
    problem = synthetic(5, 3, 2)
    model, near = np.array([0.3, -1.0, 2.0]), 1e-6
    slope = problem.gradients(model, list(range(5)))
    for axis in range(3):
        step = np.eye(3)[axis] * near
        assert (problem.risk(model + step) - problem.risk(model - step)) / (2 * near) == pytest.approx(
            slope.mean(axis=0)[axis], abs=1e-8
        )
    assert np.linalg.norm(slope, axis=1).max() <= 1


def test_data_are_read(tmp_path: Path) -> None:
    """With a header or without; rows are scaled to norm 1 at most, and two labels become -1 and 1."""
    path = tmp_path / "data.csv"
    path.write_text("a,b,label\n3,4,1\n0.3,0.4,0\n\n0,0,1\n")
    problem = read_csv(path)
    assert problem.records == pytest.approx(np.array([[0.6, 0.8], [0.3, 0.4], [0, 0]]))
    assert problem.labels.tolist() == [1, -1, 1]
    with pytest.raises(ch.BadValue, match="write n=3"):
        simulate("checkin:m=5,n=5/gaussian:sigma=2", problem=problem)
    assert isinstance(simulate("checkin:m=5,n=3/gaussian:sigma=2", problem=problem).risk, float)


@pytest.mark.parametrize(
    "text", ["", "1,2\nx,3\n", "1,2\n1\n", "1,nan\n2,3\n", "1,2\n2,2\n", "1\n2\n", "1,2\n2,3\n3,4\n"]
)
def test_data_that_are_no_table_are_refused(text: str, tmp_path: Path) -> None:
    """With what would be right."""
    path = tmp_path / "data.csv"
    path.write_text(text)
    with pytest.raises(ch.BadValue, match="the data"):
        read_csv(path)


def test_a_problem_has_any_dimension() -> None:
    """One feature is enough."""
    assert Problem(np.ones((2, 1)), np.array([1.0, -1.0])).best_risk() == pytest.approx(np.log(2))
