"""The curve of the sampled Gaussian in floats, for searches and sweeps: the same nodes, kept for all orders of one mechanism.

Floats have no guard digits, so the excess is a sum of two parts that are each nonnegative and free of cancellation: with l = log(1+u),
excess = (1+u) (e^(b l) - 1 - b l) + b ((1+u) l - u). The second does not depend on the order but for its factor b. Scalars load no NumPy.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Number, Value, floats

from . import sampled_gaussian as sg
from .sampled_gaussian_nodes import spaced

_ACCURACY, _LEFT, _RIGHT = 42.0, 42.0, 42.0
_PLAIN = 37.0
_MOST_NODES = 4000
_NEAR, _FAR = 0.01, 40.0
_HUGE = 600.0


@dataclass(frozen=True, slots=True)
class Table:
    """For each node: l = log(1+u) (rising), the logarithm of weight (1+u), that itself; and the mean of (1+u) l - u."""

    logs: list[float]
    log_weights: list[float]
    weights: list[float]
    linear: float


def divergence(rate: Number, sigma: Number, alpha: Value) -> Value:
    """gamma at a float or an array of orders."""
    q, s = floats.number(rate), floats.number(sigma)
    q = min(max(q, 1e-300), 1 - 2.0**-53)
    return _scalar(q, s, alpha) if isinstance(alpha, float) else _array(q, s, alpha)


def _scalar(rate: float, sigma: float, alpha: float) -> float:
    found = None if sg.plainness(floats, rate, sigma, alpha) > _PLAIN else _table(rate, sigma, _reach(alpha))
    if found is None:
        return float(sg.between(floats, rate, sigma, alpha)[1])
    b = alpha - 1
    top, rest = _highest(found, b), 0.0
    near, clear, far = (bisect_left(found.logs, y / b) for y in (-_NEAR, _NEAR, _FAR))
    logs, weights = found.logs, found.weights
    rest = b * found.linear + sum(w * (math.expm1(b * x) - b * x) for x, w in zip(logs[:near], weights[:near], strict=True))
    rest += sum(w * _small(b * x) for x, w in zip(logs[near:clear], weights[near:clear], strict=True))
    rest += sum(w * (math.expm1(b * x) - b * x) for x, w in zip(logs[clear:far], weights[clear:far], strict=True))
    large = sum(math.exp(b * x + w - top) for x, w in zip(logs[far:], found.log_weights[far:], strict=True))
    return (top + math.log(large + rest * math.exp(-top)) if top else math.log1p(rest + large)) / b


def _highest(found: Table, b: float) -> float:
    """The largest exponent, where it would overflow; else 0."""
    if b * found.logs[-1] <= _HUGE:
        return 0.0
    top = max(b * x + w for x, w in zip(found.logs, found.log_weights, strict=True))
    return top if top > _HUGE else 0.0


def _small(y: Value) -> Value:
    """e^y - 1 - y for |y| <= 0.01."""
    return y * y * (0.5 + y * (1 / 6 + y * (1 / 24 + y * (1 / 120 + y * (1 / 720 + y / 5040)))))


def _reach(alpha: float) -> float:
    """Orders share tables up to the next power of two."""
    return 2.0 ** max(2, math.ceil(math.log2(alpha)))


@lru_cache(maxsize=64)
def _table(rate: float, sigma: float, reach: float) -> Table | None:
    low, step, count = spaced(sigma, reach, _ACCURACY, _LEFT, _RIGHT)
    if count > _MOST_NODES:
        return None
    scale = math.log(step / (sigma * math.sqrt(2 * math.pi)))
    logs, log_weights, linear = [], [], 0.0
    for k in range(count):
        z = low + k * step
        at = (2 * z - 1) / (2 * sigma**2)
        log_density = scale - z * z / (2 * sigma**2)
        if at < 30:
            u = float(sg.lift(floats, rate, sigma, z))
            log = math.log1p(u)
            linear += math.exp(log_density) * (_bend(u) if abs(u) < _NEAR else (1 + u) * log - u)
        else:
            log = float(floats.logaddexp(math.log1p(-rate), math.log(rate) + at))
            linear += math.exp(log + log_density) * (log - 1) + math.exp(log_density)
        logs.append(log)
        log_weights.append(log + log_density)
    return Table(logs, log_weights, [math.exp(x) for x in log_weights], linear)


def _bend(u: float) -> float:
    """(1+u) log(1+u) - u for |u| <= 0.01."""
    return u * u * (1 / 2 - u * (1 / 6 - u * (1 / 12 - u * (1 / 20 - u * (1 / 30 - u * (1 / 42 - u / 56))))))


def _array(rate: float, sigma: float, alpha: Any) -> Any:
    """As `_scalar`, for the orders of an array, in runs of rows that stay small."""
    import numpy

    orders = numpy.asarray(alpha, dtype=float)
    flat = orders.ravel()
    with numpy.errstate(all="ignore"):
        found = numpy.asarray(sg.between(floats, rate, sigma, flat)[1])
        nodes = sg.plainness(floats, rate, sigma, flat) <= _PLAIN
    reaches = numpy.exp2(numpy.maximum(2, numpy.ceil(numpy.log2(flat))))
    for reach in numpy.unique(reaches[nodes]):
        table = _table(rate, sigma, float(reach))
        if table is not None:
            chosen = numpy.flatnonzero(nodes & (reaches == reach))
            for part in numpy.array_split(chosen, 1 + chosen.size * len(table.logs) // 2**20):
                found[part] = _rows(table, flat[part] - 1)
    return found.reshape(orders.shape)


def _rows(table: Table, b: Any) -> Any:
    import numpy

    logs, log_weights = numpy.array(table.logs), numpy.array(table.log_weights)
    with numpy.errstate(all="ignore"):
        y = b[:, None] * logs
        inside = numpy.where(numpy.abs(y) < _NEAR, _small(y), numpy.expm1(numpy.minimum(y, _FAR)) - y)
        rest = b * table.linear + numpy.where(y < _FAR, inside * numpy.array(table.weights), 0).sum(axis=1)
        exponents = y + log_weights
        top = exponents.max(axis=1, initial=-math.inf)
        top = numpy.where(top > _HUGE, top, 0.0)
        large = numpy.where(y >= _FAR, numpy.exp(exponents - top[:, None]), 0).sum(axis=1)
        return numpy.where(top > 0, top + numpy.log(large + rest * numpy.exp(-top)), numpy.log1p(rest + large)) / b
