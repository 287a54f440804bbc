"""Claims about the Renyi curves of Girgis et al. 2021 for shuffles, compared with the clones pair, whose curve is the
registered answer."""

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving import POSITIVE, Each, Notation, Proofs, Same, Sampled, near, numbers
from chartered.proving.sampled import FEW_SUMS

from ...composition.formulas import binomial
from ..formulas import clones_renyi as clone_moments

NOTATION = Notation(
    "odds = 1 + l", "total = x + r", "step(n, odds) = (odds^2 - 1)/(n*odds)", ranges={"l x r n": POSITIVE}
)
BOOK = Proofs("girgis2021", "Girgis, Data, Diggavi, Suresh, Kairouz 2021", notation=NOTATION)
SIZES, ORDERS = numbers("1/10 1 2"), (2, 3, 8)
FEW = [(1000, Fraction(1, 10), 2), (10**5, Fraction(1, 2), 3), (10**5, Fraction(1, 2), 5), (10**5, Fraction(1), 2)]
"""Cases with order^4 e^(5 eps0) < n/9."""


def upper(xp: Any, n: int, epsilon0: Any, order: int) -> Any:
    """The general upper bound at an integer order."""
    size = xp.exp(epsilon0)
    floor = int(((n - 1) / (2 * size)).floor().unique_fmpz()) + 1
    total = 1 + comb(order, 2) * (size - 1) ** 2 / (floor * size)
    root = xp.sqrt((size**2 - 1) ** 2 / (2 * size**2 * floor))
    for i in range(3, order + 1):
        total = total + comb(order, i) * i * xp.gamma(xp.number(Fraction(i, 2))) * root**i
    return xp.log(total + ((size**2 - 1) / size) ** order * xp.exp(-(n - 1) / (8 * size))) / (order - 1)


def simple(xp: Any, n: int, epsilon0: Any, order: int) -> Any:
    """The simple upper bound, for order^4 e^(5 eps0) < n/9."""
    return xp.log1p(4 * comb(order, 2) * xp.expm1(epsilon0) ** 2 / n) / (order - 1)


def lower(xp: Any, n: int, epsilon0: Any, order: int) -> Any:
    """The lower bound: powers of K - E K, K ~ Bin(n, 1/(e^eps0 + 1))."""
    size = xp.exp(epsilon0)
    mean, step = n / (size + 1), (size**2 - 1) / (n * size)
    total = 1 + comb(order, 2) * (size - 1) ** 2 / (n * size)
    weights = binomial.weights(xp, epsilon0, n, 0, n)
    for i in range(3, order + 1):
        moment = sum((w * (k - mean) ** i for k, w in enumerate(weights)), xp.number(0))
        total = total + comb(order, i) * step**i * moment
    return xp.log(total) / (order - 1)


def alike(xp: Any, n: int, epsilon0: Any, order: int) -> Any:
    """The exact divergence of two-valued responses between a record of 1 and a record of 0, if all others hold 0, by
    the number of reports of 1."""
    flips, rest = binomial.weights(xp, epsilon0, n, 0, n), binomial.weights(xp, epsilon0, n - 1, 0, n - 1)
    truth, padded = 1 / (1 + xp.exp(-epsilon0)), [0, *rest, 0]
    own = [truth * padded[x] + (1 - truth) * padded[x + 1] for x in range(n + 1)]
    total = sum((p * (p / q) ** (order - 1) for p, q in zip(own, flips, strict=True)), xp.number(0))
    return xp.log(total) / (order - 1)


def pair(xp: Any, n: int, epsilon0: Fraction, order: int) -> Any:
    """The registered curve of the clones pair."""
    return clone_moments.renyi(xp, epsilon0, n, xp.number(order), Fraction(1))


@BOOK.identity(
    "lower.exact",
    "The lower bound is the exact divergence of shuffled randomized response on two values where all others hold the "
    "same: the likelihood ratio is 1 + (e^(2 eps0) - 1)/(n e^eps0) (K - n/(e^eps0 + 1)), and the bound its power's "
    "binomial expansion.",
    "the lower bound",
    "all eps0 > 0 (e^eps0 = 1 + l), all outcomes K = x of n = x + r; the two formulas at n in {5, 40}, orders 2, 3 "
    "and 8",
    # of n reports x say 1: each is the record's with probability 1/n; a record of 1 says 1 e^eps0 times as likely
    Same("the ratio", "(x*odds + r/odds)/total", "1 + step(total, odds)*(x - total/(odds + 1))"),
    # the variance n q (1-q) times the square of the step
    Same("the square", "step(n, odds)^2*n*odds/(odds + 1)^2", "l^2/(n*odds)"),
    Each("run: the two formulas", cases=product((5, 40), SIZES, ORDERS), bits=256),
    so="The mean of (1 + s (K - E K))^order is 1, 0, and the terms from the square on.",
)
def _agree(xp: Any, n: int, epsilon0: Fraction, order: int) -> bool:
    one, other = (formula(xp, n, xp.number(epsilon0), order) for formula in (lower, alike))
    return bool(one.overlaps(other)) and near(one, other, 30)


@BOOK.inequality(
    "upper.above-clones",
    "The Renyi curve of the clones pair is below the upper bound, and above the lower one.",
    "the bounds for shuffled reports",
    "n in {100, 1000}, eps0 in {1/10, 1, 2}, orders 2, 3 and 8",
    Sampled("balls", cases=product((100, 1000), SIZES, ORDERS), why=FEW_SUMS, bits=256),
)
def _between(xp: Any, n: int, epsilon0: Fraction, order: int) -> bool:
    e0 = xp.number(epsilon0)
    return bool(lower(xp, n, e0, order) < pair(xp, n, epsilon0, order) < upper(xp, n, e0, order))


@BOOK.inequality(
    "simple.above-clones",
    "The Renyi curve of the clones pair is below the simple bound log(1 + 4 C(order, 2) (e^eps0 - 1)^2/n)/(order - 1).",
    "the simple upper bound",
    "order^4 e^(5 eps0) < n/9: n = 1000, eps0 = 1/10, order 2; n = 10^5, eps0 = 1/2, orders 3 and 5, and eps0 = 1, "
    "order 2",
    Sampled("balls", cases=FEW, why=FEW_SUMS, bits=256),
)
def _below(xp: Any, n: int, epsilon0: Fraction, order: int) -> bool:
    e0 = xp.number(epsilon0)
    applies = order**4 * xp.exp(5 * e0) * 9 < n
    return bool(applies) and bool(pair(xp, n, epsilon0, order) < simple(xp, n, e0, order))
