"""What the steps of a ledger require: a neighbouring relation, and how they draw their records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..errors import NeighboursMismatch
from ..model.neighbours import DEFAULT, Neighbours
from ..model.steps import Step
from .entries import Entry

if TYPE_CHECKING:
    from ..host.registry import Registry


def relation(registry: Registry, entries: Iterable[Entry], wanted: Neighbours | None) -> Neighbours:
    """The neighbouring relation of a ledger: the one asked for, or the one its steps require, or the default.

    A step that requires another relation may stand in it where that admits it: one that requires add-or-remove in a
    replace-one ledger, where a theorem that changes the relation leads on. Raises NeighboursMismatch if
    one step requires several, if no relation admits what all steps require, or if the one that was asked for does
    not."""
    required: dict[Neighbours, Step] = {}
    for entry in _of_each_shape(entries):
        need = required_by(registry, entry.step)
        if need is not None:
            required.setdefault(need, entry.step)
    common = next((one for one in required if all(map(one.admits, required))), None)
    found = wanted or common or next(iter(required), DEFAULT)
    strayed = next((one for one in required if not found.admits(one)), None)
    if strayed is None:
        return found
    other, remedy = (
        (f"{found.value} was asked for", f"ask for {strayed.value}")
        if wanted
        else (f"{required[found]} needs {found.value}", "give each a ledger of its own")
    )
    raise NeighboursMismatch(f"{required[strayed]} needs {strayed.value}, but {other}", remedy)


def _of_each_shape(entries: Iterable[Entry]) -> list[Entry]:
    """The first entry of each shape: what a step requires, and how it draws its records, is a matter of its shape."""
    found: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        found.setdefault(entry.step.shape, entry)
    return list(found.values())


def required_by(registry: Registry, step: Step) -> Neighbours | None:
    """The only relation under which a step makes sense, if there is one. Raises NeighboursMismatch if its parts require
    different ones."""
    found: dict[Neighbours, str] = {}
    part: Step | None = step
    while part is not None:
        need = registry.mechanism(part.name).requires
        if need is not None:
            found.setdefault(need, part.name)
        part = part.inner
    if len(found) > 1:
        said = " and ".join(f"{name} needs {need.value}" for need, name in found.items())
        raise NeighboursMismatch(f"{step}: {said}", "wrap a step in samplers of one relation")
    return next(iter(found), None)


def sampling_of(registry: Registry, entries: Sequence[Entry]) -> str | None:
    """How the steps draw their records, in words, or None if all see the whole data set."""
    found: list[str] = []
    for entry in _of_each_shape(entries):
        step = entry.step
        while True:
            found.append(registry.mechanism(step.name).sampling)
            if step.inner is None:
                break
            step = step.inner
    return "; ".join(dict.fromkeys(words for words in found if words)) or None
