"""The search of the two-sided conversion of a Renyi curve: Theorem 3's witness, or the randomized response that is the
worst pair at a better order."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from chartered import EpsilonAt, Question, Renyi, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.catching import ours
from chartered_verify.enclosure import START_BITS
from chartered_verify.large_packages import numpy

from ...basics.formulas import randomized_response as response
from ..formulas import closed_forms as rc, two_sided as oc
from . import orders as renyi_orders, orders_vectorised as renyi_sweep

Array: TypeAlias = "numpy.ndarray[Any, Any]"

_LARGEST = 700.0  # beyond it randomized response gains less than rounding
_TRIES = 60


def optimal(curve: Renyi, question: Question) -> Witness:
    """The witness of the least two-sided bound over all orders.

    T3's search comes first. Unless delta is large, the bound in the second direction is not active at T3's best order,
    so that T3 is the answer. Otherwise the orders are searched again, with randomized response as the worst pair where
    it is."""
    best = renyi_orders.optimal(curve, question)
    at, worst = float(question.at), (_epsilon if isinstance(question, EpsilonAt) else _log_delta)
    closed = rc.closed_epsilon if isinstance(question, EpsilonAt) else rc.log_closed_delta
    order = Fraction(best["alpha"] or 0)
    if not worst(float(order), renyi_orders.gamma_at(curve, float(order)), at) < math.inf:
        return best

    def objective(alpha: float, gamma: float) -> float:
        found = worst(alpha, gamma, at)
        return found if found < math.inf else float(closed(floats, alpha, gamma, at))

    for alpha in dict.fromkeys((renyi_orders.best_order(curve, objective), order)):
        e0 = _allowed(curve, alpha)
        witness: Witness = {"alpha": alpha, "response": e0}
        best = witness if e0 is not None and _bound(curve, question, witness) < _bound(curve, question, best) else best
    return best


def optimal_many(curve: Renyi, deltas: Array, near: Mapping[str, Array] | None) -> tuple[Array, dict[str, Array]]:
    """The same for many deltas or counts: T3's eps, and NaN where both bounds may be active and a question needs a
    search of its own."""
    bounds, witnesses = renyi_sweep.optimal(curve, deltas, near)
    alpha = witnesses["alpha"]
    gamma = curve.curve(floats, alpha)
    e0 = numpy.maximum(
        gamma, numpy.sqrt(2 * gamma / alpha)
    )  # randomized response needs more than this for its divergence to be gamma
    least = response.delta(floats, e0, 2.0, oc.last_epsilon(floats, alpha, e0))
    return numpy.where(deltas < least, bounds, numpy.nan), witnesses


def _bound(curve: Renyi, question: Question, witness: Witness) -> Any:
    """The upper end of the bound that the witness gives, certified."""
    two_sided = oc.two_sided_epsilon if isinstance(question, EpsilonAt) else oc.two_sided_delta
    with balls(START_BITS) as xp:
        return two_sided(xp, *curve.at(xp, witness), xp.number(question.at), witness).upper()


def _epsilon(alpha: float, gamma: float, delta: float) -> float:
    """eps of the randomized response with this divergence; inf if it is not the worst pair."""
    e0 = response_of(alpha, gamma)
    found = float(response.epsilon(floats, e0, 2.0, delta)) if e0 < _LARGEST else math.inf
    return found if _is_worst(alpha, e0, found) else math.inf


def _log_delta(alpha: float, gamma: float, epsilon: float) -> float:
    """log delta of the randomized response with this divergence; inf if it is not the worst pair."""
    e0 = response_of(alpha, gamma)
    return float(floats.log(response.delta(floats, e0, 2.0, epsilon))) if _is_worst(alpha, e0, epsilon) else math.inf


def _is_worst(alpha: float, e0: float, epsilon: float) -> bool:
    try:
        return 0 < e0 < _LARGEST and epsilon <= oc.last_epsilon(floats, alpha, e0)
    except ours(ArithmeticError, ValueError):
        return False


def response_of(alpha: float, gamma: float) -> float:
    """The e0 at which randomized response has the divergence gamma of order alpha, in floats; inf if floats do not find
    it.

    By Newton's method: the divergence is convex in e0 and at most min(e0, alpha e0^2/2), so the start is below the root
    and the iterates after it are above."""
    e0 = max(gamma, math.sqrt(2 * gamma / alpha))
    try:
        for _ in range(_TRIES):
            step = (float(response.renyi(floats, e0, 2.0, alpha)) - gamma) / _slope(alpha, e0)
            e0 -= step
            if not e0 > 0 or abs(step) <= 1e-14 * e0:
                break
    except ours(ArithmeticError, ValueError):
        return math.inf
    return e0 if e0 > 0 else math.inf


def _slope(alpha: float, e0: float) -> float:
    """The derivative in e0 of the divergence of randomized response."""
    b = alpha - 1
    bent = b * math.expm1(-2 * alpha * e0) + alpha * math.exp(-e0) * math.expm1(-2 * b * e0)
    return -bent / (b * (1 + math.exp(-(alpha + b) * e0)) * (1 + math.exp(-e0)))


def _allowed(curve: Renyi, order: Fraction) -> Fraction | None:
    """A double e0 whose randomized response certainly has at least the curve's divergence at an order; None if none is
    found."""
    alpha = float(order)
    e0 = response_of(alpha, renyi_orders.gamma_at(curve, alpha))
    if not e0 < _LARGEST:
        return None
    with balls(START_BITS) as xp:
        gamma = curve.curve(xp, xp.number(order))
        for tries in range(_TRIES):
            excess = response.renyi(xp, xp.number(e0), xp.number(2), xp.number(order)) - gamma
            if excess >= 0 and tries > 0:
                return Fraction(e0)
            e0 = e0 - float(excess.mid()) / _slope(alpha, e0) if tries == 0 else e0 + math.ulp(e0) * 2.0 ** (tries - 1)
    return None
