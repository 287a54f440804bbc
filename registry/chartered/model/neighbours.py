"""Which data sets count as neighbours: a type, so that no path can mix two relations unnoticed."""

from __future__ import annotations

import enum

from ..errors import NeighboursMismatch


class Neighbours(enum.Enum):
    """The relation under which a guarantee holds."""

    ADD_OR_REMOVE = "add-or-remove"
    REPLACE_ONE = "replace-one"

    @property
    def span(self) -> int:
        """How many add-or-remove steps lead to a neighbour. A theorem about a step asks its case instead (`Case.span`),
        which knows whether the step is a local randomizer: there nothing is doubled."""
        return 1 if self is Neighbours.ADD_OR_REMOVE else 2

    @classmethod
    def read(cls, value: object) -> Neighbours:
        """The relation named by `value`. Raises NeighboursMismatch for an unknown name."""
        try:
            return cls(value)
        except ValueError:
            raise NeighboursMismatch(f"neighbours is {value!r}", "it must be add-or-remove or replace-one") from None
