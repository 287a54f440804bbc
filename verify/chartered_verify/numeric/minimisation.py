"""Minimisation of a function of one real variable: an evaluation on grid points, then Brent's method (1973), without
derivatives and without NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

GOLDEN = (3 - math.sqrt(5)) / 2


def scan(f: Callable[[float], float], points: Sequence[float]) -> tuple[float, float, float]:
    """A bracket of the minimum over grid points: the previous point, the point with the least value, and the next point
    (the same point at an end of the grid). NaN counts as infinite."""
    values = [f(x) for x in points]
    best = min(range(len(points)), key=lambda i: values[i] if values[i] == values[i] else math.inf)
    return points[max(best - 1, 0)], points[best], points[min(best + 1, len(points) - 1)]


def downhill(f: Callable[[float], float], points: Sequence[float], start: float) -> tuple[float, float, float]:
    """A bracket of a local minimum over grid points, found by descent from `start`, one of the points, to lower
    neighbours. NaN counts as infinite."""
    values: dict[int, float] = {}

    def value(index: int) -> float:
        if index not in values:
            found = f(points[index]) if 0 <= index < len(points) else math.inf
            values[index] = found if found == found else math.inf
        return values[index]

    best = points.index(start)
    while (lower := min((best, best - 1, best + 1), key=value)) != best:
        best = lower
    return points[max(best - 1, 0)], points[best], points[min(best + 1, len(points) - 1)]


def minimise(
    f: Callable[[float], float],
    low: float,
    start: float,
    high: float,
    tolerance: float = 1e-7,
    enough: float | None = None,
) -> tuple[float, float]:
    """Brent's method on [low, high] from `start`: (argument, value) of the least value found. Ends early once a value
    is at most `enough`."""

    def safe(x: float) -> float:
        value = f(x)
        return value if value == value else math.inf

    x = w = v = start
    fx = fw = fv = safe(start)
    step = last = 0.0
    for _ in range(80):
        middle = (low + high) / 2
        near = tolerance * abs(x) + 1e-12
        if (enough is not None and fx <= enough) or abs(x - middle) <= 2 * near - (high - low) / 2:
            break
        before_last, last = last, step
        step = _parabola(x, w, v, fx, fw, fv) if abs(before_last) > near else math.nan
        if not (abs(step) < abs(before_last) / 2 and low + 2 * near < x + step < high - 2 * near):
            last = (high if x < middle else low) - x
            step = GOLDEN * last
        u = x + (step if abs(step) >= near else math.copysign(near, step))
        fu = safe(u)
        if fu <= fx:
            low, high = (x, high) if u >= x else (low, x)
            v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
        else:
            low, high = (u, high) if u < x else (low, u)
            if fu <= fw or w == x:
                v, fv, w, fw = w, fw, u, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
    return x, fx


def _parabola(x: float, w: float, v: float, fx: float, fw: float, fv: float) -> float:
    """The step from x to the vertex of the parabola through three points; NaN if there is none."""
    r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
    below = 2 * (q - r)
    return ((x - w) * r - (x - v) * q) / below if below else math.nan
