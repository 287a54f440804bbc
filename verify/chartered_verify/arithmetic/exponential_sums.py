"""Quadratic polynomials c0 + c1 x + c2 x^2 and sums of their exponentials on [start, inf): the bounds of `asymptotic`.

Coefficients are balls; every bound holds for all numbers in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from flint import arb
from msgspec import Struct


class QuadraticPolynomial(Struct, frozen=True, eq=False):
    """c0 + c1 x + c2 x^2."""

    c0: arb
    c1: arb
    c2: arb

    def __add__(self, other: QuadraticPolynomial) -> QuadraticPolynomial:
        return QuadraticPolynomial(self.c0 + other.c0, self.c1 + other.c1, self.c2 + other.c2)

    def __neg__(self) -> QuadraticPolynomial:
        return QuadraticPolynomial(-self.c0, -self.c1, -self.c2)

    def __sub__(self, other: QuadraticPolynomial) -> QuadraticPolynomial:
        return self + -other

    def scaled(self, factor: arb) -> QuadraticPolynomial:
        """Times a number."""
        return QuadraticPolynomial(self.c0 * factor, self.c1 * factor, self.c2 * factor)

    def shifted(self, by: arb) -> QuadraticPolynomial:
        """Plus a number."""
        return QuadraticPolynomial(self.c0 + by, self.c1, self.c2)

    def times(self, other: QuadraticPolynomial) -> QuadraticPolynomial | None:
        """The product, unless its degree is above 2."""
        high = self.c1 * other.c2, self.c2 * other.c1, self.c2 * other.c2
        if not all(c.is_zero() for c in high):
            return None
        square = self.c0 * other.c2 + self.c1 * other.c1 + self.c2 * other.c0
        return QuadraticPolynomial(self.c0 * other.c0, self.c0 * other.c1 + self.c1 * other.c0, square)

    @property
    def linear(self) -> bool:
        """Whether the degree is at most 1."""
        return bool(self.c2.is_zero())

    @property
    def constant(self) -> bool:
        """Whether the degree is 0."""
        return self.linear and bool(self.c1.is_zero())

    def at(self, x: arb) -> arb:
        """The value at a point."""
        return self.c0 + x * (self.c1 + x * self.c2)

    def nondecreasing(self, start: arb) -> bool:
        """Whether it is certainly nondecreasing on [start, inf)."""
        return bool(self.c2 >= 0) and bool(self.c1 + 2 * self.c2 * start >= 0)

    def nonnegative(self, start: arb) -> bool:
        """Whether it is certainly nonnegative on [start, inf)."""
        return self.nondecreasing(start) and bool(self.at(start) >= 0)

    def tangent(self, x: arb) -> QuadraticPolynomial:
        """The tangent at a point; an upper bound if concave."""
        return QuadraticPolynomial(self.c0 - self.c2 * x * x, self.c1 + 2 * self.c2 * x, arb(0))


ZERO = QuadraticPolynomial(arb(0), arb(0), arb(0))


def constant(x: arb) -> QuadraticPolynomial:
    """A number as a polynomial."""
    return QuadraticPolynomial(x, arb(0), arb(0))


def upper_envelope(quadratics: Sequence[QuadraticPolynomial]) -> QuadraticPolynomial:
    """An upper bound on all of these polynomials for x >= 0: the coefficientwise maximum."""
    return QuadraticPolynomial(*(_largest(getattr(p, name) for p in quadratics) for name in ("c0", "c1", "c2")))


def _largest(numbers: Iterable[arb]) -> arb:
    first, *rest = numbers
    for x in rest:
        first = first.max(x)
    return first


Sum: TypeAlias = tuple[tuple[arb, QuadraticPolynomial], ...]
"""sum of c e^p over its terms (c, p)."""


def as_sum(p: QuadraticPolynomial, start: arb) -> Sum:
    """A sum that is a lower bound on p: start^n <= x^n <= e^(n (log start + x/start - 1))."""
    if p.constant:
        return ((p.c0, ZERO),)
    terms = [(p.c0, ZERO)]
    for n, c in ((1, p.c1), (2, p.c2)):
        grown = QuadraticPolynomial(n * (start.log() - 1), n / start, arb(0))
        terms += [(c.max(arb(0)) * start**n, ZERO), (c.min(arb(0)), grown)]
    return tuple((c, q) for c, q in terms if not c.is_zero())


def minus(one: Sum) -> Sum:
    """The negative of a sum."""
    return tuple((-c, p) for c, p in one)


def product(one: Sum, two: Sum) -> Sum:
    """The product of two sums."""
    return tuple((c * d, p + q) for c, p in one for d, q in two)


def positive_terms(one: Sum) -> Sum:
    """The sum without the terms that are certainly not positive: an upper bound."""
    return tuple((c.max(arb(0)), p) for c, p in one if not c <= 0)


def _slowest_first(one: Sum) -> Sum:
    """The terms sorted by growth, the dominant one first."""
    return tuple(sorted(one, key=lambda term: (-float(term[1].c2.mid()), -float(term[1].c1.mid()))))


def leading_term_below(one: Sum, start: arb) -> tuple[arb, QuadraticPolynomial] | None:
    """(c, p) with c e^p a lower bound on the sum on [start, inf), c >= 0: a positive term minus the largest ratio of
    the negative terms to it. None if there is none."""
    for c, p in _slowest_first(one):
        if c > 0:
            against = [(d, q - p) for d, q in one if not d >= 0]
            if all((-q).nondecreasing(start) for _, q in against):
                left = c + sum((d.min(arb(0)) * q.at(start).exp() for d, q in against), arb(0))
                if left >= 0:
                    return left, p
    return None


def nonnegative(one: Sum, start: arb) -> bool:
    """Whether the sum is certainly nonnegative on [start, inf)."""
    return all(c >= 0 for c, _ in one) or leading_term_below(one, start) is not None


def log_above(one: Sum, start: arb) -> QuadraticPolynomial | None:
    """A quadratic upper bound on the logarithm of the sum; None if the sum is nowhere positive."""
    terms = _slowest_first(positive_terms(one))
    if not terms:
        return None
    for i, (c, p) in enumerate(terms):
        others = [(d, q - p) for d, q in (*terms[:i], *terms[i + 1 :])]
        if all((-q).nondecreasing(start) for _, q in others):
            return p.shifted(sum((d * q.at(start).exp() for d, q in others), c).log())
    return upper_envelope([p for _, p in terms]).shifted(sum((c for c, _ in terms), arb(0)).log())


def log_below(one: Sum, start: arb) -> QuadraticPolynomial | None:
    """A quadratic lower bound on the logarithm of the sum; None if the sum is not certainly positive."""
    found = leading_term_below(one, start)
    return None if found is None or not found[0] > 0 else found[1].shifted(found[0].log())


def upper_bound(one: Sum, start: arb) -> arb | None:
    """A constant upper bound on the sum on [start, inf); None if there is none."""
    total = arb(0)
    for c, p in one:
        if not c <= 0:
            if not (-p).nondecreasing(start):
                return None
            total += c.max(arb(0)) * p.at(start).exp()
        elif p.nondecreasing(start):
            total += c * p.at(start).exp()
    return total
