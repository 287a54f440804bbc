"""Path search: the paths of theorems from a step to its guarantees, and from a composed guarantee to privacy
profiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from chartered_verify.work_budget import charge
from msgspec import Struct, field, structs

from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.requirements import required_by
from ..model.guarantees import Guarantee
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.step_groups import parts_of
from ..model.steps import Step
from ..model.theorem_use import Use
from ..model.theorems import Case, OnJoint, OnWrapper, Rewrite, Theorem
from . import joint_steps
from .step_witnesses import Lookup, searched

_APPLIED = 50
"""Units of work charged for each application of a theorem, in addition to its computation."""


class Derived(Struct, frozen=True):
    """A guarantee with the names of the theorems that lead to it, in order."""

    guarantee: Any
    path: tuple[str, ...]


class PathSearch(Struct):
    """A search over the theorems of a registry under one neighbouring relation.

    To replay a derivation, `among` restricts it to the theorems of that derivation, and `look` provides witnesses."""

    registry: Registry
    neighbours: Neighbours
    heuristic: bool = False
    reasons: list[tuple[Theorem, str]] = field(default_factory=list)
    """Theorems that did not apply, each with the reason."""
    faults: dict[str, None] = field(default_factory=dict)
    """Those reasons that are faults of a plugin."""
    named: frozenset[str] = frozenset()
    """Theorems and accountants that the user requested by name; some theorems answer only then."""
    local: bool = False
    """Whether the steps are randomizers of one record inside a wrapper."""
    guarantees_of: dict[Step, list[Derived]] = field(default_factory=dict)
    inside: PathSearch | None = None
    among: frozenset[str] | None = None
    look: Lookup = searched
    of_steps: list[Theorem] = field(default_factory=list)
    conversions: list[Theorem] = field(default_factory=list)
    relation_changes: list[Theorem] = field(default_factory=list)
    """Theorems that lead from a kind of guarantee to the same kind under another relation."""
    steps_changed: list[Theorem] = field(default_factory=list)
    """Theorems that lead from a step that requires one relation to a guarantee under another."""
    rewritings: list[Theorem] = field(default_factory=list)
    optimal: dict[tuple[Any, Any], bool] = field(default_factory=dict)
    rewritten_shapes: dict[tuple[str, ...], bool] = field(default_factory=dict)
    foreign: frozenset[str] = frozenset()
    """Third-party theorems. What one of these claims about itself excludes only paths with third-party theorems."""

    def __post_init__(self) -> None:
        self.rewritten_shapes = {}  # of this relation; a copy under another has its own
        by_name = self._only_by_name()
        usable = [t for t in self.registry.theorems.values() if t.gives in by_name or self._admitted(t)]
        of_kinds = [t for t in usable if isinstance(t.takes, type)]
        of_steps = [t for t in usable if not isinstance(t.takes, type) and t.gives is not Rewrite]
        self.of_steps = [t for t in of_steps if not t.changes_relation]
        self.steps_changed = [t for t in of_steps if t.changes_relation]
        self.rewritings = [t for t in usable if t.gives is Rewrite]
        self.conversions = [t for t in of_kinds if not t.changes_relation]
        self.relation_changes = [t for t in of_kinds if t.changes_relation]
        stated = [((t.takes, t.gives), t.ours) for t in usable if t.optimal_for_premise and not t.changes_relation]
        self.optimal = {pair: any(ours for other, ours in stated if other == pair) for pair, _ in stated}
        self.foreign = frozenset(t.name for t in usable if not t.ours)

    def guarantees(self, step: Step) -> list[Derived]:
        """All guarantees of one run of `step` along paths without repeated kinds. Cached, because wrappers need those
        of their inner step often."""
        if step not in self.guarantees_of:
            need = required_by(self.registry, step)
            if need is None or self.neighbours.covers(need):
                self.guarantees_of[step] = self._derived(step)
            else:
                self.guarantees_of[step] = self._changed_relation(step, need)
        return self.guarantees_of[step]

    def _derived(self, step: Step) -> list[Derived]:
        found: list[Derived] = []
        for theorem in self.of_steps:
            if theorem.matches(step):
                for case, before in self.cases(theorem, step):
                    self._extend(theorem, case, before, (theorem.takes,), found)
        return self._unbeaten(found)

    def _unbeaten(self, found: list[Derived]) -> list[Derived]:
        """The guarantees without those of a kind of which there is an exact one, and without what continues them.

        An exact guarantee is the best of its kind, so the others are equal or looser, if its claim to be exact is true;
        an expensive one does not count, as it may give no answer later."""
        sure = [one for one in found if one.guarantee.side is Side.EXACT and not self._expensive(one.path)]
        exact = [(type(one.guarantee), self.ours(one.path)) for one in sure]
        best, ours = {kind for kind, _ in exact}, {kind for kind, own in exact if own}
        asked = (Side.EXACT, Side.HEURISTIC)  # heuristics are here only if the user admitted them

        def beaten(one: Derived) -> bool:
            return type(one.guarantee) in (ours if self.ours(one.path) else best)

        left_out = {
            one.path
            for one in found
            if one.guarantee.side not in asked and beaten(one) and self.named.isdisjoint(one.path)
        }
        of_ours = {path for path in left_out if self.ours(path)}  # paths that continue these are left out as well
        return [
            one
            for one in found
            if one.path not in left_out and not any(one.path[:end] in of_ours for end in range(1, len(one.path)))
        ]

    def _changed_relation(self, step: Step, need: Neighbours) -> list[Derived]:
        """If the search's relation doubles the required one, `need`: the guarantees under that, each continued by a
        theorem that changes the relation, and those that such a theorem derives from the step itself."""
        found = list[Derived]()
        if not self.neighbours.crosses_from(need):
            return found
        home = structs.replace(self, neighbours=need, local=False, guarantees_of={}, inside=None)
        for theorem in self.steps_changed:
            if theorem.matches(step):
                for case, before in home.cases(theorem, step):
                    self._extend(theorem, case, before, (theorem.takes,), found)
        for reached in home.guarantees(step):
            if isinstance(self.registry.theorem(reached.path[-1]).takes, type):
                continue  # a converted guarantee: its source changes the relation as well, and is converted afterwards
            for theorem in self.relation_changes:
                if type(reached.guarantee) is theorem.takes:
                    self._extend(theorem, reached.guarantee, reached.path, (), found)
        return self._unbeaten(found)

    def profiles(self, guarantee: Guarantee, forbidden: frozenset[type]) -> list[Derived]:
        """All profiles along paths without repeated kinds from a composed guarantee, through no kind in `forbidden`."""
        if isinstance(guarantee, Profile):
            return [Derived(guarantee, ())]
        found: list[Derived] = []
        for theorem in self.conversions:
            if isinstance(guarantee, theorem.takes):  # type: ignore[arg-type]
                self._extend(theorem, guarantee, (), (type(guarantee),), found, forbidden)
        return [reached for reached in found if isinstance(reached.guarantee, Profile)]

    def rewritten(self, step: Step) -> bool:
        """Whether some theorem rewrites steps of this shape, or a part of it. Cached by shape."""
        shape = step.shape
        if shape not in self.rewritten_shapes:
            parts = parts_of(step)
            self.rewritten_shapes[shape] = any(t.matches(part) for t in self.rewritings for part in parts)
        return self.rewritten_shapes[shape]

    def _expensive(self, path: Iterable[str]) -> bool:
        return any(self.registry.theorem(name).use is Use.IF_NEEDED for name in path)

    def ours(self, path: Iterable[str]) -> bool:
        """Whether all theorems of a path ship with Chartered."""
        return self.foreign.isdisjoint(path)

    def _admitted(self, theorem: Theorem) -> bool:
        if theorem.name in self.named:
            return True
        if self.among is not None:
            return theorem.name in self.among
        return not theorem.use.waits and (self.heuristic or theorem.side is not Side.HEURISTIC)

    def _only_by_name(self) -> set[Any]:
        """The kinds of the accountants requested by name to which only theorems that wait lead."""
        asked = (a.kind for a in self.registry.accountants.values() if a.name in self.named)
        return {kind for kind in asked if not self.registry.reached_unasked(kind)}

    def cases(self, theorem: Theorem, step: Step) -> Iterator[tuple[Case, tuple[str, ...]]]:
        """The cases from which a theorem about steps may start, each with the path to it: for a wrapper over a kind,
        one case for each guarantee of the step inside."""
        if isinstance(theorem.takes, OnJoint):
            yield from self._joint_cases(theorem, theorem.takes, step)
        elif not isinstance(theorem.takes, OnWrapper):
            yield Case(step, self.neighbours, local=self.local), ()
        elif step.inner is not None:
            for inner in self.within(step).guarantees(step.inner):
                if isinstance(inner.guarantee, theorem.takes.kind):
                    yield Case(step, self.neighbours, inner.guarantee, self.local), inner.path

    def _joint_cases(self, theorem: Theorem, takes: OnJoint, step: Step) -> Iterator[tuple[Case, tuple[str, ...]]]:
        kind = self.registry.accountant(takes.accountant).kind
        for chosen in joint_steps.choices(kind, step, self.guarantees):
            try:
                case = Case(step, self.neighbours, local=self.local)
                case = joint_steps.composed_case(self.registry, takes, case, [reached.guarantee for reached in chosen])
            except Unavailable as why:
                self.refuse(theorem, why)
            else:
                yield case, tuple(name for reached in chosen for name in reached.path)

    def within(self, wrapper: Step) -> PathSearch:
        """The search for the step inside `wrapper`: a separate one if the wrapper makes that step local."""
        if self.local or not self.registry.mechanism(wrapper.name).local:
            return self
        self.inside = self.inside or structs.replace(self, local=True, guarantees_of={})
        self.inside.reasons = self.reasons
        return self.inside

    def _extend(
        self,
        theorem: Theorem,
        source: Any,
        before: tuple[str, ...],
        visited: tuple[Any, ...],
        found: list[Derived],
        forbidden: frozenset[type] | None = None,
    ) -> None:
        """Adds the guarantee that `theorem` derives from `source`, then all conversions of it.

        `visited`: the pattern and the kinds already on this path, in order. `forbidden`: kinds that a path after
        composition must not pass; None before composition."""
        optimal = [self.optimal[kind, theorem.gives] for kind in visited[:-1] if (kind, theorem.gives) in self.optimal]
        detour = any(optimal) or (optimal and not self.ours((*before, theorem.name)))
        if detour or theorem.gives in visited or theorem.gives in (forbidden or ()):
            return
        guarantee = self.attempt(theorem, source)
        if guarantee is None:
            return
        path = (*before, theorem.name)
        found.append(Derived(guarantee, path))
        if forbidden is not None and isinstance(guarantee, Profile):  # after composition a path ends here
            return
        for following in self.conversions:
            if isinstance(guarantee, following.takes):  # type: ignore[arg-type]
                self._extend(following, guarantee, path, (*visited, type(guarantee)), found, forbidden)

    def attempt(self, theorem: Theorem, source: Any) -> Any:
        """The conclusion of the theorem, or None if it does not apply; then the reason is kept."""
        try:
            return applied(theorem, source, self.neighbours, self.look)
        except Unavailable as why:
            self.refuse(theorem, why)
            return None

    def refuse(self, theorem: Theorem, why: Unavailable) -> None:
        """Keeps the reason why a theorem does not apply; an empty reason means that the source is outside its
        subject."""
        if str(why):
            self.reasons.append((theorem, str(why)))
        if isinstance(why, Fault):
            self.faults[str(why)] = None


def applied(theorem: Theorem, source: Any, neighbours: Neighbours, look: Lookup = searched) -> Any:
    """The conclusion of the theorem, with the neighbouring relation and the side of the whole chain so far. Equal
    sources give the same object, because computed sums are cached with it. Raises Unavailable."""
    charge(_APPLIED)
    try:
        hash(source)
    except ours(TypeError):  # a plugin's guarantee may hold a dictionary
        return _applied.__wrapped__(theorem, source, neighbours, look)
    return _applied(theorem, source, neighbours, None if theorem.propose is None else look)


@lru_cache(maxsize=1024)
def _applied(theorem: Theorem, source: Any, neighbours: Neighbours, look: Lookup | None) -> Any:
    given = theorem.apply(source, look)
    if not isinstance(given, Guarantee):
        return given
    before = (
        source.inner.side
        if isinstance(source, Case) and source.inner is not None
        else getattr(source, "side", Side.EXACT)
    )
    return replace(given, side=before.then(theorem.side), neighbours=neighbours)


def sound(side: Side) -> bool:
    """Whether a bound of this side may be an upper end: only sides for which this is proved, never HEURISTIC."""
    return side in (Side.EXACT, Side.UPPER)


def after_rewriting(registry: Registry, rewrites: Iterable[Sequence[str]], profile: Profile) -> Profile:
    """The profile as a statement about the ledger before rewriting: it stays exact only if every rewriting is exact."""
    sides = [registry.theorem(name).side for names in rewrites for name in names]
    if all(side is Side.EXACT for side in sides):
        return profile
    return profile.bounding(reduce(lambda after, side: side.then(after), sides, profile.side))
