"""Logistic noise, by the pieces of Laplace noise.

Where Laplace noise with the largest loss d is between 0 and its shift, its loss l, from -d to d, has the density
e^(-(l + d)/2)/4. With e^((d - l)/2) uniform on (1, e^d), as of logistic noise, l has the density e^((d - l)/2)/(2 (e^d
- 1)): the same, times 2/(1 - e^-d). So functions of the loss have the mean of those of Laplace noise without its two
atoms, times that. It serves single shifts, where one mixture is the noise itself."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

from msgspec.structs import replace

from ..formulas.bound_along_line import IntervalLoss
from .laplace_law import LaplaceLaw
from .laplace_pieces import Laplace, Rule
from .mixture import NOTHING, Ratio

_MORE = 8.0
"""Nats that are added to an accuracy, as M is judged by the atoms that are left out."""


class Logistic(Laplace, frozen=True):
    """Logistic noise. `rate`: r > 0, one over the scale."""

    @property
    def mirrored(self) -> Logistic:
        """The same noise."""
        return self

    def total_variation(self, xp: Any, shift: Fraction) -> Any:
        """tanh(r shift/4), delta at eps = 0."""
        return 1 - 2 / (1 + xp.exp(xp.number(self.rate * shift) / 2))

    def more(self, xp: Any, ratio: Ratio) -> Any:
        """2/(1 - e^-d)."""
        return 2 / -xp.expm1(-xp.number(self.rate * ratio.apart))

    def terms(self, xp: Any, ratio: Ratio, at: Rule) -> list[tuple[Any, Any, Any]]:
        """Without the atoms."""
        more = xp.log(self.more(xp, ratio))
        return [(p, q, weight + more) for p, q, weight in Laplace.terms(self, xp, ratio, at)[2:]]

    def plan(self, ratio: Ratio, order: float, height: float, nats: float) -> Rule:
        """A remainder of about e^-nats."""
        return Laplace.plan(self, ratio, order, height, nats + _MORE)

    def radius(self, xp: Any, ratio: Ratio, order: Any, at: Rule, height: Any, total: Any) -> Any:
        """That of the piece."""
        return self.more(xp, ratio) * Laplace.radius(self, xp, ratio, order, at, height, total)

    def loss(self, xp: Any, ratio: Ratio, order: Any, log_moment: Any) -> IntervalLoss:
        """Without atoms."""
        found, more = Laplace.loss(self, xp, ratio, order, log_moment), self.more(xp, ratio)
        (low, high), none = found.ends, xp.number(0)
        return replace(found, atoms=(none, none), ends=(low * more, high * more), least=found.least * more, inside=none)


class LogisticLaw(LaplaceLaw, frozen=True):
    """Logistic noise and a ratio with single shifts by 1, in one direction. Raises ArithmeticError for another
    ratio."""

    noise: Logistic
    decays: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if NOTHING not in (self.ratio.p, self.ratio.q) or len(self.noise.pieces(self.ratio)) != 1:
            raise ArithmeticError("logistic noise has the pieces of Laplace noise for single shifts only")

    def below_largest(self, xp: Any) -> None:
        """None: nothing is known."""


def of_logistic(epsilon: Fraction, ratio: Ratio) -> LogisticLaw:
    """The law of logistic noise of which a shift by 1 has the largest loss epsilon."""
    return LogisticLaw(Logistic(epsilon), ratio)
