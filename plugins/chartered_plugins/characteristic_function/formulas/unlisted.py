"""What is known of the losses of no mechanism in particular."""

from __future__ import annotations

from typing import Any

from chartered_verify.arithmetic import Number
from flint import arb


class Unlisted:
    """A mechanism whose losses are not listed, and whose largest loss has no probability that is known."""

    __slots__ = ()

    @property
    def total_variation(self) -> Number | None:
        """None: no bound is known."""
        return None

    @property
    def largest_chance(self) -> Number | None:
        """None: no probability is known."""
        return None

    def count_atoms(self, nats: int) -> int | None:
        """None: they are not listed."""
        return None

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """Raises ArithmeticError: they are not listed."""
        raise ArithmeticError("the losses of this mechanism are not listed")

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """1: none is known."""
        return xp.number(1)
