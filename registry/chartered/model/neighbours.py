"""Neighbouring relations, as a type, so that no path can mix two of them unnoticed. All facts about a relation are
stated here."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Self

from chartered_verify.catching import ours
from msgspec import Struct

from ..errors import NeighboursMismatch


class Relation(Struct, frozen=True):
    """The facts about one relation.

    `name`: its name in text and JSON. `change`: how neighbours differ, in a few words. `persons`: the same where all
    records of a person change, at most {} of them. `definition`: which data sets are neighbours, a sentence. `doubles`:
    the name of a relation two changes of which make one change of this relation, or None. `implied`: the name of a
    relation whose guarantees hold under this one, because each change of this relation is one of that relation from the
    view of a mechanism, or None. `sensitivity`: the parameter of a step that states the sensitivity under this relation
    directly, so that it is not doubled; None if that is the parameter which also states it under the relation in
    `doubles`."""

    name: str
    change: str
    persons: str
    definition: str
    doubles: str | None = None
    implied: str | None = None
    sensitivity: str | None = None


class Neighbours(enum.Enum):
    """The relation under which a guarantee holds: which data sets are neighbours. `value` is its name.

    Attributes:
        ADD_OR_REMOVE: One record is added or removed.
        REPLACE_ONE: One record is replaced; both data sets have the same number of records.
        ZERO_OUT: One record is replaced by a null record, of no effect.

    Examples:
        >>> ch.Neighbours.REPLACE_ONE.value, ch.Neighbours.REPLACE_ONE.change
        ('replace-one', 'one record is replaced')
        >>> ch.Neighbours.read("replace_one").span
        2
        >>> ch.Neighbours.ZERO_OUT.covers(ch.Neighbours.ADD_OR_REMOVE)
        True
        >>> ch.Neighbours.REPLACE_ONE.crosses_from(ch.Neighbours.ADD_OR_REMOVE)
        True
        >>> ch.Neighbours.REPLACE_ONE.admits(ch.Neighbours.ZERO_OUT), ch.Neighbours.names()
        (True, 'add-or-remove, replace-one or zero-out')
    """

    _value_: str
    relation: Relation

    ADD_OR_REMOVE = Relation(
        "add-or-remove",
        change="one record is added or removed",
        persons="a person with at most {} records is added or removed",
        definition="two data sets are neighbours if one is the other with one record added or removed",
    )
    REPLACE_ONE = Relation(
        "replace-one",
        change="one record is replaced",
        persons="a person with at most {} records is replaced",
        definition="two data sets are neighbours if they have the same number of records and differ in one of them",
        doubles="zero-out",
        sensitivity="replace-sensitivity",
    )
    ZERO_OUT = Relation(
        "zero-out",
        change="one record is replaced by a null record, of no effect",
        persons="the records of a person, at most {}, are replaced by null records, of no effect",
        definition="two data sets are neighbours if they have the same number of records, which is public, and one is "
        "the other with a null record in place of one of them; every step answers as if a null record were not there",
        implied="add-or-remove",
    )

    def __new__(cls, stated: object) -> Self:
        """The enum member for a Relation; the name alone is enough to look up a known one. Raises TypeError for
        anything else."""
        if not isinstance(stated, Relation):
            raise TypeError(f"{stated!r} states no relation")
        found = object.__new__(cls)
        found._value_, found.relation = stated.name, stated
        return found

    @property
    def change(self) -> str:
        """How neighbours differ, in a few words."""
        return self.relation.change

    def change_of(self, records: int) -> str:
        """How neighbours differ, in a few words, where as many records of a person change together.

        Examples:
            >>> ch.Neighbours.ADD_OR_REMOVE.change_of(4)
            'a person with at most 4 records is added or removed'
        """
        return self.relation.persons.format(records) if records > 1 else self.relation.change

    @property
    def definition(self) -> str:
        """Which data sets are neighbours, in a sentence."""
        return self.relation.definition

    @property
    def doubles(self) -> Neighbours | None:
        """The relation two changes of which make one change of this relation, or None.

        Theorems that change the relation lead from that one to this one.
        """
        return None if self.relation.doubles is None else Neighbours(self.relation.doubles)

    @property
    def implied(self) -> Neighbours | None:
        """The relation whose guarantees hold unchanged under this one, or None.

        Add-or-remove implies zero-out in this sense: a mechanism that ignores null records is a function of the other
        records, and zero-out neighbours without their null records differ by one added record. The converse is false:
        zero-out neighbours have the same number of records, which may therefore be released."""
        return None if self.relation.implied is None else Neighbours(self.relation.implied)

    @property
    def sensitivity(self) -> str | None:
        """The parameter that states the sensitivity under this relation directly, or None if `sensitivity` does."""
        return self.relation.sensitivity

    @property
    def span(self) -> int:
        """The number of changes, each of at most the stated sensitivity, that lead from a data set to a neighbour.

        A theorem about a step uses `Case.span` instead, which is 1 for a local randomizer.
        """
        return 1 if self.doubles is None else 2 * self.doubles.span

    def covers(self, required: Neighbours) -> bool:
        """Whether a guarantee under the relation `required` holds unchanged under this one.

        The two are the same, or `required` is reached by `implied`.
        """
        return required is self or (self.implied is not None and self.implied.covers(required))

    def crosses_from(self, required: Neighbours) -> bool:
        """Whether theorems that change the relation lead from `required` to this relation, which doubles it."""
        return not self.covers(required) and self.doubles is not None and self.doubles.covers(required)

    def admits(self, required: Neighbours) -> bool:
        """Whether a step that is defined only under `required` may stand in a ledger under this relation.

        Guarantees under `required` hold here, or a theorem that changes the relation leads from there to here.
        """
        return self.covers(required) or self.crosses_from(required)

    @classmethod
    def names(cls, some: Iterable[Neighbours] | None = None) -> str:
        """The names of all relations, or of `some`, as a list in words."""
        *others, last = (relation.value for relation in some or cls)
        return f"{', '.join(others)} or {last}" if others else last

    @classmethod
    def read(cls, value: object) -> Neighbours:
        """The relation of the name `value`, perhaps with underscores. Raises NeighboursMismatch for an unknown name."""
        name = value.replace("_", "-") if isinstance(value, str) and not isinstance(value, cls) else value
        try:
            return cls(name)
        except ours(ValueError):
            from .field_names import guess  # only where a name is wrong

            parts = [one for one in cls if isinstance(name, str) and name and name.lower() in one.value]
            known = guess(name, [one.value for one in cls]) if isinstance(name, str) else ""
            told = f"did you mean {cls.names(parts)}? " if parts else known
            raise NeighboursMismatch(f"neighbours is {value!r}", f"{told}it must be {cls.names()}") from None

    @classmethod
    def chosen(cls, neighbours: Neighbours | str | None, neighbors: Neighbours | str | None) -> Neighbours | None:
        """The relation given by either spelling of an argument, `neighbours` or `neighbors`, or None.

        Raises:
            NeighboursMismatch: The name is unknown, or both are given.

        Examples:
            >>> ch.Neighbours.chosen(None, "zero-out")
            <Neighbours.ZERO_OUT: 'zero-out'>
        """
        if neighbours is not None and neighbors is not None:
            raise NeighboursMismatch("both neighbours and neighbors are given", "give one of them")
        given = neighbors if neighbours is None else neighbours
        return None if given is None else cls.read(given)


DEFAULT = Neighbours.ADD_OR_REMOVE
"""The relation of a ledger for which none is given and whose steps require none."""
