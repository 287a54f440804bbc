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
  increase, has V = f_0 + f_1 - 2f with f its least value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct


def over_heights(xp: Any, width: Any, height: Any, here: Callable[[], Any], far: Callable[[Any], Any]) -> Any:
    """A bound on m at all heights from `height` on, for a loss in an interval of this width. `here`: m at the height;
    `far`: a bound for all heights from a given one on that is at least pi/width."""
    half_period = xp.pi / width
    return far(height) if height >= half_period else xp.maximum(here(), far(half_period))


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

    def beyond(self, xp: Any, height: Any, here: Callable[[], Any]) -> Any:
        """A bound on m at all heights from `height` on. `here`: m there."""
        pairs = self.by_pairs(xp)
        return over_heights(xp, self.width, height, here, lambda y: xp.minimum(pairs, self.by_parts(xp, y)))

    def by_pairs(self, xp: Any) -> Any:
        """The bound by pairs, for every y >= pi/W."""
        share = 2 * (self.atoms[0] + self.atoms[1]) * self.least * self.width
        return xp.sqrt(xp.positive(1 - share * (1 - 1 / (2 * xp.pi))))

    def by_parts(self, xp: Any, height: Any) -> Any:
        """The bound by parts, from a height on."""
        edges = [xp.sqrt(a * a + (f / height) ** 2) for a, f in zip(self.atoms, self.ends, strict=True)]
        return edges[0] + edges[1] + self.variation / height
