"""The exact profile of shuffled randomized response on two values: n reports, each true with probability p =
e^eps0/(1+e^eps0).

The output is the number of reports with value 1. Of the other n-1 records a are 1 and b are 0, a + b = n-1, and Y is
the number of their reports with value 1. With q = 1-p, the record that differs makes it Y + Bern(p) against Y +
Bern(q); in the other direction a and b are exchanged. Y is a sum of independent reports, so Y(x-1)/Y(x) increases with
x, the best event is {at least x}, and

    H(a, b) = max over x of (p - e^eps q) Y(x-1) - (e^eps - 1) Pr[Y >= x].

The profile is the maximum of H(a, b). Omitting reports can only increase H, so H(a, b) bounds all H(a', b') with a' >=
a and b' >= b. Ranges of a are subdivided until no bound exceeds the best value found or, if too many data are nearly as
bad as the worst, until the largest bound is within about a percent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import accumulate
from math import exp, inf, nextafter

from chartered_verify.arithmetic import Arithmetic, Number, Value, balls
from chartered_verify.arithmetic.polynomial import product
from chartered_verify.work_budget import charge
from flint import arb, arb_poly

from ...composition.formulas import binomial

MOST = 3000
"""The largest number of reports for which the worst data are searched."""
CUTS, FEW = 200, 24
"""The largest number of subdivisions of the range of a; and at eps = 0, where all data are nearly equally bad and a
bound suffices."""
LIKELY = 32
"""The worst data are mostly among this many with the fewest zeros."""
_BITS = 192
"""The working precision in bits of results that questions share."""


@lru_cache(maxsize=64)
def delta(epsilon0: Number, n: int, epsilon: Fraction, cuts: int = CUTS) -> arb:
    """The maximum of H(a, b) over a + b = n - 1, by best-first subdivision of the range of a; a wide ball if that does
    not decide it."""
    with balls(_BITS) as xp:
        at = xp.number(epsilon)
        found: arb = gain(xp, epsilon0, n - 1, 0, at)  # all ones: near the worst where delta is small

        def ranged(first: int, last: int) -> tuple[float, int, int]:
            """(the negated upper bound on H in a range of a, first, last)."""
            return -nextafter(float(gain(xp, epsilon0, first, n - 1 - last, at).upper()), inf), first, last

        queue = [ranged(0, n - 1)]
        for _ in range(cuts if epsilon else FEW):
            _, first, last = heappop(queue)
            middle = (first + last) // 2
            for low, high in dict.fromkeys([(first, middle), (min(middle + 1, last), last)]):
                if low == high:
                    found = xp.maximum(found, gain(xp, epsilon0, low, n - 1 - low, at))
                else:
                    heappush(queue, ranged(low, high))
            if not queue or -queue[0][0] <= found:
                return found
        for zeros in range(min(n, LIKELY)) if epsilon else ():
            found = xp.maximum(found, gain(xp, epsilon0, n - 1 - zeros, zeros, at))
        return found.union(xp.maximum(found, xp.number(-min(queue)[0])))


def near(epsilon0: Number, n: int, epsilon: float, data: Sequence[int]) -> list[float]:
    """H in floats for each number of ones among the other records in `data`, for a search."""
    with balls(_BITS) as xp:
        return [float(gain(xp, epsilon0, ones, n - 1 - ones, xp.number(epsilon))) for ones in data]


def gain(xp: Arithmetic, epsilon0: Number, ones: int, zeros: int, epsilon: Value) -> Value:
    """H(a, b), in balls."""
    size = xp.number(epsilon0)
    truth = 1 / (1 + xp.exp(-size))
    up, down = -truth * xp.expm1(epsilon - size), truth * (xp.exp(epsilon) - xp.exp(-size))
    start, weights, tails = _table(epsilon0, ones, zeros)
    top = ones + zeros + 1 - start

    def step(x: int) -> Value:
        """P(x) - e^eps Q(x), the gain of the outcome x."""
        return up * weights[x - 1] - down * weights[x]

    low, high = 1, top  # the first outcome does not gain; the last one, all ones, gains most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if step(middle) > 0 else (middle + 1, high)
    gained = up * weights[low - 1] - xp.expm1(epsilon) * tails[low]
    while low > 1 and not (spare := step(low - 1)) < 0:  # undecided whether this outcome gains
        charge(3)
        gained, low = gained + xp.positive(spare), low - 1
    return xp.positive(gained)


@lru_cache(maxsize=3 * CUTS)
def _table(epsilon0: Number, ones: int, zeros: int) -> tuple[int, arb_poly, tuple[arb, ...]]:
    """Pr[Y = x] and Pr[Y >= x] from a start shortly before the mode, which is next to the mean; before the mode Y(x-1)
    < Y(x), so no outcome gains."""
    with balls(_BITS) as xp:
        size = xp.number(epsilon0)
        true, flips = binomial.weights(xp, -size, ones, 0, ones), binomial.weights(xp, size, zeros, 0, zeros)
        flip = exp(-float(size)) / (1 + exp(-float(size)))
        start = max(0, int(ones * (1 - flip) + zeros * flip) - 3)
        kept = ones + zeros + 1 - start
        both = product(
            arb_poly(true[::-1][:kept]), arb_poly(flips[::-1][:kept])
        )  # from all ones downward, as far as needed
        weights = both.coeffs()[kept - 1 :: -1]
        charge(3 * kept)
        return start, arb_poly(weights), (*accumulate(weights[::-1], initial=arb(0)),)[::-1]
