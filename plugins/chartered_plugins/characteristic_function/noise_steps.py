"""Steps that add noise: a row for each noise, and what a record does to it, as a ratio of mixtures of its shifts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import chartered as ch

from ..mechanisms.laplace_step import laplace_epsilon, laplace_rate, laplace_shift
from ..subsampling.group_of_records import size_of
from . import guarantee as cf
from .formulas import moments
from .guarantee import CharacteristicFunction
from .laws import discrete_laplace, gaussian_law, laplace_law, logistic, mixture, skellam


class Noise(NamedTuple):
    """`law`: that of a step and a ratio. `shift`: by how much a record moves the noise, in units of the law."""

    law: Callable[[ch.Case, mixture.Ratio], moments.LossMoments]
    shift: Callable[[ch.Case], Fraction] = lambda case: Fraction(1)


GAUSSIAN = Noise(lambda case, ratio: gaussian_law.standard(ratio), lambda case: case.sensitivity / case.number("sigma"))
DISCRETE_GAUSSIAN = Noise(
    lambda case, ratio: gaussian_law.discrete_gaussian(case.number("sigma") ** 2, ratio), lambda case: case.sensitivity
)
SKELLAM = Noise(lambda case, ratio: skellam.of_skellam(case.number("variance"), ratio), lambda case: case.sensitivity)
LAPLACE = Noise(lambda case, ratio: laplace_law.of_laplace(laplace_epsilon(case), ratio))
LOGISTIC = Noise(lambda case, ratio: logistic.of_logistic(laplace_epsilon(case), ratio))
DISCRETE_LAPLACE = Noise(
    lambda case, ratio: discrete_laplace.LaplaceOnIntegers(laplace_rate(case), ratio), laplace_shift
)
RESPONSE = Noise(lambda case, ratio: discrete_laplace.LaplaceOnIntegers(case.number("epsilon"), ratio))
"""Randomized response, the worst mechanism of its epsilon."""


def either_way(law: Any) -> CharacteristicFunction:
    """A record that is removed or added, by the law of its removal."""
    return cf.one_run(law, law.swapped)


def on_all(noise: Noise, case: ch.Case) -> CharacteristicFunction:
    """A record of all data: the same in both directions."""
    return cf.one_run(noise.law(case, mixture.shifted(noise.shift(case))))


def on_sample(noise: Noise, case: ch.Case) -> CharacteristicFunction:
    """A record of a Poisson sample, which is removed or added."""
    ratio = mixture.sampled(case.number("rate"), noise.shift(case.within))
    return either_way(noise.law(case.within, ratio))


def on_sample_of_groups(noise: Noise, case: ch.Case) -> CharacteristicFunction:
    """A group of records of a Poisson sample, which are removed or added together."""
    sample, step = case.within, case.within.within
    ratio = mixture.grouped(sample.number("rate"), noise.shift(step), size_of(case))
    return either_way(noise.law(step, ratio))


def replaced_on_sample(noise: Noise, case: ch.Case) -> CharacteristicFunction:
    """A record of a Poisson sample that is replaced: the same in both directions."""
    return cf.one_run(noise.law(case.within, mixture.replaced(case.number("rate"), noise.shift(case.within))))
