"""The witness of an inversion: a rule for each direction, and two ends of eps; or, on an interval of eps, the end and
the rules of each piece."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import chartered as ch

from ..subsampling.formulas.sampled_gaussian_quadrature import MOST_NODES
from .formulas.banded_line import BandedLine, bandable
from .formulas.composition import Composition, Line
from .formulas.contour import Contour
from .formulas.expansion import Expansion
from .formulas.largest_loss import LargestLoss
from .formulas.lattice_inversion import LatticeLine
from .formulas.listed_losses import ListedLosses
from .formulas.rules import Rule
from .formulas.shown_samples import ShownSamples
from .formulas.smoothing import SmoothedLine
from .formulas.two_losses import MOST_RUNS
from .laws.window import Window

DIRECTIONS = ("removal", "addition")
MOST_PIECES = 48
"""The largest number of pieces of an interval."""
MOST_SMOOTHED, MOST_POINTS = 2**17, 2**40
"""The largest number of nodes of a line for a smoothed profile, and of terms of the full sum on a lattice, most of
which are truncated."""
_LARGEST, _FINEST, _MOST_BITS = 2**40, 2**20, 4096
_FARTHEST = 10**4
"""The largest place of an end of a band, in standard deviations."""
_LATTICE, _SMOOTHING, _EXPANSION, _BAND = "points", "smoothing", "runs", "band"
_NEXT, _LISTED, _SHOWN = "largest", "listed", "shown"
"""The fields whose presence determines the kind of rule."""


def fields(directions: Sequence[Composition]) -> tuple[ch.Field, ...]:
    """The fields of the witness, with their limits."""
    return (*ch.Bracket.fields(), *rules(directions))


def rules(directions: Sequence[Composition], prefix: str = "") -> tuple[ch.Field, ...]:
    """The fields of the rules of both directions; `prefix` precedes their names."""
    names = [(prefix + name, parts) for name, parts in zip(DIRECTIONS, directions, strict=False)]
    found = [field for name, parts in names for field in _of_rule(name, len(parts))]
    banded = [(name, parts) for name, parts in names if not prefix and bandable(parts)]
    return (*found, *(field for name, parts in banded for field in _of_bands(name, len(parts))))


def of_stretch(directions: Sequence[Composition]) -> tuple[ch.Field, ...]:
    """The fields of each piece of an interval: its end, and its rules."""
    pieces = range(MOST_PIECES)
    ends = (ch.Field(until(piece)) for piece in pieces)
    return (*ends, *(field for piece in pieces for field in rules(directions, prefix(piece))))


def until(piece: int) -> str:
    """The name of the field of a piece's end."""
    return f"{prefix(piece)}until"


def prefix(piece: int) -> str:
    """The prefix of the field names of a piece."""
    return f"{piece}."


def _of_rule(name: str, kinds: int) -> tuple[ch.Field, ...]:
    """The fields of the rule of one direction with `kinds` different mechanisms."""
    return (
        ch.Field(f"{name}.chernoff", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.order", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.right_order", low=1, high=_LARGEST, open_low=True),
        ch.Field(f"{name}.spacing", high=_LARGEST, open_low=True),
        ch.Field(f"{name}.count", low=3, high=MOST_SMOOTHED, whole=True),
        ch.Field(f"{name}.accuracy", low=1, high=_MOST_BITS, whole=True),
        ch.Field(f"{name}.bits", low=64, high=_MOST_BITS, whole=True),
        *(ch.Field(f"{name}.shift.{k}", high=_FINEST) for k in range(kinds)),
        ch.Field(f"{name}.{_LATTICE}", low=1, high=MOST_POINTS, whole=True),
        ch.Field(f"{name}.kept", low=1, high=MOST_NODES, whole=True),
        ch.Field(f"{name}.{_SMOOTHING}", high=_LARGEST, open_low=True),
        ch.Field(f"{name}.{_EXPANSION}", low=1, high=MOST_RUNS, whole=True),
        ch.Field(f"{name}.{_NEXT}", low=1, high=1, whole=True),
        ch.Field(f"{name}.{_LISTED}", low=1, high=_MOST_BITS, whole=True),
        ch.Field(f"{name}.{_SHOWN}", low=1, high=_MOST_BITS, whole=True),
    )


