"""The Laplace transform of the likelihood ratio of Gaussian noise, which is lognormal, in the right half plane.

r = e^(mu X - mu^2/2) with X ~ N(0, 1), and M(w) = E e^(-wr). With v = arg(w)/mu the line of integration is moved down
by v, on which w r is real:

    M(w) = e^(v^2/2) int phi(x) e^(-|w| e^(mu x - mu^2/2)) e^(ivx) dx.

The trapezoidal rule at the points jk, |j| <= J: the integrand is analytic, and Re(w r) >= 0, up to the distance d <=
pi/(2 mu) from the line, so that the rule errs by at most 2 e^((v+d)^2/2)/(e^(2 pi d/k) - 1). What lies beyond the
points is at most e^(v^2/2) erfc(Jk/sqrt 2)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.work_budget import charge
from flint import acb, arb, arb_poly
from msgspec import Struct

_ERROR, _APART, _HIGHEST, _LOWEST, _NEWTON = 24, Fraction(1, 16), 32, 4, 4
"""Of the table of heights: -log of the error of values, the share by which one height is above the next, its ends, in
heights from which on the density and down to which the variance tells all, and Newton steps towards a largest value."""


class Rule(Struct, frozen=True):
    """A trapezoidal rule: k, J and d, exact numbers, for transforms at angles up to `turn` mu."""

    step: arb
    count: int
    strip: arb

    @classmethod
    def chosen(cls, xp: Any, mu: arb, turn: arb, error: arb) -> Rule:
        """A rule that errs by about e^-error."""
        strip = xp.minimum(xp.pi / (2 * mu), xp.sqrt(2 * error + turn**2)).lower()
        step = (2 * xp.pi * strip / (error + (turn + strip) ** 2 / 2)).mid()
        count = xp.floor_range(xp.sqrt(2 * error + turn**2) / step)[-1] + 1
        return cls(step, count, strip)


class Ratio(Struct, frozen=True, eq=False):
    """The ratio, with the points of a rule: `weights` k phi(jk), and `ratios` e^(mu jk - mu^2/2)."""

    mu: arb
    rule: Rule
    weights: Sequence[arb]
    ratios: Sequence[arb]

    @classmethod
    def of(cls, xp: Any, mu: arb, rule: Rule) -> Ratio:
        """In the precision of `xp`."""
        points = [rule.step * j for j in range(-rule.count, rule.count + 1)]
        scale = rule.step / xp.sqrt(2 * xp.pi)
        return cls(mu, rule, [scale * xp.exp(-x * x / 2) for x in points], [-xp.exp(mu * (x - mu / 2)) for x in points])

    def transform(self, xp: Any, w: acb) -> acb:
        """M(w) for Re w > 0. Raises ArithmeticError for others."""
        if not w.real > 0:
            raise ArithmeticError("the transform of a ratio is taken to the right of 0")
        rule, size = self.rule, abs(w)
        charge(len(self.ratios) * (2 + xp.bits // 64))
        turn = (w.imag / w.real).atan() / self.mu
        rise = xp.exp(turn**2 / 2)
        row = arb_poly([weight * (size * ratio).exp() for weight, ratio in zip(self.weights, self.ratios, strict=True)])
        total = row(acb(0, turn * rule.step).exp()) * acb(0, -turn * rule.step * rule.count).exp() * rise
        beyond = rise * xp.erfc(rule.step * rule.count / xp.sqrt(xp.number(2)))
        rule_error = 2 * xp.exp((abs(turn) + rule.strip) ** 2 / 2) / xp.expm1(2 * xp.pi * rule.strip / rule.step)
        error = (beyond + rule_error).upper()
        either = (-error).union(error)
        found: acb = total + acb(either, either)
        return found


class Decay(Struct, frozen=True, eq=False):
    """How |M(c + iy)|^2 falls with y: M(c), upper bounds from some y on, and the largest density."""

    real: arb
    bounds: Sequence[tuple[arb, arb]]
    largest: arb

    @classmethod
    def of(cls, xp: Any, square: Fraction, order: arb, steps: int) -> Decay:
        """For mu^2 and c = order/steps, by values at heights that are not far apart, from the highest down.

        f(r) e^(-cr) and r f(r) e^(-cr), for the density f, are unimodal: |M| and |M'| are at most twice their largest
        values over y. On the turned line |M(w)| <= e^(v^2/2) M(|w|), which falls. Also |M'(c + iy)| <= -M'(c), and
        |M|^2 rises from one height to the next by at most M M'' - M'^2 at c times the difference of their squares. With
        the record r is e^(mu^2) times as large: -M'(c) = M(e^(mu^2) c), and M''(c) = e^(mu^2) M(e^(2 mu^2) c)."""
        turn = xp.pi / (2 * xp.sqrt(xp.number(square)))
        with xp.refined(xp.floor_range(turn**2)[-1]) as fine:  # more than e^(turn^2/2), by which the transform cancels
            mu, c, more = fine.sqrt(fine.number(square)), order / steps, fine.exp(fine.number(square))
            ratio = Ratio.of(fine, mu, Rule.chosen(fine, mu, turn, fine.number(_ERROR)))
            real, first, second = (ratio.transform(fine, acb(c * more**k)).real for k in range(3))
            largest, steepest = (peak(fine, mu, c, k) for k in (1, 0))
            spread = more * second * real - first**2
            above, least = (2 * _HIGHEST * largest / real).mid(), real / (_LOWEST * fine.sqrt(spread))
            bound, found = (2 * largest / above) ** 2, list[tuple[arb, arb]]()
            while above > least:
                y = (above * (1 - fine.number(_APART))).mid()
                here = abs(ratio.transform(fine, acb(c, y)))
                risen = (here + (above - y) * fine.minimum(first, 2 * steepest / y)) ** 2
                risen = fine.minimum(risen, here**2 + spread * (above**2 - y**2))
                turned = fine.exp(turn**2) * ratio.transform(fine, acb(y)).real ** 2
                bound = fine.minimum(turned, fine.maximum(bound, risen)).upper()
                found.append((y, bound))
                above = y
            return cls(real, found, largest)

    def beyond(self, xp: Any, height: arb) -> arb:
        """An upper bound on |M(c + iy)|^2 for every y >= `height`. As 1 - cos(nt) <= n^2 (1 - cos t) for whole n, |M|^2
        falls from the real axis to y by at least 1/n^2 of what it falls to ny."""
        square = self.real**2
        least = xp.minimum(square, (2 * self.largest / height) ** 2)
        for y, bound in self.bounds:
            n = xp.floor_range(y / height)[-1] + 1
            least = xp.minimum(least, square - (square - bound) / n**2)
        found: arb = least.upper()
        return found


def peak(xp: Any, mu: arb, c: arb, k: int) -> arb:
    """An upper bound on the density of r times r^(1-k) e^(-cr), for every r = e^(mu x - mu^2/2).

    Its logarithm has a second derivative of at most -1 in x, so that it is at most half the square of its derivative
    above its value at any x."""
    x = -k * mu
    for _ in range(_NEWTON):
        tilted = c * xp.exp(mu * (x - mu / 2))
        x = (x - (x + mu * (k + tilted)) / (1 + mu**2 * tilted)).mid()
    tilted = c * xp.exp(mu * (x - mu / 2))
    slope = x + mu * (k + tilted)
    height = -x * x / 2 - k * mu * (x - mu / 2) - tilted
    found: arb = xp.exp(height + slope * slope / 2) / (mu * xp.sqrt(2 * xp.pi))
    return found
