"""Accountants: one composition law each. The only place where a count or a sum over steps stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chartered_verify.values import Side

from .guarantees import Guarantee


@dataclass(frozen=True, slots=True)
class Accountant:
    """How guarantees of one kind add up.

    `times(g, n)` is the guarantee of n adaptively composed runs of g and equals the n-fold `compose`; `compose(gs)` that of
    different ones. Both keep the kind. Either may raise Unavailable with a reason. `side` is EXACT where composition loses nothing.
    """

    name: str
    kind: type[Guarantee]
    times: Callable[[Any, int], Any]
    compose: Callable[[Sequence[Any]], Any]
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER


def compose(accountant: Accountant, guarantees: Sequence[Any], counts: Sequence[Any]) -> Guarantee:
    """The guarantee of the whole ledger; a single run is its own. Arrays of counts serve searches in floats. Raises Unavailable."""
    counted: list[Guarantee] = [
        g if isinstance(n, int) and n == 1 else keeping(accountant.times(g, n), g, accountant)
        for g, n in zip(guarantees, counts, strict=True)
    ]
    if len(counted) == 1:
        return counted[0]
    return keeping(accountant.compose(counted), counted[0], accountant, *counted[1:])


def keeping(result: Any, first: Guarantee, accountant: Accountant, *others: Guarantee) -> Guarantee:
    """The composed guarantee with the relation and the side of all its parts."""
    side = first.side
    for other in others:
        side = side.then(other.side)
    composed: Guarantee = replace(result, side=side.then(accountant.side), neighbours=first.neighbours)
    return composed
