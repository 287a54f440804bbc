"""Events of dp-accounting, known by the names of their classes: what each means, and what is refused."""

from __future__ import annotations

import math
from dataclasses import dataclass, make_dataclass
from fractions import Fraction
from typing import Any

import chartered as ch
import pytest
from chartered.bridges.needs import needs
from chartered.bridges.read_dp_events import EventReader, NotPrivate
from chartered.peers.dp_accounting_relations import ours_named, theirs_named
from chartered_verify.enclosure import sign
from hypothesis import given, strategies as st

FIELDS = {
    "Gaussian": ["noise_multiplier"],
    "Laplace": ["noise_multiplier"],
    "DiscreteLaplace": ["noise_parameter", "sensitivity"],
    "RandomizedResponse": ["noise_parameter", "num_buckets"],
    "SelfComposed": ["event", "count"],
    "Composed": ["events"],
    "PoissonSampled": ["sampling_probability", "event"],
    "SampledWithoutReplacement": ["source_dataset_size", "sample_size", "event"],
    "SampledWithReplacement": ["source_dataset_size", "sample_size", "event"],
    "EpsilonDelta": ["epsilon", "delta"],
    "MixtureOfGaussians": ["standard_deviation", "sensitivities", "sampling_probs"],
    "SingleEpochTreeAggregation": ["noise_multiplier", "step_counts"],
    "NoOp": [],
    "NonPrivate": [],
    "Unsupported": [],
    "TruncatedSubsampledGaussian": ["dataset_size", "sampling_probability", "truncated_batch_size", "noise_multiplier"],
}
CLASSES = {name: make_dataclass(f"{name}DpEvent", fields) for name, fields in FIELDS.items()}


@dataclass
class ZCDpEvent:
    """The only one whose name is another kind of word."""

    rho: float
    xi: float = 0.0


def event(name: str, *values: Any) -> Any:
    """An event that has the name and the fields of theirs."""
    return CLASSES[name](*values)


def texts(read: Any, neighbours: ch.Neighbours | None = None) -> list[str]:
    """The entries of an event as text."""
    return [str(entry) for entry in EventReader(neighbours).read(read)]


GAUSSIAN = event("Gaussian", 1.1)
TWO = event("Composed", [GAUSSIAN, event("Laplace", 1)])


@pytest.mark.parametrize(
    ("read", "shown"),
    [
        (GAUSSIAN, ["gaussian:sigma=1.1,sensitivity=1"]),
        (event("Laplace", 0.1), ["laplace:scale=0.1,sensitivity=1"]),
        (event("DiscreteLaplace", 0.3, 2), ["discrete-laplace:scale=10/3,sensitivity=2"]),
        (event("DiscreteLaplace", 0.3, 0), []),
        (ZCDpEvent(0.1), ["zcdp:rho=0.1"]),
        (event("EpsilonDelta", 0.1, 1e-5), ["approximate:epsilon=0.1,delta=1e-5"]),
        (event("NoOp"), []),
        (event("MixtureOfGaussians", 1.5, [0.0, 1.0, 3.0, 2.0], [0.81, 0.18, 0.0, 0.01]),
         ["gaussian-mixture:sigma=1.5,sensitivities=0:1:2,probabilities=0.81:0.18:0.01"]),
        (event("MixtureOfGaussians", 1.5, [0.0], [1.0]), []),
        (event("SelfComposed", GAUSSIAN, 7), ["gaussian:sigma=1.1,sensitivity=1,times=7"]),
        (event("SelfComposed", event("NonPrivate"), 0), []),
        (event("SelfComposed", event("Composed", [GAUSSIAN, event("SelfComposed", event("Laplace", 2), 3)]), 5),
         ["gaussian:sigma=1.1,sensitivity=1,times=5", "laplace:scale=2,sensitivity=1,times=15"]),
        (event("SelfComposed", event("PoissonSampled", 0.01, GAUSSIAN), 9),
         ["poisson:rate=0.01/gaussian:sigma=1.1,sensitivity=1,times=9"]),
        (event("PoissonSampled", 0, GAUSSIAN), []),
        (event("PoissonSampled", 0.5, event("NoOp")), []),
        (event("PoissonSampled", 0.5, event("PoissonSampled", 0.1, event("Laplace", 1))),
         ["poisson:rate=0.5/poisson:rate=0.1/laplace:scale=1,sensitivity=1"]),
        (event("SampledWithoutReplacement", 100, 7, event("Gaussian", 2.0)),
         ["sample:size=7,of=100/gaussian:sigma=2,sensitivity=1"]),
        (event("RandomizedResponse", 1, 4), []),
        (event("RandomizedResponse", 0, 1), []),
        (event("SelfComposed", event("TruncatedSubsampledGaussian", 100, 0.1, 20, 1.5), 9),
         ["truncated-poisson:rate=0.1,of=100,largest=20/gaussian:sigma=1.5,sensitivity=1,times=9"]),
        (event("TruncatedSubsampledGaussian", 100, 0, 20, 1.5), []),
        (event("TruncatedSubsampledGaussian", 100, 0.1, 0, 0), []),
    ],
)  # fmt: skip
def test_an_event_is_what_its_documentation_says(read: Any, shown: list[str]) -> None:
    """Floats mean their shortest decimal forms, counts multiply, and what touches no data has no entry."""
    assert texts(read) == shown


