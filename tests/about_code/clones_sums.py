"""Claims about the sums over the clones pair, compared with sums over every number of clones and every outcome, in
three arithmetics and over intervals."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import ceil, exp, sqrt
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.checkins.claims.participants import pair
from chartered_plugins.composition.formulas import binomial
from chartered_plugins.shuffling.formulas import clones, clones_tail
from chartered_verify.arithmetic import floats
from chartered_verify.enclosure import fraction_of
from in_doubles import in_each_arithmetic

BOOK = Proofs("feldman2021.clones", "Feldman, McMillan, Talwar 2021")
BITS = 128
TIMES = numbers("0 1e-30 1/7 1/2 9/10 1 2")
"""Values of eps/eps0."""
SHORT, SIZES = Fraction(1, 10**4), numbers("1 3")
SHARES, PARTS = numbers("1 1/3"), numbers("1/16 1/3 1/2")


def _is_pair(judge: Any, n: int, epsilon0: Fraction, share: Fraction, part: Fraction) -> bool:
    exact = pair(judge, epsilon0, n, judge.number(part * epsilon0), share) if part < 1 else judge.number(0)
    found = in_each_arithmetic(lambda xp: clones.delta(xp, epsilon0, n, xp.number(part * epsilon0), share), judge)
    of = judge.maximum(exact, judge.number(part < 1))
    return all(value.overlaps(exact) for value in found[:2]) and all(
        bool(abs(value - exact) * room <= of)
        for value, room in zip(found, (2**50, 2**230, 10**13, 10**13), strict=True)
    )


def _is_bounded(xp: Any, n: int, epsilon0: Fraction, share: Fraction, part: Fraction) -> bool:
    epsilon, size = xp.number(part * epsilon0), xp.number(epsilon0)
    clone = xp.number(share) * xp.exp(-size)
    exact, bound = pair(xp, epsilon0, n, epsilon, share), clones_tail.tail(xp, size, n, epsilon, clone)
    return bool(bound >= exact) and bool(bound < 20 * exact or clone < xp.number(Fraction(1, 50)))


def _hull(xp: Any, n: int, epsilon0: Fraction, low: Any, width: Fraction) -> bool:
    ends = [xp.number(low), xp.number(low) + xp.number(width)]
    found = clones.delta(xp, epsilon0, n, ends[0].union(ends[1]))
    exact = [pair(xp, epsilon0, n, end, Fraction(1)) for end in ends]
    slack = xp.number(width / 10**4)
    return bool(abs(found.upper() - exact[0]) <= slack) and bool(abs(found.lower() - exact[1]) <= slack)


def _crossed(xp: Any, n: int, epsilon0: Fraction, x: int) -> bool:
    """An interval of eps that contains the eps at which the outcome x of n - 1 clones is at the cut: e^eps is (r e^eps0
    + 1)/(e^eps0 + r)."""
    odds, r = xp.exp(xp.number(epsilon0)), xp.number(Fraction(x, n - x))
    return _hull(xp, n, epsilon0, xp.log((r * odds + 1) / (odds + r)) - xp.number(SHORT / 2), SHORT)


def _at_end(xp: Any, n: int, epsilon0: Fraction) -> bool:
    found = clones.delta(xp, epsilon0, n, xp.number(epsilon0 * (1 - Fraction(1, 2**140))))
    return bool(found.contains(0)) and bool(found <= xp.number(Fraction(1, 2**100)))


def _unknown(xp: Any, n: int, epsilon0: Fraction) -> bool:
    wide, most = xp.number(epsilon0 / 16).union(xp.number(300)), 1 + xp.number(Fraction(1, 2**20))
    both = (
        clones.delta(xp, lambda at: wide, n, xp.number(epsilon0 / 32)),
        clones.delta(xp, epsilon0, n, xp.number(0) / 0),
    )
    return all(found.contains(0) and found.contains(1) and bool(found.upper() <= most) for found in both)


def _stated(n: int, epsilon0: Fraction, share: Fraction) -> tuple[list[int], int]:
    """The starting points of the runs, and the number of coarse ones."""
    chance = float(share) * exp(-epsilon0)
    mean, deviation = (n - 1) * chance, sqrt((n - 1) * chance * (1 - chance))
    coarse = [max(0, int(mean - k * deviation - 750)) for k in (40, 20, 10)]
    first, last = coarse[-1], min(n - 1, ceil(mean + 10 * deviation) + 60)
    stride = 1 if last - first <= 2**16 else ceil((last - first) / 16)
    fine = range(first, last + (stride == 1), stride)
    return sorted({0, *coarse, *fine}), len({0, *coarse} - {first})


def _placed(xp: Any, n: int, epsilon0: Fraction, share: Fraction) -> bool:
    starts, coarse = _stated(n, epsilon0, share)
    found, doubles = (clones.runs(of, epsilon0, n, share) for of in (xp, floats))
    if [run.least for run in found] != starts or [run.least for run in doubles] != starts:
        return False
    tiny = xp.number(Fraction(1, 10**290))
    if any(
        abs(xp.number(Fraction(b.mass)) - a.mass) * 10**14 > a.mass + tiny for a, b in zip(found, doubles, strict=True)
    ):
        return False
    chance = xp.number(share) * xp.exp(-xp.number(epsilon0))
    odds = fraction_of((xp.log(1 - chance) - xp.log(chance)).mid())
    total = sum((run.mass for run in found), xp.number(0))
    if total < 1 or not total < 1 + xp.number(Fraction(1, 10**12)):
        return False
    looked = {*range(coarse), coarse, (coarse + len(starts)) // 2, len(starts) - 1}
    return all(
        _weighs(xp, found[j].mass, odds, n, starts[j], [*starts, n][j + 1], j < coarse or j + 1 == len(starts))
        for j in looked
        if j < len(starts)
    )


def _weighs(xp: Any, mass: Any, odds: Fraction, n: int, least: int, end: int, coarse: bool) -> bool:
    """Whether the run from `least` up to `end` (exclusive) has the stated mass."""
    below, through = (binomial.cached_cdf(2 * BITS, odds, n - 1, index - 1) for index in (least, end))
    exact = binomial.cached_cdf(2 * BITS, -odds, n - 1, n - 1 - least) if end == n else through - below
    slack = exact * xp.number(Fraction(1, 10**15))
    return not mass < exact - slack and bool(
        mass <= (3 * (exact if end == n else through) if coarse else exact + slack)
    )


BOOK.table(
    "sums",
    "The shipped delta is the sum over every number of clones and every outcome; it is 0 from eps0 on.",
    "Section 3.2",
    "n = 1, 2, 3, 10 and 41, three eps0, shares 1 and 1/3, eps from 0 to 2 eps0; balls of 64 and 256 bits, doubles "
    "and 30 digits",
    Sampled(
        "every number of clones and every outcome",
        _is_pair,
        product((1, 2, 3, 10, 41), numbers("1/16 1 4"), SHARES, TIMES),
        bits=384,
        digits=13,
    ),
)
BOOK.soundness(
    "tail",
    "The bound by an exponential moment is at least the sum over every number of clones and every outcome, and less "
    "than 20 times that of 41 reports or fewer, of which each other one is a clone with probability 1/50 or more.",
    "our bound; feldman2021.clones.tail",
    "n = 1, 2, 3, 10 and 41, three eps0, shares 1 and 1/3, eps from 0 to within 1e-30 of eps0, in balls of 256 bits",
    Sampled(
        "every number of clones and every outcome",
        _is_bounded,
        product((1, 2, 3, 10, 41), numbers("1/16 1 4"), SHARES, (*TIMES[:4], 1 - Fraction(1, 10**30))),
        bits=256,
        digits=13,
    ),
)
WIDE = product(SIZES, numbers("1/16 1/3 1/2"), numbers("1/10 2/5"))
BOOK.table(
    "intervals",
    "Over an interval of eps the shipped enclosure is the hull of the deltas at both ends, also where one outcome "
    "gains at the one end and loses at the other; next to eps0 it holds what is nearly 0, and where eps0 itself or "
    "eps is not known it is all of [0, 1].",
    "direct computation: delta falls with eps",
    "n = 2 to 60, eps0 = 1 and 3; widths 1e-4 about every cut, 1/10 and 2/5 elsewhere; within 2^-140 of eps0 in 128 "
    "bits",
    Sampled(
        "balls",
        _crossed,
        [(n, e, x) for n in (2, 3, 5, 8) for e in SIZES for x in range(n // 2 + 1, n)],
        digits=4,
        bits=256,
    ),
    Sampled("balls", _hull, [(60, e, e * part, width) for e, part, width in WIDE], digits=4, bits=256),
    Sampled("balls", _at_end, product((2, 3, 7, 30), SIZES), bits=BITS, digits=30),
    Sampled("balls", _unknown, product((2, 3, 7, 30), SIZES), digits=6, bits=256),
)
RUNS = [*product((2, 50, 5000, 10**6), numbers("1/2 3"), SHARES)]
BOOK.soundness(
    "runs",
    "Ranges of numbers of clones begin at 0 and at forty, twenty and ten standard deviations and 750 below the mean; "
    "from there on they hold one number each, or a sixteenth of the rest, up to ten deviations and 60 above the mean. "
    "The weight of a narrow range is its probability; that of a wide range, and of the last one, is at least its "
    "probability and less than three times that; all add up to 1 but for what the wide ranges overstate.",
    "our enclosure",
    "n = 2 to 10^9 reports, shares 1 and 1/3, eps0 = 1/2 and 3; in doubles the same",
    Sampled("runs of clones", _placed, [*RUNS, (10**9, Fraction(1, 2), Fraction(1))], digits=12, bits=256),
)
