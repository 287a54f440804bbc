"""Sums of weights times powers e^(iky), or times those of e^(kx) with Re x <= 0, for many k at once, or for many y, in
ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence

from flint import acb, acb_mat, arb, arb_mat
from msgspec import Struct

_FEWEST_COLUMNS = 8
_TERMS = 2**20
"""The number of terms of one product of matrices, which no interrupt and no limit on time ends: about half a second."""


class Waves(Struct, frozen=True, eq=False):
    """Terms f_0, f_1, ..., ready for sums f_k e^(-i k angle) at any angle.

    `rows`: the terms as a matrix of about as many rows as columns, so that each sum takes two short tables of powers
    and two products of matrices."""

    rows: acb_mat

    @classmethod
    def of(cls, terms: Sequence[acb]) -> Waves:
        """The terms in order."""
        columns = max(_FEWEST_COLUMNS, math.isqrt(len(terms)))
        filled = [*terms, *[acb(0)] * (-len(terms) % columns)]
        return cls(acb_mat(len(filled) // columns, columns, filled))

    def sum(self, angle: arb) -> acb:
        """sum_k f_k e^(-i k angle)."""
        rows, columns = self.rows.nrows(), self.rows.ncols()
        near = acb_mat(_powers_of_each([acb(0, -angle).exp()], columns))
        far = acb_mat(_powers_of_each([acb(0, -columns * angle).exp()], rows)).transpose()
        return (far * (self.rows * near))[0, 0]


def trigonometric_sums(weights: Sequence[arb], angles: Sequence[arb], count: int) -> list[acb]:
    """[sum_j weights_j e^(ik angles_j) for 0 <= k < count].

    With k = k1 m + k2 and |k2| <= m/2, e^(ik a) = e^(i k1 m a) e^(i k2 a): two tables of about sqrt(count/2) and sqrt(2
    count) rows, and four products of real matrices. Each power is a product of two powers of half the exponent, so that
    chains of products, along which radii grow, stay short."""
    if count == 1:
        return [acb(sum(weights, arb(0)))]
    half = max(1, round(math.sqrt(count / 2)))
    rows = (count - 1 + half) // (2 * half) + 1
    first = [angle.sin_cos() for angle in angles]
    near = _powers([cosine for _, cosine in first], [sine for sine, _ in first], half + 1)
    ends = _times(near[half], near[half])
    far = _powers(*ends, rows)
    real = arb_mat([[w * x for w, x in zip(weights, cosines, strict=True)] for cosines, _ in far])
    imaginary = arb_mat([[w * x for w, x in zip(weights, sines, strict=True)] for _, sines in far])
    cosines, sines = (arb_mat([row[part] for row in near]).transpose() for part in (0, 1))
    cc, ss, sc, cs = real * cosines, imaginary * sines, imaginary * cosines, real * sines
    found = []
    for k in range(count):
        row = (k + half) // (2 * half)
        rest = k - row * 2 * half
        column = abs(rest)
        a, b, c, d = cc[row, column], ss[row, column], sc[row, column], cs[row, column]
        found.append(acb(a - b, c + d) if rest >= 0 else acb(a + b, c - d))
    return found


def decaying_sums(weights: Sequence[acb], exponents: Sequence[acb], count: int) -> list[acb]:
    """[sum_j weights_j e^(k exponents_j) for 0 <= k < count], for exponents whose real parts are not positive.

    With k = k1 m + k2 and 0 <= k2 < m: no power is larger than 1, so that what nearly vanishes stays small."""
    columns = math.isqrt(count - 1) + 1
    rows = (count - 1) // columns + 1
    near = _powers_of_each([x.exp() for x in exponents], columns + 1)
    far = _powers_of_each(near.pop(), rows)
    left = [[w * x for w, x in zip(weights, row, strict=True)] for row in far]
    right = acb_mat(near).transpose()
    most = max(1, _TERMS // (columns * right.nrows()))
    tables = [acb_mat(left[row : row + most]) * right for row in range(0, rows, most)]
    return [tables[k // columns // most][k // columns % most, k % columns] for k in range(count)]


def _powers_of_each(first: list[acb], count: int) -> list[list[acb]]:
    """Powers 0, 1, 2, ... of each number, each a product of two of about half the exponent."""
    found = [[acb(1)] * len(first), first]
    for k in range(2, count):
        found.append([x * y for x, y in zip(found[k // 2], found[k - k // 2], strict=True)])
    return found[:count]


_Wave = tuple[list[arb], list[arb]]
"""(cosines, sines) of one multiple of each angle."""


def _powers(cosines: list[arb], sines: list[arb], count: int) -> list[_Wave]:
    """Cosines and sines of 0, 1, ..., count - 1 times each angle."""
    found: list[_Wave] = [([arb(1)] * len(cosines), [arb(0)] * len(cosines)), (cosines, sines)]
    for k in range(2, count):
        found.append(_times(found[k // 2], found[k - k // 2]))
    return found[:count]


def _times(x: _Wave, y: _Wave) -> _Wave:
    cosines = [a * c - b * d for a, b, c, d in zip(*x, *y, strict=True)]
    sines = [a * d + b * c for a, b, c, d in zip(*x, *y, strict=True)]
    return cosines, sines
