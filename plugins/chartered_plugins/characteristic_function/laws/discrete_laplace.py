"""Discrete Laplace noise, B(k) = (1-a)/(1+a) a^|k| with a = e^-r: the loss of a ratio is constant from its largest
shift on, and up to its least one. Randomized response is such noise with one shift by 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ..formulas.few_loss_moments import FewLosses
from ..formulas.loss_properties import Losses, Split
from .mixture import Mixture, Ratio


class LaplaceOnIntegers(FewLosses, Struct, frozen=True):
    """The law of a ratio whose shifts are integers, in one direction. `noise`: r, 1/scale."""

    noise: Fraction
    ratio: Ratio

    @property
    def swapped(self) -> LaplaceOnIntegers:
        """The other direction."""
        return LaplaceOnIntegers(self.noise, self.ratio.swapped)

    @property
    def count(self) -> int:
        """One for each integer from the least shift to the largest one."""
        return int(self.ratio.apart) + 1

    @property
    def splits(self) -> bool:
        """Two losses; or three of equal distance, where a record is replaced."""
        return self.count == 2 or (self.count == 3 and self.ratio == self.ratio.swapped)

    @property
    def max_loss(self) -> Number:
        """That from the largest shift on."""

        def largest(xp: Any) -> Any:
            p, q = (self._log(xp, m, int(self.ratio.p.high)) for m in (self.ratio.p, self.ratio.q))
            return p - q

        return largest

    @property
    def total_variation(self) -> Number:
        """What P and Q do not have in common, times the distance of randomized response with the largest loss of the
        noise, or less."""
        share, most = 1 - self.ratio.common, self.noise * self.ratio.apart
        return lambda xp: xp.number(share) * (1 - 2 / (1 + xp.exp(xp.number(most))))

    @property
    def largest_chance(self) -> Number:
        """From the largest shift on."""

        def chance(xp: Any) -> Any:
            k = int(self.ratio.p.high)
            return self._chance(xp, k) * xp.exp(self._log(xp, self.ratio.p, k))

        return chance

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """The probability of the largest loss alone, if no other one is as near."""
        *_, second, top = (loss for loss, _ in self.losses(xp))
        return xp.number(self.largest_chance if gap < top - second else 1)

    def losses(self, xp: Any) -> Losses:
        """From the least one on."""
        found = []
        for k in range(int(self.ratio.q.low), int(self.ratio.p.high) + 1):
            p, q = (self._log(xp, m, k) for m in (self.ratio.p, self.ratio.q))
            found.append((p - q, self._chance(xp, k) * xp.exp(q)))
        return found

    def split(self, xp: Any) -> Split:
        """None is rare."""
        losses = self.losses(xp)
        return Split(losses[0][0], losses[1][0] - losses[0][0], [chance for _, chance in losses], [])

    def _log(self, xp: Any, mixture: Mixture, k: int) -> Any:
        """The logarithm of its density relative to the noise."""
        tilts = ((w, xp.number(self.noise) * (abs(k) - abs(k - int(d)))) for w, d in mixture.parts)
        return xp.log1p(sum((xp.number(w) * xp.expm1(tilt) for w, tilt in tilts), xp.number(0)))

    def _chance(self, xp: Any, k: int) -> Any:
        """The noise's own probability, with all that is beyond at the ends."""
        a, own = xp.exp(-xp.number(self.noise)), xp.exp(-abs(k) * xp.number(self.noise))
        at_end = k in (self.ratio.q.low, self.ratio.p.high)
        return own / (1 + a) if at_end else (1 - a) / (1 + a) * own
