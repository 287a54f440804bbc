"""Which data sets count as neighbours: a type, so that no path can mix two relations unnoticed. What is known of a
relation is stated here, and nowhere else."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Self

from ..errors import NeighboursMismatch


@dataclass(frozen=True, slots=True)
class Relation:
    """What is stated of a relation: its `name` in text and JSON; by what neighbours differ (`change`, a few words), and
    which data sets they are (`definition`, a sentence); and the name of the relation that it `doubles`, if two changes
    of that one make one of this."""

    name: str
    change: str
    definition: str
    doubles: str | None = None


class Neighbours(enum.Enum):
    """The relation under which a guarantee holds: which data sets are neighbours. `value` is its name."""

    _value_: str
    relation: Relation

    ADD_OR_REMOVE = Relation(
        "add-or-remove",
        change="one record is added or removed",
        definition="two data sets are neighbours if one is the other with one record added or removed",
    )
    REPLACE_ONE = Relation(
        "replace-one",
        change="one record is replaced",
        definition="two data sets are neighbours if they have the same number of records and differ in one of them",
        doubles="add-or-remove",
    )

    def __new__(cls, stated: object) -> Self:
        """The relation of which this is stated; of one that is known, its name is enough."""
        if not isinstance(stated, Relation):
            raise TypeError(f"{stated!r} states no relation")
        found = object.__new__(cls)
        found._value_, found.relation = stated.name, stated
        return found

    @property
    def change(self) -> str:
        """By what neighbours differ, in a few words."""
        return self.relation.change

    @property
    def definition(self) -> str:
        """Which data sets are neighbours, in a sentence."""
        return self.relation.definition

    @property
    def doubles(self) -> Neighbours | None:
        """The relation of which two changes make one of this, or None: theorems that cross lead from there to here."""
        return None if self.relation.doubles is None else Neighbours(self.relation.doubles)

    @property
    def span(self) -> int:
        """How many changes by the stated sensitivity lead to a neighbour. A theorem about a step asks its case instead
        (`Case.span`), which knows whether the step is a local randomizer: there nothing is doubled."""
        return 1 if self.doubles is None else 2 * self.doubles.span

    def admits(self, required: Neighbours) -> bool:
        """Whether a step that makes sense only under `required` may stand in a ledger under this relation: it is the
        same one, or theorems that cross lead from there."""
        return required in (self, self.doubles)

    @classmethod
    def names(cls) -> str:
        """All of them by name, in words."""
        *others, last = (relation.value for relation in cls)
        return f"{', '.join(others)} or {last}"

    @classmethod
    def read(cls, value: object) -> Neighbours:
        """The relation named by `value`. Raises NeighboursMismatch for an unknown name."""
        try:
            return cls(value)
        except ValueError:
            raise NeighboursMismatch(f"neighbours is {value!r}", f"it must be {cls.names()}") from None

    @classmethod
    def chosen(cls, neighbours: Neighbours | str | None, neighbors: Neighbours | str | None) -> Neighbours | None:
        """The relation that is asked for in either spelling, if one is. Raises NeighboursMismatch for an unknown name,
        and where both are given."""
        if neighbours is not None and neighbors is not None:
            raise NeighboursMismatch("both neighbours and neighbors are given", "give one of them")
        given = neighbors if neighbours is None else neighbours
        return None if given is None else cls.read(given)


DEFAULT = Neighbours.ADD_OR_REMOVE
"""The relation of a ledger whose steps require none, if none is asked for."""
