"""The moment generating function of logistic noise, on all records and on a Poisson sample."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

from ..mechanisms.laplace_step import laplace_epsilon
from ..subsampling.sgd_step import sampled
from . import guarantee as cf
from .guarantee import CharacteristicFunction
from .laws import logistic, mixture


def _logistic(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(logistic.of_logistic(laplace_epsilon(case), mixture.shifted(Fraction(1))))


def _logistic_on_sample(case: ch.Case) -> CharacteristicFunction:
    epsilon = laplace_epsilon(case.within)
    law = logistic.of_logistic(epsilon, mixture.sampled(case.number("rate"), Fraction(1)))
    return cf.one_run(law, law.swapped)


def theorems() -> list[ch.Theorem]:
    """Of noise on all records, and on a sample where one is removed or added."""
    return [
        ch.Theorem(
            name="logistic.characteristic",
            takes=ch.OnStep("logistic"),
            gives=CharacteristicFunction,
            bound=_logistic,
            statement="The loss of logistic noise between shifts of the sensitivity is that of Laplace noise between "
            "the two centres.",
            source="ours; direct computation",
            latex=r"M(z)=\frac{\sinh((z-\frac12)d)}{(2z-1)\sinh(d/2)},\;d=\Delta/s",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="poisson-logistic.characteristic",
            takes=ch.OnStep("poisson", "logistic"),
            gives=CharacteristicFunction,
            bound=_logistic_on_sample,
            conditions=sampled,
            statement="The worst pair is Q and (1-q) Q + q P, in either order, with logistic noise around 0 as Q and "
            "around the sensitivity as P; the likelihood ratio is a function of a uniform variable, without atoms.",
            source="ours; direct computation",
            latex=r"M(z)=\mathbb{E}\left(1-q+\frac{q\,e^d}{(u+e^d(1-u))^2}\right)^z,\;"
            r"u\sim U(0,1),\;d=\Delta/s;\;z\to 1-z\text{ where added}",
            side=ch.Side.EXACT,
        ),
    ]
