"""Mechanisms whose loss is that of pairs which join dots of their privacy profiles: however often each runs, the losses
add up."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import exact_sum

from .formulas import connect_the_dots as dots

CLOSED, MANY, FEW, FEWEST = 2048, 64, 32, 16
"""Steps between the dots of a profile in closed form, and of those that are longer and longer to compute."""
STEPS = ("step", "back")
"""What a witness calls the step for one neighbour, and for the other."""
_LARGE, _LARGEST = 10**4, 10**7
DEEPEST = 1060
"""Bits of the least tail that a search proposes: digits grow with it."""


def dots_for(case: ch.Case) -> int:
    """Of a sum over so many reports."""
    n = case.number("n")
    return MANY if n <= _LARGE else FEW if n <= _LARGEST else FEWEST


def deepest(few: int) -> int:
    """Bits of the least delta over runs that is looked for: where few dots are taken, for they are long to compute, not
    a tiny one."""
    return min(DEEPEST, few**2 // 3)


@dataclass(frozen=True, slots=True, eq=False)
class Joined(ch.Guarantee):
    """Runs each of which has these profiles, seen from either neighbour. A search takes about `few` steps between dots;
    `floors` are those of each run."""

    parts: dots.Parts
    floors: tuple[ch.Number, ...]
    few: int = MANY

    @property
    def runs(self) -> int:
        """How many there are."""
        return sum(times for _, times in self.parts)

    @property
    def ways(self) -> tuple[dots.Parts, ...]:
        """The runs as either neighbour sees them; once where both see the same."""
        back = dots.turned(self.parts)
        return (self.parts,) if back == self.parts else (self.parts, back)

    @property
    def attains(self) -> Fraction | None:
        """The sum of all ends, if each run has one: a run that does not fail loses no more than its end."""
        sums = [[(own.most, times) for (own, _), times in way] for way in self.ways]
        if any(most is None for way in sums for most, _ in way):
            return None
        return max(exact_sum(most * times for most, times in way if most is not None) for way in sums)
