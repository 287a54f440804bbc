"""The privacy profile of a composition, by inversion of its characteristic function: exact, an interval that holds the
profile itself."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Any

import chartered as ch

from . import witness as w
from .formulas.composition import chernoff, infinity_mass, inversion
from .guarantee import CharacteristicFunction


def profile(g: CharacteristicFunction) -> ch.Profile:
    """The larger delta of both directions. The witness: for each direction a line, or the order of a Chernoff bound
    where that shows that the other direction is larger; and, of eps, two ends such that delta(below) >= delta in one
    direction, and delta(above) <= delta in both."""
    places = range(len(g.directions))
    last: dict[int, tuple[ch.Witness, ch.Curve]] = {}

    def direction(place: int, witness: ch.Witness) -> ch.Curve:
        """One direction by a witness, made once for all precisions with which it is asked."""
        if place not in last or last[place][0] is not witness:
            last[place] = witness, _direction(g, place, witness)
        return last[place][1]

    def delta(xp: Any, epsilon: Any, witness: ch.Witness) -> Any:
        found = [direction(place, witness)(xp, epsilon) for place in places]
        return xp.minimum(reduce(xp.maximum, found), xp.number(1))

    def epsilon(xp: Any, delta: Any, witness: ch.Witness) -> Any:
        ends = ch.Bracket.read(witness)
        below, above = ends.below or Fraction(0), ends.above or Fraction(0)  # exact: the line has its own precision
        directions = [direction(place, witness) for place in places]
        if not all(at(xp, above) <= delta for at in directions):
            raise ch.Unavailable("the witness's upper end of eps does not certainly have a delta that is small enough")
        if below > 0 and not any(at(xp, below) >= delta for at in directions):
            raise ch.Unavailable("the witness's lower end of eps does not certainly have a delta that is large enough")
        return xp.number(below).union(xp.number(above))

    def propose(question: ch.Question) -> ch.Witness:
        from .search import witness as search

        find = search.for_epsilon if isinstance(question, ch.EpsilonAt) else search.for_delta
        return find(g, question)

    def many(deltas: Any, near: Any) -> Any:
        from .search.many import many as search

        return search(g, deltas, near)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(propose=propose, many=many, fields=w.fields(g.directions)),
        at_infinity=ch.AtInfinity(delta=infinity_mass(g.directions[0])),
    )


def _direction(g: CharacteristicFunction, place: int, witness: ch.Witness) -> ch.Curve:
    """delta in one direction: that of the finite losses, and the mass of infinite ones."""
    parts, name = g.directions[place], w.DIRECTIONS[place]
    infinite, order = infinity_mass(parts), w.chernoff_order(name, witness)
    if order is not None:
        return lambda xp, epsilon: xp.number(0).union(chernoff(parts, order, epsilon)) + xp.number(infinite)
    found = inversion(parts, w.line_of(name, len(parts), witness))
    return lambda xp, epsilon: xp.positive(found.delta(epsilon)) + xp.number(infinite)
