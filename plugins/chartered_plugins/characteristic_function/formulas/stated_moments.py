"""A moment generating function that a plugin states as a formula, in one direction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartered_verify.arithmetic import Number, floats
from msgspec import Struct

from .moments import ClosedForm

_FAR, _NOTHING = 2.0**40, -64.0
"""A height at which a function that decays is below e^-64 of its value at the order."""


class StatedMoments(ClosedForm, Struct, frozen=True, eq=False):
    """log M and a bound on it at large heights, as stated for the pair (P, Q). `added`: whether this is the pair (Q,
    P), which has M(1 - z)."""

    stated: Callable[[Any, Any], Any]
    bound: Callable[[Any, Any, Any], Any] | None
    added: bool
    infinity_mass: Number
    max_loss: Number | None

    @property
    def falls(self) -> bool:
        """Whether a bound is stated."""
        return self.bound is not None

    @property
    def decays(self) -> bool:
        """Whether the bound becomes small, in floats: only the choice of a rule depends on it."""
        with floats:
            return self.falls and float(self.log_from(floats, 2.0, _FAR) - self.log(floats, 2.0)) < _NOTHING

    def order(self, z: Any) -> Any:
        """z for removal, 1 - z for addition."""
        return 1 - z if self.added else z

    def log(self, xp: Any, z: Any) -> Any:
        """As stated."""
        return self.stated(xp, self.order(z))

    def moment(self, xp: Any, z: Any) -> Any:
        """Its exponential."""
        return xp.exp(self.log(xp, z))

    def log_from(self, xp: Any, c: Any, y: Any) -> Any:
        """As stated."""
        assert self.bound is not None
        return self.bound(xp, self.order(c), y)
