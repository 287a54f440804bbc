"""Roots in one dimension by shrinking brackets: bisection, and false position with the weights of Anderson and Bjorck
(1973). They serve searches, with numbers of any ordered type; nothing is certified."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isfinite
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Point: TypeAlias = tuple[Any, Any]
"""x and f(x)."""


def _mean(low: Any, high: Any) -> Any:
    return (low + high) / 2


def bisect(
    left: Callable[[T], bool | None],
    low: T,
    high: T,
    *,
    steps: int = 1000,
    narrow: Callable[[T, T], bool] = lambda low, high: False,
    middle: Callable[[T, T], T] = _mean,
) -> tuple[T, T]:
    """A bracket (low, high) of the point at which `left(x)` changes from true to false, after at most `steps` halvings.

    Ends earlier if `narrow(low, high)` is true, or if `left` is unknown (None) at a midpoint. `low` and `high` are not
    tested: if `left` is constant between them, one of the two is returned unchanged."""
    for _ in range(steps):
        if narrow(low, high):
            break
        x = middle(low, high)
        found = left(x)
        if found is None:
            break
        low, high = (x, high) if found else (low, x)
    return low, high


def false_position(
    f: Callable[[Any], Any],
    negative: Point,
    positive: Point,
    *,
    exact: Callable[[Any], Any] | None = None,
    between: Callable[[Any, Any, Any], Any] | None = None,
) -> Iterator[tuple[Point, Point, Point]]:
    """Regula falsi for a root of f between two points (x, f(x)), with f <= 0 at `negative` and f > 0 at `positive`.

    Yields the new point and the bracket after each evaluation, until the caller stops. It ends by itself only if no
    number lies strictly between the ends; then it yields the end with the smaller |f|. If the same end stays twice in
    succession, its value is multiplied by 1 - f(new)/f(replaced), or by 1/2 if that is not positive. Bisects if a value
    is infinite, if the last value is that which it replaces, or if four steps have shrunk the bracket by less than a
    factor of 4 and |f| by less than 1000. `exact` rounds computed numbers to exact ones, which balls need; `between(x,
    y, share)` is x + share (y - x), or its
    counterpart on another scale."""
    (a, f_a), (b, f_b) = negative, positive
    turn, width, size, slow, before = 0, abs(b - a), min(abs(f_a), abs(f_b)), False, None
    while True:
        turn += 1
        share = f_a / (f_a - f_b) if not slow and isfinite(f_a) and isfinite(f_b) else 0.5
        x = a + share * (b - a) if between is None else between(a, b, share)
        x = x if exact is None else exact(x)
        if not (a < x < b or b < x < a):
            yield min((a, f_a), (b, f_b), key=lambda end: abs(end[1])), (a, f_a), (b, f_b)
            return
        f_x = f(x)
        below = bool(f_x <= 0)
        flat = bool(f_x == (f_a if below else f_b))
        if below is before:
            weight = _weight(f_x, f_a if below else f_b)
            f_a, f_b = (f_a, f_b * weight) if below else (f_a * weight, f_b)
            f_a, f_b = (f_a, f_b) if exact is None else (exact(f_a), exact(f_b))
        if below:
            a, f_a = x, f_x
        else:
            b, f_b = x, f_x
        before, slow = below, flat
        if turn % 4 == 0:
            narrower, smaller = abs(b - a), abs(f_x)
            slow = flat or (bool(narrower > width / 4) and not smaller < size / 1000)
            width, size = narrower, smaller
        yield (x, f_x), (a, f_a), (b, f_b)


def _weight(new: Any, replaced: Any) -> Any:
    """The factor of Anderson and Bjorck for the value at an end that stays."""
    if replaced == 0 or not (isfinite(new) and isfinite(replaced)):
        return 1
    share = 1 - new / replaced
    return share if share > 0 else 0.5
