"""Laplace noise below its largest loss: the law of a run's loss under P, and the power series of its density."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flint import arb


@dataclass(frozen=True, slots=True)
class Density:
    """A run's loss below its largest one under P: `mass` there, and with V/(V - A) = 1/(1 - share) the density

        f(g) = first v^degree ((v - share)/(1 - share))^(-3/2),    v = e^(-way g),

    for 0 < g < reach. Its pole is where v = share, at the distance -log(share) from 0."""

    mass: arb
    first: arb
    share: arb
    degree: int
    way: int
    reach: arb

    @property
    def pole(self) -> arb:
        """The distance of the pole from 0; infinite without one."""
        return -self.share.log() if self.share > 0 else arb("inf")

    def series(self, count: int) -> list[arb]:
        """f_0, f_1, ...: with h = v/(v - share), h' = way (h^2 - h) and f' = way (3h/2 - degree) f."""
        h, f = [1 / (1 - self.share)], [self.first]
        for k in range(count - 1):
            scale = arb(self.way) / (k + 1)
            square = sum((x * y for x, y in zip(h, reversed(h), strict=True)), arb(0))
            mixed = sum((x * y for x, y in zip(h, reversed(f), strict=True)), arb(0))
            h.append((square - h[k]) * scale)
            f.append((mixed * 3 / 2 - self.degree * f[k]) * scale)
        return f

    def most(self, xp: Any, radius: arb) -> arb:
        """C for |g| <= radius, which is less than the distance of the pole: |v - share| is at least e^-radius -
        share."""
        left = (xp.exp(-radius) - self.share) / (1 - self.share)
        bound: arb = self.first * xp.exp(self.degree * radius) / (left * xp.sqrt(left))
        return bound
