"""What is assumed of the steps of a ledger, where whoever wrote it may mean something else."""

from __future__ import annotations

from collections.abc import Sequence

from ..host.registry import Registry
from ..model.steps import Step
from .entries import Entry


def assumptions(registry: Registry, entries: Sequence[Entry]) -> list[str]:
    """Each in words."""
    return [*_local_reports(registry, entries), *_steps_about_one_record(registry, entries)]


def _local_reports(registry: Registry, entries: Sequence[Entry]) -> list[str]:
    """The owner of a shuffled data loader may not mean a wrapper of local randomizers."""
    found: dict[str, None] = {}
    for entry in entries:
        step: Step | None = entry.step
        while step is not None and not registry.mechanism(step.name).local:
            step = step.inner
        if step is not None and step.inner is not None:
            inner = "/".join(step.inner.shape)
            words = (
                f"each record is randomized by itself, by {inner}, before it is released; batches of records are not"
            )
            found.setdefault(words)
    return list(found)


def _steps_about_one_record(registry: Registry, entries: Sequence[Entry]) -> list[str]:
    """Beside steps about persons with several records, one that is not written so counts a person as one record."""
    groups = {
        f"{name}:{registry.mechanism(name).records}"
        for entry in entries
        for name in entry.step.shape
        if registry.mechanism(name).records
    }
    if not groups:
        return []
    alone = [one for one in entries if not any(registry.mechanism(name).records for name in one.step.shape)]
    around = min(groups)
    return [
        f"{one.shown} counts a person once; where one has several records, write {around}=.../ around it"
        for one in alone[:1]
    ]
