"""Claims about the exact profile of many answers of randomized response: its printed forms, its inverse, and long
sums."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.steps import Formula, chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import binomial, finite_loss as losses, randomized_response_products as responses
from .optimal_composition import summed

BOOK = Book("responses", "Kairouz, Oh, Viswanath 2015")
claims = BOOK.claims
SIZE = (Fraction(1, 20), 20)
SEVERAL = (
    ((Fraction(1, 5), 5), (Fraction(1, 2), 3)),
    ((Fraction(1, 10), 7), (Fraction(3, 10), 2), (Fraction(1), 1)),
    ((Fraction(1, 3), 4), (Fraction(2, 7), 6)),
)
SHARES = tuple(map(Fraction, ("0", "1/7", "1/3", "3/5", "9/10")))


def printed(k: int, i: int) -> Formula:
    """The sum of Theorem 3.3 over its first i terms at e^eps = L: C(k,l) (e^((k-l) eps0) - L e^(l eps0))/(1+e^eps0)^k;
    e^eps0 = 1 + y."""

    def terms(xp: Any, y: Any, level: Any) -> Any:
        return (
            sum((comb(k, flips) * ((1 + y) ** (k - flips) - level * (1 + y) ** flips) for flips in range(i)), 0 * y)
            / (2 + y) ** k
        )

    return terms


def shipped(k: int, i: int) -> Formula:
    """P(tail) - L Q(tail) for the shipped weights of the first i losses."""

    def gain(xp: Any, y: Any, level: Any) -> Any:
        weights = binomial.weights(xp, xp.log1p(y), k, 0, k)
        return sum(weights[:i], 0 * y) - level * sum(weights[::-1][:i], 0 * y)

    return gain


@BOOK.identity(
    "profile.two-versions",
    "The upper tails of the shipped weights are the sums that the theorem prints: at eps = (k-2i) eps0 for its i, and "
    "at any eps those of its positive terms.",
    "Theorem 3.3",
    "all eps0 > 0, eps >= 0, k <= 8, all i",
)
def _two_versions(effort: Effort) -> Verdict:
    def at_grid(formula: Formula, k: int, i: int) -> Formula:
        return lambda xp, y: formula(xp, y, (1 + y) ** (k - 2 * i))

    any_level = {"y": SIZE, "level": (1, 20)}
    pairs = [(k, i) for k in range(1, 9) for i in range(k // 2 + 1)]
    return chain(
        "A term is positive exactly for k - 2l > eps/eps0, so these are the upper tails {loss > eps}.",
        *(
            (f"k = {k}, i = {i}", same(shipped(k, i), printed(k, i), "y level", any_level, effort, points=2))
            for k, i in pairs
        ),
        *(
            (
                f"at (k-2i) eps0, k = {k}",
                same(at_grid(shipped(k, i), k, i), _first_version(k, i), "y", {"y": SIZE}, effort, points=2),
            )
            for k, i in pairs
        ),
    )


def _first_version(k: int, i: int) -> Formula:
    """delta_i as printed: C(k,l) (e^((k-l) eps0) - e^((k-2i+l) eps0)), l < i, over (1+e^eps0)^k."""

    def delta_i(xp: Any, y: Any) -> Any:
        most = 1 + y
        return (
            sum((comb(k, flips) * (most ** (k - flips) - most ** (k - 2 * i + flips)) for flips in range(i)), 0 * y)
            / (2 + y) ** k
        )

    return delta_i


@BOOK.identity(
    "profile.weights",
    "Each weight is the one before times (k-l)/(l+1) e^-eps0, as for C(k,l) e^((k-l) eps0)/(1+e^eps0)^k, and so is "
    "the one from gamma "
    "functions.",
    "Theorem 3.3",
    "all eps0 > 0, k <= 12, all l",
)
def _weights(effort: Effort) -> Verdict:
    def by_gamma(k: int) -> Formula:
        return lambda xp, y: sum(((i + 1) * binomial.weight(xp, xp.log1p(y), k, i) for i in range(k + 1)), 0 * y)

    def in_turn(k: int) -> Formula:
        return lambda xp, y: sum(((i + 1) * w for i, w in enumerate(binomial.weights(xp, xp.log1p(y), k, 0, k))), 0 * y)

    def wanted(k: int) -> Formula:
        return lambda xp, y: (
            sum(((i + 1) * comb(k, i) * (1 + y) ** (k - i) for i in range(k + 1)), 0 * y) / (2 + y) ** k
        )

    line, gamma = {"y": SIZE}, (lambda expr: sympy.expand_func(expr),)
    return chain(
        "Sums with the weights 1, 2, ..., so that no two terms can be exchanged.",
        *((f"in turn, k = {k}", same(in_turn(k), wanted(k), "y", line, effort, points=2)) for k in range(1, 13)),
        *(
            (f"by gamma functions, k = {k}", same(by_gamma(k), wanted(k), "y", line, effort, points=2, rewrites=gamma))
            for k in (1, 2, 3)
        ),
    )


@BOOK.identity(
    "profile.several",
    "The sums on a grid and those over every combination of flips are the same profile.",
    "Theorem 3.3; Murtagh, Vadhan 2016, Theorem 1.5",
    "three lists of two or three eps, eps at five shares of their sum",
)
def _several(effort: Effort) -> Verdict:
    def meets(counts: responses.Counts, share: Fraction) -> bool:
        epsilon = share * sum(k * e for e, k in counts)
        with balls(256) as xp:
            on_grid, terms = (
                losses.delta(xp, of(counts), xp.number(epsilon)) for of in (responses.summed, responses.multiplied)
            )
            return bool(on_grid.overlaps(terms)) and bool((on_grid - terms).rad() * 10**40 < 1)

    return every(meets, list(product(SEVERAL, SHARES)), "balls overlap")


@BOOK.identity(
    "profile.inverse",
    "The eps that is found at delta has this delta, for few and for very many answers, of one eps or of several, and "
    "with failures.",
    "Theorem 3.3",
    "k in {1, 2, 7, 50, 1001, 30000, 10^9} at eps0 in {1/100, 1/5, 3}, and three lists of several; delta in {1e-300, "
    "1e-9, 1e-3, 1/5}",
)
def _inverse(effort: Effort) -> Verdict:
    def returns(counts: responses.Counts, delta: Fraction, failing: Fraction) -> bool:
        profile = summed(*counts, delta=failing)
        inverse = profile.epsilon
        assert inverse is not None
        whole = failing + (1 - failing) * delta
        for bits in (192, 1200):
            with balls(bits) as xp:
                epsilon = inverse(xp, xp.number(whole), {})
                if epsilon.rad() * 10**20 < 1 + abs(epsilon):
                    back = profile.delta(xp, epsilon, {})
                    return bool(back.overlaps(xp.number(whole))) and bool(back.rad() * 10**9 < xp.number(whole))
        return False

    alone = [((e, k),) for e in map(Fraction, ("1/100", "1/5", "3")) for k in (1, 2, 7, 50, 1001, 30_000, 10**9)]
    deltas = tuple(map(Fraction, ("1e-300", "1e-9", "1e-3", "1/5")))
    cases = [*product((*alone, *SEVERAL), deltas, (Fraction(0),)), *product(SEVERAL, deltas, (Fraction(1, 100),))]
    return every(returns, cases, "balls")


@BOOK.identity(
    "profile.tails",
    "The probability of at most l flips by the series 2F1(1, -l; k-l+1; -e^eps0), as used for very many answers, is "
    "the sum of the weights.",
    "direct computation: the ratio of weights",
    "k in {3, 40, 300}, eps0 in {-1, -1/5, 1/100, 1/5, 3}, every l (every 7th for k = 300)",
)
def _tails(effort: Effort) -> Verdict:
    def meets(k: int, epsilon0: Fraction) -> bool:
        with balls(256) as xp:
            weights, total = binomial.weights(xp, xp.number(epsilon0), k, 0, k), xp.number(0)
            for flips, weight in enumerate(weights):
                total = total + weight
                if k > 100 and flips % 7:
                    continue
                found = binomial.cached_cdf(256, epsilon0, k, flips)
                if not (found.overlaps(total) and (found - total).rad() * 10**30 < total):
                    return False
        return True

    return every(
        meets, list(product((3, 40, 300), map(Fraction, ("-1", "-1/5", "1/100", "1/5", "3")))), "balls overlap"
    )
