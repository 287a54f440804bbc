"""A mechanism with few outcomes, whose probabilities are known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ...mechanisms.formulas import table_rows
from ..formulas.few_loss_moments import FewLosses
from ..formulas.loss_properties import Losses, Split


class Outcomes(FewLosses, Struct, frozen=True):
    """One direction. `rows`: (probability under P, under Q) of each outcome, both positive, by ascending ratio, which
    no two have in common. `infinity_mass`: P(L = inf)."""

    rows: tuple[tuple[Fraction, Fraction], ...]
    infinity_mass: Number = 0

    @classmethod
    def of(cls, rows: Iterable[tuple[Fraction, Fraction]], infinity_mass: Number = 0) -> Outcomes:
        """Those of some outcomes, in any order: those of one ratio are one."""
        return cls(tuple(sorted(table_rows.merged(rows), key=lambda row: row[0] / row[1])), infinity_mass)

    @property
    def swapped(self) -> Outcomes:
        """The other direction, if no loss is infinite."""
        return Outcomes.of((q, p) for p, q in self.rows)

    @property
    def count(self) -> int:
        """The number of different losses."""
        return len(self.rows)

    @property
    def splits(self) -> bool:
        """Whether there are two common losses, and at most two others."""
        return 2 <= self.count <= 4

    @property
    def max_loss(self) -> Number:
        """The logarithm of the largest ratio."""
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
        """log(p/q) with the probability q."""
        return [(xp.log(xp.number(p / q)), xp.number(q)) for p, q in self.rows]

    def split(self, xp: Any) -> Split:
        """The two losses that are likeliest under P are the common ones."""
        found = self.losses(xp)
        low, high = sorted(sorted(range(self.count), key=lambda index: self.rows[index][0])[-2:])
        rare = [one for index, one in enumerate(found) if index not in (low, high)]
        return Split(found[low][0], found[high][0] - found[low][0], (found[low][1], found[high][1]), rare)
