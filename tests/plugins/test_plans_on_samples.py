"""Plans that depend on outputs, on a Poisson sample where a record is replaced: three data sets, of which a plan may
tell two apart in one round and the others in the next."""

from __future__ import annotations

from collections.abc import Callable
from math import exp

import chartered as ch
import numpy
import pytest
from well_known import density

RATE, SIGMA, EPS = 0.5, 2.0, 0.5
PLANS: dict[str, Callable[[float], tuple[float, float]]] = {
    "both rounds": lambda seen: (1, -1),
    "the second the other way where the first was low": lambda seen: (1, -1) if seen > 0 else (-1, 1),
    "no second where the first was low": lambda seen: (1, -1) if seen > 0 else (0, 0),
    "one record alone where the first told much": lambda seen: (1, -1) if abs(seen) < 1 else (1, 0),
}


def told(plan: Callable[[float], tuple[float, float]]) -> float:
    """About delta of two rounds: the first moves by 1 with one record and by -1 with the other, the second as the plan
    says of the first output."""
    x, found = numpy.linspace(-14, 14, 2001), []
    outputs = numpy.linspace(-12, 12, 601)
    for seen in outputs:
        without, one, other = density(numpy, seen), density(numpy, seen - 1 / SIGMA), density(numpy, seen + 1 / SIGMA)
        by_one, by_other = (move / SIGMA for move in plan(seen))
        more = (1 - RATE) * without * density(numpy, x) + RATE * one * density(numpy, x - by_one)
        less = (1 - RATE) * without * density(numpy, x) + RATE * other * density(numpy, x - by_other)
        found.append(numpy.trapezoid(numpy.maximum(more - exp(EPS) * less, 0), x))
    return float(numpy.trapezoid(found, outputs))


def test_no_plan_loses_more_than_all_its_runs() -> None:
    """And both rounds, one against the other, attain the bound."""
    step = f"poisson:rate={RATE}/filter-runs:most=2/gaussian:sigma={SIGMA}"
    bound = ch.Ledger(step, neighbours="replace-one").delta(epsilon=EPS)
    found = {name: told(plan) for name, plan in PLANS.items()}
    first, same, *others = found.values()
    assert first == pytest.approx(bound.upper, rel=1e-5)
    assert same == pytest.approx(bound.upper, rel=1e-5)
    assert max(others) < 0.96 * bound.upper
