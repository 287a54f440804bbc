"""Groups of ledger steps that are accounted for as one step: they differ only in parameters that are proved monotone,
that is, a change in the safer direction never costs more."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

from .mechanisms import Setting
from .steps import Step

Safer: TypeAlias = Literal["larger", "smaller"]
Free: TypeAlias = Mapping[tuple[int, str], Safer]
"""The parameters in which the steps of a group may differ: (part, name) -> safer direction; part 0 is the outermost."""


class StepGroup(Struct, frozen=True):
    """Steps of one shape that differ only in `free` parameters, of which there is at least one."""

    steps: tuple[Step, ...]
    free: Free

    @property
    def costliest(self) -> Step:
        """The step with the least safe value of each free parameter: no step of the group costs more."""
        return self._with_ends(safest=False)

    @property
    def safest(self) -> Step:
        """The step with the safest value of each free parameter: no step of the group costs less."""
        return self._with_ends(safest=True)

    def _with_ends(self, *, safest: bool) -> Step:
        parts = list(zip(*map(parts_of, self.steps), strict=True))
        found: Step | None = None
        for index in reversed(range(len(parts))):
            first = parts[index][0]
            pairs: list[tuple[str, Setting]] = []
            for which, (name, value) in enumerate(first.pairs):
                safer = self.free.get((index, name))
                if safer is not None:
                    numbers = [x for step in parts[index] if isinstance(x := step.pairs[which][1], Fraction)]
                    value = max(numbers) if (safer == "larger") is safest else min(numbers)
                pairs.append((name, value))
            found = Step(first.name, tuple(pairs), found)
        assert found is not None
        return found


def parts_of(step: Step) -> list[Step]:
    """The step, the step inside it, and so on inwards; for several steps on the same records, the parts of each in
    turn. The order is that of `Step.shape`."""
    inside = (step.inner,) if step.inner is not None else tuple(part for part, _ in step.joint)
    return [step, *(part for one in inside for part in parts_of(one))]
