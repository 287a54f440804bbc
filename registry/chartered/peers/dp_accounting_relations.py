"""The names of the neighbouring relations in dp-accounting. A new relation is added here only.

The noise multiplier of dp-accounting is the noise divided by the norm that bounds a record, under each relation
(`GaussianDpEvent`, `LaplaceDpEvent`). It equals our sigma at sensitivity 1, because our sensitivity is that of adding
or removing a record, and is doubled under replace-one."""

from __future__ import annotations

from ..errors import NeighboursMismatch
from ..model.neighbours import Neighbours

THEIRS = {
    Neighbours.ADD_OR_REMOVE: "ADD_OR_REMOVE_ONE",
    Neighbours.REPLACE_ONE: "REPLACE_ONE",
    Neighbours.ZERO_OUT: "REPLACE_SPECIAL",  # by a record of no effect
}
"""Our relations, with the name of the same relation in dp-accounting."""


def ours_named(name: str) -> Neighbours:
    """Our relation for a name in dp-accounting. Raises NeighboursMismatch if there is none."""
    for ours, theirs in THEIRS.items():
        if theirs == name:
            return ours
    raise NeighboursMismatch(f"the neighbouring relation {name} has no counterpart here", f"ask for {_known()}")


def theirs_named(neighbours: Neighbours) -> str:
    """The name of our relation in dp-accounting. Raises NeighboursMismatch if there is none."""
    if neighbours not in THEIRS:
        raise NeighboursMismatch(f"dp-accounting has no relation {neighbours.value}", f"ask for {_known()}")
    return THEIRS[neighbours]


def _known() -> str:
    return " or ".join(f"{theirs} ({ours.value})" for ours, theirs in THEIRS.items())
