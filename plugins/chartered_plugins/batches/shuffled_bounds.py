"""The two ends of shuffled batches of Gaussian noise: from above the order is revealed, from below a test tells two
data sets apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from msgspec import Struct

from ..basics import gaussian_dp_profile
from .formulas import largest_sum_statistic as formulas
from .search import largest_sum_statistic as search

MOST_TESTED, FARTHEST = 1000, 10**6
"""The largest number of epochs that the test takes, and of the standard deviations of its threshold."""


class TestWitness(ch.TypedWitness, Struct, frozen=True):
    """The test of the lower end: in how many epochs the largest sum has to be above which threshold."""

    threshold: Annotated[Fraction | None, ch.Field("threshold", low=-FARTHEST, high=FARTHEST)]
    """In standard deviations of the noise, above what all sums hold in common."""
    epochs: Annotated[Fraction | None, ch.Field("epochs", low=1, high=MOST_TESTED, whole=True)]


def _shifts(case: ch.Case) -> tuple[Fraction, Fraction]:
    """By how many standard deviations the record moves the sum that it is in, in two neighbouring data sets, compared
    with the others."""
    inner = case.within
    sigma, between = inner.number("sigma"), inner.sensitivity
    if case.neighbours is ch.Neighbours.REPLACE_ONE or inner.get("replace-sensitivity") is not None:
        return between / sigma, Fraction(0)
    return 2 * between / sigma, between / sigma


def replaced(case: ch.Case) -> ch.Profile:
    """The same where a record is replaced by any other."""
    return between(ch.Case(case.step, ch.Neighbours.REPLACE_ONE))


def between(case: ch.Case) -> ch.Profile:
    """From above the Gaussian mechanism of all epochs; from below a test."""
    shifts, sums, epochs = _shifts(case), int(case.number("steps")), int(case.number("epochs"))
    inner = case.within
    mu_squared = epochs * (inner.sensitivity / inner.number("sigma")) ** 2
    return gaussian_dp_profile.profile(
        lambda xp: xp.sqrt(xp.number(mu_squared)), dominated=_tested(sums, min(epochs, MOST_TESTED), shifts)
    )


def _tested(sums: int, epochs: int, shifts: tuple[Fraction, Fraction]) -> ch.Profile:
    """What a test tells apart, which is no more than the mechanism does."""

    def test(xp: Arithmetic, witness: ch.Witness) -> formulas.Test:
        found = TestWitness.read(witness)
        if found.threshold is None or found.epochs is None:
            raise ch.Unavailable("the witness of shuffled batches is a threshold, and a number of epochs")
        return sums, xp.number(found.threshold), epochs, int(found.epochs)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        first, second = map(xp.number, shifts)
        return formulas.delta_below(xp, test(xp, witness), (first, second), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        first, second = map(xp.number, shifts)
        return formulas.epsilon_below(xp, test(xp, witness), (first, second), delta)

    def propose(question: ch.Question) -> ch.Witness:
        return search.propose(sums, epochs, shifts, question)

    fields = TestWitness.fields(epochs={"high": epochs})
    return ch.Profile(delta=delta, epsilon=epsilon, search=ch.WitnessSearch(propose=propose, fields=fields))
