"""The nodes of the trapezoidal rule by which the sampled Gaussian's integrals over a normal variable are computed: how
far apart, from where to where, and on which line of the complex plane. Any choice is sound."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

MOST_NODES, MOST_TERMS = 20_000, 20_000_000
"""The largest number of nodes of one sum, and of terms of all sums on a line."""
_STRIPS = 40
"""Half-widths that are tried."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A trapezoidal rule: nodes jd + ib for first <= j <= last, and the half-width a of the strip around their line
    that bounds the remainder; all but j are doubles. `shift`: b >= 0."""

    spacing: float
    first: int
    last: int
    strip: float
    shift: float = 0.0

    @classmethod
    def of(
        cls,
        strips: Sequence[float],
        cost: Callable[[float], float],
        left: float,
        right: float,
        shift: float = 0.0,
    ) -> Rule:
        """The widest spacing, 2 pi a/cost(a), over half-widths a. Raises ArithmeticError for too many nodes."""
        strip = max(strips, key=lambda a: a / cost(a))
        spacing = 2 * math.pi * strip / cost(strip)
        first, last = math.floor(-left / spacing), math.ceil(right / spacing)
        if last - first > MOST_NODES:
            raise ArithmeticError(f"the moment generating function needs {last - first} nodes, more than {MOST_NODES}")
        return cls(spacing, first, last, strip, shift)

    def work(self, orders: int, bits: int) -> int:
        """Units of work of the sums at `orders` orders. Raises ArithmeticError for too many terms."""
        nodes = self.last - self.first
        if orders * nodes > MOST_TERMS:
            raise ArithmeticError(f"the integral needs {orders} orders of {nodes} nodes each")
        return nodes * (4 + bits // 16) + orders * nodes * (bits + 128) // 700


@lru_cache(maxsize=4096)
def rule_along(s: float, p: float, height: float, accuracy: float, most_shift: float = math.inf) -> Rule:
    """A rule with remainder and tails of about e^-accuracy relative to M(p), for imaginary parts up to `height`; b is
    at most `most_shift`.

    On the line Im t = b the integrand grows by the height on the part of the strip that is below the real axis alone:
    where that costs more than the density that grows with b, the line is shifted."""
    acc, most = accuracy + 1.0, 0.995 * math.pi * s
    curvature = 1.0 + (-p / (4 * s * s) if p < 0 else 0.0)  # of the cost in a + b

    def lost(x: float) -> float:
        return p * math.log(math.cos(x / (2 * s))) if p < 0 else 0.0

    def shift(a: float) -> float:
        return max(0.0, min(height / (s * curvature) - a, a, most - a, most_shift))

    def cost(a: float) -> float:
        b = shift(a)
        return acc + (a + b) ** 2 / 2 + height * (a - b) / s + lost(a + b)

    widest = min(most, 1.6 * math.sqrt(2 * acc))
    strips = [widest * i / _STRIPS for i in range(1, _STRIPS)]
    b = shift(max(strips, key=lambda a: a / cost(a)))
    end = math.sqrt(2 * (acc + 2 + b * b / 2 + lost(b))) + 0.5
    return Rule.of(strips, cost, end, max(p, 0.0) / s + end, b)


def rule_beyond(s: float, p: float, shift: float, accuracy: float) -> Rule:
    """A rule for the modulus of the integrand on a line that is given: the height does not matter, and the strip is
    narrower. Raises ArithmeticError if the line is not in the strip in which the bound holds."""
    if not 0 < shift < 0.998 * math.pi * s / 2:
        raise ArithmeticError("the shift leaves the strip in which the bound holds")
    widest = min(0.999 * math.pi * s / 2 - shift, 1.6 * math.sqrt(2 * accuracy))

    def lost(x: float) -> float:
        return p * math.log(math.cos(x / (2 * s))) if p < 0 else 0.0

    def cost(a: float) -> float:
        return accuracy + 1 + (a * a + shift * shift) / 2 + lost(a + shift)

    end = math.sqrt(2 * (accuracy + shift * shift / 2 + 2 + lost(shift))) + 0.5
    strips = [widest * i / _STRIPS for i in range(1, _STRIPS)]
    return Rule.of(strips, cost, end, max(p, 0.0) / s + end, shift)
