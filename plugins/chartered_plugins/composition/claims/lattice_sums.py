"""Claims about the lattice on which answers are multiplied out: what is in each cell, how many there are, and where a
search begins."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import accumulate, product
from math import comb, log
from typing import Any

from chartered.proving.book import Book
from chartered.proving.cases import every
from chartered.proving.steps import sample
from chartered_verify.arithmetic import balls, floats
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import randomized_response_products as responses

BOOK = Book("responses", "direct computation")
claims = BOOK.claims
GROUPS = (
    ((Fraction(1, 2), 12),),
    ((Fraction(1, 2), 12), (Fraction(1, 3), 9)),
    ((Fraction(1, 2), 5), (Fraction(1, 3), 4), (Fraction(2), 1)),
)


@BOOK.table(
    "rounded.lattice",
    "Every group's lies from its first to its last have places of their own: the largest loss less whole steps, "
    "rounded up. What lies "
    "before the first has an infinite loss, and what lies beyond the last is put there, both at most the geometric "
    "series of their "
    "weights; a head under Q is that under P weighed by e^-loss.",
    "Theorem 3.3",
    "one to three groups, each without its first two and last three lies, or with all; steps of 1/3 and 2/7; balls "
    "and doubles",
)
def _lattice(effort: Effort) -> Verdict:
    def holds(counts: responses.Counts, step: Fraction, left_out: tuple[int, int]) -> bool:
        ends = tuple((min(left_out[0], k), max(k - left_out[1], min(left_out[0], k))) for _, k in counts)
        top = sum(((k - 2 * first) * e for (e, k), (first, _) in zip(counts, ends, strict=True)), Fraction(0))
        with balls(192) as xp:
            lost, cells = _cells(xp, counts, ends, step)
            p = [*accumulate((cells[j] for j in range(max(cells) + 1)), initial=lost)]
            q = [
                *accumulate(
                    (cells[j] * xp.exp(xp.number(j * step - top)) for j in range(max(cells) + 1)), initial=xp.number(0)
                )
            ]
            found, doubles = (
                responses._lattice_sums(of, counts, ends, step, top) for of in (xp, floats)
            )  # the shipped table itself
            close = [
                abs(value - exact) * 10**40 <= exact and abs(xp.number(Fraction(double)) - exact) * 10**12 <= exact
                for shipped, other, wanted in zip(found, doubles, (p, q), strict=True)
                for value, double, exact in zip(shipped, other, wanted, strict=True)
            ]
            return all(map(bool, close))

    cases = list(product(GROUPS, (Fraction(1, 3), Fraction(2, 7)), ((0, 0), (2, 3))))
    return every(holds, cases, "sums in balls")


def _cells(xp: Any, counts: responses.Counts, ends: responses.Ends, step: Fraction) -> tuple[Any, dict[int, Any]]:
    """What is lost, and what each place holds."""
    lost, cells = xp.number(0), {0: xp.number(1)}
    for (e, k), (first, last) in zip(counts, ends, strict=True):
        odds = xp.exp(-xp.number(e))
        weights = [comb(k, lies) * odds**lies / (1 + odds) ** k for lies in range(first, last + 1)]
        if first > 0:
            ratio = first / ((k - first + 1) * odds)
            lost = lost + weights[0] * ratio / (1 - ratio)
        if last < k:
            ratio = (k - last) * odds / (last + 1)
            weights[-1] = weights[-1] / (1 - ratio)
        grown: defaultdict[int, Any] = defaultdict(lambda: xp.number(0))
        for (place, held), (more, weight) in product(cells.items(), enumerate(weights)):
            grown[place + int(more * 2 * e / step)] += held * weight
        cells = grown
    return lost, defaultdict(lambda: xp.number(0), cells)


@BOOK.table(
    "rounded.cells",
    "The coarse lattice spans all windows of lies in 2048 steps and one cell more, but for what rounding saves in "
    "each group; the "
    "whole of it has all of P, and the largest loss is that of the fewest lies.",
    "direct computation",
    "four lists of up to 10^5 answers at one eps, and eps up to 1000",
)
def _coarse(effort: Effort) -> Verdict:
    def holds(counts: responses.Counts) -> bool:
        losses = responses.rounded(counts)
        cells = len(losses.negated)
        with balls(192) as xp:
            whole = losses.heads(xp, cells)[0]
            right = 2049 - len(counts) <= cells <= 2049
            return right and bool(abs(whole - 1) * 10**30 <= 1) and losses.largest <= responses.total(counts)

    one, other = Fraction(1, 7), Fraction(1000)
    lists = [
        ((one, 300),),
        ((one, 300), (Fraction(1, 5), 20)),
        ((Fraction(1, 100), 10**5), (Fraction(1, 2), 2)),
        ((one, 10), (other, 3)),
    ]
    return every(holds, [(counts,) for counts in lists], "balls")


@BOOK.table(
    "profile.many-heads",
    "Heads that are computed one by one, as they are asked for, are those of the table, of the same losses.",
    "Theorem 3.3",
    "20001 answers at eps = 1/50, ten heads, in balls and doubles",
)
def _many(effort: Effort) -> Verdict:
    epsilon0, k = Fraction(1, 50), 20_001
    one, table = (
        responses.summed(((epsilon0, k),)),
        responses._on_lattice(((epsilon0, k),), ((0, k),), 2 * epsilon0, symmetric=True),
    )

    def holds(j: int) -> bool:
        with balls(128) as xp:
            found, wanted, doubles = one.heads(xp, j), table.heads(xp, j), one.heads(floats, j)
            close = [
                abs(p - q) * 10**20 <= q and abs(xp.number(Fraction(d)) - q) * 10**14 <= q
                for p, q, d in zip(found, wanted, doubles, strict=True)
            ]
            return (
                all(map(bool, close))
                and one.at(max(0, j - 1)) == table.at(max(0, j - 1))
                and len(one.negated) == len(table.negated)
            )

    return every(
        holds, [(j,) for j in (0, 9000, 9800, 9900, 9999, 10000, 10001, 10200, 20001, 20002)], "balls and doubles"
    )


@BOOK.table(
    "profile.start",
    "The search for eps begins as if the loss were normal, of mean sum of k eps tanh(eps/2) and variance sum of k "
    "(eps/cosh(eps/2))^2 = "
    "s^2: at z deviations where delta is phi(z)/z s/(s + z), and its slope in log delta is -s/z.",
    "direct computation",
    "four lists of counts, on the lattice, off it and too many for it, delta from 1e-3 to 1e-100, to three digits",
)
def _start(effort: Effort) -> Verdict:
    def holds(counts: responses.Counts, delta: Fraction) -> bool:
        at, slope = responses.summed(counts).near(log(delta))
        with balls(128) as xp:
            mean, square = xp.number(0), xp.number(0)
            for e, k in counts:
                size = xp.exp(xp.number(e))
                mean = mean + k * xp.number(e) * (size - 1) / (size + 1)
                square = square + 4 * k * xp.number(e) ** 2 * size / (1 + size) ** 2
            deviation = xp.sqrt(square)
            z = (xp.number(Fraction(at)) - mean) / deviation
            found = xp.exp(-(z**2) / 2) / xp.sqrt(2 * xp.pi) / z * deviation / (deviation + z)
            near = abs(xp.log(found) - xp.log(xp.number(delta))) * 200 <= 1
            return bool(near) and bool(abs(xp.number(Fraction(slope)) * z / deviation + 1) * 10**12 <= 1)

    lists = [
        ((Fraction(1, 10), 1000),),
        ((Fraction(1), 50), (Fraction(1, 2), 40)),
        ((Fraction(1), 50), (Fraction(10**9 + 1, 10**9), 40)),
        ((Fraction(3), 10**5),),
    ]
    return sample(holds, list(product(lists, map(Fraction, ("1e-3", "1e-10", "1e-100")))), 3, "balls")
