"""The optimal conversion for many questions at once: the searches of `orders` and `tangents` on arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from chartered import Renyi
from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy

from ..formulas import closed_forms as rc

Array: TypeAlias = "numpy.ndarray[Any, Any]"

_COARSE = [x * 2.5 for x in range(-10, 17)]
_FROM_SCAN = (1.25, 0.25, 0.05, 0.01)
_FROM_NEAR = (0.4, 0.06, 0.01)
_ROUNDS = 2  # each reduces the error by a factor of about delta
_STILL = 1e-12
_SMALL = 1e-3
_NEVER = 1e300


def optimal(curve: Renyi, deltas: Array, near: Mapping[str, Array] | None) -> tuple[Array, dict[str, Array]]:
    """(T3's eps in floats, its witnesses: orders, and tangent points v with NaN for a tangent at zero).

    eps is NaN if the search did not converge (a large delta, a bound near 0, a flat curve): such a point needs a search
    of its own. `deltas` has one entry for each question; the curve may contain an array of as many counts. `near`:
    witnesses of similar questions as starting points; without them a coarse scan comes first."""

    def bound(x: Array) -> Array:
        alpha = 1 + numpy.exp(x)
        gamma = curve.curve(floats, alpha)
        inside = rc.tangent_epsilon(floats, alpha, gamma, deltas, 0.0)
        edge = rc.edge_epsilon(floats, gamma, deltas)
        return _finite(_either(alpha * deltas > 1, edge, inside))

    steps: tuple[float, ...]
    if near is None:
        values = numpy.array([bound(numpy.full_like(deltas, x)) for x in _COARSE])
        start, steps = numpy.array(_COARSE)[numpy.argmin(values, axis=0)], _FROM_SCAN
    else:
        start, steps = numpy.log(near["alpha"] - 1), _FROM_NEAR
    x, level = _parabolas(bound, start, steps)
    alpha = 1 + numpy.exp(x)
    gamma = curve.curve(floats, alpha)
    edge = alpha * deltas > 1
    v, change = _tangent(alpha, gamma, deltas)
    inside, at_zero = (_finite(rc.tangent_epsilon(floats, alpha, gamma, deltas, tangent)) for tangent in (v, None))
    bounds = numpy.where(edge, _finite(rc.edge_epsilon(floats, gamma, deltas)), numpy.minimum(inside, at_zero))
    settled = level & ~edge & (deltas * change**2 < _STILL) & (deltas < _SMALL) & (bounds > 1e-6)
    witnesses = {"alpha": alpha, "v": numpy.where(at_zero <= inside, numpy.nan, v)}
    return numpy.where(settled, bounds, numpy.nan), witnesses


def _parabolas(bound: Callable[[Array], Array], centre: Array, steps: Iterable[float]) -> tuple[Array, Array]:
    """(the points after the steps, whether the last vertex lay well inside its step, so that the point is a minimum).
    Each step goes to the vertex of the parabola through three points, or by one full step downhill if it has none."""
    level = numpy.zeros(centre.shape, dtype=bool)
    for step in steps:
        left, here, right = bound(centre - step), bound(centre), bound(centre + step)
        bend = left - 2 * here + right
        inside = numpy.clip((left - right) / numpy.where(bend > 0, 2 * bend, 1), -1, 1)
        level = (bend > 0) & (abs(inside) < 0.9)
        centre = centre + step * numpy.where(bend > 0, inside, numpy.sign(left - right))
    return centre, level


def _tangent(alpha: Array, gamma: Array, deltas: Array) -> tuple[Array, Array]:
    """(the fixed point of `tangents` after a few rounds, the relative change in the last round); v = 0 if it leaves its
    domain."""
    v = numpy.zeros_like(alpha)
    change = numpy.ones_like(alpha)
    for _ in range(_ROUNDS):
        epsilon = rc.tangent_epsilon(floats, alpha, gamma, deltas, v)
        shrink = -numpy.expm1(epsilon - rc.tangent_point(floats, alpha, gamma, deltas, v))
        s = 1 / numpy.where(shrink > deltas, shrink, 1)
        following = numpy.log1p(-deltas * (s - 1) * numpy.exp(-epsilon)) - numpy.log1p(-deltas * s)
        better = (shrink > deltas) & (following > 0)
        change = numpy.where(better, 1 - v / numpy.where(better, following, 1), 1)
        v = numpy.where(better, following, v)
    return v, change


def _either(condition: Array, yes: Array, no: Array) -> Array:
    return numpy.asarray(numpy.where(condition, yes, no))


def _finite(values: Array) -> Array:
    return numpy.where(numpy.isfinite(values), numpy.maximum(values, 0.0), _NEVER)
