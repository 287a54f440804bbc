"""Theorems that start from what is stated: a moment generating function by a plugin, or Gaussian DP."""

from __future__ import annotations

from typing import Any

import chartered as ch

from ..subsampling.rate import rate
from ..subsampling.sgd_step import sampled
from . import guarantee as cf
from .formulas import moments, stated_moments
from .guarantee import CharacteristicFunction
from .laws import finite_outcomes, gaussian_law, mixture
from .noise_steps import AFA, either_way, theorem_of

_DEFINITION = "definition of the moment generating function of the privacy loss"


def _characteristic(g: ch.MomentGeneratingFunction) -> CharacteristicFunction:
    directions = list(zip((False, True), g.infinity_masses, strict=True))[: 1 if g.symmetric else 2]
    if g.outcomes:
        listed = g.outcomes, [(q, p) for p, q in g.outcomes]
        return cf.one_run(*(finite_outcomes.Outcomes.of(listed[added], mass) for added, mass in directions))
    given = g.log_moment, g.log_bound
    return cf.one_run(*(stated_moments.StatedMoments(*given, added, mass, g.max_loss) for added, mass in directions))


def _one_order(g: ch.MomentGeneratingFunction) -> str | None:
    """Either order of two neighbours in all runs; a replaced record needs a function that is the same in both."""
    return None if g.one_order else "where a record is replaced, each run may have either order of the two"


def _renyi(g: ch.MomentGeneratingFunction) -> ch.Renyi:
    def curve(xp: ch.Arithmetic, alpha: ch.Value) -> ch.Value:
        log_moment: Any = g.log_moment(xp, alpha)
        if not g.symmetric:
            log_moment = xp.maximum(log_moment, g.log_moment(xp, 1 - alpha))
        return log_moment / (alpha - 1)

    return ch.Renyi(curve=curve)


def _finite(g: ch.MomentGeneratingFunction) -> str | None:
    """No infinite loss: with one, every Renyi divergence is infinite."""
    finite = all(mass == 0 for mass in g.infinity_masses)
    return None if finite else "a loss is infinite with positive probability"


def of_stated_moments() -> list[ch.Theorem]:
    """The function itself, at complex orders; and the Renyi curve, which it is at real ones."""
    return [
        theorem_of(
            "moment-generating-function.characteristic",
            ch.MomentGeneratingFunction,
            _characteristic,
            "The moment generating function of the loss of one run, and of the other direction M(1 - z).",
            r"M^-(z)=\mathbb{E}_P\,e^{-zL}=M(1-z)",
            conditions=_one_order,
            source=_DEFINITION,
            version=2,
        ),
        ch.Theorem(
            name="moment-generating-function.renyi",
            takes=ch.MomentGeneratingFunction,
            gives=ch.Renyi,
            bound=_renyi,
            conditions=_finite,
            statement="At real orders the moment generating function of the loss is the Renyi curve.",
            source="Renyi 1961; Mironov 2017, Definition 3",
            latex=r"D_\alpha=\frac{\log\max(M(\alpha),M(1-\alpha))}{\alpha-1}",
            side=ch.Side.EXACT,
        ),
    ]


def _no_gaussian(case: ch.Case) -> str | None:
    """Not of Gaussian noise itself, whose own theorem is exact: noisy SGD is the most frequent question."""
    return "" if case.within.step.name == "gaussian" else sampled(case)


def _gaussian_on_sample(case: ch.Case) -> CharacteristicFunction:
    """Of Gaussian noise, with mu rounded up."""
    squared = case.guarantee(ch.GDP).mu_squared
    mu = ch.rational_above(lambda xp: xp.sqrt(xp.number(squared)), "mu")
    return either_way(gaussian_law.standard(mixture.sampled(rate(case), mu)))


def of_gaussian_dp() -> list[ch.Theorem]:
    """Gaussian DP, whose worst loss is normal, on all data and on a Poisson sample."""
    return [
        theorem_of(
            "gdp.characteristic",
            ch.GDP,
            lambda g: cf.one_run(moments.Gaussian(g.mu_squared)),
            "The loss between N(0, 1) and N(mu, 1) is normal.",
            r"M(z)=e^{\mu^2 z(z-1)/2}",
        ),
        theorem_of(
            "poisson.gdp-characteristic",
            ch.OnWrapper("poisson", ch.GDP),
            _gaussian_on_sample,
            "Gaussian noise is the worst mu-GDP mechanism, also on a Poisson sample of which a record is removed or "
            "added: what makes the two outputs of a mechanism from two Gaussians makes those of the sample from a "
            "Gaussian and a mixture.",
            r"M(z)=\mathbb{E}_{t\sim N(0,1)}\left(1-q+q\,e^{\mu t-\mu^2/2}\right)^{z},\;z\to 1-z\text{ where added}",
            source=f"Dong, Roth, Su 2022, Theorem 2 (Blackwell); {AFA}",
            side=ch.Side.UPPER,
            conditions=_no_gaussian,
            failures=rate,
            optimal_for_premise=True,
        ),
    ]
