"""The witness of an inversion: a line for each direction, and the two ends of eps; or, over a stretch of eps, the end
and the lines of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import chartered as ch

from .formulas.composition import Composition, Line
from .formulas.contour import Contour
from .formulas.poisson_gaussian import MOST_NODES

DIRECTIONS = ("removal", "addition")
MOST_PIECES = 48
"""Pieces of a stretch."""
_LARGEST, _FINEST, _MOST_BITS = 2**40, 2**20, 4096


def fields(directions: Sequence[Composition]) -> tuple[ch.Field, ...]:
    """The fields of the witness, with their limits."""
    return (*ch.Bracket.fields(), *lines(directions))


def lines(directions: Sequence[Composition], prefix: str = "") -> tuple[ch.Field, ...]:
    """Those of the lines of both directions. `prefix`: before their names."""
    names = zip(DIRECTIONS, directions, strict=False)
    return tuple(field for name, parts in names for field in _of_line(prefix + name, len(parts)))


def of_stretch(directions: Sequence[Composition]) -> tuple[ch.Field, ...]:
    """Those of each piece of a stretch: its end, and its lines."""
    pieces = range(MOST_PIECES)
    ends = (ch.Field(until(piece)) for piece in pieces)
    return (*ends, *(field for piece in pieces for field in lines(directions, prefix(piece))))


def until(piece: int) -> str:
    """The name of the field of a piece's end."""
    return f"{prefix(piece)}until"


def prefix(piece: int) -> str:
    """Before the names of the fields of a piece."""
    return f"{piece}."


def _of_line(name: str, kinds: int) -> tuple[ch.Field, ...]:
    """Those of the line of one direction."""
    return (
        ch.Field(f"{name}.chernoff", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.order", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.right_order", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.spacing", high=_LARGEST, open_low=True),
        ch.Field(f"{name}.count", low=3, high=MOST_NODES, whole=True),
        ch.Field(f"{name}.accuracy", low=1, high=_MOST_BITS, whole=True),
        ch.Field(f"{name}.bits", low=64, high=_MOST_BITS, whole=True),
        *(ch.Field(f"{name}.shift.{k}", high=_FINEST) for k in range(kinds)),
    )


def stated(name: str, line: Line) -> dict[str, Fraction]:
    """The entries for the line of a direction."""
    found = {
        "order": line.contour.order,
        "right_order": line.right_order,
        "spacing": line.contour.spacing,
        "count": Fraction(line.contour.count),
        "accuracy": Fraction(line.accuracy),
        "bits": Fraction(line.bits),
    }
    shifts = {f"shift.{k}": shift for k, shift in enumerate(line.shifts)}
    return {f"{name}.{key}": x for key, x in (found | shifts).items()}


def chernoff_order(name: str, witness: ch.Witness) -> Fraction | None:
    """The order of a Chernoff bound, if that is what the witness states for a direction."""
    x = witness.get(f"{name}.chernoff")
    return None if x is None else Fraction(x)


def line_of(name: str, kinds: int, witness: ch.Witness) -> Line:
    """The line of a direction. Raises Unavailable where the witness does not state it whole."""

    def read(key: str) -> Fraction:
        x = witness.get(f"{name}.{key}")
        if x is None:
            raise ch.Unavailable(f"the witness states no {name}.{key}")
        return Fraction(x)

    contour = Contour(read("order"), read("spacing"), int(read("count")))
    shifts = tuple(read(f"shift.{k}") for k in range(kinds))
    return Line(contour, read("right_order"), shifts, int(read("accuracy")), int(read("bits")))
