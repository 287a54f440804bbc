"""The part of a sampled Gaussian's loss that lies in a band: its moment generating function at complex orders.

A band is a window over the normal variable t with smooth ends, for two places l < h and a width v > 0

    chi(t) = Phi((t - l)/v) - Phi((t - h)/v) = (1/v) int_l^h phi((t - r)/v) dr,        0 <= chi <= 1,

where l may be -oo and h may be oo. Windows of one width that share their ends add up to 1, so that the bands split the
law of the loss into measures. The band's M(z) = E[chi(t) w(t)^z] (with 1 - z where the record is added) is integrated
as that of the sampled Gaussian (`poisson_gaussian`); what is new there follows from the mixture of normal densities:

- On t = x + iy, |phi((t - r)/v)| = e^(y^2/2v^2) phi((x - r)/v), so that |chi(t)| <= e^(y^2/2v^2) chi(x): density and
  window together grow at most by e^(k y^2/2), k = 1 + 1/v^2.
- For x < l, phi((x - d - r)/v) <= e^(-(l - x) d/v^2) phi((x - r)/v) for every r >= l, and likewise right of h: from
  node to node the window falls at least by these factors."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes, Window
from .contour import Contour
from .poisson_gaussian import PoissonGaussian


@dataclass(frozen=True, slots=True)
class Band:
    """A window. `low`, `high`: its two places l < h, None where it has no end; `width`: v > 0, of both ends."""

    low: Fraction | None
    high: Fraction | None
    width: Fraction

    def chi(self, xp: Any, places: Iterable[Any]) -> list[Any]:
        """chi at real or complex t, each from the side on which nothing cancels."""
        scale, half = 1 / (xp.sqrt(xp.number(2)) * xp.number(self.width)), xp.number(1) / 2
        low, high = (None if x is None else xp.number(x) for x in (self.low, self.high))
        if low is None or high is None:
            if low is high:
                return [xp.number(1) for _ in places]
            return [half * ((t - high if low is None else low - t) * scale).erfc() for t in places]
        middle, found = (low + high) / 2, []
        for t in places:
            ahead, back = (t - low) * scale, (t - high) * scale
            left = bool(t.real < middle)
            one, other = ((-ahead).erfc(), (-back).erfc()) if left else (back.erfc(), ahead.erfc())
            found.append(half * (one - other))
        return found

    def falls(self, xp: Any, start: Any, end: Any, spacing: Any) -> tuple[Any, Any]:
        """By how much log chi falls at least from node to node, left of the first and right of the last one."""
        square = xp.number(self.width) ** 2
        left = 0 if self.low is None else xp.positive(xp.number(self.low) - start) * spacing / square
        right = 0 if self.high is None else xp.positive(end - xp.number(self.high)) * spacing / square
        return left, right


@dataclass(frozen=True, slots=True)
class BandedGaussian(PoissonGaussian):
    """A sampled Gaussian in one direction, within a band. Its M at the order 1 is the share of the band under P, and at
    the order 0 that under Q."""

    band: Band = Band(None, None, Fraction(1))

    @property
    def growth(self) -> Fraction:
        """k = 1 + 1/v^2."""
        return 1 + 1 / self.band.width**2

    def terms(self, xp: Any, order: Fraction, at: Nodes) -> tuple[list[Any], list[Any]]:
        """log w, and d phi chi w^p."""
        logs, weights = quadrature.terms(xp, *self.values(xp, order), at)
        d, above = xp.number(at.spacing), acb(0, at.shift) if at.shift else 0
        windows = self.band.chi(xp, (d * j + above for j in range(at.first, at.last + 1)))
        return logs, [w * chi for w, chi in zip(weights, windows, strict=True)]

    def tails(self, xp: Any, order: Fraction, at: Nodes, weights: list[Any]) -> arb:
        """Those of chi w^p: by the nodes at the ends, on the real line."""
        ends = [replace(at, first=j, last=j, shift=0.0) for j in (at.first, at.last)]
        d, (_, s, p) = xp.number(at.spacing), self.values(xp, order)
        found: arb = quadrature.tails(
            xp,
            *self.values(xp, order),
            replace(at, shift=0.0),
            [self.terms(xp, order, end)[1][0] for end in ends],
            self.band.falls(xp, d * at.first, d * at.last, d),
        )
        b = xp.number(at.shift)
        return found * xp.exp(xp.number(self.growth) * b * b / 2) * quadrature.smaller(s, p, b) if at.shift else found

    def lost(self, xp: Any, order: Fraction, at: Nodes, height: arb) -> arb:
        """That of an integrand which grows by e^(k y^2/2)."""
        _, s, p = self.values(xp, order)
        found: arb = quadrature.remainder(xp, s, p, at, height, xp.number(self.growth))
        return found

    def nodes_along(self, contour: Contour, accuracy: int) -> Nodes:
        """Nodes of remainder and tails of about e^-accuracy, relative to this M at the order."""
        p, height = float(self.exponent(contour.order)), float(contour.spacing) * (contour.count - 1)
        window = self._window(p)
        return quadrature.propose_nodes(float(self.noise), p, height, accuracy, math.inf, self._place(p), window=window)

    def nodes_beyond(self, order: Fraction, shift: Fraction, accuracy: float) -> Nodes:
        """Nodes for the bound at all heights."""
        p = float(self.exponent(order))
        found = quadrature.propose_nodes_beyond
        return found(float(self.noise), p, float(shift), accuracy, self._place(p), window=self._window(p))

    def _place(self, p: float) -> float:
        """The place of the sampled Gaussian, unless the window has the integrand largest elsewhere."""
        place, high = quadrature.largest_at(float(self.rate), float(self.noise), p), self._window(p).high
        place = place if high is None else min(place, high)
        return place if self.band.low is None else max(place, float(self.band.low))

    def _window(self, p: float) -> Window:
        """Left of (l + v^2 min(p, 0)/s)/(1 + v^2) the integrand falls, and right of (h + v^2 max(p, 0)/s)/(1 + v^2)."""
        square, slope = float(self.band.width) ** 2, p / float(self.noise)
        low, high = (None if x is None else float(x) for x in (self.band.low, self.band.high))
        low = None if low is None else (low + square * min(slope, 0.0)) / (1 + square)
        high = None if high is None else (high + square * max(slope, 0.0)) / (1 + square)
        return Window(float(self.growth), low, high)
