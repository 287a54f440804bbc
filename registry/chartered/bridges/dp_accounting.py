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
from ..peers.dp_accounting_relations import ours_named, theirs_named
from ..peers.plain_steps import plain_steps
from ..peers.write_dp_events import event_of
from .needs import needs
from .read_dp_events import EventReader, NotPrivate

needs("dp_accounting", "dp-accounting")

from dp_accounting import DpEvent, NeighboringRelation, PrivacyAccountant  # noqa: E402  # after a clear error

_LARGE = 10_000.0
"""A finite eps in place of an infinite one."""
_NOTHING = "pure:epsilon=0"
"""The entry of a ledger that accesses no data: a ledger may not be empty."""


def read(event: DpEvent, neighbours: Neighbours | NeighboringRelation | str | None = None) -> Ledger:
    """The ledger of an event.

    Floats are read as their shortest decimal form. The eps of randomized response is rounded up.

    Args:
        event: A `DpEvent`.
        neighbours: One of our relations or of theirs (`NeighboringRelation`); None: the one that its parts need, or
            else add-or-remove.

    Returns:
        The ledger.

    Raises:
        UnsupportedEvent: A part has no corresponding step, or is not private; `event` is that part.
        NeighboursMismatch: The relation has no counterpart, or a part cannot have it.

    Examples:
        >>> from dp_accounting import GaussianDpEvent, SelfComposedDpEvent
        >>> from chartered.bridges import dp_accounting as bridge
        >>> bridge.read(SelfComposedDpEvent(GaussianDpEvent(20), 1000))
        Ledger(['gaussian:sigma=20,sensitivity=1,times=1000'], neighbours='add-or-remove')
    """
    wanted = _relation(neighbours)
    reader = EventReader(wanted)
    return Ledger(reader.read(event) or _NOTHING, wanted or reader.needed)


def write(ledger: Ledger) -> DpEvent:
    """The ledger as an event, to be composed under the same relation (`relation_of`).

    A number that no double represents is rounded in the direction of more privacy loss.

    Args:
        ledger: The ledger.

    Returns:
        The `DpEvent`.

    Raises:
        UnsupportedEvent: A step has no corresponding event.

    Examples:
        >>> from chartered.bridges import dp_accounting as bridge
        >>> bridge.write(ch.Ledger("gaussian:sigma=20,times=1000"))
        SelfComposedDpEvent(event=GaussianDpEvent(noise_multiplier=20.0), count=1000)
    """
    try:
        return event_of(plain_steps(registry(), ledger.entries, ledger.neighbours))
    except Unavailable as error:
        raise UnsupportedEvent(f"{ledger!r} cannot be written as a DpEvent: {error}", "leave that step out") from None


def relation_of(ledger: Ledger) -> NeighboringRelation:
    """The ledger's relation in that package's words.

    Args:
        ledger: The ledger.

    Returns:
        The `NeighboringRelation`.

    Raises:
        NeighboursMismatch: It has no counterpart.

    Examples:
        >>> from chartered.bridges import dp_accounting as bridge
        >>> bridge.relation_of(ch.Ledger("gaussian:sigma=20")).name
        'ADD_OR_REMOVE_ONE'
    """
    return NeighboringRelation[theirs_named(ledger.neighbours)]


class Accountant(PrivacyAccountant):  # type: ignore[misc]  # that package has no types
    """A `PrivacyAccountant` that answers with our accountants: certified, and rounded up.

    It supports the events that `read` reads; a `NonPrivateDpEvent` makes every eps infinite.

    Args:
        neighboring_relation: The relation, in that package's words.
        accountant: The name of one of our accountants; None: the tightest answer.

    Raises:
        NeighboursMismatch: The relation has no counterpart.

    Examples:
        >>> from dp_accounting import GaussianDpEvent
        >>> from chartered.bridges import dp_accounting as bridge
        >>> accountant = bridge.Accountant().compose(GaussianDpEvent(20), 1000)
        >>> accountant.get_epsilon(1e-5), accountant.get_delta(8)
        (7.511275900744783, 2.496884116227402e-06)
        >>> accountant.answer(1e-5).accountant, accountant.as_ledger()
        ('gdp', Ledger(['gaussian:sigma=20,sensitivity=1,times=1000'], neighbours='add-or-remove'))
    """

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
        """The tightest answer at `target_delta`, with its path and its certificate. Raises CharteredError."""
        return self.as_ledger().epsilon(target_delta, self._accountant)

    def get_epsilon(self, target_delta: float) -> float:
        """The least eps at `target_delta`, rounded up; inf if none is finite. Raises CharteredError.

        0 for a delta of at least 1.
        """
        if not self._private:
            return math.inf
        return 0.0 if target_delta >= 1 else self.answer(target_delta).upper

    def get_delta(self, target_epsilon: float) -> float:
        """The least delta at `target_epsilon`, rounded up. Raises CharteredError.

        For an infinite eps, delta at a large finite one, which is no smaller.
        """
        if not self._private:
            return 1.0
        return self.as_ledger().delta(min(target_epsilon, _LARGE), self._accountant).upper


def _relation(neighbours: Neighbours | NeighboringRelation | str | None) -> Neighbours | None:
    if isinstance(neighbours, NeighboringRelation):
        return ours_named(neighbours.name)
    return None if neighbours is None else Neighbours.read(neighbours)
