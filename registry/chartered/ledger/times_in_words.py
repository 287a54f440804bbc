"""The times of a wrapped step in words: they count runs of the wrapper, not of the step inside."""

from __future__ import annotations

from collections.abc import Sequence

from ..host.registry import Registry
from ..model.steps import Step
from .entries import Entry


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
