"""The report of a client: its gradient, clipped so that the stated sensitivity is the diameter of its domain, plus
noise."""

from __future__ import annotations

from chartered import BadStep, Case, Neighbours, Step
from chartered_verify.large_packages import numpy as np
from msgspec import Struct

from .logistic_regression import Array


class Randomizer(Struct, frozen=True):
    """Adds noise of standard scale `scale` to vectors clipped to `bound` in the Euclidean norm (Gaussian noise) or in
    the 1-norm (Laplace noise)."""

    kind: str
    scale: float
    bound: float

    def report(self, gradients: Array, random: np.random.Generator) -> Array:
        """Each row, clipped and with noise added."""
        order = 2 if self.kind == "gaussian" else 1
        sizes = np.linalg.norm(gradients, ord=order, axis=1, keepdims=True)
        clipped = gradients * np.minimum(1, self.bound / np.maximum(sizes, 1e-300))
        draw = random.normal if self.kind == "gaussian" else random.laplace
        found: Array = clipped + draw(scale=self.scale, size=clipped.shape)
        return found

    def deviation(self) -> float:
        """The standard deviation of the noise in each coordinate."""
        return self.scale if self.kind == "gaussian" else self.scale * np.sqrt(2)


def randomizer_of(step: Step) -> Randomizer:
    """The randomizer of a step. Raises BadStep if the step does not perturb vectors."""
    case = Case(step, Neighbours.REPLACE_ONE, local=True)
    if step.name == "gaussian" and step.inner is None:
        return Randomizer("gaussian", float(case.number("sigma")), float(case.sensitivity) / 2)
    if step.name == "laplace" and step.inner is None:
        if case.get("epsilon") is not None:
            return Randomizer("laplace", float(1 / case.number("epsilon")), 0.5)
        return Randomizer("laplace", float(case.number("scale")), float(case.sensitivity) / 2)
    raise BadStep(
        f"{step} perturbs no gradient", "wrap a Gaussian or Laplace step, such as gaussian:sigma=4,sensitivity=2"
    )
