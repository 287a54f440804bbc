"""The boundary of a region: faces of one dimension less, on which a formula is a function of one coordinate less."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ..boxes.range_enclosure import Formula
from ..boxes.region import Region
from ..monotone.orthant import cuts


class BoundaryFace(Struct, frozen=True):
    """The part of a region with x_axis = at: its own region, None if it is a point."""

    axis: int
    at: Fraction
    region: Region | None

    def restricted(self, formula: Formula) -> Formula:
        """The formula on the face, as a function of the other coordinates."""

        def on_face(xp: Any, *others: Any) -> Any:
            return formula(xp, *others[: self.axis], xp.number(self.at), *others[self.axis :])

        return on_face


def boundary_faces(region: Region) -> Iterator[BoundaryFace]:
    """The faces at those ends that belong to a region, and the planes at which an axis without ends is divided."""
    closed = [
        (axis, end)
        for axis, side in enumerate(region.ends)
        for high, end in enumerate(side)
        if end is not None and (axis, bool(high)) not in region.opened
    ]
    for axis, at in dict.fromkeys([*closed, *cuts(region.ends)]):
        yield BoundaryFace(axis, at, _without(region, axis))


def _without(region: Region, axis: int) -> Region | None:
    ends = (*region.ends[:axis], *region.ends[axis + 1 :])
    opened = [(other - (other > axis), high) for other, high in region.opened if other != axis]
    return Region.of(ends, opened) if ends else None
