"""Accountants: each is a composition law for guarantees of one kind. Only here are runs counted and steps combined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, cast

from chartered_verify.enclosure import Side
from msgspec import Struct

from .failure_event import failing, some_failure_event, without
from .guarantees import Guarantee
from .guarded_calls import called
from .guarded_guarantees import stated
from .plugin import Plugin, Registered, misnumbered


class Accountant(Registered, Struct, frozen=True):
    """A composition law for guarantees of one kind.

    Args:
        name: The name that users write.
        kind: The class of guarantees that it composes.
        times: times(g, n): the guarantee of n adaptively composed runs of a mechanism with guarantee g; it equals the
            n-fold `compose`. It may raise Unavailable with a reason, as `compose` may.
        compose: compose(gs): the guarantee of mechanisms with the guarantees gs, run one after the other.
        statement: The law, in a sentence.
        source: The paper and the number of the statement there.
        latex: The formula, without dollar signs.
        side: The direction in which composition errs; EXACT: it loses nothing.
        most_kinds: The largest number of different steps that it composes in a bearable time; the steps of a longer
            ledger are grouped. None: no limit, for guarantees that are numbers and add up.
        groups: Whether it answers for a grouped ledger. If False, a ledger of far more different steps than
            `most_kinds` has no answer.
        merges: Mechanisms whose steps `most_kinds` does not count, since any number of different ones becomes a single
            guarantee.
        light: Shapes of steps that take less time, such as ("poisson/gaussian", 8): how many of them count as one of
            `most_kinds`.
        version: Counts up when the law changes, which outdates certificates of the former law.
        plugin: Set by the host.

    Examples:
        >>> zcdp = ch.registry().accountant("zcdp")
        >>> zcdp.times(ch.ZCDP(rho=ch.HALF), 10).rho
        Fraction(5, 1)
    """

    name: str
    kind: type[Guarantee]
    times: Callable[[Any, int], Any]
    compose: Callable[[Sequence[Any]], Any]
    statement: str
    source: str
    latex: str = ""
    side: Side = Side.UPPER
    most_kinds: int | None = None
    groups: bool = True
    merges: tuple[str, ...] = ()
    light: tuple[tuple[str, int], ...] = ()
    version: int = 1
    plugin: Plugin | None = None

    noun = "accountant"


def misstated(accountant: Accountant) -> str | None:
    """The error in the declaration of an accountant, or None."""
    kind, side = cast(object, accountant.kind), cast(object, accountant.side)  # whatever the plugin put there
    if not (isinstance(kind, type) and issubclass(kind, Guarantee)):
        return f"kind is {kind!r}, and no kind of guarantee"
    if not all(map(callable, (accountant.times, accountant.compose))):
        return "times and compose must be functions of guarantees"
    if misnumbered(accountant.version):
        return misnumbered(accountant.version)
    return None if isinstance(side, Side) else f"side is {side!r}, and none of Side"


def compose(accountant: Accountant, guarantees: Sequence[Any], counts: Sequence[Any]) -> Guarantee:
    """The composed guarantee of a ledger: `guarantees[i]` is that of one run of step i, which runs `counts[i]` times.

    A single run of a single step keeps its own guarantee. Counts are integers, or arrays of floats in a search. Failure
    events are composed here. Raises Unavailable."""
    kept = [without(g) for g in guarantees]
    counted: list[Guarantee] = [
        g if isinstance(n, int) and n == 1 else _composed(accountant, "times", (g, n), [g])
        for g, n in zip(kept, counts, strict=True)
    ]
    found = counted[0] if len(counted) == 1 else _composed(accountant, "compose", (tuple(counted),), counted)
    return failing(found, some_failure_event([g.failure for g in guarantees], counts))


def _composed(accountant: Accountant, what: str, arguments: tuple[Any, ...], parts: Sequence[Guarantee]) -> Guarantee:
    """The result of the accountant's function `what`, "times" or "compose", on `arguments`; `parts` are the guarantees
    among them. Raises Unavailable."""
    given = called(accountant.named, what, getattr(accountant, what), *arguments)
    return keeping(stated(accountant, what, given, accountant.kind), parts[0], accountant, *parts[1:])


def keeping(result: Any, first: Guarantee, accountant: Accountant, *others: Guarantee) -> Guarantee:
    """`result` with the common neighbouring relation, and with the side of all guarantees followed by that of the
    accountant."""
    side = first.side
    for other in others:
        side = side.then(other.side)
    composed: Guarantee = replace(result, side=side.then(accountant.side), neighbours=first.neighbours)
    return composed
