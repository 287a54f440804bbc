"""A question for another package, and its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct, convert, to_builtins

from ..errors import Unavailable
from ..model.neighbours import Neighbours
from ..model.questions import EpsilonAt, Question
from .plain_steps import PlainStep
from .rounding_to_doubles import costlier_double


class Asked(Struct, frozen=True):
    """A question about plain steps, under a relation."""

    steps: Sequence[PlainStep]
    neighbours: Neighbours
    question: Question

    @property
    def at(self) -> float:
        """The given delta or epsilon as a double, rounded down: a smaller one is no easier to meet."""
        return costlier_double(self.question.at, up=False)

    def to_json(self) -> dict[str, Any]:
        """The question for the child process."""
        held = {name: str(value) for name, value in self.question.held.items()}
        asked = {"quantity": self.question.quantity, "held": held, "neighbours": self.neighbours.value}
        return {"steps": to_builtins(self.steps, enc_hook=str), **asked}  # fractions as text

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Asked:
        """The question that `to_json` wrote."""
        steps = convert(said["steps"], list[PlainStep], dec_hook=lambda kind, text: kind(text))
        held = {name: Fraction(value) for name, value in said["held"].items()}
        return cls(steps, Neighbours.read(said["neighbours"]), Question.read(said["quantity"], held))

    def need_add_or_remove(self) -> None:
        """Raises Unavailable unless the relation is add-or-remove, for a package that supports only this one."""
        if self.neighbours is not Neighbours.ADD_OR_REMOVE:
            raise Unavailable(f"it knows add-or-remove neighbours only, and the ledger is {self.neighbours.value}")

    def need_epsilon(self) -> None:
        """Raises Unavailable if the question is for delta."""
        if not isinstance(self.question, EpsilonAt):
            raise Unavailable("its public interface answers for epsilon only")


class Said(Struct, frozen=True):
    """The answer of a package: its value, and its lower bound if it states one."""

    value: float
    lower: float | None = None


def sampled_gaussians(steps: Sequence[PlainStep]) -> list[tuple[float, float, int]]:
    """Noise multiplier, sampling rate and count of each step, for packages that support only noisy SGD. Raises
    Unavailable for any other step."""
    for step in steps:
        if step.kind != "gaussian" or step.drawn is not None:
            raise Unavailable(f"it knows Gaussians, whole or on Poisson samples, and no {described(step)}")
    return [(step.double("noise"), step.rate_double, step.times) for step in steps]


def described(step: PlainStep) -> str:
    """A step in a few words, for a reason."""
    where = f"{step.kind} without replacement" if step.drawn is not None else step.kind
    return where if step.rate == 1 else f"{step.kind} on a Poisson sample"
