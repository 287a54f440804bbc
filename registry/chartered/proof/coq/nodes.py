"""The expression of a proof as a list of nodes in Coq. Positions are counted from 1, because the keys of Coq's maps are
positive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.arithmetic.recorded_value import OPERATIONS
from chartered_verify.catching import ours

from .escaped_text import ratio

_MOST_DIGITS = 2_000
"""Longer rational numbers are not computed exactly here; Coq compares them in interval arithmetic."""


def position(index: int) -> str:
    """The position of a node in Coq, which counts from 1."""
    return str(index + 1)


def written(nodes: Sequence[Sequence[Any]]) -> str:
    """The nodes as a Coq list."""
    return ";\n  ".join(f"({position(n)}%positive, {_node(*one)})" for n, one in enumerate(nodes))


def _node(operation: str, *parts: Any) -> str:
    """A node by its constructor in the prelude, which has the operation's name."""
    if operation == "number":
        return "Num {} {}".format(*ratio(parts[0]))
    if operation == "power":
        return f"Power {position(parts[0])} ({int(parts[1])})"
    return " ".join([operation.capitalize(), *map(position, parts)])


def exact_indices(nodes: Sequence[Sequence[Any]], pairs: Iterable[tuple[int, int]]) -> list[int]:
    """The positions that Coq must evaluate in rational arithmetic: both sides of every comparison that holds with
    equality, and all nodes that they depend on. All others are decided in interval arithmetic."""
    known = _rationals(nodes)
    more = [side for pair in pairs if None is not known[pair[0]] == known[pair[1]] for side in pair]
    found = set[int]()
    while more:
        position = more.pop()
        if position not in found:
            found.add(position)
            more += () if nodes[position][0] == "number" else nodes[position][1:]
    return sorted(found)


def _rationals(nodes: Sequence[Sequence[Any]]) -> list[Fraction | None]:
    """The value of every node that is a rational number of moderate size; None for the others."""
    found: list[Fraction | None] = []
    for operation, *parts in nodes:
        if operation == "number":
            found.append(Fraction(parts[0]) if len(parts[0]) <= _MOST_DIGITS else None)
            continue
        x = [found[part] for part in parts] if operation in _EXACT else [None]
        try:
            exact = None if None in x else _EXACT[operation](*x)
        except ours(ZeroDivisionError):
            exact = None
        found.append(exact if exact is None or _digits(exact) <= _MOST_DIGITS else None)
    return found


def _digits(x: Fraction) -> int:
    return (x.numerator.bit_length() + x.denominator.bit_length()) // 3


_EXACT: Mapping[str, Any] = {**OPERATIONS, "max": max, "min": min}
