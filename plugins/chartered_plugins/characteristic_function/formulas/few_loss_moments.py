"""Mechanisms that have few losses, whose moment generating function is a finite sum."""

from __future__ import annotations

from typing import Any

from chartered_verify.arithmetic import Number, balls
from chartered_verify.work_budget import charge
from flint import acb, arb

from .contour import Contour
from .loss_properties import Losses
from .moments import LossMoments

MOST_TERMS = 20_000_000
"""The largest number of terms of all sums of a line."""


class FewLosses(LossMoments):
    """One direction of a mechanism."""

    __slots__ = ()

    @property
    def count(self) -> int:
        """The number of terms of M."""
        raise NotImplementedError

    @property
    def max_loss(self) -> Number:
        """The largest finite loss."""
        raise NotImplementedError

    def losses(self, xp: Any) -> Losses:
        """The finite losses, in any arithmetic; some may have the probability 0."""
        raise NotImplementedError

    def count_atoms(self, nats: int) -> int:
        """All of them."""
        return self.count

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """All finite losses: nothing is left out of those."""
        return [(loss, chance * xp.exp(loss), chance) for loss, chance in self.losses(xp)], arb(0)

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the losses, and of a term for each of them at each order. Raises ArithmeticError for too many
        terms."""
        if contour.count * self.count > MOST_TERMS:
            raise ArithmeticError(f"the sum has {contour.count} orders of {self.count} terms each")
        return self.count * (8 + bits // 16 + contour.count * (bits + 128) // 700)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """M at the nodes of a contour."""
        charge(self.work(contour, accuracy, bits))
        with balls(bits) as xp:
            return contour.moments(xp, self.losses(xp))
