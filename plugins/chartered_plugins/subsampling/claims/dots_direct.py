"""Claims about the sums behind joined dots: what ships beside the same thing written in another, slower way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from chartered.proving.book import Book
from chartered.proving.steps import sample
from chartered_verify.arithmetic import Value, balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict
from flint import arb, arb_poly

from ...basics.formulas import gaussian_profile, randomized_response as response
from ...loss_distribution.formulas import connect_the_dots as dots, self_convolution as loss_sums
from ...loss_distribution.formulas.lattice_loss import SHORT, WIDEST, Loss
from ..formulas import removal_and_addition as sampled_sides

BOOK = Book("loss-distribution", "direct computation")
claims = BOOK.claims
STEP, TAIL = Fraction(1, 4), Fraction(1, 10**6)
_DIGITS = 30
_BITS = 192


def _smooth(j: int) -> Fraction:
    return Fraction(9, 10 ** (j + 1))


HEIGHTS: tuple[tuple[Fraction, ...], ...] = (
    tuple(map(_smooth, range(6))),
    (Fraction(1), *map(_smooth, range(1, 6))),
    tuple(_smooth(j if j not in (2, 4) else j - 1) for j in range(7)),
    (Fraction(9, 10), Fraction(1, 10), Fraction(1, 1000)),
    (Fraction(1, 2),),
    (Fraction(1, 5), Fraction(1, 10), Fraction(1, 20)),
    (Fraction(3, 10), Fraction(1, 4), Fraction(1, 5)),
    (Fraction(1), Fraction(4, 5), Fraction(1, 20), Fraction(1, 25)),
    (Fraction(9, 10), Fraction(9, 10), Fraction(9, 100), Fraction(9, 1000)),
)
"""Smooth ones, one with a first height that is too large, one with bumps, steep ones, a single one, two of which one
begins higher, one that the third dot lowers, and one whose second dot is a bump."""


@BOOK.table(
    "profile.lines",
    "At each dot, ahead and turned around, the shipped pair has just the height of the lower convex hull, the first "
    "one lowered by the two "
    "dots that leave it least; beyond the last dots it has the last height.",
    "Section 3, by all chords and all pairs of dots",
    "all pairs of 9 lists of heights that leave a loss of 0 something",
)
def _lines(effort: Effort) -> Verdict:
    return sample(_hull_is_met, list(product(range(len(HEIGHTS)), repeat=2)), _DIGITS, "balls")


def _hull_is_met(own: int, other: int) -> bool:
    with balls(_BITS) as xp:
        ahead, back = ([(j, xp.number(height)) for j, height in enumerate(HEIGHTS[which])] for which in (own, other))
        loss = dots.joined(xp, ahead, ahead if own == other else back, STEP)
        lists = [list(HEIGHTS[which]) for which in (own, other)]
        first = _lowered(xp, lists)
        begins = [_hull(xp, first, heights) for heights in lists]
        raised = xp.maximum(begins[1][0] - begins[0][0], xp.number(0))
        below = xp.maximum(begins[0][0] - begins[1][0], xp.number(0))
        kept = [height + raised for height in begins[0]]
        same = [_close(_gain(xp, loss, j), height) for j, height in enumerate(kept)]
        same += [_close(_gain(xp, loss, len(kept) + 3), kept[-1])]
        for j, height in enumerate(begins[1][1:], start=1):
            a = xp.exp(xp.number(-j * STEP))
            same.append(_close(_gain(xp, loss, -j), 1 - a + a * (height + below)))
        spare = 1 - kept[0] - _fall(xp, begins[0]) - _fall(xp, begins[1])
        return spare < 0 or all(same)


def _fall(xp: Any, hull: Sequence[Value]) -> Value:
    return (hull[0] - hull[1]) / xp.expm1(xp.number(STEP)) if len(hull) > 1 else xp.number(0)


def _close(one: Value, other: Value) -> bool:
    return bool(abs(one - other) < 2.0**-100)


def _gain(xp: Any, loss: Loss, place: int) -> Value:
    """What outcomes gain at e^(place steps), loss by loss."""
    found = loss.total
    for i, cell in enumerate(loss.cells.coeffs(), start=loss.least):
        found = found - (cell if i <= place else cell * xp.exp(xp.number((place - i) * STEP)))
    return found


def _lowered(xp: Any, lists: Sequence[Sequence[Fraction]]) -> Value:
    """By all pairs of dots; none is as if it were infinitely far."""
    ahead, back = (
        [(xp.number(0), xp.number(0))] + [(1 / xp.expm1(xp.number(j * STEP)), xp.number(h)) for j, h in _rest(hs)]
        for hs in lists
    )
    left = [(1 + s * g + t * k) / (1 + s + t) for (s, g), (t, k) in product(ahead, back)]
    return min([xp.number(min(lists[0][0], lists[1][0])), *left], key=arb.mid)


def _rest(heights: Sequence[Fraction]) -> list[tuple[int, Fraction]]:
    return list(enumerate(heights))[1:]


def _hull(xp: Any, first: Value, heights: Sequence[Fraction]) -> list[Value]:
    """Below all chords, and never rising towards the first; a single dot keeps its own height."""
    last = xp.number(heights[-1])
    if len(heights) == 1:
        return [first]
    dots_ = [first, *map(xp.number, heights[1:])]
    ratios = [xp.exp(xp.number(j * STEP)) for j in range(len(dots_))]

    def chord(i: int, k: int, j: int) -> Value:
        return (
            dots_[i] + (dots_[k] - dots_[i]) * (ratios[j] - ratios[i]) / (ratios[k] - ratios[i]) if i < k else dots_[i]
        )

    found = [
        min((chord(i, k, j) for i in range(j + 1) for k in range(j, len(dots_))), key=arb.mid)
        for j in range(len(dots_))
    ]
    return [xp.maximum(height, last) for height in found]


@BOOK.table(
    "profile.heights",
    "The shipped heights are the curve at 0, h, 2h, ..., farther out at every 64th part of the place, to 9 digits "
    "and never below it; they "
    "end at the first that has no more than the tail, or where the loss ends.",
    "direct computation",
    "randomized response, Gaussian noise, both on a sample in both directions, and a bound above 1; steps of 1/8, "
    "1/100 and 1/500",
)
def _heights(effort: Effort) -> Verdict:
    return sample(
        _heights_meet, list(product(range(7), (Fraction(1, 8), Fraction(1, 100), Fraction(1, 500)))), _DIGITS, "balls"
    )


def _sides() -> list[dots.Side]:
    size, rate = Fraction(2), Fraction(1, 3)
    answer = dots.Side(lambda xp, e: response.delta(xp, xp.number(size), xp.number(2), e), most=size)
    normal = dots.Side(lambda xp, e: gaussian_profile.delta_mu(xp, xp.number(1), e))
    return [
        way(side)
        for side in (answer, normal)
        for way in (_itself, lambda s: sampled_sides.seen(rate, s), lambda s: sampled_sides.unseen(rate, s))
    ]


def _itself(side: dots.Side) -> dots.Side:
    return side


def _heights_meet(which: int, step: Fraction) -> bool:
    side = (*_sides(), dots.Side(lambda xp, e: xp.number(Fraction(3, 2)), most=Fraction(1)))[which]
    if which == 6:  # no chance is above 1
        return {float(height) for _, height in dots.heights(side, step, TAIL)} == {1.0}
    found = dots.heights(side, step, TAIL)
    places = [0]
    while places[-1] < found[-1][0]:
        farther = places[-1] + max(1, places[-1] // 64)
        end = None if side.most is None else ceil(side.most / step)
        places.append(farther if end is None or not places[-1] < end < farther else end)
    with balls(_BITS) as xp:
        least = xp.number(max(TAIL, Fraction(0)))
        truth = [side.curve(xp, xp.number(j * step)) for j in places]
        near = all(
            height.upper() >= d.lower() and height <= d * (1 + 1e-9) + 2.0**-250
            for (_, height), d in zip(found, truth, strict=True)
        )
        ends = found[-1][1] <= least or (side.most is not None and found[-1][0] * step >= side.most)
        return (
            [j for j, _ in found] == places
            and near
            and bool(ends)
            and not any(height <= least for _, height in found[:-1])
        )


@BOOK.table(
    "profile.summed",
    "Of 3 and of 5 runs the shipped heads are the sums over all cells of P and of Q, multiplied out run by run.",
    "Theorem 10, by loops",
    "randomized response and Gaussian noise on a sample, both directions",
)
def _summed(effort: Effort) -> Verdict:
    return sample(_heads_meet, list(product((0, 1), (0, 1), (3, 5))), _DIGITS, "balls")


def _heads_meet(which: int, turned: int, runs: int) -> bool:
    sides = _sides()
    run = (sides[3 * which + 1], sides[3 * which + 2])
    run = run[::-1] if turned else run
    table = loss_sums.table(_BITS, ((run, runs),), STEP, TAIL)
    with balls(_BITS) as xp:
        own, other = (dots.heights(side, STEP, TAIL) for side in run)
        one = dots.joined(xp, own, other, STEP)
        cells = {one.least + i: cell for i, cell in enumerate(one.cells.coeffs())}
        sums: dict[int, Value] = {0: xp.number(1)}
        for _ in range(runs):
            more: dict[int, Value] = {}
            for (i, p), (j, q) in product(sums.items(), cells.items()):
                more[i + j] = more.get(i + j, xp.number(0)) + p * q
            sums = more
        p, q = one.total**runs - sum(sums.values(), xp.number(0)), xp.number(0)
        same = list(table.negated) == [-j for j in sorted(sums, reverse=True)] and table.unit == STEP
        for count, j in enumerate(sorted(sums, reverse=True)):
            same = same and all(_close(a, b) for a, b in zip(table.heads(xp, count), (p, q), strict=True))
            p, q = p + sums[j], q + sums[j] * xp.exp(xp.number(-j * STEP))
        return same and all(_close(a, b) for a, b in zip(table.heads(xp, len(sums)), (p, q), strict=True))


@BOOK.table(
    "profile.cut",
    "Of a sum that is longer than 1024 cells both ends are left out that have no more than the tail, and not a cell "
    "more; a shorter one is "
    "kept whole, and one of more than 65536 cells is refused.",
    "direct computation",
    "flat losses of 300, 700 and 40000 cells, with four tails",
)
def _cut(effort: Effort) -> Verdict:
    tails = tuple(Fraction(k, 10**6) for k in (0, 1, 50, 20000))
    return sample(_ends_meet, list(product((300, 700, 40000), tails)), _DIGITS, "balls")


def _ends_meet(length: int, tail: Fraction) -> bool:
    with balls(_BITS) as xp:
        cells = arb_poly([xp.number(Fraction(1, length))] * length)
        half = Loss(-7, cells, xp.number(Fraction(5, 4)))
        try:
            found = half.times(half, xp.number(tail))
        except ArithmeticError:
            return length == 40000 and 2 * length - 1 - 2 * _left(length, tail) > WIDEST
        cut = _left(length, tail) if 2 * length - 1 > SHORT else 0
        return (
            found.least == -14 + cut
            and found.cells.length() == 2 * length - 1 - 2 * cut
            and bool(found.total == xp.number(Fraction(25, 16)))
        )


def _left(length: int, tail: Fraction) -> int:
    """How many of the cells 1, 2, 3, ... over the square of the length have no more than the tail."""
    count = 0
    while Fraction((count + 1) * (count + 2), 2 * length**2) <= tail:
        count += 1
    return count
