"""Stand-ins for many different mechanisms, in floats: to choose a line, a few similar ones suffice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from chartered_verify.heavy import numpy

from ..formulas.composition import Composition
from ..formulas.moments import LossMoments
from ..laws.gaussian import GaussianSample

MANY = 64
"""The largest number of different mechanisms that are searched without stand-ins."""
_NOISES, _RATES = 8, 6
"""The number of classes of sampled Gaussians of about equal size: by noise, and within each by rate."""


def standing_in(parts: Composition) -> tuple[Composition, tuple[int, ...]]:
    """(a composition with about the same loss, for each mechanism the index of its stand-in); unchanged if the
    mechanisms are at most MANY."""
    if len(parts) <= MANY:
        return parts, tuple(range(len(parts)))
    sampled = {place: m for place, (own, _) in enumerate(parts) if (m := GaussianSample.of(own)) is not None}
    classes = [[place] for place in range(len(parts)) if place not in sampled] + _classes(sampled)
    found = [_one(parts, sampled, places) for places in classes]
    place_of = {place: number for number, places in enumerate(classes) for place in places}
    return tuple(found), tuple(place_of[place] for place in range(len(parts)))


def _classes(sampled: Mapping[int, GaussianSample]) -> list[list[int]]:
    places = list(sampled)
    noises, rates = (numpy.array([float(getattr(m, x)) for m in sampled.values()]) for x in ("noise", "rate"))
    found: list[list[int]] = []
    for block in numpy.array_split(numpy.argsort(noises, kind="stable"), _NOISES):
        cells = numpy.array_split(block[numpy.argsort(rates[block], kind="stable")], _RATES)
        found += [[places[int(which)] for which in cell] for cell in cells if cell.size]
    return found


def _one(parts: Composition, sampled: Mapping[int, GaussianSample], places: Sequence[int]) -> tuple[LossMoments, int]:
    """One sampled Gaussian for several: the root mean square of their rates, and the noise that gives a similar
    variance."""
    if len(places) == 1:
        return parts[places[0]]
    members = [(sampled[place], parts[place][1]) for place in places]
    runs = sum(n for _, n in members)
    squares = sum(n * float(m.rate) ** 2 for m, n in members)
    weights = sum(n * (float(m.rate) / float(m.noise)) ** 2 for m, n in members)
    rate, noise = math.sqrt(squares / runs), math.sqrt(squares / weights)
    return GaussianSample(Fraction(rate), Fraction(noise), members[0][0].added).law, runs
