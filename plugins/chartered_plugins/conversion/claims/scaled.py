"""The parameters of Theorem 3 as functions of free positive variables, so that signs are evident.

alpha = 1 + b, eps = log(1 + l), s = 1 + x, 1/delta = 1 + x + y: all alpha > 1, eps >= 0, 0 < delta < 1 and 1 < s <
1/delta, where p = delta s, correspond to exactly one b > 0, l >= 0, x > 0, y > 0."""

from fractions import Fraction
from typing import Any

from chartered.proving import Notation
from chartered.proving.ranges import Over

from ...basics.claims import bernoulli
from ..formulas import closed_forms

DOMAIN = {"b": (Fraction(1, 100), 20), "l": (0, 20), "x y": (Fraction(1, 50), 50)}
FREE = {
    "alpha": (Fraction(101, 100), 20),
    "eps": (Fraction(1, 100), 5),
    "delta": (Fraction(1, 1000), Fraction(1, 3)),
    "s": (Fraction(11, 10), 3),
}
ALL = "all alpha > 1, eps >= 0, 0 < delta < 1, delta < p < 1"
PARAMETERS = (
    "e = log1p(l)",
    "d = 1/(1 + x + y)",
    "p = (1 + x)*d",
    "q = bernoulli.partner(p, e, d)",
    "first = rc.objective_first(1 + b, e, d, 1 + x)",
    "second = rc.objective_second(1 + b, e, d, 1 + x)",
    "first_slope(alpha, eps, delta, s) = d/ds rc.objective_first(alpha, eps, delta, s)",
    "second_slope(alpha, eps, delta, s) = d/ds rc.objective_second(alpha, eps, delta, s)",
)
"""eps, delta, Theorem 3's Bernoulli pair, the logarithms of its two terms, scaled by e^((alpha-1) eps), and their
derivatives in s."""


def notation(*definitions: str, ranges: Over, **known: Any) -> Notation:
    """The notation of claims about these parameters, with further definitions, ranges and known functions."""
    own = PARAMETERS + definitions
    return Notation(*own, ranges={**DOMAIN, **ranges}, bernoulli=bernoulli, rc=closed_forms, **known)
