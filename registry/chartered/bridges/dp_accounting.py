"""Google's dp-accounting: reads its events into a ledger, writes a ledger as its event, and provides `Accountant`, a
`PrivacyAccountant` of that package that answers with our accountants. Needs the extra `dp-accounting`."""

from __future__ import annotations

import math
from typing import Any

from ..accounting.answers import Answer
from ..accounting.ledger import Ledger
from ..errors import CharteredError, Unavailable, UnsupportedEvent
from ..host.registry import registry
from ..ledger.entries import Entry
from ..model.exact_numbers import Exact
from ..model.neighbours import Neighbours
from ..model.steps import Step
from ..peers.dp_events import event_of
from ..peers.plain_steps import plain_steps
from ..peers.relations import ours_named, theirs_named
from .dp_events import EventReader, NotPrivate
from .needs import needs

needs("dp_accounting", "dp-accounting")

from dp_accounting import DpEvent, NeighboringRelation, PrivacyAccountant  # noqa: E402  # after a clear error

_LARGE = 10_000.0
"""A finite eps in place of an infinite one."""
_NOTHING = "pure:epsilon=0"
"""The entry of a ledger that accesses no data: a ledger may not be empty."""


def read(event: DpEvent, neighbours: Neighbours | NeighboringRelation | str | None = None) -> Ledger:
    """The ledger of an event, under one of our relations or of theirs (`NeighboringRelation`); without a relation,
    under the one that its parts need, or else add-or-remove.

    Floats are read as their shortest decimal form. The eps of randomized response is rounded up. Raises
    UnsupportedEvent, whose `event` is the unsupported part, for an event without a corresponding step and for one that
    is not private; NeighboursMismatch for a relation that has no counterpart, or that a part cannot have."""
    wanted = _relation(neighbours)
    reader = EventReader(wanted)
    return Ledger(reader.read(event) or _NOTHING, wanted or reader.needed)


def write(ledger: Ledger) -> DpEvent:
    """The ledger as an event, to be composed under the same relation (`relation_of`). A number that no double
    represents is rounded in the direction of more privacy loss. Raises UnsupportedEvent for a step without a
    corresponding event."""
    try:
        return event_of(plain_steps(registry(), ledger.entries, ledger.neighbours))
    except Unavailable as error:
        raise UnsupportedEvent(f"{ledger!r} cannot be written as a DpEvent: {error}", "leave that step out") from None


def relation_of(ledger: Ledger) -> NeighboringRelation:
    """The ledger's relation as a `NeighboringRelation`. Raises NeighboursMismatch if it has no counterpart."""
    return NeighboringRelation[theirs_named(ledger.neighbours)]


class Accountant(PrivacyAccountant):  # type: ignore[misc]  # that package has no types
    """A `PrivacyAccountant` that answers with our accountants: certified, and rounded up.

    `accountant` restricts the answers to one accountant; without it, the tightest answer is given. It supports the
    events that `read` reads; a `NonPrivateDpEvent` makes every eps infinite. Raises NeighboursMismatch for a relation
    that has no counterpart."""

    def __init__(
        self,
        neighboring_relation: NeighboringRelation = NeighboringRelation.ADD_OR_REMOVE_ONE,
        accountant: str | None = None,
    ) -> None:
        super().__init__(neighboring_relation)
        self._neighbours = ours_named(neighboring_relation.name)
        self._accountant = accountant
        self._runs: dict[Step, int] = {}
        self._private = True

    def _maybe_compose(self, event: DpEvent, count: int, do_compose: bool) -> Any:
        """The hook of `PrivacyAccountant`: returns None, or the reason why the event is not supported. The state
        changes only with `do_compose`."""
        try:
            entries = EventReader(self._neighbours).read(event)
            if entries:
                Ledger(entries, self._neighbours)  # a part may need another relation
        except NotPrivate:
            self._private = self._private and not (do_compose and count)
            return None
        except CharteredError as error:
            at_fault = getattr(error, "event", None) or event
            return PrivacyAccountant.CompositionErrorDetails(invalid_event=at_fault, error_message=str(error))
        if do_compose and count:
            for entry in entries:
                self._runs[entry.step] = self._runs.get(entry.step, 0) + entry.times * count
        return None

    def as_ledger(self) -> Ledger:
        """All composed events as a ledger. Raises UnsupportedEvent if one of them is not private."""
        if not self._private:
            raise NotPrivate("an event that is not private was composed", "no eps is finite")
        entries = [Entry(step, times) for step, times in self._runs.items()]
        return Ledger(entries or _NOTHING, self._neighbours)

    def answer(self, target_delta: Exact) -> Answer:
        """The tightest answer at a delta, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(target_delta, self._accountant)

    def get_epsilon(self, target_delta: float) -> float:
        """The least eps at a delta, rounded up; inf if no eps is finite; 0 for a delta >= 1. Raises CharteredError."""
        if not self._private:
            return math.inf
        return 0.0 if target_delta >= 1 else self.answer(target_delta).upper

    def get_delta(self, target_epsilon: float) -> float:
        """The least delta at an eps, rounded up; for an infinite eps, delta at a large finite one, which is no smaller.
        Raises CharteredError."""
        if not self._private:
            return 1.0
        return self.as_ledger().delta(min(target_epsilon, _LARGE), self._accountant).upper


def _relation(neighbours: Neighbours | NeighboringRelation | str | None) -> Neighbours | None:
    if isinstance(neighbours, NeighboringRelation):
        return ours_named(neighbours.name)
    return None if neighbours is None else Neighbours.read(neighbours)
