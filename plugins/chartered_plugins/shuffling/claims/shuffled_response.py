"""Claims about the exact profile of shuffled randomized response on two values."""

from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import POSITIVE, Each, Notation, Positive, Proofs, Sampled, near, numbers
from chartered_verify.arithmetic import Value

from ...basics.claims.counting import told
from ..formulas import shuffled_binary_rr as exact
from .shuffles import LEVELS, Shuffle

NOTATION = Notation("s = (1 + v)*t", "t = (1 + w)*u", ranges={"u v w o l r": POSITIVE})
BOOK = Proofs("shuffled-response.profile", "direct computation", at="direct computation", notation=NOTATION)
NONE = Fraction(0)
SUMMED = ((25, 14), (3, 30), (0, 17), (40, 0), (60, 60))
FEW, CUTS = numbers("1/10 1/4 1"), "run: enumerated in balls, to 40 digits where cuts settle it"


def log_of(odds: Fraction) -> Value:
    """eps0 as a function of the arithmetic."""
    return lambda xp: xp.log(xp.number(odds))


def _largest(balls: Any) -> Any:
    return max(balls, key=lambda ball: float(ball.mid()))


def _worst(xp: Any, odds: Fraction, n: int, epsilon: Fraction) -> bool:
    e, epsilon0 = xp.number(epsilon), log_of(odds)
    if n < 7:
        worst = Shuffle(n, 2, odds).worst(xp, e)
    else:
        worst = _largest(exact.gain(xp, epsilon0, ones, n - 1 - ones, e) for ones in range(n))
    return near(exact.delta(epsilon0, n, epsilon), worst, 40, of=1)


def chances(odds: Fraction, ones: int, zeros: int) -> list[tuple[Fraction, Fraction]]:
    """P(x) and Q(x), times 1 + e^eps0."""
    weights = told(ones, ones + zeros, odds / (1 + odds))
    pairs = zip([NONE, *weights], [*weights, NONE], strict=True)
    return [(odds * one + other, one + odds * other) for one, other in pairs]


def gain(odds: Fraction, ones: int, zeros: int, level: Fraction) -> Fraction:
    """The sum of all positive P(x) - level Q(x)."""
    return sum((max(p - level * q, NONE) for p, q in chances(odds, ones, zeros)), NONE) / (1 + odds)


BOOK.inequality(
    "event",
    "The number of ones among independent reports has log-concave weights: if u(x)^2 >= u(x-1) u(x+1), the weights "
    "with one report more satisfy this too. So P/Q = (p r + q)/(q r + p) at r = Y(x-1)/Y(x) rises with x, and the "
    "outcomes that gain are the last ones.",
    "Newton's inequalities; Hoggar 1974",
    "weights b, b s, b s t, b s t u with falling ratios (s = (1+v) t, t = (1+w) u), a report of odds o; e^eps0 = 1 + l",
    Positive("one report more", "(s*t + o*s)^2 - (s + o)*(s*t*u + o*s*t)"),
    # the slope in r of ((1 + l) r + 1)/(r + 1 + l), times the square of its denominator
    Positive("P/Q rises with r", "(1 + l)*(r + 1 + l) - ((1 + l)*r + 1)"),
    so="A single report has two weights; the ends, where a neighbour is 0, hold with it. The gain of the event {x or "
    "more} then has one maximum, and before the mode, where Y(x-1) < Y(x), nothing gains.",
)


@BOOK.identity(
    "directions",
    "To count zeros instead of ones exchanges a and b, and the record's two values: both directions are among the "
    "H(a, b).",
    "every a + b < 6, e^eps0 = 4, eps in {0, 1/4, 1}: H(a, b) is the larger of both directions of (a, b) and (b, a), "
    "enumerated",
    Each(
        "run: enumerated in balls, to 40 digits",
        cases=[(n, ones, epsilon) for n in range(2, 7) for ones in range(n) for epsilon in LEVELS],
        bits=256,
    ),
)
def _both_directions(xp: Any, n: int, ones: int, epsilon: Fraction) -> bool:
    e, odds = xp.number(epsilon), Fraction(4)
    both = Shuffle(n, 2, odds).at(xp, (1,) * ones + (0,) * (n - 1 - ones), e)
    found = (exact.gain(xp, log_of(odds), a, n - 1 - a, e) for a in (ones, n - 1 - ones))
    return near(xp.maximum(*found), both, 40, of=1)


