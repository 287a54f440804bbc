"""The search for the two additional orders in the Renyi curve of a repeated mechanism."""

from __future__ import annotations

import math
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import floats

from ...conversion.search.orders import best_order
from ..formulas import repeat_and_select as selection


def orders(inner: ch.Renyi, count: str, mean: Fraction) -> ch.Witness:
    """The order `compared` with the least extra cost, 1 if no order costs less than log(1/g); and the order `level`
    with the least bound, which then also holds at every smaller order."""
    with floats:
        log_inverse = float(selection.log_inverse_gamma(floats, count, mean))
        compared, least = Fraction(1), log_inverse
        if log_inverse > 0:
            found = best_order(inner, lambda order, gamma: float(selection.extra(0, order, gamma, log_inverse)))
            cost = selection.extra(0, float(found), float(inner.curve(floats, float(found))), log_inverse)
            compared, least = (found, float(cost)) if cost < least else (compared, least)
        spread = math.log(mean)
        level = best_order(inner, lambda order, gamma: gamma + spread / (order - 1))
    return {"compared": compared, "level": level}


def level_of(curve: ch.Renyi) -> ch.Witness:
    """The order with the least bound."""
    return {"level": best_order(curve, lambda order, gamma: gamma)}
