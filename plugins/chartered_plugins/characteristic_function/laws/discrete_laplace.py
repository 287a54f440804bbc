"""Discrete Laplace noise, B(k) = (1-a)/(1+a) a^|k| with a = e^-r: the loss of a ratio is constant from its largest
shift on, and up to its least one. Randomized response is such noise with one shift by 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number
from msgspec import Struct

from ..formulas.contour import Losses
from ..formulas.loss_properties import FewLosses
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
    def common(self) -> int:
        """Two losses, or three of equal distances where a record is replaced."""
        return self.count if self.count == 2 or (self.count == 3 and self.ratio == self.ratio.swapped) else 0

    @property
    def max_loss(self) -> Number:
        """That from the largest shift on."""
        return lambda xp: self._outcome(xp, int(self.ratio.p.high))[0]

    def losses(self, xp: Any) -> Losses:
        """From the least one on."""
        return [self._outcome(xp, k) for k in range(int(self.ratio.q.low), int(self.ratio.p.high) + 1)]

    def _outcome(self, xp: Any, k: int) -> tuple[Any, Any]:
        p, q = (self._log(xp, m, k) for m in (self.ratio.p, self.ratio.q))
        return p - q, self._chance(xp, k) * xp.exp(q)

    def _log(self, xp: Any, mixture: Mixture, k: int) -> Any:
        """The logarithm of its density relative to the noise."""
        tilts = ((w, xp.number(self.noise) * (abs(k) - abs(k - int(d)))) for w, d in mixture.parts)
        return xp.log1p(sum((xp.number(w) * xp.expm1(tilt) for w, tilt in tilts), xp.number(0)))

    def _chance(self, xp: Any, k: int) -> Any:
        """The noise's own probability, with all that is beyond at the ends."""
        a, own = xp.exp(-xp.number(self.noise)), xp.exp(-abs(k) * xp.number(self.noise))
        at_end = k in (self.ratio.q.low, self.ratio.p.high)
        return own / (1 + a) if at_end else (1 - a) / (1 + a) * own
