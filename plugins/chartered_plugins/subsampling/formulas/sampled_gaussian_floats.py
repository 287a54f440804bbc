"""The Renyi curve of the sampled Gaussian in floats, for searches and sweeps; the nodes are cached for all orders of
one mechanism.

Floats have no guard digits, so the excess is a sum of two parts that are both nonnegative and free of cancellation:
with l = log(1+u) and rise(y) = e^y - 1 - y, excess = (1+u) (rise(b l) + b rise(-l)). Scalars need no NumPy.

The weight of z times (1+u)^alpha has at most two modes in z; for a large order the nodes far below them are skipped."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Number, Value, floats
from chartered_verify.catching import ours
from chartered_verify.large_packages import numpy
from msgspec import Struct
from msgspec.structs import replace

from . import sampled_gaussian_finite_sum as terms
from .sampled_gaussian_quadrature import propose_nodes

_LEAST_RATE, _MOST_RATE = 1e-300, math.nextafter(1, 0)
_ACCURACY, _TAIL = 40.0, 42.0
_REACH = math.sqrt(2 * _TAIL)
"""The distance from the mean, in units of sigma, at which the density is e^-42 times its maximum."""
_AROUND = 2.0
_PLAIN = 37.0
_KEPT, _MOST_NODES, _CELLS = 256, 4000, 2**20
_NEAR, _FAR = 0.01, 40.0
_HUGE = 600.0


class Nodes(Struct, frozen=True):
    """The nodes low, low + step, ... of one mechanism. For the first ones, l = log(1+u) (increasing) and the logarithm
    of weight (1+u) are cached. The first `around` nodes extend beyond z = 2 by a tail, and give the mean of (1+u)
    rise(-l)."""

    rate: float
    sigma: float
    low: float
    step: float
    around: int
    logs: Sequence[float]
    log_weights: Sequence[float]
    linear: float = 0.0

    def before(self, z: float) -> int:
        """The number of nodes left of z."""
        return math.ceil((z - self.low) / self.step)

    def values(self, first: int, last: int) -> tuple[list[float], list[float]]:
        """(l, logarithm of weight (1+u)) at the nodes from index `first` up to, not including, `last`."""
        logs, log_weights = list(self.logs[first:last]), list(self.log_weights[first:last])
        twice, scale = 2 * self.sigma**2, math.log(self.step / (self.sigma * math.sqrt(2 * math.pi)))
        for k in range(max(first, len(self.logs)), last):
            z = self.low + k * self.step
            at = (2 * z - 1) / twice
            log = math.log1p(self.rate * math.expm1(at)) if at < _HUGE else math.log(self.rate) + at
            logs.append(log)
            log_weights.append(log + scale - z * z / twice)
        return logs, log_weights

    def height(self, k: int, b: float) -> float:
        """The logarithm of weight (1+u)^(1+b) at node k."""
        if k < len(self.logs):
            return b * self.logs[k] + self.log_weights[k]
        (log,), (log_weight,) = self.values(k, k + 1)
        return b * log + log_weight


def divergence(rate: Number, sigma: Number, alpha: Value) -> Value:
    """gamma at a float, or at an array of orders."""
    q, s = floats.number(rate), floats.number(sigma)
    q = min(max(q, _LEAST_RATE), _MOST_RATE)
    return _scalar(q, s, alpha) if isinstance(alpha, float) else _array(q, s, alpha)


@lru_cache(maxsize=1024)  # every conversion of one curve scans the same orders
def _scalar(rate: float, sigma: float, alpha: float) -> float:
    nodes = None if terms.plainness(floats, rate, sigma, alpha) > _PLAIN else nodes_of(rate, sigma)
    if nodes is None:
        return float(terms.between(floats, rate, sigma, alpha)[1])
    b = alpha - 1
    logs, log_weights = _relevant(nodes, b)
    near, clear, far = (bisect_left(logs, y / b) for y in (-_NEAR, _NEAR, _FAR))
    small = zip(logs[near:clear], log_weights[near:clear], strict=True)
    other = zip(logs[:near] + logs[clear:far], log_weights[:near] + log_weights[clear:far], strict=True)
    rest = b * nodes.linear + sum([math.exp(w) * rise(b * x) for x, w in small])
    rest += sum([math.exp(w) * (math.expm1(b * x) - b * x) for x, w in other])
    heights = [b * x + w for x, w in zip(logs[far:], log_weights[far:], strict=True)]
    return float(floats.log1p_sum_exp([floats.log(rest), *heights])) / b


def _relevant(nodes: Nodes, b: float) -> tuple[list[float], list[float]]:
    """`values` at the nodes around 0, and beyond these at the nodes about each mode at which the integrand is at least
    e^-37 times its value at the mode."""
    alpha, last = 1 + b, nodes.around
    logs, log_weights = nodes.values(0, last)
    if alpha <= 2:
        return logs, log_weights
    for mode in sorted(nodes.before(propose_mode(nodes, alpha, start)) for start in (0.0, alpha)):
        first, last = _about(nodes, b, mode, last)
        more, more_weights = nodes.values(first, last)
        logs, log_weights = logs + more, log_weights + more_weights
    return logs, log_weights


def propose_mode(nodes: Nodes, alpha: float, z: float) -> float:
    """The local maximiser of weight (1+u)^alpha near z: it satisfies z = alpha p(z), where p(z) is the posterior
    probability that the record is in the sample, given z."""
    odds = (1 - nodes.rate) / nodes.rate
    for _ in range(60):
        before, z = z, alpha / (1 + odds * math.exp(-(2 * z - 1) / (2 * nodes.sigma**2)))
        if abs(z - before) < nodes.step:
            break
    return z


def _about(nodes: Nodes, b: float, mode: int, begin: int) -> tuple[int, int]:
    """The range of nodes about a mode, from `begin` on, that are at least e^-37 times as high; in strides, so a few
    more."""
    first = last = max(mode, begin)
    floor, stride = nodes.height(mode, b) - _PLAIN, nodes.around // 8
    while first > begin and nodes.height(first, b) > floor:
        first -= stride
    while nodes.height(last, b) > floor:
        last += stride
    return max(first, begin), last


def rise(y: Value) -> Value:
    """e^y - 1 - y for |y| <= 0.01."""
    return y * y * (0.5 + y * (1 / 6 + y * (1 / 24 + y * (1 / 120 + y * (1 / 720 + y / 5040)))))


@lru_cache(maxsize=64)
def nodes_of(rate: float, sigma: float) -> Nodes | None:
    """The nodes of one mechanism, remembered for its other orders; None where the noise is so small that they would be
    too many."""
    try:
        chosen = propose_nodes(sigma, _AROUND, _ACCURACY)
    except ours(ArithmeticError):
        return None
    around = chosen.count
    if around > _MOST_NODES:
        return None
    step = sigma * chosen.spacing
    bare = Nodes(rate, sigma, chosen.first * step, step, around, (), ())
    logs, log_weights = bare.values(0, max(around, _KEPT))
    first = zip(logs[:around], log_weights[:around], strict=True)
    linear = sum([math.exp(w) * (rise(-x) if abs(x) < _NEAR else math.expm1(-x) + x) for x, w in first])
    return replace(bare, logs=tuple(logs), log_weights=tuple(log_weights), linear=linear)


def _array(rate: float, sigma: float, alpha: Any) -> Any:
    """As `_scalar` for an array of orders, in blocks of rows of bounded size, with all nodes for the next power of
    two."""
    orders = numpy.asarray(alpha, dtype=float)
    flat = orders.ravel()
    with numpy.errstate(all="ignore"):
        found = numpy.asarray(terms.between(floats, rate, sigma, flat)[1])
        plain = terms.plainness(floats, rate, sigma, flat) > _PLAIN
    nodes = None if plain.all() else nodes_of(rate, sigma)
    if nodes is None:
        return found.reshape(orders.shape)
    reaches = numpy.exp2(numpy.ceil(numpy.log2(flat)))
    for reach in numpy.unique(reaches[~plain]):
        chosen = numpy.flatnonzero(~plain & (reaches == reach))
        count = nodes.before(float(reach) + sigma * _REACH)
        if count > _MOST_NODES:
            found[chosen] = [_scalar(rate, sigma, float(order)) for order in flat[chosen]]
            continue
        logs, log_weights = (numpy.array(part) for part in nodes.values(0, count))
        for part in numpy.array_split(chosen, 1 + chosen.size * count // _CELLS):
            found[part] = _rows(logs, log_weights, nodes.linear, flat[part] - 1)
    return found.reshape(orders.shape)


def _rows(logs: Any, log_weights: Any, linear: float, b: Any) -> Any:
    with numpy.errstate(all="ignore"):
        y = b[:, None] * logs
        inside = numpy.where(numpy.abs(y) < _NEAR, rise(y), numpy.expm1(numpy.minimum(y, _FAR)) - y)
        rest = b * linear + numpy.where(y < _FAR, inside * numpy.exp(log_weights), 0).sum(axis=1)
        heights = numpy.where(y < _FAR, -math.inf, y + log_weights)
        top = heights.max(axis=1, initial=0.0)
        large = top + numpy.log(numpy.exp(heights - top[:, None]).sum(axis=1))
        return floats.logaddexp(numpy.log1p(rest), large) / b
