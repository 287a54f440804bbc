"""The privacy profile of random allocation with Gaussian noise, where a record is in one of t steps, by inversion of a
Laplace transform, every remainder bounded.

As in `random_allocation`, L = (r_1 + ... + r_t)/t is the mean of independent ratios, and p(s) = E(s - L)_+ gives both
directions. With M(w) = E e^(-wr) the Laplace transform of p is F(z) = M(z/t)^t/z^2. At the nodes z_k = c + ikh, c > 0,
with W = 2 pi/h, Poisson's summation formula gives the error of the trapezoidal rule exactly:
    (h/2 pi) sum_k F(z_k) e^(z_k s) = sum_m e^(-cmW) p(s + mW).

- Right copies (m > 0): 0 <= p(x) <= x.
- Left copies (m < 0): p(x) = 0 for x <= 0, and (x - L)_+ <= e^(b(x - L))/(e b), so that p(x) <= e^(bx) M(b/t)^t/(e b).
- Terms |k| >= K: if |M(c/t + iy/t)| <= D for y >= Kh, at most e^(cs) D^t/(pi h (K-1))."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.work_budget import charge
from flint import acb, acb_poly, arb
from msgspec import Struct

from ...basics.formulas.geometric_series import geometric
from .lognormal_ratio import Decay, Ratio, Rule
from .random_allocation import Curve

MOST_WORK = 1 << 20
"""The most points of all transforms together."""
_FARS = tuple(4 << k for k in range(40))
"""Standard deviations of L above 1 up to which a line serves."""
_ERROR_BITS = (48, *(128 << k for k in range(8)))
"""-log2 of the errors of lines: the first that is two thirds of a working precision, or more, serves it."""
_IN_FLOATS, _GROWTH, _CHOICE, _SPARE = 72, 16, 96, 32
"""The working precision in place of that of floats; the inverse of the share by which a number of nodes grows; the bits
in which lines are chosen; and those that sums may lose."""


class Steps(Struct, frozen=True):
    """`steps` steps, each of which is mu-GDP on the records in it."""

    mu_squared: Fraction
    steps: int

    def mu(self, xp: Arithmetic) -> Value:
        """mu."""
        return xp.sqrt(xp.number(self.mu_squared))

    def deviation(self, xp: Arithmetic) -> Value:
        """The standard deviation of L."""
        return xp.sqrt(xp.expm1(xp.number(self.mu_squared)) / self.steps)


def removal(steps: Steps) -> Curve:
    """E(L - e^eps)_+."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        ratio = xp.exp(epsilon)
        return xp.positive(1 - ratio + _shortfall(xp, steps, ratio, ratio))

    return curve


def addition(steps: Steps) -> Curve:
    """E(1 - e^eps L)_+."""

    def curve(xp: Arithmetic, epsilon: Value) -> Value:
        ratio = xp.exp(epsilon)
        return xp.positive(ratio * _shortfall(xp, steps, 1 / ratio, ratio))

    return curve


def _shortfall(xp: Arithmetic, steps: Steps, s: Value, most: Value) -> Value:
    """p(s), by the line that serves up to `most` >= s."""
    with xp.in_balls(_IN_FLOATS) as ball:
        here, end = ball.number(s), ball.number(most)
        deviation = steps.deviation(ball)
        fars = (far for far in _FARS if end < 1 + far * deviation)
        errors = (error for error in _ERROR_BITS if 3 * error >= 2 * ball.bits)
        far, error = next(fars, 0), next(errors, 0)
        if not far or not error:
            raise ArithmeticError("lines are laid neither so far off nor so exactly")
        found = inversion(steps, far, error).at(here)
    return xp.number(found)


class Inversion(Struct, frozen=True, eq=False):
    """p(s), narrow up to some s and sound beyond it.

    `order`, `spacing`, `count`, `left_order`: c, h, K and b, exact. `left`: M(b/t)^t. `beyond`: the bound D^t. `nodes`:
    F there, the first one halved, as the coefficients of a polynomial."""

    order: arb
    spacing: arb
    count: int
    left_order: arb
    left: arb
    beyond: arb
    nodes: acb_poly
    bits: int

    def at(self, s: arb) -> arb:
        """An enclosure of p(s). A ball of s is that of its middle, as 0 <= p' <= 1."""
        s, reach = s.mid(), arb(0, s.rad())
        with balls(self.bits) as xp:
            c, b, h = self.order, self.left_order, self.spacing
            period, rise = 2 * xp.pi / h, xp.exp(c * s)
            total = rise * h / xp.pi * self._sum(h * s)
            ratio = xp.exp(-c * period)
            copies = ratio / (1 - ratio) * (s + period / (1 - ratio))
            if not s <= period:
                copies += xp.exp(b * s - 1) * self.left / b * geometric(xp, -(b - c) * period)
            truncated = (rise * self.beyond / (xp.pi * h * (self.count - 1))).upper()
            return total - arb(0).union(copies.upper()) + (-truncated).union(truncated) + reach

    def _sum(self, angle: arb) -> arb:
        """The real part of the sum of F e^(ik angle), a polynomial."""
        charge(2 * self.count)
        return self.nodes(acb(0, angle).exp()).real


@lru_cache(maxsize=32)
def inversion(steps: Steps, far: int, bits: int) -> Inversion:
    """p(s) up to `far` standard deviations above 1, to about 2^-bits. Raises ArithmeticError if it takes too many
    points."""
    t = steps.steps
    with balls(_CHOICE) as xp:
        mu, deviation, error = steps.mu(xp), steps.deviation(xp), bits * xp.log(xp.number(2))
        half = 2 * xp.sqrt(error)
        period = xp.minimum((far + half) * deviation, 1 + far * deviation)
        order, left_order, spacing = (error / period).mid(), (half / deviation).mid(), (2 * xp.pi / period).mid()
        growth = order * far * deviation + (order * deviation) ** 2 / 2
        decay = Decay.of(xp, steps.mu_squared, order, t)
        count, truncated = _count(xp, decay, spacing / t, xp.exp(-2 * (error + growth) / t))
        turn = (count * spacing / order).atan() / mu
        rule = Rule.chosen(xp, mu, turn, error + growth + xp.log(xp.number(t)))
        lost = xp.floor_range((growth + turn**2 / 2) / xp.log(xp.number(2)))[-1] + 2 * t.bit_length()
    if count * rule.count > MOST_WORK:
        raise ArithmeticError("the transform of a mean of so few, or so uneven, ratios takes too many points")
    with balls(bits + lost + _SPARE) as xp:
        ratio = Ratio.of(xp, steps.mu(xp), rule)
        left = ratio.transform(xp, acb(left_order / t)).real ** t
        transforms = [ratio.transform(xp, acb(order, k * spacing) / t) for k in range(count)]
        terms = [m**t / acb(order, k * spacing) ** 2 for k, m in enumerate(transforms)]
        nodes = acb_poly([terms[0] / 2, *terms[1:]])
        return Inversion(order, spacing, count, left_order, left, truncated ** (arb(t) / 2), nodes, xp.bits)


def _count(xp: Any, decay: Decay, apart: arb, share: arb) -> tuple[int, arb]:
    """A number of nodes `apart` beyond which |M|^2 is about a share of what it is at the real axis; and its bound."""
    goal, count = decay.real**2 * share, _GROWTH
    while not (bound := decay.beyond(xp, count * apart)) < goal and count < MOST_WORK:
        count += 1 + count // _GROWTH
    return count, bound
