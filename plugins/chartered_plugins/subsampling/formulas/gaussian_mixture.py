"""A mixture of Gaussians against one Gaussian, P = sum p_i N(m_i, 1) and Q = N(0, 1) with m_i >= 0: both directions of
the hockey-stick divergence, enclosed by means of any threshold.

The likelihood ratio e^l(x) = sum p_i e^(m_i x - m_i^2/2) increases in x, so P exceeds e^eps Q beyond one threshold, and
any threshold t gives a lower bound. For an upper bound let w_i = p_i e^(m_i t - m_i^2/2 - l(t)), which add up to 1 for
any t. The positive part of a sum is at most the sum of the positive parts, here of p_i P_i - e^eps w_i Q in one
direction, and of w_i Q - e^eps p_i P_i in the other: these are Gaussian profiles. At the exact threshold both bounds
are attained."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import exp, inf, isfinite, log
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.catching import ours
from chartered_verify.enclosure import fraction_of

from ...basics.formulas.gaussian_profile import delta_mu

BITS, NUDGE, _FAR = 320, 256, 1e4
"""The precision of a threshold in bits; the bit from which it is moved aside; and the farthest place where it is
searched."""
Parts = Sequence[tuple[Fraction, Fraction]]
"""The pairs (probability p_i, mean m_i); at least one mean is positive."""


def exponents(xp: Arithmetic, parts: Parts, t: Value) -> list[Value]:
    """m_i t - m_i^2/2 for each part."""
    return [xp.number(m) * t - xp.number(m * m / 2) for _, m in parts]


def log_ratio(xp: Arithmetic, parts: Parts, t: Value) -> Value:
    """l(t), the logarithm of the likelihood ratio at t."""
    first, *others = (xp.log(xp.number(p)) + e for (p, _), e in zip(parts, exponents(xp, parts, t), strict=True))
    return first + (xp.log1p_sum_exp([other - first for other in others]) if others else 0)


def removal_above(xp: Arithmetic, parts: Parts, epsilon: Value, t: Value) -> Value:
    """An upper bound on H(P||Q) by the threshold t."""
    level, found = log_ratio(xp, parts, t), xp.number(0)
    for (p, m), exponent in zip(parts, exponents(xp, parts, t), strict=True):
        found = found + xp.number(p) * gaussian_delta(xp, m, epsilon + exponent - level)
    return found


def addition_above(xp: Arithmetic, parts: Parts, epsilon: Value, t: Value) -> Value:
    """An upper bound on H(Q||P) by the threshold t."""
    level, found = log_ratio(xp, parts, t), xp.number(0)
    for (p, m), exponent in zip(parts, exponents(xp, parts, t), strict=True):
        share = xp.number(p) * xp.exp(exponent - level)
        found = found + share * gaussian_delta(xp, m, epsilon - (exponent - level))
    return found


def removal_below(xp: Arithmetic, parts: Parts, epsilon: Value, t: Value) -> Value:
    """P(x > t) - e^eps Q(x > t), a lower bound on H(P||Q)."""
    found = -xp.exp(epsilon) * xp.ndtr(-t)
    for p, m in parts:
        found = found + xp.number(p) * xp.ndtr(xp.number(m) - t)
    return found


def addition_below(xp: Arithmetic, parts: Parts, epsilon: Value, t: Value) -> Value:
    """Q(x < t) - e^eps P(x < t), a lower bound on H(Q||P)."""
    found = xp.ndtr(t)
    for p, m in parts:
        found = found - xp.exp(epsilon) * xp.number(p) * xp.ndtr(t - xp.number(m))
    return found


def gaussian_delta(xp: Arithmetic, m: Fraction, epsilon: Value) -> Value:
    """H(N(m)||N(0)) = H(N(0)||N(m)) at any real eps; for m = 0 it is (1 - e^eps)_+."""
    return delta_mu(xp, xp.number(m), epsilon) if m else xp.positive(-xp.expm1(epsilon))


def propose_threshold(parts: Parts, level: Fraction, *, up: bool) -> Fraction:
    """A t with l(t) just above (`up`) or below `level`, so that parts with mean 0 lose nothing: found in floats,
    refined by three Newton steps; far out if there is none. No bound depends on its accuracy."""
    try:
        near = propose_in_floats(parts, float(level))
    except ours(OverflowError):  # a number outside the range of doubles
        near = 0.0
    t = Fraction(near if isfinite(near) else 0)
    for _ in range(3):
        with balls(BITS) as xp:
            at = xp.number(t)
            height = log_ratio(xp, parts, at)
            shares = [
                xp.number(p) * xp.exp(e - height) for (p, _), e in zip(parts, exponents(xp, parts, at), strict=True)
            ]
            slope = sum((share * xp.number(m) for share, (_, m) in zip(shares, parts, strict=True)), xp.number(0))
            step = (height - xp.number(level)) / slope
            if not abs(step) < 1:
                break
            t = fraction_of(at - step)
    aside: Fraction = max(Fraction(1), abs(t)) / 2**NUDGE
    return t + aside if up else t - aside


def propose_in_floats(parts: Parts, level: float) -> float:
    """The threshold in floats. l is convex and increasing, so Newton's method from the right decreases to it."""
    weights = [(log(p.numerator) - log(p.denominator), float(m)) for p, m in parts]
    t = min((level - w + m * m / 2) / m for w, m in weights if m)
    for _ in range(100):
        terms = [w + m * t - m * m / 2 for w, m in weights]
        top = max(terms)
        shares = [exp(term - top) for term in terms]
        slope = sum(s * m for s, (_, m) in zip(shares, weights, strict=True)) / sum(shares)
        step = (top + log(sum(shares)) - level) / slope if slope > 0 else inf
        if not abs(step) < _FAR or t - step < -_FAR:
            break
        t -= step
        if abs(step) <= 1e-15 * max(1.0, abs(t)):
            break
    return t


def middle(epsilon: Any) -> Fraction:
    """The midpoint of a value in any arithmetic, for the search of a threshold."""
    return fraction_of(epsilon) if hasattr(epsilon, "mid") else Fraction(float(epsilon))
