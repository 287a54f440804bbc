"""The unit of privacy: one record, or all records of a person, as far as the steps of a ledger protect them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..errors import NeighboursMismatch
from ..model.neighbours import Neighbours
from ..model.steps import Step
from .entries import Entry
from .parsing import make_step

if TYPE_CHECKING:
    from ..host.registry import Registry


def records(registry: Registry, entries: Sequence[Entry]) -> int:
    """The number of records that change together between neighbours: the least over the steps, of which each holds for
    as many as its wrapper says, and without such a wrapper for one."""
    return min((_records(registry, entry.step) for entry in entries), default=1)


def _records(registry: Registry, step: Step) -> int:
    known = registry.mechanisms.get(step.name)  # an answer may come from another installation
    size = step.settings.get(known.records) if known is not None and known.records else None
    if isinstance(size, Fraction):
        return int(size)
    inside = [step.inner] if step.inner is not None else [part for part, _ in step.joint]
    return min((_records(registry, part) for part in inside), default=1)


def relation_in_words(registry: Registry, entries: Sequence[Entry], neighbours: Neighbours) -> str:
    """The relation by its name, and how neighbours differ: by a record, or by the records of a person."""
    return f"{neighbours.value}: {neighbours.change_of(records(registry, entries))}"


def of_persons(registry: Registry, entries: Sequence[Entry], neighbours: Neighbours, size: int) -> tuple[Entry, ...]:
    """The same steps for persons with at most `size` records, if a wrapper for that holds under the same relation; then
    no number of a step is read under another one. Raises CharteredError otherwise."""
    wrappers = (one for one in registry.mechanisms.values() if one.records and one.requires in (None, neighbours))
    wrapper = next(wrappers, None)
    if wrapper is None:
        raise NeighboursMismatch(f"nothing is stated of groups of records under {neighbours.value}")
    return tuple(
        entry
        if _records(registry, entry.step) >= size
        else Entry(make_step(registry, wrapper.name, {wrapper.records: size}, entry.step), entry.times, entry.label)
        for entry in entries
    )
