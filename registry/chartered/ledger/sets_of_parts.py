"""Steps on named parts of the data, beside steps on all records: a fixed plan. In which parts a record is follows from
that record alone, and it is in few of them.

Two neighbours that differ in one record differ in the steps on all records and in those of its own parts; all other
steps have the same output law, given all outputs before. So the plan is several ordinary ledgers, one for each set of
parts that a record may be in, and it costs the largest of what they cost, at every delta: a step more never costs less,
so that the sets with the most parts decide. A record that is replaced may leave some of its parts and enter others:
there is a ledger for each choice of the parts in which it stays and of those that it leaves or enters
(`parts.named.all-data`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ..errors import BadLedger, BadValue, NeighboursMismatch
from ..host.registry import Registry
from ..model.exact_numbers import Exact, whole
from ..model.neighbours import Neighbours
from ..model.steps import Step
from .entries import Entry, Steps, merged, read_entries
from .names_of_parts import MOVED, check_names, listed
from .required_relation import bound_to_relation, relation

MOST_PARTS, MOST_SETS = 500, 100
"""The largest number of parts, and of ledgers that they make."""
Named: TypeAlias = tuple[str, tuple[Entry, ...]]


class PartSet(Struct, frozen=True):
    """One set of parts in which neighbours differ, and the steps that tell them apart.

    `stays`: the parts that the record is in; `moves`: those that a replaced record leaves or enters."""

    stays: tuple[str, ...]
    moves: tuple[str, ...]
    entries: tuple[Entry, ...]

    def __str__(self) -> str:
        return self.named()

    def named(self, *most: int) -> str:
        """The names of its parts, of many the first ones; or `most` of them."""
        found = [listed(self.stays, *most)] if self.stays else []
        return "; ".join([*found, *([f"{MOVED}{listed(self.moves, *most)}"] if self.moves else [])])


def labels(sets: Sequence[PartSet]) -> tuple[str, ...]:
    """A text for each set that no other one has: its first names, or all of them where those are of several sets."""
    short = [one.named() for one in sets]
    seen = Counter(short)
    return tuple(
        text if seen[text] == 1 else one.named(len(one.stays) + len(one.moves))
        for one, text in zip(sets, short, strict=True)
    )


class Parted(Struct, frozen=True):
    """The steps on all records, those on each named part, and in how many parts a record may be at most."""

    common: tuple[Entry, ...]
    parts: tuple[Named, ...]
    most: int
    neighbours: Neighbours

    @classmethod
    def read(
        cls, registry: Registry, common: Steps, parts: Mapping[str, Steps], most: Exact, wanted: Neighbours | None
    ) -> Parted:
        """The plan, checked. Raises CharteredError."""
        if not isinstance(parts, Mapping) or not parts:
            raise BadLedger(f"the parts are {parts!r:.60}", 'give each its steps: {"north": "gaussian:sigma=2"}')
        if len(parts) > MOST_PARTS:
            raise BadValue(f"{len(parts)} parts are too many", f"at most {MOST_PARTS}")
        check_names(parts, "part")
        empty = isinstance(common, Sequence) and not common
        everywhere = () if empty else merged(read_entries(registry, common))
        named = tuple((name, merged(read_entries(registry, steps))) for name, steps in parts.items())
        entries = (*everywhere, *chain.from_iterable(own for _, own in named))
        found = relation(registry, entries, wanted)
        for name, own in named:
            for entry in own:
                _check_movable(registry, entry, name, found)
        return cls(everywhere, named, whole(most, "the number of parts of a record", 1, len(named)), found)

    @classmethod
    def of_tables(
        cls, registry: Registry, tables: Iterable[Mapping[str, Any]], most: Exact, wanted: Neighbours | None
    ) -> Parted:
        """The plan in the tables of a ledger file, of which some have a `part`. Raises CharteredError."""
        common, parts = list[Mapping[str, Any]](), dict[str, list[Mapping[str, Any]]]()
        for table in tables:
            name = table.get("part")
            if "part" in table:
                check_names([name], "part")
            own = common if name is None else parts.setdefault(name, [])
            own.append({key: value for key, value in table.items() if key != "part"})
        return cls.read(registry, common, parts, most, wanted)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The steps of all records, and those of each part in turn."""
        return (*self.common, *chain.from_iterable(own for _, own in self.parts))

    @property
    def labelled(self) -> tuple[Entry, ...]:
        """The same, each with the part that it is on as its label, or before that."""
        named = [("all records", self.common), *self.parts]
        return tuple(
            replace(entry, label=f"{name}: {entry.label}" if entry.label else name)
            for name, own in named
            for entry in own
        )

    def tables(self) -> list[dict[str, Any]]:
        """Every step as a table of a ledger file."""
        own = ([entry.to_json() | {"part": name} for entry in entries] for name, entries in self.parts)
        return [*(entry.to_json() for entry in self.common), *chain.from_iterable(own)]

    @property
    def assumed(self) -> str:
        """What is assumed of the data, in words."""
        names = listed(tuple(name for name, _ in self.parts))
        return (
            f"each record is in at most {self.most} of {names}, by itself alone; the plan is fixed, and each part is "
            "answered, if empty, too"
        )

    def sets(self) -> tuple[PartSet, ...]:
        """The sets of parts that may decide; of parts with equal steps, the first ones alone. Raises BadValue if there
        are more than MOST_SETS."""
        kinds = dict[frozenset[tuple[Step, int]], list[Named]]()
        for name, own in self.parts:
            runs = Counter[Step]()
            for entry in own:
                runs[entry.step] += entry.times
            kinds.setdefault(frozenset(runs.items()), []).append((name, own))
        room, alike = [len(some) for some in kinds.values()], list(kinds.values())
        found = tuple(islice(chain.from_iterable(_choices(room, *pair) for pair in self._numbers()), MOST_SETS + 1))
        if len(found) > MOST_SETS:
            raise BadValue(
                f"{len(self.parts)} parts, with {self.most} for a record, make more than {MOST_SETS} ledgers",
                "parts with equal steps count once: give more parts the same steps",
            )
        return tuple(self._set(alike, stays, moves) for stays, moves in found)

    def _numbers(self) -> Iterator[tuple[int, int]]:
        """In how many parts a record may be (stay), and how many others a replaced one may leave or enter, at most."""
        count = len(self.parts)
        if self.neighbours is not Neighbours.REPLACE_ONE:
            yield self.most, 0
            return
        for stays in range(self.most, -1, -1):
            yield stays, min(2 * (self.most - stays), count - stays)

    def _set(self, alike: Sequence[Sequence[Named]], stays: Sequence[int], moves: Sequence[int]) -> PartSet:
        kept = [part for some, n in zip(alike, stays, strict=True) for part in some[:n]]
        left = [part for some, n, m in zip(alike, stays, moves, strict=True) for part in some[n : n + m]]
        same = chain(self.common, *(own for _, own in kept))
        found = [Entry(entry.step, entry.times) for entry in same]
        found += [Entry(_moved(entry.step), entry.times) for _, own in left for entry in own]
        return PartSet(tuple(name for name, _ in kept), tuple(name for name, _ in left), merged(found))


