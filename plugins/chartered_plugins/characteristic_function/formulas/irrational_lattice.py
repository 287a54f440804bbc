"""Runs of one mechanism whose finite losses are base + k step, k = 0, 1 and perhaps 2, where base and step need not be
rational: two-valued noise on a Poisson sample, or a record of it that is replaced.

With q_k the probabilities under Q, r = e^(c step) and w = e^(2 pi i/N), at the nodes z_k of `lattice_inversion`

    M(z_k)^n e^(-z_k x0) = e^(-c m step) w^(-km) (sum_j q_j r^j w^(jk))^n,        x0 = n base + m step,

so that only whole powers of w occur, however large x0 is. For a, b, c >= 0, |a + b e^(it) + c e^(2it)|^2 is convex in
cos t: from some t up to pi it is largest at one of the two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.enclosure import fraction_of
from flint import acb, arb
from msgspec import Struct

from .loss_properties import LossMoments


class SteppedLosses(Struct, frozen=True):
    """Some runs of a mechanism. The lattice of their sum is n base + step Z."""

    moments: LossMoments
    runs: int

    @classmethod
    def of(cls, moments: LossMoments, runs: int) -> SteppedLosses | None:
        """Those of a mechanism; None if its losses are others."""
        if not moments.common or not isinstance(runs, int):
            return None
        with balls(64) as xp:
            split = moments.split(xp)
            common = split.step > 0 and all(chance.is_zero() for _, chance in split.rare)
            return cls(moments, runs) if common else None

    def width(self, xp: Any) -> arb:
        """The step."""
        step: arb = self.moments.split(xp).step
        return step

    def around(self, xp: Any, x: arb | Fraction) -> tuple[int, int]:
        """The least and the largest m for which n base + m step may be the first loss that is not below x."""
        split = self.moments.split(xp)
        index = (xp.number(x) - self.runs * split.base) / split.step
        return math.ceil(fraction_of(index.lower())), math.ceil(fraction_of(index.upper()))

    def point(self, xp: Any, index: int) -> arb:
        """n base + m step."""
        split = self.moments.split(xp)
        point: arb = self.runs * split.base + index * split.step
        return point

    def turns(self, index: int) -> Fraction:
        """m: the phase of n base is left out of the moments."""
        return Fraction(index)

    def along(self, xp: Any, order: Fraction, points: int, kept: int) -> list[acb]:
        """M at the nodes, without the phase of n base."""
        return self._at(xp, order, [Fraction(2 * k, points) for k in range(kept)])

    def beyond(self, xp: Any, order: Fraction, points: int, kept: int) -> arb:
        """A bound on |M| from the node with the number `kept` on, up to half a period."""
        ends = self._at(xp, order, [Fraction(2 * kept, points), Fraction(1)])
        bound: arb = xp.maximum(*(end.abs_upper() for end in ends))
        return bound

    def heights(self, m: LossMoments, height: float) -> tuple[float, ...]:
        """The height, and half a period."""
        with balls(64) as xp:
            return height, math.pi / float(self.width(xp))

    def _at(self, xp: Any, order: Fraction, turns: Sequence[Fraction]) -> list[acb]:
        """e^(c n base) (sum_j q_j r^j e^(pi i j turn))^n."""
        split, c = self.moments.split(xp), xp.number(order)
        weights = [mass * xp.exp(c * (split.base + j * split.step)) for j, mass in enumerate(split.masses)]

        def one_run(turn: Fraction) -> acb:
            waves = (acb(xp.number(j * turn % 2)).exp_pi_i() for j in range(len(weights)))
            return sum((weight * wave for weight, wave in zip(weights, waves, strict=True)), acb(0))

        return [one_run(turn) ** self.runs for turn in turns]
