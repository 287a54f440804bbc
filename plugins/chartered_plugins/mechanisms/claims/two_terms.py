"""Moments that are u e^((alpha-1) e) + v e^(-alpha e) in the shift e: how they grow with it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.steps import Step, same, sign_of, slopes
from chartered_verify.statements.claim import Effort

SIZE = (Fraction(1, 20), 5)
ORDER = (Fraction(1, 10), 9)


def two_terms(xp: Any, u: Any, e: Any, b: Any) -> Any:
    """u e^(b e) + (1-u) e^(-(1+b) e)."""
    return u * xp.exp(b * e) + (1 - u) * xp.exp(-(1 + b) * e)


def convex(effort: Effort) -> list[Step]:
    """The logarithm of `two_terms` is convex in e: A A'' - A'^2 is positive. The weights are 1 : w."""

    def mean(xp: Any, e: Any, b: Any, w: Any) -> Any:
        return two_terms(xp, 1 / (1 + w), e, b)

    first, second = slopes(mean, 0, "e b w"), slopes(mean, 0, "e b w", 2)

    def bent(xp: Any, e: Any, b: Any, w: Any) -> Any:
        return mean(xp, e, b, w) * second(xp, e, b, w) - first(xp, e, b, w) ** 2

    domain = {"e": SIZE, "b": ORDER, "w": (Fraction(1, 100), 1)}
    return [
        (
            "A A'' - A'^2 is u v (2 alpha-1)^2 e^(-eps)",
            same(bent, "w/(1 + w)^2*(1 + 2*b)^2*exp(-e)", "e b w", domain, effort),
        ),
        ("which is positive", sign_of("w/(1 + w)^2*(1 + 2*b)^2*exp(-e)", "e b w", domain, effort)),
    ]
