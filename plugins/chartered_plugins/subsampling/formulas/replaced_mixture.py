"""A mixture of Gaussians where a record is replaced: P = sum p_i N(m_i, 1) and Q = sum p_i N(-m_i, 1), m_i >= 0, the
worst pair of records that move the outcome by vectors of these lengths.

Let a record move the outcome by v_i and the one in its place by w_i, with |v_i|, |w_i| <= m_i, each with probability
p_i. Written by N(0, I), the divergence at t is E (sum p_i e^(<v_i,z> - |v_i|^2/2) - t sum p_i e^(<w_i,z> -
|w_i|^2/2))_+. By Kahane's inequality it grows with every <v_i, v_j> and <w_i, w_j>, and falls with every <v_i, w_j>,
whose weights have opposite signs. Opposite directions have the largest of the former, m_i m_j, and the least of the
latter, -m_i m_j, at once. This holds at every t, so that the pair dominates, and the products of such pairs dominate
adaptive compositions.

The ratio e^l(x) = N(x)/N(-x), N(x) = sum p_i e^(m_i x - m_i^2/2), rises with x, so that any threshold x gives a lower
bound. For an upper bound let a_i be the shares of N(x), and b_j those of N(-x). Both add up to 1, so that P - e^eps Q
is the sum of b_j p_i N(m_i) - a_i e^eps p_j N(-m_j) over i and j: Gaussian profiles, attained at the exact threshold,
where all of these change their signs."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.enclosure import fraction_of
from chartered_verify.numeric.bracketing import bisect

from .gaussian_mixture import BITS, NUDGE, Parts, exponents, gaussian_delta, log_ratio

_HALVINGS, _NEWTON = 80, 3


def above(xp: Arithmetic, parts: Parts, epsilon: Value, x: Value) -> Value:
    """An upper bound on H(P||Q) by the threshold x: sum b_j p_i delta_(m_i + m_j)(eps_ij), with eps_ij = eps + log(a_i
    p_j/(b_j p_i))."""
    right, left = ([e - log_ratio(xp, parts, at) for e in exponents(xp, parts, at)] for at in (x, -x))
    found = xp.number(0)
    for (p, m), more in zip(parts, right, strict=True):
        for (q, k), less in zip(parts, left, strict=True):
            share = xp.number(p * q) * xp.exp(less)
            found = found + share * gaussian_delta(xp, m + k, epsilon + more - less)
    return found


def below(xp: Arithmetic, parts: Parts, epsilon: Value, x: Value) -> Value:
    """P(> x) - e^eps Q(> x), a lower bound on H(P||Q)."""
    found = xp.number(0)
    for p, m in parts:
        both = xp.ndtr(xp.number(m) - x) - xp.exp(epsilon) * xp.ndtr(-xp.number(m) - x)
        found = found + xp.number(p) * both
    return found


def propose_threshold(parts: Parts, level: Fraction) -> Fraction:
    """An x with l(x) just below `level`, so that parts with mean 0 lose nothing: found in floats, refined by Newton
    steps. No bound depends on its accuracy."""
    x = Fraction(_in_floats(parts, float(level)))
    for _ in range(_NEWTON):
        with balls(BITS) as xp:
            at = xp.number(x)
            slope, height = xp.number(0), log_ratio(xp, parts, at) - log_ratio(xp, parts, -at)
            for place in (at, -at):
                whole = log_ratio(xp, parts, place)
                for (p, m), e in zip(parts, exponents(xp, parts, place), strict=True):
                    slope = slope + xp.number(p * m) * xp.exp(e - whole)
            step = (height - xp.number(level)) / slope
            if not abs(step) < 1:
                break
            x = fraction_of(at - step)
    aside: Fraction = max(Fraction(1), abs(x)) / 2**NUDGE
    return x - aside


def _in_floats(parts: Parts, level: float) -> float:
    """The threshold in floats, by bisection: l rises."""

    def rises(x: float) -> float:
        return _log_sum(parts, x) - _log_sum(parts, -x)

    low, high = 0.0, 1.0
    while rises(high) < level and high < 1e12:
        low, high = high, 2 * high
    return bisect(lambda x: rises(x) < level, low, high, steps=_HALVINGS)[0]


def _log_sum(parts: Parts, x: float) -> float:
    terms = [log(p.numerator) - log(p.denominator) + float(m) * x - float(m) ** 2 / 2 for p, m in parts]
    top = max(terms)
    return top + log(sum(exp(term - top) for term in terms))
