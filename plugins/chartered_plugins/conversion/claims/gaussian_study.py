"""The paper's Gaussian study: sigma = 20, delta = 1e-5, and L2's first branch at its best order."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import floats

from ..formulas import linear_curve as moments

VARIANCE = Fraction(400)
DELTA = Fraction(1, 10**5)


def rho(times: int) -> Fraction:
    """The total rho of this number of runs."""
    return Fraction(moments.rho_of(VARIANCE, Fraction(times)))


def least_first(xp: Any, total: Fraction) -> Any:
    """A ball that contains the minimum of Lemma 2's eps0 over all orders: the balance changes sign between two close
    orders. Raises ArithmeticError if balls do not confirm this."""
    low, high = order_bracket(moments.lemma2_balance, total)
    near = xp.number(low), xp.number(high)
    below, above = (moments.lemma2_balance(xp, xp.number(total), xp.number(DELTA), order) for order in near)
    if not (below < 0 and above > 0):
        raise ArithmeticError(f"no change of sign of the balance between {low} and {high}")
    return moments.lemma2_first(xp, xp.number(total), xp.number(DELTA), xp.hull(*near))


def least(xp: Any, times: Any) -> Any:
    """The minimum of `least_first` for this number of runs, given as a ball of an integer."""
    return least_first(xp, rho(xp.floor_range(times)[0]))


def steady_second(xp: Any, total: Any, delta: Any, b: Any) -> Any:
    """Lemma 2's eps1 at alpha = 1 + b, in a form whose balls over wide boxes are narrow: no exponential of a large
    number."""
    x = total * (1 + b) * b
    return total * (1 + b) + xp.log(-xp.expm1(-x) / ((1 + b) * delta) + xp.exp(-x)) / b


@lru_cache(maxsize=64)
def order_bracket(balance: Callable[..., Any], total: Fraction) -> tuple[Fraction, Fraction]:
    """Two orders, 2e-12 apart in relative terms, between which the balance has its zero: proposed by bisection in
    doubles."""
    low, high = 1.0, float(1 / DELTA)
    for _ in range(200):
        middle = (low + high) / 2
        rising = balance(floats, float(total), float(DELTA), middle) > 0
        low, high = (low, middle) if rising else (middle, high)
    return Fraction(low) * (1 - Fraction(1, 10**12)), Fraction(high) * (1 + Fraction(1, 10**12))
