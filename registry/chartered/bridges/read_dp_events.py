"""Events of dp-accounting as entries of a ledger. Events are identified by the names of their classes, so this file
does not import that package.

Floats are read as their shortest decimal form. A noise multiplier is the noise divided by the norm of a record, which
equals our sigma (or scale) at sensitivity 1 under each relation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from math import inf
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.enclosure import enclose
from msgspec import Struct

from ..errors import CharteredError, UnsupportedEvent
from ..ledger.entries import Entry
from ..ledger.make_entry import joint, mechanism
from ..model.exact_numbers import exact, whole
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES
from ..peers.dp_accounting_relations import theirs_named

_DIGITS, _BITS = 40, 160
"""Digits of an eps that is a logarithm, which is rounded up, and a precision in bits that makes all of them correct."""
_NEVER = {"UnsupportedDpEvent": "it stands for what has no description"}
"""Events of dp-accounting without a corresponding step, and why."""
_LEAVE = "leave it out, or state what it does"
_ACCOUNTANT = "an accountant holds an event: read(accountant.ledger), with its relation"
_COUNTS = {0: "logarithmic", 1: "geometric", inf: "poisson"}
"""The distribution of the number of runs, by the shape parameter of a RepeatAndSelect event."""


class NotPrivate(UnsupportedEvent):
    """An event that gives no privacy: no eps is finite for any delta below 1."""


class EventReader(Struct):
    """Reads events under a relation; without a relation, it finds the one that they need (`needed`)."""

    neighbours: Neighbours | None = None
    needed: Neighbours | None = None
    _poisson: bool = False
    """Whether the event being read runs on a Poisson sample."""

    def read(self, event: Any) -> list[Entry]:
        """The entries of an event; an empty list if it accesses no data. Raises UnsupportedEvent with the unsupported
        part."""
        try:
            return self._read(event, 1)
        except ours(RecursionError):
            raise UnsupportedEvent("the event is nested too deep", "compose its parts one by one") from None

    def _read(self, event: Any, times: int) -> list[Entry]:
        name = type(event).__name__
        try:
            if name == "ComposedDpEvent":
                return [entry for part in event.events for entry in self._read(part, times)]
            if name == "SelfComposedDpEvent":
                return self._repeated(event, times)
            if name in _SAMPLES:
                return [entry * times for entry in self._sampled(event, *_SAMPLES[name])]
            if name in _MECHANISMS:
                return [entry * times for entry in _MECHANISMS[name](self, event)]
        except UnsupportedEvent:
            raise
        except ours(CharteredError, AttributeError, TypeError, ValueError) as error:
            raise UnsupportedEvent(f"{name}: {error}", event=event) from None
        why = _NEVER.get(name, "it is not known here")
        raise UnsupportedEvent(f"{name} has no counterpart: {why}", _remedy(event), event)

    def _repeated(self, event: Any, times: int) -> list[Entry]:
        count = whole(event.count, "count", 0, MOST_TIMES)
        if count == 0:
            return []
        return self._read(event.event, whole(count * times, "count", 1, MOST_TIMES))

    def _sampled(
        self, event: Any, wrapper: str, settings_of: Callable[[Any], dict[str, Fraction | int]]
    ) -> list[Entry]:
        """A sampling event as entries: what runs on one sample is a single step, or several steps on the same
        records."""
        settings = settings_of(event)
        if settings.get("rate", settings.get("size")) == 0:  # nobody takes part
            return []
        outside, self._poisson = self._poisson, self._poisson or wrapper == "poisson"
        try:
            inner = self._read(event.event, 1)
        finally:
            self._poisson = outside
        return [mechanism(wrapper, joint(inner), **settings)] if inner else []

    def _require(self, relation: Neighbours, compared: str, event: Any) -> None:
        """Records that an event needs this relation. Raises UnsupportedEvent if another one was requested, or is needed
        by another part."""
        said = f"{type(event).__name__} compares {compared}"
        if self.neighbours not in (None, relation):
            raise UnsupportedEvent(said, f"ask under {theirs_named(relation)}", event)
        if self.needed not in (None, relation):
            raise UnsupportedEvent(f"{said}, and another event does not", "read each by itself", event)
        self.needed = relation

    def _stated(self, event: Any) -> None:
        """Checks that the guarantee that an event states is for the relation of its context: Poisson samples of
        neighbours differ by adding or removing a record. Raises UnsupportedEvent."""
        if self._poisson and self.neighbours is Neighbours.REPLACE_ONE:
            raise UnsupportedEvent(
                f"{type(event).__name__} states its guarantee for a record that is replaced, and a Poisson sample "
                "needs one for a record that is added or removed",
                "ask under ADD_OR_REMOVE_ONE",
                event,
            )

    def _noise(self, event: Any, name: str, noise: Callable[[Fraction], dict[str, Fraction]]) -> list[Entry]:
        """A mechanism that adds noise. Raises NotPrivate for a noise multiplier of 0."""
        multiplier = exact(event.noise_multiplier, "noise_multiplier")
        if multiplier == 0:
            raise NotPrivate(f"{type(event).__name__} adds no noise", "state a noise multiplier above 0", event)
        return [mechanism(name, **noise(multiplier))]

    def _gaussian(self, event: Any) -> list[Entry]:
        return self._noise(event, "gaussian", lambda multiplier: {"sigma": multiplier})

    def _laplace(self, event: Any) -> list[Entry]:
        return self._noise(event, "laplace", lambda multiplier: {"scale": multiplier})

    def _discrete_laplace(self, event: Any) -> list[Entry]:
        """Discrete Laplace noise with probabilities proportional to e^(-a |x|), so its scale is 1/a."""
        a = exact(event.noise_parameter, "noise_parameter")
        sensitivity = whole(event.sensitivity, "sensitivity", 0, MOST_TIMES)
        if a <= 0:
            raise UnsupportedEvent(f"DiscreteLaplaceDpEvent: noise_parameter is {a}", "it must be above 0", event)
        return [] if sensitivity == 0 else [mechanism("discrete-laplace", scale=1 / a, sensitivity=sensitivity)]

    def _randomized_response(self, event: Any) -> list[Entry]:
        """Randomized response with k values: the true value with probability 1 - p + p/k, each other value with
        probability p/k, so eps = log(1 + k (1 - p)/p), rounded up."""
        p, k = exact(event.noise_parameter, "noise_parameter"), whole(event.num_buckets, "num_buckets", 1, MOST_TIMES)
        if not 0 <= p <= 1:
            raise UnsupportedEvent(f"RandomizedResponseDpEvent: noise_parameter is {p}", "it must be a chance", event)
        if k == 1 or p == 1:
            return []
        if p == 0:
            raise NotPrivate("RandomizedResponseDpEvent always tells the truth", "state a noise above 0", event)
        if self._poisson:
            raise UnsupportedEvent(
                "RandomizedResponseDpEvent compares two values of one record, and a Poisson sample needs a guarantee "
                "for a record that is added or removed",
                "leave it out of the sample",
                event,
            )
        self._require(Neighbours.REPLACE_ONE, "two values of one record", event)
        odds = 1 + k * (1 - p) / p
        epsilon = enclose(lambda xp: xp.log(xp.number(odds)), goal=_BITS).decimal(up=True, digits=_DIGITS)
        return [mechanism("randomized-response", epsilon=epsilon, k=k)]

    def _tree(self, event: Any) -> list[Entry]:
        """One or more trees on disjoint sets of records; only the largest one counts. The step of a record may not
        depend on the other records, so a neighbour has a null record in place of a record."""
        counts = event.step_counts if isinstance(event.step_counts, list | tuple) else [event.step_counts]
        steps = max(whole(count, "step_counts", 0, MOST_TIMES) for count in counts)
        self._require(Neighbours.ZERO_OUT, "a record and a null record", event)
        tree = partial(self._noise, event, "tree-aggregation")
        return tree(lambda multiplier: {"sigma": multiplier, "steps": Fraction(steps)}) if steps else []

    def _truncated(self, event: Any) -> list[Entry]:
        """A Poisson sample of which a random subset stays where it is too large. A neighbour has a null record in place
        of a record: one that is removed would change how many enter."""
        most = {
            "of": (event.dataset_size, "dataset_size"),
            "largest": (event.truncated_batch_size, "truncated_batch_size"),
        }
        settings: dict[str, Fraction | int] = {key: whole(*one, 0, MOST_TIMES) for key, one in most.items()}
        settings["rate"] = exact(event.sampling_probability, "sampling_probability")
        self._require(Neighbours.ZERO_OUT, "a record and a null record", event)
        if not all(settings.values()):  # nobody takes part
            return []
        return [mechanism("truncated-poisson", joint(self._gaussian(event)), **settings)]

    def _zcdp(self, event: Any) -> list[Entry]:
        if exact(event.xi, "xi") != 0:
            raise UnsupportedEvent("ZCDpEvent has an xi that is not 0", "no step here states (xi, rho)-zCDP", event)
        self._stated(event)
        return [mechanism("zcdp", rho=event.rho)]

    def _epsilon_delta(self, event: Any) -> list[Entry]:
        self._stated(event)
        return [mechanism("approximate", epsilon=event.epsilon, delta=event.delta)]

    def _mixture(self, event: Any) -> list[Entry]:
        """A mixture of Gaussians; amounts of probability 0 are left out. Its sensitivities are the amounts by which a
        record may change a number."""
        sigma = exact(event.standard_deviation, "standard_deviation")
        pairs = [
            (exact(amount, "sensitivities"), exact(p, "sampling_probs"))
            for amount, p in zip(event.sensitivities, event.sampling_probs, strict=True)
        ]
        pairs = [(amount, p) for amount, p in pairs if p != 0]
        if not any(amount for amount, _ in pairs):
            return []
        if sigma == 0:
            raise NotPrivate("MixtureOfGaussiansDpEvent adds no noise", "state a standard deviation above 0", event)
        amounts, chances = (":".join(map(str, numbers)) for numbers in zip(*pairs, strict=True))
        return [mechanism("gaussian-mixture", sigma=sigma, sensitivities=amounts, probabilities=chances)]

    def _selected(self, event: Any) -> list[Entry]:
        """The best of a random number of runs, from one of the supported distributions."""
        count = _COUNTS.get(event.shape)
        if count is None:
            raise UnsupportedEvent(
                f"RepeatAndSelectDpEvent has the shape {event.shape}",
                "the shapes 0 (logarithmic), 1 (geometric) and inf (Poisson) have a step here",
                event,
            )
        inner = self._read(event.event, 1)
        mean = exact(event.mean, "mean")
        return [mechanism("repeat-and-select", joint(inner), mean=mean, count=count)] if inner else []

    def _nothing(self, event: Any) -> list[Entry]:
        return []

    def _not_private(self, event: Any) -> list[Entry]:
        raise NotPrivate("NonPrivateDpEvent gives no privacy", "no eps is finite with it", event)


_MECHANISMS: Mapping[str, Callable[[EventReader, Any], list[Entry]]] = {
    "GaussianDpEvent": EventReader._gaussian,
    "LaplaceDpEvent": EventReader._laplace,
    "DiscreteLaplaceDpEvent": EventReader._discrete_laplace,
    "RandomizedResponseDpEvent": EventReader._randomized_response,
    "ZCDpEvent": EventReader._zcdp,
    "EpsilonDeltaDpEvent": EventReader._epsilon_delta,
    "MixtureOfGaussiansDpEvent": EventReader._mixture,
    "SingleEpochTreeAggregationDpEvent": EventReader._tree,
    "TruncatedSubsampledGaussianDpEvent": EventReader._truncated,
    "RepeatAndSelectDpEvent": EventReader._selected,
    "NoOpDpEvent": EventReader._nothing,
    "NonPrivateDpEvent": EventReader._not_private,
}


def _size(event: Any) -> dict[str, Fraction | int]:
    """The parameters of a sample of fixed size."""
    return {
        "size": whole(event.sample_size, "sample_size", 0, MOST_TIMES),
        "of": whole(event.source_dataset_size, "source_dataset_size", 1, MOST_TIMES),
    }


_SAMPLES: Mapping[str, tuple[str, Callable[[Any], dict[str, Fraction | int]]]] = {
    "PoissonSampledDpEvent": (
        "poisson",
        lambda event: {"rate": exact(event.sampling_probability, "sampling_probability")},
    ),
    "SampledWithoutReplacementDpEvent": ("sample", _size),
    "SampledWithReplacementDpEvent": ("sample-with-replacement", _size),
}
"""The wrapper for each sampling event, and the function that reads its parameters."""


def _remedy(event: object) -> str:
    """What to give in place of what is no event that is known."""
    if hasattr(type(event), "ledger"):  # of the class: a property runs no code of theirs
        return _ACCOUNTANT
    return "DpEvent.from_named_tuple makes an event of it" if hasattr(event, "class_name") else _LEAVE
