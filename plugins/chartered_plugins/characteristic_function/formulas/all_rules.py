"""The rules for a profile from moment generating functions: an integral along a line, a finite sum for losses on a
lattice, two integrals that enclose a profile by smoothed ones, a finite sum for runs of one mechanism, an integral for
the losses in a band, bounds next to the largest loss and where delta is next to 1, a power series below the largest
loss, and a sum over the samples that little noise shows."""

from __future__ import annotations

from .banded_line import BandedLine
from .composed_moments import Line
from .delta_near_one import Affinity
from .finite_sums import Expansion
from .lattice_inversion import LatticeLine
from .next_to_largest_loss import LargestLoss
from .rule_numbers import Rule
from .runs_in_two_halves import ListedLosses
from .series_below_largest_loss import BelowLargest
from .shown_samples import ShownSamples
from .smoothing import SmoothedLine

RULES: tuple[type[Rule], ...] = (
    ListedLosses,
    ShownSamples,
    LargestLoss,
    BelowLargest,
    Affinity,
    Expansion,
    LatticeLine,
    BandedLine,
    SmoothedLine,
    Line,
)
"""Each kind of rule. A witness states the first one whose mark it has; all have the mark of the last one."""
