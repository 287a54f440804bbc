"""Derivations replayed: from the steps to the profile at the end of a path. Contains no search; `check` trusts this
module."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from typing import Any

from chartered_verify.enclosure import Side
from msgspec import structs

from ..errors import Unavailable
from ..host.registry import Registry
from ..ledger.entries import Entry
from ..ledger.requirements import required_by
from ..model.accountants import compose
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..model.theorems import Case, OnJoint, OnWrapper
from .derivation import Derivation, bounded_below
from .grouping import Kinship, grouped
from .joint import composed_case, own_paths
from .rewriting import Rewriting
from .step_paths import PathSearch, after_rewriting, applied
from .step_witnesses import Lookup, StepWitness, recording, searched, stated


def derive(
    known: Registry,
    entries: tuple[Entry, ...],
    neighbours: Neighbours,
    derivation: Derivation,
    look: Lookup | None = None,
) -> Profile:
    """The privacy profile at the end of a derivation, replayed. Raises Unavailable if a step of it does not follow."""
    guarantees, counts = step_guarantees(known, entries, neighbours, derivation, look)
    below = guarantees_below(known, entries, neighbours, derivation, look)
    profile = composed_profile(known, derivation, neighbours, guarantees, counts, below)
    if derivation.grouped_by[1:] and profile.dominated is None:
        raise Unavailable("what costs no more proves nothing from below on this path")
    return profile


def guarantees_below(
    known: Registry,
    entries: tuple[Entry, ...],
    neighbours: Neighbours,
    derivation: Derivation,
    look: Lookup | None = None,
) -> list[Any] | None:
    """The guarantees of one run of what certainly costs no more than each entry after rewriting; None if the path does
    not state it. The numbers of runs are those of the entries."""
    if bounded_below(known, derivation):
        with suppress(Unavailable):
            return step_guarantees(known, entries, neighbours, derivation, look, below=True)[0]
    return None


def with_witnesses(
    known: Registry, entries: tuple[Entry, ...], neighbours: Neighbours, derivation: Derivation
) -> Derivation:
    """The derivation with the witnesses of its theorems, which are searched. Raises Unavailable."""
    found: list[StepWitness] = []
    if any(known.theorems[name].propose is not None for name in derivation.path if name in known.theorems):
        derive(known, entries, neighbours, derivation, recording(found))
    return structs.replace(derivation, witnesses=(*(derivation.witnesses or ()), *found))


def step_guarantees(
    known: Registry,
    entries: tuple[Entry, ...],
    neighbours: Neighbours,
    derivation: Derivation,
    look: Lookup | None = None,
    *,
    below: bool = False,
) -> tuple[list[Any], list[int]]:
    """(the guarantee of one run of each entry after rewriting, the number of runs of each); with `below`, of entries
    that cost no more. Raises Unavailable."""
    paths = _search_for(known, neighbours, derivation, look)
    rewritten = _rewritten(paths, entries, derivation, below)
    if derivation.grouped_by:
        theorem = known.theorem(derivation.grouped_by[-1 if below else 0])
        rewritten = grouped(Kinship(known), theorem, neighbours, rewritten, derivation.groups)
    return _followed(known, rewritten, neighbours, derivation, paths.look, below)


def _search_for(known: Registry, neighbours: Neighbours, derivation: Derivation, look: Lookup | None) -> PathSearch:
    """A path search with only the rewriting theorems of the derivation. Without `look`, witnesses are those that the
    derivation states, or are searched if it states none."""
    if look is None:
        look = searched if derivation.witnesses is None else stated(derivation.witnesses)
    named = frozenset(name for names in dict.fromkeys(derivation.rewrites) for name in names)
    return PathSearch(known, neighbours, among=named, look=look)


def _rewritten(paths: PathSearch, entries: tuple[Entry, ...], derivation: Derivation, below: bool) -> tuple[Entry, ...]:
    """The entries after the rewritings that the derivation states. Raises Unavailable."""
    rewritten: list[Entry] = []
    for entry, names in zip(entries, derivation.rewrites, strict=True):
        # where other theorems would have come first, the path is not the one that these alone would take
        found = (Rewriting(paths, below, every).ways(entry) for every in (False, True))
        ways = next(filter(None, ([parts for parts, path in each if path == names] for each in found)), None)
        if ways is None:
            raise Unavailable(f"{entry} is not rewritten by {', '.join(names) or 'nothing'}")
        rewritten.extend(ways[0])
    return tuple(rewritten)


def _followed(
    known: Registry,
    rewritten: tuple[Entry, ...],
    neighbours: Neighbours,
    derivation: Derivation,
    look: Lookup,
    below: bool,
) -> tuple[list[Any], list[int]]:
    """(the guarantee of one run of each entry in `rewritten`, the number of runs of each). Raises Unavailable."""
    if len(rewritten) != len(derivation.per_step):  # with another parameter, a step may be rewritten into fewer
        raise Unavailable(f"{len(rewritten)} steps after rewriting, and {len(derivation.per_step)} paths from steps")
    # equal steps share one guarantee object, as in the path search
    once = cache(partial(follow, known, neighbours=neighbours, look=look, below=below))
    guarantees = [once(names, entry.step) for entry, names in zip(rewritten, derivation.per_step, strict=True)]
    accountant = known.accountant(derivation.accountant)
    if not all(isinstance(g, accountant.kind) for g in guarantees):
        raise Unavailable(f"{accountant.name} does not compose these guarantees")
    return guarantees, [entry.times for entry in rewritten]


def composed_profile(
    known: Registry,
    derivation: Derivation,
    neighbours: Neighbours,
    guarantees: Sequence[Any],
    counts: Sequence[Any],
    below: Sequence[Any] | None = None,
) -> Profile:
    """The profile that follows from the guarantees of one run each: composed by the accountant, then converted by the
    theorems of the derivation; as a statement about the ledger before rewriting. Raises Unavailable.

    `below`: the guarantees of what costs no more, which give a lower end if nothing after them loses anything."""
    profile = _converted(known, derivation, neighbours, guarantees, counts)
    profile = after_rewriting(known, (*dict.fromkeys(derivation.rewrites), derivation.grouped_by[:1]), profile)
    if below is not None:
        with suppress(Unavailable):
            dominated = _converted(known, derivation, neighbours, below, counts)
            if dominated.side is Side.EXACT:
                return replace(profile, dominated=dominated)
    return profile


def _converted(
    known: Registry, derivation: Derivation, neighbours: Neighbours, guarantees: Sequence[Any], counts: Sequence[Any]
) -> Profile:
    """The same, as a statement about the ledger after rewriting. Raises Unavailable."""
    composed = compose(known.accountant(derivation.accountant), guarantees, counts)
    result: Any = composed
    for name in derivation.conversions:
        theorem = known.theorem(name)
        if not isinstance(theorem.takes, type) or not isinstance(result, theorem.takes) or theorem.changes_relation:
            raise Unavailable(f"{name} does not follow there")
        result = applied(theorem, result, neighbours)
    if not isinstance(result, Profile):
        raise Unavailable("the path does not end in a profile")
    return replace(result, behind=composed)


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
