"""Printed decimals: the interval of numbers that round to one, and proof steps that a number lies in it, or that a
decreasing function reaches a target in it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_verify.forms.proof_chain import Step, certain
from chartered_verify.forms.tables_and_optima import ON_EDGE, half_unit


def ends(text: str) -> tuple[Fraction, Fraction]:
    """The interval of the numbers that round to the decimal: half a unit of its last digit to either side."""
    half = half_unit(text)
    return Fraction(text) - half, Fraction(text) + half


def rounds(label: str, value: Callable[[Any], Any], text: str) -> list[Step]:
    """Steps that prove that `value(xp)` rounds to the decimal `text`."""
    low, high = ends(text)
    return _between(label, text, lambda xp: value(xp) - xp.number(low), lambda xp: xp.number(high) - value(xp))


def crosses(label: str, delta: Callable[[Any, Fraction], Any], target: Fraction, text: str) -> list[Step]:
    """Steps that prove that the eps at which a profile decreases to the target rounds to the decimal `text`."""
    low, high = ends(text)
    return _between(
        label, text, lambda xp: delta(xp, low) - xp.number(target), lambda xp: xp.number(target) - delta(xp, high)
    )


def _between(label: str, text: str, above: Callable[[Any], Any], below: Callable[[Any], Any]) -> list[Step]:
    """Undecided on the edge, as a row of a table is."""
    return [
        certain(f"{label} rounds to {text}, from below", above, at_zero=ON_EDGE),
        certain("and from above", below, at_zero=ON_EDGE),
    ]
