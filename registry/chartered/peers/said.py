"""A question for another package, and what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..errors import Unavailable
from ..model.neighbours import Neighbours
from ..model.questions import EpsilonAt, Question
from .costlier import costlier_double
from .plain_steps import PlainStep


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about steps in plain words, under a relation."""

    steps: Sequence[PlainStep]
    neighbours: Neighbours
    question: Question

    @property
    def at(self) -> float:
        """What is held, as a double that is not above it: a smaller delta, or eps, is no easier to meet."""
        return costlier_double(self.question.at, up=False)

    def to_json(self) -> dict[str, Any]:
        """For the child process."""
        held = {name: str(value) for name, value in self.question.held.items()}
        asked = {"quantity": self.question.quantity, "held": held, "neighbours": self.neighbours.value}
        return {"steps": [step.to_json() for step in self.steps], **asked}

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Asked:
        """What `to_json` wrote."""
        steps = [PlainStep.from_json(step) for step in said["steps"]]
        held = {name: Fraction(value) for name, value in said["held"].items()}
        return cls(steps, Neighbours.read(said["neighbours"]), Question.read(said["quantity"], held))

    def need_add_or_remove(self) -> None:
        """Raises Unavailable under any other relation: the package knows but this one."""
        if self.neighbours is not Neighbours.ADD_OR_REMOVE:
            raise Unavailable(f"it knows add-or-remove neighbours only, and the ledger is {self.neighbours.value}")

    def need_epsilon(self) -> None:
        """Raises Unavailable where a delta is asked for."""
        if not isinstance(self.question, EpsilonAt):
            raise Unavailable("its public interface answers for epsilon only")


@dataclass(frozen=True, slots=True)
class Said:
    """What a package answers: its value, and the lower end that it states beside it, if it does."""

    value: float
    lower: float | None = None


def sampled_gaussians(steps: Sequence[PlainStep]) -> list[tuple[float, float, int]]:
    """Noise multiplier, sampling rate and count of each step, for packages that know noisy SGD alone. Raises
    Unavailable for another step."""
    for step in steps:
        if step.kind != "gaussian" or step.drawn is not None:
            raise Unavailable(f"it knows Gaussians, whole or on Poisson samples, and no {described(step)}")
    return [(step.double("noise"), step.rate_double, step.times) for step in steps]


def described(step: PlainStep) -> str:
    """A step in two words, for a reason."""
    where = f"{step.kind} without replacement" if step.drawn is not None else step.kind
    return where if step.rate == 1 else f"{step.kind} on a Poisson sample"