@pytest.mark.parametrize(
    "read",
    [
        event("NonPrivate"),
        event("Gaussian", 0),
        event("RandomizedResponse", 0, 2),
        event("MixtureOfGaussians", 0, [1], [1]),
        event("TruncatedSubsampledGaussian", 100, 0.1, 20, 0),
    ],
)
def test_what_is_not_private_says_so(read: Any) -> None:
    """Also within other events, and the part at fault is told."""
    for within in (read, event("Composed", [GAUSSIAN, event("SelfComposed", read, 2)])):
        with pytest.raises(NotPrivate) as raised:
            texts(within)
        assert raised.value.event is read


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (event("Unsupported"), "UnsupportedDpEvent has no counterpart: it stands for what has no description"),
        (event("TruncatedSubsampledGaussian", 100, 1.5, 20, 1.0), "rate is 1.5"),
        (event("TruncatedSubsampledGaussian", 100, 0.1, 20.5, 1.0), "truncated_batch_size is 20.5"),
        (ZCDpEvent(0.1, 0.1), "xi that is not 0"),
        (event("Gaussian", -1), "sigma is -1"),
        (event("MixtureOfGaussians", 1, [0, 1], [0.3, 0.69]), "add up to 0.99, and not to exactly 1"),
        (event("MixtureOfGaussians", 1, [0, 1], [1]), "MixtureOfGaussiansDpEvent"),
        (event("MixtureOfGaussians", 1, [-1, 1], [0.5, 0.5]), "sensitivities is -1"),
        (event("Gaussian", math.nan), "not a finite number"),
        (event("Gaussian", "much"), "not a finite number"),
        (event("Gaussian", None), "noise_multiplier is None"),
        (event("DiscreteLaplace", 0, 1), "must be above 0"),
        (event("RandomizedResponse", 1.5, 2), "noise_parameter is 3/2"),
        (event("PoissonSampled", 1.5, GAUSSIAN), "rate is 1.5"),
        (event("SelfComposed", GAUSSIAN, 1.5), "count is 1.5"),
        (event("SelfComposed", GAUSSIAN, -1), "count is -1"),
        (
            event("PoissonSampled", 0.5, event("Composed", [GAUSSIAN, event("PoissonSampled", 0.1, TWO)])),
            "stands among steps on the same records",
        ),
        (make_dataclass("StrangeDpEvent", [])(), "StrangeDpEvent has no counterpart: it is not known here"),
        (7, "int has no counterpart"),
        (type("PLDAccountant", (), {"ledger": property(lambda self: GAUSSIAN)})(), r"read\(accountant.ledger\)"),
        (make_dataclass("_GaussianNamedTuple", [("class_name", str)])("GaussianDpEvent"), "from_named_tuple makes an"),
    ],
)
def test_what_no_step_means_is_refused(part: Any, why: str) -> None:
    """By name and with the reason, however deep it stands."""
    for within in (part, event("Composed", [event("SelfComposed", part, 3)])):
        with pytest.raises(ch.UnsupportedEvent, match=why) as raised:
            texts(within)
        assert raised.value.event is part


def test_an_event_that_is_nested_without_end_is_an_error() -> None:
    """And no failure of the interpreter; nor is one of a class that only has the name."""
    nested = GAUSSIAN
    for _ in range(100_000):
        nested = event("Composed", [nested])
    with pytest.raises(ch.UnsupportedEvent, match="nested too deep"):
        texts(nested)
    with pytest.raises(ch.UnsupportedEvent, match="noise_multiplier"):
        texts(make_dataclass("GaussianDpEvent", [])())


