"""The moment generating function of a record that is replaced in a Poisson sample of a Gaussian mechanism: noisy SGD
under replace-one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..subsampling.gaussian_sample import noise_multiplier, sampled
from ..subsampling.worst_pair import nearer_than_twice
from . import guarantee as cf
from .guarantee import CharacteristicFunction

if TYPE_CHECKING:
    from .formulas import replaced_gaussian
else:
    replaced_gaussian = LazyModule(".formulas.replaced_gaussian", __package__)


def _attained(case: ch.Case) -> str | None:
    """Replacing a record may change the query by twice the sensitivity; a rate above 0 and below 1."""
    return nearer_than_twice(case) or sampled(case)


def _replaced(case: ch.Case) -> CharacteristicFunction:
    return cf.one_run(replaced_gaussian.ReplacedGaussian(case.number("rate"), noise_multiplier(case)))


def theorem() -> ch.Theorem:
    """By the worst pair of poisson.exact-replaced-profile."""
    return ch.Theorem(
        name="poisson-gaussian.replaced-characteristic",
        takes=ch.OnStep("poisson", "gaussian"),
        gives=CharacteristicFunction,
        bound=_replaced,
        conditions=_attained,
        statement="Under replace-one the worst pair is (1-q) N(0) + q N(Delta) and (1-q) N(0) + q N(-Delta); the "
        "moments of its likelihood ratio are integrals over a normal variable, at complex orders too.",
        source="ours, by the claims of poisson.exact-replaced-profile; direct computation",
        latex=r"M(z)=\mathbb{E}_{t\sim N(0,1)}\,w(t)^z\,w(-t)^{1-z},\;w(t)=1-q+q\,e^{t/s-1/(2s^2)}",
        side=ch.Side.EXACT,
        changes_relation=True,
    )
