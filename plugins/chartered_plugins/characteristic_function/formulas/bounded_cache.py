"""A cache of computed values with bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from chartered_verify.work_budget import charge
from msgspec import Struct, field

V = TypeVar("V")


class Kept(Generic[V], Struct):
    """A cache whose sizes add up to at most `most`; when there is no room, it is emptied.

    `units`: the work of values that were requested again. A value is complete before it is stored. An interrupt in
    between wastes room, until the cache is emptied."""

    most: int
    values: dict[Hashable, V] = field(default_factory=dict)
    units: dict[Hashable, int] = field(default_factory=dict)
    room: int = 0

    def cache_clear(self) -> None:
        """Empties the cache."""
        self.values.clear()
        self.units.clear()
        self.room = 0

    def get(self, key: Hashable, size: int, make: Callable[[], V], work: Callable[[], int] = int) -> V:
        """The cached value, or the result of `make`, which is not stored if it is larger than the cache. `work` is
        charged for a cached value, too, so that a budget does not depend on earlier questions."""
        found = self.values.get(key)
        if found is not None:
            units = self.units.get(key)
            if units is None:
                self.units[key] = units = work()
            charge(units)
            return found
        made = make()
        if size > self.room:
            self.cache_clear()
            self.room = self.most
        if size <= self.room:
            self.room -= size
            self.values[key] = made
        return made
