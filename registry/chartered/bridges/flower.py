"""Flower: an accountant with the interface that its server asks (`PrivacyAccountant`), which answers with ours. Needs
the extra `flwr`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from chartered_verify.catching import ours

from ..accounting.answers import Answer
from ..accounting.ledger import Ledger
from ..errors import BadLedger, BadValue
from ..ledger.entries import Entry
from ..ledger.make_entry import mechanism
from ..model.exact_numbers import Exact, exact, plain, whole
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES
from .needs import needs

needs("flwr", "flwr")

from flwr.serverapp import (  # noqa: E402  # after a clear error
    GaussianPrivacyEvent,
    NeighboringRelation,
    PrivacyConfig,
    PrivacySpent,
    SamplingMethod,
)

NAME = "chartered"
"""The name of the accountant in its states and reports."""
_MOST_EVENTS = 100_000
"""The largest number of different events in a state."""


class Accountant:
    """A Flower accountant of Gaussian noise on clipped updates that answers with ours: certified, and rounded up.

    Flower adds noise of `noise_multiplier` clipping norms to a sum of updates, each of at most one clipping norm. By
    how much one client changes that sum is a fact about the rounds, which neither the noise nor the relation says.
    Where each round has exactly `num_sampled_clients` clients, which Flower's strategies insist on, a client that
    leaves makes room for another, and the sum moves by up to *two* clipping norms, as when one is replaced. Where its
    place stays empty, and the sum is divided by a fixed number, as in a Poisson sample, it moves by one. Flower's own
    accountant takes one in each case.

    Args:
        config: Flower's `PrivacyConfig`: the relation, how clients are sampled, the target delta and the budget.
        sensitivity: How far one client moves the sum of a round, in clipping norms, above 0; None: 1 for Poisson
            samples, else 2.
        accountant: The name of one of our accountants; None: the tightest answer.

    Raises:
        BadValue: The sensitivity is not above 0.

    Examples:
        >>> from chartered.bridges import flower as bridge
        >>> from flwr.serverapp import GaussianPrivacyEvent, NeighboringRelation, PrivacyConfig, SamplingMethod
        >>> config = PrivacyConfig(
        ...     target_delta=1e-5,
        ...     population_size=1000,
        ...     neighboring_relation=NeighboringRelation.ADD_OR_REMOVE_ONE,
        ...     sampling_method=SamplingMethod.NO_AMPLIFICATION,
        ...     max_epsilon=3.0,
        ... )
        >>> accountant = bridge.Accountant(config)
        >>> accountant.compose(GaussianPrivacyEvent(noise_multiplier=20, sample_size=50, population_size=1000), 30)
        >>> accountant.as_ledger()
        Ledger(['gaussian:sigma=20,sensitivity=2,times=30'], neighbours='add-or-remove')
        >>> accountant.get_epsilon(1e-5) == accountant.answer("1e-5").upper
        True
        >>> accountant.would_exceed(GaussianPrivacyEvent(20, 50, 1000), count=30)
        True
    """

    def __init__(
        self, config: PrivacyConfig, *, sensitivity: Exact | None = None, accountant: str | None = None
    ) -> None:
        self._config = config
        least = 1 if config.sampling_method is SamplingMethod.POISSON else 2
        self.sensitivity: Fraction = exact(least if sensitivity is None else sensitivity, "the sensitivity")
        if self.sensitivity <= 0:
            raise BadValue(f"the sensitivity is {plain(self.sensitivity)}", "it must be above 0, in clipping norms")
        self._accountant = accountant
        self._runs: dict[GaussianPrivacyEvent, int] = {}

    @property
    def config(self) -> PrivacyConfig:
        """Flower's configuration."""
        return self._config

    @property
    def num_releases(self) -> int:
        """The number of rounds so far."""
        return sum(self._runs.values())

    def compose(self, event: GaussianPrivacyEvent, count: int = 1) -> None:
        """Adds rounds.

        Args:
            event: What a round did.
            count: The number of such rounds, from 1 to 10^12, as is the number of all such rounds.

        Raises:
            BadValue: The count, or the noise, is out of range.
            BadLedger: The event has another population than the configuration.
        """
        self._runs = self._with(event, count)

    def as_ledger(self) -> Ledger:
        """The rounds so far as a ledger. Raises CharteredError, also if there are none."""
        return self._ledger(self._runs)

    def answer(self, delta: Exact) -> Answer:
        """The tightest answer at `delta`, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(delta, self._accountant)

    def get_epsilon(self, delta: float) -> float:
        """The least eps at `delta` of the rounds so far, rounded up; 0 before the first. Raises CharteredError."""
        return self._epsilon(self._runs, delta)

    def get_delta(self, epsilon: float) -> float:
        """The least delta at `epsilon`, rounded up; 0 before the first round. Raises CharteredError."""
        return self.as_ledger().delta(epsilon, self._accountant).upper if self._runs else 0.0

    def get_privacy_spent(self, delta: float | None = None) -> PrivacySpent:
        """Flower's report at `delta`; None: at that of the configuration. Raises CharteredError."""
        at = self._config.target_delta if delta is None else delta
        return PrivacySpent(self.get_epsilon(at), at, self.num_releases, NAME)

    def would_exceed(self, event: GaussianPrivacyEvent, max_epsilon: float | None = None, count: int = 1) -> bool:
        """Whether eps at the target delta would be above a limit after further rounds; nothing is added.

        Args:
            event: As for `compose`.
            max_epsilon: The limit; None: that of the configuration.
            count: As for `compose`.

        Returns:
            True if the certified upper end is above the limit.

        Raises:
            BadValue: There is no limit, or it is no finite number.
            CharteredError: No accountant answers.
        """
        limit = self._config.max_epsilon if max_epsilon is None else max_epsilon
        if limit is None:
            raise BadValue("there is no limit", "give max_epsilon, here or in the PrivacyConfig")
        most = exact(limit, "max_epsilon")  # nothing is above NaN
        found = self._epsilon(self._with(event, count), self._config.target_delta)
        return found > (limit if isinstance(limit, float) else most)  # a double is itself, as the answer is

    def state_dict(self) -> dict[str, object]:
        """The state as data for JSON."""
        return {
            "schema_version": 1,
            "backend": NAME,
            "config": _plain(self._config),
            "sensitivity": plain(self.sensitivity),
            "compositions": [{"event": asdict(event), "count": count} for event, count in self._runs.items()],
        }

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Goes on from a state, which must be of the same configuration; otherwise nothing changes.

        Args:
            state: What `state_dict` gave.

        Raises:
            BadLedger: It is none, or that of another configuration or sensitivity.
        """
        mine = self.state_dict()
        for name in ("schema_version", "backend", "config", "sensitivity"):
            if not isinstance(state, Mapping) or state.get(name) != mine[name]:
                raise BadLedger(
                    f"the accountant's state has another {name}", "load it into an accountant made as it was"
                )
        runs, before = list(_read(state.get("compositions"))), self._runs
        self._runs = {}
        try:
            for event, count in runs:
                self.compose(event, count)
        except BaseException:
            self._runs = before
            raise

    def _with(self, event: GaussianPrivacyEvent, count: int) -> dict[GaussianPrivacyEvent, int]:
        """The rounds with further ones. Raises BadValue or BadLedger."""
        if event.population_size != self._config.population_size:
            raise BadLedger(
                f"the event has a population of {event.population_size}",
                f"that of the configuration is {self._config.population_size}",
            )
        more = whole(count, "count", 1, MOST_TIMES)
        self._entry(event, more)  # what is no step is refused before it is added
        total = whole(self._runs.get(event, 0) + more, "the count of such rounds", 1, MOST_TIMES)
        return {**self._runs, event: total}

    def _epsilon(self, runs: Mapping[GaussianPrivacyEvent, int], delta: Exact) -> float:
        return self._ledger(runs).epsilon(delta, self._accountant).upper if runs else 0.0

    def _ledger(self, runs: Mapping[GaussianPrivacyEvent, int]) -> Ledger:
        if not runs:
            raise BadLedger("no round was added", "train first")
        removed = self._config.neighboring_relation is NeighboringRelation.ADD_OR_REMOVE_ONE
        relation = Neighbours.ADD_OR_REMOVE if removed else Neighbours.REPLACE_ONE
        return Ledger([self._entry(event, count) for event, count in runs.items()], relation)

    def _entry(self, event: GaussianPrivacyEvent, count: int) -> Entry:
        """The step of a round, as often as it ran."""
        removed = self._config.neighboring_relation is NeighboringRelation.ADD_OR_REMOVE_ONE
        moves = {"sensitivity" if removed else "replace-sensitivity": self.sensitivity}
        once = mechanism("gaussian", sigma=event.noise_multiplier, **moves)
        clients, population = event.sample_size, event.population_size
        if self._config.sampling_method is SamplingMethod.POISSON:
            once = mechanism("poisson", once, rate=Fraction(clients, population))
        elif self._config.sampling_method is SamplingMethod.WITHOUT_REPLACEMENT:
            once = mechanism("sample", once, size=clients, of=population)
        return once * count


def _plain(config: PrivacyConfig) -> dict[str, object]:
    """The configuration in JSON's types."""
    return {name: getattr(value, "value", value) for name, value in asdict(config).items()}


def _read(compositions: object) -> list[tuple[GaussianPrivacyEvent, int]]:
    """The rounds of a state. Raises BadLedger."""
    fields = ("noise_multiplier", "sample_size", "population_size")
    try:
        if not isinstance(compositions, list) or len(compositions) > _MOST_EVENTS:
            raise TypeError
        return [
            (GaussianPrivacyEvent(**{name: one["event"][name] for name in fields}), one["count"])
            for one in compositions
        ]
    except ours(KeyError, TypeError, ValueError, OverflowError):
        raise BadLedger("the accountant's state has rounds that cannot be read", "load what state_dict gave") from None
