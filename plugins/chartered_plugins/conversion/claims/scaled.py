"""The parameters of Theorem 3 by free positive variables, so that signs can be read off.

alpha = 1 + b, eps = log(1 + l), s = 1 + x, 1/delta = 1 + x + y: all alpha > 1, eps >= 0, 0 < delta < 1 and 1 < s <
1/delta, where p = delta s, come from exactly one b > 0, l >= 0, x > 0, y > 0."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ...basics.claims import bernoulli
from ..formulas import closed_forms as renyi_conversion

NAMES = "b l x y"
DOMAIN = {"b": (Fraction(1, 100), 20), "l": (0, 20), "x": (Fraction(1, 50), 50), "y": (Fraction(1, 50), 50)}
ALL = "all alpha > 1, eps >= 0, 0 < delta < 1, delta < p < 1"


def epsilon(xp: Any, lift: Any) -> Any:
    """eps = log(1 + l)."""
    return xp.log1p(lift)


def delta(x: Any, y: Any) -> Any:
    """delta = 1/(1 + x + y)."""
    return 1 / (1 + x + y)


def first(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
    """The logarithm of the first term of T3, scaled by e^((alpha-1) eps)."""
    return renyi_conversion.objective_first(xp, 1 + b, epsilon(xp, lift), delta(x, y), 1 + x)


def second(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
    """The logarithm of the second term of T3, scaled likewise."""
    return renyi_conversion.objective_second(xp, 1 + b, epsilon(xp, lift), delta(x, y), 1 + x)


def whole(xp: Any, b: Any, lift: Any, x: Any, y: Any) -> Any:
    """T3's objective."""
    return renyi_conversion.objective(xp, 1 + b, epsilon(xp, lift), delta(x, y), 1 + x)


def chances(xp: Any, lift: Any, x: Any, y: Any) -> tuple[Any, Any]:
    """p and q of T3's Bernoulli pair."""
    p = (1 + x) * delta(x, y)
    return p, bernoulli.partner(xp, p, epsilon(xp, lift), delta(x, y))
