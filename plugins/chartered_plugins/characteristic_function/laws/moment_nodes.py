"""The nodes of a moment generating function, chosen in floats. Any choice is sound; a good one has few."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import floats as xp

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .mixture import Ratio

_WIDEST, _WIDE = 0.995, 1.6
"""The part of the widest strip that is used, and a half-width over that where the density grows by the accuracy."""
_BEYOND = 0.5
"""How far beyond the place where the integrand begins to fall the nodes extend, in standard deviations."""
_TURNS = 60
_GRID, _LEAST = 8, 2.0**-20
"""Steps of a grid of orders for each doubling of order - 1, and its least one."""


@lru_cache(maxsize=4096)
def nodes(
    noise: Any,
    ratio: Ratio,
    order: float,
    height: float,
    nats: float,
    most_shift: float = math.inf,
    lowest: float | None = None,
) -> Nodes:
    """Nodes of a remainder and of tails of about e^-nats, relative to M at the order, at heights up to `height`.
    `most_shift`: of the line above the real one; `lowest`: of orders that share the nodes. Raises ArithmeticError for
    too many nodes.

    On the line Im t = b the integrand grows with the height only in the part of the strip that is below the real axis:
    where that costs more than the density, which grows with b, the line is shifted."""
    accuracy, most = nats + 1.0, _WIDEST * noise.widest(xp, ratio)
    turning, near = height * noise.turning(xp, ratio), min(noise.scale, most / 4)
    grown = noise.grown(xp, ratio, order)
    curvature = 2 * grown(near) / near**2

    def shift(a: float) -> float:
        return 0.0 if noise.integers else max(0.0, min(turning / curvature - a, a, most - a, most_shift))

    def cost(a: float) -> float:
        b = shift(a)
        found: float = accuracy + grown(a + b) + turning * (a - b)
        return found

    strip = _best(min(most, _WIDE * noise.scale * math.sqrt(2 * accuracy)), cost)
    lift = shift(strip)
    spacing = 1.0 if noise.integers else 2 * math.pi * strip / cost(strip)
    return Nodes.between(spacing, *ends(noise, ratio, order, accuracy + 2 + grown(lift), lowest), strip, lift)


def nodes_above(noise: Any, ratio: Ratio, order: float, shift: float, nats: float) -> Nodes:
    """The same, on the real line, for the modulus of the integrand at t + i `shift`. Raises ArithmeticError where that
    has no bound, or for too many nodes."""
    left = 0.999 * noise.widest(xp, ratio) / 2 - shift
    if not (shift > 0 and left > 0):
        raise ArithmeticError("the shift leaves the strip in which the bound holds")

    grown_density, grown_ratio = noise.grown_density(xp), noise.grown_ratio(xp, ratio, order)

    def cost(a: float) -> float:
        found: float = nats + 1 + grown_density(a) + grown_density(shift) + grown_ratio(a + shift)
        return found

    strip = _best(min(left, _WIDE * noise.scale * math.sqrt(2 * nats)), cost)
    least = nats + 2 + grown_density(shift) + grown_ratio(shift)
    return Nodes.between(2 * math.pi * strip / cost(strip), *ends(noise, ratio, order, least), strip)


def ends(noise: Any, ratio: Ratio, order: float, nats: float, lowest: float | None = None) -> tuple[float, float]:
    """The places beyond which the integrand has fallen by e^-nats, and certainly falls on, also for all orders from the
    `lowest` one: those of orders of a coarse grid on either side, since both places rise with the order."""
    below, above = between(order)
    below = below if lowest is None else min(below, lowest)
    least = 4.0 * math.ceil(nats / 4)
    return _end(noise, ratio, below, least, -1), _end(noise, ratio, above, least, 1)


@lru_cache(maxsize=4096)
def _end(noise: Any, ratio: Ratio, order: float, nats: float, way: int) -> float:
    logs, density = noise.logs(xp, ratio), noise.density(xp)

    def log(x: float) -> float:
        p, q = logs(x)
        found: float = density(x) + order * p + (1 - order) * q
        return found

    turn, other = (noise.falls_from(ratio, order, direction) for direction in (way, -way))
    at_turn = log(turn)
    level = max(at_turn, log(other))
    step = noise.scale * (math.sqrt(2 * max(0.0, nats - level + at_turn)) + _BEYOND)
    while log(turn + way * step) > level - nats:
        step *= 1.25
    end: float = turn + way * step
    return end


def between(order: float, steps: int = _GRID) -> tuple[float, float]:
    """An order that is no larger, and one that is no smaller, of a grid. `steps`: in each doubling of order - 1."""
    if order < 0:
        below, above = between(1 - order, steps)
        return 1 - above, 1 - below
    if order <= 1 + _LEAST:
        return order, order
    index = steps * math.log2(order - 1)
    return 1 + 2 ** (math.floor(index) / steps), 1 + 2 ** (math.ceil(index) / steps)


def falling_from(slope: Any, start: float, end: float, width: float) -> float:
    """The place between two where a slope becomes negative, to a width; it falls from `start` to `end`."""
    for _ in range(_TURNS):
        if abs(end - start) <= width:
            break
        middle = (start + end) / 2
        start, end = (middle, end) if slope(middle) > 0 else (start, middle)
    return end


def _best(widest: float, cost: Any, count: int = 40) -> float:
    """The half-width a with the largest a/cost(a), from coarse to fine: it hardly ever has a second maximum."""
    strips = [widest * k / count for k in range(1, count)]
    known: dict[int, float] = {}

    def worth(k: int) -> float:
        if k not in known:
            known[k] = strips[k] / cost(strips[k])
        return known[k]

    best = max(range(4, len(strips), 10), key=worth)
    for stride in (5, 2, 1, 1):
        best = max((k for k in (best, best - stride, best + stride) if 0 <= k < len(strips)), key=worth)
    return strips[best]
