"""A privacy loss of finitely many values, its profile, and the inverse of the profile.

With the losses in falling order the best event against the pair (P, Q) at eps is a head, {loss > eps}: delta(eps) is
the largest P(head) - e^eps Q(head) over all heads, and the eps at which it falls to delta is the largest log((P(head) -
delta)/Q(head))."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, inf, isfinite, log, pi, sqrt

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.arithmetic.dual import Slope
from flint import arb

FARTHEST = Fraction(2) ** 1000
FAR_EXPONENT = 1 << 20
"""Numbers beyond 2^FAR_EXPONENT, or as small, are counted in no steps."""


@dataclass(frozen=True, slots=True, eq=False)
class Losses:
    """The losses are `unit` times whole numbers, held with the sign turned, so that they rise. `heads(xp, j)` are the
    probabilities under P and under Q of the j largest ones; what P has for none of them has an infinite loss.
    `near(log_delta)` is where a search begins: an eps, and by how much it changes with log delta."""

    unit: Fraction
    negated: Sequence[int]
    heads: Callable[[Arithmetic, int], tuple[Value, Value]]
    near: Callable[[float], tuple[float, float]]

    @property
    def largest(self) -> Fraction:
        """The largest finite loss."""
        return -self.negated[0] * self.unit

    def at(self, j: int) -> float:
        """The loss after the first j, near enough for a search."""
        return float(max(min(-self.negated[j] * self.unit, FARTHEST), -FARTHEST))

    def above(self, xp: Arithmetic, epsilon: Value) -> tuple[int, int]:
        """How many losses are larger than eps; on an interval, than its upper end and than its lower end."""
        ends = _floors(xp, epsilon, self.unit)
        if ends is None:
            return 0, len(self.negated)
        return bisect_right(self.negated, -ends[0] - 1), bisect_right(self.negated, -ends[1] - 1)


def normal(mean: float, deviation: float, log_delta: float) -> tuple[float, float]:
    """Where a search begins if the loss is nearly normal: delta is near phi(z)/z s/(s + z) at z deviations s."""
    z = 1.0
    for _ in range(5):
        z = sqrt(max(1.0, -2 * (log_delta + log(sqrt(2 * pi) * z * (1 + z / deviation)))))
    return mean + z * deviation, -deviation / z


def delta(xp: Arithmetic, losses: Losses, epsilon: Value) -> Value:
    """The profile: P(loss > eps) - e^eps Q(loss > eps). It falls with eps, so the heads at both ends of an interval
    enclose it there."""

    def gain(j: int) -> Value:
        p, q = losses.heads(xp, j)
        return p - xp.exp(epsilon) * q

    return _over(xp, losses.above(xp, epsilon), gain)


def rate(xp: Arithmetic, losses: Losses, epsilon: Value) -> Value:
    """The derivative of the profile, -e^eps Q(loss > eps), or the hull of all its one-sided values on an interval."""
    return _over(xp, losses.above(xp, epsilon), lambda j: -xp.exp(epsilon) * losses.heads(xp, j)[1])


def epsilon(xp: Arithmetic, losses: Losses, delta: Value) -> Value:
    """The eps at which the profile falls to delta, negative where it begins below; 0 < delta < 1.

    A head whose own log((P - delta)/Q) has just this head above it is the best of all. Where the precision does not
    tell two heads apart, balls enclose all that is open."""
    j = _crossing(xp, losses, delta)
    p, q = losses.heads(xp, j)
    if p > delta:
        if q == 0:  # the loss is infinite
            return xp.inf
        root = xp.log((p - delta) / q)
        if xp.name != "balls" or losses.above(xp, root) == (j, j):
            return root
    ends = losses.heads(xp, 0)[0] <= delta
    return _hull(xp, xp.log1p(-delta), xp.number(losses.largest) if ends else xp.inf)


def _crossing(xp: Arithmetic, losses: Losses, delta: Value) -> int:
    """The least head beyond whose last loss the profile is above delta: by secants of log delta, and every third time
    by halving."""
    low, high, aim = 0, len(losses.negated), float(xp.log(delta))
    (at, slope), seen, turn = losses.near(aim), None, 0
    while high - low > 1:
        turn += 1
        halve = turn % 3 == 0 or not isfinite(at)
        j = (low + high) // 2 if halve else losses.above(xp, xp.number(Fraction(at)))[1]
        j = min(max(j, low + 1), high - 1)
        here, excess = losses.at(j), _log_excess(xp, losses, j, aim)
        low, high = (low, j) if excess > 0 else (j, high)
        if seen is not None and excess != seen[1]:
            slope = (here - seen[0]) / (excess - seen[1])
        if isfinite(excess):
            at, seen = here - excess * slope, (here, excess)
    return high


def _log_excess(xp: Arithmetic, losses: Losses, j: int, aim: float) -> float:
    """log delta at the loss after the first j, less the aim."""
    p, q = losses.heads(xp, j)
    here = p - xp.exp(xp.number(-losses.negated[j] * losses.unit)) * q
    return float(xp.log(here)) - aim if here > 0 else -inf


def _over(xp: Arithmetic, counts: tuple[int, int], value: Callable[[int], Value]) -> Value:
    few, many = counts
    return value(few) if few == many else _hull(xp, value(few), value(many))


def _hull(xp: Arithmetic, one: Value, other: Value) -> Value:
    """All that lies between two values of an arithmetic of intervals; elsewhere the second."""
    if isinstance(one, Slope):
        return Slope(one.value.union(other.value), one.rate.union(other.rate))
    return one.union(other) if xp.name == "balls" else other


def _floors(xp: Arithmetic, x: Value, unit: Fraction) -> tuple[int, int] | None:
    """How many whole units the upper end of an interval holds, and the lower one: exactly, for no kink may be
    missed."""
    if xp.name not in ("balls", "slopes"):
        whole = floor(x / xp.number(unit))
        return whole, whole
    ball = x.value if isinstance(x, Slope) else x
    return (_floor(ball.upper(), unit), _floor(ball.lower(), unit)) if ball.is_finite() else None


def _floor(x: arb, unit: Fraction) -> int:
    man, exp = (int(part) for part in x.man_exp())
    if abs(exp) > FAR_EXPONENT:
        raise ArithmeticError("the number is too large or too small to be counted in steps")
    return (man * unit.denominator << max(exp, 0)) // (unit.numerator << max(-exp, 0))
