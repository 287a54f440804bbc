"""The failure event of (eps, delta)-DP runs, in which everything is disclosed: its probability over many runs, and the
delta of a run that includes it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from chartered_verify.arithmetic import Arithmetic, Number, Value

MAX_BITS = 4096
"""The largest number of bits of a product of probabilities that is kept as a rational number; a longer one becomes a
function of the arithmetic."""


def some_failure_event(deltas: Sequence[Number], counts: Sequence[int]) -> Number:
    """The probability that at least one run fails: 1 - prod (1 - delta_i)^n_i, for n_i runs that fail with probability
    delta_i."""
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
    """The delta of a run with a failure event of probability `own`, and with this delta otherwise."""
    return own + (1 - own) * delta


def without_failure_event(xp: Arithmetic, own: Value, delta: Value) -> Value:
    """The inverse: the delta of the run without its failure event; 0 if delta is smaller than `own`."""
    return xp.positive(delta - own) / (1 - own)
