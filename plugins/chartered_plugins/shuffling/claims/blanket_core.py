"""Claims about the privacy blanket before any tail bound: the mean of the positive part, and the closed form for
randomized response."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving import POSITIVE, Effort, Notation, Proofs, Same, Sampled, balls, numbers

from ..formulas import blanket
from .shuffles import Shuffle, small

BOOK = Proofs(
    "balle2019", "Balle, Bell, Gascon, Nissim 2019", at="Section 5", notation=Notation(ranges={"u i r": POSITIVE})
)
LEVELS = numbers("1 5/4 5/2")
"""Values of e^eps."""


def core(n: int, k: int, odds: Fraction, level: Fraction) -> Fraction:
    """E(L_1 + ... + L_M)_+/(gamma n) of k-ary randomized response, M ~ Bin(n, gamma), by the numbers of uniform reports
    with either of two values."""
    gamma, found = k / (odds + k - 1), Fraction(0)
    for m in range(1, n + 1):
        mass = comb(n, m) * gamma**m * (1 - gamma) ** (n - m) / Fraction(k) ** m
        for a in range(m + 1):
            for b in range(m + 1 - a):
                ways = comb(m, a) * comb(m - a, b) * (k - 2) ** (m - a - b)
                gained = a * (odds - level) + b * (1 - odds * level) + (m - a - b) * (1 - level)
                found += mass * ways * gamma * max(gained, Fraction(0))
    return found / (gamma * n)


def _share(xp: Any, n: int, k: int, epsilon: Fraction, delta: Fraction) -> Any:
    """The gamma of the closed form."""
    e, rest = xp.number(epsilon), xp.number(n - 1)
    return xp.maximum(14 * k * xp.log(2 / xp.number(delta)) / (rest * e**2), 27 * k / (rest * e))


def _where_it_is_a_share(effort: Effort) -> list[Any]:
    with balls(64) as xp:
        grid = product((10**4, 10**6), (2, 4, 10), numbers("1/5 1/2 1"), numbers("1e-4 1e-8"))
        return [case for case in grid if _share(xp, *case) < 1]


BOOK.soundness(
    "core.sound",
    "delta(eps) <= E(L_1 + ... + L_M)_+/(gamma n), M ~ Bin(n, gamma): disclose which other reports depend on their "
    "records, and what they are. The record's report is then at a uniform place among N ~ Bin(n-1, gamma) from omega; "
    "of the density over omega^(N+1), the mean of mu_x/omega over N + 1 places, the gain is (L_1 + ... + "
    "L_(N+1))_+/(N+1), and Pr[N = m-1]/m = Pr[M = m]/(gamma n).",
    "all 0 < gamma < 1 (gamma = u/(1+u)), m = 1 + i <= n = 1 + i + r",
    Same(
        "the weights",
        "gamma(n + 2)/(gamma(i + 2)*gamma(r + 1))*exp((i + 1)*log(g) + r*log(1 - g))*(1 + u)/(u*(n + 1))",
        "gamma(n + 1)/(gamma(i + 1)*gamma(r + 1))*exp(i*log(g) + r*log(1 - g))/(1 + i)",
    ),
    so="To tell more hides less.",
    where=("n = i + r", "g = u/(1 + u)"),
)


@BOOK.soundness(
    "core.exact-cases",
    "E(L_1 + ... + L_M)_+/(gamma n) is not below the exact delta of small shuffles, and neither tail bound is below "
    "it.",
    "k-ary randomized response, k <= 3, e^eps0 in {3/2, 4}, n <= 6, e^eps in {1, 5/4, 5/2}; all data of the others, "
    "both directions",
    Sampled("balls and exact rationals", cases=product(small(), LEVELS), bits=256),
)
def _between(xp: Any, shuffle: Shuffle, level: Fraction) -> bool:
    middle = xp.number(core(shuffle.n, shuffle.k, shuffle.odds, level))
    size, e = xp.log(xp.number(shuffle.odds)), xp.log(xp.number(level))
    parts, n = blanket.response(xp, size, xp.number(shuffle.k), e), xp.number(shuffle.n)
    tails = [bound(xp, parts, n, e) for bound in (blanket.hoeffding, blanket.bennett)]
    return not shuffle.worst(xp, e) > middle and not any(tail < middle for tail in tails)


@BOOK.soundness(
    "closed.below-target",
    "For eps <= 1 k-ary randomized response that is uniform with probability gamma = max(14 k log(2/delta)/((n-1) "
    "eps^2), 27 k/((n-1) eps)) < 1 is (eps, delta)-DP when shuffled: Bennett's bound is below delta.",
    "the closed form for randomized response",
    "n in {10^4, 10^6}, k in {2, 4, 10}, eps in {1/5, 1/2, 1}, delta in {1e-4, 1e-8}, where gamma < 1",
    Sampled("balls", cases=_where_it_is_a_share, bits=256),
)
def _meets(xp: Any, n: int, k: int, epsilon: Fraction, delta: Fraction) -> bool:
    e, size = xp.number(epsilon), xp.log(k / _share(xp, n, k, epsilon, delta) - k + 1)
    found = blanket.bennett(xp, blanket.response(xp, size, xp.number(k), e), xp.number(n), e)
    return bool(found < xp.number(delta)) or bool(size < e)
