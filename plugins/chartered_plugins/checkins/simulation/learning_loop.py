"""Noisy stochastic gradient descent over the slots of a check-in protocol, with its result."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.large_packages import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from .logistic_regression import Array, Problem, synthetic
from .protocols import checked_in, expected_dummies, picked
from .reports import Randomizer, randomizer_of

MOST = 10**7
"""The largest number of slots in all rounds."""
Tell = Callable[[int, int], None]
"""(slots done, slots in total) -> None: a progress callback."""


class Report(Struct, frozen=True):
    """One run: its certified privacy, its number of dummies with the expected number, and its risk with the least one.

    Dummies of averaged slots are empty slots, which are skipped. `risks`: (updates, excess risk) during the run."""

    step: str
    rounds: int
    seed: int
    epsilon: float
    delta: float
    path: tuple[str, ...]
    updates: int
    dummies: int
    expected_dummies: float
    risk: float
    best_risk: float
    risks: tuple[tuple[int, float], ...]

    @property
    def excess_risk(self) -> float:
        """The risk of the last model minus the least risk without privacy."""
        return self.risk - self.best_risk

    def to_json(self) -> dict[str, Any]:
        """All fields as plain data."""
        return {"simulation": "checkin", **asdict(self), "excess_risk": self.excess_risk}


def simulate(
    step: str,
    delta: ch.Exact = "1e-6",
    seed: int = 0,
    problem: Problem | None = None,
    dimension: int = 5,
    tell: Tell | None = None,
) -> Report:
    """Runs a check-in protocol as the step states it, with its number of rounds, and accounts for it at `delta`.

    Without a problem, n synthetic records with `dimension` features are drawn from the seed. Raises CharteredError."""
    entry = ch.parse(step)
    if entry.step.name != "checkin" or entry.step.inner is None:
        raise ch.BadStep(f"{step} is no random check-in", "write checkin:m=500,n=1000/gaussian:sigma=4,sensitivity=2")
    case, local = ch.Case(entry.step, ch.Neighbours.REPLACE_ONE), randomizer_of(entry.step.inner)
    answer = ch.Ledger(entry).epsilon(delta)
    slots, clients = int(case.number("m")), int(case.number("n"))
    if max(slots, clients) * entry.times > MOST:
        raise ch.BadValue(f"{step} has more than {MOST} slots or clients", "run fewer")
    if problem is None:
        problem = synthetic(clients, dimension, seed)
    if len(problem.labels) != clients:
        raise ch.BadValue(
            f"n is {clients}, and there are {len(problem.labels)} records", f"write n={len(problem.labels)}"
        )
    protocol, share = str(case["protocol"]), case.number("p")
    run = _Run(problem, local, protocol, slots, float(share), np.random.default_rng([seed, 1]))
    risks, dummies = run.through(entry.times, tell)
    best = problem.best_risk()
    return Report(
        step=str(entry.step),
        rounds=entry.times,
        seed=seed,
        epsilon=answer.upper,
        delta=float(Fraction(answer.question.at)),
        path=answer.path,
        updates=risks[-1][0],
        dummies=dummies,
        expected_dummies=entry.times * expected_dummies(protocol, slots, share, clients),
        risk=risks[-1][1],
        best_risk=best,
        risks=tuple((updates, risk - best) for updates, risk in risks),
    )


class _Run(Struct):
    """The state of a run: its model and one random generator."""

    problem: Problem
    local: Randomizer
    protocol: str
    slots: int
    share: float
    random: np.random.Generator

    def through(self, rounds: int, tell: Tell | None) -> tuple[list[tuple[int, float]], int]:
        """(the risk after some of the updates, including the first and the last; the number of slots without a
        client)."""
        model, dummies, done = np.zeros(self.problem.dimension), 0, 0
        risks: list[tuple[int, float]] = [(0, self.problem.risk(model))]
        for _ in range(rounds):
            used = checked_in(self.protocol, self.slots, self.share, len(self.problem.labels), self.random)
            every = max(1, len(used) * rounds // 200)
            for clients in picked(self.protocol, used, self.random):
                dummies += not clients
                done += 1
                if clients or self.protocol != "averaged":
                    model = self.problem.projected(model - self._rate(done) * self._gradient(model, clients))
                if done % every == 0 or done == len(used) * rounds:
                    risks.append((done, self.problem.risk(model)))
                    if tell is not None:
                        tell(done, len(used) * rounds)
        return risks, dummies

    def _gradient(self, model: Array, clients: list[int]) -> Array:
        """The mean report; for a slot without a client, the report of a dummy record, whose gradient is 0, by the same
        randomizer."""
        raw = self.problem.gradients(model, clients) if clients else np.zeros((1, self.problem.dimension))
        mean: Array = self.local.report(raw, self.random).mean(axis=0)
        return mean

    def _rate(self, number: int) -> float:
        """R/sqrt((d sigma^2/b + L^2) i): the step size of Theorems 3.5 and 4.2, for b reports per slot on average."""
        load = max(1.0, len(self.problem.labels) / self.slots) if self.protocol == "averaged" else 1.0
        moment = self.problem.dimension * self.local.deviation() ** 2 / load + self.local.bound**2
        return self.problem.radius / float(np.sqrt(moment * number))
