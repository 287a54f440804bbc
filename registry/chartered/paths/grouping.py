"""Grouping of ledger steps: steps that differ only in parameters proved monotone (a change in the safer direction never
costs more) become one step for each group, of no smaller cost than any of them, or of no larger cost.

Any grouping is sound, so a replayed derivation needs no search for it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct, field

from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.checked_steps import checked
from ..ledger.entries import Entry
from ..model.guarded_calls import displayed
from ..model.mechanisms import Setting
from ..model.neighbours import Neighbours
from ..model.step_groups import Free, Safer, StepGroup, parts_of
from ..model.steps import JOINT, Step
from ..model.theorems import OnLedger, Rewrite, Theorem
from .step_paths import applied

Groups: TypeAlias = Sequence[int]
"""The group number of each entry; every number from 0 to the largest is used."""


class Kinship(Struct):
    """Which steps may share a group. The free parameters of each shape, and the split of each step, are cached."""

    registry: Registry
    known: dict[tuple[str, ...], Free] = field(default_factory=dict)
    parted: dict[Step, tuple[Hashable, tuple[Fraction, ...]]] = field(default_factory=dict)

    def free(self, step: Step) -> Free:
        """The parameters of a step that are proved monotone wherever the step stands: a change in the safer direction
        never costs more. Integers are excluded, and so are parameters that limit others or are limited by others."""
        shape = step.shape
        if shape not in self.known:
            found: dict[tuple[int, str], Safer] = {}
            local = False
            for index, name in enumerate(() if JOINT in shape else shape):
                mechanism = self.registry.mechanism(name)
                limits = {p.at_most for p in mechanism.parameters} | {mechanism.sees, mechanism.hands_on}
                for p in mechanism.parameters:
                    tied = p.integer or p.at_most != "" or p.name in limits
                    if p.safer is not None and p.monotone and not tied and not (p.pairwise and local):
                        found[index, p.name] = p.safer
                local = local or mechanism.local
            self.known[shape] = found
        return self.known[shape]

    def split(self, step: Step) -> tuple[Hashable, tuple[Fraction, ...]]:
        """(the properties that all steps of a group share, the numbers in which they may differ)."""
        if step not in self.parted:
            self.parted[step] = self._split(step)
        return self.parted[step]

    def _split(self, step: Step) -> tuple[Hashable, tuple[Fraction, ...]]:
        if JOINT in step.shape:  # several steps on the same records have no free parameter: all of it must be equal
            return step, ()
        fixed: list[Hashable] = [step.shape]
        numbers: list[Fraction] = []
        free = self.free(step)
        for index, name, value in self._settings(step):
            if (index, name) in free and isinstance(value, Fraction):
                numbers.append(value)
                fixed.append(name)
            else:
                fixed.append((name, value))
        return tuple(fixed), tuple(numbers)

    def directions(self, step: Step) -> tuple[Safer, ...]:
        """The safer direction of each number in which steps may differ."""
        free = self.free(step)
        return tuple(
            free[index, name]
            for index, name, value in self._settings(step)
            if (index, name) in free and isinstance(value, Fraction)
        )

    def _settings(self, step: Step) -> Iterator[tuple[int, str, Setting]]:
        return ((index, name, value) for index, part in enumerate(parts_of(step)) for name, value in part.pairs)


def rewrites_groups(theorem: Theorem) -> bool:
    """Whether a theorem rewrites groups of ledger steps."""
    return isinstance(theorem.takes, OnLedger) and theorem.gives is Rewrite


def grouped(
    kinship: Kinship, theorem: Theorem, neighbours: Neighbours, entries: Sequence[Entry], groups: Groups
) -> tuple[Entry, ...]:
    """One entry for each group, in the order of the group numbers. Raises Unavailable if `groups` is no grouping of
    these entries, and Fault if the theorem returns no step."""
    if not rewrites_groups(theorem):
        raise Unavailable(f"{theorem.name} rewrites no groups of steps")
    if len(groups) != len(entries):
        raise Unavailable(f"{len(groups)} entries are grouped, and {len(entries)} are there")
    members: dict[int, list[Entry]] = {}
    for entry, group in zip(entries, groups, strict=True):
        members.setdefault(group, []).append(entry)
    if members.keys() != set(range(len(members))):
        raise Unavailable("the groups of the ledger are not numbered from 0 on")
    return tuple(_as_one(kinship, theorem, neighbours, members[group]) for group in range(len(members)))


def _as_one(kinship: Kinship, theorem: Theorem, neighbours: Neighbours, members: Sequence[Entry]) -> Entry:
    """One group as one entry, with the sum of its runs. Raises Unavailable or Fault."""
    first, times = members[0].step, sum(entry.times for entry in members)
    if all(entry.step is first or entry.step == first for entry in members):
        return Entry(first, times)
    steps = tuple(entry.step for entry in members)
    shared = {kinship.split(step)[0] for step in steps}
    if len(shared) > 1:
        raise Unavailable(f"a group holds {steps[0]} and another step that differs in more than safer parameters")
    written = applied(theorem, StepGroup(steps, kinship.free(first)), neighbours)
    if not isinstance(written, Step):
        raise Fault(f"{theorem.named}: bound returned {displayed(written)}; it must return a Step")
    return Entry(checked(kinship.registry, written), times)
