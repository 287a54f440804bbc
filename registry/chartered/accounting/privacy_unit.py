"""What is proved of a whole unit of privacy, a person with several records, where a ledger is about one record."""

from __future__ import annotations

from collections.abc import Sequence

from chartered_verify.catching import ours

from ..errors import CharteredError, NeighboursMismatch
from ..host.registry import Registry
from ..ledger.checked_steps import make_step
from ..ledger.entries import Entry
from ..ledger.required_relation import records, relation
from ..model.neighbours import Neighbours
from .answers import Answer
from .every_path import Accounting
from .request import Request


def of_whole_unit(known: Registry, answer: Answer, size: object) -> Answer | None:
    """The answer to the same question for persons with at most `size` records; None if nothing is proved of them, or if
    the size is not stated, or 1. It is the answer itself if its ledger is about such persons."""
    if not isinstance(size, int) or size <= 1:
        return None
    if records(known, answer.entries) >= size:
        return answer
    try:
        entries = _of_persons(known, answer.entries, answer.neighbours, size)
        found = Accounting(Request(known, entries, relation(known, entries, answer.neighbours))).best(answer.question)
    except ours(CharteredError):
        return None
    return found if found.why is None else None


def _of_persons(registry: Registry, entries: Sequence[Entry], neighbours: Neighbours, size: int) -> tuple[Entry, ...]:
    """The same steps for persons with at most `size` records, if a wrapper for that holds under the same relation; then
    no number of a step is read under another one. Raises CharteredError otherwise."""
    wrappers = (one for one in registry.mechanisms.values() if one.records and one.requires in (None, neighbours))
    wrapper = next(wrappers, None)
    if wrapper is None:
        raise NeighboursMismatch(f"nothing is stated of groups of records under {neighbours.value}")
    return tuple(
        entry
        if records(registry, [entry]) >= size
        else Entry(make_step(registry, wrapper.name, {wrapper.records: size}, entry.step), entry.times, entry.label)
        for entry in entries
    )
