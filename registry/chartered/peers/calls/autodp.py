"""autodp: mechanisms of its zoo, composed and amplified by its transformers."""

from __future__ import annotations

from typing import Any

from ...errors import Unavailable
from ..plain_steps import PlainStep
from ..question_and_answer import Asked, Said, described


def renyi(asked: Asked) -> Said:
    """`Composition()(mechanisms, counts).get_approxDP(delta)`; for one run of one mechanism, that mechanism's
    `get_approxDP`."""
    asked.need_add_or_remove()
    asked.need_epsilon()
    from autodp import mechanism_zoo, transformer_zoo

    mechanisms = [_mechanism(mechanism_zoo, transformer_zoo, step) for step in asked.steps]
    counts = [step.times for step in asked.steps]
    if counts == [1]:
        return Said(float(mechanisms[0].get_approxDP(asked.at)))
    return Said(float(transformer_zoo.Composition()(mechanisms, counts).get_approxDP(asked.at)))


def _mechanism(zoo: Any, transformers: Any, step: PlainStep) -> Any:
    if step.drawn is not None or (step.rate != 1 and step.kind != "gaussian"):
        raise Unavailable(f"it is not asked about {described(step)}")
    if step.rate != 1:  # the tighter amplification holds for a Gaussian
        sample = transformers.AmplificationBySampling(PoissonSampling=True)
        return sample(zoo.GaussianMechanism(sigma=step.double("noise")), step.rate_double, improved_bound_flag=True)
    if step.kind == "gaussian":
        return zoo.GaussianMechanism(sigma=step.double("noise"))
    if step.kind == "laplace":
        return zoo.LaplaceMechanism(b=step.double("noise"))
    if step.kind == "pure":
        return zoo.PureDP_Mechanism(eps=step.double("epsilon"))
    if step.kind == "zcdp":
        return zoo.zCDP_Mechanism(rho=step.double("rho"))
    raise Unavailable(f"it is not asked about {described(step)}")
