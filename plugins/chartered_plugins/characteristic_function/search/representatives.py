"""Stand-ins for many different mechanisms, in floats: to choose a line, fewer suffice.

log M is a smooth function of a sample's rate and noise, and of the eps of randomized response or Laplace noise. So the
sum over thousands of pairs is, to a part in ten thousand, one over a grid of Chebyshev nodes, with the sums of
Lagrange's polynomials as numbers of runs, which are no integers, and may be negative. Not as smooth are the few pairs
whose largest losses weigh most: they stand for themselves."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from chartered_verify.large_packages import numpy

from ..formulas.composed_moments import Composition
from ..formulas.loss_properties import LossMoments
from ..formulas.moments import Laplace, RandomizedResponse
from ..laws.analytic_law import Law
from ..laws.gaussian_law import GaussianSample, replaced_gaussian
from .power_sums_in_floats import Array

MANY = 64
"""The largest number of different mechanisms that are searched without stand-ins."""
Weighted: TypeAlias = tuple[tuple[LossMoments, float], ...]
"""Mechanisms, each with a number of runs."""
_SHAPES: dict[str, Callable[[Fraction, Fraction], LossMoments]] = {
    "removed": lambda rate, noise: GaussianSample(rate, noise).law,
    "added": lambda rate, noise: GaussianSample(rate, noise, added=True).law,
    "replaced": replaced_gaussian,
    "response": lambda _, noise: RandomizedResponse(1 / noise),
    "laplace": lambda _, noise: Laplace(1 / noise),
}
"""Families of laws with a rate and a noise, 1/eps of randomized response and of Laplace noise."""
Pair: TypeAlias = tuple[Fraction, Fraction, int]
"""Rate, noise and runs."""
_ORDERS, _LARGEST, _NODES = (2, 4, 8, 16), 16, 8
"""Orders at each of which this many of the largest moments stand for themselves; and the nodes of rates and of
noises."""


def standing_in(parts: Composition) -> tuple[Weighted, tuple[int, ...]]:
    """(mechanisms with about the same loss, for each given one the index of the nearest); unchanged if there are at
    most MANY."""
    found: list[tuple[LossMoments, float]] = [(m, float(times)) for m, times in parts]
    if len(parts) <= MANY:
        return tuple(found), tuple(range(len(parts)))
    pairs = defaultdict[str, dict[int, Pair]](dict)
    for index, (m, times) in enumerate(parts):
        if (sample := _sample(m)) is not None:
            shape, rate, noise = sample
            pairs[shape][index] = rate, noise, times
    nodes, place_of = list[tuple[LossMoments, float]](), dict[int, int]()
    for shape, given in pairs.items():
        smooth = _smooth(given)
        if len(smooth) > _NODES**2:
            made, nearest = _nodes(_SHAPES[shape], [given[index] for index in smooth])
            place_of |= {index: len(nodes) + which for index, which in zip(smooth, nearest, strict=True)}
            nodes += made
    alone = [index for index in range(len(parts)) if index not in place_of]
    place_of |= {index: len(nodes) + number for number, index in enumerate(alone)}
    return (*nodes, *(found[index] for index in alone)), tuple(place_of[index] for index in range(len(parts)))


def _sample(m: LossMoments) -> tuple[str, Fraction, Fraction] | None:
    """(a shape, rate, noise); None for other laws."""
    if (sample := GaussianSample.of(m)) is not None:
        return "added" if sample.added else "removed", sample.rate, sample.noise
    binary = isinstance(m, RandomizedResponse) and (m.k, m.failure) == (2, 0)
    if isinstance(m, RandomizedResponse if binary else Laplace) and not callable(m.epsilon) and m.epsilon > 0:
        return "response" if binary else "laplace", Fraction(1), 1 / Fraction(m.epsilon)
    if isinstance(m, Law) and len(m.ratio.p.parts) == 2:
        rate, shift = m.ratio.p.parts[1]
        if shift and m == replaced_gaussian(rate, 1 / shift):
            return "replaced", rate, 1 / shift
    return None


def _logs(pairs: Sequence[Pair]) -> tuple[Array, Array, Array]:
    """The logarithms of rates, noises and numbers of runs."""
    rates, noises, runs = numpy.log(numpy.array([tuple(map(float, pair)) for pair in pairs])).T
    return rates, noises, runs


def _smooth(pairs: Mapping[int, Pair]) -> list[int]:
    """The places of those whose moments q^c e^(c(c-1)/(2 s^2)) of large losses are not among the largest."""
    rates, noises, runs = _logs(list(pairs.values()))
    own: set[int] = set()
    for c in _ORDERS:
        sizes = runs + c * rates + c * (c - 1) / 2 * numpy.exp(-2 * noises)
        own |= set(numpy.argsort(-sizes, kind="stable")[:_LARGEST].tolist())
    return [index for number, index in enumerate(pairs) if number not in own]


def _nodes(
    of: Callable[[Fraction, Fraction], LossMoments], pairs: Sequence[Pair]
) -> tuple[list[tuple[LossMoments, float]], list[int]]:
    """(the nodes with their numbers of runs, for each mechanism the nearest one)."""
    rates, noises, runs = _logs(pairs)
    (rate_nodes, rate_weights), (noise_nodes, noise_weights) = (_interpolation(logs) for logs in (rates, noises))
    weights = numpy.einsum("i,ij,ik->jk", numpy.exp(runs), rate_weights, noise_weights)
    made: list[tuple[LossMoments, float]] = [
        (of(Fraction(math.exp(x)), Fraction(math.exp(y))), float(weights[j, k]))
        for j, x in enumerate(rate_nodes)
        for k, y in enumerate(noise_nodes)
    ]
    first, second = (
        abs(logs[:, None] - nodes).argmin(axis=1) for logs, nodes in ((rates, rate_nodes), (noises, noise_nodes))
    )
    return made, (first * len(noise_nodes) + second).tolist()


def _interpolation(logs: Array) -> tuple[Array, Array]:
    """(Chebyshev's nodes between the ends of some numbers, Lagrange's polynomials at each of these)."""
    low, high = float(logs.min()), float(logs.max())
    if low == high:
        return numpy.array([low]), numpy.ones((len(logs), 1))
    angles = numpy.pi * (numpy.arange(_NODES) + 0.5) / _NODES
    nodes = (low + high) / 2 + (high - low) / 2 * numpy.cos(angles)
    powers = numpy.arccos(numpy.clip((2 * logs - low - high) / (high - low), -1, 1))[:, None] * numpy.arange(_NODES)
    at_nodes = numpy.cos(angles[:, None] * numpy.arange(_NODES))
    at_nodes[:, 0] /= 2
    return nodes, 2 / _NODES * numpy.cos(powers) @ at_nodes.T
