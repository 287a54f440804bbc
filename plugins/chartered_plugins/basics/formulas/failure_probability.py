"""Runs that each fail, and then give everything away, with a small probability: the chance that not all succeed, and
what it adds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from chartered_verify.arithmetic import Arithmetic, Number, Value

LONGEST = 4096
"""Bits of a product of probabilities that is kept as a rational; a longer one is a function of the arithmetic."""


def all_fail(deltas: Sequence[Number], counts: Sequence[int]) -> Number:
    """1 - prod (1 - delta_i)^n_i."""
    if all(delta == 0 for delta in deltas if not callable(delta)) and not any(callable(delta) for delta in deltas):
        return Fraction(0)

    exact = [Fraction(delta) for delta in deltas if not callable(delta)]
    size = sum(n * delta.denominator.bit_length() for delta, n in zip(exact, counts, strict=False))
    if len(exact) == len(deltas) and size <= LONGEST:
        return 1 - prod(((1 - delta) ** n for delta, n in zip(exact, counts, strict=True)), start=Fraction(1))

    def value(xp: Arithmetic) -> Value:
        logs = [n * xp.log1p(-xp.number(delta)) for delta, n in zip(deltas, counts, strict=True)]
        return -xp.expm1(sum(logs[1:], logs[0]))

    return value


def with_failure(own: Value, delta: Value) -> Value:
    """The delta of a run that fails with probability `own` and otherwise has this delta."""
    return own + (1 - own) * delta


def without_failure(xp: Arithmetic, own: Value, delta: Value) -> Value:
    """What delta leaves for a run that does not fail."""
    return xp.positive(delta - own) / (1 - own)
