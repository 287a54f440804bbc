"""The moment generating function of a record that is replaced in a Poisson sample of a Gaussian mechanism: noisy SGD
under replace-one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import chartered as ch
from chartered_verify.lazy_module import LazyModule

from ..mechanisms.discrete_laplace_rate import laplace_rate, laplace_shift
from ..mechanisms.laplace_epsilon import laplace_epsilon
from ..subsampling.gaussian_sample import noise_multiplier, sampled
from ..subsampling.nearer_records import distances
from ..subsampling.worst_pair import nearer_than_twice
from . import guarantee as cf
from .guarantee import CharacteristicFunction
from .steps import few_losses as few

if TYPE_CHECKING:
    from .formulas import few_losses, replaced_discrete_gaussian, replaced_gaussian, replaced_laplace
else:
    few_losses = LazyModule(".formulas.few_losses", __package__)
    replaced_discrete_gaussian = LazyModule(".formulas.replaced_discrete_gaussian", __package__)
    replaced_laplace = LazyModule(".formulas.replaced_laplace", __package__)
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


def _guarantee(case: ch.Case) -> CharacteristicFunction:
    assert case.step.inner is not None
    within = ch.Case(case.step.inner, case.neighbours)
    failure = within.number("delta") if case.step.inner.name == "approximate" else Fraction(0)
    return cf.one_run(few_losses.ReplacedGuarantee(case.number("rate"), within.number("epsilon"), failure))


def _discrete_laplace(case: ch.Case) -> CharacteristicFunction:
    assert case.step.inner is not None
    within = ch.Case(case.step.inner, case.neighbours)
    given = laplace_rate(within), int(laplace_shift(within))
    return cf.one_run(few_losses.ReplacedDiscreteLaplace(case.number("rate"), *given))


def _laplace(case: ch.Case) -> CharacteristicFunction:
    assert case.step.inner is not None
    epsilon = laplace_epsilon(ch.Case(case.step.inner, case.neighbours))
    return cf.one_run(replaced_laplace.ReplacedLaplace(case.number("rate"), epsilon))


def _discrete_gaussian(case: ch.Case) -> CharacteristicFunction:
    assert case.step.inner is not None
    within, of = ch.Case(case.step.inner, case.neighbours), replaced_discrete_gaussian.ReplacedDiscreteGaussian
    return cf.one_run(of(case.number("rate"), within.number("sigma") ** 2, int(within.sensitivity)))


def _few_losses(case: ch.Case) -> str | None:
    """Replacing a record may change the query by twice the sensitivity, which is at most 1000; a rate above 0 and below
    1."""
    return nearer_than_twice(case) or few(case)


def theorems() -> list[ch.Theorem]:
    """Of Gaussian noise, by the worst pair and by a worse one; of few losses."""
    return [_worst(), _worse(), _of_discrete_gaussian(), _of_laplace(), *_of_few_losses()]


def _of_discrete_gaussian() -> ch.Theorem:
    return ch.Theorem(
        name="poisson-discrete-gaussian.replaced-characteristic",
        takes=ch.OnStep("poisson", "discrete-gaussian"),
        gives=CharacteristicFunction,
        bound=_discrete_gaussian,
        conditions=_attained,
        statement="Under replace-one the worst outputs are discrete Gaussian noise around the sensitivity d and -d, in "
        "place of 0, on a Poisson sample; the moments are sums over the integers whose tails are bounded.",
        source="ours, by the claims of poisson.exact-replaced-profile; direct computation",
        latex=r"M(z)=\frac{\sum_k e^{-k^2/(2\sigma^2)}w_k^z\,w_{-k}^{1-z}}{\sum_k e^{-k^2/(2\sigma^2)}},\;"
        r"w_k=1-q+q\,e^{(2kd-d^2)/(2\sigma^2)}",
        side=ch.Side.EXACT,
        changes_relation=True,
    )


def _of_laplace() -> ch.Theorem:
    return ch.Theorem(
        name="poisson-laplace.replaced-characteristic",
        takes=ch.OnStep("poisson", "laplace"),
        gives=CharacteristicFunction,
        bound=_laplace,
        conditions=_attained,
        statement="Under replace-one the worst outputs are Laplace noise around the sensitivity to either side of 0, "
        "in place of 0, on a Poisson sample. To the right of 0 the one likelihood ratio has its least value u, to the "
        "left the other one, so that M is that of removal and that of addition.",
        source="ours, by the claims of poisson.exact-replaced-profile; direct computation",
        latex=r"M(z)=u^{1-z}M_{-}(z)+u^zM_{+}(z)-u,\;u=1-q+q\,e^{-\varepsilon},\;M_{-}(z)=\mathbb{E}\,w^z,\;"
        r"M_{+}(z)=\mathbb{E}\,w^{1-z}",
        side=ch.Side.EXACT,
        changes_relation=True,
    )


def _of_few_losses() -> list[ch.Theorem]:
    shared: dict[str, Any] = {
        "gives": CharacteristicFunction,
        "source": "ours, by the claims of poisson.exact-replaced-profile; direct computation",
        "side": ch.Side.EXACT,
        "changes_relation": True,
    }
    latex = r"M(z)=\sum_i r_i\,w_i^z\,w_i'^{\,1-z},\;w=1-q+q\,\tfrac{P}{R},\;w'=1-q+q\,\tfrac{P'}{R}"
    stated = (
        "Under replace-one the worst mechanism with a stated guarantee, on a Poisson sample, sorts its outcomes so "
        "that those which are likelier with the one record are less likely with the other: {}."
    )
    return [
        ch.Theorem(
            "poisson-pure.replaced-characteristic",
            ch.OnStep("poisson", "pure"),
            bound=_guarantee,
            conditions=sampled,
            statement=stated.format("there are three losses"),
            latex=latex,
            **shared,
        ),
        ch.Theorem(
            "poisson-approximate.replaced-characteristic",
            ch.OnStep("poisson", "approximate"),
            bound=_guarantee,
            conditions=sampled,
            statement=stated.format("there are five losses, or up to seven where delta is large, and an infinite one"),
            latex=latex,
            **shared,
        ),
        ch.Theorem(
            "poisson-discrete-laplace.replaced-characteristic",
            ch.OnStep("poisson", "discrete-laplace"),
            bound=_discrete_laplace,
            conditions=_few_losses,
            statement="Under replace-one the worst outputs are discrete Laplace noise around the sensitivity d and -d, "
            "in place of 0, on a Poisson sample. There are 2 d + 1 losses.",
            latex=latex,
            **shared,
        ),
    ]


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
