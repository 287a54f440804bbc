"""Google's dp-accounting: its events are read into a ledger, a ledger is written as its event, and `Accountant` is one
of its `PrivacyAccountant`s that answers by ours. Needs the extra `dp-accounting`."""

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
"""An eps that stands for an infinite one."""
_NOTHING = "pure:epsilon=0"
"""What a ledger holds that touches no data: it may not be empty."""


def read(event: DpEvent, neighbours: Neighbours | NeighboringRelation | str | None = None) -> Ledger:
    """The ledger that an event means, under our relation or theirs (`NeighboringRelation`); without one, under the
    relation that its parts need, else add-or-remove.

    Floats mean their shortest decimal form. The eps of randomized response is rounded up. Raises UnsupportedEvent,
    whose `event` is the part at fault: what no step here means, and what is not private; NeighboursMismatch for a
    relation that has no counterpart, or that a part cannot have."""
    wanted = _relation(neighbours)
    reader = EventReader(wanted)
    return Ledger(reader.read(event) or _NOTHING, wanted or reader.needed)


def write(ledger: Ledger) -> DpEvent:
    """The ledger as an event, to be composed under the same relation (`relation_of`). A number that no double means is
    rounded to where the event costs more. Raises UnsupportedEvent for a step that has no event."""
    try:
        return event_of(plain_steps(registry(), ledger.entries, ledger.neighbours))
    except Unavailable as error:
        raise UnsupportedEvent(f"{ledger!r} cannot be written as a DpEvent: {error}", "leave that step out") from None


def relation_of(ledger: Ledger) -> NeighboringRelation:
    """The ledger's relation as theirs. Raises NeighboursMismatch where they have none."""
    return NeighboringRelation[theirs_named(ledger.neighbours)]


class Accountant(PrivacyAccountant):  # type: ignore[misc]  # that package has no types
    """A `PrivacyAccountant` that answers by ours: certified, and rounded up.

    `accountant` limits the answers to one accountant of ours; without it the tightest is given. What it `supports` is
    what `read` reads; a `NonPrivateDpEvent` makes every eps infinite. Raises NeighboursMismatch for a relation that has
    no counterpart."""

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
        """Their hook: None, or why the event is not supported; state changes only with `do_compose`."""
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
        """All that was composed, as a ledger of ours. Raises UnsupportedEvent if some of it is not private."""
        if not self._private:
            raise NotPrivate("an event that is not private was composed", "no eps is finite")
        entries = [Entry(step, times) for step, times in self._runs.items()]
        return Ledger(entries or _NOTHING, self._neighbours)

    def answer(self, target_delta: Exact) -> Answer:
        """The tightest answer at a delta, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(target_delta, self._accountant)

    def get_epsilon(self, target_delta: float) -> float:
        """The least eps at a delta, rounded up; infinite where none is finite. At a delta of 1 or more nothing is
        asked. Raises CharteredError."""
        if not self._private:
            return math.inf
        return 0.0 if target_delta >= 1 else self.answer(target_delta).upper

    def get_delta(self, target_epsilon: float) -> float:
        """The least delta at an eps, rounded up; at an infinite one that at a large one, which is no smaller. Raises
        CharteredError."""
        if not self._private:
            return 1.0
        return self.as_ledger().delta(min(target_epsilon, _LARGE), self._accountant).upper


def _relation(neighbours: Neighbours | NeighboringRelation | str | None) -> Neighbours | None:
    if isinstance(neighbours, NeighboringRelation):
        return ours_named(neighbours.name)
    return None if neighbours is None else Neighbours.read(neighbours)
