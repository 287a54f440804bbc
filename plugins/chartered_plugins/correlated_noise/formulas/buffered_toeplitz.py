"""Buffered linear Toeplitz matrices (BLT): the first column is 1, and m rows below it the sum of w t^(m-1) over the
buffers, each with a scale w and a decay t. How far a record moves the rows takes as long for any number of steps.

Let a record be in the steps 0, s, 2s, ... With u = t^s and g_a(u) = 1 + u + ... + u^(a-1) for each buffer, the sum of
its columns is

    1 + sum w t^(s-1) g_a(u)      in row a s,
    sum w t^(m-1) g_(a+1)(u)      m rows below it, up to row (a+1) s, or to the last one after its last step.

Sums of products g_a(u) g_a(v) are found by doubling, from those of half as many terms."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from typing import NamedTuple

from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.work_budget import charge
from msgspec import Struct

from . import banded_toeplitz

_DEAR = 2000
"""The work of the sums of a pair of buffers, at the most steps."""


class Buffered(Struct, frozen=True):
    """The buffers, each with its scale and its decay: 0 < w, 0 < t <= 1."""

    buffers: tuple[tuple[Fraction, Fraction], ...]

    def overlaps(self, separation: int) -> bool:
        """Whether columns that are so far apart have rows in common: always."""
        return True

    def falls(self) -> bool:
        """Whether no entry is above the one before it: the second one is the sum of the scales."""
        return sum(scale for scale, _ in self.buffers) <= 1

    def few(self, steps: int, separation: int, uses: int) -> bool:
        """Whether there are not too many rows to add up: never, as they are not added one by one."""
        return True

    def bands(self, steps: int) -> int:
        """How many diagonals are not 0: all."""
        return steps

    def bits(self, steps: int) -> int:
        """How many bits the common denominator of the entries has at most."""
        return sum(w.denominator.bit_length() + steps * t.denominator.bit_length() for w, t in self.buffers)

    def column(self, steps: int) -> banded_toeplitz.Band:
        """The entries of the first column, which are few."""
        below = (sum(w * t**m for w, t in self.buffers) for m in range(steps - 1))
        return banded_toeplitz.of([Fraction(1), *map(Fraction, below)])

    def moved(self, steps: int, separation: int, uses: int) -> Number:
        """The squared norm of the sum of the columns 0, s, 2s, ..., the last of which begins in one of the steps."""
        return lambda xp: self._moved(xp, steps, separation, uses)

    def above(self, steps: int, separation: int, uses: int) -> Number:
        """An upper bound on the squared norm of any sum of columns: each of them has at most the norm of the first."""
        return lambda xp: xp.number(uses**2) * self._moved(xp, steps, steps, 1)

    def _moved(self, xp: Arithmetic, steps: int, separation: int, uses: int) -> Value:
        total, rows = xp.number(uses), (separation - 1, steps - (uses - 1) * separation - 1)
        charge(len(self.buffers) ** 2 * _DEAR)
        logs = [-xp.log1p(xp.number((1 - t) / t)) for _, t in self.buffers]  # of t, near 0 and near 1
        scales = [xp.number(w) for w, _ in self.buffers]
        factors = [(xp.exp(separation * log), xp.exp((separation - 1) * log)) for log in logs]
        for n, m in combinations_with_replacement(range(len(logs)), 2):
            (u, before_u), (v, before_v) = factors[n], factors[m]
            found = _sums(xp, u, v, uses - 1)
            between, last = (_sums(xp, xp.exp(logs[n] + logs[m]), xp.number(0), k).g for k in rows)
            products = (between + before_u * before_v) * found.products
            products += last * (1 + u * found.g) * (1 + v * found.h)
            total += (1 if n == m else 2) * scales[n] * scales[m] * products
            if n == m:
                total += 2 * scales[n] * before_u * found.total_g
        return total


class _Sums(NamedTuple):
    """g_n(u), g_n(v); the sums of g_a(u), of g_a(v) and of their products over a = 1, ..., n."""

    g: Value
    h: Value
    total_g: Value
    total_h: Value
    products: Value


def _sums(xp: Arithmetic, u: Value, v: Value, n: int) -> _Sums:
    """Of n terms, by the binary digits of n: g_(k+a)(u) = g_k(u) + u^k g_a(u)."""
    g = h = total_g = total_h = products = xp.number(0)
    uk, vk, k = xp.number(1), xp.number(1), 0
    for digit in f"{n:b}":
        cross = k * g * h + g * vk * total_h + h * uk * total_g
        products += cross + uk * vk * products
        total_g, total_h = total_g + k * g + uk * total_g, total_h + k * h + vk * total_h
        g, h, uk, vk, k = g + uk * g, h + vk * h, uk * uk, vk * vk, 2 * k
        if digit == "1":
            g, h, uk, vk, k = 1 + u * g, 1 + v * h, uk * u, vk * v, k + 1
            total_g, total_h, products = total_g + g, total_h + h, products + g * h
    return _Sums(g, h, total_g, total_h, products)
