"""Expressions, evaluated node by node: exactly as long as they are rational and short, in intervals beyond."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from . import fixed, normal
from .interval import Interval, Undefined, below, total

Value: TypeAlias = Fraction | Interval | None
"""An exact rational, an interval, or (None) nothing that this precision defines."""
ARITY = {
    "number": 1,
    "pi": 0,
    "add": 2,
    "sub": 2,
    "mul": 2,
    "div": 2,
    "neg": 1,
    "power": 2,
    "max": 2,
    "min": 2,
    "hull": 2,
    "exp": 1,
    "log": 1,
    "sqrt": 1,
    "ndtr": 1,
}
"""Every operation, with how many parts follow its name."""
PRECISIONS = (128, 512, 2048)
_MOST_EXACT_BITS = 8192
_MOST_EXACT_POWER = 64


class OverTime(Exception):
    """The time that was given is over."""


@dataclass(frozen=True, slots=True)
class Statement:
    """left < right, or left <= right, between two nodes."""

    left: int
    relation: str
    right: int


def decide(nodes: Sequence[Sequence[Any]], statements: Sequence[Statement], seconds: float) -> list[bool | None]:
    """Of each statement whether it certainly holds or certainly does not; None where the highest precision leaves it
    open. Raises OverTime."""
    ends = time.monotonic() + seconds
    found: list[bool | None] = [None] * len(statements)
    for bits in PRECISIONS:
        values = evaluate(nodes, bits, ends)
        found = [
            _decided(values[one.left], one.relation, values[one.right], bits) if known is None else known
            for one, known in zip(statements, found, strict=True)
        ]
        if None not in found or False in found:
            break
    return found


def evaluate(nodes: Sequence[Sequence[Any]], bits: int, ends: float) -> list[Value]:
    """The value of every node, each from those before it. Raises OverTime at the time `ends`."""
    values: list[Value] = []
    for operation, *parts in nodes:
        if time.monotonic() > ends:
            raise OverTime
        if operation == "number":
            values.append(parts[0])
        elif operation == "pi":
            values.append(Interval.units(fixed.pi(bits + 8), bits + 8, bits))
        elif operation == "power":
            values.append(_or_none(_power, values[parts[0]], parts[1], bits))
        else:
            values.append(_or_none(_applied, operation, [values[part] for part in parts], bits))
    return values


def _or_none(function: Any, *arguments: Any) -> Value:
    """What a function gives; None where it is undefined at this precision."""
    try:
        found: Value = function(*arguments)
    except Undefined:
        return None
    return found


def _applied(operation: str, parts: list[Value], bits: int) -> Value:
    if None in parts:
        return None
    if all(isinstance(part, Fraction) for part in parts) and operation in _EXACT:
        if operation == "div" and parts[1] == 0:
            return None
        exact: Fraction = _EXACT[operation](*parts)
        if exact.numerator.bit_length() + exact.denominator.bit_length() <= _MOST_EXACT_BITS:
            return exact
    found: Interval = _IN_INTERVALS[operation](*(_interval(part, bits) for part in parts))
    return found


def _power(x: Value, n: int, bits: int) -> Value:
    if x is None or (n < 0 and x == 0):
        return None
    if isinstance(x, Fraction) and abs(n) <= _MOST_EXACT_POWER:
        exact: Fraction = x**n
        if exact.numerator.bit_length() + exact.denominator.bit_length() <= _MOST_EXACT_BITS:
            return exact
    found = _interval(x, bits).power(abs(n))
    return found.inverse() if n < 0 else found


def _interval(x: Value, bits: int) -> Interval:
    if isinstance(x, Interval):
        return x
    assert x is not None
    return Interval.of(x, bits)


def _minimum(x: Interval, y: Interval) -> Interval:
    return -(-x).maximum(-y)


_EXACT: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "max": max,
    "min": min,
}
_IN_INTERVALS: dict[str, Any] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x * y.inverse(),
    "neg": lambda x: -x,
    "max": Interval.maximum,
    "min": _minimum,
    "hull": Interval.hull,
    "exp": Interval.exp,
    "log": Interval.log,
    "sqrt": Interval.sqrt,
    "ndtr": normal.ndtr,
}


def _decided(x: Value, relation: str, y: Value, bits: int) -> bool | None:
    """Whether x is below y (or not above), for all that the two may be."""
    if x is None or y is None:
        return None
    if isinstance(x, Fraction) and isinstance(y, Fraction):
        return x < y if relation == "<" else x <= y
    a, b = _interval(x, bits), _interval(y, bits)
    # rounded to few bits, a difference keeps its sign
    least, most = total(a.low, (-b.high[0], b.high[1]), 8, up=False), total(a.high, (-b.low[0], b.low[1]), 8, up=True)
    if below(most, (0, 0)) or (relation == "<=" and most[0] == 0):
        return True
    if below((0, 0), least) or (relation == "<" and least[0] == 0):
        return False
    return None
