"""Accountants: one composition law each. The only place where a count or a sum over steps stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from chartered_verify.enclosure import Side

from .faults import called, stated
from .guarantees import Guarantee
from .plugin import Plugin, Registered, misnumbered


@dataclass(frozen=True, slots=True, repr=False)
class Accountant(Registered):
    """How guarantees of one kind add up.

    `times(g, n)` is the guarantee of n adaptively composed runs of g and equals the n-fold `compose`; `compose(gs)`
    that of different ones. Both keep the kind. Either may raise Unavailable with a reason. `side` is EXACT where
    composition loses nothing. `version` counts up when the law changes, so that certificates of the former are
    outdated. `plugin` is filled in by the host."""

    name: str
    kind: type[Guarantee]
    times: Callable[[Any, int], Any]
    compose: Callable[[Sequence[Any]], Any]
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER
    most_kinds: int | None = None
    """How many different steps it composes in a bearable time: those of a ledger with more are grouped. None: any
    number, as guarantees that are numbers add up."""
    groups: bool = True
    """Whether it answers for the grouped ledger; else many more steps than that have no answer."""
    merges: tuple[str, ...] = ()
    """Mechanisms whose steps do not count, as any number of different ones becomes one guarantee."""
    version: int = 1
    plugin: Plugin | None = field(default=None, repr=False)

    noun = "accountant"


def misstated(accountant: Accountant) -> str | None:
    """What is wrong with the declaration of an accountant, or None."""
    kind, side = cast(object, accountant.kind), cast(object, accountant.side)  # whatever the plugin put there
    if not (isinstance(kind, type) and issubclass(kind, Guarantee)):
        return f"kind is {kind!r}, and no kind of guarantee"
    if not all(map(callable, (accountant.times, accountant.compose))):
        return "times and compose must be functions of guarantees"
    if misnumbered(accountant.version):
        return misnumbered(accountant.version)
    return None if isinstance(side, Side) else f"side is {side!r}, and none of Side"


def compose(accountant: Accountant, guarantees: Sequence[Any], counts: Sequence[Any]) -> Guarantee:
    """The guarantee of the whole ledger; a single run is its own. Arrays of counts serve searches in floats. Raises
    Unavailable."""
    counted: list[Guarantee] = [
        g if isinstance(n, int) and n == 1 else _composed(accountant, "times", (g, n), [g])
        for g, n in zip(guarantees, counts, strict=True)
    ]
    return counted[0] if len(counted) == 1 else _composed(accountant, "compose", (counted,), counted)


def _composed(accountant: Accountant, what: str, arguments: tuple[Any, ...], parts: Sequence[Guarantee]) -> Guarantee:
    """What one of the accountant's two functions gives. Raises Unavailable."""
    given = called(accountant.named, what, getattr(accountant, what), *arguments)
    return keeping(stated(accountant, what, given, accountant.kind), parts[0], accountant, *parts[1:])


def keeping(result: Any, first: Guarantee, accountant: Accountant, *others: Guarantee) -> Guarantee:
    """The composed guarantee with the relation and the side of all its parts."""
    side = first.side
    for other in others:
        side = side.then(other.side)
    composed: Guarantee = replace(result, side=side.then(accountant.side), neighbours=first.neighbours)
    return composed
