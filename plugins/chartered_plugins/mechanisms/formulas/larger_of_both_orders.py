"""Two columns of probabilities with the larger delta of both orders of a given two, at every eps.

Where either of two records may be the one that the first column is about, runs of one mechanism need not agree which:
one record's first report may be as likely as the other's second. Whatever the orders are, the composition is dominated
by that of these columns, which have the same privacy profile in both orders (Zhu, Dong, Wang 2022, Theorem 10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from . import table_rows

Rows: TypeAlias = list[tuple[Fraction, Fraction]]
Line: TypeAlias = tuple[Fraction, Fraction]
"""(a, b): a - b x, the delta at x = e^eps between two ratios of probabilities."""


def columns(rows: Sequence[tuple[Fraction, Fraction]]) -> Rows:
    """The rows (p, q). delta is convex and piecewise linear in x, and falls from 1."""
    ratios = sorted({ratio for p, q in rows if p and q for ratio in (p / q, q / p)})
    lines = _lines(rows, ratios), _lines([(q, p) for p, q in rows], ratios)
    ends = [Fraction(0), *ratios, None]
    found: list[tuple[Fraction, Line]] = []
    for (low, high), one, other in zip(pairwise(ends), *lines, strict=True):
        assert low is not None
        found += _larger(low, high, one, other)
    kinks = ((x, before[1] - after[1]) for (_, before), (x, after) in pairwise(found))
    return table_rows.of_profile(kinks, found[-1][1][0])


def _lines(rows: Sequence[tuple[Fraction, Fraction]], ratios: Sequence[Fraction]) -> list[Line]:
    """delta between each two of the ratios, from 0 to beyond the largest."""
    a, b = sum((p for p, q in rows if not q), Fraction(0)), Fraction(0)
    found, falling = [(a, b)], sorted(((p / q, p, q) for p, q in rows if p and q))
    for ratio in reversed(ratios):
        while falling and falling[-1][0] == ratio:
            _, p, q = falling.pop()
            a, b = a + p, b + q
        found.append((a, b))
    return found[::-1]


def _larger(low: Fraction, high: Fraction | None, one: Line, other: Line) -> Iterator[tuple[Fraction, Line]]:
    """The larger of two lines from `low` to `high`, and from where on."""
    (a, b), (c, d) = one, other
    crossing = (a - c) / (b - d) if b != d else None
    first, second = (one, other) if (a - b * low, -b) >= (c - d * low, -d) else (other, one)
    yield low, first
    if crossing is not None and low < crossing and (high is None or crossing < high):
        yield crossing, second
