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
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from chartered_verify.arithmetic import floats
from chartered_verify.large_packages import numpy
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from ..formulas import gauss_legendre
from ..formulas.bound_along_line import IntervalLoss
from .mixture import Mixture, Ratio

_MOST_POINTS, _MOST_TERMS, _MULTIPLE = 2000, 20_000_000, 8
"""The largest number of nodes of a piece, and of terms of all sums of a line; the number of nodes is a multiple of the
third, so that few rules serve many orders."""
_ELLIPSES, _COARSE = 40, 4
"""Ellipses, of which every fourth is tried first."""


class Piece(Struct, frozen=True):
    """Between two kinks, at the distances `low` < `high` from 0 on the side `way`. `varies`: the mixture that is A + C
    e^(2r|x|) there, mirrored on the left; `constant`: the other one. The exponent of the second is 1 less that of the
    first."""

    low: Fraction
    high: Fraction
    way: int
    varies: Mixture
    constant: Mixture

    def values(self, xp: Any, rate: Any) -> tuple[Any, Any]:
        """(A, C)."""
        parts = [(xp.number(w), xp.number(d), d) for w, d in self.varies.parts]
        fixed = sum((w * xp.exp(rate * d) for w, d, exact in parts if exact <= self.low), xp.number(0))
        rising = sum((w * xp.exp(-rate * d) for w, d, exact in parts if exact > self.low), xp.number(0))
        return fixed, rising

    def power(self, order: Any) -> Any:
        """The exponent of the mixture that varies."""
        return order if self.way > 0 else 1 - order

    def middle(self, xp: Any) -> tuple[Any, Any]:
        """(its distance from 0, half of the length)."""
        return xp.number((self.high + self.low) / 2), xp.number((self.high - self.low) / 2)


class Points(Struct, frozen=True):
    """The rule on one piece: `count` nodes, and the parameter of the ellipse that bounds its remainder, a double."""

    count: int
    ellipse: float


