"""Conditions under which expressions are defined, as Coq needs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from chartered_verify.arithmetic.recording import inside

from .claim_steps import Letter, Stated
from .expression_text import letter, number, written
from .recorded_formulas import Terms

Condition: TypeAlias = tuple[str, int]
"""A relation of a node to 0: ("<>", n), ("<", n) or ("<=", n), where n is the node's index."""


def conditions(step: Stated) -> list[Condition]:
    """The conditions under which the expressions of a step are defined, inner parts first: no division by 0, no
    logarithm of a number that is not positive, no square root of a negative number; including the expressions whose
    derivatives are named."""
    xp, ends = step.xp, [step.left] if step.is_inequality else [step.left, step.right]
    whole = [*map(xp.expanded, ends), *_derived(xp, ends)]
    return list(dict.fromkeys(of_nodes(xp, whole)))


def of_nodes(xp: Terms, ends: Sequence[int], *, strict: bool = False) -> Iterator[Condition]:
    """The conditions of these nodes; if a derivative is taken (`strict`), square roots must be of positive numbers."""
    for index in inside(xp.nodes, ends):
        operation, *parts = xp.nodes[index]
        if operation == "div" and xp.nodes[parts[1]][0] != "number":
            yield "<>", parts[1]
        elif operation == "div" and xp.nodes[parts[1]][1] == 0:
            xp.refuse("a division by 0")
        elif operation == "power" and parts[1] < 0:
            yield "<>", parts[0]
        elif operation == "log":
            yield "<", parts[0]
        elif operation == "sqrt":
            yield "<" if strict else "<=", parts[0]


def in_words(xp: Terms, condition: Condition) -> str:
    """A condition as Coq text."""
    relation, index = condition
    text = written(xp, index)
    return f"{text} <> 0" if relation == "<>" else f"0 {relation} {text}"


def domain(one: Letter) -> list[tuple[str, str]]:
    """The ends of a letter's range, as pairs (name of the hypothesis, Coq text)."""
    name, found = letter(one.name), []
    if one.low is not None:
        found.append((f"i_{name}", f"{number(one.low)} {'<=' if one.least else '<'} {name}"))
    if one.high is not None:
        found.append((f"j_{name}", f"{name} {'<=' if one.most else '<'} {number(one.high)}"))
    return found


def _derived(xp: Terms, ends: Sequence[int]) -> Iterator[int]:
    """The expressions whose derivatives are named, at the arguments of these derivatives."""
    for index in inside(xp.nodes, ends):
        operation, *parts = xp.nodes[index]
        if operation == "apply":
            one, arguments = xp.derivatives[parts[0]], [xp.expanded(part) for part in parts[2:]]
            for under in one.indices[: parts[1]]:
                yield xp.replaced(xp.expanded(under), dict(zip(one.bound, arguments, strict=True)))
