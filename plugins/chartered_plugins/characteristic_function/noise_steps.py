"""Steps that add noise: a row for each noise, and one for each relation, what a record does to it, as a ratio of
mixtures of its shifts. A theorem is a noise and a relation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial, reduce
from typing import Any, NamedTuple

import chartered as ch

from ..mechanisms.laplace_step import laplace_epsilon, laplace_rate, laplace_shift
from ..subsampling.group_of_records import few_enough, size_of
from ..subsampling.sgd_step import sampled
from ..subsampling.worst_pair import nearer_than_twice
from . import guarantee as cf
from .formulas import loss_properties
from .guarantee import CharacteristicFunction
from .laws import discrete_laplace, gaussian_law, laplace_law, logistic, mixture, skellam

AFA = "Zhu, Dong, Wang 2022, Section 4"


class Noise(NamedTuple):
    """`law`: that of a step and a ratio. `shift`: by how much a record moves the noise, in units of the law."""

    law: Callable[[ch.Case, mixture.Ratio], loss_properties.LossMoments]
    shift: Callable[[ch.Case], Fraction] = lambda case: Fraction(1)


GAUSSIAN = Noise(lambda case, ratio: gaussian_law.standard(ratio), lambda case: case.sensitivity / case.number("sigma"))
DISCRETE_GAUSSIAN = Noise(
    lambda case, ratio: gaussian_law.discrete_gaussian(case.number("sigma") ** 2, ratio),
    lambda case: case.sensitivity,
)
SKELLAM = Noise(lambda case, ratio: skellam.of_skellam(case.number("variance"), ratio), lambda case: case.sensitivity)
LAPLACE = Noise(lambda case, ratio: laplace_law.of_laplace(laplace_epsilon(case), ratio))
LOGISTIC = Noise(lambda case, ratio: logistic.of_logistic(laplace_epsilon(case), ratio))
DISCRETE_LAPLACE = Noise(
    lambda case, ratio: discrete_laplace.LaplaceOnIntegers(laplace_rate(case), ratio), laplace_shift
)
RESPONSE = Noise(lambda case, ratio: discrete_laplace.LaplaceOnIntegers(case.number("epsilon"), ratio))
"""Randomized response, the worst mechanism of its epsilon."""


class Relation(NamedTuple):
    """What happens to a record. `name`: of its theorems. `around`: the wrappers around the noise. `ratio`: of a case,
    by the shift of one record. `either`: whether both directions differ. `more`: what its theorems have by default."""

    name: str
    around: tuple[str, ...]
    ratio: Callable[[ch.Case, Fraction], mixture.Ratio]
    either: bool
    more: dict[str, Any]

    def of(self, noise: Noise, case: ch.Case) -> CharacteristicFunction:
        """The law of a noise, of a case."""
        step = reduce(lambda outer, _: outer.within, self.around, case)
        law: Any = noise.law(step, self.ratio(case, noise.shift(step)))
        return either_way(law) if self.either else cf.one_run(law)

    def theorem(self, inner: str, bound: Any, statement: str, latex: str, **more: Any) -> ch.Theorem:
        """That of a step inside. `bound`: may be a noise."""
        found = partial(self.of, bound) if isinstance(bound, Noise) else bound
        given: dict[str, Any] = {"name": self.name.format(inner)} | self.more | more
        return theorem_of(takes=ch.OnStep(*self.around, inner), bound=found, statement=statement, latex=latex, **given)


def attained(case: ch.Case) -> str | None:
    """Replacing a record may change the query by twice the sensitivity; a rate above 0 and below 1."""
    return nearer_than_twice(case) or sampled(case)


def several(case: ch.Case) -> str | None:
    """A rate above 0 and below 1, and at most 63 records."""
    return sampled(case.within) or few_enough(case)


ON_ALL = Relation("{}.characteristic", (), lambda case, by: mixture.shifted(by), False, {})
ON_SAMPLE = Relation(
    "poisson-{}.characteristic",
    ("poisson",),
    lambda case, by: mixture.sampled(case.number("rate"), by),
    True,
    {"conditions": sampled},
)
REPLACED_ON_SAMPLE = Relation(
    "poisson-{}.replaced-characteristic",
    ("poisson",),
    lambda case, by: mixture.replaced(case.number("rate"), by),
    False,
    {
        "source": "ours, by the claims of poisson.exact-replaced-profile; direct computation",
        "conditions": attained,
        "changes_relation": True,
    },
)
GROUP_ON_SAMPLE = Relation(
    "group-of-records.sampled-{}",
    ("group", "poisson"),
    lambda case, by: mixture.grouped(case.within.number("rate"), by, size_of(case)),
    True,
    {"source": "ours, by the Neyman-Pearson lemma; direct computation", "conditions": several},
)


def either_way(law: Any) -> CharacteristicFunction:
    """A record that is removed or added, by the law of its removal."""
    return cf.one_run(law, law.swapped)


def theorem_of(name: str, takes: Any, bound: Any, statement: str, latex: str, **more: Any) -> ch.Theorem:
    """One that leads to a characteristic function, from both sides unless `more` says otherwise."""
    given: dict[str, Any] = {"source": f"{AFA}; direct computation", "side": ch.Side.EXACT} | more
    return ch.Theorem(name, takes, CharacteristicFunction, bound, statement, latex=latex, **given)
