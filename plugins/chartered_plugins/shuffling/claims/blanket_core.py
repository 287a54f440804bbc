"""Claims about the privacy blanket before any tail bound: the mean of what is gained, and the closed form for
randomized response."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import chain, same, sample
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...subsampling.claims.subsampling import SIZE
from ..formulas import blanket
from .shuffles import Shuffle, small

BOOK = Book("balle2019", "Balle, Bell, Gascon, Nissim 2019")
claims = BOOK.claims
LEVELS = (Fraction(1), Fraction(5, 4), Fraction(5, 2))
"""e^eps."""


def core(n: int, k: int, odds: Fraction, level: Fraction) -> Fraction:
    """E(L_1 + ... + L_M)_+/(gamma n) of k-ary randomized response, M ~ Bin(n, gamma), by how many of M uniform reports
    say either value."""
    gamma, found = k / (odds + k - 1), Fraction(0)
    for m in range(1, n + 1):
        mass = comb(n, m) * gamma**m * (1 - gamma) ** (n - m) / Fraction(k) ** m
        for a in range(m + 1):
            for b in range(m + 1 - a):
                ways = comb(m, a) * comb(m - a, b) * (k - 2) ** (m - a - b)
                gained = a * (odds - level) + b * (1 - odds * level) + (m - a - b) * (1 - level)
                found += mass * ways * gamma * max(gained, Fraction(0))
    return found / (gamma * n)


@BOOK.soundness(
    "core.sound",
    "delta(eps) <= E(L_1 + ... + L_M)_+/(gamma n), M ~ Bin(n, gamma): tell who else says something, and what. The "
    "record's report is "
    "then at a uniform place among N ~ Bin(n-1, gamma) from omega; of the density over omega^(N+1), the mean of "
    "mu_x/omega over N + 1 "
    "places, the gain is (L_1 + ... + L_(N+1))_+/(N+1), and Pr[N = m-1]/m = Pr[M = m]/(gamma n).",
    "Section 5",
    "all 0 < gamma < 1 (gamma = u/(1+u)), m = 1 + i <= n = 1 + i + r",
)
def _sound(effort: Effort) -> Verdict:
    def weight(xp: Any, n: Any, m: Any, u: Any) -> Any:
        g = u / (1 + u)
        choices = xp.gamma(n + 1) / (xp.gamma(m + 1) * xp.gamma(n - m + 1))
        return choices * xp.exp(m * xp.log(g) + (n - m) * xp.log(1 - g))

    def left(xp: Any, i: Any, r: Any, u: Any) -> Any:
        n, m = 1 + i + r, 1 + i
        return weight(xp, n, m, u) * (1 + u) / (u * n)

    def right(xp: Any, i: Any, r: Any, u: Any) -> Any:
        return weight(xp, i + r, i, u) / (1 + i)

    domain = {"i": (1, 20), "r": (1, 20), "u": SIZE}
    return chain("To tell more hides less.", ("the weights", same(left, right, "i r u", domain, effort)))


@BOOK.soundness(
    "core.exact-cases",
    "E(L_1 + ... + L_M)_+/(gamma n) is not below the exact delta of small shuffles, and neither tail bound is below "
    "it.",
    "Section 5",
    "k-ary randomized response, k <= 3, e^eps0 in {3/2, 4}, n <= 6, e^eps in {1, 5/4, 5/2}; all data of the others, "
    "both directions",
)
def _core(effort: Effort) -> Verdict:
    def between(shuffle: Shuffle, level: Fraction) -> bool:
        middle = core(shuffle.n, shuffle.k, shuffle.odds, level)
        with balls(192) as xp:
            size, e = xp.log(xp.number(shuffle.odds)), xp.log(xp.number(level))
            parts, n = blanket.response(xp, size, xp.number(shuffle.k), e), xp.number(shuffle.n)
            tails = [bound(xp, parts, n, e) for bound in (blanket.hoeffding, blanket.bennett)]
            return not shuffle.worst(xp, e) > xp.number(middle) and not any(tail < xp.number(middle) for tail in tails)

    return sample(between, list(product(small(), LEVELS)), effort.digits, "balls and exact rationals")


@BOOK.soundness(
    "closed.below-target",
    "For eps <= 1 k-ary randomized response that says nothing with probability gamma = max(14 k log(2/delta)/((n-1) "
    "eps^2), 27 k/((n-1) "
    "eps)) < 1 is (eps, delta)-DP when shuffled: Bennett's bound is below delta.",
    "the closed form for randomized response",
    "n in {10^4, 10^6}, k in {2, 4, 10}, eps in {1/5, 1/2, 1}, delta in {1e-4, 1e-8}, where gamma < 1",
)
def _closed(effort: Effort) -> Verdict:
    def share(xp: Any, n: int, k: int, epsilon: Fraction, delta: Fraction) -> Any:
        e, rest = xp.number(epsilon), xp.number(n - 1)
        return xp.maximum(14 * k * xp.log(2 / xp.number(delta)) / (rest * e**2), 27 * k / (rest * e))

    def meets(n: int, k: int, epsilon: Fraction, delta: Fraction) -> bool:
        with balls(192) as xp:
            e, size = xp.number(epsilon), xp.log(k / share(xp, n, k, epsilon, delta) - k + 1)
            found = blanket.bennett(xp, blanket.response(xp, size, xp.number(k), e), xp.number(n), e)
            return bool(found < xp.number(delta)) or bool(size < e)

    grid = product(
        (10**4, 10**6),
        (2, 4, 10),
        (Fraction(1, 5), Fraction(1, 2), Fraction(1)),
        (Fraction(1, 10**4), Fraction(1, 10**8)),
    )
    with balls(64) as xp:
        cases = [case for case in grid if share(xp, *case) < 1]
    return sample(meets, cases, effort.digits, "balls")
