"""The largest of each bound over the sets of parts that a record may be in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Protocol, TypeVar


class Named(Protocol):
    """A bound with a name, such as rho or advantage."""

    @property
    def name(self) -> str:
        """What it bounds."""

    @property
    def upper_exact(self) -> str:
        """The upper end with every digit: the largest double may not be that of the largest end."""


B = TypeVar("B", bound=Named)


def largest_of_each(found: Mapping[str, Sequence[B]]) -> tuple[list[B], list[str]]:
    """(each bound where it is the largest, notes that name the set of each). `found`: the same bounds of each set."""
    named = [[(one, bound) for bound in bounds] for one, bounds in found.items()]
    worst = [max(alike, key=lambda each: Decimal(each[1].upper_exact)) for alike in zip(*named, strict=True)]
    names = {one: ", ".join(bound.name for of, bound in worst if of == one) for one in found}
    return [bound for _, bound in worst], [f"of a record in {one}: {held}" for one, held in names.items() if held]
