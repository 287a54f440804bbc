"""Derivations: the path of an answer, written down so that it can be replayed; what is lost on it, and the third-party
plugins behind it ("strangers"), reported to whoever reads a number that rests on one."""

from __future__ import annotations

from collections.abc import Iterable

from chartered_verify.enclosure import Side
from msgspec import Struct

from ..display import one_line
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..model.plugin import Plugin
from ..model.theorem_use import Use
from ..model.theorems import Theorem
from .step_witnesses import StepWitness


class Derivation(Struct, frozen=True):
    """The path of an answer, written so that it can be replayed.

    `rewrites`: for each ledger entry, the names of the theorems that rewrite it. `per_step`: for each entry after
    rewriting, the theorems that lead to its guarantee. `accountant`: the composition law. `conversions`: the theorems
    from the composed guarantee to a profile. `witnesses`: the witnesses of these theorems as a certificate states them,
    or None if they may be searched. `grouped_by`: for a grouped ledger, the theorem that rewrites each group as a step
    of no smaller cost, then possibly the theorem that gives a step of no larger cost, if nothing else on the path loses
    anything. `groups`: for each entry after rewriting, the number of its group; `per_step` then has one path for each
    group."""

    rewrites: tuple[tuple[str, ...], ...]
    per_step: tuple[tuple[str, ...], ...]
    accountant: str
    conversions: tuple[str, ...]
    witnesses: tuple[StepWitness, ...] | None = None
    grouped_by: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    @property
    def path(self) -> tuple[str, ...]:
        """All names, each once, in the order of use."""
        before, after = (dict.fromkeys(paths) for paths in (self.rewrites, self.per_step))  # each path once
        names = [name for names in (*before, self.grouped_by, *after) for name in names]
        return tuple(dict.fromkeys([*names, self.accountant, *self.conversions]))

    @property
    def theorem(self) -> str:
        """The name of the last theorem."""
        return self.conversions[-1] if self.conversions else self.path[-2] if len(self.path) > 1 else self.path[-1]

    def __repr__(self) -> str:
        return one_line(f"<derivation {' -> '.join(self.path)}>")


def expensive(known: Registry, derivation: Derivation) -> bool:
    """Whether an answer by this derivation takes long, since one of its theorems is expensive."""
    return any(known.theorems[name].use is Use.IF_NEEDED for name in derivation.path if name in known.theorems)


def bounded_below(known: Registry, derivation: Derivation) -> bool:
    """Whether theorems and groupings of a path lose something, and all that do also state what costs no more: a theorem
    by itself, a grouping by a theorem of side LOWER."""
    lossy = _lossy(known, derivation)
    groups = [known.theorem(name).side for name in derivation.grouped_by]
    there = all(theorem.below is not None for theorem in lossy) and groups[1:] == [Side.LOWER] * bool(groups)
    return there and bool(lossy or groups)


def only_rounds(known: Registry, derivation: Derivation) -> bool:
    """Whether all that a path loses is lost by rounding."""
    return not derivation.grouped_by and all(theorem.rounds for theorem in _lossy(known, derivation))


def _lossy(known: Registry, derivation: Derivation) -> list[Theorem]:
    """The theorems of a path that lose something."""
    paths = dict.fromkeys((*derivation.rewrites, *derivation.per_step, derivation.conversions))  # each path once
    names = dict.fromkeys(name for path in paths for name in path)
    return [theorem for theorem in map(known.theorem, names) if theorem.side is not Side.EXACT]


def plugins_behind(known: Registry, entries: Iterable[Entry], derivation: Derivation) -> list[Plugin]:
    """The plugins of the accountant, the theorems and the mechanisms of a derivation and its ledger, each once."""
    theorems = [name for name in derivation.path if name != derivation.accountant or name in known.theorems]
    shapes = dict.fromkeys(entry.step.shape for entry in entries)
    mechanisms = [name for shape in shapes for name in shape]
    owners = [known.owner("theorem", name) for name in theorems]
    owners += [
        known.owner("accountant", derivation.accountant),
        *(known.owner("mechanism", name) for name in mechanisms),
    ]
    return list({id(plugin): plugin for plugin in owners}.values())


def strangers_of(known: Registry, entries: Iterable[Entry], derivation: Derivation) -> tuple[str, ...]:
    """The names of the third-party plugins among them, sorted."""
    return tuple(sorted({plugin.name for plugin in plugins_behind(known, entries, derivation) if not plugin.ours}))


def strangers_note(known: Registry, names: Iterable[str]) -> str:
    """A sentence that lists the third-party plugins with their distributions; empty if there are none."""
    told = [str(plugin) for name in sorted(set(names)) for plugin in known.plugins if plugin.name == name]
    if not told:
        return ""
    kind = "plugins that are" if len(told) > 1 else "a plugin that is"
    return f"rests on {kind} not part of Chartered: {', '.join(told)}"
