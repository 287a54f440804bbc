"""Accountants: one composition law each. The only place where a count or a sum over steps stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
