"""The moment generating function of a record that is replaced in a Poisson sample of a Gaussian mechanism: noisy SGD
under replace-one."""

from __future__ import annotations

from fractions import Fraction
from math import expm1, sinh

import chartered as ch

from ..subsampling.nearer_records import distances
from ..subsampling.sgd_step import sampled
from ..subsampling.worst_pair import nearer_than_twice
from . import guarantee as cf, noise_steps as steps
from .formulas import sampled_guarantee
from .guarantee import CharacteristicFunction
from .laws import gaussian_law
from .theorems_of_mechanisms import few_losses as few

_LARGE = 600.0
"""An exponent of which doubles have the exponential."""
SUM = r"M(z)=\sum_i r_i\,w_i^z\,v_i^{1-z},\;w=1-q+q\,\tfrac{P}{R},\;v=1-q+q\,\tfrac{P'}{R}"


def _less(case: ch.Case) -> str | None:
    """Replacing a record changes the query by less than twice the sensitivity; a rate above 0 and below 1."""
    return sampled(case) if nearer_than_twice(case) else ""


def _nearer(case: ch.Case) -> CharacteristicFunction:
    rate, (own, _) = case.number("rate"), distances(case)
    return cf.one_run(gaussian_law.replaced_gaussian(rate, 1 / own))


def _nearer_below(case: ch.Case) -> CharacteristicFunction:
    """One of two pairs that neighbours have: two records on either side of none, at half their distance; or one record
    and a null one, in both directions. Either one is sound, and moments of the noise say which loses more, about."""
    rate, (own, between) = case.number("rate"), distances(case)
    half, one = between / 2, min(own, between)
    size = 2 * float(one) ** 2
    if size < _LARGE and 4 * sinh(2 * float(half) ** 2) >= expm1(size):
        return cf.one_run(gaussian_law.replaced_gaussian(rate, 1 / half))
    return cf.one_run(*(gaussian_law.GaussianSample(rate, 1 / one, added).law for added in (False, True)))


def _guarantee(case: ch.Case) -> CharacteristicFunction:
    within = case.within
    failure = within.number("delta") if case.wrapped.name == "approximate" else Fraction(0)
    return cf.one_run(sampled_guarantee.ReplacedGuarantee(case.number("rate"), within.number("epsilon"), failure))


def _few_losses(case: ch.Case) -> str | None:
    """Replacing a record may change the query by twice the sensitivity, which is at most 1000; a rate above 0 and below
    1."""
    return nearer_than_twice(case) or few(case)


def theorems() -> list[ch.Theorem]:
    """Of Gaussian noise, by the worst pair and by a worse one, of other noise, and of stated guarantees."""
    return [*_of_gaussian_noise(), *_of_noise(), *_of_stated()]


def _of_gaussian_noise() -> list[ch.Theorem]:
    return [
        steps.REPLACED_ON_SAMPLE.theorem(
            "gaussian",
            steps.GAUSSIAN,
            "Under replace-one the worst pair is (1-q) N(0) + q N(Delta) and (1-q) N(0) + q N(-Delta); the moments of "
            "its likelihood ratio are integrals over a normal variable, at complex orders too.",
            r"M(z)=\mathbb{E}_{t\sim N(0,1)}\,w(t)^z\,w(-t)^{1-z},\;w(t)=1-q+q\,e^{t/s-1/(2s^2)}",
        ),
        steps.REPLACED_ON_SAMPLE.theorem(
            "gaussian",
            _nearer,
            "Under replace-one, where replacing a record changes the query by at most d, less than twice the "
            "sensitivity Delta: no more is lost than with Delta and -Delta in place of 0, and as much is with d/2 and "
            "-d/2, or with the smaller one of d and Delta and a null record.",
            r"M_{d/2}(z)\le M(z)\le M_{\Delta}(z),\;M_s(z)=\mathbb{E}_{t\sim N(0,1)}\,w_s(t)^z\,w_s(-t)^{1-z}",
            name="poisson-gaussian.nearer-characteristic",
            conditions=_less,
            source="ours, by the claims of poisson.exact-replaced-profile: fewer neighbours",
            side=ch.Side.UPPER,
            below=_nearer_below,
        ),
    ]


def _of_noise() -> list[ch.Theorem]:
    return [
        steps.REPLACED_ON_SAMPLE.theorem(
            "laplace",
            steps.LAPLACE,
            "Under replace-one the worst outputs are Laplace noise around the sensitivity to either side of 0, in "
            "place of 0, on a Poisson sample. The likelihood ratio has an atom at either end, and a density on either "
            "side of 0.",
            r"M(z)=\mathbb{E}_t\,w(t)^z\,w(-t)^{1-z},\;w(t)=1-q+q\,e^{(|t|-|t-\Delta|)/b}",
        ),
        steps.REPLACED_ON_SAMPLE.theorem(
            "discrete-gaussian",
            steps.DISCRETE_GAUSSIAN,
            "Under replace-one the worst outputs are discrete Gaussian noise around the sensitivity d and -d, in place "
            "of 0, on a Poisson sample; the moments are sums over the integers whose tails are bounded.",
            r"M(z)=\frac{\sum_k e^{-k^2/(2\sigma^2)}w_k^z\,w_{-k}^{1-z}}{\sum_k e^{-k^2/(2\sigma^2)}},\;"
            r"w_k=1-q+q\,e^{(2kd-d^2)/(2\sigma^2)}",
        ),
        steps.REPLACED_ON_SAMPLE.theorem(
            "skellam",
            steps.SKELLAM,
            "Under replace-one the worst outputs are Skellam noise around the sensitivity d and -d, in place of 0, on "
            "a Poisson sample: of a number with log-concave, symmetric noise, outputs above a threshold are a most "
            "powerful test of any shift, so that no other records have a more powerful one.",
            r"M(z)=\sum_kP(k)\,w_k^z\,w_{-k}^{1-z},\;w_k=1-q+q\,\tfrac{P(k-d)}{P(k)},\;P(k)=e^{-v}I_{|k|}(v)",
            source="ours, by the Neyman-Pearson lemma; direct computation",
        ),
        steps.REPLACED_ON_SAMPLE.theorem(
            "discrete-laplace",
            steps.DISCRETE_LAPLACE,
            "Under replace-one the worst outputs are discrete Laplace noise around the sensitivity d and -d, in place "
            "of 0, on a Poisson sample. There are 2 d + 1 losses.",
            SUM,
            conditions=_few_losses,
        ),
    ]


def _of_stated() -> list[ch.Theorem]:
    stated = (
        "Under replace-one the worst mechanism with a stated guarantee, on a Poisson sample, sorts its outcomes so "
        "that those which are likelier with the one record are less likely with the other: there are {}."
    )
    losses = {
        "pure": "three losses",
        "approximate": "five losses, or up to seven where delta is large, and an infinite one",
    }
    theorem = steps.REPLACED_ON_SAMPLE.theorem
    return [theorem(name, _guarantee, stated.format(says), SUM, conditions=sampled) for name, says in losses.items()]
