"""A ledger in the terms that other packages know: noise multiplier, sampling rate, count.

The noise multiplier is the scale of the noise divided by the norm that bounds one record, under each relation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.required_relation import required_by
from ..model.neighbours import Neighbours
from ..model.steps import Step
from ..model.theorems import Case
from ..paths.rewriting import written_out
from .rounding_to_doubles import costlier_double

_GUARANTEES = ("randomized-response", "zcdp", "pure", "approximate")
"""Steps that state a guarantee, which other packages read as one under the relation of the whole ledger."""


class PlainStep(Struct, frozen=True):
    """One mechanism by its `kind` and numbers, on a Poisson sample of that `rate`, or on a sample (size, of) `drawn`
    without replacement, run `times` times. A joint step has `parts`, which run on the same records."""

    kind: str
    numbers: Mapping[str, Fraction]
    rate: Fraction = Fraction(1)
    drawn: tuple[int, int] | None = None
    times: int = 1
    parts: tuple[PlainStep, ...] = ()

    def double(self, name: str) -> float:
        """A number of the mechanism as a double, rounded in the direction of more privacy loss: noise down, all others
        up."""
        return costlier_double(self.numbers[name], up=name != "noise")

    @property
    def rate_double(self) -> float:
        """The sampling rate as a double, rounded up."""
        return costlier_double(self.rate, up=True)


def plain_steps(registry: Registry, entries: Iterable[Entry], neighbours: Neighbours) -> list[PlainStep]:
    """The ledger as plain steps. Raises Unavailable for a step that cannot be expressed, with its name."""
    given = tuple(entries)
    parts = written_out(registry, given, neighbours)
    all_entries = (part for entry, some in zip(given, parts, strict=True) for part in (some or (entry,)))
    return [_Reading(neighbours, _inside(registry, entry.step, neighbours)).of(entry) for entry in all_entries]


def _inside(registry: Registry, step: Step, neighbours: Neighbours) -> Neighbours:
    """The relation under which a step states its parameters: the one that it requires, if theorems lead from there to
    the ledger's; otherwise the ledger's."""
    need = required_by(registry, step)
    return need if need is not None and neighbours.crosses_from(need) else neighbours


class _Reading(Struct):
    """Converts one entry of a ledger, from the outermost wrapper inwards; its parameters are stated under
    `neighbours`."""

    ledger: Neighbours
    neighbours: Neighbours
    rate: Fraction = Fraction(1)
    drawn: tuple[int, int] | None = None

    @property
    def _mechanisms(self) -> Mapping[str, Callable[[Step], dict[str, Fraction]]]:
        """The mechanisms that can be expressed."""
        return {
            "gaussian": self._gaussian,
            "gdp": self._gdp,
            "laplace": self._laplace,
            "discrete-laplace": self._discrete_laplace,
            "randomized-response": lambda step: _numbers(step, "epsilon", "k"),
            "zcdp": lambda step: _numbers(step, "rho"),
            "pure": lambda step: _numbers(step, "epsilon"),
            "approximate": lambda step: _numbers(step, "epsilon", "delta"),
            "gaussian-mixture": _mixture,
            "tree-aggregation": self._tree,
        }

    def of(self, entry: Entry) -> PlainStep:
        """The entry as a plain step. Raises Unavailable."""
        step = entry.step
        while step.inner is not None:
            self._sample(step)
            step = step.inner
        if step.joint:
            parts = tuple(_Reading(self.ledger, self.neighbours).of(Entry(part, times)) for part, times in step.joint)
            return PlainStep(step.name, {}, self.rate, self.drawn, entry.times, parts)
        if step.name not in self._mechanisms:
            raise Unavailable(f"no other package is asked about {step.name}")
        if step.name in _GUARANTEES and self.ledger is not self.neighbours:
            raise Unavailable(f"{step} states its guarantee under {self.neighbours.value}, not its noise")
        kind = "gaussian" if step.name == "gdp" else step.name
        return PlainStep(kind, self._mechanisms[step.name](step), self.rate, self.drawn, entry.times)

    def _sample(self, step: Step) -> None:
        """Records a Poisson sample, or a sample of fixed size. Raises Unavailable for any other wrapper."""
        if step.name == "poisson" and self.drawn is None:
            self.rate *= _number(step, "rate")
        elif step.name == "sample" and self.rate == 1 and self.drawn is None:
            self.drawn = int(_number(step, "size")), int(_number(step, "of"))
        else:
            raise Unavailable(f"no other package is asked about {step.name} around another step")

    def _norm(self, step: Step) -> Fraction:
        """The norm of one record: the sensitivity under the ledger's relation, divided by the number of records that
        change."""
        return Case(step, self.neighbours).sensitivity / self.neighbours.span

    def _gaussian(self, step: Step) -> dict[str, Fraction]:
        return {"noise": _number(step, "sigma") / self._norm(step)}

    def _tree(self, step: Step) -> dict[str, Fraction]:
        """A single pass. Raises Unavailable where a record takes part several times."""
        if "separation" in step.settings:
            raise Unavailable("no other package is asked about a tree in which a record takes part several times")
        return {**self._gaussian(step), **_numbers(step, "steps")}

    def _gdp(self, step: Step) -> dict[str, Fraction]:
        """The noise multiplier of a mu: mu is stated under one relation, a noise multiplier is relative to the norm of
        a record."""
        mu = _number(step, "mu")
        if step.settings.get("failure"):
            raise Unavailable("no other package is asked about a Gaussian guarantee except for a failure")
        if mu == 0:
            raise Unavailable("gdp with mu = 0 is no noise that another package knows")
        return {"noise": self.neighbours.span / mu}

    def _laplace(self, step: Step) -> dict[str, Fraction]:
        if "epsilon" in step.settings:  # stated for one relation, as mu is
            return {"noise": self.neighbours.span / _number(step, "epsilon")}
        return {"noise": _number(step, "scale") / self._norm(step)}

    def _discrete_laplace(self, step: Step) -> dict[str, Fraction]:
        if "epsilon" not in step.settings:
            return {"parameter": 1 / _number(step, "scale"), "sensitivity": self._norm(step)}
        if self.neighbours.span != 1:
            raise Unavailable(f"{step} states its guarantee under {self.neighbours.value}, not its noise")
        return {"parameter": _number(step, "epsilon"), "sensitivity": Fraction(1)}


def _number(step: Step, name: str) -> Fraction:
    """A number that a step states. Raises Unavailable if it states none."""
    value = step.settings.get(name)
    if not isinstance(value, Fraction):
        raise Unavailable(f"{step} states no number for {name}")
    return value


def _numbers(step: Step, *names: str) -> dict[str, Fraction]:
    return {name: _number(step, name) for name in names}


def _mixture(step: Step) -> dict[str, Fraction]:
    """sigma, and the sensitivity and probability of each amount by its index: s0, p0, s1, ..."""
    found = _numbers(step, "sigma")
    for letter, name in ("s", "sensitivities"), ("p", "probabilities"):
        found |= {f"{letter}{index}": Fraction(x) for index, x in enumerate(str(step.settings[name]).split(":"))}
    return found
