"""Views of a ledger: with all its different steps, or with steps grouped for an accountant that cannot compose as many;
and the guarantees of its steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from chartered_verify.enclosure import Side
from msgspec import Struct, field

from ..errors import Unavailable
from ..ledger.entries import Entry
from ..model.accountants import Accountant
from ..model.steps import Step
from ..model.theorems import Case, OnStep, Theorem
from ..paths.grouping import Kinship, grouped, rewrites_groups
from ..paths.replay import follow
from ..paths.step_paths import Derived, PathSearch, applied
from ..search import propose_groups

Alike: TypeAlias = tuple[tuple[str, ...], int]
"""Steps of one shape that follow one path: the shape, and a number, as a theorem may apply to some of them alone."""
SEARCHED = 64
"""The largest number of different steps of one shape for which paths are searched separately; beyond it, all steps of
the shape follow the paths of the first."""


class View(Struct, frozen=True):
    """The entries that an accountant composes.

    `derived`: the guarantees of each step (of the first step only for a shape with more than SEARCHED steps). `common`:
    the kinds of guarantees that every step reaches and some accountant composes. `own`: the same by Chartered's own
    theorems. `reasons`: why theorems did not apply. `grouped_by`, `groups`: as in Derivation."""

    paths: PathSearch
    entries: tuple[Entry, ...]
    derived: Mapping[Step, list[Derived]]
    common: frozenset[type]
    own: frozenset[type]
    reasons: tuple[tuple[Theorem, str], ...]
    grouped_by: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()

    def chosen(
        self, entries: Iterable[Entry], by_alike: Mapping[Alike, tuple[str, ...]], alike_of: Mapping[Step, Alike]
    ) -> tuple[Derived, ...]:
        """The guarantee of one run of each entry along the path of those alike. Raises Unavailable."""
        paths = self.paths
        straight = {alike: _straight(paths, alike[0], path) for alike, path in by_alike.items()}
        found: list[Derived] = []
        for entry in entries:
            alike = alike_of.get(entry.step, (entry.step.shape, 0))
            path, known = by_alike[alike], self.derived.get(entry.step)
            if known is not None:
                found.append(next(r for r in known if r.path == path))
            elif straight[alike]:
                found.append(Derived(_applied(paths, straight[alike], entry.step), path))
            else:
                found.append(Derived(follow(paths.registry, path, entry.step, paths.neighbours, paths.look), path))
        return tuple(found)


def limits(accountant: Accountant) -> tuple[int | None, tuple[tuple[str, int], ...]]:
    """(the largest number of different steps that an accountant composes, or None; the shapes that count less, and how
    many of each count as one)."""
    return accountant.most_kinds, accountant.light


class Views(Struct):
    """The views of one way to write a ledger, each made once."""

    paths: PathSearch
    entries: tuple[Entry, ...]
    limit: int | None = None
    """The largest number of different steps for accountants that group, if smaller than they state."""
    made: dict[tuple[int | None, frozenset[str]], View] = field(default_factory=dict)

    def of(self, accountant: Accountant) -> View:
        """The view for an accountant. Raises Unavailable if its steps are too many and cannot be grouped."""
        (most, light), kept = limits(accountant), frozenset(accountant.merges)
        if most is not None and self.limit is not None:
            most, light = min(most, self.limit), ()
        different = {entry.step for entry in self.entries if entry.step.name not in kept}
        as_one = dict(light)
        count = sum(1 / as_one.get("/".join(step.shape), 1) for step in different)
        many = most is not None and count > most
        if many and not accountant.groups:
            if len(different) > SEARCHED:
                raise Unavailable(f"more than {most} different steps take long to compose, and it does not group them")
            many = False
        key = (most, kept) if many else (None, frozenset[str]())
        if key not in self.made:
            self.made[key] = self._grouped(most or 0, kept) if many else self._view(self.entries)
        return self.made[key]

    def _grouped(self, most: int, kept: frozenset[str]) -> View:
        """The view with at most `most` groups; steps of the mechanisms in `kept` are not grouped."""
        theorems = sorted(filter(rewrites_groups, self.paths.usable.rewritings), key=lambda t: not t.ours)
        above = next((t for t in theorems if t.side is not Side.LOWER), None)
        below = next((t for t in theorems if t.side is Side.LOWER), None)
        indices = [index for index, entry in enumerate(self.entries) if entry.step.name not in kept]
        kinship = Kinship(self.paths.registry)
        found = propose_groups.propose_groups(kinship, [self.entries[index] for index in indices], most)
        if found is None or above is None:
            raise Unavailable(f"more than {most} different steps, which no group of at most {most} holds together")
        groups = _with_single_ones(dict(zip(indices, found, strict=True)), len(self.entries))
        entries = grouped(kinship, above, self.paths.neighbours, self.entries, groups)
        return self._view(entries, tuple(theorem.name for theorem in (above, below) if theorem is not None), groups)

    def _view(self, entries: tuple[Entry, ...], grouped_by: tuple[str, ...] = (), groups: tuple[int, ...] = ()) -> View:
        self.paths.reasons = []
        derived = self._derived(entries)
        common = self._common(derived.values())
        own = self._common([r for r in reached if self.paths.usable.ours(r.path)] for reached in derived.values())
        return View(self.paths, entries, derived, common, own, tuple(self.paths.reasons), grouped_by, groups)

    def _common(self, derived: Iterable[list[Derived]]) -> frozenset[type]:
        common = {frozenset(type(r.guarantee) for r in reached) for reached in derived}
        return frozenset.intersection(*common) & {a.kind for a in self.paths.registry.accountants.values()}

    def _derived(self, entries: tuple[Entry, ...]) -> Mapping[Step, list[Derived]]:
        """The guarantees of each step whose paths are searched: all steps of a shape or, if they are more than
        SEARCHED, the first."""
        shapes: dict[tuple[str, ...], dict[Step, None]] = {}
        for entry in entries:
            shapes.setdefault(entry.step.shape, {})[entry.step] = None
        firsts = {steps if len(steps) <= SEARCHED else (next(iter(steps)),) for steps in map(tuple, shapes.values())}
        kept = {step for steps in firsts for step in steps}
        return {e.step: self.paths.guarantees(e.step) for e in entries if e.step in kept}


def _straight(paths: PathSearch, shape: tuple[str, ...], path: tuple[str, ...]) -> list[Theorem]:
    """The theorems of a path that starts at a whole step and never changes the relation; empty for any other path,
    which `follow` replays with all its checks."""
    theorems = [paths.registry.theorem(name) for name in path]
    whole = isinstance(theorems[0].takes, OnStep) and theorems[0].takes.names == shape
    mechanisms = [paths.registry.mechanism(name) for name in shape]
    alike = all((m.requires is None or paths.neighbours.covers(m.requires)) and not m.local for m in mechanisms)
    return theorems if whole and alike and not any(t.changes_relation for t in theorems) else []


def _applied(paths: PathSearch, theorems: Iterable[Theorem], step: Step) -> Any:
    """The guarantee of a step along such a path. Raises Unavailable."""
    guarantee: Any = Case(step, paths.neighbours)
    for theorem in theorems:
        guarantee = applied(theorem, guarantee, paths.neighbours, paths.look)
    return guarantee


def _with_single_ones(found: Mapping[int, int], count: int) -> tuple[int, ...]:
    """The group number of each of `count` entries, in order of first appearance; entries without a group are groups of
    their own."""
    numbers: dict[Any, int] = {}
    keys = (("group", found[index]) if index in found else ("entry", index) for index in range(count))
    return tuple(numbers.setdefault(key, len(numbers)) for key in keys)
