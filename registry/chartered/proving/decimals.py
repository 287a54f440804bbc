"""Printed decimals: the interval of numbers that round to one."""

from __future__ import annotations

from fractions import Fraction

from chartered_verify.forms.tables_and_optima import half_unit


def ends(text: str) -> tuple[Fraction, Fraction]:
    """The interval of the numbers that round to the decimal: half a unit of its last digit to either side."""
    half = half_unit(text)
    return Fraction(text) - half, Fraction(text) + half