@BOOK.table(
    "gain.summed",
    "H(a, b) is the sum of what each outcome gains, where it gains anything.",
    "(a, b) in {(25, 14), (3, 30), (0, 17), (40, 0), (60, 60)}, e^eps0 = 4, e^eps in {1, 11/10, 2, 7/2, 3.999}",
    Each(
        "run: summed in exact rationals, to 40 digits",
        cases=[(*both, level) for both, level in product(SUMMED, numbers("1 11/10 2 7/2 3999/1000"))],
        bits=256,
    ),
)
def _summed(xp: Any, ones: int, zeros: int, level: Fraction) -> bool:
    found = exact.gain(xp, log_of(Fraction(4)), ones, zeros, xp.log(xp.number(level)))
    return near(found, xp.number(gain(Fraction(4), ones, zeros, level)), 40, of=1)


@BOOK.soundness(
    "fewer",
    "H(a, b) bounds H(a + 1, b) and H(a, b + 1): the output with one more report is computed from the output without "
    "it.",
    "data processing",
    "a, b <= 8, eps0 in {1/10, 1}, eps = eps0/4",
    Sampled("balls", cases=product(numbers("1/10 1"), range(9), range(9)), bits=256),
)
def _falls(xp: Any, epsilon0: Fraction, ones: int, zeros: int) -> bool:
    e = xp.number(epsilon0 / 4)
    here = exact.gain(xp, epsilon0, ones, zeros, e)
    return not any(exact.gain(xp, epsilon0, *more, e) > here for more in ((ones + 1, zeros), (ones, zeros + 1)))


@BOOK.soundness(
    "enumerated",
    "The shipped delta, found by cuts, is that of the worst of all data; where these do not settle it, it holds that.",
    "enumeration",
    "all data, n <= 6 by every histogram; n = 40 by every a; e^eps0 in {3/2, 4}, eps in {1/10, 1/4, 1}; n = 301, "
    "eps0 = 1/100, eps0/40",
    Each(CUTS, _worst, product(numbers("3/2 4"), (2, 3, 4, 5, 6, 40), FEW), bits=256),
    Each(CUTS, cases=[(301, Fraction(1, 100))], bits=256),
)
def _held(xp: Any, n: int, epsilon0: Fraction) -> bool:
    """For 301 reports with little information all data sets are nearly as bad as the worst."""
    at = epsilon0 / 40
    found, coarse = exact.delta(epsilon0, n, at), exact.delta(epsilon0, n, at, 4)
    each = [exact.gain(xp, epsilon0, ones, n - 1 - ones, xp.number(at)) for ones in range(n)]
    likely = _largest(each[-exact.LIKELY :])
    close = all(bool(ball.lower() >= likely * (1 - xp.number(Fraction(1, 10**6)))) for ball in (found, coarse))
    least = exact.delta(epsilon0, 10, at, 2)
    few = _largest(exact.gain(xp, epsilon0, ones, 9 - ones, xp.number(at)) for ones in range(10))
    close = close and bool(least.overlaps(few)) and bool(least.lower() <= few)
    held = found.overlaps(_largest(each)) and not any(value > found or value > coarse for value in each)
    return bool(found.rel_accuracy_bits() < 20 and close and held)


@BOOK.table(
    "numbers",
    "n = 1000, eps0 = 1, delta = 1e-6: eps is between 0.126614 and 0.126615, where the clones pair gives 0.1824.",
    "these numbers",
    Each("run: balls enclose it", cases=[numbers("0.126614 0.126615")], bits=256),
)
def _enclosed(xp: Any, low: Fraction, high: Fraction) -> bool:
    above, below = (exact.delta(Fraction(1), 1000, end) for end in (low, high))
    return bool(above > xp.number(Fraction(1, 10**6)) > below)
