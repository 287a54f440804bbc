"""Conformance kit: the profiles that a plugin derives for a step, by itself and as a local randomizer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from chartered_verify.enclosure import Side

from ..accounting.every_path import Accounting
from ..accounting.request import Request
from ..host.registry import Plugin, Registry
from ..ledger.checked_steps import make_step
from ..ledger.entries import read_entries
from ..ledger.required_relation import relation, required_by
from ..model.neighbours import Neighbours
from ..model.privacy_profile import Profile
from ..model.steps import Step
from ..paths.derivation import plugins_behind
from ..paths.step_paths import PathSearch, sound
from .profile_comparison import compared
from .profile_shape import Outputs, check_exact, check_outputs, check_tail
from .step_answers import check_faults


def check_profiles(known: Registry, own: Plugin, text: str, outputs: Outputs | None = None) -> None:
    """Checks the profiles of one run of a step that rest on the plugin. Raises AssertionError."""
    entry = read_entries(known, [text])[0]
    neighbours = relation(known, [entry], None)
    for only in (
        frozenset[str](),
        frozenset(known.names_of(own, "theorem")),
    ):  # by name, also those that an exact one would hide
        accounting = Accounting(Request(known, (entry,), neighbours, only=only))
        for path in accounting.profiles():
            where = f"{text}, {neighbours.value}, by {' -> '.join(path.derivation.path)}"
            if own in plugins_behind(known, (entry,), path.derivation) and sound(path.profile.side):
                if path.profile.side is Side.EXACT:
                    check_exact(path.profile, where)
                check_tail(path.profile, where)
                if outputs is not None:
                    check_outputs(path.profile, outputs, where)
        check_faults(tuple(accounting.refusals.faults), own)


def check_relation(known: Registry, own: Plugin, text: str) -> None:
    """Checks that a theorem about a step with a stated sensitivity takes the relation into account: if its answer
    depends on the sensitivity, which is doubled under replace-one, the answers under the two relations must differ.
    Raises AssertionError."""
    step = read_entries(known, [text])[0].step
    mechanism, sensitivity = known.mechanism(step.name), step.settings.get("sensitivity")
    if step.inner is not None or not isinstance(sensitivity, int | Fraction) or mechanism.requires or mechanism.local:
        return
    twice = make_step(known, step.name, {**step.settings, "sensitivity": 2 * sensitivity})
    replaced = _own_profiles(known, own, text, PathSearch.over(known, Neighbours.REPLACE_ONE))
    doubled = _own_profiles(known, own, text, PathSearch.over(known, Neighbours.ADD_OR_REMOVE), twice)
    depends = {path for path, outer, inner in doubled if not _same(outer, inner)}
    for path, outer, inner in replaced:
        said = f"{text}: {path} says the same under replace-one as under add-or-remove"
        remedy = "where a record is replaced the stated sensitivity counts twice: use case.sensitivity or case.span"
        assert path not in depends or not _same(outer, inner), (
            f"{said}; {remedy}, or let the mechanism require a relation"
        )


def _same(one: Profile, other: Profile) -> bool:
    """Whether all answers of two profiles overlap, and at least one of them is neither 0 nor 1."""
    pairs = [(first.bound, second.bound) for _, first, second in compared(one, other)]
    telling = [(first, second) for first, second in pairs if first.lower > 0 and first.upper < 1]
    return bool(telling) and all(first.overlaps(second) for first, second in telling)


def check_local(known: Registry, own: Plugin, text: str) -> None:
    """Checks that a step has the same profile as a local randomizer, for example inside a shuffle, as under
    add-or-remove: in both cases its stated sensitivity is that of one change. Raises AssertionError."""
    step = read_entries(known, [text])[0].step
    if step.inner is not None or required_by(known, step) is not None or known.mechanism(step.name).local:
        return
    for path, outer, inner in _own_profiles(
        known, own, text, PathSearch.over(known, Neighbours.REPLACE_ONE, local=True)
    ):
        for question, first, second in compared(outer, inner):
            said = f"{text}: {path} says {second.bound} for {question} inside a shuffle or a check-in"
            remedy = (
                "nothing is doubled in a local randomizer: use case.span or case.sensitivity, not case.neighbours.span"
            )
            assert first.bound.overlaps(second.bound), f"{said}, and {first.bound} under add-or-remove; {remedy}"


def _own_profiles(
    known: Registry, own: Plugin, text: str, other: PathSearch, instead: Step | None = None
) -> Iterator[tuple[str, Profile, Profile]]:
    """The profiles that follow from the plugin's own theorems about a step: the path in words, the profile under
    add-or-remove, and the profile by the other search (for the step `instead`, if it is given)."""
    step, one = read_entries(known, [text])[0].step, PathSearch.over(known, Neighbours.ADD_OR_REMOVE)
    others = {reached.path: reached.guarantee for reached in other.guarantees(instead or step)}
    for reached in one.guarantees(step):
        mine = len(reached.path) == 1 and known.owner("theorem", reached.path[0]) is own
        if not mine or reached.path not in others:
            continue
        there = {end.path: end.guarantee for end in other.profiles(others[reached.path], frozenset())}
        for end in one.profiles(reached.guarantee, frozenset()):
            if end.path in there:  # a path may hold under one relation alone
                yield " -> ".join((*reached.path, *end.path)), end.guarantee, there[end.path]
