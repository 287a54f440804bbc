"""Claims about the Renyi divergence of the clones pair: its likelihoods, the series, the moments, and exactly computed
shuffles."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from chartered.proving import POSITIVE, Claimed, Each, Notation, Positive, Proofs, Same, Sampled, numbers, registered

from ...basics.formulas import randomized_response as response
from ..formulas import clones_renyi as clone_moments
from .shuffles import SMALL, Shuffle, small
from .shuffling_cases import said

NOTATION = Notation(
    "truth = (1 + l)/(2 + l)",
    "tanh = l/(2 + l)",
    "h(a, y) = exp(a*log((1 + y)/(1 - y)))",
    "slope(a, y) = d/dy h(a, y)",
    "second(a, y) = d2/dy2 (1 + y)*h(a, y)",
    "fourth(a, y) = d4/dy4 (1 + y)*h(a, y)",
    ranges={"l x r t a s u j m": POSITIVE, "y": (Fraction(1, 100), Fraction(9, 10)), "v": (Fraction(1, 100), 1)},
    response=response,
)
BOOK = Proofs("feldman2021", "Feldman, McMillan, Talwar 2021", at="Section 3.2", notation=NOTATION)
CASES = [(n, p) for n in (1, 2, 9) for p in numbers("1/3 1")]
ORDERS = numbers("1.01 2 7.5 60")


def log_two(xp: Any) -> Any:
    """An eps0 at which a report is a clone with probability 1/2."""
    return xp.log(xp.number(2))


def _moment(n: int, chance: Fraction, k: int) -> Fraction:
    """E[v^2k], if each of n - 1 reports is a clone with this probability."""
    found = Fraction(0)
    for c in range(n):
        m, mass = c + 1, comb(n - 1, c) * chance**c * (1 - chance) ** (n - 1 - c)
        found += mass * sum(Fraction(comb(m, x), 2**m) * Fraction(2 * x - m, m) ** (2 * k) for x in range(m + 1))
    return found


def outcomes(xp: Any, epsilon0: Any, n: int, share: Fraction) -> Iterator[tuple[Any, Any, Any]]:
    """(m, p, q) for all numbers c of clones and x of first reports: the clones pair has them with the probabilities m p
    and m q, where each of n - 1 others reports with the probability `share`."""
    truth, chance = 1 / (1 + xp.exp(-epsilon0)), xp.number(share) * xp.exp(-epsilon0)
    for c in range(n):
        mass = comb(n - 1, c) * chance**c * (1 - chance) ** (n - 1 - c) / xp.number(2**c)
        for x in range(c + 2):
            one, other = comb(c, x - 1) if x else 0, comb(c, x)
            yield mass, truth * one + (1 - truth) * other, (1 - truth) * one + truth * other


BOOK.identity(
    "renyi.likelihoods",
    "With m = c + 1, t = tanh(eps0/2) and v = 2x/m - 1 the pair's probabilities of x over that of Bin(m, 1/2) are 1 "
    "+ t v and 1 - t v: so e^((alpha-1) D) is E[(1 + t v)^alpha (1 - t v)^(1-alpha)] for both directions, as v is "
    "symmetric.",
    "all eps0 > 0 (e^eps0 = 1 + l), all x >= 1 and m = x + r",
    # C(c, x-1) is taken as 1; then C(c, x) is r/x, and C(m, x) their sum
    Same(
        "the first one", "2*(truth + (1 - truth)*r/x)/(1 + r/x)", "1 + response.variation(log1p(l))*(2*x/(x + r) - 1)"
    ),
    so="Bin(c, 1/2) has C(c, x)/2^c at x. At x = 0 and x = m one of the two terms vanishes and the other is the same; "
    "the second distribution has truth and flip exchanged.",
)
BOOK.identity(
    "renyi.series",
    "f(y) = (1 + y)^(1+a) (1 - y)^-a is (1 + y) h(y) with (1 - y^2) h' = 2 a h, so that (k+1) h_(k+1) = 2 a h_k + "
    "(k-1) h_(k-1): no coefficient is negative. The shipped sum takes the even ones.",
    "all a > 0, 0 < y < 1; the shipped sum of two terms for all moments",
    Same("the equation", "(1 - y^2)*slope(a, y)", "2*a*h(a, y)"),
    # the even terms of f at 0, the moments r and r s put in
    Same(
        "the shipped sum",
        lambda xp, t, a, r, s: clone_moments.even_terms(xp, t, a, [r, s], xp.number(1)),
        "second(a, 0)*t^2*r/2 + fourth(a, 0)*t^4*r*s/24",
    ),
    so="The coefficients of both sides of the equation agree; h_0 = 1 and h_1 = 2 a.",
)
BOOK.inequality(
    "renyi.rest",
    "v^2 <= 1, so all that follows the last moment taken is at most that moment times what is left of (f(t) + "
    "f(-t))/2 - 1, which is the excess of randomized response.",
    "all eps0 > 0 (e^eps0 = 1 + l), all a > 0, |v| = u/(1+u)",
    Positive("1 - v^2", "1 - (u/(1 + u))^2"),
    Same(
        "the whole series",
        "exp(response.log_excess(log1p(l), 2, a))",
        "((1 + tanh)*exp(a*log(1 + l)) + (1 - tanh)*exp(-a*log(1 + l)))/2 - 1",
    ),
    so="(1 + t)/(1 - t) = e^eps0; at v = 1 and -1 all even moments are 1.",
)


@BOOK.soundness(
    "renyi.moments",
    "Even moments of a mean of coins fall with their number, so a group of numbers counts as its least; (2k)! times "
    "the coefficient of s^2k in cosh(s)^m is that of the sum of m coins.",
    "all even powers 2 + 2j and numbers of coins; the shipped moments for n in {1, 2, 9}, p in {1/3, 1}, e^eps0 = 2, "
    "up to the order 12",
    # the mean over which of m + 1 coins of sum s is left out of the mean of m: each is in m of them
    Same("leaving one out", "m*(s/m)/(m + 1)", "s/(m + 1)"),
    Positive("convex", "d2/dv2 exp((2 + 2*j)*log(v))", zero="j"),
    Each("run: the shipped moments", cases=CASES, bits=256),
    so="A mean of m + 1 coins is the mean of its m + 1 means of m; v^2k is convex (Jensen). E[e^(s S)] = cosh(s)^m.",
)
def _moments(xp: Any, n: int, p: Fraction) -> bool:
    found, moment = clone_moments.moments(xp, log_two, n, p), xp.number(1)
    for k, ratio in enumerate(found.ratios, start=1):
        moment = moment * ratio
        if k <= 6 and not moment.overlaps(xp.number(_moment(n, p / 2, k))):
            return False
    return bool(xp.log(moment).overlaps(found.log_last))


@BOOK.soundness(
    "renyi.pair",
    "The shipped curve is that of the pair, or above it: likelihoods, series, rest and moments together; where few "
    "report it is the exact sum to 12 digits.",
    "Theorem 3.2",
    "all n, eps0 and orders; the sum at 12 points",
    *(Claimed(name, BOOK, f"renyi.{name}") for name in ("likelihoods", "series", "rest", "moments")),
    Each(
        "run: the exact sum",
        cases=[
            (n, e0, alpha) for n, e0 in ((3, Fraction(1, 2)), (20, Fraction(1)), (20, Fraction(3))) for alpha in ORDERS
        ],
        bits=256,
    ),
    so="The shuffle is post-processing of the pair, whatever it takes from rounds before, and no divergence grows. The "
    "number of clones is seen, so e^((alpha-1) D) is a mean over it.",
)
def _summed(xp: Any, n: int, epsilon0: Fraction, alpha: Fraction) -> bool:
    order, pair = xp.number(alpha), outcomes(xp, xp.number(epsilon0), n, Fraction(1))
    moment = sum((m * xp.exp(order * xp.log(p) + (1 - order) * xp.log(q)) for m, p, q in pair), xp.number(0))
    shipped, exact = clone_moments.renyi(xp, epsilon0, n, order, Fraction(1)), xp.log(moment) / (order - 1)
    return not shipped < exact and bool(shipped < exact * (1 + xp.number(Fraction(1, 10**12))))


@BOOK.soundness(
    "renyi.exact-cases",
    "The curve is not below the exact Renyi divergences of small shuffles.",
    "enumeration",
    f"{SMALL.partition(', eps')[0]}; all data of the others, both directions; orders 1.01, 2, 7.5 and 60",
    Sampled(
        "balls: all data",
        cases=lambda effort: product([s for s in small() if effort.full or s.n < 5], ORDERS),
        bits=256,
    ),
)
def _above(xp: Any, shuffle: Shuffle, alpha: Fraction) -> bool:
    curve = registered("feldman2021.renyi").bound(said(shuffle.n, lambda xp: xp.log(xp.number(shuffle.odds)))).curve
    order = xp.number(alpha)
    return not any(pair.renyi(xp, order) > curve(xp, order) for pair in shuffle.pairs())
