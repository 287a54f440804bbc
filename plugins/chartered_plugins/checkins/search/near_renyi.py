"""The search for the eps of a report and the eps of the whole, for a mechanism near one with a known Renyi curve."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from chartered import DeltaAt, Question, Unavailable, Witness
from chartered_verify.arithmetic import floats

from ...basics.formulas import subgaussian_tail as advanced
from ...conversion.formulas import optimal as oc
from ...conversion.search import orders as renyi_orders
from ...shuffling.formulas import closed_forms as shuffling
from ..near_renyi_guarantee import Clipped
from .delta_split import Costs, cheapest

_TURNS = 6
_MARGINS = (1e-11, 1e-9, 1e-7, 1e-5)


def propose(g: Clipped, question: Question) -> Witness:
    """The witness: the eps of a report from the slope of the curve as if it were linear, then the eps of the whole from
    the curve itself."""

    @cache
    def parts(x: float) -> tuple[float, float]:
        return float(g.rho(floats, Fraction(x))), float(g.transfer(floats, Fraction(x)))

    def core(e: float, x: float) -> float:
        rho, _ = parts(x)
        return float(advanced.least_delta(floats, rho, 2 * rho, e))

    def inverse(left: float, x: float) -> float:
        rho, _ = parts(x)
        return float(advanced.least_epsilon(floats, rho, 2 * rho, floats.inf, left))

    costs = Costs(core, inverse, rest=lambda e, x: shuffling.cost(floats, parts(x)[1], e))
    e, x = cheapest(question, costs, g.points)
    if not e < floats.inf:
        raise Unavailable("no split of delta meets it")
    local = Fraction(x)
    if isinstance(question, DeltaAt):
        return _witness(g, local, min(Fraction(e), question.at))
    return _meeting(g, local, question.at)


def _meeting(g: Clipped, local: Fraction, delta: Fraction) -> Witness:
    """The least eps whose delta is at most `delta`, approached from below."""
    curve, e = g.at(local), 0.0
    for _ in range(_TURNS):
        left = float(delta) - g.rest(floats, e, local)
        if not left > 0:
            raise Unavailable("no split of delta meets it")
        found = renyi_orders.optimal(curve, Question.epsilon(Fraction(left)))
        order = float(found["alpha"] or 0)
        last, e = e, max(0.0, oc.one_sided_epsilon(floats, order, renyi_orders.gamma_at(curve, order), left, found))
        if e <= last * (1 + _MARGINS[0]):
            break
    for margin in _MARGINS:
        witness = _witness(g, local, Fraction(e * (1 + margin)))
        if g.spent(floats, float(witness["at"] or 0), witness) <= float(delta) * (1 - 1e-13):
            break
    return witness


def _witness(g: Clipped, local: Fraction, at: Fraction) -> Witness:
    """The witness with the best order and tangent points at this eps."""
    return {**renyi_orders.optimal(g.at(local), Question.delta(at)), "at": at, "local": local}
