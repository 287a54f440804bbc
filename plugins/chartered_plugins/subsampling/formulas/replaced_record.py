"""A record that is replaced in a Poisson sample: the hockey-stick divergence of the two sampled outputs, by that of the
wrapped mechanism for a record that is removed.

Let R be the outputs without the record, P those with it and P' those with the other one in its place, q the rate, a =
e^eps >= 1, and A = (a - 1)(1 - q)/q. The sampled outputs are (1 - q) R + q P and (1 - q) R + q P', and for every
outcome

    (1 - q) R + q P - a ((1 - q) R + q P') = q (P - A R - a P') = q ((P - (A + c) R) + c (R - (a/c) P')).

So for any c > 0 their divergence is at most q (H(A + c) + c H'(a/c)), where H is the divergence of P from R (removal)
and H' that of R from P' (addition), as functions of e^eps. The best c attains it where R/P' falls as P/R does. Where
that of P from P' is known by itself, H'', it is also at most q (l H(A/l) + (1 - l) H''(a/(1 - l))) for any 0 < l < 1:
the last bracket is (l P - A R) + ((1 - l) P - a P')."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import exp
from typing import TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, floats
from chartered_verify.numeric.minimisation import minimise

from ...loss_distribution.formulas.connect_the_dots import Curve

_FARTHEST, _PLACES = Fraction(64), 4096
"""The largest log(a/c) that a search tries, and the number of places where it may end: so few that rounding in floats
decides nothing."""
Shares: TypeAlias = Callable[[Arithmetic, Value, Value], Sequence[Value]]
"""(xp, A, eps) -> the values of c, each of which gives a bound."""


def without_record(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """A = (e^eps - 1)(1 - q)/q."""
    return xp.expm1(epsilon) * (1 - rate) / rate


def divergence(xp: Arithmetic, curve: Curve, swapped: Curve, epsilon: Value) -> Value:
    """The hockey-stick divergence at any real eps, from `curve` at eps >= 0 and that of the swapped pair: H(a) = 1 - a
    + a H_swapped(1/a). If the sign of eps is not known, all values that H may have between e^eps and 1, where its slope
    is between -1 and 0."""
    if epsilon >= 0:
        return curve(xp, epsilon)
    below_one = -xp.expm1(epsilon)
    if epsilon < 0:
        return below_one + xp.exp(epsilon) * swapped(xp, -epsilon)
    start = curve(xp, xp.number(0))
    return xp.hull(xp.minimum(start, start + below_one), xp.maximum(start, start + below_one))


def delta(xp: Arithmetic, rate: Value, removal: Curve, addition: Curve, epsilon: Value, c: Value) -> Value:
    """q (H(A + c) + c H'(e^eps/c)), the bound by c >= 0; for c = 0 it is q H(A)."""
    with_c = without_record(xp, rate, epsilon) + c
    first = divergence(xp, removal, addition, xp.log(with_c)) if with_c > 0 else xp.hull(xp.positive(1 - with_c), 1)
    rest = c * divergence(xp, addition, removal, epsilon - xp.log(c)) if c > 0 else xp.hull(xp.number(0), c)
    return rate * (first + rest)


def gaussian_share(xp: Arithmetic, mu: Value, without: Value, epsilon: Value) -> Value:
    """The best c for N(mu), N(0) and N(-mu): a P'/R at the place x where P = A R + a P'. There e^(mu x) is the positive
    root of z^2 = A e^(mu^2/2) z + a, and c = a e^(-mu^2/2)/z. It is the best one on the integers, too."""
    half = without * xp.exp(mu * mu / 2) / 2
    a = xp.exp(epsilon)
    return a * xp.exp(-mu * mu / 2) / (half + xp.sqrt(half * half + a))


def bounded_shares(
    xp: Arithmetic, max_loss: Value, without: Value, epsilon: Value, *, fails: bool
) -> tuple[Value, ...]:
    """The best c for a mechanism whose losses are at most `max_loss`: a e^(-max_loss), at which R exceeds (a/c) P'
    nowhere. If it `fails` with some probability, one of four values of c is the best one: 0, that one, and those with
    A + c = e^max_loss and e^(-max_loss)."""
    c = xp.exp(epsilon - max_loss)
    if not fails:
        return (c,)
    ends = (xp.positive(xp.exp(sign * max_loss) - without) for sign in (1, -1))
    return (xp.number(0), c, *ends)


def max_loss(xp: Arithmetic, rate: Value, inner: Value, *, fails: bool) -> Value:
    """An eps from which on delta has its limit, if that of the mechanism is from `inner` on: where A + a e^(-inner) =
    e^inner, the loss log((1 - q + q e^inner)/(1 - q + q e^(-inner))); if it `fails`, where A = e^inner."""
    if fails:
        return xp.log1p(rate * xp.exp(inner) / (1 - rate))
    return xp.log1p(rate * xp.expm1(2 * inner) / (rate + (1 - rate) * xp.exp(inner)))


def tail_start(xp: Arithmetic, rate: Value, own: Value) -> Value:
    """B = log(1/(1-q)) + m^2/2 for normal noise, with P at the distance m = `own` from R. The sampled P' is at least
    (1-q) R, and the sampled P no farther from R than P is, so that delta'(eps) <= delta_m(eps - log(1/(1-q))). From B
    on this is at most Phi(-(eps - B)/m), and thus at most e^(-(eps - B)^2/(2 m^2))/2."""
    return own * own / 2 - xp.log1p(-rate)


def subgaussian_tail(xp: Arithmetic, rate: Value, own: Value) -> tuple[Value, Value, Value]:
    """(a, b, c) with -(eps - B)^2/(2 m^2) - log 2 = c + b eps - a eps^2."""
    start, twice = tail_start(xp, rate, own), 2 * own * own
    return 1 / twice, 2 * start / twice, -start * start / twice - xp.log(xp.number(2))


def propose_loss(rate: float, removal: Curve, addition: Curve, epsilon: float, end: Fraction | None) -> Fraction:
    """About the best log(a/c) for a mechanism whose losses are at most `end` (None: no end is known), found in floats:
    the bound is convex in c. Any other one gives a bound as well."""
    end = _FARTHEST if end is None else min(end, _FARTHEST)

    def bound(place: float) -> float:
        return float(delta(floats, rate, removal, addition, epsilon, exp(epsilon - place * float(end) / _PLACES)))

    place, _ = minimise(bound, 0.0, _PLACES / 2, float(_PLACES), tolerance=1e-4)
    return end * min((round(place), 0, _PLACES), key=bound) / _PLACES
