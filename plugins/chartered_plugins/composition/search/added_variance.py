"""The search for the variance of a normal loss to add to a sum of losses, so that its distribution is closer to
normal."""

from __future__ import annotations

import math
from fractions import Fraction

from chartered import DeltaAt, FromBelow, Question, Unavailable, Witness
from chartered_verify.arithmetic import Number, floats
from chartered_verify.enclosure import enclose
from chartered_verify.numeric.minimisation import minimise, scan

from ..formulas import central_limit as clt
from ..witnesses import AddedVariance

_POINTS = [x / 2 for x in range(-20, 20)]  # log(added/variance)
_MOST = 20
"""The largest added variance relative to that of the sum; with more, eps would be far above that of other
accountants."""
_MARGIN = 2.0**-42  # a bound on the relative error of delta in doubles


def best(mean: Number, variance: Number, third: Number, question: Question) -> Witness:
    """The witness: the added variance and, for a question about eps, the eps itself and a certain lower bound.

    Raises Unavailable if the added variance would be too large, or if the moments are outside the range of doubles."""
    m, v, k, error = (
        _double(x) for x in (mean, variance, third, lambda xp: clt.distance(xp, xp.number(variance), xp.number(third)))
    )
    at = float(question.at)
    wanted = 0.0 if isinstance(question, DeltaAt) else (error / at) ** (2 / 3) - 1 if at > 0 else math.inf
    if wanted > _MOST:
        raise Unavailable(f"the law of the loss may be as far as {error:.3g} from a normal one, too far for that delta")
    if not (0 < v**1.5 < math.inf and 0 < k < math.inf):
        raise Unavailable("the moments of the loss are beyond doubles")
    least = v * max(0.0, wanted)  # with a smaller variance the error alone exceeds delta

    def bound(added: float) -> float:
        error = clt.distance(floats, v + added, k)
        if isinstance(question, DeltaAt):
            return math.log(clt.delta_normal(floats, m + added / 2, v + added, at) + error)
        return _epsilon(m + added / 2, v + added, at * (1 - _MARGIN) - error)

    def place(x: float) -> float:
        return least + (v + least) * math.exp(x)

    def over(x: float) -> float:
        return bound(place(x))

    with floats:
        x, value = minimise(over, *scan(over, _POINTS))
        added = 0.0 if bound(0.0) <= value else place(x)
        if isinstance(question, DeltaAt):
            return AddedVariance(Fraction(added)).written()
        under = _epsilon(m, v, at * (1 + _MARGIN) + error * (1 + _MARGIN))
        answer, below = Fraction(_finite(bound(added))), Fraction(_finite(under) * (1 - _MARGIN))
        return AddedVariance(Fraction(added), answer).written() | FromBelow(below).written()


def _epsilon(mean: float, variance: float, target: float) -> float:
    """The eps at which a normal loss has this delta; infinite if delta is not positive. Newton's method on log delta,
    which is concave in eps: starting at the mean, after the first step from above."""
    if target <= 0:
        return math.inf
    if clt.delta_normal(floats, mean, variance, 0.0) <= target:
        return 0.0
    deviation, epsilon = math.sqrt(variance), mean
    for _ in range(60):
        delta = clt.delta_normal(floats, mean, variance, epsilon)
        slope = delta - floats.ndtr((mean - epsilon) / deviation)
        if not (slope < 0 and delta > 0):
            return math.inf
        step = (math.log(delta) - math.log(target)) * delta / slope
        epsilon -= step
        if abs(step) <= 2.0**-50 * epsilon:
            break
    return epsilon


def _double(x: Number) -> float:
    return enclose(lambda xp: xp.number(x)).upper


def _finite(epsilon: float) -> float:
    if epsilon == math.inf:
        raise Unavailable("no eps was found at this delta")
    return epsilon
