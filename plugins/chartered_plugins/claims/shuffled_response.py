"""Claims about the exact profile of shuffled randomized response on two values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ..formulas import shuffled_response as exact
from .book import Book
from .derivation import chain, sample, sign_of
from .shuffles import LEVELS, Shuffle

BOOK = Book("shuffled-response.profile", "direct computation")
SIZE = (Fraction(1, 20), 20)


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


@BOOK.claim(
    "event",
    Kind.INEQUALITY,
    "The ones among independent reports have log-concave weights: from weights with u(x)^2 >= u(x-1) u(x+1) one more report makes such "
    "again. "
    "So P/Q = (p r + q)/(q r + p) at r = Y(x-1)/Y(x) rises with x, and the outcomes that gain are the last ones.",
    "Newton's inequalities; Hoggar 1974",
    "weights b, b s, b s t, b s t u with falling ratios (s = (1+v) t, t = (1+w) u), a report of odds o; e^eps0 = 1 + l",
)
def _event(effort: Effort) -> Verdict:
    def spare(xp: Any, u: Any, v: Any, w: Any, o: Any) -> Any:
        t = (1 + w) * u
        s = (1 + v) * t
        one, two, three = 1 + o * 0 + s * 0, s, s * t
        four = s * t * u
        return (three + o * two) ** 2 - (two + o * one) * (four + o * three)

    def rises(xp: Any, r: Any, lift: Any) -> Any:
        """The slope in r of ((1 + l) r + 1)/(r + 1 + l), times the square of its denominator."""
        return (1 + lift) * (r + 1 + lift) - ((1 + lift) * r + 1)

    domain = dict.fromkeys("uvwo", SIZE)
    return chain(
        "A single report has two weights; the ends, where a neighbour is 0, hold with it. The gain of the event {x or more} then has one "
        "maximum, and before the mode, where Y(x-1) < Y(x), nothing gains.",
        ("one report more", sign_of(spare, "u v w o", domain, effort)),
        ("P/Q rises with r", sign_of(rises, "r l", {"r": SIZE, "l": SIZE}, effort)),
    )


@BOOK.claim(
    "directions",
    Kind.IDENTITY,
    "To count zeros instead of ones exchanges a and b, and the record's two values: both directions are among the H(a, b).",
    "direct computation",
    "every a + b < 6, e^eps0 = 4, eps in {0, 1/4, 1}: H(a, b) is the larger of both directions of (a, b) and (b, a), enumerated",
)
def _directions(effort: Effort) -> Verdict:
    for n in range(2, 7):
        for ones in range(n):
            for epsilon in LEVELS:
                with balls(192) as xp:
                    e = xp.number(epsilon)
                    both = Shuffle(n, 2, Fraction(4)).at(xp, (1,) * ones + (0,) * (n - 1 - ones), e)
                    found = [exact.gain(xp, _log4, a, n - 1 - a, e) for a in (ones, n - 1 - ones)]
                    if not abs(xp.maximum(*found) - both) < xp.number(Fraction(1, 10**40)):
                        return Refuted("balls: they differ", witness={"n": n, "a": ones, "eps": str(epsilon)})
    return Proved("run: enumerated in balls, to 40 digits")


def _log4(xp: Any) -> Any:
    return xp.log(xp.number(4))


@BOOK.claim(
    "fewer",
    Kind.SOUNDNESS,
    "H(a, b) bounds H(a + 1, b) and H(a, b + 1): what is seen of more reports is computed from what is seen of fewer.",
    "data processing",
    "a, b <= 8, eps0 in {1/10, 1}, eps = eps0/4",
)
def _fewer(effort: Effort) -> Verdict:
    def falls(epsilon0: Fraction, ones: int, zeros: int) -> bool:
        with balls(192) as xp:
            e = xp.number(epsilon0 / 4)
            here = exact.gain(xp, epsilon0, ones, zeros, e)
            return not any(exact.gain(xp, epsilon0, *more, e) > here for more in ((ones + 1, zeros), (ones, zeros + 1)))

    return sample(falls, [(e, a, b) for e in (Fraction(1, 10), Fraction(1)) for a in range(9) for b in range(9)], effort.digits, "balls")


@BOOK.claim(
    "enumerated",
    Kind.SOUNDNESS,
    "The shipped delta, found by cuts, is that of the worst of all data; where these do not settle it, it holds that.",
    "enumeration",
    "all data, n <= 6 by every histogram; n = 40 by every a; e^eps0 in {3/2, 4}, eps in {1/4, 1}; n = 301, eps0 = 1/100, eps = eps0/40",
)
def _enumerated(effort: Effort) -> Verdict:
    for odds in (Fraction(3, 2), Fraction(4)):

        def epsilon0(xp: Any, odds: Fraction = odds) -> Any:
            return xp.log(xp.number(odds))

        for n in (2, 3, 4, 5, 6, 40):
            for epsilon in LEVELS[1:]:
                found = exact.delta(epsilon0, n, epsilon)
                with balls(192) as xp:
                    e = xp.number(epsilon)
                    each = (exact.gain(xp, epsilon0, ones, n - 1 - ones, e) for ones in range(n))
                    worst = Shuffle(n, 2, odds).worst(xp, e) if n < 7 else max(each, key=lambda value: float(value.mid()))
                    if not abs(found - worst) < xp.number(Fraction(1, 10**40)):
                        return Refuted("balls: another delta", witness={"n": n, "odds": str(odds), "eps": str(epsilon)})
    return _held()


def _held() -> Verdict:
    """Of 301 reports that hardly tell anything all data are nearly as bad."""
    epsilon0, n = Fraction(1, 100), 301
    found = exact.delta(epsilon0, n, epsilon0 / 40)
    with balls(192) as xp:
        each = [exact.gain(xp, epsilon0, ones, n - 1 - ones, xp.number(epsilon0 / 40)) for ones in range(n)]
        worst = max(each, key=lambda value: float(value.mid()))
        if not (found.rel_accuracy_bits() < 20 and found.overlaps(worst) and not any(value > found for value in each)):
            return Refuted("balls: it does not hold the worst", witness={"delta": str(found), "worst": str(worst)})
    return Proved("run: enumerated in balls, to 40 digits where cuts settle it")


@BOOK.claim(
    "numbers",
    Kind.TABLE,
    "n = 1000, eps0 = 1, delta = 1e-6: eps is between 0.126614 and 0.126615, where the clones pair gives 0.1824.",
    "direct computation",
    "these numbers",
)
def _numbers(effort: Effort) -> Verdict:
    target = Fraction(1, 10**6)
    low, high = (exact.delta(Fraction(1), 1000, Fraction(end, 10**6)) for end in (126614, 126615))
    with balls(192) as xp:
        if not low > xp.number(target) > high:
            return Refuted("balls: another number", witness={"delta": str(low)})
    return Proved("run: balls enclose it")
