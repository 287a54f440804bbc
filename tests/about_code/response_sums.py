"""Claims about the sum over the blanket of shuffled randomized response: in three arithmetics, over intervals, and its
cuts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil, floor
from typing import Any

from chartered.proving import Each, Proofs, Sampled, near, numbers
from chartered_plugins.shuffling.claims.blanket_core import core
from chartered_plugins.shuffling.formulas import blanket_krr as response_blanket, blanket_krr_counts as response_counts
from chartered_plugins.shuffling.formulas.blanket_krr import Cut
from chartered_verify.arithmetic import floats
from in_doubles import in_each_arithmetic

BOOK = Proofs("balle2019.response-pair", "Balle, Bell, Gascon, Nissim 2019")
ODDS, LEVELS, SIZES = numbers("3/2 7"), numbers("1 5/4 3/2 4 7 8"), numbers("1 4")
SHORT = Fraction(1, 10**4)


def shipped(xp: Any, n: int, k: int, odds: Fraction, level: Any) -> Any:
    """The registered delta at e^eps0 = odds, e^eps = level."""
    return response_blanket.delta(xp, lambda at: at.log(at.number(odds)), n, k, xp.log(xp.number(level)))


def _is_core(judge: Any, n: int, k: int, odds: Fraction, level: Fraction) -> bool:
    exact = judge.number(core(n, k, odds, level))
    found = in_each_arithmetic(lambda xp: shipped(xp, n, k, odds, level), judge)
    right = all(
        bool(abs(value - exact) * room <= 1) for value, room in zip(found, (2**45, 2**200, 10**12, 10**12), strict=True)
    )
    return right and (level < odds or all(value == 0 for value in found[2:]))


def _tiny(xp: Any, n: int, k: int, epsilon0: Fraction, part: Fraction) -> bool:
    exact = response_blanket.delta(xp, epsilon0, n, k, xp.number(part * epsilon0))
    double = response_blanket.delta(floats, epsilon0, n, k, float(part * epsilon0))
    close = near(xp.number(Fraction(double)), exact, 9) and bool(abs(exact - exact.mid()) * 2**90 <= exact)
    return close and response_blanket.holds(epsilon0, n, k, part * epsilon0, Fraction(double) * 2)


def _at_end(xp: Any, k: int, epsilon0: Fraction) -> bool:
    found = response_blanket.delta(xp, epsilon0, 5, k, xp.number(epsilon0 * (1 - Fraction(1, 2**140))))
    return bool(found.contains(0)) and bool(found <= xp.number(Fraction(1, 2**90)))


def _hull(xp: Any, n: int, k: int, odds: Fraction, levels: tuple[Fraction, Fraction]) -> bool:
    ends = [xp.log(xp.number(level)) for level in levels]
    found = response_blanket.delta(xp, lambda at: at.log(at.number(odds)), n, k, ends[0].union(ends[1]))
    high, low = (core(n, k, odds, level) if n < 9 else shipped(xp, n, k, odds, level) for level in levels)
    slack = xp.number((levels[1] - levels[0]) / (10**4 if n < 9 else 10**6))
    loose = slack if k == 2 or n > 8 else slack * 10**4
    return all(
        bool(-slack <= off <= loose) for off in (found.upper() - xp.number(high), xp.number(low) - found.lower())
    )


def _unknown(xp: Any, k: int) -> bool:
    wide = xp.number(Fraction(1, 16)).union(xp.number(300))
    both = [response_blanket.delta(xp, lambda at: wide, 5, k, xp.number(Fraction(1, 32)))]
    both += [response_blanket.delta(xp, Fraction(1), 5, k, xp.number(0) / 0)]
    return all(
        found.contains(0) and found.contains(1) and bool(found.upper() <= 1 + xp.number(SHORT)) for found in both
    )


def _crossings(n: int, k: int, odds: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Intervals around every e^eps at which an outcome x of s among T reports is at the cut s e^eps/(1 + e^eps) + T
    tanh(eps/2)/(e^eps0 - 1)."""
    for size in range(1, n + 1):
        for s in (size,) if k == 2 else range(1, size + 1):
            for x in range(s // 2 + 1, s + 3):  # and at those that there are not
                share = size / (odds - 1)
                level = (x + share) / (s + share - x) if s + share > x else Fraction(0)
                if level * (1 - SHORT) > 1 and level * (1 + SHORT) < odds:
                    yield level * (1 - SHORT), level * (1 + SHORT)


def _left_out(xp: Any, k: int, reach: float) -> bool:
    at, size = xp.number(Fraction(1, 10)), Fraction(1)
    whole = response_blanket.delta(xp, size, 300, k, at)
    found, rest = (
        response_blanket._sum(xp, size, 300, k, at, reach),
        response_counts.blanket_sizes(xp, size, 300, k, reach).rest,
    )
    return bool(found >= whole) and bool(found <= whole + 2 * rest) and bool(rest > 0)


def _cut(xp: Any, low: tuple[int, int], high: tuple[int, int], scale: int, run: range, size: int) -> bool:
    cut = Cut(low, high, scale)

    def at(ends: tuple[int, int], of: int) -> Fraction:
        return Fraction(run[0], run[-1]) * Fraction(run[-1] * ends[0] + of * ends[1], 2**scale)

    within = all(
        cut.open(run, size, x) == (x > at(low, size))
        and cut.sizes(run, x) == ceil((x - at(high, 0)) / (at(high, 1) - at(high, 0)))
        for x in range(6)
    )
    return within and cut.first(run, size) == floor(at(high, size)) + 1


PARTS = numbers("1/10 1/2 7/8")
BOOK.table(
    "sums",
    "The shipped delta is the mean over all reports that say nothing, in balls, doubles and digits alike, and "
    "nothing from eps0 on; where it is too small to be summed in doubles they give it to all their digits, too. At "
    "eps within 2^-140 of eps0 it holds 0.",
    "Theorem 3.1",
    "n = 2 and 4, k = 2, 3 and 10, e^eps0 = 3/2 and 7, e^eps from 1 to 8; n = 100 and 300, k = 2 and 5, eps0 = 1 and 4",
    Sampled("exact rationals", _is_core, product((2, 4), (2, 3, 10), ODDS, LEVELS), bits=384, digits=12),
    Sampled(
        "doubles beside balls",
        _tiny,
        [*product((100,), (2, 5), SIZES, PARTS), (300, 5, Fraction(1), PARTS[-1])],
        digits=9,
        bits=256,
    ),
    Sampled("balls", _at_end, product((2, 3), SIZES), bits=128, digits=27),
)
CROSSED = [(n, k, odds, at) for n, k, odds in product((2, 3, 4), (2, 3), ODDS) for at in _crossings(n, k, odds)]
WIDE = [(100, k, odds, (at, at * Fraction(6, 5))) for k in (2, 5) for odds, at in zip(ODDS, LEVELS[1:3], strict=True)]
WIDE += [(20, 2, ODDS[0], (Fraction(13, 10), Fraction(10669, 7797)))]  # two outcomes are open
BOOK.table(
    "intervals",
    "Over an interval of eps the shipped enclosure is the hull of the deltas at both ends, also where an outcome "
    "gains at the one end and loses at the other (for k > 2 then wider by less than its width, as all T with one "
    "first outcome count as their least); where eps or eps0 is not known it is all of [0, 1].",
    "direct computation: delta falls with eps",
    "n = 2, 3 and 4, k = 2 and 3, e^eps0 = 3/2 and 7, widths 1e-4 about every cut; n = 100 at a factor of 6/5",
    Sampled("rationals", _hull, CROSSED, digits=4, bits=256),
    Sampled("balls", _hull, WIDE, digits=4, bits=256),
    Sampled("balls", _unknown, [(2,), (3,)], digits=4, bits=256),
)
BOOK.soundness(
    "left-out",
    "Where only likely blanket sizes are summed, the truncated mass is added: the bound is not below the whole sum, "
    "nor above it by more than twice that chance.",
    "Section 5.2",
    "n = 300, k = 2, 3 and 10, eps0 = 1, eps = 1/10, truncated masses e^-2 and e^-6",
    Sampled("balls", _left_out, product((2, 3, 10), (2.0, 6.0)), digits=30, bits=256),
)
ENDS = [((3, 2), (4, 3), 3), ((9, 0), (9, 1), 4), ((5, 3), (5, 3), 3)]
SPANS = [range(first, last + 1) for first in range(1, 5) for last in range(first, 5)]
BOOK.table(
    "cuts",
    "For a range of s the shipped code finds the first outcome that gains, the values of T for which it still gains, "
    "and whether the outcome before it may gain. It takes the cut s a + T b, with the smallest number of coins and "
    "the largest share s/T of the range, in whole units.",
    "direct computation",
    "every run within 1 to 4, T to 9, outcomes to 5, units of 1/8 and 1/16",
    Each("rationals", _cut, [(*end, span, size) for end in ENDS for span in SPANS for size in range(1, 10)], bits=256),
)
