"""Path search: the paths of theorems from a step to its guarantees, and from a composed guarantee to privacy
profiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import takewhile
from typing import Any

from chartered_verify.catching import ours
from chartered_verify.enclosure import Side
from chartered_verify.work_budget import charge
from msgspec import Struct, field, structs

from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.required_relation import required_by
from ..model.guarantees import Guarantee
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..model.theorems import Case, OnJoint, OnWrapper, Theorem
from . import joint_steps
from .step_witnesses import Lookup, searched
from .usable_theorems import UsableTheorems

_APPLIED = 50
"""Units of work charged for each application of a theorem, in addition to its computation."""


class Derived(Struct, frozen=True):
    """A guarantee with the names of the theorems that lead to it, in order."""

    guarantee: Any
    path: tuple[str, ...]


class PathSearch(Struct):
    """A search over theorems under one neighbouring relation. `look` provides their witnesses, those of a derivation
    where it is replayed."""

    usable: UsableTheorems
    neighbours: Neighbours
    local: bool = False
    """Whether the steps are randomizers of one record inside a wrapper."""
    look: Lookup = searched
    reasons: list[tuple[Theorem, str]] = field(default_factory=list)
    """Theorems that did not apply, each with the reason."""
    faults: dict[str, None] = field(default_factory=dict)
    """Those reasons that are faults of a plugin."""
    guarantees_of: dict[Step, list[Derived]] = field(default_factory=dict)
    inside: PathSearch | None = None

    @classmethod
    def over(cls, registry: Registry, neighbours: Neighbours, local: bool = False) -> PathSearch:
        """A search over all theorems that answer unasked."""
        return cls(UsableTheorems.of(registry), neighbours, local)

    @property
    def registry(self) -> Registry:
        """The registry of the theorems."""
        return self.usable.registry

    def under(self, neighbours: Neighbours, local: bool = False) -> PathSearch:
        """The search under another relation, which tells its reasons to this one."""
        return structs.replace(self, neighbours=neighbours, local=local, guarantees_of={}, inside=None)

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
        for theorem in self.usable.of_steps:
            if theorem.matches(step):
                for case, before in self.cases(theorem, step):
                    self._extend(theorem, case, before, (*self._passed(theorem, case, before), theorem.takes), found)
        return self._unbeaten(found)

    def _passed(self, theorem: Theorem, case: Case, before: tuple[str, ...]) -> Iterator[OnWrapper]:
        """Of a theorem about a wrapper: the patterns of the same wrapper over the kinds that were converted, inside, to
        the one that it takes; an optimal theorem about one of these leads to no more. Not where a step inside may fail:
        beside a pure guarantee a failure is an event of its own, and part of what is sampled in (eps, delta)-DP."""
        sure = case.inner is not None and case.inner.failure == 0 and getattr(case.inner, "delta", 0) == 0
        if isinstance(theorem.takes, OnWrapper) and sure:
            for kind in takewhile(lambda kind: isinstance(kind, type), map(self._taken, reversed(before))):
                yield structs.replace(theorem.takes, kind=kind)

    def _taken(self, name: str) -> Any:
        return self.registry.theorem(name).takes

    def _unbeaten(self, found: list[Derived]) -> list[Derived]:
        """The guarantees without those of a kind of which there is an exact one, and without what continues them.

        An exact guarantee is the best of its kind, so the others are equal or looser, if its claim to be exact is true;
        one that may give no answer later does not count."""
        sure = [one for one in found if one.guarantee.best_of_its_kind and not self.usable.may_fail(one.path)]
        exact = [(type(one.guarantee), self.usable.ours(one.path)) for one in sure]
        best, ours = {kind for kind, _ in exact}, {kind for kind, own in exact if own}
        asked = (Side.EXACT, Side.HEURISTIC)  # heuristics are here only if the user admitted them

        def beaten(one: Derived) -> bool:
            return type(one.guarantee) in (ours if self.usable.ours(one.path) else best)

        left_out = {
            one.path
            for one in found
            if one.guarantee.side not in asked and beaten(one) and self.usable.named.isdisjoint(one.path)
        }
        of_ours = {path for path in left_out if self.usable.ours(path)}  # and so are paths that continue these
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
        home = self.under(need)
        for theorem in self.usable.steps_changed:
            if theorem.matches(step):
                for case, before in home.cases(theorem, step):
                    self._extend(theorem, case, before, (theorem.takes,), found)
        for reached in home.guarantees(step):
            if isinstance(self.registry.theorem(reached.path[-1]).takes, type):
                continue  # a converted guarantee: its source changes the relation as well, and is converted afterwards
            for theorem in self.usable.relation_changes:
                if type(reached.guarantee) is theorem.takes:
                    self._extend(theorem, reached.guarantee, reached.path, (), found)
        return self._unbeaten(found)

    def profiles(self, guarantee: Guarantee, forbidden: frozenset[type]) -> list[Derived]:
        """All profiles along paths without repeated kinds from a composed guarantee, through no kind in `forbidden`."""
        if isinstance(guarantee, Profile):
            return [Derived(guarantee, ())]
        found: list[Derived] = []
        for theorem in self.usable.conversions:
            if isinstance(guarantee, theorem.takes):  # type: ignore[arg-type]
                self._extend(theorem, guarantee, (), (type(guarantee),), found, forbidden)
        return [reached for reached in found if isinstance(reached.guarantee, Profile)]

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
        detour = self.usable.detour(visited[:-1], (*before, theorem.name), theorem.gives)
        if detour or theorem.gives in visited or theorem.gives in (forbidden or ()):
            return
        guarantee = self.attempt(theorem, source)
        if guarantee is None:
            return
        path = (*before, theorem.name)
        found.append(Derived(guarantee, path))
        if forbidden is not None and isinstance(guarantee, Profile):  # after composition a path ends here
            return
        for following in self.usable.conversions:
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
    side = reduce(lambda after, side: side.then(after), sides, profile.side)
    return profile.bounding(side)
