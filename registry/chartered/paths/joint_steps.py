"""Several steps on the same records: a choice of guarantees, one of each step, composed by an accountant; and the
division of a path into the parts for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from msgspec.structs import replace

from ..errors import Unavailable
from ..host.registry import Registry
from ..model.accountants import compose
from ..model.step_groups import parts_of
from ..model.steps import Step
from ..model.theorems import Case, OnJoint

MOST_CHOICES = 16
"""The largest number of choices of guarantees that are composed."""


def choices(kind: type, step: Step, reached: Callable[[Step], Sequence[Any]]) -> Iterator[tuple[Any, ...]]:
    """The choices of one guarantee of class `kind` for each of the steps, among those in `reached(step)` (each with its
    path). Of more than MOST_CHOICES choices, those with shorter paths are kept."""
    options = [
        sorted((one for one in reached(part) if isinstance(one.guarantee, kind)), key=lambda one: len(one.path))
        for part, _ in step.joint
    ]
    while prod(len(found) for found in options) > MOST_CHOICES:
        max(options, key=len).pop()
    return product(*options)


def composed_case(registry: Registry, takes: OnJoint, case: Case, guarantees: Sequence[Any]) -> Case:
    """`case` with the guarantee that the accountant composes from the guarantees of the steps, each as often as it
    runs. Raises Unavailable."""
    accountant = registry.accountant(takes.accountant)
    if not all(isinstance(guarantee, accountant.kind) for guarantee in guarantees):
        raise Unavailable(f"{accountant.name} does not compose these guarantees")
    return replace(case, inner=compose(accountant, guarantees, [times for _, times in case.step.joint]))


def own_paths(registry: Registry, step: Step, names: Sequence[str]) -> tuple[list[tuple[str, ...]], str, Sequence[str]]:
    """(the names that lead to a guarantee of each step, the theorem that composes these, the names after it), a
    division of the path `names`. Raises Unavailable or UnknownName."""
    paths, rest = list[tuple[str, ...]](), list(names)
    for part, _ in step.joint:
        left, own = parts_of(part)[::-1], list[str]()
        while rest and (left or isinstance(registry.theorem(rest[0]).takes, type)):
            theorem = registry.theorem(rest[0])
            if not isinstance(theorem.takes, type):
                start = next((index for index, layer in enumerate(left) if theorem.matches(layer)), None)
                if start is None:
                    raise Unavailable(f"{theorem.name} does not start from {part}")
                left = left[start + 1 :]
            own.append(rest.pop(0))
        paths.append(tuple(own))
    if not rest or not isinstance(registry.theorem(rest[0]).takes, OnJoint):
        raise Unavailable(f"no theorem composes what is known of {step}")
    return paths, rest[0], rest[1:]
