"""Claims about the exact profile of shuffled randomized response on two values."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from chartered.proving.as_stated import together
from chartered.proving.book import Book
from chartered.proving.steps import chain, sample, sign_of
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict
from flint import arb, arb_poly

from ...basics.claims.counting import told
from ..formulas import shuffled_binary_rr as exact
from .shuffles import LEVELS, Shuffle

BOOK = Book("shuffled-response.profile", "direct computation")
claims = BOOK.claims
SIZE, NONE = (Fraction(1, 20), 20), Fraction(0)


@BOOK.inequality(
    "event",
    "The ones among independent reports have log-concave weights: from weights with u(x)^2 >= u(x-1) u(x+1) one more "
    "report makes such "
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
        "A single report has two weights; the ends, where a neighbour is 0, hold with it. The gain of the event {x "
        "or more} then has one "
        "maximum, and before the mode, where Y(x-1) < Y(x), nothing gains.",
        ("one report more", sign_of(spare, "u v w o", domain, effort)),
        ("P/Q rises with r", sign_of(rises, "r l", {"r": SIZE, "l": SIZE}, effort)),
    )


@BOOK.identity(
    "directions",
    "To count zeros instead of ones exchanges a and b, and the record's two values: both directions are among the "
    "H(a, b).",
    "direct computation",
    "every a + b < 6, e^eps0 = 4, eps in {0, 1/4, 1}: H(a, b) is the larger of both directions of (a, b) and (b, a), "
    "enumerated",
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


@BOOK.table(
    "gain.summed",
    "H(a, b) is the sum of what each outcome gains, where it gains anything.",
    "direct computation",
    "(a, b) in {(25, 14), (3, 30), (0, 17), (40, 0), (60, 60)}, e^eps0 = 4, e^eps in {1, 11/10, 2, 7/2}",
)
def _gain_summed(effort: Effort) -> Verdict:
    for ones, zeros in ((25, 14), (3, 30), (0, 17), (40, 0), (60, 60)):
        for level in (Fraction(1), Fraction(11, 10), Fraction(2), Fraction(7, 2)):
            gained = _gain(Fraction(4), ones, zeros, level)
            with balls(192) as xp:
                found = exact.gain(xp, _log4, ones, zeros, xp.log(xp.number(level)))
                if not abs(found - xp.number(gained)) < xp.number(Fraction(1, 10**40)):
                    return Refuted("balls: another sum", witness={"a": ones, "b": zeros, "e^eps": str(level)})
    return Proved("run: summed in exact rationals, to 40 digits")


def _log4(xp: Any) -> Any:
    return xp.log(xp.number(4))


@BOOK.soundness(
    "fewer",
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

    return sample(
        falls,
        [(e, a, b) for e in (Fraction(1, 10), Fraction(1)) for a in range(9) for b in range(9)],
        effort.digits,
        "balls",
    )


@BOOK.soundness(
    "enumerated",
    "The shipped delta, found by cuts, is that of the worst of all data; where these do not settle it, it holds that.",
    "enumeration",
    "all data, n <= 6 by every histogram; n = 40 by every a; e^eps0 in {3/2, 4}, eps in {1/10, 1/4, 1}; n = 301, "
    "eps0 = 1/100, eps0/40",
)
def _enumerated(effort: Effort) -> Verdict:
    for odds in (Fraction(3, 2), Fraction(4)):

        def epsilon0(xp: Any, odds: Fraction = odds) -> Any:
            return xp.log(xp.number(odds))

        for n in (2, 3, 4, 5, 6, 40):
            for epsilon in (Fraction(1, 10), *LEVELS[1:]):
                found = exact.delta(epsilon0, n, epsilon)
                with balls(192) as xp:
                    e = xp.number(epsilon)
                    each = (exact.gain(xp, epsilon0, ones, n - 1 - ones, e) for ones in range(n))
                    worst = (
                        Shuffle(n, 2, odds).worst(xp, e) if n < 7 else max(each, key=lambda value: float(value.mid()))
                    )
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
        likely = max(each[-exact.LIKELY :], key=lambda value: float(value.mid()))
        coarse = exact.delta(epsilon0, n, epsilon0 / 40, 4)
        near = all(bool(ball.lower() >= likely * (1 - xp.number(Fraction(1, 10**6)))) for ball in (found, coarse))
        least = exact.delta(epsilon0, 10, epsilon0 / 40, 2)
        few = max(
            (exact.gain(xp, epsilon0, ones, 9 - ones, xp.number(epsilon0 / 40)) for ones in range(10)),
            key=lambda value: float(value.mid()),
        )
        near = near and bool(least.overlaps(few)) and bool(least.lower() <= few)
        held = found.overlaps(worst) and not any(value > found or value > coarse for value in each)
        if not (found.rel_accuracy_bits() < 20 and near and held):
            return Refuted("balls: it does not hold the worst", witness={"delta": str(found), "worst": str(worst)})
    return Proved("run: enumerated in balls, to 40 digits where cuts settle it")


@BOOK.table(
    "numbers",
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


@BOOK.table(
    "intervals",
    "Over an interval of eps about one at which an outcome gains nothing, the shipped H(a, b) is enclosed by its "
    "values at both ends, the "
    "sums of all that gains; in doubles, as a search asks for it, it is the same.",
    "direct computation: H falls with eps",
    "a + b < 6, e^eps0 = 3 and 3/2, width 1e-4 about every such eps, and a point; 2000 zeros and ones",
)
def _intervals(effort: Effort) -> Verdict:
    def hull(odds: Fraction, ones: int, zeros: int, levels: tuple[Fraction, Fraction]) -> bool:
        def epsilon0(xp: Any) -> Any:
            return xp.log(xp.number(odds))

        with balls(192) as xp:
            ends = [xp.log(xp.number(level)) for level in levels]
            found = exact.gain(xp, epsilon0, ones, zeros, ends[0].union(ends[1]))
            high, low = (xp.number(_gain(odds, ones, zeros, level)) for level in levels)
            slack = xp.number((levels[1] - levels[0]) / 1000)
            double = exact.near(epsilon0, ones + zeros + 1, float(ends[0]), [ones])[0]
            inside = abs(found.upper() - high) <= slack and abs(found.lower() - low) <= slack
            return bool(inside) and bool(abs(xp.number(Fraction(double)) - high) * 10**12 <= 1)

    def wide(ones: int, zeros: int) -> bool:
        """Of many reports several outcomes are open."""
        with balls(192) as xp:
            low, high = xp.number(Fraction(1, 20)), xp.number(Fraction(1, 19))
            found, most = (exact.gain(xp, Fraction(1, 4), ones, zeros, at) for at in (low.union(high), low))
            return bool(found.upper() >= most) and bool(found.upper() <= most * xp.number(Fraction(21, 20)))

    def long(ones: int, zeros: int) -> bool:
        """Of many reports, at the outcomes beyond the mean, where the table begins: beside all of them."""
        with balls(192) as xp:
            found = exact.gain(xp, Fraction(1, 4), ones, zeros, xp.number(Fraction(1, 50)))
            flip = 1 / (1 + xp.exp(xp.number(Fraction(1, 4))))
            parts = [
                [comb(k, j) * share**j * (1 - share) ** (k - j) for j in range(k + 1)]
                for k, share in ((ones, 1 - flip), (zeros, flip))
            ]
            weights = (arb_poly(parts[0]) * arb_poly(parts[1])).coeffs()
            gains = [
                (1 - flip - xp.exp(xp.number(Fraction(1, 50))) * flip) * one
                - (xp.exp(xp.number(Fraction(1, 50))) * (1 - flip) - flip) * other
                for one, other in zip([arb(0), *weights], [*weights, arb(0)], strict=True)
            ]
            return bool(abs(found - sum(map(xp.positive, gains), xp.number(0))) * 10**40 <= 1)

    cases = [
        (odds, ones, zeros, level)
        for odds in (Fraction(3), Fraction(3, 2))
        for ones in range(6)
        for zeros in range(6 - ones)
        for level in _levels(odds, ones, zeros)
    ]
    return together(
        sample(hull, cases, 12, "rationals"),
        sample(long, [(300, 200), (0, 400), (400, 0)], 40, "sums in balls"),
        sample(wide, [(300, 200), (400, 0)], 2, "balls"),
    )


def _gain(odds: Fraction, ones: int, zeros: int, level: Fraction) -> Fraction:
    """The sum of all positive P(x) - level Q(x)."""
    weights = told(ones, ones + zeros, odds / (1 + odds))
    pairs = [
        (odds * one + other, one + odds * other) for one, other in zip([NONE, *weights], [*weights, NONE], strict=True)
    ]
    return sum((max(p - level * q, Fraction(0)) for p, q in pairs), Fraction(0)) / (1 + odds)


def _levels(odds: Fraction, ones: int, zeros: int) -> Iterator[tuple[Fraction, Fraction]]:
    """About every P(x)/Q(x) above 1."""
    weights, half = told(ones, ones + zeros, odds / (1 + odds)), Fraction(1, 20_000)
    for one, other in zip([NONE, *weights], [*weights, NONE], strict=True):
        level = (odds * one + other) / (one + odds * other)
        if 1 < level < odds:
            yield level * (1 - half), level * (1 + half)
