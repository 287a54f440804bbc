"""Claims about the sums of ratios on a lattice: exact cases, and numbers by quadrature, that the two bounds enclose."""

from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import ceil
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, numbers, registered

from ..formulas import random_allocation as sums
from ..formulas.packed_convolution import PackedLaw
from .allocation import NAME, PAPER, WHY, deltas, mean_of_sets, response

_compared = partial(Sampled, "fractions: all outcomes", why=WHY)
BOOK = Proofs(NAME, PAPER)


@lru_cache(maxsize=64)
def _pure(steps: int, a: Fraction, spacing: Fraction, points: int, bits: int = 96) -> sums.Allocation:
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
    allocation, at = _pure(steps, a, just_above / ceil(280 / a), 2000), xp.log(xp.number(level))
    exact = deltas([response(a)] * steps, lambda x: mean_of_sets(x, 1), level)
    for order, value in enumerate(exact):
        above, below = bounds(xp, allocation, order, at)
        if not (below.lower() <= xp.number(value) <= above.upper() and above - below < xp.number(Fraction(1, 1000))):
            return False
    return True


def _on_any_lattice(xp: Any, spacing: Fraction, points: Fraction, a: Fraction, share: Fraction) -> bool:
    level = 1 + share * (a - 1)  # up to next to the largest ratio
    allocation, at = _pure(3, a, spacing, int(points)), xp.log(xp.number(level))
    exact = deltas([response(a)] * 3, lambda x: mean_of_sets(x, 1), level)
    found = [bounds(xp, allocation, order, at) for order in range(2)]
    return all(low.lower() <= xp.number(x) <= up.upper() for x, (up, low) in zip(exact, found, strict=True))


BOOK.soundness(
    "pld.any-lattice",
    "A lattice that a certificate states may have points anywhere: also far from where ratios are, and beside their "
    "atoms, the sums are not below the exact deltas, nor those from below above them.",
    "randomized response in 3 steps, 6 spacings, 2 to 300 points, 2 eps0, 4 eps up to the largest loss",
    _compared(
        _on_any_lattice,
        digits=30,
        bits=192,
        spacing="1/300 1/37 1/3 1 7/3 20",
        points="2 10 300",
        a="2 20",
        share="0 1/2 99/100 999999/1000000",
    ),
)

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


def _powers(times: int, end: int, loss: int, masses: tuple[int, ...]) -> bool:
    total, exact = sum(masses), [Fraction(1)]
    for _ in range(times):
        longer = [Fraction(0)] * (len(exact) + len(masses) - 1)
        for (i, p), (j, q) in product(enumerate(exact), enumerate(masses)):
            longer[i + j] += p * q / total
        exact = longer
    for above in (True, False):
        units = [-(-(mass << 24) // total) if above else (mass << 24) // total for mass in masses]
        law = PackedLaw.of(units, 24, above=above).power(times, end, loss)
        found = {law.offset + i: Fraction(mass, 1 << 24) for i, mass in enumerate(law.masses)}
        for s in range(end + 1):
            true = sum(((s - j) * p for j, p in enumerate(exact) if j < s), Fraction(0))
            got = sum(((s - j) * p for j, p in found.items() if j < s), s * Fraction(law.lost, 1 << 24))
            if got < true if above else got > true:
                return False
    return True


BOOK.soundness(
    "pld.powers",
    "The mean of (s - x)_+ of a sum of independent values, on the points below an end, is not below the exact one "
    "where probabilities are rounded up, and not above it where they are rounded down, whatever is cut off.",
    "3 laws, 4 numbers of values, 3 ends, 3 windows",
    Sampled(
        "fractions: all sums",
        _powers,
        digits=10,
        why="a power of a number of factors that is not fixed",
        times=(1, 2, 5, 9),
        end=(1, 7, 30),
        loss=(1, 4, 20),
        masses=((1,), (5, 0, 3, 1), (0, 1, 7, 0, 0, 2)),
    ),
)
