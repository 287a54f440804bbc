"""Finite sums for the profile of runs of one mechanism, Laplace noise or few losses, or of several with few losses.

The losses of a product are sums of one of each mechanism's, and their probabilities, under P and under Q, are products.
Those that are the least probable under P are left out."""

from __future__ import annotations

import math
from typing import ClassVar

from chartered_verify.arithmetic import balls
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .bounded_cache import Kept
from .composed_moments import Composition
from .laplace_runs import MOST_RUNS as MOST_LAPLACE, LaplaceRuns
from .loss_properties import FewLosses, LossMoments
from .moments import Laplace
from .outcome_tables import CERTAIN, Outcomes, Table, likely, together
from .rule_numbers import BITS, Inverse, Rule, RuleNumber
from .runs_with_rare_losses import MOST_RUNS as MOST_FEW, FewLossRuns, outcomes_of

QUICK_RUNS, QUICK_OUTCOMES = 64, 4000
"""The largest numbers of runs of one mechanism, and of outcomes of a product, for thousands of evaluations."""
MOST_OUTCOMES, MOST_RUNS = 50_000, 5_000
"""The largest number of outcomes of a product that are kept, and of runs of one of its mechanisms: about a quarter of a
second's work."""
_KEPT = Kept[Outcomes](4)
"""A cache of few products, up to 50 megabytes each."""


class Expansion(Rule, Struct, frozen=True):
    """The rule of such a profile. `runs`: n, that of the composition. `bits`: the working precision; any is sound."""

    runs: int
    bits: int
    mark: ClassVar = "runs"
    numbers: ClassVar = (RuleNumber("runs", low=1, high=MOST_FEW, whole=True), BITS)

    def inverse(self, parts: Composition) -> Inverse:
        """The profile. Raises ArithmeticError for another composition, or if it takes too many terms."""
        if not expands(parts) or sum(times for _, times in parts) != self.runs:
            raise ArithmeticError(f"the finite sum is that of {self.runs} runs")
        moments = parts[0][0]
        if len(parts) == 1 and isinstance(moments, FewLosses):
            return FewLossRuns(moments, self.runs, self.bits)
        if len(parts) == 1 and isinstance(moments, Laplace):
            return LaplaceRuns(moments.epsilon, self.runs, self.bits)
        return product_of(parts, self.bits)


def expands(parts: Composition) -> bool:
    """Whether a composition is some runs of one mechanism for which there is a finite sum, and not too many, or of
    several with few losses, and their product not too many."""
    if len(parts) == 1:
        moments, times = parts[0]
        if isinstance(moments, FewLosses):
            return moments.common > 0 and times <= MOST_FEW
        if isinstance(moments, Laplace):
            return times <= MOST_LAPLACE
    few = all(m.common and isinstance(n, int) and n <= MOST_RUNS for m, n in parts)
    return few and number_of_outcomes(parts) <= MOST_OUTCOMES


def expands_quickly(parts: Composition) -> bool:
    """Whether that sum may be taken at thousands of eps: it has few runs, or few outcomes."""
    if not expands(parts):
        return False
    return number_of_outcomes(parts) <= QUICK_OUTCOMES if len(parts) > 1 else parts[0][1] <= QUICK_RUNS


def number_of_outcomes(parts: Composition, bits: int = 64) -> float:
    """About how many outcomes of a product are kept."""
    return math.prod(_about(m, n, bits) for m, n in parts)


def _about(m: LossMoments, runs: int, bits: int) -> float:
    """As many common losses as a normal law shows, for each number of rare ones as likely as a Poisson law says."""
    with balls(64) as xp:
        split = m.split(xp)
        masses = [float(x) for x in split.under_p(xp)]
        rare = sum(float(x) for x in split.rare_under_p(xp))
    whole = sum(masses)
    shares = [x / whole for x in masses] if whole else [1.0]  # where all are rarer than any double
    center = sum(k * x for k, x in enumerate(shares))
    variance = runs * sum((k - center) ** 2 * x for k, x in enumerate(shares))
    mean, all_of_them, total = runs * rare / (whole + rare) if rare else 0.0, (len(masses) - 1) * runs + 1, 0.0
    for j in range(min(runs, MOST_OUTCOMES) + 1):
        nats = 0.7 * (bits + 8) - mean + (j * math.log(mean) if mean else -math.inf if j else 0.0) - math.lgamma(j + 1)
        ways = j + 1 if len(split.rare) > 1 else 1
        total += ways * min(all_of_them, math.sqrt(8 * variance * nats) + 8) if nats > 0 else 0.0
        if nats <= 0 and j > mean:
            break
    return total


def product_of(parts: Composition, bits: int) -> Outcomes:
    """The profile of a composition, at a working precision. Raises ArithmeticError if it takes too many outcomes."""
    outcomes = number_of_outcomes(parts, bits)
    charge(int(min(outcomes, 8 * MOST_OUTCOMES)) * (4 + bits // 64))  # whether they are cached or not
    return _KEPT.get((parts, bits), 1, lambda: _product_of(parts, bits))


def _product_of(parts: Composition, bits: int) -> Outcomes:
    with balls(bits) as xp:
        least, found, lost = arb(2) ** -(bits + 8), [CERTAIN], arb(0)
        for m, runs in parts:
            own, rest = outcomes_of(xp, m, runs, bits, least)
            if len(own) * len(found) > 3 * MOST_OUTCOMES:
                raise ArithmeticError(f"the sum has more than {3 * MOST_OUTCOMES} outcomes")
            found, more = likely(together(found, own), least)
            lost = lost + rest + more
        return Outcomes((CERTAIN,), Table.of(found), lost.upper(), bits)
