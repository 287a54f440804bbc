"""Which split of delta buys the least: of a mechanism that is (e, core(e, x) + rest(e, x))-DP for every e > 0 and every
x."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chartered import EpsilonAt, Question
from chartered_verify.numeric.line_search import minimise, scan

Curve = Callable[[float, float], float]
_MARGIN = 1e-11
"""eps is proposed a little larger than it need be, so that balls confirm it."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What is spent at e and x: `core` falls with e and `inverse` is the e at which it is so much; `rest` rises with
    e."""

    core: Curve
    inverse: Curve
    rest: Curve

    def spent(self, e: float, x: float) -> float:
        """All of it."""
        rest = self.rest(e, x)
        return rest + self.core(e, x) if rest < math.inf else math.inf

    def least_epsilon(self, total: float, x: float) -> float:
        """The least e at which no more than `total` is spent, approached from below; inf where there is none."""
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
        """The e up to `most` at which the least is spent."""
        if not self.rest(most, x) > self.core(most, x) / 1000:  # what is gained by a smaller e is less than that
            return most
        found, value = minimise(lambda e: self.spent(e, x), 0.0, most / 2, most)
        return found if value < self.spent(most, x) else most


def cheapest(question: Question, costs: Costs, points: Sequence[float]) -> tuple[float, float]:
    """(e, x) of the least eps, or of the least delta up to the eps in question; e is inf where no x leads to it. x > 0
    is scanned first."""
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
