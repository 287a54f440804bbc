"""What was read for irrational numbers, in the steps of a ledger and in a question about it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from ..model.exact_numbers import Rounded
from ..model.step_groups import parts_of
from .entries import Entry

_WHOSE = "a guarantee holds for what is written, too; that no better one is possible is shown for what is read"


def read_beside(entries: Iterable[Entry], held: Mapping[str, Fraction]) -> tuple[str, ...]:
    """In words, which decimal was read for each irrational number of the steps, and of what is `held` by a question or
    a target, and what an answer then says: it is about these decimals, which cost no less."""
    settings = (pair for entry in entries for part in parts_of(entry.step) for pair in part.pairs)
    found = (value.said(name) for name, value in [*held.items(), *settings] if isinstance(value, Rounded))
    read = tuple(dict.fromkeys(found))
    return (*read, _WHOSE) if read else ()
