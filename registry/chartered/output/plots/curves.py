"""The curves of pictures as numbers. Every point is certified, so at its points a curve of upper bounds is nowhere
below the true curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from chartered_verify.enclosure import Side
from chartered_verify.large_packages import numpy
from msgspec import Struct

from ...accounting.ledger import Ledger
from ...accounting.path_combinations import Composed
from ...errors import BadValue
from ...ledger.entries import listed
from ...model.exact_numbers import plain
from ...model.questions import Question
from ...paths.derivation import strangers_of
from ...profiles.tradeoff_curves import least_type_two
from ...search import least_mu

POINTS = 160
"""Approximate number of points of a curve."""
FEW_POINTS = 32
"""Approximate number of points of a profile if each point needs a search of its own, which may take a second."""


INVISIBLE = 1e-6
"""How far apart two ends may be that are one in a picture, in the size of its largest value."""


class Asked(Struct, frozen=True):
    """The question of one curve: a ledger, an accountant or theorem `by` (None: the tightest at each point), the delta,
    and the numbers of runs."""

    ledger: Ledger
    by: str | None
    delta: Fraction
    times: Sequence[int]

    @property
    def strangers(self) -> tuple[str, ...]:
        """The third-party plugins on which the curve's answers rest."""
        known, entries = self.ledger._registry, self.ledger.entries
        found = (strangers_of(known, entries, path.derivation) for path in self._paths())
        return tuple(sorted({name for names in found for name in names}))

    @property
    def points(self) -> int:
        """Approximate number of points of the profile: FEW_POINTS if an exact path searches each point separately."""
        searches = (path.profile.search for path in self._paths() if path.profile.settles)
        return FEW_POINTS if any(one.searches and one.many is None for one in searches) else POINTS

    def _paths(self) -> list[Composed]:
        return self.ledger._accounting(self.by).profiles()

    def __str__(self) -> str:
        return name_of(self.ledger) + (f" by {self.by}" if self.by else "")


class Trace(Struct, frozen=True):
    """One curve and its question. `side` is the side of its values: exact, upper or lower. `basis` states what a bound
    rests on besides its own point."""

    asked: Asked
    side: Side
    x: list[float]
    y: list[float]
    basis: str = ""


def profile(asked: Asked) -> Trace:
    """delta over eps, from eps = 0 until delta has fallen to `asked.delta`. Raises CharteredError if delta is smaller
    than that at every eps."""
    side, epsilons, deltas = _profile(asked)
    if deltas[0] < float(asked.delta):
        raise BadValue(f"{asked}: delta is below {plain(asked.delta)} at every eps", "give a smaller delta to see more")
    return Trace(asked, side, epsilons, deltas)


def transform(asked: Asked) -> Trace:
    """mu over eps: at each point (eps, delta) of the profile, the mu with delta_mu(eps) = delta (Liu et al. 2022,
    Definition 4.1). Its supremum is the least mu for which the ledger is mu-GDP. Raises CharteredError if delta is 1
    everywhere."""
    found = profile(asked)
    points = [(eps, least_mu.meeting(eps, delta)) for eps, delta in zip(found.x, found.y, strict=True)]
    finite = [point for point in points if math.isfinite(point[1])]
    if not finite:
        raise BadValue(f"{asked}: no mu is finite at any eps", "delta is 1 there: more noise or fewer runs have one")
    return Trace(asked, found.side, [eps for eps, _ in finite], [mu for _, mu in finite])


def tradeoff(asked: Asked) -> Trace:
    """Lower bound on the type II error over the type I error, by the points of the profile down to `asked.delta`.
    Raises CharteredError."""
    _, epsilons, deltas = _profile(asked)
    return errors(asked, list(zip(epsilons, deltas, strict=True)))


