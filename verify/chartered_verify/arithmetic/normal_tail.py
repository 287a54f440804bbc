"""The normal distribution function of a parabola between sums of exponentials, for all arguments from a start on."""

from __future__ import annotations

from flint import arb

from . import exponential_sums as of
from .exponential_sums import ZERO, Parabola, Sum


def normal_above(p: Parabola | None, start: arb) -> Sum:
    """A sum that Phi(p) does not exceed: e^(-t^2/2)/2 at p = -t <= 0."""
    if p is None:
        return ((arb(1), ZERO),)
    if (-p).nonnegative(start):
        t = -(p if p.straight else p.tangent(start))
        square = t.times(t)
        if square is not None and not p.constant:
            return ((arb(1) / 2, square.scaled(-arb(1) / 2)),)
    if p.nonnegative(start) and not p.constant:
        return ((arb(1), ZERO), *of.minus(normal_below(-p, start)))
    return ((_normal(p.at(start)), ZERO),) if (-p).rising(start) else ((arb(1), ZERO),)


def normal_below(p: Parabola | None, start: arb) -> Sum:
    """A sum that Phi(p) is not below: at p = -t <= -1, Phi > phi(t) t/(1+t^2) >= phi(t)/(2t), and log t lies below its
    tangents."""
    if p is None:
        return ()
    if p.nonnegative(start) and not p.constant:
        return ((arb(1), ZERO), *of.minus(normal_above(-p, start)))
    if p.rising(start):
        return ((_normal(p.at(start)), ZERO),)
    t, first = -p, -p.at(start)
    square = t.times(t)
    if square is None or not (t.rising(start) and first >= 1):
        return ()
    exponent = (square.scaled(-arb(1) / 2) - t.scaled(1 / first)).raised(1 - first.log() - (8 * arb.pi()).log() / 2)
    return ((arb(1), exponent),)


def _normal(x: arb) -> arb:
    return (-x / arb(2).sqrt()).erfc() / 2