def _of_bands(name: str, kinds: int) -> tuple[ch.Field, ...]:
    """The fields of the bands of `kinds` different mechanisms, and of the orders outside them."""
    return (
        *(
            ch.Field(f"{name}.{_BAND}.{k}.{end}", -_FARTHEST, _FARTHEST)
            for k in range(kinds)
            for end in ("low", "high")
        ),
        *(ch.Field(f"{name}.{_BAND}.{k}.width", high=_LARGEST, open_low=True) for k in range(kinds)),
        *(ch.Field(f"{name}.{_BAND}.{part}", -_LARGEST, _LARGEST) for part in ("below", "above")),
    )


def stated(name: str, rule: Rule) -> dict[str, Fraction]:
    """The witness entries for the rule of the direction `name`."""
    return {f"{name}.{key}": Fraction(x) for key, x in _entries(rule).items() if x is not None}


def _entries(rule: Rule) -> dict[str, Fraction | int | None]:
    if isinstance(rule, SmoothedLine):
        return _entries(rule.line) | {_SMOOTHING: rule.width}
    if isinstance(rule, ListedLosses):
        return {_LISTED: rule.nats, "bits": rule.bits}
    if isinstance(rule, ShownSamples):
        return {_SHOWN: rule.nats, "bits": rule.bits}
    if isinstance(rule, LargestLoss):
        return {_NEXT: 1, "bits": rule.bits}
    if isinstance(rule, BandedLine):
        bands = {
            f"{_BAND}.{k}.{key}": getattr(band, key)
            for k, band in enumerate(rule.bands)
            for key in ("low", "high", "width")
        }
        return _entries(rule.line) | bands | {f"{_BAND}.below": rule.below, f"{_BAND}.above": rule.above}
    if isinstance(rule, Expansion):
        return {_EXPANSION: rule.runs, "bits": rule.bits}
    found: dict[str, Fraction | int | None] = {"order": rule.order, "right_order": rule.right_order}
    if isinstance(rule, LatticeLine):
        return found | {_LATTICE: rule.points, "kept": rule.kept, "bits": rule.bits}
    found |= {"spacing": rule.contour.spacing, "count": rule.contour.count}
    found |= {"accuracy": rule.accuracy, "bits": rule.bits}
    return found | {f"shift.{k}": shift for k, shift in enumerate(rule.shifts)}


def states_rule(name: str, witness: ch.Witness) -> bool:
    """Whether the witness states a rule for the direction `name`."""
    return witness.get(f"{name}.bits") is not None


def chernoff_order(name: str, witness: ch.Witness) -> Fraction | None:
    """The order of a Chernoff bound, if the witness states one for the direction `name`; otherwise None."""
    x = witness.get(f"{name}.chernoff")
    return None if x is None else Fraction(x)


def rule_of(name: str, kinds: int, witness: ch.Witness) -> Rule:
    """The rule of the direction `name`. Raises Unavailable if the witness lacks one of its fields."""

    def given(key: str) -> Fraction | None:
        x = witness.get(f"{name}.{key}")
        return None if x is None else Fraction(x)

    def read(key: str) -> Fraction:
        x = given(key)
        if x is None:
            raise ch.Unavailable(f"the witness states no {name}.{key}")
        return x

    bits = int(read("bits"))
    if given(_LISTED) is not None:
        return ListedLosses(int(read(_LISTED)), bits)
    if given(_SHOWN) is not None:
        return ShownSamples(int(read(_SHOWN)), bits)
    if given(_NEXT) is not None:
        return LargestLoss(bits)
    if given(_EXPANSION) is not None:
        return Expansion(int(read(_EXPANSION)), bits)
    order, right_order = read("order"), read("right_order")
    if given(_LATTICE) is not None:
        return LatticeLine(order, right_order, int(read(_LATTICE)), int(read("kept")), bits)
    contour = Contour(order, read("spacing"), int(read("count")))
    line = Line(contour, right_order, tuple(read(f"shift.{k}") for k in range(kinds)), int(read("accuracy")), bits)
    if given(f"{_BAND}.0.width") is not None:
        ends = (
            (given(f"{_BAND}.{k}.low"), given(f"{_BAND}.{k}.high"), read(f"{_BAND}.{k}.width")) for k in range(kinds)
        )
        return BandedLine(line, tuple(Window(*each) for each in ends), given(f"{_BAND}.below"), given(f"{_BAND}.above"))
    return SmoothedLine(line, read(_SMOOTHING)) if given(_SMOOTHING) is not None else line
