"""A mechanism with finitely many outputs, whose probabilities under both neighbours are listed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from .few_losses import FewLosses, Losses, Split


class ListedOutcomes(FewLosses, Struct, frozen=True):
    """One direction. `outcomes`: the probabilities of each output under P and Q, both above 0, by ascending loss, which
    no two have in common. `infinity_mass`: P(L = inf)."""

    outcomes: tuple[tuple[Fraction, Fraction], ...]
    infinity_mass: Number

    @classmethod
    def of(
        cls, outcomes: tuple[tuple[Fraction, Fraction], ...], infinity_mass: Number, *, added: bool
    ) -> ListedOutcomes:
        """The outputs in any order; `added`: P and Q change places."""
        masses = dict[Fraction, tuple[Fraction, Fraction]]()
        for p, q in ((q, p) if added else (p, q) for p, q in outcomes):
            before = masses.get(p / q, (Fraction(0), Fraction(0)))
            masses[p / q] = before[0] + p, before[1] + q
        return cls(tuple(masses[ratio] for ratio in sorted(masses)), infinity_mass)

    @property
    def count(self) -> int:
        """The number of different losses."""
        return len(self.outcomes)

    @property
    def splits(self) -> bool:
        """Whether there are two common losses, and at most two others."""
        return 2 <= self.count <= 4

    @property
    def max_loss(self) -> Number:
        """The logarithm of the largest ratio."""
        p, q = self.outcomes[-1]
        return lambda xp: xp.log(xp.number(p / q))

    def losses(self, xp: Any) -> Losses:
        """log(p/q) with the probability q."""
        return [(xp.log(xp.number(p / q)), xp.number(q)) for p, q in self.outcomes]

    def split(self, xp: Any) -> Split:
        """The two losses that are likeliest under P are the common ones."""
        found = self.losses(xp)
        low, high = sorted(sorted(range(self.count), key=lambda index: self.outcomes[index][0])[-2:])
        rare = [one for index, one in enumerate(found) if index not in (low, high)]
        return Split(found[low][0], found[high][0] - found[low][0], (found[low][1], found[high][1]), rare)
