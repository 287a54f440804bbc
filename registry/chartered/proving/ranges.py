"""Ranges of the letters of a proof: the intervals in which balls search for counterexamples, and the domain in words.

A claim is stated for every positive value of a letter, for those between 0 and 1 if its range is within them, for those
above 1 if it begins there or beyond; and for 0 where each of its parts says so (`zero`). Of a letter whose range begins
below 0 a sign (`Positive`, and `Touches` by that letter) is stated for every real value; an identity takes no such one.
SymPy's assumptions know only the signs of symbols, so a probability, an eps or an order is written as a function of a
positive variable: a probability by its odds, eps by e^eps - 1, an order by its excess over 1."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from chartered_verify.boxes.random_points import open_side
from msgspec import Struct

Ends: TypeAlias = tuple[Any, Any]
"""The exact numbers between which balls search for a counterexample."""
POSITIVE: Ends = (Fraction(1, 20), 20)
"""The ends for a letter that is only known to be positive."""


class Range(Struct, frozen=True):
    """The range of a letter: the values of a form for a variable between two ends.

    Args:
        ends: The exact numbers between which balls search for a counterexample.
        form: form(xp, variable): the letter's value; None: the variable itself.
        words: Templates of the domain in words, without and with a variable of 0.

    Examples:
        >>> rate = proving.Range.chance((0, 9))
        >>> proving.enclose(lambda xp: rate.form(xp, xp.number(1))).upper
        0.5
        >>> proving.Range.order((0, 9)).words[0], proving.Range.epsilon((0, 9)).ends
        ('{} > 1', (0, 9))
    """

    ends: Ends
    form: Callable[[Any, Any], Any] | None = None
    words: tuple[str, str] = ("{} > 0", "{} >= 0")

    @property
    def hunted(self) -> Ends:
        """The interval in which a counterexample is hunted.

        That of a form is on both sides of 1, since its variable is stated for all positive values.
        """
        low, high = self.ends
        return (low, high) if self.form is None else (min(low, _BELOW), max(high, 1 / _BELOW))

    @classmethod
    def chance(cls, ends: Ends) -> Range:
        """A probability q, as a function of its odds q/(1-q), which are between the `ends`."""
        return cls(ends, lambda xp, odds: odds / (1 + odds), ("0 < {} < 1", "0 <= {} < 1"))

    @classmethod
    def epsilon(cls, ends: Ends) -> Range:
        """An eps, as a function of e^eps - 1, which is between the `ends`."""
        return cls(ends, lambda xp, lift: xp.log1p(lift))

    @classmethod
    def order(cls, ends: Ends) -> Range:
        """An order, as a function of its excess over 1, which is between the `ends`."""
        return cls(ends, lambda xp, excess: 1 + excess, ("{} > 1", "{} >= 1"))


_BELOW = Fraction(1, 2)
_WORDS = {
    (0, None): ("{} > 0", "{} >= 0"),
    (0, 1): ("0 < {} < 1", "0 <= {} < 1"),
    (1, None): ("{} > 1", "{} > 1"),
}
Over: TypeAlias = Mapping[str, Ends | Range]
"""The range of each letter; a key may name several letters: {"x y": (0, 9)}."""


def of_each(over: Over) -> dict[str, Range]:
    """The range of every single letter."""
    return {
        letter: ends if isinstance(ends, Range) else Range(ends, words=_words(ends))
        for letters, ends in over.items()
        for letter in letters.split()
    }


def _words(ends: Ends) -> tuple[str, str]:
    return ("real {}", "real {}") if ends[0] < 0 else _WORDS[open_side(ends)]


def in_words(ranges: Mapping[str, Range], zero: Collection[str] = ()) -> str:
    """The domain in words: all 0 < q < 1, x, y > 0. `zero`: the letters that may also be 0."""
    found: dict[str, list[str]] = {}
    for letter, one in ranges.items():
        found.setdefault(one.words[letter in zero], []).append(letter)
    return f"all {', '.join(words.format(', '.join(letters)) for words, letters in found.items())}"
