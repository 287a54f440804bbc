"""The guarantee "characteristic function of the privacy loss": mechanisms by their moment generating functions at
complex orders, which multiply under composition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import chartered as ch

from .formulas import composed_moments, loss_properties, moments


@dataclass(frozen=True, slots=True, eq=False)
class CharacteristicFunction(ch.Guarantee):
    """A composition with loss L = log dP/dQ and E_Q[e^(zL)] = prod_i M_i(z)^(n_i) over finite losses, for complex z.

    `directions`: the pairs (M_i, n_i) for removal of a record and for its addition; only one entry if both are the
    same."""

    directions: tuple[composed_moments.Composition, ...]


def one_run(*directions: loss_properties.LossMoments) -> CharacteristicFunction:
    """The guarantee of one run: a function for each direction, or one function if both are the same."""
    return CharacteristicFunction(tuple(((m, 1),) for m in directions))


def times(g: CharacteristicFunction, n: int) -> CharacteristicFunction:
    """The guarantee of n runs: M^n. An array of counts serves searches in floats. Raises Unavailable for a count that
    is given as a function of an arithmetic."""
    if callable(n):
        raise ch.Unavailable("a power of a moment generating function is taken for each count by itself")
    return CharacteristicFunction(tuple(merged((m, n * k) for m, k in parts) for parts in g.directions))


def compose(gs: Sequence[CharacteristicFunction]) -> CharacteristicFunction:
    """The product of the functions in each direction; one with one entry has the same in both."""
    places = range(max(len(g.directions) for g in gs))
    given = [g.directions for g in gs]
    return CharacteristicFunction(
        tuple(merged(part for each in given for part in each[min(index, len(each) - 1)]) for index in places)
    )


def merged(parts: Iterable[tuple[loss_properties.LossMoments, int]]) -> composed_moments.Composition:
    """Equal functions merged, with the sum of their runs; all Gaussians become one, with the sum of their mu^2."""
    counts: Counter[loss_properties.LossMoments] = Counter()
    squares: list[ch.Number] = []
    for m, n in parts:
        if isinstance(m, moments.Gaussian) and isinstance(n, int):
            squares.append(ch.scale(m.mu_squared, n))
        else:
            counts[m] += n
    gaussian = ((moments.Gaussian(ch.total(squares)), 1),) if squares else ()
    return (*counts.items(), *gaussian)
