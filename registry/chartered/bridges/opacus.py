"""Opacus: accountants that answer with ours, `PrivacyEngine(accountant="chartered")` after `register()`, and
"chartered-shuffled" where its loader shuffles. Needs the extra `opacus`."""

from __future__ import annotations

from collections.abc import Callable
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
from opacus.optimizers import AdaClipDPOptimizer  # noqa: E402

NAME, SHUFFLED = "chartered", "chartered-shuffled"
"""The names of the accountants in Opacus."""


class Accountant(IAccountant):  # type: ignore[misc]  # that package has no types
    """An Opacus accountant of noisy SGD that answers with our accountants: certified, and rounded up.

    Its checkpoints and `make_private_with_epsilon` work as Opacus's do. Floats are read as their shortest decimal
    forms. As in Opacus, batches are assumed to be Poisson samples (`poisson_sampling=True`) under add-or-remove
    neighbours; `ShuffledAccountant` is for those of a shuffle.

    Attributes:
        history: The steps so far, in the format of Opacus: (noise multiplier, sample rate, number of steps).

    Examples:
        >>> from chartered.bridges import opacus as bridge
        >>> accountant = bridge.Accountant()
        >>> accountant.step(noise_multiplier=1.1, sample_rate=0.01)
        >>> accountant.history, len(accountant), accountant.mechanism()
        ([(1.1, 0.01, 1)], 1, 'chartered')
        >>> accountant.get_epsilon(delta=1e-5) == accountant.answer("1e-5").upper
        True
        >>> accountant.as_ledger()
        Ledger(['poisson:rate=0.01/gaussian:sigma=1.1,sensitivity=1'], neighbours='add-or-remove')
    """

    def __init__(self) -> None:
        self.history: list[tuple[float, float, int]] = []

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """Adds one step of the optimizer to the history.

        Args:
            noise_multiplier: The noise's standard deviation divided by the gradients' clipping norm.
            sample_rate: The probability that a record is in the batch.
        """
        done = 0
        if self.history and self.history[-1][:2] == (noise_multiplier, sample_rate):
            done = self.history.pop()[2]
        self.history.append((noise_multiplier, sample_rate, done + 1))

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[Any], None]:
        """The hook by which an engine's optimizer adds its steps.

        Args:
            sample_rate: The probability that a record is in a batch.

        Returns:
            The hook. It raises BadLedger, before the weights are changed, for a step that is no noisy sum of one
            Poisson sample: of several batches in which a record may be twice, for which Opacus adds up the rates, or
            with adaptive clipping, which divides by the size that was drawn.
        """

        def hook(optimizer: Any) -> None:
            if isinstance(optimizer, AdaClipDPOptimizer):
                raise BadLedger("nothing is proved about adaptive clipping as Opacus does it", "clip to a fixed norm")
            if optimizer.accumulated_iterations > 1:
                raise BadLedger(
                    f"{optimizer.accumulated_iterations} batches were accumulated for one noise, and no rate of a "
                    "Poisson sample stands for them",
                    "BatchMemoryManager cuts one sample into small batches",
                )
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=sample_rate)

        return hook

    def as_ledger(self) -> Ledger:
        """The steps so far as a ledger. Raises CharteredError, also if there are none."""
        entries = [
            mechanism("poisson", mechanism("gaussian", sigma=noise), rate=rate) * steps
            for noise, rate, steps in self.history
            if steps
        ]
        if not entries:
            raise BadLedger("no step was taken", "train first")
        return Ledger(entries)

    def answer(self, delta: Exact) -> Answer:
        """The tightest answer at `delta`, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(delta)

    def get_epsilon(self, delta: float, **more: Any) -> float:
        """The least eps at `delta` of the steps so far, rounded up; 0 before the first step, infinite without noise.

        `more` are the arguments of other accountants; they are ignored. Raises CharteredError.
        """
        if any(noise == 0 and rate and steps for noise, rate, steps in self.history):
            return float("inf")
        return self.answer(delta).upper if len(self) else 0.0

    def __len__(self) -> int:
        return sum(steps for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name of the accountant in checkpoints and in the registry of Opacus."""
        return NAME


class ShuffledAccountant(Accountant):
    """An Opacus accountant of noisy SGD on shuffled batches (`poisson_sampling=False`, and a loader with
    `shuffle=True`), under zero-out neighbours; `PrivacyEngine(accountant="chartered-shuffled")`.

    The sample rate is one over the number of batches of an epoch. A training that stops within an epoch is accounted
    to the end of that epoch; every other epoch must be run to its end, as the history does not say where epochs begin:
    one that begins anew after a checkpoint within it is one more, and is not seen. With `drop_last=True` the answer
    holds from above alone.

    Examples:
        >>> from chartered.bridges import opacus as bridge
        >>> accountant = bridge.ShuffledAccountant()
        >>> for _ in range(12):
        ...     accountant.step(noise_multiplier=1.1, sample_rate=1 / 8)
        >>> accountant.as_ledger()
        Ledger(['shuffled-batches:steps=8,epochs=2/gaussian:sigma=1.1,sensitivity=1'], neighbours='zero-out')
    """

    def as_ledger(self) -> Ledger:
        """The epochs so far as a ledger, the last one to its end.

        Raises:
            BadLedger: There are no steps; or a rate is not that of an epoch of batches; or the noise or the rate
                changes within an epoch, of which nothing is proved.
            CharteredError: A number is out of range.
        """
        taken = [(noise, rate, steps) for noise, rate, steps in self.history if steps]
        entries = []
        for index, (noise, rate, steps) in enumerate(taken):
            batches = round(1 / rate) if rate else 0
            if batches == 0 or 1 / batches != rate:
                raise BadLedger(
                    f"the sample rate {rate} is not one over a number of batches", "an epoch has whole batches"
                )
            epochs = -(-steps // batches)
            if index < len(taken) - 1 and steps != epochs * batches:
                raise BadLedger(
                    f"noise or rate change after {steps} steps, within an epoch of {batches} shuffled batches",
                    "change them between epochs",
                )
            entries.append(
                mechanism("shuffled-batches", mechanism("gaussian", sigma=noise), steps=batches, epochs=epochs)
            )
        if not entries:
            raise BadLedger("no step was taken", "train first")
        return Ledger(entries)

    @classmethod
    def mechanism(cls) -> str:
        """Its name in checkpoints and in the registry of Opacus: a state of Poisson samples is not read as one."""
        return SHUFFLED


def register() -> None:
    """Registers the accountants with Opacus, so that `PrivacyEngine(accountant="chartered")` works, and
    "chartered-shuffled".

    It may be called more than once.

    Examples:
        >>> from chartered.bridges import opacus as bridge
        >>> bridge.register()
    """
    for accountant in (Accountant, ShuffledAccountant):
        register_accountant(accountant.mechanism(), accountant, force=True)
