"""The search for eps of the k-ary blanket: log delta is nearly quadratic in eps, so the square root of its drop is
nearly linear."""

from __future__ import annotations

from fractions import Fraction
from math import expm1, log, sqrt

from chartered import Bracket, Witness
from chartered_verify.arithmetic import balls, floats
from chartered_verify.numeric.bracketing import bisect

from ..formulas import blanket_krr as response_blanket
from ..formulas.blanket_krr_counts import depth

_DEEP = -650.0
"""Below this value of log delta, floats underflow."""
_NEVER = -5000.0
_TURNS = 24
_NEAR = 27.7  # 2^-40 of eps0
_CLOSE = 1e-9
_SPARE = (Fraction(0), *(Fraction(1, 2**bits) for bits in (48, 40, 32, 24, 16)))


def propose(epsilon0: Fraction, n: int, k: int, delta: Fraction) -> Witness:
    """The witness: an eps at which delta is certainly at most the target, hardly above the least one."""
    near = Fraction(_Search(epsilon0, n, k, log(delta.numerator) - log(delta.denominator)).root())
    for spare in _SPARE:
        above = Fraction(float(near * (1 + Fraction(1, 2**33)) + spare * epsilon0))
        if above < epsilon0 and response_blanket.holds(epsilon0, n, k, above, delta):
            return Bracket(above).written()
    return Bracket(epsilon0).written()


class _Search:
    """The search for the eps with log delta = `goal`, written as eps0 (1 - e^-u)."""

    def __init__(self, epsilon0: Fraction, n: int, k: int, goal: float) -> None:
        self.epsilon0, self.n, self.k, self.goal = epsilon0, n, k, goal

    def epsilon(self, u: float) -> float:
        """eps from u, which resolves values of eps near eps0."""
        return -float(self.epsilon0) * expm1(-u)

    def log_delta(self, u: float) -> float:
        """log delta, in floats if these can represent it."""
        epsilon = self.epsilon(u)
        if self.goal > _DEEP:
            found = response_blanket.delta(floats, self.epsilon0, self.n, self.k, epsilon)
            return log(found) if found > 0 else _NEVER
        with balls(64) as xp:
            ball = response_blanket.delta(xp, self.epsilon0, self.n, self.k, xp.number(epsilon))
            return float(ball.mid().log()) if ball > 0 else _NEVER

    def root(self) -> float:
        """The eps, by secants from 0 and a start given by the exponents of binomial probabilities."""
        most = self.log_delta(0.0)
        if most <= self.goal:
            return 0.0
        drop = sqrt(most - self.goal)
        low, high, x, before = 0.0, _NEAR, self.start(), (0.0, -drop)
        for turn in range(_TURNS):
            found = self.log_delta(x)
            at = sqrt(max(0.0, most - found)) - drop
            if x == _NEAR and at < 0:
                return float(self.epsilon0)
            low, high = (x, high) if at < 0 else (low, x)
            if abs(found - self.goal) < _CLOSE or high - low < 2.0**-44 * high:
                return self.epsilon(x)
            secant = x - at * (x - before[0]) / (at - before[1]) if at != before[1] else low
            inside = low < secant < high and turn < _TURNS // 2
            before, x = (x, at), secant if inside else high if secant >= high == _NEAR else (low + high) / 2
        return self.epsilon(high)

    def start(self) -> float:
        """The start, by bisection."""

        def shallow(u: float) -> bool:
            return not depth(float(self.epsilon0), self.n, self.k, self.epsilon(u)) >= -self.goal

        return bisect(shallow, 0.0, _NEAR, steps=30)[1]
