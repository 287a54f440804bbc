"""Derivations replayed: from the steps to the profile at the end of a path. Contains no search; `check` trusts this
module."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any

from chartered_verify.enclosure import Side
from msgspec import Struct, structs

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.required_relation import required_by
from ..model.accountants import compose
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..model.theorems import Case, OnJoint, OnWrapper
from .derivation import Derivation, bounded_below
from .grouping import Kinship, grouped
from .joint_steps import composed_case, own_paths
from .rewriting import Rewriting
from .step_paths import PathSearch, after_rewriting, applied
from .step_witnesses import Lookup, StepWitness, recording, searched, stated
from .usable_theorems import UsableTheorems


class Replay(Struct, frozen=True):
    """A derivation to be replayed under a relation. Without `look`, the witnesses of its theorems are those that it
    states, or are searched if it states none."""

    known: Registry
    neighbours: Neighbours
    derivation: Derivation
    look: Lookup | None = None

    def profile(self, entries: tuple[Entry, ...]) -> Profile:
        """The privacy profile of a ledger at the end. Raises Unavailable if a step of it does not follow."""
        guarantees, counts = self.guarantees(entries)
        profile = self.composed(guarantees, counts, self.below(entries))
        if self.derivation.grouped_by[1:] and profile.dominated is None:
            raise Unavailable("what costs no more proves nothing from below on this path")
        return profile

    def below(self, entries: tuple[Entry, ...]) -> list[Any] | None:
        """The guarantees of one run of what certainly costs no more than each entry after rewriting; None if the path
        does not state it. The numbers of runs are those of the entries."""
        if bounded_below(self.known, self.derivation):
            with suppress(Unavailable):
                return self.guarantees(entries, below=True)[0]
        return None

    def guarantees(self, entries: tuple[Entry, ...], *, below: bool = False) -> tuple[list[Any], list[int]]:
        """(the guarantee of one run of each entry after rewriting, the number of runs of each); with `below`, of
        entries that cost no more. Raises Unavailable."""
        derivation, look = self.derivation, self.look
        if look is None:
            look = searched if derivation.witnesses is None else stated(derivation.witnesses)
        rewritten = self._rewritten(entries, look, below)
        if derivation.grouped_by:
            theorem = self.known.theorem(derivation.grouped_by[-1 if below else 0])
            rewritten = grouped(Kinship(self.known), theorem, self.neighbours, rewritten, derivation.groups)
        return self._followed(rewritten, look, below)

    def _rewritten(self, entries: tuple[Entry, ...], look: Lookup, below: bool) -> tuple[Entry, ...]:
        """The entries after the rewritings that the derivation states, by its theorems alone. Raises Unavailable."""
        named = frozenset(name for names in dict.fromkeys(self.derivation.rewrites) for name in names)
        paths = PathSearch(UsableTheorems.of(self.known, among=named), self.neighbours, look=look)
        rewritten: list[Entry] = []
        for entry, names in zip(entries, self.derivation.rewrites, strict=True):
            # where other theorems would have come first, the path is not the one that these alone would take
            found = (Rewriting(paths, below, every).ways(entry) for every in (False, True))
            ways = next(filter(None, ([parts for parts, path in each if path == names] for each in found)), None)
            if ways is None:
                raise Unavailable(f"{entry} is not rewritten by {', '.join(names) or 'nothing'}")
            rewritten.extend(ways[0])
        return tuple(rewritten)

    def _followed(self, rewritten: tuple[Entry, ...], look: Lookup, below: bool) -> tuple[list[Any], list[int]]:
        """(the guarantee of one run of each entry in `rewritten`, the number of runs of each). Raises Unavailable."""
        paths = self.derivation.per_step
        if len(rewritten) != len(paths):  # with another parameter, a step may be rewritten into fewer
            raise Unavailable(f"{len(rewritten)} steps after rewriting, and {len(paths)} paths from steps")
        # equal steps share one guarantee object, as in the path search
        once = cache(partial(follow, self.known, neighbours=self.neighbours, look=look, below=below))
        guarantees = [once(names, entry.step) for entry, names in zip(rewritten, paths, strict=True)]
        accountant = self.known.accountant(self.derivation.accountant)
        if not all(isinstance(g, accountant.kind) for g in guarantees):
            raise Unavailable(f"{accountant.name} does not compose these guarantees")
        return guarantees, [entry.times for entry in rewritten]

    def composed(self, guarantees: Sequence[Any], counts: Sequence[Any], below: Sequence[Any] | None = None) -> Profile:
        """The profile that follows from the guarantees of one run each: composed by the accountant, then converted by
        the theorems of the derivation; as a statement about the ledger before rewriting. Raises Unavailable.

        `below`: the guarantees of what costs no more, which give a lower end if nothing after them loses anything."""
        derivation, profile = self.derivation, self._converted(guarantees, counts)
        ways = *dict.fromkeys(derivation.rewrites), derivation.grouped_by[:1]
        profile = after_rewriting(self.known, ways, profile)
        if below is not None:
            with suppress(Unavailable):
                dominated = self._converted(below, counts)
                if dominated.side is Side.EXACT:
                    return replace(profile, dominated=dominated)
        return profile

    def _converted(self, guarantees: Sequence[Any], counts: Sequence[Any]) -> Profile:
        """The same, as a statement about the ledger after rewriting. Raises Unavailable."""
        composed = compose(self.known.accountant(self.derivation.accountant), guarantees, counts)
        result: Any = composed
        for name in self.derivation.conversions:
            theorem = self.known.theorem(name)
            if not isinstance(theorem.takes, type) or not isinstance(result, theorem.takes) or theorem.changes_relation:
                raise Unavailable(f"{name} does not follow there")
            result = applied(theorem, result, self.neighbours)
        if not isinstance(result, Profile):
            raise Unavailable("the path does not end in a profile")
        return replace(result, behind=composed)


def derive(known: Registry, entries: tuple[Entry, ...], neighbours: Neighbours, derivation: Derivation) -> Profile:
    """The privacy profile of a ledger at the end of a derivation. Raises Unavailable if a step of it does not
    follow."""
    return Replay(known, neighbours, derivation).profile(entries)


def with_witnesses(
    known: Registry, entries: tuple[Entry, ...], neighbours: Neighbours, derivation: Derivation
) -> Derivation:
    """The derivation with the witnesses of its theorems, which are searched. Raises Unavailable."""
    found: list[StepWitness] = []
    if any(known.theorems[name].propose is not None for name in derivation.path if name in known.theorems):
        Replay(known, neighbours, derivation, recording(found)).profile(entries)
    return structs.replace(derivation, witnesses=(*(derivation.witnesses or ()), *found))


def follow(
    known: Registry,
    names: Sequence[str],
    step: Step,
    neighbours: Neighbours,
    look: Lookup = searched,
    below: bool = False,
) -> Any:
    """The guarantee of one run of `step` along the named theorems, innermost step first; with `below`, of what they
    state from below. Raises Unavailable or UnknownName.

    If one of them changes the relation to `neighbours`, all before it hold under the relation that `neighbours`
    doubles, or under the relation that the step requires and that implies the doubled one. A step that requires such a
    relation must be followed by such a theorem, which takes the whole step or its guarantee."""
    guarantee: Any = None
    current = _innermost_first(step)
    local = _inside_local(known, step)
    paths, composing = list[tuple[str, ...]](), ""
    if any(isinstance(known.theorem(name).takes, OnJoint) for name in names) and current[0].joint:
        paths, composing, names = own_paths(known, current[0], names)
    changes = any(known.theorem(name).changes_guarantee for name in names)
    need = required_by(known, step)
    here = neighbours.doubles or neighbours if changes else neighbours
    if changes and need is not None and neighbours.crosses_from(need):
        here = need
    if need is not None and not here.covers(need):
        raise Unavailable(f"{step} does not make sense under {here.value}")
    if paths:
        guarantee = _followed_parts(known, paths, composing, Case(current[0], here, local=current[0] in local), look)
        current = current[1:]
    for name in names:
        theorem = known.theorem(name)
        if isinstance(theorem.takes, type):
            source, rest, fits = guarantee, current, isinstance(guarantee, theorem.takes)
        else:
            start = next((s for s in current if theorem.matches(s)), None)
            if start is None:
                raise Unavailable(f"{name} does not start from {step}")
            kind = theorem.takes.kind if isinstance(theorem.takes, OnWrapper) else None
            source, rest = Case(start, here, guarantee, start in local), current[current.index(start) + 1 :]
            # no wrapper between may be left out
            fits = guarantee is None if kind is None else isinstance(guarantee, kind) and start is current[0]
        if not fits or (theorem.changes_relation and (rest or here is neighbours)):
            raise Unavailable(f"{name} does not follow there")
        here = neighbours if theorem.changes_relation else here
        guarantee, current = applied(theorem.from_below if below else theorem, source, here, look), rest
    if current:
        raise Unavailable(f"the path stops before {current[-1]}")
    return guarantee


def _followed_parts(
    registry: Registry, paths: Sequence[Sequence[str]], composing: str, case: Case, look: Lookup
) -> Any:
    """The guarantee of several steps on the same records: each step along its own path in `paths`, composed by the
    theorem named `composing`. Raises Unavailable or UnknownName."""
    steps = (part for part, _ in case.step.joint)
    if case.local:
        raise Unavailable(f"{case.step} stands in a local randomizer")
    guarantees = [
        follow(registry, names, part, case.neighbours, look) for names, part in zip(paths, steps, strict=True)
    ]
    theorem = registry.theorem(composing)
    assert isinstance(theorem.takes, OnJoint)
    return applied(theorem, composed_case(registry, theorem.takes, case, guarantees), case.neighbours, look)


def _inside_local(registry: Registry, step: Step) -> list[Step]:
    """The parts of a step that stand inside a `local` wrapper, and so are applied to one record at a time."""
    parts = _innermost_first(step)
    makers = [index for index, part in enumerate(parts) if registry.mechanism(part.name).local]
    return parts[: makers[-1]] if makers else []


def _innermost_first(step: Step) -> list[Step]:
    return [step] if step.inner is None else [*_innermost_first(step.inner), step]
