"""The search for the best split of delta, for a mechanism that is (e, core(e, x) + rest(e, x))-DP for every e > 0 and
every x."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from chartered import EpsilonAt, Question
from chartered_verify.numeric.minimisation import minimise, scan
from msgspec import Struct

Curve = Callable[[float, float], float]
_MARGIN = 1e-11
"""The relative margin by which eps is proposed larger than necessary, so that ball arithmetic confirms it."""


class Costs(Struct, frozen=True):
    """delta at e and x: `core` decreases in e, with the inverse `inverse`; `rest` increases in e."""

    core: Curve
    inverse: Curve
    rest: Curve

    def spent(self, e: float, x: float) -> float:
        """The sum of core and rest."""
        rest = self.rest(e, x)
        return rest + self.core(e, x) if rest < math.inf else math.inf

    def least_epsilon(self, total: float, x: float) -> float:
        """The least e with core + rest <= `total`, approached from below; inf if there is none."""
        e = 0.0
        for _ in range(200):
            left = total - self.rest(e, x)
            if not left > 0:
                return math.inf
            last, e = e, self.inverse(left, x)
            if not e < math.inf:
                return math.inf
            if e <= last * (1 + _MARGIN / 100):
                return e * (1 + _MARGIN)
        return math.inf

    def lowest(self, most: float, x: float) -> float:
        """The e up to `most` that minimises core + rest."""
        if not self.rest(most, x) > self.core(most, x) / 1000:  # a smaller e could gain at most the rest
            return most
        found, value = minimise(lambda e: self.spent(e, x), 0.0, most / 2, most)
        return found if value < self.spent(most, x) else most


def cheapest(question: Question, costs: Costs, points: Sequence[float]) -> tuple[float, float]:
    """(e, x) with the least eps, or with the least delta at an e up to the eps of the question; e is inf if no x has
    any. `points`: values of x > 0 that are scanned first."""
    at, of_epsilon = float(question.at), isinstance(question, EpsilonAt)

    def best(x: float) -> float:
        return costs.least_epsilon(at, x) if of_epsilon else costs.lowest(at, x)

    def cost(x: float) -> float:
        e = best(x)
        return e if of_epsilon else costs.spent(e, x)

    low, start, high = scan(cost, points)
    found, value = minimise(lambda log: cost(math.exp(log)), math.log(low), math.log(start), math.log(high))
    x = math.exp(found) if value < cost(start) else start
    return best(x), x
