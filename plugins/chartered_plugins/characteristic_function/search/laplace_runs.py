"""Chooses the working precision of the finite sum for runs of one Laplace mechanism, and two ends of eps."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

import chartered as ch
from flint import arb

from ..formulas.composition import Composition, max_loss
from ..formulas.laplace_runs import Expansion, LaplaceRuns, runs_of
from .contour import Search
from .ends import Enclosed, log_of

_QUICK_RUNS = 256
"""Runs up to which the sum is taken unless digits are requested: 50 milliseconds."""
_TURNS = 6
_NEAR_ZERO = 8.0
"""Nats of delta within which a saddle point may miss an eps of 0."""
_LARGEST = 2.0**36
"""Beyond this saddle point eps may be the largest loss to all digits."""
_SPARE_BITS = 16


def laplace_search(parts: Composition, asked: int | None) -> LaplaceSearch | None:
    """The search, if a composition is some runs of one Laplace mechanism, few enough for the requested digits."""
    found = runs_of(parts)
    if found is None or (asked is None and found[1] > _QUICK_RUNS):
        return None
    return LaplaceSearch(parts, found[0].epsilon, found[1])


@dataclass(frozen=True, slots=True)
class LaplaceSearch:
    """Some runs of one Laplace mechanism, whose losses are in [-epsilon, epsilon]."""

    parts: Composition
    epsilon: ch.Number
    runs: int

    def rule_at(self, epsilon: Fraction, digits: int) -> Expansion:
        """The rule for about `digits` correct digits of delta at an eps. Raises ArithmeticError if a few increases of
        the precision do not reach them."""
        needed = math.ceil(3.33 * digits) + _SPARE_BITS
        bits = needed + self.runs // 4
        for _ in range(_TURNS):
            missing = needed - LaplaceRuns(self.epsilon, self.runs, bits).delta(epsilon).rel_accuracy_bits()
            bits += missing  # also where it has more than are needed: an interval too narrow takes longer to find
            if missing <= 0:
                return Expansion(self.runs, max(bits + _SPARE_BITS, 64))
            bits += _SPARE_BITS
        raise ArithmeticError("more bits cancel in the sum of Laplace runs than are worth taking")

    def bracket(self, target: arb, digits: int) -> tuple[Fraction, Fraction, Expansion]:
        """(below, above, rule) with delta(below) >= target >= delta(above), about 10^-digits apart, or (0, 0, rule)
        where delta(0) is not above the target. Raises ArithmeticError."""
        search = Search(self.parts)
        try:
            saddle = search.order_of(log_of(target))
        except (ArithmeticError, OverflowError):  # so small a delta that no order in floats has it
            return self._below_largest(target, digits)
        start = search.saddle(saddle)[0]
        if start * (saddle - 1) < _NEAR_ZERO:
            at_zero = self.rule_at(Fraction(0), digits)
            if LaplaceRuns(self.epsilon, self.runs, at_zero.bits).delta(Fraction(0)) <= target:
                return Fraction(0), Fraction(0), at_zero
        if saddle > _LARGEST:
            with suppress(ArithmeticError):
                return self._below_largest(target, digits)
        rule = self.rule_at(Fraction(max(0.0, start)), digits)
        delta = LaplaceRuns(self.epsilon, self.runs, rule.bits).delta
        least = 10.0 ** -min(digits + 2, 300)
        enclosed = Enclosed(delta, delta, delta, target, rule.bits, least)
        return *enclosed.ends(max(0.0, start), saddle - 1), rule

    def _below_largest(self, target: arb, digits: int) -> tuple[Fraction, Fraction, Expansion]:
        """Ends just below the largest loss and at it. Raises ArithmeticError where delta does not come down to the
        target between them."""
        top = max_loss(self.parts)
        if isinstance(top, int | Fraction):
            below = top * (1 - Fraction(1, 10 ** (digits + 1)))
            rule = self.rule_at(below, digits)
            if LaplaceRuns(self.epsilon, self.runs, rule.bits).delta(below) >= target:
                return below, Fraction(top), rule
        raise ArithmeticError("no two ends below the largest loss enclose eps")
