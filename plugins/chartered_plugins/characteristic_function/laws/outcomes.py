"""A mechanism with few outcomes, whose probabilities are known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ..formulas.few_losses import FewLosses, Losses, Split


class Outcomes(FewLosses, Struct, frozen=True):
    """One direction. `rows`: (probability under P, under Q) of each outcome, by ascending ratio; both are positive."""

    rows: tuple[tuple[Fraction, Fraction], ...]

    @classmethod
    def of(cls, rows: Iterable[tuple[Fraction, Fraction]]) -> Outcomes:
        """Those of some outcomes, in any order."""
        return cls(tuple(sorted(rows, key=lambda row: row[0] / row[1])))

    @property
    def swapped(self) -> Outcomes:
        """The other direction."""
        return Outcomes.of((q, p) for p, q in self.rows)

    @property
    def count(self) -> int:
        """One for each outcome."""
        return len(self.rows)

    @property
    def splits(self) -> bool:
        """Two losses."""
        return self.count == 2

    @property
    def max_loss(self) -> Number:
        """That of the last outcome."""
        p, q = self.rows[-1]
        return lambda xp: xp.log(xp.number(p / q))

    @property
    def total_variation(self) -> Number:
        """By the outcomes that are likelier under P."""
        return sum((p - q for p, q in self.rows if p > q), Fraction(0))

    @property
    def largest_chance(self) -> Number:
        """That of the last outcome."""
        return self.rows[-1][0]

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """The probability of all outcomes that may be as near."""
        *others, top = self.losses(xp)
        near = [not gap < top[0] - loss for loss, _ in others]
        chances = (p for (p, _), there in zip(self.rows, [*near, True], strict=True) if there)
        return xp.number(sum(chances, Fraction(0)))

    def losses(self, xp: Any) -> Losses:
        """From the least one on."""
        return [(xp.log(xp.number(p / q)), xp.number(q)) for p, q in self.rows]

    def split(self, xp: Any) -> Split:
        """None is rare."""
        losses = self.losses(xp)
        return Split(losses[0][0], losses[1][0] - losses[0][0], [chance for _, chance in losses], [])
