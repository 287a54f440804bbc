"""Which data sets count as neighbours: a type, so that no path can mix two relations unnoticed. What is known of a
relation is stated here, and nowhere else."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from ..errors import NeighboursMismatch


@dataclass(frozen=True, slots=True)
class Relation:
    """What is stated of a relation: its `name` in text and JSON; by what neighbours differ (`change`, a few words), and
    which data sets they are (`definition`, a sentence); the name of the relation that it `doubles`, if two changes of
    that one make one of this; the name of the one by which it is `implied`, if each change of this one is a change of
    that one for whoever runs a step; and the parameter of a step that states the sensitivity under it (`sensitivity`),
    of which none is doubled, where that is not the one that states it under the relation that is doubled."""

    name: str
    change: str
    definition: str
    doubles: str | None = None
    implied: str | None = None
    sensitivity: str | None = None


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
        doubles="zero-out",
        sensitivity="replace-sensitivity",
    )
    ZERO_OUT = Relation(
        "zero-out",
        change="one record is replaced by a null record, of no effect",
        definition="two data sets are neighbours if they have the same number of records, which is public, and one is "
        "the other with a null record in place of one of them; every step answers as if a null record were not there",
        implied="add-or-remove",
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
    def implied(self) -> Neighbours | None:
        """The relation whose guarantees hold under this one as they are, or None.

        Zero-out is implied by add-or-remove: a step that answers as if null records were not there is a function of
        the others, and without them zero-out neighbours are one the other with one record added. The converse is
        false: zero-out neighbours have the same number of records, so that it may be released."""
        return None if self.relation.implied is None else Neighbours(self.relation.implied)

    @property
    def sensitivity(self) -> str | None:
        """The parameter of a step that states the sensitivity under this very relation, or None where it is the one
        named `sensitivity`."""
        return self.relation.sensitivity

    @property
    def span(self) -> int:
        """How many changes by the stated sensitivity lead to a neighbour. A theorem about a step asks its case instead
        (`Case.span`), which knows whether the step is a local randomizer: there nothing is doubled."""
        return 1 if self.doubles is None else 2 * self.doubles.span

    def covers(self, required: Neighbours) -> bool:
        """Whether what is said of a step under `required` holds under this relation as it is: it is the same one, or
        implies this one."""
        return required is self or (self.implied is not None and self.implied.covers(required))

    def crosses_from(self, required: Neighbours) -> bool:
        """Whether theorems that cross lead from `required` to this relation, which doubles it."""
        return not self.covers(required) and self.doubles is not None and self.doubles.covers(required)

    def admits(self, required: Neighbours) -> bool:
        """Whether a step that makes sense only under `required` may stand in a ledger under this relation: what is said
        there holds here, or theorems that cross lead from there."""
        return self.covers(required) or self.crosses_from(required)

    @classmethod
    def names(cls, some: Iterable[Neighbours] | None = None) -> str:
        """All of them by name, or some, in words."""
        *others, last = (relation.value for relation in some or cls)
        return f"{', '.join(others)} or {last}" if others else last

    @classmethod
    def read(cls, value: object) -> Neighbours:
        """The relation named by `value`, perhaps with underscores. Raises NeighboursMismatch for an unknown name."""
        name = value.replace("_", "-") if isinstance(value, str) and not isinstance(value, cls) else value
        try:
            return cls(name)
        except ValueError:
            meant = [one for one in cls if isinstance(name, str) and name and name.lower() in one.value]
            guess = f"did you mean {cls.names(meant)}? " if meant else ""
            raise NeighboursMismatch(f"neighbours is {value!r}", f"{guess}it must be {cls.names()}") from None

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
