"""Conformance kit: example steps of a mechanism, from the ranges of its parameters."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ..errors import BadStep, BadValue
from ..model.exact_numbers import plain
from ..model.mechanisms import Mechanism, Parameter

_WIDE = 1000
"""In a wider range, such as one up to the largest number of runs, the middle is not used as an example."""


def example_steps(mechanism: Mechanism) -> list[str]:
    """Steps with parameters in the middle of their ranges, or near their lower ends: one for each choice among
    alternative parameters, and for each choice another one with all optional parameters, if these may stand
    together; if neither is admitted, one with each optional parameter alone."""
    if mechanism.several:
        return ["(gaussian:sigma=2 + gaussian:sigma=4)"]
    optional = {name for group in mechanism.either for name in group}
    given = [p for p in mechanism.parameters if p.default is None and not p.optional and p.name not in optional]
    varied = {name for name, _, _ in mechanism.variants}
    more = tuple(p for p in mechanism.parameters if p.optional and p.name not in varied)
    named = {p.name: p for p in mechanism.parameters}
    inner = "/gaussian:sigma=2" if mechanism.wraps else ""
    ways = [(*given, *way) for way in product(*([named[name] for name in group] for group in mechanism.either))]
    admitted: list[dict[str, str]] = []
    for frees in (((), more), [(p,) for p in more]):  # one optional parameter each, where none and all are refused
        chosen = ([p for p in (*way, *free) if not p.with_ or named[p.with_] in way] for way in ways for free in frees)
        settings = [{p.name: _example(p) for p in one} for one in chosen]
        admitted = admitted or [one for one in settings if _may_stand_together(mechanism, one)]
    texts = [f"{mechanism.name}:{','.join(f'{key}={value}' for key, value in one.items())}{inner}" for one in admitted]
    return list(dict.fromkeys(texts))


def _may_stand_together(mechanism: Mechanism, settings: dict[str, str]) -> bool:
    try:
        mechanism.settings(settings)
    except (BadStep, BadValue):
        return mechanism.conflict is None
    return True


def _example(parameter: Parameter) -> str:
    if parameter.words or parameter.flag:
        return parameter.words[0] if parameter.words else "true"
    if parameter.many:
        return "1"
    low, high = parameter.low, parameter.high
    if low is not None and high is not None and high - low <= _WIDE:
        middle = Fraction(low + high) / 2
    else:
        middle = Fraction(high - 1 if low is None and high is not None else (low or 0) + 1)
    return plain(Fraction(round(middle)) if parameter.integer else middle)
