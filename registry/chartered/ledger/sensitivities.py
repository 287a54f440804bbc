"""The sensitivity of a step that a proof uses, as a number and in words: the stated one, doubled if a record is
replaced, or the one stated for that relation."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from ..display import MOST_ENTRIES
from ..host.registry import Registry
from ..model.exact_numbers import plain
from ..model.neighbours import Neighbours
from ..model.step_groups import parts_of
from ..model.steps import JOINT, Step
from ..model.theorems import Case
from .entries import Entry
from .required_relation import required_by


class Sensitivity(Struct, frozen=True):
    """The sensitivity `used` for a part of a step, under the relation `under`, if it differs from the `stated` one or
    is not the only one. `two_records`: it is that of one record, and neighbours differ by one that is removed and one
    that is added."""

    used: Fraction
    under: Neighbours
    stated: Fraction | None
    two_records: bool = False

    def __str__(self) -> str:
        stated = "" if self.stated is None or self.two_records else f"{plain(self.stated)}, "
        each = ", for each of two records" if self.two_records else ""
        return f"{stated}{plain(self.used)} under {self.under.value}{each}"


def used_by(registry: Registry, step: Step, neighbours: Neighbours) -> Sensitivity | None:
    """The sensitivity used for a step in a ledger under `neighbours`. None if the step has none, or if the text of the
    step shows it: it is not doubled (add-or-remove, or a local randomizer) and no other is stated.

    Also None for a step that the registry does not know, since an answer may come from another installation; and for
    several steps on the same records, each of which has its own."""
    if not all(part.name in registry.mechanisms for part in parts_of(step)) or JOINT in step.shape:
        return None
    need, local = required_by(registry, step), False
    two_records = need is not None and neighbours.crosses_from(need)
    here = need if two_records and need is not None else neighbours
    for part in parts_of(step):
        case = Case(part, here, local=local)
        stated, own = case.get("sensitivity"), any(one.sensitivity in part.settings for one in Neighbours)
        if own or isinstance(stated, Fraction):
            known = stated if isinstance(stated, Fraction) else None
            shown = known == case.sensitivity and not own and not two_records
            return None if shown else Sensitivity(case.sensitivity, here, known, two_records)
        local = local or registry.mechanism(part.name).local
    return None


def sensitivities(registry: Registry, entries: Iterable[Entry], neighbours: Neighbours) -> str:
    """The sensitivities used for the first entries of a ledger, in words: "1, 2 under replace-one"; if they differ,
    each with the steps that it is of; empty if the text of their steps shows them. Of several steps on the same
    records, each is listed."""
    found = dict[str, dict[str, None]]()
    for step in (step for entry in islice(entries, MOST_ENTRIES) for step in _each(entry.step)):
        used = used_by(registry, step, neighbours)
        if used is not None:
            found.setdefault(str(used), {})["/".join(step.shape)] = None
    if len(found) == 1:
        return next(iter(found))
    return "; ".join(f"{', '.join(names)}: {words}" for words, names in found.items())


def _each(step: Step) -> list[Step]:
    """The step; for several steps on the same records, each of them inside the same wrappers."""
    if JOINT not in step.shape:
        return [step]
    if step.inner is None:
        return [part for part, _ in step.joint]
    return [replace(step, inner=part) for part in _each(step.inner)]
