"""Stand-ins for many different mechanisms, in floats: to choose a line, a few similar ones suffice."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from chartered_verify.heavy import numpy

from ..formulas.composition import Composition
from ..formulas.moments import LossMoments
from ..formulas.poisson_gaussian import PoissonGaussian

MANY = 64
"""The largest number of different mechanisms that are searched without stand-ins."""
_NOISES, _RATES = 8, 6
"""The number of classes of sampled Gaussians of about equal size: by noise, and within each by rate."""


def standing_in(parts: Composition) -> tuple[Composition, tuple[int, ...]]:
    """(a composition with about the same loss, for each mechanism the index of its stand-in); unchanged if the
    mechanisms are at most MANY."""
    if len(parts) <= MANY:
        return parts, tuple(range(len(parts)))
    sampled = [place for place, (m, _) in enumerate(parts) if isinstance(m, PoissonGaussian)]
    classes = [[place] for place in range(len(parts)) if place not in set(sampled)] + list(_classes(parts, sampled))
    found = [_one(parts, places) for places in classes]
    place_of = {place: number for number, places in enumerate(classes) for place in places}
    return tuple(found), tuple(place_of[place] for place in range(len(parts)))


def _classes(parts: Composition, places: Sequence[int]) -> list[list[int]]:
    noises, rates = (numpy.array([float(getattr(parts[p][0], x)) for p in places]) for x in ("noise", "rate"))
    found: list[list[int]] = []
    for block in numpy.array_split(numpy.argsort(noises, kind="stable"), _NOISES):
        cells = numpy.array_split(block[numpy.argsort(rates[block], kind="stable")], _RATES)
        found += [[places[int(which)] for which in cell] for cell in cells if cell.size]
    return found


def _one(parts: Composition, places: Sequence[int]) -> tuple[LossMoments, int]:
    """One sampled Gaussian for several: the root mean square of their rates, and the noise that gives a similar
    variance."""
    first, times = parts[places[0]]
    if len(places) == 1 or not isinstance(first, PoissonGaussian):
        return first, times
    members = [(m, n) for m, n in (parts[place] for place in places) if isinstance(m, PoissonGaussian)]
    runs = sum(n for _, n in members)
    squares = sum(n * float(m.rate) ** 2 for m, n in members)
    weights = sum(n * (float(m.rate) / float(m.noise)) ** 2 for m, n in members)
    rate, noise = math.sqrt(squares / runs), math.sqrt(squares / weights)
    return PoissonGaussian(Fraction(rate), Fraction(noise), first.added), runs
