"""Routes: how theorems lead from a step to guarantees and on to a privacy profile. Found by search, or followed as
written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Any

from chartered_verify.budget import charge
from chartered_verify.enclosure import Side

from ..errors import Fault, Unavailable
from ..host.registry import Registry
from ..ledger.entries import required_by
from ..model.guarantees import Guarantee
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..model.theorems import Case, OnWrapper, Rewrite, Theorem
from .step_witnesses import Lookup, searched

_APPLIED = 50
"""Units of work that it takes to apply a theorem, beside what it computes."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A guarantee and the theorems that led to it, in order."""

    guarantee: Any
    path: tuple[str, ...]


@dataclass(slots=True)
class Walk:
    """A search over the theorems of a registry under one relation; collects the reasons why theorems did not apply.
    `named` are the theorems that were asked for by name: some answer only then. A `local` one is about what a wrapper
    does to each record. To follow what is written down, only theorems `among` those named there are tried, and
    witnesses are found by `look`. `faults` are the reasons that are the fault of a plugin, `foreign` the theorems of
    strangers: what one of these claims of itself leaves out only what is a stranger's."""

    registry: Registry
    neighbours: Neighbours
    heuristic: bool = False
    reasons: list[tuple[Theorem, str]] = field(default_factory=list)
    faults: dict[str, None] = field(default_factory=dict)
    named: frozenset[str] = frozenset()
    local: bool = False
    climbed: dict[Step, list[Reached]] = field(default_factory=dict)
    inside: Walk | None = None
    among: frozenset[str] | None = None
    look: Lookup = searched
    openings: list[Theorem] = field(init=False)
    conversions: list[Theorem] = field(init=False)
    crossings: list[Theorem] = field(init=False)
    rewriters: list[Theorem] = field(init=False)
    tight: dict[tuple[Any, Any], bool] = field(init=False)
    foreign: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        usable = [
            t for t in self.registry.theorems.values() if self._admitted(t)
        ]  # sorted once, for every step asks for them
        of_kinds = [t for t in usable if isinstance(t.takes, type)]
        self.openings = [t for t in usable if not isinstance(t.takes, type) and t.gives is not Rewrite]
        self.rewriters = [t for t in usable if t.gives is Rewrite]
        self.conversions = [t for t in of_kinds if not t.crosses]
        self.crossings = [t for t in of_kinds if t.crosses]
        stated = [((t.takes, t.gives), t.ours) for t in usable if t.tight and not t.crosses]
        self.tight = {pair: any(ours for other, ours in stated if other == pair) for pair, _ in stated}
        self.foreign = frozenset(t.name for t in usable if not t.ours)

    def climb(self, step: Step) -> list[Reached]:
        """Every guarantee of one run of `step` that a simple path reaches; remembered, since wrappers ask for their
        inner step often."""
        if step not in self.climbed:
            need = required_by(self.registry, step)
            self.climbed[step] = self._climbed(step) if need in (None, self.neighbours) else self._crossed(step)
        return self.climbed[step]

    def _climbed(self, step: Step) -> list[Reached]:
        found: list[Reached] = []
        for theorem in self.openings:
            if theorem.matches(step):
                for case, before in self.cases(theorem, step):
                    self._extend(theorem, case, before, (theorem.takes,), found)
        exact = [
            (type(r.guarantee), self.ours(r.path)) for r in found if r.guarantee.side is Side.EXACT
        ]  # the best of its kind: others
        best, ours = (
            {kind for kind, _ in exact},
            {kind for kind, own in exact if own},
        )  # say the same or less, if that is true
        asked = (Side.EXACT, Side.HEURISTIC)  # a heuristic is here only where it was let in

        def beaten(r: Reached) -> bool:
            return type(r.guarantee) in (ours if self.ours(r.path) else best)

        return [r for r in found if r.guarantee.side in asked or not beaten(r) or not self.named.isdisjoint(r.path)]

    def _crossed(self, step: Step) -> list[Reached]:
        """What is reached under the relation that this one doubles, if the step requires that, and then by a theorem
        that crosses."""
        doubled, found = self.neighbours.doubles, list[Reached]()
        if doubled is None:
            return found
        home = replace(self, neighbours=doubled, local=False, climbed={}, inside=None)
        for reached in home.climb(step):
            if isinstance(self.registry.theorem(reached.path[-1]).takes, type):
                continue  # what it was converted from crosses, too, and is converted after
            for theorem in self.crossings:
                if type(reached.guarantee) is theorem.takes:
                    self._extend(theorem, reached.guarantee, reached.path, (), found)
        return found

    def descend(self, guarantee: Guarantee, avoid: frozenset[type]) -> list[Reached]:
        """Every profile that a simple path reaches from a composed guarantee without passing a kind in `avoid`."""
        if isinstance(guarantee, Profile):
            return [Reached(guarantee, ())]
        found: list[Reached] = []
        for theorem in self.conversions:
            if isinstance(guarantee, theorem.takes):  # type: ignore[arg-type]
                self._extend(theorem, guarantee, (), (type(guarantee),), found, avoid)
        return [reached for reached in found if isinstance(reached.guarantee, Profile)]

    def ours(self, path: Iterable[str]) -> bool:
        """Whether all theorems of a path ship with Chartered."""
        return self.foreign.isdisjoint(path)

    def _admitted(self, theorem: Theorem) -> bool:
        if theorem.name in self.named:
            return True
        if self.among is not None:
            return theorem.name in self.among
        return not theorem.by_name and (self.heuristic or theorem.side is not Side.HEURISTIC)

    def cases(self, theorem: Theorem, step: Step) -> Iterator[tuple[Case, tuple[str, ...]]]:
        """What a theorem about steps may start from, with the theorems that led there: for a wrapper over a kind, each
        inner guarantee."""
        if not isinstance(theorem.takes, OnWrapper):
            yield Case(step, self.neighbours, local=self.local), ()
        elif step.inner is not None:
            for inner in self.within(step).climb(step.inner):
                if isinstance(inner.guarantee, theorem.takes.kind):
                    yield Case(step, self.neighbours, inner.guarantee, self.local), inner.path

    def within(self, wrapper: Step) -> Walk:
        """The search for what `wrapper` wraps: another one where the wrapper makes it local."""
        if self.local or not self.registry.mechanism(wrapper.name).local:
            return self
        self.inside = self.inside or replace(self, local=True, climbed={})
        self.inside.reasons = self.reasons
        return self.inside

    def _extend(
        self,
        theorem: Theorem,
        source: Any,
        before: tuple[str, ...],
        seen: tuple[Any, ...],
        found: list[Reached],
        avoid: frozenset[type] | None = None,
    ) -> None:
        """Adds what a theorem gives, and all that follows from it; `seen` are the pattern and kinds on the way, the
        last just before. Going down, kinds to `avoid` are given."""
        tight = [self.tight[kind, theorem.gives] for kind in seen[:-1] if (kind, theorem.gives) in self.tight]
        detour = any(tight) or (tight and not self.ours((*before, theorem.name)))
        if detour or theorem.gives in seen or theorem.gives in (avoid or ()):
            return
        guarantee = self.attempt(theorem, source)
        if guarantee is None:
            return
        path = (*before, theorem.name)
        found.append(Reached(guarantee, path))
        if avoid is not None and isinstance(guarantee, Profile):  # going down, it ends here
            return
        for following in self.conversions:
            if isinstance(guarantee, following.takes):  # type: ignore[arg-type]
                self._extend(following, guarantee, path, (*seen, type(guarantee)), found, avoid)

    def attempt(self, theorem: Theorem, source: Any) -> Any:
        """What the theorem gives, or None where it does not apply; the reason is kept."""
        try:
            return applied(theorem, source, self.neighbours, self.look)
        except Unavailable as why:
            self.refuse(theorem, why)
            return None

    def refuse(self, theorem: Theorem, why: Unavailable) -> None:
        """Keeps why a theorem does not apply; an empty reason says that it is about something else."""
        if str(why):
            self.reasons.append((theorem, str(why)))
        if isinstance(why, Fault):
            self.faults[str(why)] = None


def applied(theorem: Theorem, source: Any, neighbours: Neighbours, look: Lookup = searched) -> Any:
    """What the theorem gives, with its relation and the side of the whole chain so far; the same object for the same
    source, for sums that were made for it are kept with it. Raises Unavailable."""
    charge(_APPLIED)
    try:
        hash(source)
    except TypeError:  # a plugin's guarantee may hold a dictionary
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
    """Whether a bound of this side may be given as an upper end: what was never shown to be one may not."""
    return side in (Side.EXACT, Side.UPPER)


def after_rewriting(registry: Registry, rewrites: Iterable[Sequence[str]], profile: Profile) -> Profile:
    """The profile as a statement of the ledger before it was rewritten: only a rewriting that loses nothing leaves it
    exact."""
    sides = [registry.theorem(name).side for names in rewrites for name in names]
    if all(side is Side.EXACT for side in sides):
        return profile
    return profile.bounding(reduce(lambda after, side: side.then(after), sides, profile.side))