class Rule(Struct, frozen=True):
    """`pieces`: that on each of them."""

    pieces: tuple[Points, ...]
    shift: ClassVar[float] = 0.0

    @property
    def count(self) -> int:
        """With both atoms."""
        return 2 + sum(at.count for at in self.pieces)

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at this number of orders. Raises ArithmeticError for too many terms."""
        if orders * self.count > _MOST_TERMS:
            raise ArithmeticError(f"the integral needs {orders} orders of {self.count} nodes each")
        rules = sum(gauss_legendre.work(at.count, bits) for at in self.pieces)
        return self.count * (4 + bits // 16) + orders * self.count * (bits + 128) // 700 + rules


class Laplace(Struct, frozen=True):
    """Laplace noise. `rate`: r > 0, one over the scale."""

    rate: Fraction
    integers: ClassVar[bool] = False

    @property
    def mirrored(self) -> Laplace:
        """The same noise."""
        return self

    def total_variation(self, xp: Any, shift: Fraction) -> Any:
        """1 - e^(-r shift/2)."""
        return -xp.expm1(-xp.number(self.rate * shift) / 2)

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

    def far(self, xp: Any, mixture: Mixture, way: int) -> Any:
        """The logarithm of its density relative to the noise to the right or to the left of all shifts and of 0."""
        rate = way * self.rate
        return xp.log1p(sum((xp.number(w) * xp.expm1(xp.number(rate * d)) for w, d in mixture.parts), xp.number(0)))

    def end(self, xp: Any, ratio: Ratio, way: int) -> tuple[Any, Any, Any]:
        """(log p, log q, log of the noise's mass) beyond the outermost kink."""
        place = self.kinks(ratio)[0 if way > 0 else 1][-1]
        p, q = (self.far(xp, m, way) for m in (ratio.p, ratio.q))
        return p, q, -xp.number(self.rate * place) - xp.log(xp.number(2))

    def terms(self, xp: Any, ratio: Ratio, at: Rule) -> list[tuple[Any, Any, Any]]:
        """(log p, log q, the logarithm of the weight) of the two atoms and at each node; in floats one array of each on
        every piece."""
        charge(4 * at.count * (len(ratio.p.parts) + len(ratio.q.parts)))
        r, found = xp.number(self.rate), [self.end(xp, ratio, way) for way in (-1, 1)]
        for piece, points in zip(self.pieces(ratio), at.pieces, strict=True):
            middle, half = piece.middle(xp)
            varies, constant = piece.varies.log(xp, self.tilt), self.far(xp, piece.constant, piece.way)
            scale = xp.log(half * r / 2)
            for u, log_weight in xp.variant(_in_balls, floats=_in_floats)(points.count, xp.rest_bits):
                x = middle + half * u
                p, q = (varies(x), constant)[:: piece.way]
                found.append((p, q, log_weight + scale - r * x))
        return found

    def plan(self, ratio: Ratio, order: float, height: float, nats: float) -> Rule:
        """A remainder of about e^-nats, relative to M at the order, at heights up to `height`. Raises ArithmeticError
        for too many nodes."""
        return _plan(self, ratio, order, height, nats)

    def radius(self, xp: Any, ratio: Ratio, order: Any, at: Rule, height: Any, total: Any) -> Any:
        """The remainders of all pieces. Raises ArithmeticError for an ellipse in which they do not hold."""
        found = xp.number(0)
        for piece, points in zip(self.pieces(ratio), at.pieces, strict=True):
            rho = arb(points.ellipse)
            size = xp.exp(self.log_size(xp, piece, order, height)(rho))
            found = found + gauss_legendre.remainder(xp, points.count, rho, size)
        return found

    def log_size(self, xp: Any, piece: Piece, order: Any, height: Any) -> Callable[[Any], Any]:
        """rho -> the logarithm of the largest integrand in the ellipse of that parameter, times half the piece."""
        r, power = xp.number(self.rate), piece.power(order)
        (fixed, rising), (middle, half) = piece.values(xp, r), piece.middle(xp)
        scale = (1 - power) * self.far(xp, piece.constant, piece.way) + xp.log(half * r / 2)
        sin_cos = xp.variant(arb.sin_cos, floats=lambda t: (math.sin(t), math.cos(t)))
        atan2 = xp.variant(arb.atan2, floats=math.atan2)

        def log(x: Any) -> Any:
            return power * xp.log(fixed + rising * xp.exp(2 * r * x)) - r * x

        def log_size(rho: Any) -> Any:
            wide, y = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
            angle = 2 * r * y
            if not (rho > 1 and 2 * angle < xp.pi):
                raise ArithmeticError("the ellipse is wider than the integrand allows")
            sine, cosine = sin_cos(angle)
            grown = rising * xp.exp(2 * r * (middle + wide))
            turn = atan2(grown * sine, fixed + grown * cosine)
            size = xp.maximum(log(middle - wide), log(middle + wide)) + height * turn + scale
            return size if power >= 0 else size + power * xp.log((1 + cosine) / 2) / 2  # a ball across 0, too

        return log_size

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

    def density(self, xp: Any, piece: Piece, order: Any, log_moment: Any) -> tuple[Any, Any, Any]:
        """The density of the weighted loss: at the left end, the least value, at the right end of the piece."""
        r, power = xp.number(self.rate), piece.power(order)
        fixed, rising = piece.values(xp, r)
        scale = (1 - power) * self.far(xp, piece.constant, piece.way) - xp.log(4 * rising) - log_moment

        def at(x: Any) -> Any:
            return xp.exp((power + 1) * xp.log(fixed + rising * xp.exp(2 * r * x)) - 3 * r * x + scale)

        low, high = (xp.number(x) for x in (piece.low, piece.high))
        near, far = at(low), at(high)
        lowest = far
        if 2 * power > 1:
            turn = xp.log(3 * fixed / ((2 * power - 1) * rising)) / (2 * r) if fixed > 0 else low
            lowest = near if turn <= low else far if turn >= high else xp.minimum(at(turn), xp.minimum(near, far))
        return (near, lowest, far) if piece.way > 0 else (far, lowest, near)


def _in_balls(count: int, bits: int) -> Iterator[tuple[Any, Any]]:
    """(node, logarithm of its weight)."""
    yield from ((u, weight.log()) for u, weight in gauss_legendre.rule(count, bits))


@lru_cache(maxsize=64)
def _in_floats(count: int, bits: int) -> list[tuple[Any, Any]]:
    """All nodes in one array, and the logarithms of their weights."""
    u, weights = numpy.array([(float(u), float(weight)) for u, weight in gauss_legendre.rule(count, bits)]).T
    return [(u, numpy.log(weights))]


@lru_cache(maxsize=4096)
def _plan(noise: Laplace, ratio: Ratio, order: float, height: float, nats: float) -> Rule:
    ends, pieces = [noise.end(floats, ratio, way) for way in (-1, 1)], noise.pieces(ratio)
    level = max(w + order * p + (1 - order) * q for p, q, w in ends) - math.log(len(pieces))
    return Rule(tuple(_points(noise, piece, order, height, nats - level) for piece in pieces))


def _points(noise: Laplace, piece: Piece, order: float, height: float, nats: float) -> Points:
    """The rule with the fewest nodes for a remainder of about e^-nats, from coarse to fine: the number of nodes hardly
    ever has a second minimum."""
    half, log_size = float(piece.high - piece.low) / 2, noise.log_size(floats, piece, order, height)
    widest = math.asinh(0.999 * math.pi / (4 * float(noise.rate) * half))

    def needed(k: int) -> tuple[float, float]:
        spread = widest * 2 ** (-k / 6)
        size = log_size(math.exp(spread)) - math.log(-math.expm1(-2 * spread)) + 1.5
        return (size + nats) / (2 * spread), math.exp(spread)

    near = min(range(0, _ELLIPSES, _COARSE), key=needed)
    fewest, ellipse = min(needed(k) for k in range(max(0, near - _COARSE + 1), near + _COARSE))
    if not -math.inf < fewest <= _MOST_POINTS:
        raise ArithmeticError(f"the moment generating function needs more than {_MOST_POINTS} nodes between two kinks")
    return Points(_MULTIPLE * max(1, math.ceil(fewest / _MULTIPLE)), ellipse)
