"""A round of a filter: a step and its number of runs, where it is paid, and the ways to pay for it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from ..ledger.entries import Entry
from .price import Price


class Round(Struct, frozen=True):
    """A round that a user asks for, in a scope (an empty text: of all records), with its prices, those by plugins that
    are not allowed among them. They are found before a decision, so that no decision waits for a search."""

    entry: Entry
    scope: str
    prices: tuple[Price, ...]
    why_none: str
    """Why it has no price, if it has none."""
    failure: Fraction | None = None
    """The probability of a failure except for which its mu was searched, if one was requested."""
