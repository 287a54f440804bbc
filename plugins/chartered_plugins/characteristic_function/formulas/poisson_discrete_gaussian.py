"""Discrete Gaussian noise on a Poisson sample: its moment generating function at complex orders, a sum over the
integers whose tails are bounded.

Q(k) ~ e^(-k^2/(2v)), and the loss between the shifts 0 (Q) and d (P) is (2kd - d^2)/(2v), so that with w_k = 1 - q + q
e^((2kd - d^2)/(2v)) the terms are Q(k) w_k^z. Let p = Re z. From k to k + 1 w grows at most by e^(d/v). So for p >= 0
|Q(k) w_k^z| changes at most by the factor e^(-(2k+1)/(2v) + p d/v) to the right, and by e^((2k-1)/(2v)) from k to k -
1; for p < 0 by e^(-(2k+1)/(2v)) to the right, and to the left w^p is at most (1-q)^p."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import balls
from chartered_verify.budget import charge
from flint import acb, arb

from ...basics.formulas.geometric_series import geometric
from ...subsampling.formulas.amplification import sampled_epsilon
from ...subsampling.formulas.sampled_gaussian_quadrature import propose_rise
from .contour import Contour
from .poisson_sums import PoissonSum, turned

MOST_INTEGERS, MOST_TERMS = 20_000, 20_000_000
"""The largest number of integers of a sum, and of terms of all sums of a line."""


@dataclass(frozen=True, slots=True)
class PoissonDiscreteGaussian(PoissonSum):
    """Discrete Gaussian noise on a Poisson sample in one direction. `variance`: v = sigma^2; `shift`: the whole
    sensitivity d."""

    rate: Fraction
    variance: Fraction
    shift: int = 1
    added: bool = False

    @property
    def max_loss(self) -> None:  # type: ignore[override]
        """Unbounded, or not attained."""
        return

    @property
    def total_variation(self) -> Fraction:
        """q, or less: the record is in the sample with that probability."""
        return self.rate

    def integers(self, p: float, accuracy: float) -> range:
        """Those beyond which the terms are about e^-accuracy of the sum, to the left as for normal noise where p < 0.
        Raises ArithmeticError for too many."""
        variance = float(self.variance)
        rise = propose_rise(float(self.rate), math.sqrt(variance) / self.shift, p)
        left, end = (math.sqrt(2 * variance * (accuracy + 2 + more)) + 2 for more in (rise, 0.0))
        found = range(-math.ceil(left), math.ceil(max(p, 0.0) * self.shift + end) + 1)
        if len(found) > MOST_INTEGERS:
            raise ArithmeticError(f"the sum has {len(found)} terms, more than {MOST_INTEGERS}")
        return found

    def losses(self, xp: Any, integers: Sequence[Any]) -> list[Any]:
        """Those of the noise without sampling, (2kd - d^2)/(2v)."""
        v, d = xp.number(self.variance), self.shift
        return [d * (2 * k - d) / (2 * v) for k in integers]

    def count_atoms(self, nats: int) -> int:
        """One for each integer. Raises ArithmeticError for too many."""
        return len(self.integers(0.0 if self.added else 1.0, nats))

    def atoms(self, xp: Any, nats: int) -> tuple[list[tuple[arb, arb, arb]], arb]:
        """Those of the likely integers."""
        order = xp.number(0 if self.added else 1)
        integers = self.integers(float(order), nats)
        logs, plain, whole = self._weights(xp, integers)
        tilted = [weight * xp.exp(order * log) for log, weight in zip(logs, plain, strict=True)]
        rest = self.tails(xp, order, (integers[0], integers[-1]), logs, tilted) / whole
        pairs = zip(logs, plain, strict=True)
        found = [turned(self.added, log, w / whole * xp.exp(log), w / whole) for log, w in pairs]
        return found, rest.upper()

    def _weights(self, xp: Any, integers: range) -> tuple[list[arb], list[arb], arb]:
        """(log w, e^(-k^2/(2v)), the sum of these over all integers)."""
        v, ends = xp.number(self.variance), (integers[0], integers[-1])
        logs, plain = self.log_ratios(xp, integers), [xp.exp(-k * k / (2 * v)) for k in integers]
        return logs, plain, sum(plain, arb(0)) + arb(0).union(self.tails(xp, xp.number(0), ends, logs, plain))

    def log_ratios(self, xp: Any, integers: Sequence[Any]) -> list[Any]:
        """log w_k at some integers."""
        q = xp.number(self.rate)
        return [sampled_epsilon(xp, q, loss) for loss in self.losses(xp, integers)]

    def work(self, contour: Contour, accuracy: int, bits: int) -> int:
        """That of the integers, and of a term for each of them at each order. Raises ArithmeticError for too many
        terms."""
        count = len(self.integers(float(self.exponent(contour.order)), accuracy))
        if contour.count * count > MOST_TERMS:
            raise ArithmeticError(f"the sum has {contour.count} orders of {count} terms each")
        return count * (8 + bits // 16 + contour.count * (bits + 128) // 700)

    def along(self, contour: Contour, accuracy: int, bits: int) -> tuple[acb, ...]:
        """By the sum."""
        charge(self.work(contour, accuracy, bits))
        order = self.exponent(contour.order)
        integers = self.integers(float(order), accuracy)
        with balls(bits) as xp:
            p = xp.number(order)
            logs, plain, whole = self._weights(xp, integers)
            tilted = [weight * xp.exp(p * log) for log, weight in zip(logs, plain, strict=True)]
            ends = integers[0], integers[-1]
            radius = (self.tails(xp, p, ends, logs, tilted) / whole).upper()
            return self.summed(logs, [weight / whole for weight in tilted], contour, radius, bits)

    def tails(self, xp: Any, p: arb, ends: tuple[int, int], logs: Sequence[arb], weights: Sequence[arb]) -> arb:
        """A bound on the terms beyond the first and the last integer, from log w and the terms. Raises ArithmeticError
        if a series diverges."""
        v, (first, last) = xp.number(self.variance), ends
        left = weights[0] if p >= 0 else weights[0] * xp.exp(p * (xp.log(1 - xp.number(self.rate)) - logs[0]))
        grown = p * self.shift if p >= 0 else xp.number(0)
        right_ratio, left_ratio = (2 * (grown - last) - 1) / (2 * v), (2 * first - 1) / (2 * v)
        found: arb = geometric(xp, left_ratio) * left + geometric(xp, right_ratio) * weights[-1]
        return found

    def beyond(self, order: Fraction, height: Fraction, shift: Fraction, slack: float, bits: int) -> arb:
        """M(order): |M| may return to it, or nearly."""
        return self.at(order, math.ceil(4 - math.log(slack)), bits).upper()
