"""Parabolas c0 + c1 x + c2 x^2 and sums of their exponentials, for all x from a start on: the bounds that `decay`
computes with.

Coefficients are balls, and whatever is said holds for every choice in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import arb


@dataclass(frozen=True, slots=True, eq=False)
class Parabola:
    """c0 + c1 x + c2 x^2."""

    c0: arb
    c1: arb
    c2: arb

    def __add__(self, other: Parabola) -> Parabola:
        return Parabola(self.c0 + other.c0, self.c1 + other.c1, self.c2 + other.c2)

    def __neg__(self) -> Parabola:
        return Parabola(-self.c0, -self.c1, -self.c2)

    def __sub__(self, other: Parabola) -> Parabola:
        return self + -other

    def scaled(self, factor: arb) -> Parabola:
        """Times a number."""
        return Parabola(self.c0 * factor, self.c1 * factor, self.c2 * factor)

    def raised(self, by: arb) -> Parabola:
        """Plus a number."""
        return Parabola(self.c0 + by, self.c1, self.c2)

    def times(self, other: Parabola) -> Parabola | None:
        """The product, unless its degree is above 2."""
        high = self.c1 * other.c2, self.c2 * other.c1, self.c2 * other.c2
        if not all(c.is_zero() for c in high):
            return None
        square = self.c0 * other.c2 + self.c1 * other.c1 + self.c2 * other.c0
        return Parabola(self.c0 * other.c0, self.c0 * other.c1 + self.c1 * other.c0, square)

    @property
    def straight(self) -> bool:
        """Whether there is no square."""
        return bool(self.c2.is_zero())

    @property
    def constant(self) -> bool:
        """Whether it is a number."""
        return self.straight and bool(self.c1.is_zero())

    def at(self, x: arb) -> arb:
        """The value at a point."""
        return self.c0 + x * (self.c1 + x * self.c2)

    def rising(self, start: arb) -> bool:
        """Whether it certainly does not fall from `start` on."""
        return bool(self.c2 >= 0) and bool(self.c1 + 2 * self.c2 * start >= 0)

    def nonnegative(self, start: arb) -> bool:
        """Whether it is certainly not negative from `start` on."""
        return self.rising(start) and bool(self.at(start) >= 0)

    def tangent(self, x: arb) -> Parabola:
        """The tangent at a point: nowhere below a concave parabola."""
        return Parabola(self.c0 - self.c2 * x * x, self.c1 + 2 * self.c2 * x, arb(0))


ZERO = Parabola(arb(0), arb(0), arb(0))


def constant(x: arb) -> Parabola:
    """A number as a parabola."""
    return Parabola(x, arb(0), arb(0))


def over(parabolas: Sequence[Parabola]) -> Parabola:
    """A parabola that is nowhere below any of these, for x >= 0."""
    return Parabola(*(_largest(getattr(p, name) for p in parabolas) for name in ("c0", "c1", "c2")))


def _largest(numbers: Iterable[arb]) -> arb:
    first, *rest = numbers
    for x in rest:
        first = first.max(x)
    return first


Sum: TypeAlias = tuple[tuple[arb, Parabola], ...]
"""sum of c e^p over its terms (c, p)."""


def as_sum(p: Parabola, start: arb) -> Sum:
    """A sum that is nowhere above a parabola: x^n stands between start^n and e^(n (log start + x/start - 1))."""
    if p.constant:
        return ((p.c0, ZERO),)
    terms = [(p.c0, ZERO)]
    for n, c in ((1, p.c1), (2, p.c2)):
        grown = Parabola(n * (start.log() - 1), n / start, arb(0))
        terms += [(c.max(arb(0)) * start**n, ZERO), (c.min(arb(0)), grown)]
    return tuple((c, q) for c, q in terms if not c.is_zero())


def minus(one: Sum) -> Sum:
    """The negative."""
    return tuple((-c, p) for c, p in one)


def product(one: Sum, two: Sum) -> Sum:
    """The product of two."""
    return tuple((c * d, p + q) for c, p in one for d, q in two)


def positive_terms(one: Sum) -> Sum:
    """Without the terms that are certainly not positive: nowhere below the sum."""
    return tuple((c.max(arb(0)), p) for c, p in one if not c <= 0)


def _slowest_first(one: Sum) -> Sum:
    """The terms in the order in which they matter far out."""
    return tuple(sorted(one, key=lambda term: (-float(term[1].c2.mid()), -float(term[1].c1.mid()))))


def led(one: Sum, start: arb) -> tuple[arb, Parabola] | None:
    """(c, p) with c e^p not above the sum from `start` on, c > 0: a positive term less what the negative ones can take
    from it."""
    for c, p in _slowest_first(one):
        if c > 0:
            against = [(d, q - p) for d, q in one if not d >= 0]
            if all((-q).rising(start) for _, q in against):
                left = c + sum((d.min(arb(0)) * q.at(start).exp() for d, q in against), arb(0))
                if left >= 0:
                    return left, p
    return None


def nonnegative(one: Sum, start: arb) -> bool:
    """Whether the sum is certainly not negative from `start` on."""
    return all(c >= 0 for c, _ in one) or led(one, start) is not None


def log_above(one: Sum, start: arb) -> Parabola | None:
    """A parabola that the logarithm of the sum does not exceed; None if the sum is not positive."""
    terms = _slowest_first(positive_terms(one))
    if not terms:
        return None
    for i, (c, p) in enumerate(terms):
        others = [(d, q - p) for d, q in (*terms[:i], *terms[i + 1 :])]
        if all((-q).rising(start) for _, q in others):
            return p.raised(sum((d * q.at(start).exp() for d, q in others), c).log())
    return over([p for _, p in terms]).raised(sum((c for c, _ in terms), arb(0)).log())


def log_below(one: Sum, start: arb) -> Parabola | None:
    """A parabola that the logarithm of the sum is not below; None where the sum is not certainly positive."""
    found = led(one, start)
    return None if found is None or not found[0] > 0 else found[1].raised(found[0].log())


def ceiling(one: Sum, start: arb) -> arb | None:
    """A number that the sum does not exceed from `start` on; None if there is none."""
    total = arb(0)
    for c, p in one:
        if not c <= 0:
            if not (-p).rising(start):
                return None
            total += c.max(arb(0)) * p.at(start).exp()
        elif p.rising(start):
            total += c * p.at(start).exp()
    return total
