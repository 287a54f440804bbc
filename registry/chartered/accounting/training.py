"""Noisy SGD in the terms of a training run: a ledger that can also compute how long a privacy budget lasts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from .inverse_questions import largest_times
from .ledger import Ledger
from .solved import Solved


class Training(Ledger):
    """The ledger of one training run by noisy SGD; `step` is one of its batches.

    It answers all questions of a Ledger: `training.epsilon(delta=1e-5)`."""

    def __init__(self, training: Entry, step: Entry, neighbours: Neighbours | str | None = None) -> None:
        super().__init__(training, neighbours)
        self.step = step

    def largest_steps(
        self,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        mu: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Solved:
        """The largest number of batches, whatever the length of this training, within (epsilon, delta) or within mu;
        certified, by every accountant. `seconds` limits the processor time, as in `largest_times`. Raises
        CharteredError."""
        return largest_times(
            self.step,
            epsilon=epsilon,
            delta=delta,
            mu=mu,
            neighbours=self.neighbours,
            accountant=accountant,
            seconds=seconds,
        )

    def largest_epochs(
        self,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        mu: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> int | float:
        """The largest number E of whole epochs within a budget: the largest E with ceil(E n/batch) <= `largest_steps`.
        Infinite if every number of steps meets the target. `seconds` limits the processor time. Raises
        CharteredError."""
        best = self.largest_steps(epsilon=epsilon, delta=delta, mu=mu, accountant=accountant, seconds=seconds).best
        if best is None:
            return 0
        return math.inf if best.value == math.inf else math.floor(best.finite * self.rate)

    @property
    def rate(self) -> Fraction:
        """The probability that a record is in a batch."""
        given = self.step.step.settings
        numbers = {key: value for key, value in given.items() if isinstance(value, Fraction)}
        return numbers["sample-rate"] if "sample-rate" in numbers else numbers["batch"] / numbers["n"]


def dpsgd(
    *,
    n: Exact | None = None,
    batch: Exact | None = None,
    sample_rate: Exact | None = None,
    epochs: Exact | None = None,
    steps: Exact | None = None,
    noise: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    number_of_examples: Exact | None = None,
    batch_size: Exact | None = None,
    num_epochs: Exact | None = None,
    noise_multiplier: Exact | None = None,
) -> Training:
    """The ledger of a training run by noisy SGD with Poisson batches: `dpsgd(n=60000, batch=256, epochs=60,
    noise=1.1)`.

    `n` records in batches of `batch` records on average, or each record in a batch with probability `sample_rate`; for
    `epochs` epochs or `steps` batches. `noise`: the noise multiplier, the standard deviation of the noise divided by
    the clipping norm of the gradients. The last four arguments are what TensorFlow Privacy and Opacus call `n`,
    `batch`, `epochs` and `noise`. Without `neighbours`, one record is added or removed. Raises CharteredError if an
    argument is missing or superfluous."""
    drawn = _given(n=n, batch=batch, sample_rate=sample_rate, noise=noise)
    words = _given(number_of_examples=number_of_examples, batch_size=batch_size, noise_multiplier=noise_multiplier)
    given = drawn | words
    length = _given(epochs=epochs, steps=steps, num_epochs=num_epochs)
    return Training(mechanism("dpsgd", **given, **length), mechanism("dpsgd", **given, steps=1), neighbours)


def _given(**settings: Exact | None) -> dict[str, Exact]:
    """Those that are not left out."""
    return {key: value for key, value in settings.items() if value is not None}
