"""Example steps of a mechanism, from its parameters' ranges. Part of the conformance kit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ..model.exact_numbers import plain
from ..model.mechanisms import Mechanism, Parameter


def example_steps(mechanism: Mechanism) -> list[str]:
    """Steps in the middle of the parameters' ranges: one for each way to give those of which one is wanted."""
    optional = {name for group in mechanism.either for name in group}
    given = [p for p in mechanism.parameters if p.default is None and p.name not in optional]
    named = {p.name: p for p in mechanism.parameters}
    inner = "/gaussian:sigma=2" if mechanism.wraps else ""
    ways = product(*([named[name] for name in group] for group in mechanism.either))
    return [f"{mechanism.name}:{','.join(f'{p.name}={_example(p)}' for p in (*given, *way))}{inner}" for way in ways]


def _example(parameter: Parameter) -> str:
    if parameter.words or parameter.flag:
        return parameter.words[0] if parameter.words else "true"
    low, high = parameter.low, parameter.high
    middle = (
        Fraction(low + high) / 2
        if low is not None and high is not None
        else Fraction(high - 1 if high is not None else (low or 0) + 1)
    )
    return plain(Fraction(round(middle)) if parameter.integer else middle)
