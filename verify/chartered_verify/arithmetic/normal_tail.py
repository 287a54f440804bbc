"""Bounds on the normal distribution function Phi(p) of a quadratic polynomial p, by sums of exponentials on [start,
inf)."""

from __future__ import annotations

from flint import arb

from . import exponential_sums as sums
from .exponential_sums import ZERO, QuadraticPolynomial, Sum


def normal_above(p: QuadraticPolynomial | None, start: arb) -> Sum:
    """An upper bound on Phi(p): e^(-t^2/2)/2 at p = -t <= 0."""
    if p is None:
        return ((arb(1), ZERO),)
    if (-p).nonnegative(start):
        t = -(p if p.linear else p.tangent(start))
        square = t.times(t)
        if square is not None and not p.constant:
            return ((arb(1) / 2, square.scaled(-arb(1) / 2)),)
    if p.nonnegative(start) and not p.constant:
        return ((arb(1), ZERO), *sums.minus(normal_below(-p, start)))
    return ((_normal(p.at(start)), ZERO),) if (-p).nondecreasing(start) else ((arb(1), ZERO),)


def normal_below(p: QuadraticPolynomial | None, start: arb) -> Sum:
    """A lower bound on Phi(p): at p = -t <= -1, Phi(-t) > phi(t) t/(1+t^2) >= phi(t)/(2t) (Gordon 1941), and log t lies
    below its tangents."""
    if p is None:
        return ()
    if p.nonnegative(start) and not p.constant:
        return ((arb(1), ZERO), *sums.minus(normal_above(-p, start)))
    if p.nondecreasing(start):
        return ((_normal(p.at(start)), ZERO),)
    t, first = -p, -p.at(start)
    square = t.times(t)
    if square is None or not (t.nondecreasing(start) and first >= 1):
        return ()
    exponent = (square.scaled(-arb(1) / 2) - t.scaled(1 / first)).shifted(1 - first.log() - (8 * arb.pi()).log() / 2)
    return ((arb(1), exponent),)


def _normal(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2
