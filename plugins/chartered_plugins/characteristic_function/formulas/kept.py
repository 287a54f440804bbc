"""Values that are kept for when they are asked for again, bounded by the memory that they take."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from chartered_verify.budget import charge

V = TypeVar("V")


@dataclass(slots=True)
class Kept(Generic[V]):
    """Values by their keys, of which the sizes add up to at most `most`; where there is no room, all are forgotten.

    A value is complete before it is seen. An interrupt in between loses room at most, until all are forgotten."""

    most: int
    values: dict[Hashable, V] = field(default_factory=dict)
    room: int = 0

    def cache_clear(self) -> None:
        """Forgets all."""
        self.values.clear()
        self.room = 0

    def get(self, key: Hashable, size: int, make: Callable[[], V], work: Callable[[], int] = int) -> V:
        """The value, made if it is not there; one that is larger than all room is not kept. What it takes to make is
        charged where it is there, too, so that a budget does not depend on what was asked before."""
        found = self.values.get(key)
        if found is not None:
            charge(work())
            return found
        made = make()
        if size > self.room:
            self.values.clear()
            self.room = self.most
        if size <= self.room:
            self.room -= size
            self.values[key] = made
        return made
