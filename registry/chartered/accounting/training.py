"""Noisy SGD in the terms of a training run: a ledger that can also compute how long a privacy budget lasts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Self

from ..errors import BadLedger
from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.step_groups import parts_of
from . import compare_loaders
from .common_questions import either
from .inverse.inverse_answer import Solved
from .inverse.inverse_questions import largest_times
from .ledger import Ledger


class Training(Ledger):
    """The ledger of one training run by noisy SGD, made by `ch.dpsgd`; it answers all questions of a Ledger.

    Args:
        training: The entry of the whole run.
        step: The entry of one of its batches.
        neighbours: The relation; None: the one that the step requires, else add-or-remove.

    Examples:
        >>> training = ch.dpsgd(n=60000, batch=256, epochs=60, noise="1.1")
        >>> training.rate
        Fraction(8, 1875)
        >>> training.largest_epochs(epsilon=3, delta="1e-5")
        91
    """

    def __init__(self, training: Entry, step: Entry, neighbours: Neighbours | str | None = None) -> None:
        super().__init__(training, neighbours)
        self.step = step

    @classmethod
    def _of_document(cls, document: dict[str, Any], wanted: Neighbours | None, where: str) -> Self:
        whole = Ledger._of_document(document, wanted, where)
        shapes = [entry.step.shape for entry in whole.entries if entry.times == 1]
        if len(whole.entries) != 1 or shapes not in ([("dpsgd",)], [("group", "dpsgd")]):
            raise BadLedger(f"{where} is not that of one training", "give one step of dpsgd, or read it as a ch.Ledger")
        (training,) = whole.entries
        parts = parts_of(training.step)
        outer, inner = parts[0], parts[-1]
        kept = {name: value for name, value in inner.settings.items() if name not in ("epochs", "steps")}
        group = {} if outer is inner else {"group": outer.settings["size"]}
        found = cls(training, mechanism("dpsgd", **kept, **group, steps=1), whole.neighbours)
        found.stated = whole.stated
        return found

    def largest_steps(
        self,
        *,
        epsilon: Exact | None = None,
        delta: Exact | None = None,
        mu: Exact | None = None,
        accountant: str | Iterable[str] | None = None,
        seconds: float | None = None,
    ) -> Solved:
        """The largest number of batches within (epsilon, delta) or within mu, whatever the length of this training.

        Args:
            epsilon: As for `ch.largest_times`.
            delta: As for `ch.largest_times`.
            mu: As for `ch.largest_times`.
            accountant: As for `Ledger.epsilon`.
            seconds: As for `ch.largest_times`.

        Returns:
            The solution: `.value` is the number.

        Raises:
            CharteredError: As for `ch.largest_times`.

        Examples:
            >>> training = ch.dpsgd(n=60000, batch=256, epochs=60, noise="1.1")
            >>> training.largest_steps(epsilon=3, delta="1e-5", accountant="renyi").value
            18338
        """
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
        """The largest number of whole epochs within (epsilon, delta) or within mu.

        Args:
            epsilon: As for `ch.largest_times`.
            delta: As for `ch.largest_times`.
            mu: As for `ch.largest_times`.
            accountant: As for `Ledger.epsilon`.
            seconds: As for `ch.largest_times`.

        Returns:
            The largest E with ceil(E n/batch) <= `largest_steps`; infinity if every number of steps meets the target.

        Raises:
            CharteredError: As for `ch.largest_times`.
        """
        best = self.largest_steps(epsilon=epsilon, delta=delta, mu=mu, accountant=accountant, seconds=seconds).best
        if best is None:
            return 0
        return math.inf if best.value == math.inf else math.floor(best.finite * self.rate)

    def compare_loaders(
        self, delta: Exact | None = None, *, epsilon: Exact | None = None
    ) -> compare_loaders.LoaderComparison:
        """The same training with every way to make its batches: Poisson samples, shuffled, of a fixed size.

        Args:
            delta: The delta at which to bound epsilon, at least 0 and below 1.
            epsilon: Instead of it, the epsilon at which to bound delta, at least 0.

        Returns:
            The comparison: `.rows` has a row for each loader, with its `.answer`, or `.why` there is none.

        Raises:
            BadStep: The training has no n, batch and epochs, or a clip norm that adapts: no row would count its noise.
            CharteredError: Neither or both of delta and epsilon are given.

        Examples:
            >>> training = ch.dpsgd(n=100, batch=50, epochs=1, noise=5)
            >>> [row.loader.batches for row in training.compare_loaders("1e-5").rows if row.loader.whole_epochs][-1]
            'in a fixed order'

        References:
            Chua et al. 2024.
        """
        return compare_loaders.compare_loaders(self.entries[0], either(delta, epsilon, "compare_loaders"))

    @property
    def rate(self) -> Fraction:
        """The probability that a record is in a batch."""
        given = parts_of(self.step.step)[-1].settings
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
    clip_quantile_noise: Exact | None = None,
    group: Exact | None = None,
    neighbours: Neighbours | str | None = None,
    number_of_examples: Exact | None = None,
    batch_size: Exact | None = None,
    num_epochs: Exact | None = None,
    noise_multiplier: Exact | None = None,
) -> Training:
    """The ledger of a training run by noisy SGD with Poisson batches.

    Give n and batch, or sample_rate; epochs or steps; and noise. For other batches, shuffled ones, say, write
    `ch.Ledger("dpsgd:...,loader=shuffled")`; `compare_loaders` asks about all kinds.

    Args:
        n: The number of records.
        batch: The number of records in a batch, on average.
        sample_rate: The probability, above 0 and at most 1, that a record is in a batch: batch/n.
        epochs: The number of epochs; a run has ceil(epochs n/batch) steps.
        steps: The number of batches.
        noise: The noise multiplier: the noise's standard deviation divided by the gradients' clipping norm, above 0.
        clip_quantile_noise: Where the clip norm adapts: the standard deviation of the noise on the centred count of
            gradients that are not clipped, above 0.
        group: How many records a person has at most, 1 to 1000; None: the guarantee is about one record.
        neighbours: The relation; None: one record is added or removed.
        number_of_examples: n in TensorFlow Privacy's words.
        batch_size: batch in its words.
        num_epochs: epochs in its words.
        noise_multiplier: noise in its words, and in Opacus's.

    Returns:
        The ledger.

    Raises:
        BadStep: An argument is missing or superfluous.
        BadValue: A number is out of range.

    Examples:
        >>> training = ch.dpsgd(n=60000, batch=256, epochs=60, noise="1.1")
        >>> f"{training.epsilon('1e-5', accountant='renyi'):.3f}"
        '2.597'

    References:
        Abadi et al. 2016.
    """
    drawn = _given(n=n, batch=batch, sample_rate=sample_rate, noise=noise)
    words = _given(number_of_examples=number_of_examples, batch_size=batch_size, noise_multiplier=noise_multiplier)
    given = drawn | words | _given(clip_quantile_noise=clip_quantile_noise, group=group)
    length = _given(epochs=epochs, steps=steps, num_epochs=num_epochs)
    return Training(mechanism("dpsgd", **given, **length), mechanism("dpsgd", **given, steps=1), neighbours)


def _given(**settings: Exact | None) -> dict[str, Exact]:
    """Those that are not left out."""
    return {key: value for key, value in settings.items() if value is not None}
