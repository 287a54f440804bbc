"""Removal and addition for a Poisson-sampled mechanism (Zhu, Dong, Wang 2022, Theorem 11): a record is in the sample
with probability q.

Let (P, Q) be the dominating pair of the mechanism, P with the record, and a = e^eps. The removal direction is the
hockey-stick divergence of (1 - q) Q + q P from Q, which is q delta_removal(1 + (a - 1)/q). The addition direction is
that of Q from the mixture: c delta_addition(q a/c) with c = 1 - (1 - q) a, or 0 if c < 0. (Here the delta of the
mechanism are functions of e^eps.)"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import enclose, fraction_of

from ...loss_distribution.formulas.connect_the_dots import Direction
from .amplification import sampled_epsilon, sampled_profile


def _c_over_q_less_1(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """c/q - 1."""
    return -(1 - rate) * xp.expm1(sampled) / rate


def addition_epsilon(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """The eps at which the addition direction evaluates the mechanism: log(q a/c)."""
    return sampled - xp.log1p(_c_over_q_less_1(xp, rate, sampled))


def addition_max_loss(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """The inverse of `addition_epsilon`, and the maximal loss of the addition direction: log(a/(q + (1 - q) a))."""
    return epsilon - xp.log1p((1 - rate) * xp.expm1(epsilon))


def addition_delta(xp: Arithmetic, rate: Value, inner: Direction, sampled: Value) -> Value:
    """The divergence of Q from the mixture; if balls cannot separate c from 0, an enclosure of all possible values."""
    room = rate * (1 + _c_over_q_less_1(xp, rate, sampled))
    return room * inner.curve(xp, addition_epsilon(xp, rate, sampled)) if room > 0 else xp.positive(room)


def removal(rate: Fraction, inner: Direction) -> Direction:
    """The removal direction of the sampled mechanism, from that of the mechanism."""
    at = sampled_profile(rate, lambda xp, epsilon, _: inner.curve(xp, epsilon))
    own = inner.max_loss
    max_loss = None if own is None else _above(lambda xp: sampled_epsilon(xp, xp.number(rate), xp.number(own)))
    return Direction(lambda xp, epsilon: at(xp, epsilon, None), rate * inner.delta_at_infinity, max_loss)


def addition(rate: Fraction, inner: Direction) -> Direction:
    """The addition direction of the sampled mechanism. Its maximal loss follows from that of the mechanism, if delta is
    0 there; otherwise it is the eps with c = 0."""
    own = inner.max_loss

    def max_loss(xp: Arithmetic) -> Value:
        q = xp.number(rate)
        return -xp.log1p(-q) if own is None or inner.delta_at_infinity > 0 else addition_max_loss(xp, q, xp.number(own))

    return Direction(
        lambda xp, epsilon: addition_delta(xp, xp.number(rate), inner, epsilon), Fraction(0), _above(max_loss)
    )


def _above(x: Callable[[Any], Any]) -> Fraction:
    return fraction_of(enclose(x).hi)