def _spread(total: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to take `total` things of several kinds, of each at most as many as there are."""
    if not room:
        yield ()
        return
    for n in range(min(total, room[0]), max(total - sum(room[1:]), 0) - 1, -1):
        for others in _spread(total - n, room[1:]):
            yield n, *others


def _choices(room: Sequence[int], stays: int, moves: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to take as many parts of each kind in which a record stays, and others that it leaves or enters."""
    for kept in _spread(stays, room):
        for left in _spread(moves, [size - n for size, n in zip(room, kept, strict=True)]):
            yield kept, left


def _moved(step: Step) -> Step:
    """The step where the query of a replaced record moves as far as that of one that leaves or enters."""
    if step.joint:
        return Step(step.name, step.pairs, joint=tuple((_moved(part), runs) for part, runs in step.joint))
    key = Neighbours.REPLACE_ONE.sensitivity or ""
    others = tuple(pair for pair in step.pairs if pair[0] != key)
    return Step(step.name, (*others, (key, step.settings["sensitivity"])))


def _check_movable(registry: Registry, entry: Entry, part: str, neighbours: Neighbours) -> None:
    """Raises NeighboursMismatch for a step of a part of which it is not known what it costs where a record leaves the
    part or enters it."""
    if neighbours is Neighbours.REPLACE_ONE:
        for step in [inner for inner, _ in entry.step.joint] or [entry.step]:
            if not _is_noise(registry, step):
                raise NeighboursMismatch(
                    f"a replaced record may leave {part} or enter it, and of {step.name} it is not known what that "
                    "costs",
                    "ask for add-or-remove, or give noise with its sensitivity, such as gaussian:sigma=4",
                )
    elif neighbours is not Neighbours.ADD_OR_REMOVE:
        needy = bound_to_relation(registry, entry.step) or _only_elsewhere(registry, entry)
        if needy is not None:
            raise NeighboursMismatch(
                f"a null record is in no part, and {needy} in {part} is stated of data where it takes a record's place",
                "state it under add-or-remove",
            )


def _only_elsewhere(registry: Registry, entry: Entry) -> Step | None:
    """The step, if it is not defined where a record is added or removed."""
    try:
        relation(registry, [entry], Neighbours.ADD_OR_REMOVE)
    except NeighboursMismatch:
        return entry.step
    return None


def _is_noise(registry: Registry, step: Step) -> bool:
    """Whether a step states how far a record moves its query that enters or leaves, may state it of one that is
    replaced, and reads every record once, so that nothing else about neighbours matters."""
    mechanism = registry.mechanism(step.name)
    known = {parameter.name for parameter in mechanism.parameters}
    between = Neighbours.REPLACE_ONE.sensitivity in known and not mechanism.sampling
    return between and step.inner is None and "sensitivity" in step.settings
