"""prv_accountant of Microsoft: privacy random variables, composed by FFT, with a stated interval."""

from __future__ import annotations

from typing import Any

from ...errors import Unavailable
from ...model.questions import EpsilonAt
from ..plain_steps import PlainStep
from ..question_and_answer import Asked, Said, described

_EPSILON_ERROR = 0.01
"""The requested accuracy of eps."""
_DELTA_SHARE = 1e-3
"""The requested relative accuracy of delta, as its documentation recommends."""
_LEAST_DELTA = 1e-7
"""For questions about delta: the requested accuracy is this times _DELTA_SHARE."""


def random_variables(asked: Asked) -> Said:
    """`PRVAccountant.compute_epsilon` (or `compute_delta`): its upper and lower ends."""
    import prv_accountant as package

    variables = [_variable(package, step, asked) for step in asked.steps]
    counts = [step.times for step in asked.steps]
    of_epsilon = isinstance(asked.question, EpsilonAt)
    delta = asked.at if of_epsilon else _LEAST_DELTA
    if delta == 0:
        raise Unavailable("it needs a delta above 0")
    accountant = package.PRVAccountant(
        variables, eps_error=_EPSILON_ERROR, delta_error=delta * _DELTA_SHARE, max_self_compositions=counts
    )
    lower, _, upper = (accountant.compute_epsilon if of_epsilon else accountant.compute_delta)(asked.at, counts)
    return Said(float(upper), float(lower))


def _variable(package: Any, step: PlainStep, asked: Asked) -> Any:
    """The privacy random variable of one run; under replace-one the change is twice the norm."""
    span = asked.neighbours.span
    if step.drawn is not None or (step.rate != 1 and (step.kind != "gaussian" or span != 1)):
        raise Unavailable(f"it has no variable for {described(step)} under {asked.neighbours.value}")
    if step.kind == "gaussian" and step.rate != 1:
        return package.PoissonSubsampledGaussianMechanism(step.rate_double, step.double("noise"))
    if step.kind == "gaussian":
        return package.GaussianMechanism(step.double("noise") / span)
    if step.kind == "laplace":
        return package.LaplaceMechanism(span / step.double("noise"))
    if step.kind == "pure":
        return package.PureDPMechanism(step.double("epsilon"))
    if step.kind == "approximate":
        return package.ApproximateDPMechanism(step.double("epsilon"), step.double("delta"))
    raise Unavailable(f"it has no variable for {described(step)}")