@given(st.fractions(min_value="1/1000", max_value="999/1000"), st.integers(2, 50))
def test_randomized_response_has_the_odds_of_its_noise(p: Fraction, k: int) -> None:
    """eps is at least log(1 + k (1 - p)/p), and above it by less than one in 1e35; it needs replaced records."""
    reader = EventReader()
    (found,) = reader.read(event("RandomizedResponse", p, k))
    epsilon = found.step.settings["epsilon"]
    assert isinstance(epsilon, Fraction)
    odds = 1 + k * (1 - p) / p
    assert sign(lambda xp: xp.exp(xp.number(epsilon)) - xp.number(odds)) in (0, 1)
    less = epsilon * (1 - Fraction(1, 10**35))
    assert sign(lambda xp: xp.exp(xp.number(less)) - xp.number(odds)) == -1
    assert reader.needed is ch.Neighbours.REPLACE_ONE
    with pytest.raises(ch.UnsupportedEvent, match="two values of one record"):
        texts(event("RandomizedResponse", p, k), ch.Neighbours.ADD_OR_REMOVE)


RESPONSE, TREE = event("RandomizedResponse", 0.5, 4), event("SingleEpochTreeAggregation", 3, [4, 7])


@pytest.mark.parametrize("relation", [None, *ch.Neighbours])
@pytest.mark.parametrize("within", [RESPONSE, event("SelfComposed", event("Composed", [GAUSSIAN, RESPONSE]), 3)])
def test_a_response_is_not_amplified_by_a_poisson_sample(relation: ch.Neighbours | None, within: Any) -> None:
    """With probability q it tells a value apart from another by its whole eps, and not by log(1 + q (e^eps - 1)): read
    as a guarantee under add-or-remove, it would cost too little."""
    with pytest.raises(ch.UnsupportedEvent, match="added or removed") as raised:
        texts(event("PoissonSampled", 0.1, within), relation)
    assert raised.value.event is RESPONSE
    assert texts(event("SampledWithReplacement", 60, 6, RESPONSE))


@pytest.mark.parametrize("stated", [event("EpsilonDelta", 0.1, 1e-5), ZCDpEvent(0.1)])
def test_what_is_stated_of_replaced_records_is_not_amplified_by_a_poisson_sample(stated: Any) -> None:
    """Beside the sample and after it, it is read; in one, it would be taken for a guarantee under add-or-remove."""
    sampled = event("PoissonSampled", 0.1, event("SelfComposed", stated, 2))
    assert texts(sampled) == texts(sampled, ch.Neighbours.ADD_OR_REMOVE) == texts(sampled, ch.Neighbours.ZERO_OUT)
    with pytest.raises(ch.UnsupportedEvent, match="record that is replaced"):
        texts(sampled, ch.Neighbours.REPLACE_ONE)
    beside = event("Composed", [event("PoissonSampled", 0.1, GAUSSIAN), stated])
    assert len(texts(beside, ch.Neighbours.REPLACE_ONE)) == 2


@pytest.mark.parametrize("parts", [[RESPONSE, TREE], [TREE, RESPONSE], [TREE, event("Composed", [RESPONSE])]])
def test_events_of_two_relations_are_refused_in_either_order(parts: list[Any]) -> None:
    """Nobody asked for a relation, and no relation fits both."""
    with pytest.raises(ch.UnsupportedEvent, match="and another event does not"):
        texts(event("Composed", parts))


def test_steps_on_one_sample_are_read() -> None:
    """Composed or repeated, Gaussian or not; one that runs once is itself."""
    both = event("Composed", [event("Gaussian", 3), event("SelfComposed", event("Laplace", 4), 2)])
    assert texts(event("PoissonSampled", 0.1, both)) == [
        "poisson:rate=0.1/(gaussian:sigma=3,sensitivity=1 + laplace:scale=4,sensitivity=1,times=2)"
    ]
    four = event("SelfComposed", event("Gaussian", 4.0), 4)
    assert texts(event("SelfComposed", event("SampledWithoutReplacement", 9, 3, four), 5)) == [
        "sample:size=3,of=9/(gaussian:sigma=4,sensitivity=1,times=4):times=5"
    ]
    once = event("Composed", [event("NoOp"), event("SelfComposed", event("Gaussian", 3), 1)])
    assert texts(event("PoissonSampled", 0.1, once)) == ["poisson:rate=0.1/gaussian:sigma=3,sensitivity=1"]


def test_a_bridge_without_its_package_says_how_to_install_it() -> None:
    """One line that names the extra; a package that is there passes."""
    needs("click", "click")
    says = r'needs opacus, which is not installed; pip install "chartered\[opacus\]"'
    with pytest.raises(ch.CharteredError, match=says):
        needs("no_such_module", "opacus")


def test_relations_have_one_name_each() -> None:
    """Ours and theirs lead back to each other; what they do not know has no counterpart."""
    for relation in ch.Neighbours:
        assert ours_named(theirs_named(relation)) is relation
    with pytest.raises(ch.NeighboursMismatch, match="has no counterpart here"):
        ours_named("REPLACE_TWO")
