"""Proposals for groups of steps, in floats: sets of steps are halved where the loss is greatest, up to the largest
number of groups."""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.large_packages import numpy
from msgspec import Struct

from ..ledger.entries import Entry
from ..model.step_groups import Safer
from ..paths.grouping import Kinship

Array = numpy.ndarray[Any, Any]
_POWER, _FARTHEST = 2.0, 600.0
"""The exponent: the variance of a privacy loss is about the square of each parameter, or of its inverse; and the
largest logarithm."""


class _Kind(Struct, frozen=True):
    """Steps that may share a group: their indices in the ledger, the logarithms of their parameters (larger ones are
    costlier), and the number of runs of each."""

    places: Array
    logs: Array
    times: Array

    def loss(self, cell: Array) -> float:
        """The approximate difference in cost between the costliest and the safest step of a set, times the number of
        its runs."""
        logs = self.logs[cell]
        high, low = (min(float(ends.sum()), _FARTHEST) for ends in (logs.max(axis=0), logs.min(axis=0)))
        return (math.exp(high) - math.exp(low)) * float(self.times[cell].sum())

    def halves(self, cell: Array) -> tuple[Array, Array]:
        """The set cut at the median of the parameter for which the remaining loss is least."""
        found: list[tuple[float, int, Array, Array]] = []
        for which, logs in enumerate(self.logs[cell].T):
            if logs.max() > logs.min():
                order = cell[numpy.argsort(logs, kind="stable")]
                one, other = order[: len(order) // 2], order[len(order) // 2 :]
                found.append((self.loss(one) + self.loss(other), which, one, other))
        return min(found, key=lambda cut: cut[:2])[2:]


def propose_groups(kinship: Kinship, entries: Sequence[Entry], most: int) -> tuple[int, ...] | None:
    """The group number of each entry, for at most `most` groups; None if the entries differ in more than groups
    allow."""
    kinds = _kinds(kinship, entries)
    if len(kinds) > most:
        return None
    cells = [(-kind.loss(cell), index, kind, cell) for index, kind in enumerate(kinds) for cell in [_all(kind)]]
    heapq.heapify(cells)
    made = len(cells)
    while len(cells) < most and cells[0][0] < 0:
        _, _, kind, cell = heapq.heappop(cells)
        for half in kind.halves(cell):
            heapq.heappush(cells, (-kind.loss(half), made, kind, half))
            made += 1
    found = numpy.zeros(len(entries), dtype=int)
    firsts = sorted((int(kind.places[cell].min()), kind, cell) for _, _, kind, cell in cells)
    for number, (_, kind, cell) in enumerate(firsts):
        found[kind.places[cell]] = number
    return tuple(int(number) for number in found)


def _all(kind: _Kind) -> Array:
    return numpy.arange(len(kind.places))


def _kinds(kinship: Kinship, entries: Sequence[Entry]) -> list[_Kind]:
    members: dict[Hashable, list[int]] = {}
    logs: list[list[float]] = []
    for place, entry in enumerate(entries):
        shared, numbers = kinship.split(entry.step)
        members.setdefault(shared, []).append(place)
        logs.append([_log(x, safer) for x, safer in zip(numbers, kinship.directions(entry.step), strict=True)])
    times = numpy.array([float(entry.times) for entry in entries])
    return [
        _Kind(numpy.array(places), numpy.array([logs[place] for place in places]), times[places])
        for places in members.values()
    ]


def _log(x: Fraction, safer: Safer) -> float:
    """The approximate contribution of a parameter to the logarithm of the variance of the privacy loss."""
    size = math.log(x.numerator) - math.log(x.denominator) if x > 0 else -_FARTHEST
    return _POWER * (size if safer == "smaller" else -size)
