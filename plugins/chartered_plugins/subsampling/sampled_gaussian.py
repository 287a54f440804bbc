"""The Poisson-sampled Gaussian, the step of noisy SGD: its Renyi curve at every order. Also mixtures of Gaussians, its
generalisation."""

from __future__ import annotations

import chartered as ch

from ..conversion.formulas import linear_curve as gaussian_moments
from . import gaussian_mixture, group_of_records
from .formulas import sampled_gaussian as sg
from .sgd_step import noise_multiplier, sampled


def _curve(case: ch.Case) -> ch.Renyi:
    rate, sigma = case.number("rate"), noise_multiplier(case)
    return ch.Renyi(curve=lambda xp, alpha: sg.divergence(xp, rate, sigma, alpha))


def _abadi(case: ch.Case) -> ch.Renyi:
    rho = gaussian_moments.abadi_rho(case.number("rate"), noise_multiplier(case) ** 2)
    return ch.Renyi(curve=lambda xp, alpha: xp.number(rho) * alpha)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The generalisations: a mixture of Gaussians, and a group of records."""
    return [gaussian_mixture.mechanism(), group_of_records.mechanism()]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The exact curve, and the heuristic that it replaces; theorems about mixtures."""
    pattern = ch.OnStep("poisson", "gaussian")
    return [
        ch.Theorem(
            name="poisson-gaussian.renyi",
            takes=pattern,
            gives=ch.Renyi,
            bound=_curve,
            conditions=sampled,
            statement="The larger of the two divergences between the Gaussian mechanism on a Poisson sample with and "
            "without a record is "
            "that of (1-q) N(0) + q N(Delta) from N(0), for every order above 1; no smaller curve holds.",
            source="Mironov, Talwar, Zhang 2019, Theorems 4 and 5",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log\mathbb{E}_{z\sim N(0,\sigma^2)}"
            r"\left(1-q+q\,e^{(2z-1)/(2\sigma^2)}\right)^{\alpha}",
            side=ch.Side.EXACT,
            version=2,
        ),
        ch.Theorem(
            name="abadi2016.heuristic",
            takes=pattern,
            gives=ch.Renyi,
            bound=_abadi,
            conditions=sampled,
            statement="The leading term of the moments bound, taken for the whole curve: no bound beyond the orders "
            "of its lemma.",
            source="Abadi et al. 2016, Lemma 3, without its O-term and its range; Asoodeh et al. 2020, Figure 3",
            latex=r"\gamma(\alpha)\approx\frac{q^2\alpha}{(1-q)\sigma^2}",
            side=ch.Side.HEURISTIC,
        ),
        *gaussian_mixture.theorems(),
        *group_of_records.theorems(),
    ]


register_claims = ch.claims_in(
    f"{__package__}.claims",
    ".sampled_gaussian .sampled_gaussian_numbers .gaussian_mixture .replaced_mixture "
    ".group_of_records .group_of_failures .replaced_groups",
)
