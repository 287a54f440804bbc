"""An upper bound on the profile of the clones pair by an exponential moment: for any n and any delta a formula, where a
sum over the likely numbers of clones ends.

With m - 1 clones the likelihoods of the first number x, relative to A ~ Bin(m, 1/2), are 2 (p x + (1-p) (m-x))/m and
the same with x and m - x exchanged. The first less e^eps times the second is 2 s (x - m theta)/m with
s = (2p-1) (1 + e^eps), so that

    delta(eps) = E[2 s/M' E[(A - M' theta)_+]] = 2 s/(n q) E[(A - M theta)_+],   M' - 1 ~ Bin(n-1, q), M ~ Bin(n, q),

as m Pr[M = m] = n q Pr[M' = m]. The difference is a sum of n independent variables, which are 1 - theta or -theta with
probability q/2 each and 0 otherwise, and y_+ <= e^(t y - 1)/t:

    delta(eps) <= 2 s/(n q e t) (1 - q + q (e^(t (1-theta)) + e^(-t theta))/2)^n   for any t > 0."""

from __future__ import annotations

from fractions import Fraction
from math import exp

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.numeric.bracketing import bisect

_LARGEST = 500.0
"""The largest exponent tried: no double overflows."""
_CLOSE = 1 + 1e-6
"""How close t is to the best one; the bound hardly depends on it there."""


def cut(xp: Arithmetic, size: Value, epsilon: Value) -> tuple[Value, Value]:
    """theta = (e^(eps+eps0) - 1)/((e^eps0 - 1) (e^eps + 1)) and 1 - theta, for eps below `size`, the eps0 of a
    report."""
    part = -xp.expm1(-size) * (1 + xp.exp(-epsilon))
    return -xp.expm1(-epsilon - size) / part, -xp.expm1(epsilon - size) * xp.exp(-epsilon) / part


def tail(xp: Arithmetic, size: Value, n: int, epsilon: Value, clone: Value) -> Value:
    """The bound where each of the n - 1 others is a clone with probability `clone`, at a t near the best one."""
    if not clone > 0:  # in doubles, from an eps0 of 745 on
        return xp.number(1)
    theta, above = cut(xp, size, epsilon)
    t = xp.number(Fraction(best_tilt(n, float(clone), float(above))))
    gain = -xp.expm1(-size) / (1 + xp.exp(-size)) * (1 + xp.exp(epsilon))
    return 2 * gain / (n * clone) * excess(xp, xp.number(n), clone, t, theta, above)


def excess(xp: Arithmetic, n: Value, clone: Value, t: Value, theta: Value, above: Value) -> Value:
    """The bound on E[(A - M theta)_+] at a t > 0; `above` is 1 - theta."""
    moment = xp.log1p(clone * (xp.expm1(t * above) + xp.expm1(-t * theta)) / 2)
    return xp.exp(n * moment - 1) / t


def best_tilt(n: int, clone: float, above: float) -> float:
    """A t near that with the least bound, for which t times the derivative of n log E[e^(t X)] is 1."""
    if not 0 < above < 1:
        return 1.0

    def low(t: float) -> bool:
        up, down = exp(t * above), exp(-t * (1 - above))
        return n * t * clone * (above * up - (1 - above) * down) / 2 < 1 + clone * (up + down - 2) / 2

    return bisect(low, 0.0, _LARGEST / above, narrow=lambda least, most: most <= least * _CLOSE)[1]
