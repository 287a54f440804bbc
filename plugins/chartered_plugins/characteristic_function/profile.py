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

    def delta(xp: Any, epsilon: Any, witness: ch.Witness) -> Any:
        found = [_delta(xp, g, place, epsilon, witness) for place in range(len(g.directions))]
        return xp.minimum(reduce(xp.maximum, found), xp.number(1))

    def epsilon(xp: Any, delta: Any, witness: ch.Witness) -> Any:
        below, above = (xp.number(witness.get(key) or 0) for key in (w.BELOW, w.ABOVE))
        places = range(len(g.directions))
        if not all(_delta(xp, g, place, above, witness) <= delta for place in places):
            raise ch.Unavailable("the witness's upper end of eps does not certainly have a delta that is small enough")
        if below > 0 and not any(_delta(xp, g, place, below, witness) >= delta for place in places):
            raise ch.Unavailable("the witness's lower end of eps does not certainly have a delta that is large enough")
        return below.union(above)

    def for_epsilon(delta: Fraction) -> ch.Witness:
        from .search import witness as search

        return search.for_epsilon(g, delta)

    def for_delta(epsilon: Fraction) -> ch.Witness:
        from .search import witness as search

        return search.for_delta(g, epsilon)

    return ch.Profile(
        delta=delta,
        epsilon=epsilon,
        search=ch.WitnessSearch(for_epsilon=for_epsilon, for_delta=for_delta, fields=w.fields(g.directions)),
        at_infinity=ch.AtInfinity(delta=infinity_mass(g.directions[0])),
    )


def _delta(xp: Any, g: CharacteristicFunction, place: int, epsilon: Any, witness: ch.Witness) -> Any:
    """delta in one direction: that of the finite losses, and the mass of infinite ones."""
    parts, name = g.directions[place], w.DIRECTIONS[place]
    order = w.chernoff_order(name, witness)
    if order is None:
        finite = xp.positive(inversion(parts, w.line_of(name, len(parts), witness)).delta(epsilon))
    else:
        finite = xp.number(0).union(chernoff(parts, order, epsilon))
    return finite + xp.number(infinity_mass(parts))
