"""Mills' ratio m(t) = Phi(-t)/phi(t): its bounds, each a difference that ends at 0 and has a rate of one sign."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.steps import Formula, Step, derivative_is, sign_of, tends
from chartered_verify.statements.claim import Effort

LINE = {"t": (Fraction(1, 5), 5)}


def density(xp: Any, t: Any) -> Any:
    """phi."""
    return xp.exp(-(t**2) / 2) / xp.sqrt(2 * xp.pi)


def ratio(xp: Any, t: Any) -> Any:
    """m."""
    return xp.ndtr(-t) / density(xp, t)


def lower(xp: Any, t: Any) -> Any:
    """t/(t^2 + 1)."""
    return t / (t * t + 1)


def upper(xp: Any, t: Any) -> Any:
    """(t^2 + 2)/(t^3 + 3 t)."""
    return (t * t + 2) / (t**3 + 3 * t)


def above_lower(effort: Effort) -> list[Step]:
    """m > t/(t^2 + 1) for t > 0."""
    return _ordered("m > t/(t^2 + 1)", lower, lambda xp, t: 2 / (t * t + 1) ** 2, -1, effort)


def below_upper(effort: Effort) -> list[Step]:
    """m < (t^2 + 2)/(t^3 + 3 t) for t > 0."""
    return _ordered("m < (t^2 + 2)/(t^3 + 3 t)", upper, lambda xp, t: 6 / (t**3 + 3 * t) ** 2, 1, effort)


def falls(effort: Effort) -> list[Step]:
    """m' = t m - 1, and (t m)' = m (1 + t^2) - t > 0 for every real t (for t <= 0 both terms are): 1 - t m falls, and
    so does m."""

    def of_product(xp: Any, t: Any) -> Any:
        return ratio(xp, t) * (1 + t * t) - t

    return [
        ("m' = t m - 1", derivative_is(ratio, 0, lambda xp, t: t * ratio(xp, t) - 1, "t", LINE, effort=effort)),
        (
            "(t m)' = m (1 + t^2) - t",
            derivative_is(lambda xp, t: t * ratio(xp, t), 0, of_product, "t", LINE, effort=effort),
        ),
        *above_lower(effort),
    ]


def _ordered(label: str, bound: Formula, rate: Formula, side: int, effort: Effort) -> list[Step]:
    """side (bound - m) phi has the rate -side phi rate, where `rate` is positive, and ends at 0: it is positive."""

    def gap(xp: Any, t: Any) -> Any:
        return side * (bound(xp, t) * density(xp, t) - xp.ndtr(-t))

    def slope(xp: Any, t: Any) -> Any:
        return -density(xp, t) * rate(xp, t)

    return [
        (f"{label}: the gap's rate", derivative_is(gap, 0, slope, "t", LINE, effort=effort)),
        (f"{label}: it is negative", sign_of(lambda xp, t: -slope(xp, t), "t", LINE, effort)),
        (f"{label}: the gap ends at 0", tends(gap, 0, "inf", "0", "t", LINE, effort)),
    ]
