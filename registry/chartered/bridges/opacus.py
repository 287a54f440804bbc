"""Opacus: an accountant that answers by ours, `PrivacyEngine(accountant="chartered")` after `register()`. Needs the
extra `opacus`."""

from __future__ import annotations

from typing import Any

from ..accounting.answers import Answer
from ..accounting.ledger import Ledger
from ..errors import BadLedger
from ..ledger.make_entry import mechanism
from ..model.exact_numbers import Exact
from .needs import needs

needs("opacus", "opacus")

from opacus.accountants import IAccountant  # noqa: E402  # after a clear error
from opacus.accountants.registry import register_accountant  # noqa: E402

NAME = "chartered"
"""Under which Opacus knows the accountant."""


class Accountant(IAccountant):  # type: ignore[misc]  # that package has no types
    """An Opacus accountant of noisy SGD that answers by ours: certified, and rounded up.

    `history` is that of Opacus, (noise multiplier, sample rate, number of steps), so that its checkpoints and
    `make_private_with_epsilon` work. Numbers are read as their shortest decimal forms. As in Opacus, batches are taken
    to be Poisson samples (`poisson_sampling=True`) under add-or-remove neighbours."""

    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Counts one step of the optimizer."""
        done = 0
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            done = self.history.pop()[2]
        self.history.append((noise_multiplier, sample_rate, done + 1))

    def as_ledger(self) -> Ledger:
        """The steps so far as a ledger. Raises CharteredError, also where there are none."""
        entries = [
            mechanism("poisson", mechanism("gaussian", sigma=noise), rate=rate) * steps
            for noise, rate, steps in self.history
            if steps
        ]
        if not entries:
            raise BadLedger("no step was taken", "train first")
        return Ledger(entries)

    def answer(self, delta: Exact) -> Answer:
        """The tightest answer at a delta, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(delta)

    def get_epsilon(self, delta: float, **more: Any) -> float:
        """The least eps at `delta` of the steps so far, rounded up; 0 before the first step, infinite without noise.

        `more` is what other accountants take, and is not needed here. Raises CharteredError."""
        if any(noise == 0 and rate and steps for noise, rate, steps in self.history):
            return float("inf")
        return self.answer(delta).upper if len(self) else 0.0

    def __len__(self) -> int:
        return sum(steps for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name by which checkpoints and the registry of Opacus know it."""
        return NAME


def register() -> None:
    """Makes `PrivacyEngine(accountant="chartered")` known to Opacus, by its own registry. Doing so twice does no
    harm."""
    register_accountant(NAME, Accountant, force=True)
