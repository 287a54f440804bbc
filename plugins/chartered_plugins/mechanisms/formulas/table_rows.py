"""Rows (p, q) of a table: the probabilities of an output under two neighbours. Several tables that the same two
neighbours see are one, whose outputs are all choices of one of each; rows of equal ratio are one, since no test tells
them apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm, prod
from typing import TypeAlias

Rows: TypeAlias = list[tuple[Fraction, Fraction]]
_Counts: TypeAlias = Mapping[tuple[int, int], int]
"""For each ratio a : b in lowest terms the c by which p is a c, and q is b c, over a denominator of all p, and of q."""

_MOST_ROWS, _MOST_PAIRS, _MOST_BITS = 200, 10_000, 2000
"""Of a product: how many rows it may have, how many are multiplied at once, and the bits of its denominators."""


def merged(rows: Iterable[tuple[Fraction, Fraction]]) -> Rows:
    """One row for each ratio, without outputs that never happen."""
    found: dict[Fraction | None, tuple[Fraction, Fraction]] = {}
    for p, q in rows:
        if p or q:
            ratio = p / q if q else None
            before = found.get(ratio, (Fraction(0), Fraction(0)))
            found[ratio] = before[0] + p, before[1] + q
    return list(found.values())


def of_profile(kinks: Iterable[tuple[Fraction, Fraction]], alone: Fraction) -> Rows:
    """The rows of a privacy profile that is piecewise linear in x = e^eps and the same in both orders: where its slope
    changes by d at x, the pairs (x, d), an output has the probabilities d x and d; `alone`, its limit, is that of what
    happens under one neighbour only."""
    return [*((x * d, d) for x, d in kinks if d), *([(alone, Fraction(0)), (Fraction(0), alone)] if alone else [])]


def product(tables: Sequence[tuple[Rows, int]]) -> Rows | None:
    """The rows of several tables together, each with its number of runs; None if they are too many or too long."""
    below = [tuple(lcm(*(x.denominator for x in column)) for column in zip(*rows, strict=True)) for rows, _ in tables]
    times = [runs for _, runs in tables]
    if sum(max(pair).bit_length() * runs for pair, runs in zip(below, times, strict=True)) > _MOST_BITS:
        return None
    found: _Counts | None = {(1, 1): 1}
    for (rows, runs), pair in zip(tables, below, strict=True):
        found = _both(found, _power(_counts(rows, *pair), runs))
    if found is None:
        return None
    under_p, under_q = (prod(pair[side] ** runs for pair, runs in zip(below, times, strict=True)) for side in (0, 1))
    return [(Fraction(a * c, under_p), Fraction(b * c, under_q)) for (a, b), c in found.items()]


def _counts(rows: Rows, under_p: int, under_q: int) -> _Counts:
    """A table over its denominators."""
    whole = ((int(p * under_p), int(q * under_q)) for p, q in rows)
    return _collected((a, b, 1) for a, b in whole)


def _power(counts: _Counts, runs: int) -> _Counts | None:
    """Several runs of a table."""
    if runs == 1:
        return counts
    half = _power(counts, runs // 2)
    twice = _both(half, half)
    return _both(twice, counts) if runs % 2 else twice


def _both(some: _Counts | None, others: _Counts | None) -> _Counts | None:
    """Two tables together."""
    if some is None or others is None or len(some) * len(others) > _MOST_PAIRS:
        return None
    found = _collected((a * x, b * y, c * d) for (a, b), c in some.items() for (x, y), d in others.items())
    return found if len(found) <= _MOST_ROWS else None


def _collected(rows: Iterable[tuple[int, int, int]]) -> _Counts:
    """(a c, b c) for each (a, b, c), by their ratios; what happens under one alone may not be followed by what happens
    under the other alone."""
    found: dict[tuple[int, int], int] = {}
    for a, b, c in rows:
        if common := gcd(a, b):
            ratio = a // common, b // common
            found[ratio] = found.get(ratio, 0) + c * common
    return found
