"""The steps of an open ledger until now, with what must be known of them to judge the next one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

from msgspec import Struct, field
from msgspec.structs import replace

from ..host.registry import registry
from ..ledger.entries import Entry, merged
from ..ledger.required_relation import Pattern, carried, of_each_pattern, relation
from ..model.neighbours import Neighbours

_UNMERGED = 1000
"""The number of entries up to which equal ones wait to be merged; beyond it, up to as many as there are others."""


class StepsSoFar(Struct, frozen=True):
    """Steps under one relation. What changes together is replaced together, as one value, so that an interrupt leaves
    it as it was.

    `chosen`: the relation that the user chose, or a ledger that was added first. `relation`: the one under which the
    steps were added. `entries`: the steps, equal ones merged now and then. `patterns`: the first step of each pattern;
    whether further ones fit does not depend on more, so that a step is judged without a look at all earlier ones."""

    chosen: Neighbours | None
    relation: Neighbours | None = None
    entries: list[Entry] = field(default_factory=list)
    patterns: Mapping[Pattern, Entry] = field(default_factory=dict)
    most: int = _UNMERGED

    def fitting(self, added: Iterable[Entry], stated: Neighbours | None) -> Self:
        """The same steps, ready for those that are `added`, which were written for the relation `stated` if there is
        one. Raises NeighboursMismatch if they do not fit."""
        new = of_each_pattern(added)
        if stated is None and new.keys() <= self.patterns.keys():
            return self
        known, chosen = registry(), self.chosen if self.chosen or self.entries else stated
        patterns = {**new, **self.patterns}
        after = relation(known, [*self.patterns.values(), *new.values()], chosen)
        carried(known, self.patterns.values(), self.relation, after, "the ledger so far")
        carried(known, new.values(), stated, after, "the ledger that is added")
        return replace(self, chosen=chosen, relation=after, patterns=patterns, entries=list(self.entries))

    def merged(self) -> Self:
        """The same steps with equal ones merged."""
        entries = list(merged(self.entries))
        return replace(self, entries=entries, most=max(_UNMERGED, 2 * len(entries)))
