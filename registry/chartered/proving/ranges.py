"""Ranges of the letters of a proof: where balls hunt, and what is stated of them.

What is stated is stated of every positive letter, and of 0 if the range begins there. SymPy knows the signs of symbols
alone: a chance, an eps or an order is therefore reached from a positive variable, by its odds, by e^eps - 1, by what it
is above 1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

Ends: TypeAlias = tuple[Any, Any]
"""The exact numbers between which balls hunt for a counterexample."""
POSITIVE: Ends = (Fraction(1, 20), 20)
"""Those of what is only said to be positive."""


@dataclass(frozen=True, slots=True)
class Range:
    """The values `form(xp, variable)` of a variable between `ends`; `words` say which these are, without and with a
    variable of 0. Without a form the variable itself."""

    ends: Ends
    form: Callable[[Any, Any], Any] | None = None
    words: tuple[str, str] = ("{} > 0", "{} >= 0")

    @classmethod
    def chance(cls, ends: Ends) -> Range:
        """A chance q, by its odds q/(1-q)."""
        return cls(ends, lambda xp, odds: odds / (1 + odds), ("0 < {} < 1", "0 <= {} < 1"))

    @classmethod
    def epsilon(cls, ends: Ends) -> Range:
        """An eps, by e^eps - 1."""
        return cls(ends, lambda xp, lift: xp.log1p(lift))

    @classmethod
    def order(cls, ends: Ends) -> Range:
        """An order, by what it is above 1."""
        return cls(ends, lambda xp, excess: 1 + excess, ("{} > 1", "{} >= 1"))


Over: TypeAlias = Mapping[str, Ends | Range]
"""The range of each letter, or of each of several: {"x y": (0, 9)}."""


def of_each(over: Over) -> dict[str, Range]:
    """The range of every single letter."""
    return {
        letter: ends if isinstance(ends, Range) else Range(ends)
        for letters, ends in over.items()
        for letter in letters.split()
    }


def in_words(ranges: Mapping[str, Range]) -> str:
    """As people write it: all 0 < q < 1, x, y > 0."""
    found: dict[str, list[str]] = {}
    for letter, one in ranges.items():
        found.setdefault(one.words[one.ends[0] == 0], []).append(letter)
    return f"all {', '.join(words.format(', '.join(letters)) for words, letters in found.items())}"
