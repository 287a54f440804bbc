"""Requirements of the steps of a ledger: the neighbouring relation, and how records are sampled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..errors import NeighboursMismatch
from ..host.registry import Registry
from ..model.neighbours import DEFAULT, Neighbours
from ..model.step_groups import parts_of
from ..model.steps import Step
from .entries import Entry


def relation(registry: Registry, entries: Iterable[Entry], wanted: Neighbours | None) -> Neighbours:
    """The neighbouring relation of a ledger: the one `wanted`, else the one that its steps require, else the default.

    A step that requires another relation may stand in the ledger if the ledger's relation admits it: one that requires
    add-or-remove may stand in a zero-out ledger unchanged, and in a replace-one ledger by a theorem that changes the
    relation. Raises NeighboursMismatch if a step requires several relations, if no relation admits what all steps
    require, if the one wanted does not, or if nothing is proved about a step under it."""
    required: dict[Neighbours, Step] = {}
    alike = list(of_each_pattern(entries).values())
    for entry in alike:
        _check_wrapped(registry, entry.step)
        need = required_by(registry, entry.step)
        if need is not None:
            required.setdefault(need, entry.step)
    common = next((one for one in required if all(map(one.admits, required))), None)
    found = wanted or common or next(iter(required), DEFAULT)
    for one in {found: None, **dict.fromkeys(required)}:
        _check_proved(registry, alike if one is found else [Entry(required[one])], one)
    strayed = next((one for one in required if not found.admits(one)), None)
    if strayed is None:
        return found
    alone = next(filter(_sensitivity_alone, parts_of(required[strayed])), None)
    stated = f", or give {alone.name} a sensitivity, too" if alone else ""
    other, remedy = (
        (f"{found.value} was asked for", f"ask for {strayed.value}{stated}")
        if wanted
        else (f"{required[found]} needs {found.value}", "give each a ledger of its own")
    )
    raise NeighboursMismatch(f"{required[strayed]} needs {strayed.value}, but {other}", remedy)


def _check_proved(registry: Registry, entries: Iterable[Entry], neighbours: Neighbours) -> None:
    """Raises NeighboursMismatch for a step about which nothing is proved under the relation."""
    for entry in entries:
        for part in parts_of(entry.step):
            lacking = dict(registry.mechanism(part.name).not_under)
            if neighbours in lacking:
                said = f"{entry.step}: nothing is proved of {part.name} under {neighbours.value}"
                others = [one for one in Neighbours if one not in lacking]
                remedy = f"ask for {Neighbours.names(others)}" if others else "write what holds, as pure:epsilon=..."
                raise NeighboursMismatch(f"{said}: {lacking[neighbours]}", remedy)


def _check_wrapped(registry: Registry, step: Step) -> None:
    """Raises NeighboursMismatch for a part about which nothing is proved under the relation that a wrapper around it
    requires."""
    for wrapper in parts_of(step):
        needed = registry.mechanism(wrapper.name).requires
        if needed is None:
            continue
        for part in parts_of(wrapper)[1:]:
            why = dict(registry.mechanism(part.name).not_inside).get(needed)
            if why is not None:
                raise NeighboursMismatch(
                    f"{step}: {wrapper.name} needs a guarantee under {needed.value}: {why}",
                    f"take {part.name} out of {wrapper.name}, or state what holds, as pure:epsilon=...",
                )


Pattern: TypeAlias = tuple[tuple[str, ...], ...]
"""The names of a step's parts with those of their parameters: the required relation and the sampling depend on it
only."""


def of_each_pattern(entries: Iterable[Entry]) -> dict[Pattern, Entry]:
    """The first entry of each pattern."""
    found: dict[Pattern, Entry] = {}
    for entry in entries:
        found.setdefault(tuple((part.name, *(key for key, _ in part.pairs)) for part in parts_of(entry.step)), entry)
    return found


def required_by(registry: Registry, step: Step) -> Neighbours | None:
    """The only relation under which a step is defined, or None: a mechanism requires it, or a sensitivity is stated for
    that relation only. Raises NeighboursMismatch if its parts require different ones."""
    found: dict[Neighbours, str] = {}
    for part in parts_of(step):
        for need in (registry.mechanism(part.name).requires, _sensitivity_alone(part)):
            if need is not None:
                found.setdefault(need, part.name)
    if len(found) > 1:
        said = " and ".join(f"{name} needs {need.value}" for need, name in found.items())
        alone = next(filter(_sensitivity_alone, parts_of(step)), None)
        remedy = f"give {alone.name} a sensitivity, too" if alone else "wrap a step in samplers of one relation"
        raise NeighboursMismatch(f"{step}: {said}", remedy)
    return next(iter(found), None)


def bound_to_relation(registry: Registry, step: Step) -> Step | None:
    """The first part of a step whose numbers hold for the relation of the ledger that it stands in, and would mean
    something else under another one; None if no part is such.

    A part that states a sensitivity is not: what that is under another relation is proved. Nor is one that requires a
    relation, or stands in a wrapper that does: its numbers hold for that one, from which theorems lead to others."""
    if required_by(registry, step) is not None:
        return None
    leaves = (part for part in parts_of(step) if part.inner is None and not part.joint)
    return next((leaf for leaf in leaves if "sensitivity" not in leaf.settings), None)


def carried(
    registry: Registry, entries: Iterable[Entry], stated: Neighbours | None, wanted: Neighbours | None, where: str
) -> Neighbours | None:
    """The relation for entries that were written for the relation `stated` in a place described by `where`, if another
    one may be `wanted`. None for either: it was not stated, or none is wanted.

    Raises NeighboursMismatch if that would reread a number: an epsilon of one relation is none of another. What holds
    under the one stated and therefore under the one wanted is carried over, as are steps that state a sensitivity."""
    if stated is None or wanted is None or wanted.covers(stated):
        return wanted or stated
    alike = of_each_pattern(entries).values()
    bound = next((part for entry in alike if (part := bound_to_relation(registry, entry.step))), None)
    if bound is None:
        return wanted
    twice = f", or poisson:rate=1/{bound} for two changes in a row" if wanted.crosses_from(stated) else ""
    raise NeighboursMismatch(
        f"{where} is {stated.value}, and so are the numbers of {bound}; {wanted.value} was asked for",
        f"ask for {stated.value}, or write what holds under {wanted.value}{twice}",
    )


def _sensitivity_alone(part: Step) -> Neighbours | None:
    """The only relation for which a step states a sensitivity, or None."""
    keys = {key for key, _ in part.pairs}
    return None if "sensitivity" in keys else next((one for one in Neighbours if one.sensitivity in keys), None)


def sampling_of(registry: Registry, entries: Sequence[Entry]) -> str | None:
    """How the steps sample their records, in words, or None if every step uses the whole data set."""
    found: list[str] = []
    for entry in of_each_pattern(entries).values():
        for part in parts_of(entry.step):
            mechanism, given = registry.mechanism(part.name), part.settings
            found += [mechanism.sampling, *(p.sampling for p in mechanism.parameters if p.name in given)]
    return "; ".join(dict.fromkeys(words for words in found if words)) or None


def records(registry: Registry, entries: Sequence[Entry]) -> int:
    """The number of records that change together between neighbours: the least over the steps, of which each holds for
    as many as its wrapper says, and without such a wrapper for one."""
    return min((_records(registry, entry.step) for entry in entries), default=1)


def _records(registry: Registry, step: Step) -> int:
    known = registry.mechanisms.get(step.name)  # an answer may come from another installation
    size = step.settings.get(known.records) if known is not None and known.records else None
    if isinstance(size, Fraction):
        return int(size)
    inside = [step.inner] if step.inner is not None else [part for part, _ in step.joint]
    return min((_records(registry, part) for part in inside), default=1)


def relation_in_words(registry: Registry, entries: Sequence[Entry], neighbours: Neighbours) -> str:
    """The relation by its name, and how neighbours differ: by a record, or by the records of a person."""
    return f"{neighbours.value}: {neighbours.change_of(records(registry, entries))}"
