"""Bounds on |M| along a vertical line for a loss in an interval, whose law has an atom at either end and a density
between: Laplace noise, also on a Poisson sample.

Let mu be the law of the loss l weighted by e^(cl), divided by M(c), W the width of the interval, and m(y) = |M(c +
iy)|/M(c) for y > 0. Then 1 - m(y)^2 is the mean of 1 - cos(y (l - l')) over independent l and l' of law mu.

- No |l - l'| is larger than W, so m decreases for 0 <= y <= pi/W.
- Pairs: for atoms a_0, a_1 and a density of at least f, the pairs of an atom and another point contribute at least
  2 (a_0 + a_1) f (W - sin(yW)/y). For y >= pi/W, sin(yW)/(yW) is at most 1/(2 pi): it is not positive up to 2 pi/W.
- Parts: by partial integration the density, f_0 and f_1 at the two ends, contributes f_1 e^(iyW)/(iy) - f_0/(iy) less
  an integral of at most V/y, V its variation. What belongs to an atom is at a right angle to it, so m(y) is at most
  sqrt(a_0^2 + (f_0/y)^2) + sqrt(a_1^2 + (f_1/y)^2) + V/y, which decreases. A density that decreases, and then may
  increase, has V = f_0 + f_1 - 2f with f its least value.
- Heights in steps: m changes by at most k |y - y'|, k the mean distance of l to an end of the interval. So no m between
  two heights at a distance h is more than kh/2 above the larger one of the two; beyond the last height, parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

from msgspec import Struct

MOST_STEPS, MOST_TURNS = 1024, 600.0
"""The largest number of heights in steps, and the largest height times W among them."""
Sizes = Callable[[Fraction, int], Sequence[Any]]
"""m at 0, 1, 2, ... times a spacing, for a number of heights."""


def over_heights(xp: Any, width: Any, height: Any, here: Callable[[], Any], far: Callable[[Any, Any], Any]) -> Any:
    """A bound on m at all heights from `height` on, for a loss in an interval of this width. `here`: m at the height;
    `far`: a bound for all heights from a given one on that is at least pi/width, if possible at most a second one."""
    half_period = xp.pi / width
    if height >= half_period:
        return far(height, xp.number(0))
    value = here()
    return xp.maximum(value, far(half_period, value))


class IntervalLoss(Struct, frozen=True):
    """The law mu of a loss, in any arithmetic. `width`: W; `atoms`: a_0 and a_1; `ends`: f_0 and f_1; `least`: f, the
    least value of the density, or less; `inside`: by how much it varies more than if it fell to that value and rose
    again."""

    width: Any
    atoms: tuple[Any, Any]
    ends: tuple[Any, Any]
    least: Any
    inside: Any = 0

    @property
    def variation(self) -> Any:
        """V."""
        return self.ends[0] + self.ends[1] - 2 * self.least + self.inside

    def beyond(self, xp: Any, height: Any, here: Callable[[], Any], by_steps: Callable[[], Any]) -> Any:
        """A bound on m at all heights from `height` on. `here`: m there; `by_steps`: the bound by heights in steps."""
        return over_heights(xp, self.width, height, here, lambda y, enough: self.far(xp, y, enough, by_steps))

    def far(self, xp: Any, height: Any, enough: Any, by_steps: Callable[[], Any]) -> Any:
        """A bound on m from a height on that is at least pi/W, by heights in steps only if the others are above
        `enough`."""
        bound = xp.minimum(self.by_pairs(xp), self.by_parts(xp, height))
        return bound if bound <= enough else xp.minimum(bound, by_steps())

    def by_pairs(self, xp: Any) -> Any:
        """The bound by pairs, for every y >= pi/W."""
        share = 2 * (self.atoms[0] + self.atoms[1]) * self.least * self.width
        return xp.sqrt(xp.positive(1 - share * (1 - 1 / (2 * xp.pi))))

    def by_parts(self, xp: Any, height: Any) -> Any:
        """The bound by parts, from a height on."""
        edges = [xp.sqrt(a * a + (f / height) ** 2) for a, f in zip(self.atoms, self.ends, strict=True)]
        return edges[0] + edges[1] + self.variation / height

    def by_steps(self, xp: Any, distance: Any, sizes: Sizes) -> Any:
        """The bound by heights in steps, for every y >= pi/W; 1 if it would take too many. `distance`: k, or more.

        With t the larger one of m(pi/W) and m(2 pi/W), the steps end where the bound by parts is about t, and are so
        close that they add (1 - t)/10."""
        turns = sizes(Fraction(math.pi / float(self.width)), 3)
        top, atoms = max(float(turns[1]), float(turns[2])), float(self.atoms[0] + self.atoms[1])
        spacing, last = 0.2 * (1 - top) / float(distance), 1.1 * float(self.variation) / max(top - atoms, 1e-9)
        if not (last * float(self.width) < MOST_TURNS and last < MOST_STEPS * spacing):
            return xp.number(1)
        step = Fraction(spacing)
        first = self._before(xp, step)
        count = 2 + max(first, math.ceil(last / spacing))
        most = reduce(xp.maximum, sizes(step, count)[first:])
        between = most + distance * xp.number(step) / 2
        return xp.maximum(between, self.by_parts(xp, xp.number(step * (count - 1))))

    def _before(self, xp: Any, step: Fraction) -> int:
        """A number of steps, about as many as there are, that certainly does not exceed pi/W."""
        first = math.ceil(math.pi / float(self.width * xp.number(step)))
        return next(k for k in range(first, -1, -1) if k == 0 or xp.number(k * step) * self.width <= xp.pi)