def errors(asked: Asked, pairs: Sequence[tuple[float, float]]) -> Trace:
    """The trade-off curve of `tradeoff` from points (eps, delta) of the profile that are already known."""
    half = POINTS // 2
    first = numpy.unique([*numpy.linspace(0, 1, half), *numpy.geomspace(1e-6, 1, half)]).tolist()  # it is steep near 0
    basis = f" by {len(pairs)} points (eps, delta) of the profile"
    return Trace(asked, Side.LOWER, first, [least_type_two(a, pairs) for a in first], basis)


def epsilon(asked: Asked) -> Trace:
    """eps at `asked.delta` over the number of runs, as far as it is finite. Raises CharteredError if fewer than two
    points are finite."""
    low, high = asked.ledger.epsilon_intervals(asked.delta, times=asked.times, accountant=asked.by)
    points = [(n, eps) for n, eps in zip(asked.times, high.tolist(), strict=True) if math.isfinite(eps)]
    if len(points) < 2:
        raise BadValue(
            f"{asked}: no curve of finite eps at delta = {plain(asked.delta)}",
            "a larger delta or fewer times may have one",
        )
    return Trace(asked, _side(low.tolist(), high.tolist()), [float(n) for n, _ in points], [eps for _, eps in points])


def accountants(ledger: Ledger, question: Question, times: Sequence[int]) -> list[str]:
    """The names of the accountants with a finite answer for one of the numbers of runs, ordered by tightness for the
    last of them."""
    accounts = [(ledger * n).account(question) for n in reversed(times)]
    return list(dict.fromkeys(a.accountant for account in accounts for a in account.answers if a.why is None))


def name_of(ledger: Ledger) -> str:
    """A ledger in one line: the labels of its entries, or their steps."""
    return "; ".join(listed(ledger.entries, lambda entry: entry.shown_label or entry.shown))


def _profile(asked: Asked) -> tuple[Side, list[float], list[float]]:
    """The side of the points, and points (eps, delta) on or above the profile: eps increases from 0, delta
    decreases."""
    start = asked.ledger.delta(0, accountant=asked.by)
    low = float(asked.delta)
    deltas = _below(start.upper, low, asked.points)
    lower, found = (ends.tolist() for ends in asked.ledger.epsilon_intervals(deltas, accountant=asked.by))
    points = [
        (0.0, start.upper),
        *((eps, delta) for eps, delta in zip(found, deltas, strict=True) if math.isfinite(eps)),
    ]
    if points[-1][1] > low:
        points += _floor(asked, points[-1])
    side = _side(lower, found) if start.exact else Side.UPPER
    return side, [eps for eps, _ in points], [delta for _, delta in points]


def _side(lower: Sequence[float], upper: Sequence[float]) -> Side:
    """Exact, if both ends of every point that is finite are one in the picture; otherwise upper."""
    ends = [(low, high) for low, high in zip(lower, upper, strict=True) if math.isfinite(high)]
    apart = max((high - low for low, high in ends), default=0.0)
    return Side.EXACT if apart <= INVISIBLE * max((high for _, high in ends), default=0.0) else Side.UPPER


def _floor(asked: Asked, last: tuple[float, float]) -> list[tuple[float, float]]:
    """The point where the profile reaches its limit for large eps, if that limit is positive and below the last point;
    otherwise an empty list."""
    level = asked.ledger.delta(2 * last[0] + 1, accountant=asked.by).upper
    eps = asked.ledger.epsilon(level, accountant=asked.by).upper if 0 < level < last[1] else math.inf
    return [(eps, level)] if math.isfinite(eps) else []


def _below(high: float, low: float, points: int) -> list[float]:
    """Values of delta in [low, high), in decreasing order: half of them equally spaced, half equally spaced in the
    logarithm."""
    if not low < high:
        return []
    half = points // 2
    spread = numpy.unique([*numpy.linspace(low, high, half), *numpy.geomspace(low, high, half), low])
    inside: list[float] = spread[(spread >= low) & (spread < high)].tolist()
    return inside[::-1]
