"""Claims about the sums of ratios on a lattice: exact cases, and numbers by quadrature, that the two bounds enclose."""

from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, numbers, registered

from ..formulas import random_allocation as sums
from .allocation import NAME, PAPER, WHY, deltas, mean_of_sets, response

_compared = partial(Sampled, "fractions: all outcomes", why=WHY)
BOOK = Proofs(NAME, PAPER)


@lru_cache(maxsize=64)
def of_responses(steps: int, a: Fraction, spacing: Fraction, points: int, bits: int = 96) -> sums.Allocation:
    """Steps that are randomized response with e^eps0 = a: one object for each, by which its sums are kept."""

    def delta(xp: Any, epsilon: Any) -> Any:
        top = xp.number(a)
        return xp.positive((top - xp.exp(epsilon)) / (1 + top))

    return sums.Allocation(delta, steps, spacing, points, bits)


def bounds(xp: Any, allocation: sums.Allocation, order: int, epsilon: Any) -> tuple[Any, Any]:
    """From above and from below; removed (0) or added (1)."""
    above = (sums.removal, sums.addition)[order](allocation)
    below = (sums.removal_below, sums.addition_below)[order](allocation)
    return above(xp, epsilon), below(xp, epsilon, epsilon)(xp, epsilon)


def _enclosed(xp: Any, steps: int, a: Fraction, level: Fraction) -> bool:
    just_above = (1 + Fraction(1, 2**40)) / a  # the least ratio
    allocation, at = of_responses(steps, a, just_above / ceil(280 / a), 2000), xp.log(xp.number(level))
    exact = deltas([response(a)] * steps, lambda x: mean_of_sets(x, 1), level)
    for order, value in enumerate(exact):
        above, below = bounds(xp, allocation, order, at)
        if not (below.lower() <= xp.number(value) <= above.upper() and above - below < xp.number(Fraction(1, 1000))):
            return False
    return True


BOOK.soundness(
    "pld.cases",
    "The sums of ratios on a lattice with a point just above the least ratio are above the exact deltas, in both "
    "directions, and less than 1/1000 above those from below, which are not above them.",
    "randomized response in 2 to 6 steps, 3 eps0, 5 eps",
    _compared(_enclosed, digits=10, bits=128, steps=(2, 3, 4, 6), a="6/5 2 7", level="1 11/10 5/4 3/2 5"),
)
_NORMAL = [
    (2, 0, numbers("0 1/2 1 2"), numbers("0.297762225194 0.149177523136 0.0592065010859 0.00474577763325")),
    (2, 1, numbers("1/2 1 2"), numbers("0.142686965824 0.0501976623695 0.00205592452966")),
    (3, 0, numbers("0 1/2 1 2"), numbers("0.253960939114 0.106840643621 0.0335007729774 0.00161412008634")),
    (3, 1, numbers("1/2 1 2"), numbers("0.0980949440608 0.0238387090045 0.000260281029587")),
]
"""(steps, order, eps, deltas by quadrature): Gaussian steps of sigma = 1, removed (0) and added (1)."""
_DIGITS = Fraction(1, 10**11)


@lru_cache(maxsize=64)
def gaussian(square: Fraction, steps: int, spacing: Fraction, points: int) -> sums.Allocation:
    """Gaussian steps of mu^2 = square: one object for each, by which its sums are kept."""
    profile = registered("gdp.profile").apply(ch.GDP(mu_squared=square))
    return sums.Allocation(lambda xp, epsilon: profile.delta(xp, epsilon, {}), steps, spacing, points, 96)


def _quadrature(xp: Any, steps: int, order: int, epsilon: Fraction, value: Fraction) -> bool:
    allocation = gaussian(Fraction(1), steps, Fraction(1, 1000), 20_000)
    above, below = bounds(xp, allocation, order, xp.number(epsilon))
    close = above - below < xp.number(Fraction(1, 10**6))
    return bool(below.lower() <= xp.number(value + _DIGITS) and xp.number(value - _DIGITS) <= above.upper() and close)


BOOK.soundness(
    "exact-pld.quadrature",
    "For Gaussian steps of sigma = 1 the two bounds are less than 1e-6 apart, and enclose what a quadrature gives.",
    "2 and 3 steps, removed and added, 7 eps; eleven digits",
    Sampled(
        "balls: against iterated quadrature, in 25 digits",
        _quadrature,
        [(steps, order, *pair) for steps, order, eps, deltas in _NORMAL for pair in zip(eps, deltas, strict=True)],
        digits=10,
        bits=128,
        why="an integral over two or three normal variables, compared with what others computed",
    ),
)
