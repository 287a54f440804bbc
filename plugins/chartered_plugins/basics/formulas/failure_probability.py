"""The failure event of (eps, delta)-DP runs, in which everything is given away: its probability over many runs, and the
delta of a run with it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from chartered_verify.arithmetic import Arithmetic, Number, Value

MAX_BITS = 4096
"""Bits of a product of probabilities that is kept as a rational; a longer one is a function of the arithmetic."""


def some_failure_event(deltas: Sequence[Number], counts: Sequence[int]) -> Number:
    """The probability that some run fails: 1 - prod (1 - delta_i)^n_i for n_i runs that fail with delta_i."""
    if all(delta == 0 for delta in deltas if not callable(delta)) and not any(callable(delta) for delta in deltas):
        return Fraction(0)

    exact = [Fraction(delta) for delta in deltas if not callable(delta)]
    size = sum(n * delta.denominator.bit_length() for delta, n in zip(exact, counts, strict=False))
    if len(exact) == len(deltas) and size <= MAX_BITS:
        return 1 - prod(((1 - delta) ** n for delta, n in zip(exact, counts, strict=True)), start=Fraction(1))

    def value(xp: Arithmetic) -> Value:
        logs = [n * xp.log1p(-xp.number(delta)) for delta, n in zip(deltas, counts, strict=True)]
        return -xp.expm1(sum(logs[1:], logs[0]))

    return value


def with_failure_event(own: Value, delta: Value) -> Value:
    """The delta of a run whose failure event has the probability `own`, and which otherwise has this delta."""
    return own + (1 - own) * delta


def without_failure_event(xp: Arithmetic, own: Value, delta: Value) -> Value:
    """The inverse: the delta of the run without its failure event; 0 where delta is smaller than `own`."""
    return xp.positive(delta - own) / (1 - own)
