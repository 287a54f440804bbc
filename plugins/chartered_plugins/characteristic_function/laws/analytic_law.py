"""Laws of a noise that is analytic in a strip: what is known of their losses, their parts by windows, and the bound of
their moment generating function beyond a height."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number, balls, floats
from chartered_verify.catching import ours
from flint import arb

from .moment_nodes import nodes_above
from .noise_law import NoiseLaw
from .normal_noise import Normal
from .normal_window import Window, Windowed

_TRIES = 8
"""Turns in which a bound is given more accuracy, and nats that are added where it is all remainder."""


class Law(NoiseLaw, frozen=True):
    """Analytic noise and a ratio, in one direction."""

    noise: Normal

    @property
    def decays(self) -> bool:
        """Unless all positions are integers."""
        return not self.noise.integers

    falls = decays

    @property
    def cheap(self) -> bool:
        """Not on the real line: a sum takes ever more terms on a longer line of orders."""
        return self.noise.integers

    @property
    def max_loss(self) -> Number | None:
        """-log w where P is the noise itself, and Q has the weight w of it: far to the right only that is left of Q."""
        weight, shift = self.ratio.q.parts[-1]
        return None if self.ratio.p.spread or self.ratio.p.high or shift else lambda xp: -xp.log(xp.number(weight))

    @property
    def tail_mu_squared(self) -> Fraction | None:
        """That of the noise whose shift is the largest one of P, if parts of P and Q can be paired that are no farther
        apart: delta is at most a mean of theirs. The tail is no lighter: on the right log q <= 0, and p is at least the
        weight of that shift times its tilt, so that the loss of n runs is at least that of n such shifts less a
        constant."""
        high = self.ratio.p.high
        return self.noise.mu_squared(high) if high and self.ratio.distance <= high else None

    @property
    def farthest(self) -> float:
        """How far the farthest shifts of P and Q are apart, in standard deviations, in doubles."""
        return float(self.ratio.apart) / self.noise.scale

    @property
    def widest(self) -> float:
        """A height of the strip below which p and q have no zero, in doubles."""
        return float(self.noise.widest(floats, self.ratio))

    def count_atoms(self, nats: int) -> int | None:
        """One for each integer; None on the real line. Raises ArithmeticError for too many."""
        return self.noise.plan(self.ratio, 1.0, 0.0, nats).count if self.noise.integers else None

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """Those of the likely integers."""
        at = self.noise.plan(self.ratio, 1.0, 0.0, nats)
        whole, one = self.noise.whole(xp), xp.number(1)
        found = [
            (p - q, (w + p).exp() / whole, (w + q).exp() / whole) for p, q, w in self.noise.terms(xp, self.ratio, at)
        ]
        return found, (self.noise.tails(xp, self.ratio, one, at) / whole).upper()

    @property
    def has_windows(self) -> bool:
        """Whether parts of it, by windows of the noise, are laws as well."""
        return not self.noise.integers

    @property
    def ends_at_most(self) -> bool:
        """Whether nearly all outcomes have about the largest loss: where P is the noise itself, on the right."""
        return not self.ratio.p.high

    def within(self, window: Window) -> Law:
        """The part in a window of normal noise."""
        return Law(Windowed(self.noise.variance, window), self.ratio)

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """|M(order + iy)| for y >= height, by a line of integration shifted by `shift`; what nodes and tails lose is at
        most about `slack` of it. Raises ArithmeticError for a shift that leaves the strip."""
        if self.noise.integers:
            return self.at(order, math.ceil(4 - math.log(slack)), bits).upper()
        accuracy, bound = 8.0 - math.log(slack), None
        for _ in range(_TRIES):
            try:
                at = nodes_above(self.noise, self.ratio, float(order), float(shift), accuracy)
            except ours(ArithmeticError):
                if bound is None:
                    raise
                break  # any nodes give a bound, and more of them are too many
            with balls(bits) as xp:
                c, b, y = map(xp.number, (order, shift, height))
                found, lost = self.noise.above(xp, self.ratio, c, at, b, y, self.at(order, 8, bits).upper())
            bound = (found + lost).upper()
            if lost <= slack * bound:
                break
            accuracy += 2.0 + float((lost / (slack * found)).log().mid())
        assert bound is not None
        return bound  # type: ignore[no-any-return]
