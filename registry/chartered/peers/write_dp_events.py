"""Plain steps as a `DpEvent` of dp-accounting."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered_verify.enclosure import enclose

from ..errors import Unavailable
from .plain_steps import PlainStep
from .rounding_to_doubles import costlier_double


def event_of(steps: Sequence[PlainStep]) -> Any:
    """A `DpEvent` of all steps: composed in order, each self-composed by its count. Raises Unavailable for a step for
    which the installed dp-accounting has no event."""
    from dp_accounting import dp_event

    events = [_times(dp_event, step) for step in steps]
    return events[0] if len(events) == 1 else dp_event.ComposedDpEvent(events)


def _times(dp_event: Any, step: PlainStep) -> Any:
    event = _mechanism(dp_event, step)
    if step.rate != 1:
        event = dp_event.PoissonSampledDpEvent(step.rate_double, event)
    if step.drawn is not None:
        size, of = step.drawn
        event = dp_event.SampledWithoutReplacementDpEvent(of, size, event)
    return event if step.times == 1 else dp_event.SelfComposedDpEvent(event, step.times)


def _mechanism(dp_event: Any, step: PlainStep) -> Any:
    """The event of one run on all records."""
    if step.parts:
        return event_of(step.parts)
    if step.kind == "gaussian":
        return dp_event.GaussianDpEvent(step.double("noise"))
    if step.kind == "laplace":
        return dp_event.LaplaceDpEvent(step.double("noise"))
    if step.kind == "discrete-laplace":
        if step.numbers["sensitivity"].denominator != 1:
            raise Unavailable("dp-accounting has no discrete-laplace whose sensitivity is not whole")
        return dp_event.DiscreteLaplaceDpEvent(step.double("parameter"), int(step.numbers["sensitivity"]))
    if step.kind == "randomized-response":
        return dp_event.RandomizedResponseDpEvent(_lie(step), int(step.numbers["k"]))
    if step.kind == "zcdp":
        return dp_event.ZCDpEvent(step.double("rho"))
    if step.kind == "tree-aggregation":
        return dp_event.SingleEpochTreeAggregationDpEvent(step.double("noise"), int(step.numbers["steps"]))
    if step.kind == "gaussian-mixture":
        return _mixture(dp_event, step)
    newer = getattr(dp_event, "EpsilonDeltaDpEvent", None)
    if step.kind not in ("pure", "approximate") or newer is None:
        raise Unavailable(f"dp-accounting has no event for {step.kind}")
    return newer(step.double("epsilon"), step.double("delta") if "delta" in step.numbers else 0.0)


def _mixture(dp_event: Any, step: PlainStep) -> Any:
    """The event of a mixture of Gaussians. Raises Unavailable if a probability is no double: rounded ones would not sum
    to 1."""
    count = len(step.numbers) // 2
    chances = [step.double(f"p{index}") for index in range(count)]
    if any(Fraction(repr(chance)) != step.numbers[f"p{index}"] for index, chance in enumerate(chances)):
        raise Unavailable("no double means the probability of an amount")
    amounts = [step.double(f"s{index}") for index in range(count)]
    return dp_event.MixtureOfGaussiansDpEvent(costlier_double(step.numbers["sigma"], up=False), amounts, chances)


def _lie(step: PlainStep) -> float:
    """The probability k/(e^eps + k - 1) of a uniformly drawn answer, rounded down."""
    epsilon, k = step.numbers["epsilon"], step.numbers["k"]
    return enclose(lambda xp: xp.number(k) / (xp.exp(xp.number(epsilon)) + xp.number(k - 1))).lower
