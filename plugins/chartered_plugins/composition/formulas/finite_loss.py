"""A privacy loss with finitely many values, its privacy profile, and the inverse of the profile.

For a dominating pair (P, Q) with the loss L the best event at eps is an upper tail, {L > eps}:

    delta(eps) = max over all upper tails of P(tail) - e^eps Q(tail),
    eps(delta) = max over all upper tails of log((P(tail) - delta)/Q(tail))."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, isfinite, log, pi, sqrt

from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import Struct

LOSS_CAP = Fraction(2) ** 1000
"""Searches in floats replace larger losses by this value."""
COARSE_GRID = 2_048
"""The number of points of the grid to which losses are rounded up if there are too many of them."""


class FiniteLoss(Struct, frozen=True, eq=False):
    """A privacy loss with finitely many finite values, stored in `negated` as -L/unit in increasing order.

    `upper_tails(xp, j)`: the probabilities of the j largest losses under P and under Q; every P-tail includes the mass
    of P at L = infinity. `guess(log_delta)`: the start of a search, (an eps, its derivative with respect to log
    delta)."""

    unit: Fraction
    negated: Sequence[int]
    upper_tails: Callable[[Arithmetic, int], tuple[Value, Value]]
    guess: Callable[[float], tuple[float, float]]

    @property
    def largest(self) -> Fraction:
        """The largest finite loss."""
        return -self.negated[0] * self.unit

    def at(self, j: int) -> float:
        """The (j + 1)-th largest loss as a float, for a search."""
        return float(max(min(-self.negated[j] * self.unit, LOSS_CAP), -LOSS_CAP))

    def count_above(self, xp: Arithmetic, epsilon: Value) -> tuple[int, int]:
        """The number of losses above eps; on an interval, the pair (above its upper end, above its lower end)."""
        floors = xp.floor_range(epsilon, self.unit)
        if not floors:
            return 0, len(self.negated)
        return bisect_right(self.negated, -floors[-1] - 1), bisect_right(self.negated, -floors[0] - 1)


def propose_normal(mean: float, deviation: float, log_delta: float) -> tuple[float, float]:
    """(eps, d eps/d log delta) for log delta if the loss is nearly normal: at z standard deviations s above the mean,
    delta is about phi(z)/z s/(s + z)."""
    z = 1.0
    for _ in range(5):
        z = sqrt(max(1.0, -2 * (log_delta + log(sqrt(2 * pi) * z * (1 + z / deviation)))))
    return mean + z * deviation, -deviation / z


def delta(xp: Arithmetic, losses: FiniteLoss, epsilon: Value) -> Value:
    """The privacy profile P(L > eps) - e^eps Q(L > eps). It is nonincreasing, so the tails at both ends of an interval
    of eps enclose it there."""

    def gain(j: int) -> Value:
        p, q = losses.upper_tails(xp, j)
        return p - xp.exp(epsilon) * q

    return _over(xp, losses.count_above(xp, epsilon), gain)


def derivative(xp: Arithmetic, losses: FiniteLoss, epsilon: Value) -> Value:
    """The derivative of the profile, -e^eps Q(L > eps), or the hull of all its one-sided values on an interval."""
    return _over(xp, losses.count_above(xp, epsilon), lambda j: -xp.exp(epsilon) * losses.upper_tails(xp, j)[1])


def epsilon(xp: Arithmetic, losses: FiniteLoss, delta: Value) -> Value:
    """Solves delta(eps) = delta for 0 < delta < 1; negative if delta(0) is smaller.

    For the event {L > l_j}, eps_j = log((P - delta)/Q); the solution is the eps_j for which {L > eps_j} is that same
    event. Where the profile at a loss is so near delta that floats may not tell which event decides, those beside it
    are tried. If the precision cannot separate two candidates, the enclosure of all of them is returned."""
    j = _deciding_tail(xp, losses, delta)
    p, q = losses.upper_tails(xp, j)
    ends = losses.upper_tails(xp, 0)[0] <= delta
    least = xp.log1p(-delta)
    found = xp.hull(least, xp.number(losses.largest) if ends else xp.inf)
    if p > delta and q == 0:  # the loss is infinite
        return xp.inf
    for tail in (j, j - 1, j + 1):
        root, decides = _root(xp, losses, delta, tail)
        if decides:
            return root
        if root is not None:
            found = xp.hull(found, xp.maximum(root, least))
    return found


def _root(xp: Arithmetic, losses: FiniteLoss, delta: Value, j: int) -> tuple[Value | None, bool]:
    """The eps_j of the j largest losses, None if there is none, and whether they are certainly those above it."""
    if not 0 < j <= len(losses.negated):
        return None, False
    p, q = losses.upper_tails(xp, j)
    if not (p > delta and q > 0):
        return None, False
    root = xp.log((p - delta) / q)
    return root, losses.count_above(xp, root) == (j, j)


def _deciding_tail(xp: Arithmetic, losses: FiniteLoss, delta: Value) -> int:
    """The number of losses in the smallest upper tail at whose last loss the profile exceeds delta: by the secant rule
    on log delta, with a bisection in every third step."""
    low, high, aim = 0, len(losses.negated), float(xp.log(delta))
    (at, slope), previous, turn = losses.guess(aim), None, 0
    while high - low > 1:
        turn += 1
        halve = turn % 3 == 0 or not isfinite(at)
        j = (low + high) // 2 if halve else losses.count_above(xp, xp.number(Fraction(at)))[1]
        j = min(max(j, low + 1), high - 1)
        here, excess = losses.at(j), _log_excess(xp, losses, j, aim)
        low, high = (low, j) if excess > 0 else (j, high)
        if previous is not None and excess != previous[1]:
            slope = (here - previous[0]) / (excess - previous[1])
        if isfinite(excess):
            at, previous = here - excess * slope, (here, excess)
    return high


def _log_excess(xp: Arithmetic, losses: FiniteLoss, j: int, aim: float) -> float:
    """log delta at the (j + 1)-th largest loss, minus the target `aim`."""
    p, q = losses.upper_tails(xp, j)
    here = p - xp.exp(xp.number(-losses.negated[j] * losses.unit)) * q
    return float(xp.log(here)) - aim if here > 0 else -inf


def _over(xp: Arithmetic, counts: tuple[int, int], value: Callable[[int], Value]) -> Value:
    low, high = counts
    return value(low) if low == high else xp.hull(value(low), value(high))
