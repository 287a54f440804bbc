"""The theorems of a registry that a question may use, by what they do in a search for paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from chartered_verify.enclosure import Side
from msgspec import Struct, field

from ..host.registry import Registry
from ..model.step_groups import parts_of
from ..model.steps import Step
from ..model.theorem_use import Use
from ..model.theorems import Rewrite, Theorem


class UsableTheorems(Struct, frozen=True):
    """The theorems that a question may use.

    Args:
        registry: where they are registered.
        named: theorems and accountants that the user requested by name; some theorems answer only then.
        of_steps: those that lead from a step to a guarantee.
        steps_changed: from a step that requires one relation to a guarantee under another.
        conversions: from a kind of guarantee to another kind.
        relation_changes: from a kind of guarantee to the same kind under another relation.
        rewritings: from a step to other steps.
        optimal: the pairs of kinds between which a theorem says that no other leads to less; whether one of ours does.
        foreign: third-party theorems. What one of these claims about itself excludes only paths with such theorems.
        unsure: those that have no answer to the question, so that no other path is left out because of them.
    """

    registry: Registry
    named: frozenset[str]
    of_steps: tuple[Theorem, ...]
    steps_changed: tuple[Theorem, ...]
    conversions: tuple[Theorem, ...]
    relation_changes: tuple[Theorem, ...]
    rewritings: tuple[Theorem, ...]
    optimal: Mapping[tuple[Any, Any], bool]
    foreign: frozenset[str]
    unsure: frozenset[str] = frozenset()
    rewritten_shapes: dict[tuple[str, ...], bool] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        registry: Registry,
        named: frozenset[str] = frozenset(),
        heuristic: bool = False,
        among: frozenset[str] | None = None,
        unsure: frozenset[str] = frozenset(),
    ) -> UsableTheorems:
        """Those that answer unasked, and those that are named; `heuristic` admits what is not proved. To replay a
        derivation, `among` has the theorems of that derivation."""

        def admitted(theorem: Theorem) -> bool:
            if theorem.name in named:
                return True
            if among is not None:
                return theorem.name in among
            return not theorem.use.waits and (heuristic or theorem.side is not Side.HEURISTIC)

        asked = (a.kind for a in registry.accountants.values() if a.name in named)
        by_name = {kind for kind in asked if not registry.reached_unasked(kind)}  # only theorems that wait lead there
        usable = [t for t in registry.theorems.values() if t.gives in by_name or admitted(t)]
        of_kinds = [t for t in usable if isinstance(t.takes, type)]
        of_steps = [t for t in usable if not isinstance(t.takes, type) and t.gives is not Rewrite]
        stated = [((t.takes, t.gives), t.ours) for t in usable if t.optimal_for_premise and not t.changes_relation]
        return cls(
            registry,
            named,
            of_steps=tuple(t for t in of_steps if not t.changes_relation),
            steps_changed=tuple(t for t in of_steps if t.changes_relation),
            conversions=tuple(t for t in of_kinds if not t.changes_relation),
            relation_changes=tuple(t for t in of_kinds if t.changes_relation),
            rewritings=tuple(t for t in usable if t.gives is Rewrite),
            optimal={pair: any(ours for other, ours in stated if other == pair) for pair, _ in stated},
            foreign=frozenset(t.name for t in usable if not t.ours),
            unsure=unsure,
        )

    def rewritten(self, step: Step) -> bool:
        """Whether some theorem rewrites steps of this shape, or a part of it. Cached by shape."""
        shape = step.shape
        if shape not in self.rewritten_shapes:
            parts = parts_of(step)
            self.rewritten_shapes[shape] = any(t.matches(part) for t in self.rewritings for part in parts)
        return self.rewritten_shapes[shape]

    def ours(self, path: Iterable[str]) -> bool:
        """Whether all theorems of a path ship with Chartered."""
        return self.foreign.isdisjoint(path)

    def may_fail(self, path: Iterable[str]) -> bool:
        """Whether a path may give no answer later: a theorem of it is used only where no other gives one, or had
        none."""
        return any(name in self.unsure or self.registry.theorem(name).use is Use.IF_NEEDED for name in path)

    def detour(self, visited: Iterable[Any], path: tuple[str, ...], gives: Any) -> bool:
        """Whether a path that went through these kinds comes to one to which an optimal theorem leads directly."""
        optimal = [self.optimal[kind, gives] for kind in visited if (kind, gives) in self.optimal]
        return any(optimal) or (bool(optimal) and not self.ours(path))
