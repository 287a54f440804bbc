"""What is stated beside a ledger: what is assumed of its steps, where whoever wrote it may mean something else, and
what their times count."""

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


def repeated(registry: Registry, entries: Sequence[Entry]) -> list[str]:
    """A text for each shape of a wrapped step with times: "500 selections, each among runs of poisson/gaussian"."""
    found: dict[tuple[str, ...], str] = {}
    for entry in entries:
        wrapper, inner = registry.mechanism(entry.step.name), entry.step.inner
        if entry.times > 1 and inner is not None and wrapper.each_run:
            found.setdefault(entry.step.shape, f"{entry.times} {wrapper.each_run.format(_inside(inner))}")
    return list(found.values())


def _inside(step: Step) -> str:
    """What one run of the wrapper wraps."""
    return f"the {step.runs} steps in parentheses" if step.joint else "/".join(step.shape)
