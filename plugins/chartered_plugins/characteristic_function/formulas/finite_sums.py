"""Finite sums for the profile of runs of one mechanism, Laplace noise or few losses, or of several with few losses."""

from __future__ import annotations

import math
from typing import ClassVar, TypeGuard

from msgspec import Struct

from ..laws.laplace_integers import LaplaceOnIntegers
from .composition import Composition
from .few_loss_runs import MOST_RUNS as MOST_FEW, FewLossRuns
from .few_losses import FewLosses
from .finite_products import about, multiplies, product_of
from .laplace_runs import MOST_RUNS as MOST_LAPLACE, LaplaceRuns
from .moments import Laplace, LossMoments
from .rule_base import BITS, Inverse, Rule, RuleNumber
from .two_losses import MOST_RUNS, TwoLossRuns

QUICK_RUNS, QUICK_OUTCOMES = 64, 4000
"""The largest numbers of runs of one mechanism, and of outcomes of a product, for thousands of evaluations."""


class Expansion(Rule, Struct, frozen=True):
    """The rule of such a profile. `runs`: n, that of the composition. `bits`: the working precision; any is sound."""

    runs: int
    bits: int
    mark: ClassVar = "runs"
    numbers: ClassVar = (RuleNumber("runs", low=1, high=MOST_RUNS, whole=True), BITS)

    def inverse(self, parts: Composition) -> Inverse:
        """The profile. Raises ArithmeticError for another composition."""
        if not expands(parts) or sum(times for _, times in parts) != self.runs:
            raise ArithmeticError(f"the finite sum is that of {self.runs} runs")
        if len(parts) > 1:
            return product_of(parts, self.bits)
        moments = parts[0][0]
        if has_two_losses(moments):
            return TwoLossRuns(moments, self.runs, self.bits)
        if isinstance(moments, FewLosses):
            return FewLossRuns(moments, self.runs, self.bits)
        assert isinstance(moments, Laplace)
        return LaplaceRuns(moments.epsilon, self.runs, self.bits)


def has_two_losses(moments: LossMoments) -> TypeGuard[LaplaceOnIntegers]:
    """Whether it is that of two losses, and no more."""
    return isinstance(moments, LaplaceOnIntegers) and moments.has_two


def expands(parts: Composition) -> bool:
    """Whether a composition is some runs of one mechanism for which there is a finite sum, and not too many, or of
    several with few losses."""
    if len(parts) != 1:
        return multiplies(parts)
    moments, times = parts[0]
    if has_two_losses(moments):
        return times <= MOST_RUNS
    if isinstance(moments, FewLosses):
        return moments.splits and times <= MOST_FEW
    return isinstance(moments, Laplace) and times <= MOST_LAPLACE


def expands_quickly(parts: Composition) -> bool:
    """Whether that sum may be taken at thousands of eps: it has few runs, or few outcomes."""
    if not expands(parts):
        return False
    if len(parts) > 1:
        return math.prod(about(m, times) for m, times in parts) <= QUICK_OUTCOMES
    return parts[0][1] <= QUICK_RUNS
