"""Two-sided certificates for Theorem 3: a pair of Bernoulli distributions from one side, a tangent from the other."""

from fractions import Fraction
from functools import cache
from typing import Any

from chartered.proving.steps import Formula, slopes
from chartered_verify.arithmetic import balls, digits
from msgspec import Struct

from ..formulas import closed_forms as renyi_conversion


class Bracket(Struct, frozen=True):
    """An interval of the optimal eps at (alpha, delta) and the pair's own gamma: at least `low`, by the pair, and at
    most `high`, by the tangent at e^-v."""

    gamma: Any
    v: Any
    low: Any
    high: Any

    def agrees(self, places: int) -> bool:
        """Whether the two ends certainly agree to `places` places, relative to the larger of 1 and eps."""
        scale = self.low if self.low > 1 else 1
        return not self.high < self.low and bool(abs(self.high - self.low) * 10**places < scale)


def bracket(alpha: Fraction, epsilon: Fraction, delta: Fraction, bits: int = 320, precision: int = 60) -> Bracket:
    """The bracket at the gamma for which eps is optimal: p is found by bisection in mpmath, the ends are balls.

    The pair has hockey-stick divergence delta at eps, so no smaller eps holds for its gamma; the tangent through its
    likelihood ratios, 1-p over 1-q and p over q, gives an eps that holds."""
    found = stationary_point(alpha, epsilon, delta, precision)
    with balls(bits) as xp:
        a, e, d = (xp.number(x) for x in (alpha, epsilon, delta))
        s = 1 + xp.number(found)
        gamma = renyi_conversion.objective(xp, a, e, d, s)
        v = xp.log1p(-d * (s - 1) * xp.exp(-e)) - xp.log1p(-d * s)
        return Bracket(gamma, v, e, renyi_conversion.tangent_epsilon(xp, a, gamma, d, v))


def lies_between(alpha: Fraction, gamma: Fraction, delta: Fraction, low: Fraction, high: Fraction) -> bool:
    """Whether T3's eps at (alpha, gamma, delta) is certainly in (low, high).

    A pair within gamma needs more than `low`, and a tangent gives less than `high`.
    """
    needed, given = bracket(alpha, low, delta), bracket(alpha, high, delta)
    with balls(320) as xp:
        a, g, d = (xp.number(x) for x in (alpha, gamma, delta))
        return bool(needed.gamma < g) and bool(renyi_conversion.tangent_epsilon(xp, a, g, d, given.v) < xp.number(high))


def stationary_point(alpha: Fraction, epsilon: Fraction, delta: Fraction, precision: int) -> Fraction:
    """A rational close to s - 1 for the s at which T3's objective is least, for alpha delta < 1."""
    xp = digits(precision)
    rates = _rates(renyi_conversion.objective_first), _rates(renyi_conversion.objective_second)
    a, e, d = (xp.number(x) for x in (alpha, epsilon, delta))

    def falls(log_x: Any) -> bool:
        at = (a, e, d, 1 + xp.exp(log_x))
        one, two = (rate(xp, *at) for rate in rates)
        if one <= 0:
            return True
        first, second = renyi_conversion.objective_first(xp, *at), renyi_conversion.objective_second(xp, *at)
        return bool(first + xp.log(one) < second + xp.log(-two))

    low, high = xp.log(a - 1), xp.log(1 / d - 1)
    for _ in range(int(precision * 3.6)):
        middle = (low + high) / 2
        low, high = (middle, high) if falls(middle) else (low, middle)
    return Fraction(xp.mp.nstr(xp.exp(low), precision))


@cache
def _rates(log_term: Formula) -> Formula:
    """The derivative of the logarithm of a term in s, computed once for each formula."""
    return slopes(log_term, 3, "alpha eps delta s")
