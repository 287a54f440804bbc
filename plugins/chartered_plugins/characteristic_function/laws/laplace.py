"""Laplace noise: two atoms, and Gauss-Legendre quadrature with a proved remainder on the pieces between.

Let r be the rate, B(x) = (r/2) e^(-r |x|), and let the kinks be 0 and all shifts of a ratio. Beyond the outermost ones
p and q are constant: the least and the largest loss are atoms. Between neighbouring kinks a < b on the right of 0

    q is a constant,    p = A + C e^(2rx),    A = sum_(d <= a) w_d e^(rd),    C = sum_(d >= b) w_d e^(-rd),

and on the left likewise with q in the place of p, and |x| in that of x. There the one that varies has the exponent e,
z for p and 1 - z for q.

In an ellipse around such a piece whose heights are at most y, 4ry <= pi, |A + C e^(2rx)| is at most its value at Re x,
and at least cos(ry) times that; its argument rises with Re x and with the height, up to atan2(C' sin 2ry, A + C' cos
2ry) at the right end. The logarithm of e^(-rx) (A + C e^(2rx))^e is convex in x where e >= 0, and falls where e < 0: it
is largest at an end.

The density of the loss, weighted by e^(c loss), is a constant times g(x) = e^(-3rx) (A + C e^(2rx))^(e+1) on a piece,
which falls, and then rises if (2e - 1) C e^(2rx) passes 3A."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from chartered_verify.arithmetic import floats
from flint import arb

from ..formulas import gauss_legendre
from ..formulas.interval_losses import IntervalLoss
from .mixture import Mixture, Ratio

_MOST_POINTS, _MULTIPLE, _ELLIPSES = 2000, 8, 40
"""The largest number of nodes of a piece; the number of nodes is a multiple of the second, so that few rules serve many
orders; ellipses that are tried."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Between two kinks, at the distances `low` < `high` from 0 on the side `way`. `varies`: the mixture that is A + C
    e^(2r|x|) there, mirrored on the left; `constant`: the other one. `order`: the exponent of the first, that of the
    other one is 1 less it."""

    low: Fraction
    high: Fraction
    way: int
    varies: Mixture
    constant: Mixture

    def values(self, xp: Any, rate: Any) -> tuple[Any, Any, Any]:
        """(A, C, the constant)."""
        parts = [(xp.number(w), xp.number(d), d) for w, d in self.varies.parts]
        fixed = sum((w * xp.exp(rate * d) for w, d, exact in parts if exact <= self.low), xp.number(0))
        rising = sum((w * xp.exp(-rate * d) for w, d, exact in parts if exact > self.low), xp.number(0))
        other = (xp.number(w) * xp.exp(-rate * xp.number(abs(d))) for w, d in self.constant.parts)
        return fixed, rising, sum(other, xp.number(0))


@dataclass(frozen=True, slots=True)
class Points:
    """The rule on one piece: `count` nodes, and the parameter of the ellipse that bounds its remainder, a double."""

    count: int
    ellipse: float


Rule = tuple[Points, ...]
"""One for each piece."""


@dataclass(frozen=True, slots=True)
class Laplace:
    """Laplace noise. `rate`: r > 0, one over the scale."""

    rate: Fraction

    def kinks(self, ratio: Ratio) -> tuple[list[Fraction], list[Fraction]]:
        """The distances of the kinks from 0, on the right and on the left, 0 among both."""
        right, left = ({abs(d) for _, d in m.parts} | {Fraction(0)} for m in (ratio.p, ratio.q))
        return sorted(right), sorted(left)

    def pieces(self, ratio: Ratio) -> list[Piece]:
        """From left to right."""
        right, left = self.kinks(ratio)
        mirrored = ratio.q.mirrored
        below = [Piece(a, b, -1, mirrored, ratio.p) for a, b in pairwise(left)]
        return below[::-1] + [Piece(a, b, 1, ratio.p, ratio.q) for a, b in pairwise(right)]

    def tilt(self, xp: Any, shift: Fraction) -> Any:
        """r (|x| - |x - d|)."""
        r, d = xp.number(self.rate), xp.number(shift)
        return lambda x: r * (abs(x) - abs(x - d))

    def points(self, xp: Any, ratio: Ratio, rule: Rule) -> Iterator[tuple[Any, Any]]:
        """(place, logarithm of the weight) of the two atoms and of each node."""
        r, (right, left) = xp.number(self.rate), self.kinks(ratio)
        for end in (-xp.number(left[-1]), xp.number(right[-1])):
            yield end, -r * abs(end) - xp.log(xp.number(2))
        for piece, at in zip(self.pieces(ratio), rule, strict=True):
            half, middle = (xp.number((piece.high + sign * piece.low) / 2) for sign in (-1, 1))
            log = xp.log(half * r / 2)
            for u, weight in gauss_legendre.rule(at.count, xp.rest_bits):
                x = middle + half * xp.number(u)
                yield piece.way * x, xp.log(xp.number(weight)) + log - r * x

    def plan(self, ratio: Ratio, order: float, height: float, nats: float) -> Rule:
        """A remainder of about e^-nats, relative to M at the order, at heights up to `height`. Raises ArithmeticError
        for too many nodes."""
        return _plan(self, ratio, order, height, nats)

    def radius(self, xp: Any, ratio: Ratio, order: Any, rule: Rule, height: Any, total: Any) -> Any:
        """The remainders of all pieces. Raises ArithmeticError for an ellipse in which they do not hold."""
        found = xp.number(0)
        for piece, at in zip(self.pieces(ratio), rule, strict=True):
            rho = arb(at.ellipse)
            size = xp.exp(self.log_size(xp, piece, order, height, rho))
            found = found + gauss_legendre.remainder(xp, at.count, rho, size)
        return found

    def log_size(self, xp: Any, piece: Piece, order: Any, height: Any, rho: Any) -> Any:
        """The logarithm of the largest integrand in the ellipse of parameter rho, times half the piece."""
        r, (fixed, rising, other) = xp.number(self.rate), piece.values(xp, xp.number(self.rate))
        half, middle = (xp.number((piece.high + sign * piece.low) / 2) for sign in (-1, 1))
        power = order if piece.way > 0 else 1 - order
        wide, y = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
        angle = 2 * r * y
        if not (rho > 1 and 2 * angle < xp.pi):
            raise ArithmeticError("the ellipse is wider than the integrand allows")
        sine, cosine = xp.variant(arb.sin_cos, floats=lambda t: (math.sin(t), math.cos(t)))(angle)

        def log(x: Any) -> Any:
            return power * xp.log(fixed + rising * xp.exp(2 * r * x)) - r * x

        grown = rising * xp.exp(2 * r * (middle + wide))
        turn = xp.variant(arb.atan2, floats=math.atan2)(grown * sine, fixed + grown * cosine)
        size = xp.maximum(log(middle - wide), log(middle + wide)) + height * turn
        if not power >= 0:  # a ball across 0, too
            size = size + power * xp.log((1 + cosine) / 2) / 2
        return size + (1 - power) * xp.log(other) + xp.log(half * r / 2)

    def loss(self, xp: Any, ratio: Ratio, order: Any, log_moment: Any) -> IntervalLoss:
        """The law of the loss weighted for a real order."""
        ends = [self.end(xp, ratio, way) for way in (-1, 1)]
        atoms = [xp.exp(w + order * p + (1 - order) * q - log_moment) for p, q, w in ends]
        shapes = [self.density(xp, piece, order, log_moment) for piece in self.pieces(ratio)]
        least, variation, last = shapes[0][1], xp.number(0), None
        for first, lowest, then in shapes:
            variation = variation + first + then - 2 * lowest
            variation = variation if last is None else variation + abs(first - last)
            least, last = xp.minimum(least, lowest), then
        outer = shapes[0][0], shapes[-1][2]
        width = ends[1][0] - ends[1][1] - (ends[0][0] - ends[0][1])
        inside = variation - (outer[0] + outer[1] - 2 * least)
        return IntervalLoss(width, (atoms[0], atoms[1]), outer, least, inside)

    def end(self, xp: Any, ratio: Ratio, way: int) -> tuple[Any, Any, Any]:
        """(log p, log q, log of the noise's mass) beyond the outermost kink."""
        place = way * self.kinks(ratio)[0 if way > 0 else 1][-1]
        p, q = (m.log(xp, self.tilt)(xp.number(place)) for m in (ratio.p, ratio.q))
        return p, q, -xp.number(self.rate * abs(place)) - xp.log(xp.number(2))

    def density(self, xp: Any, piece: Piece, order: Any, log_moment: Any) -> tuple[Any, Any, Any]:
        """The density of the weighted loss: at the left end, the least value, at the right end of the piece."""
        r, (fixed, rising, other) = xp.number(self.rate), piece.values(xp, xp.number(self.rate))
        power = order if piece.way > 0 else 1 - order
        scale = (1 - power) * xp.log(other) - xp.log(4 * rising) - log_moment

        def at(x: Any) -> Any:
            return xp.exp((power + 1) * xp.log(fixed + rising * xp.exp(2 * r * x)) - 3 * r * x + scale)

        low, high = (xp.number(x) for x in (piece.low, piece.high))
        near, far = at(low), at(high)
        lowest = far
        if 2 * power > 1:
            turn = xp.log(3 * fixed / ((2 * power - 1) * rising)) / (2 * r) if fixed > 0 else low
            lowest = near if turn <= low else far if turn >= high else xp.minimum(at(turn), xp.minimum(near, far))
        return (near, lowest, far) if piece.way > 0 else (far, lowest, near)


@lru_cache(maxsize=4096)
def _plan(noise: Laplace, ratio: Ratio, order: float, height: float, nats: float) -> Rule:
    ends = [noise.end(floats, ratio, way) for way in (-1, 1)]
    level = max(w + order * p + (1 - order) * q for p, q, w in ends)
    return tuple(_points(noise, piece, order, height, nats + 1 - level) for piece in noise.pieces(ratio))


def _points(noise: Laplace, piece: Piece, order: float, height: float, nats: float) -> Points:
    """The rule with the fewest nodes for a remainder of about e^-nats."""
    half = float(piece.high - piece.low) / 2
    widest, fewest, best = math.asinh(0.999 * math.pi / (4 * float(noise.rate) * half)), math.inf, 2.0
    for k in range(_ELLIPSES):
        spread = widest * 2 ** (-k / 6)
        size = noise.log_size(floats, piece, order, height, math.exp(spread)) - math.log(-math.expm1(-2 * spread)) + 1.5
        needed = (size + nats) / (2 * spread)
        fewest, best = min((fewest, best), (needed, math.exp(spread)))
    if not fewest <= _MOST_POINTS:
        raise ArithmeticError(f"the moment generating function needs {fewest:.3g} nodes, more than {_MOST_POINTS}")
    return Points(_MULTIPLE * max(1, math.ceil(fewest / _MULTIPLE)), best)
