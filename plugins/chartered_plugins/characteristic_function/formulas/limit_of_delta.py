"""The limit of the delta of a composition, and the least eps from which on delta is there.

The limit is the larger one of both directions' probabilities of an infinite loss. A direction is at its own from its
largest finite loss on. Where one has more infinite losses and the other a larger finite one, the other comes down to
the limit somewhere between two of its losses, where its delta is linear in e^eps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from chartered_verify.arithmetic import Number
from chartered_verify.enclosure import sign

from ...mechanisms.formulas import table_rows
from ..laws.finite_outcomes import Outcomes
from .composed_moments import Composition, largest_loss, largest_mass, max_loss
from .stated_moments import StatedMoments

_MOST_BITS = 4096
"""How many bits the probability of an infinite loss may have as a fraction."""


def limit_of(directions: Sequence[Composition]) -> tuple[Number, Number | None]:
    """(the limit of delta, the least eps from which on delta is there). Where only a larger eps is known the limit is
    no fraction, and no delta is known to be equal to it."""
    masses = [exact_mass(parts) for parts in directions]
    lead, *others = sorted(zip(masses, directions, strict=True), key=lambda one: -(one[0] or 0))
    most, parts = lead
    if most is None or any(mass is None for mass, _ in others):
        return largest_mass(directions), largest_loss(directions)
    if all(mass == most for mass, _ in others):
        return most, largest_loss(directions)
    end, (mass, other) = _own_end(parts), others[0]
    reached = None if end is None or mass is None else _reaching(other, most - mass, end)
    if end is None or reached is None:
        return largest_mass(directions), largest_loss(directions)
    return most, lambda xp: xp.maximum(xp.positive(xp.number(end)), xp.log(xp.number(reached)))


def exact_mass(parts: Composition) -> Fraction | None:
    """P(L = inf) of the composition, if those of all mechanisms are fractions and it is not too long."""
    runs = [(m.infinity_mass, times) for m, times in parts if m.infinity_mass != 0]
    exact = [(Fraction(mass), times) for mass, times in runs if not callable(mass) and isinstance(times, int)]
    if len(exact) < len(runs) or sum(times * mass.denominator.bit_length() for mass, times in exact) > _MOST_BITS:
        return None
    return 1 - prod(((1 - mass) ** times for mass, times in exact), start=Fraction(1))


def _own_end(parts: Composition) -> Number | None:
    """The largest finite loss of this direction; a function that is stated tells only that of both."""
    return None if any(isinstance(m, StatedMoments) for m, _ in parts) else max_loss(parts)


def _reaching(parts: Composition, rest: Fraction, end: Number) -> Fraction | None:
    """The least x >= 1 from which on the delta of the finite losses is no more than `rest` at eps = log x; 1 if it is
    so from `end` on. None if neither is known."""
    largest = _own_end(parts)
    if largest is not None and (sign(lambda xp: xp.number(end) - xp.number(largest), cap=256) or -1) > 0:
        return Fraction(1)
    listed = [(list(m.rows), times) for m, times in parts if isinstance(m, Outcomes)]
    rows = table_rows.product(listed) if len(listed) == len(parts) else None
    if rows is None:
        return None
    a = b = Fraction(0)
    falling = sorted(rows, key=lambda row: row[0] / row[1], reverse=True)
    for p, q in (*falling, (Fraction(0), Fraction(1))):
        place = max(p / q, Fraction(1))
        if a - b * place > rest:
            return (a - rest) / b
        if place == 1:
            break
        a, b = a + p, b + q
    return Fraction(1)
