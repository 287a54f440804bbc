"""The witness of an inversion: a rule for each direction, and two ends of eps; or, on an interval of eps, the end and
the rules of each piece. And delta(eps) by these rules: the maximum over the directions removal and addition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import chartered as ch

from .formulas.banded_line import BandedLine
from .formulas.bound_by_moment import MomentBound
from .formulas.composed_moments import Composition, Line, infinity_mass, max_loss, reaches
from .formulas.finite_sums import Expansion
from .formulas.lattice_inversion import LatticeLine
from .formulas.rule_numbers import Rule
from .formulas.runs_in_two_halves import ListedLosses
from .formulas.series_below_largest_loss import BelowLargest
from .formulas.shown_samples import ShownSamples
from .formulas.smoothing import SmoothedLine

RULES: tuple[type[Rule], ...] = (
    MomentBound,
    ListedLosses,
    ShownSamples,
    BelowLargest,
    Expansion,
    LatticeLine,
    BandedLine,
    SmoothedLine,
    Line,
)
"""Each kind of rule. A witness states the first one whose mark it has; all but the first have the mark of the last
one."""
DIRECTIONS = ("removal", "addition")
MOST_PIECES = 48
"""The largest number of pieces of an interval."""


def fields(directions: Sequence[Composition]) -> tuple[ch.Field, ...]:
    """The fields of the witness, with their limits."""
    return (*ch.Bracket.fields(), *rules(directions))


def rules(directions: Sequence[Composition], prefix: str = "") -> tuple[ch.Field, ...]:
    """The fields of the rules of both directions; `prefix` precedes their names."""
    return tuple(
        field
        for name, parts in zip(DIRECTIONS, directions, strict=False)
        for field in _of_direction(prefix + name, parts, [rule for rule in RULES if rule.of_pieces or not prefix])
    )


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


def _of_direction(name: str, parts: Composition, rules: Sequence[type[Rule]]) -> tuple[ch.Field, ...]:
    """The fields of the rules of one direction."""
    given = (rule.named(len(parts)) for rule in rules if rule.serves(parts))
    found = {key: (x.low, x.high, x.open_low, x.whole) for each in given for key, _, x in each}
    return tuple(ch.Field(f"{name}.{key}", *limits) for key, limits in found.items())


def stated(name: str, rule: Rule) -> dict[str, Fraction]:
    """The witness entries for the rule of the direction `name`."""
    return {f"{name}.{key}": x for key, x in rule.stated().items()}


def rule_of(name: str, kinds: int, witness: ch.Witness) -> Rule:
    """The rule of the direction `name`. Raises Unavailable if the witness lacks one of its fields."""

    def given(key: str, optional: bool) -> Fraction | None:
        x = witness.get(f"{name}.{key}")
        if x is None and not optional:
            raise ch.Unavailable(f"the witness states no {name}.{key}")
        return None if x is None else Fraction(x)

    rule = next((rule for rule in RULES if given(rule.mark, True) is not None), RULES[-1])
    if rule is not MomentBound:
        given(RULES[-1].mark, False)
    return rule.read(given, kinds)


def larger(xp: Any, curves: Sequence[ch.Curve], epsilon: Any) -> Any:
    """The maximum of delta(eps) over the directions, and at most 1."""
    return xp.minimum(reduce(xp.maximum, [at(xp, epsilon) for at in curves]), xp.number(1))


def both(directions: Sequence[Composition], witness: ch.Witness, prefix: str = "") -> tuple[ch.Curve, ...]:
    """delta(xp, eps) in each direction. `prefix`: precedes the names of the witness fields. Raises Unavailable if the
    witness lacks a rule for a direction."""
    named = zip(DIRECTIONS, directions, strict=False)
    return tuple(_direction(prefix + name, parts, witness) for name, parts in named)


def _direction(name: str, parts: Composition, witness: ch.Witness) -> ch.Curve:
    """delta(xp, eps) in one direction: that of the finite losses, plus the mass at infinite loss. From the largest
    finite loss on no rule is needed."""
    infinite, marks = infinity_mass(parts), [f"{name}.{rule.mark}" for rule in (RULES[0], RULES[-1])]
    if all(witness.get(mark) is None for mark in marks) and (largest := max_loss(parts)) is not None:

        def beyond(xp: Any, epsilon: Any) -> Any:
            if not reaches(xp, epsilon, largest):
                raise ch.Unavailable(f"the witness states no {marks[-1]}")
            return xp.number(infinite)

        return beyond
    found = rule_of(name, len(parts), witness).inverse(parts)
    return lambda xp, epsilon: xp.positive(found.delta(epsilon)) + xp.number(infinite)
