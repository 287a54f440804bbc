"""Integer-valued noise on a Poisson sample: its moment generating function at complex orders, a finite sum.

Discrete Laplace noise, Q(k) = (1-a)/(1+a) a^|k| with a = e^-r, has the loss r (|k| - |k-d|) between the shifts 0 (Q)
and d (P): -r d for k <= 0, with the probability 1/(1+a); r d for k >= d, with the probability a^d/(1+a); and r (2k - d)
between. For d = 1 there are two losses only, those of binary randomized response."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Number, balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...subsampling.formulas.amplification import sampled_epsilon
from .contour import Contour
from .poisson_sums import PoissonSum, turned

_MOST_TERMS = 20_000_000
"""The largest number of terms of all sums of a line."""


@dataclass(frozen=True, slots=True)
class PoissonDiscreteLaplace(PoissonSum):
    """Discrete Laplace noise on a Poisson sample in one direction. `noise`: r, 1/scale; `shift`: the whole sensitivity
    d."""

    rate: Fraction
    noise: Fraction
    shift: int = 1
    added: bool = False

    @property
    def largest(self) -> Fraction:
        """r d."""
        return self.noise * self.shift

    @property
    def share_at_ends(self) -> Number:
        """1/(1 + a)."""
        return lambda xp: 1 / (1 + xp.exp(-xp.number(self.noise)))

    def count_atoms(self, nats: int) -> int:
        """d + 1."""
        return self.shift + 1

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """All of them."""
        return [turned(self.added, log, chance * xp.exp(log), chance) for log, chance in self.losses(xp)], arb(0)

    def near_largest(self, xp: Any, gap: Any) -> Any:
        """The probability of the largest loss alone, if no other one is as near."""
        logs = [log for log, _ in self.losses(xp)]
        between = logs[1] - logs[0] if self.added else logs[-1] - logs[-2]
        return xp.number(self.largest_chance if gap < between else 1)

    def losses(self, xp: Any) -> list[tuple[Any, Any]]:
        """(log w, its probability under Q), by ascending w."""
        q, r, d = xp.number(self.rate), xp.number(self.noise), self.shift
        a = xp.exp(-r)
        chances = [1 / (1 + a), *((1 - a) / (1 + a) * xp.exp(-k * r) for k in range(1, d)), xp.exp(-d * r) / (1 + a)]
        return [(sampled_epsilon(xp, q, (2 * k - d) * r), chance) for k, chance in enumerate(chances)]

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the losses, and of a term for each of them at each order. Raises ArithmeticError for too many
        terms."""
        if contour.count * self.shift > _MOST_TERMS:
            raise ArithmeticError(f"the sum has {contour.count} orders of {self.shift} terms each")
        return (self.shift + 1) * (8 + bits // 16 + contour.count * (bits + 128) // 700)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the sum."""
        charge(self.work(contour, accuracy, bits))
        with balls(bits) as xp:
            p, losses = xp.number(self.exponent(contour.order)), self.losses(xp)
            weights = [chance * xp.exp(p * log) for log, chance in losses]
        return self.summed([log for log, _ in losses], weights, contour, arb(0), bits)

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """M(order): |M| returns to it, or nearly."""
        return self.at(order, bits, bits).upper()
