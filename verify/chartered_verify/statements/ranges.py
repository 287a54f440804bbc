"""Ranges of the arguments of a claim, by name, with exact ends or None."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from ..large_packages import sympy

Exact: TypeAlias = Fraction | int
Over: TypeAlias = Mapping[str, tuple[Exact | None, Exact | None]]
"""For each argument of a formula, in order: its name and the ends of its range; None for an infinite end."""
_SEARCH_RADIUS = 64
"""The length of the bounded part of an unbounded range in which counterexamples are searched."""


def check_over(over: Over, inside: bool = False) -> None:
    """Raises TypeError for an end that is not int, Fraction or None, ValueError for an empty range, or interior."""
    if not over:
        raise ValueError("no range is given: name each argument of the formula, in order, as in {'x': (0, 1)}")
    for name, (low, high) in over.items():
        for end in (low, high):
            if isinstance(end, bool) or not isinstance(end, int | Fraction | None):
                raise TypeError(f"the range of {name} ends at {end!r}; want an exact number, int or Fraction (or None)")
        if low is not None and high is not None and low > high:
            raise ValueError(f"the range of {name} is empty: {low} is above {high}")
        if inside and low is not None and low == high:
            raise ValueError(f"the range of {name} is empty: nothing is between {low} and {high}")


def in_words(over: Over, sign: str) -> str:
    """The ranges as text: 0 < x < 1, y > 2."""
    return ", ".join(_range(name, low, high, sign) for name, (low, high) in over.items())


def symbols_of(over: Over) -> list[Any]:
    """A SymPy symbol for each argument: positive if its range has no negative number, else real."""
    return [
        sympy.Symbol(name, positive=True) if low is not None and low >= 0 else sympy.Symbol(name, real=True)
        for name, (low, _) in over.items()
    ]


def bounded_parts(over: Over) -> dict[str, tuple[Exact, Exact]]:
    """The bounded part of each range, in which counterexamples are searched."""
    return {name: bounded_part(*ends) for name, ends in over.items()}


def bounded_part(low: Exact | None, high: Exact | None) -> tuple[Exact, Exact]:
    """A bounded part of a range; it contains numbers on both sides of 0 if the range does."""
    if low is None:
        return (-_SEARCH_RADIUS if high is None else min(high, 0) - _SEARCH_RADIUS), (
            _SEARCH_RADIUS if high is None else high
        )
    if high is None:
        return Fraction(1, _SEARCH_RADIUS) if low == 0 else low, max(low, 0) + _SEARCH_RADIUS
    return low, high


def _range(name: str, low: Exact | None, high: Exact | None, sign: str) -> str:
    if low is not None and high is None:
        return f"{name} {sign.replace('<', '>')} {low}"
    left = f"{low} {sign} " if low is not None else ""
    right = f" {sign} {high}" if high is not None else ""
    return f"{left}{name}{right}" if left or right else f"all real {name}"
