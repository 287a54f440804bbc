"""The two directions of a step on a sample: one neighbour's record is in it with probability q, the other has none.

With P and Q for what the step gives with and without the record, and a = e^eps, the first one's delta is that of (1 -
q) Q + q P from Q, q delta_P(1 + (a - 1)/q), and the other's that of Q from the mixture: with c = 1 - (1 - q) a it is c
delta_Q(q a/c), or 0 where c < 0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.enclosure import enclose, fraction_of

from ...loss_distribution.formulas.connect_the_dots import Side
from .amplification import sampled_epsilon, sampled_profile


def _fallen(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """c/q - 1."""
    return -(1 - rate) * xp.expm1(sampled) / rate


def turned_epsilon(xp: Arithmetic, rate: Value, sampled: Value) -> Value:
    """The eps at which the other direction asks the step: log(q a/c)."""
    return sampled - xp.log1p(_fallen(xp, rate, sampled))


def turned_end(xp: Arithmetic, rate: Value, epsilon: Value) -> Value:
    """Its inverse: log(a/(q + (1 - q) a))."""
    return epsilon - xp.log1p((1 - rate) * xp.expm1(epsilon))


def unseen_delta(xp: Arithmetic, rate: Value, inner: Side, sampled: Value) -> Value:
    """The delta of Q from the mixture; where balls do not tell whether c > 0, all that it may be."""
    room = rate * (1 + _fallen(xp, rate, sampled))
    return room * inner.curve(xp, turned_epsilon(xp, rate, sampled)) if room > 0 else xp.positive(room)


def seen(rate: Fraction, inner: Side) -> Side:
    """The first direction."""
    at = sampled_profile(rate, lambda xp, epsilon, _: inner.curve(xp, epsilon))
    most = inner.most
    end = None if most is None else _above(lambda xp: sampled_epsilon(xp, xp.number(rate), xp.number(most)))
    return Side(lambda xp, epsilon: at(xp, epsilon, None), rate * inner.level, end)


def unseen(rate: Fraction, inner: Side) -> Side:
    """The other one: it ends where the step's own delta does, if that is 0 there, or else where c = 0."""
    most = inner.most

    def end(xp: Arithmetic) -> Value:
        q = xp.number(rate)
        return -xp.log1p(-q) if most is None or inner.level > 0 else turned_end(xp, q, xp.number(most))

    return Side(lambda xp, epsilon: unseen_delta(xp, xp.number(rate), inner, epsilon), Fraction(0), _above(end))


def _above(x: Callable[[Any], Any]) -> Fraction:
    return fraction_of(enclose(x).hi)
