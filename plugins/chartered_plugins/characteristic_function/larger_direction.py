"""delta(eps) of a composition: the maximum over the directions removal and addition, by the rules that a witness
states."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import chartered as ch

from . import inversion_witness as w
from .formulas.composed_moments import infinity_mass, max_loss, reaches
from .formulas.total_variation import by_moment
from .guarantee import CharacteristicFunction


def larger(xp: Any, curves: Sequence[ch.Curve], epsilon: Any) -> Any:
    """The maximum of delta(eps) over the directions, and at most 1."""
    return xp.minimum(reduce(xp.maximum, [at(xp, epsilon) for at in curves]), xp.number(1))


def both(g: CharacteristicFunction, witness: ch.Witness, prefix: str = "") -> tuple[ch.Curve, ...]:
    """delta(xp, eps) in each direction. `prefix`: precedes the names of the witness fields. Raises Unavailable if the
    witness lacks a rule for a direction."""
    return tuple(_direction(g, index, witness, prefix) for index in range(len(g.directions)))


def _direction(g: CharacteristicFunction, index: int, witness: ch.Witness, prefix: str) -> ch.Curve:
    """delta(xp, eps) in one direction: that of the finite losses plus the mass at infinite loss."""
    parts, name = g.directions[index], prefix + w.DIRECTIONS[index]
    infinite, order = infinity_mass(parts), w.chernoff_order(name, witness)
    if order is not None:
        return lambda xp, epsilon: xp.number(0).union(by_moment(parts, order, epsilon)) + xp.number(infinite)
    largest = None if w.states_rule(name, witness) else max_loss(parts)
    if largest is not None:
        return lambda xp, epsilon: _beyond(xp, largest, epsilon, name) + xp.number(infinite)
    found = w.rule_of(name, len(parts), witness).inverse(parts)
    return lambda xp, epsilon: xp.positive(found.delta(epsilon)) + xp.number(infinite)


def _beyond(xp: Any, largest: ch.Number, epsilon: Any, name: str) -> Any:
    """delta of the finite losses from the largest one on, where no rule is needed. Raises Unavailable before."""
    if not reaches(xp, epsilon, largest):
        raise ch.Unavailable(f"the witness states no {name}.bits")
    return xp.number(0)
