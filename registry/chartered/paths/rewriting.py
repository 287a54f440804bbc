"""Rewriting: the ways to write a ledger entry as other entries. Depth and number are bounded, because third-party
theorems may rewrite in circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import count, islice, product
from typing import Any

from chartered_verify.enclosure import Side
from msgspec import Struct, field
from msgspec.structs import replace

from ..errors import BadStep, Fault, Unavailable
from ..host.registry import Registry
from ..ledger.checked_steps import checked, make_joint
from ..ledger.entries import Entry
from ..ledger.required_relation import required_by
from ..ledger.sensitivities import used_by
from ..model.exact_numbers import plain
from ..model.guarded_calls import called, displayed
from ..model.neighbours import Neighbours
from ..model.steps import MOST_TIMES, Step
from ..model.theorems import Case, OnStep, Rewrite, Theorem
from .step_paths import PathSearch

MOST_IN_A_ROW = 16
"""The largest number of successive rewritings of one step."""
MOST_REWRITINGS, MOST_WAYS, MOST_ENTRIES = 200, 16, 1024
"""Limits for third-party theorems: the number of rewritings of one entry, and the number of ways, and of entries, that
one rewriting may give."""

Way = tuple[tuple[Entry, ...], tuple[str, ...]]
"""(the entries that replace one entry, the theorems that rewrote it in the order of use)."""


class Rewriting(Struct):
    """The search for the ways to write one entry. `made` counts rewritings by third-party theorems. `below`: theorems
    that state what costs no more than a step write that."""

    paths: PathSearch
    below: bool = False
    every: bool = False
    nested: bool = False
    made: Iterator[int] = field(default_factory=partial(count, 1))

    def ways(self, entry: Entry, before: tuple[Step, ...] = (), *, settled: bool = False) -> list[Way]:
        """All ways to write the entry: unchanged, and as rewriting theorems give it, also for the step inside a
        wrapper.

        A rewriting by Chartered's own theorems that is exact, or states what costs no more as well, replaces the
        original, unless `every` way is wanted; after any other rewriting the original stays as one of the ways.
        `before`: the steps from which this one was rewritten. `settled`: the step inside the wrapper has been rewritten
        already."""
        found: list[Way] = [((entry,), ())]
        if not self.paths.usable.rewritten(entry.step):
            return found
        inside = [] if settled else list(self._inside(entry))
        for inner, names in inside:
            found += [(parts, (*names, *more)) for parts, more in self.ways(inner, (*before, entry.step), settled=True)]
        if not self.every and any(self.paths.usable.ours(names) and self._exact(names) for _, names in inside):
            return found[1:]
        for theorem in self.paths.usable.rewritings:
            if not theorem.matches(entry.step):
                continue
            for case, names in self.paths.cases(theorem, entry.step):
                written = self._written(theorem, case, entry, before)
                if written is None:
                    continue
                path = (*names, theorem.name)
                further = [self.ways(part, (*before, entry.step)) for part in written]
                most = None if theorem.ours else MOST_WAYS
                ways = islice(product(*further), most)
                found += [
                    (tuple(e for way in chosen for e in way[0]), (*path, *(n for way in chosen for n in way[1])))
                    for chosen in ways
                ]
                replaces = theorem.side is Side.EXACT or theorem.below is not None
                if not self.every and replaces and self.paths.usable.ours(path):
                    return found[1:]
        return found

    def _inside(self, entry: Entry) -> Iterator[tuple[Entry, tuple[str, ...]]]:
        """The entry with its inner step rewritten into another step, or into several on the same records, by rewritings
        that hold inside the wrapper; each with the names of the theorems."""
        step = entry.step
        if step.inner is None:
            return
        if step.inner.joint:
            yield from self._joint_inside(entry, step.inner)
            return
        for parts, names in self._around(step).ways(Entry(step.inner)):
            if not names or not self._held(names, step):
                continue
            if len(parts) == 1 and parts[0].times == 1:
                yield Entry(replace(step, inner=parts[0].step), entry.times, entry.label), names
            elif self._together(step):
                with suppress(BadStep):  # they may be too many for one joint step, or hold one
                    made = make_joint(self.paths.registry, [(part.step, part.times) for part in parts])
                    yield Entry(replace(step, inner=made), entry.times, entry.label), names

    def _joint_inside(self, entry: Entry, joint: Step) -> Iterator[tuple[Entry, tuple[str, ...]]]:
        """The entry with each of several steps on the same records rewritten: by exact rewritings, and by all that hold
        inside the wrapper; with the names of the theorems."""
        search, around = self._around(entry.step), entry.step
        ways = [search.ways(Entry(step, times)) for step, times in joint.joint]
        before = tuple[str, ...]()
        for held in (self._exact, partial(self._held, around=around)):
            parts, names = list[tuple[Step, int]](), tuple[str, ...]()
            for (step, times), each in zip(joint.joint, ways, strict=True):
                unchanged = ((Entry(step, times),), ())
                written, path = next((way for way in each if way[1] and held(way[1])), unchanged)
                parts += [(part.step, part.times) for part in written]
                names += path
            with suppress(BadStep):  # the rewritten steps may be too many for one joint step
                if names != before:
                    made = replace(around, inner=make_joint(self.paths.registry, parts))
                    yield Entry(made, entry.times, entry.label), names
            before = names

    def _together(self, wrapper: Step) -> bool:
        """Whether several runs inside a wrapper are written as steps on the same records: not inside one of local
        randomizers, nor where a theorem writes the wrapper with what is inside, nor inside two wrappers, where a plan
        that stops early would have to be proved for more than two data sets."""
        if self.nested or self.paths.within(wrapper).local:
            return False
        taken = (theorem for theorem in self.paths.usable.rewritings if theorem.matches(wrapper))
        cases = ((theorem, case) for theorem in taken for case, _ in self.paths.cases(theorem, wrapper))
        return all(self.paths.attempt(*each) is None for each in cases)

    def _around(self, wrapper: Step) -> Rewriting:
        """The search for the step inside a wrapper, under the relation that the wrapper requires: what the step states,
        an eps for one, it states for that."""
        paths, need = self.paths.within(wrapper), required_by(self.paths.registry, wrapper)
        if need is not None and not paths.neighbours.covers(need):
            paths = paths.under(need, paths.local)
        return Rewriting(paths, nested=True, made=self.made)

    def _exact(self, names: Sequence[str]) -> bool:
        return all(self.paths.registry.theorem(name).side is Side.EXACT for name in names)

    def _held(self, names: Sequence[str], around: Step) -> bool:
        """Whether rewritings of what a wrapper stands around are those of the whole; a reason why not is kept."""
        case = Case(around, self.paths.neighbours, local=self.paths.local)
        for theorem in map(self.paths.registry.theorem, names):
            try:
                if not theorem.holds_inside(case):
                    return False
            except Unavailable as why:
                self.paths.refuse(theorem, why)
                return False
        return True

    def _written(self, theorem: Theorem, case: Any, entry: Entry, before: tuple[Step, ...]) -> tuple[Entry, ...] | None:
        """The entries by which one theorem replaces an entry; None if it does not apply."""
        given = self.paths.attempt(theorem.from_below if self.below else theorem, case)
        if given is None:
            return None
        try:
            written = _entries(theorem, given, entry)
            if not theorem.ours:
                self._check(theorem, written, (*before, entry.step))
            return written if self._stays(theorem, entry.step, written) else None
        except Unavailable as why:
            self.paths.refuse(theorem, why)
            return None

    def _check(self, theorem: Theorem, written: Sequence[Entry], before: tuple[Step, ...]) -> None:
        """Raises Fault if a third-party theorem writes an invalid step, or exceeds a limit on rewritings."""
        if len(written) > MOST_ENTRIES:
            raise Fault(f"{theorem.named}: bound rewrites one step into {len(written)}, more than {MOST_ENTRIES}")
        if len(before) > MOST_IN_A_ROW:
            raise Fault(f"{theorem.named}: bound rewrites what it wrote, more than {MOST_IN_A_ROW} times in a row")
        if next(self.made) > MOST_REWRITINGS:
            raise Fault(f"{theorem.named}: more than {MOST_REWRITINGS} rewritings of one entry")
        for part in written:
            called(theorem.named, "bound", checked, self.paths.registry, part.step)
            called(theorem.named, "bound", required_by, self.paths.registry, part.step)
            if part.step in before:
                raise Fault(f"{theorem.named}: bound rewrites {part.step} into itself")

    def _stays(self, theorem: Theorem, step: Step, written: Sequence[Entry]) -> bool:
        """Whether the rewritten steps keep the relation that the original step requires. If the search's relation
        neither covers that one nor admits it by a theorem that changes the relation, each new step must require the
        same relation, because its guarantee is stated under it."""
        need = required_by(self.paths.registry, step)
        here = self.paths.neighbours
        if need is None or here.covers(need) or (theorem.changes_relation and here.admits(need)):
            return True
        return all(required_by(self.paths.registry, entry.step) is need for entry in written)


def written_out(registry: Registry, entries: Iterable[Entry], neighbours: Neighbours) -> list[tuple[Entry, ...]]:
    """For each entry, the entries for which its mechanism is an abbreviation, as a theorem about it states; empty for
    an entry that is no abbreviation."""
    rewritings = [t for t in registry.theorems.values() if t.gives is Rewrite and isinstance(t.takes, OnStep)]
    found = []
    for entry in entries:
        parts: tuple[Entry, ...] = ()
        for theorem in rewritings:
            if theorem.matches(entry.step):
                with suppress(Unavailable):
                    parts = _entries(theorem, theorem.apply(Case(entry.step, neighbours)), entry)
        found.append(parts)
    return found


def ledger_to_json(registry: Registry, entries: Sequence[Entry], neighbours: Neighbours) -> list[dict[str, Any]]:
    """The entries of a ledger as JSON: as given; under `written_out` the entries for which each is an abbreviation;
    under `sensitivity_used` the sensitivity used in the proof, if the step does not show it."""
    shown = [entry.to_json() for entry in entries]
    for given, parts in zip(shown, written_out(registry, entries, neighbours), strict=True):
        if parts:
            given["written_out"] = [{"step": str(part.step), "times": part.times} for part in parts]
    for given, entry in zip(shown, entries, strict=True):
        used = used_by(registry, entry.step, neighbours)
        given |= {} if used is None else {"sensitivity_used": plain(used.used)}
    return shown


def _entries(theorem: Theorem, given: object, entry: Entry) -> tuple[Entry, ...]:
    """The result of a rewriting theorem as entries. Raises Fault if it is neither a step nor pairs of a step and a
    number of runs."""
    pairs = [(given, 1)] if isinstance(given, Step) else given
    if isinstance(pairs, list | tuple) and pairs and all(_is_part(pair) for pair in pairs):
        counted = [(step, times * entry.times) for step, times in pairs]
        if theorem.ours or all(times <= MOST_TIMES for _, times in counted):
            return tuple(Entry(step, times, entry.label) for step, times in counted)
    raise Fault(
        f"{theorem.named}: bound returned {displayed(given)}; it must return a Step, or pairs (Step, times), 1 to "
        "1e12 runs in all"
    )


def _is_part(pair: object) -> bool:
    if not (isinstance(pair, list | tuple) and len(pair) == 2):
        return False
    step, times = pair
    return isinstance(step, Step) and isinstance(times, int) and not isinstance(times, bool) and times >= 1
