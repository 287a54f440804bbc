"""A mechanism with few outcomes, whose probabilities are known exactly."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ...mechanisms.formulas import table_rows
from ..formulas.contour import Losses
from ..formulas.loss_properties import FewLosses


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
    def common(self) -> int:
        """Two, if there are at most two others."""
        return 2 if 2 <= self.count <= 4 else 0

    @property
    def total_variation(self) -> Number:
        """By the outcomes that are likelier under P."""
        return sum((p - q for p, q in self.rows if p > q), Fraction(0))

    def losses(self, xp: Any) -> Losses:
        """log(p/q) with the probability q."""
        return [(xp.log(xp.number(p / q)), xp.number(q)) for p, q in self.rows]
