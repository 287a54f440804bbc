"""Printed decimals: what rounds to one, and the steps which show that a number does, or the place where a falling curve
meets a level."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .steps import Step, certain


def ends(text: str) -> tuple[Fraction, Fraction]:
    """What rounds to the decimal."""
    half = Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
    return Fraction(text) - half, Fraction(text) + half


def rounds(label: str, value: Callable[[Any], Any], text: str) -> list[Step]:
    """`value(xp)` rounds to the decimal."""
    low, high = ends(text)
    return [
        certain(f"{label} rounds to {text}, from below", lambda xp: value(xp) - xp.number(low)),
        certain("and from above", lambda xp: xp.number(high) - value(xp)),
    ]


def crosses(label: str, delta: Callable[[Any, Fraction], Any], target: Fraction, text: str) -> list[Step]:
    """The eps at which a profile falls to the target rounds to the decimal."""
    low, high = ends(text)
    return [
        certain(f"{label} rounds to {text}, from below", lambda xp: delta(xp, low) - xp.number(target)),
        certain("and from above", lambda xp: xp.number(target) - delta(xp, high)),
    ]
