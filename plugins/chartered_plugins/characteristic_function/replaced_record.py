"""The moment generating function of a record that is replaced in a Poisson sample of a Gaussian mechanism: noisy SGD
under replace-one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..subsampling.gaussian_sample import noise_multiplier, sampled
from ..subsampling.nearer_records import distances
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


def _less(case: ch.Case) -> str | None:
    """Replacing a record changes the query by less than twice the sensitivity; a rate above 0 and below 1."""
    return sampled(case) if nearer_than_twice(case) else ""


def _nearer(case: ch.Case) -> CharacteristicFunction:
    rate, (own, between) = case.number("rate"), distances(case)
    farthest, symmetric = (replaced_gaussian.ReplacedGaussian(rate, 1 / size) for size in (own, between / 2))
    return cf.one_run(farthest, attained=symmetric)


def theorems() -> list[ch.Theorem]:
    """By the worst pair, and by a worse one."""
    return [_worst(), _worse()]


def _worse() -> ch.Theorem:
    return ch.Theorem(
        name="poisson-gaussian.nearer-characteristic",
        takes=ch.OnStep("poisson", "gaussian"),
        gives=CharacteristicFunction,
        bound=_nearer,
        conditions=_less,
        statement="Under replace-one, where replacing a record changes the query by at most d, less than twice the "
        "sensitivity Delta: no more is lost than with Delta and -Delta in place of 0, and as much is with d/2 and "
        "-d/2.",
        source="ours, by the claims of poisson.exact-replaced-profile: fewer neighbours",
        latex=r"M_{d/2}(z)\le M(z)\le M_{\Delta}(z),\;M_s(z)=\mathbb{E}_{t\sim N(0,1)}\,w_s(t)^z\,w_s(-t)^{1-z}",
        changes_relation=True,
    )


def _worst() -> ch.Theorem:
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
