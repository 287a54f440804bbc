"""The three rules by which a profile is computed from moment generating functions: along a line, by the sum for losses
on a lattice, and along a line from both sides of a smoothed profile."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, TypeAlias

from flint import arb

from .composition import Composition, Line, inversion
from .lattice_inversion import LatticeLine, lattice_inversion
from .smoothing import SmoothedLine, smoothed_inversion

Rule: TypeAlias = Line | LatticeLine | SmoothedLine
"""Any rule; chosen by a search, any choice is sound."""


class Inverse(Protocol):
    """A profile of finite losses in one direction."""

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of delta at any eps. Raises ArithmeticError."""


def inverse(parts: Composition, rule: Rule) -> Inverse:
    """The profile by a rule. Raises ArithmeticError where the rule bounds nothing."""
    if isinstance(rule, LatticeLine):
        return lattice_inversion(parts, rule)
    return smoothed_inversion(parts, rule) if isinstance(rule, SmoothedLine) else inversion(parts, rule)
