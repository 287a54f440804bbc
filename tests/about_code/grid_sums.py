"""Claims about the grid on which randomized responses are convolved: the mass at each grid point, the number of grid
points, and the starting point of a search."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import accumulate, product
from math import comb, log
from typing import Any

from chartered.proving import Each, Proofs, Sampled, numbers
from chartered_plugins.composition.formulas import randomized_response_products as responses
from chartered_verify.arithmetic import floats

BOOK = Proofs("responses", "direct computation", at="Theorem 3.3")
HALF, THIRD, SEVENTH = numbers("1/2 1/3 1/7")
GROUPS: tuple[responses.Counts, ...] = (
    ((HALF, 12),),
    ((HALF, 12), (THIRD, 9)),
    ((HALF, 5), (THIRD, 4), (Fraction(2), 1)),
)
WIDE: tuple[responses.Counts, ...] = (
    ((SEVENTH, 300),),
    ((SEVENTH, 300), (Fraction(1, 5), 20)),
    ((Fraction(1, 100), 10**5), (HALF, 2)),
    ((SEVENTH, 10), (Fraction(1000), 3)),
)
SEARCHED: tuple[responses.Counts, ...] = (
    ((Fraction(1, 10), 1000),),
    ((Fraction(1), 50), (HALF, 40)),
    ((Fraction(1), 50), (Fraction(10**9 + 1, 10**9), 40)),
    ((Fraction(3), 10**5),),
)


def _grid(xp: Any, counts: responses.Counts, spacing: Fraction, left_out: tuple[int, int]) -> bool:
    ends = tuple((min(left_out[0], k), max(k - left_out[1], min(left_out[0], k))) for _, k in counts)
    top = sum(((k - 2 * first) * e for (e, k), (first, _) in zip(counts, ends, strict=True)), Fraction(0))
    infinity_mass, masses = _masses(xp, counts, ends, spacing)
    weighed = (masses[j] * xp.exp(xp.number(j * spacing - top)) for j in range(max(masses) + 1))
    p = accumulate((masses[j] for j in range(max(masses) + 1)), initial=infinity_mass)
    q = accumulate(weighed, initial=xp.number(0))
    # the shipped table itself
    found, doubles = (responses._grid_sums(of, counts, ends, spacing, top) for of in (xp, floats))
    return all(
        abs(value - exact) * 10**40 <= exact and abs(xp.number(Fraction(double)) - exact) * 10**12 <= exact
        for shipped, other, wanted in zip(found, doubles, (p, q), strict=True)
        for value, double, exact in zip(shipped, other, wanted, strict=True)
    )


BOOK.table(
    "rounded.grid",
    "Every group's flips from its first to its last have grid points of their own: the largest loss less whole "
    "intervals, rounded up. The mass before the first has an infinite loss, and the mass beyond the last is put "
    "there, both at most the geometric series of their weights; an upper tail under Q is that under P weighed by "
    "e^-loss.",
    "one to three groups, each without its first two and last three flips, or with all; spacings of 1/3 and 2/7; "
    "balls and doubles",
    Each("sums in balls", _grid, bits=192, groups=GROUPS, spacing=numbers("1/3 2/7"), left_out=((0, 0), (2, 3))),
)


def _masses(xp: Any, counts: responses.Counts, ends: responses.Ends, spacing: Fraction) -> tuple[Any, dict[int, Any]]:
    """The mass at infinite loss, and that at each grid point."""
    infinity_mass, masses = xp.number(0), {0: xp.number(1)}
    for (e, k), (first, last) in zip(counts, ends, strict=True):
        odds = xp.exp(-xp.number(e))
        weights = [comb(k, flips) * odds**flips / (1 + odds) ** k for flips in range(first, last + 1)]
        if first > 0:
            ratio = first / ((k - first + 1) * odds)
            infinity_mass = infinity_mass + weights[0] * ratio / (1 - ratio)
        if last < k:
            ratio = (k - last) * odds / (last + 1)
            weights[-1] = weights[-1] / (1 - ratio)
        grown: defaultdict[int, Any] = defaultdict(lambda: xp.number(0))
        for (index, held), (more, weight) in product(masses.items(), enumerate(weights)):
            grown[index + int(more * 2 * e / spacing)] += held * weight
        masses = grown
    return infinity_mass, defaultdict(lambda: xp.number(0), masses)


def _coarse(xp: Any, counts: responses.Counts) -> Any:
    losses = responses.rounded(counts)
    points = len(losses.negated)
    whole = losses.upper_tails(xp, points)[0]
    spanned = 2049 - len(counts) <= points <= 2049 and losses.largest <= responses.total(counts)
    return spanned and abs(whole - 1) * 10**30 <= 1


BOOK.table(
    "rounded.points",
    "The coarse grid spans all windows of flips in 2048 intervals, but for what rounding saves in each group; the "
    "whole of it has all of P, and the largest loss is that of the fewest flips.",
    "direct computation",
    "four lists of up to 10^5 answers at one eps, and eps up to 1000",
    Each("balls", _coarse, bits=192, lists=WIDE),
)


def _many(xp: Any, j: int) -> bool:
    epsilon0, k = Fraction(1, 50), 20_001
    one = responses.summed(((epsilon0, k),))
    table = responses._on_grid(((epsilon0, k),), ((0, k),), 2 * epsilon0, symmetric=True)
    tails = zip(one.upper_tails(xp, j), table.upper_tails(xp, j), one.upper_tails(floats, j), strict=True)
    close = all(
        abs(p - q) * 10**20 <= q and abs(xp.number(Fraction(double)) - q) * 10**14 <= q for p, q, double in tails
    )
    return close and one.at(max(0, j - 1)) == table.at(max(0, j - 1)) and len(one.negated) == len(table.negated)


BOOK.table(
    "profile.many-tails",
    "Upper tails that are computed one by one on request equal those of the table of the same losses.",
    "20001 answers at eps = 1/50, ten upper tails, in balls and doubles",
    Each(
        "balls and doubles", _many, bits=128, upper_tails=(0, 9000, 9800, 9900, 9999, 10000, 10001, 10200, 20001, 20002)
    ),
)


def _start(xp: Any, counts: responses.Counts, delta: Fraction) -> Any:
    at, slope = responses.summed(counts).guess(log(delta))
    mean, square = xp.number(0), xp.number(0)
    for e, k in counts:
        size = xp.exp(xp.number(e))
        mean = mean + k * xp.number(e) * (size - 1) / (size + 1)
        square = square + 4 * k * xp.number(e) ** 2 * size / (1 + size) ** 2
    deviation = xp.sqrt(square)
    z = (xp.number(Fraction(at)) - mean) / deviation
    found = xp.exp(-(z**2) / 2) / xp.sqrt(2 * xp.pi) / z * deviation / (deviation + z)
    close = abs(xp.log(found) - xp.log(xp.number(delta))) * 200 <= 1
    return close and abs(xp.number(Fraction(slope)) * z / deviation + 1) * 10**12 <= 1


BOOK.table(
    "profile.start",
    "The search for eps begins as if the loss were normal, of mean sum of k eps tanh(eps/2) and variance sum of k "
    "(eps/cosh(eps/2))^2 = s^2: at z deviations where delta is phi(z)/z s/(s + z), and its slope in log delta is "
    "-s/z.",
    "direct computation",
    "four lists of counts, on the grid, off it and too many for it, delta from 1e-3 to 1e-100, to three digits",
    Sampled("balls", _start, digits=3, bits=128, lists=SEARCHED, delta=numbers("1e-3 1e-10 1e-100")),
)
