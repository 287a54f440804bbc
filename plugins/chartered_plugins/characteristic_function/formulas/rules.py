"""The rules for a profile from moment generating functions: an integral along a line, a finite sum for losses on a
lattice, two integrals that enclose a profile by smoothed ones, a finite sum for runs of one mechanism, an integral for
the losses in a band, bounds next to the largest loss, and a sum over the samples that little noise shows."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol, TypeAlias

from flint import arb

from .banded_line import BandedLine, banded_inversion
from .composition import Composition, Line, inversion
from .expansion import Expansion, expanded
from .largest_loss import LargestLoss, NextToLargest
from .lattice_inversion import LatticeLine, lattice_inversion
from .listed_losses import ListedLosses, outcomes
from .shown_samples import ShownSamples, shown
from .smoothing import SmoothedLine, smoothed_inversion

Rule: TypeAlias = Line | LatticeLine | SmoothedLine | Expansion | BandedLine | LargestLoss | ListedLosses | ShownSamples
"""One of the rules. A search chooses it; any choice is sound."""


class Inverse(Protocol):
    """The profile of the finite losses in one direction."""

    def delta(self, epsilon: arb | Fraction) -> arb:
        """An enclosure of delta at any eps. Raises ArithmeticError."""


def inverse(parts: Composition, rule: Rule) -> Inverse:
    """The profile by a rule. Raises ArithmeticError if the rule gives no bound."""
    if isinstance(rule, LatticeLine):
        return lattice_inversion(parts, rule)
    if isinstance(rule, ListedLosses):
        return outcomes(parts, rule)
    if isinstance(rule, ShownSamples):
        return shown(parts, rule)
    if isinstance(rule, LargestLoss):
        return NextToLargest(parts, rule.bits)
    if isinstance(rule, Expansion):
        return expanded(parts, rule)
    if isinstance(rule, BandedLine):
        return banded_inversion(parts, rule)
    return smoothed_inversion(parts, rule) if isinstance(rule, SmoothedLine) else inversion(parts, rule)
