"""How dp-accounting names the neighbouring relations. The one place to add a relation to.

Their noise multiplier is the noise over the norm that bounds a record, under each relation (`GaussianDpEvent`,
`LaplaceDpEvent`): it is our sigma at sensitivity 1, for our sensitivity, too, is that of adding or removing a record,
and doubles where one is replaced."""

from __future__ import annotations

from ..errors import NeighboursMismatch
from ..model.neighbours import Neighbours

THEIRS = {
    Neighbours.ADD_OR_REMOVE: "ADD_OR_REMOVE_ONE",
    Neighbours.REPLACE_ONE: "REPLACE_ONE",
    Neighbours.ZERO_OUT: "REPLACE_SPECIAL",  # by a record of no effect
}
"""Our relation, and the name of theirs that means the same."""


def ours_named(name: str) -> Neighbours:
    """Our relation that dp-accounting calls so. Raises NeighboursMismatch where there is none, with the reason."""
    for ours, theirs in THEIRS.items():
        if theirs == name:
            return ours
    raise NeighboursMismatch(f"the neighbouring relation {name} has no counterpart here", f"ask for {_known()}")


def theirs_named(neighbours: Neighbours) -> str:
    """The name in dp-accounting of our relation. Raises NeighboursMismatch where there is none."""
    if neighbours not in THEIRS:
        raise NeighboursMismatch(f"dp-accounting has no relation {neighbours.value}", f"ask for {_known()}")
    return THEIRS[neighbours]


def _known() -> str:
    return " or ".join(f"{theirs} ({ours.value})" for ours, theirs in THEIRS.items())
