"""The Laplace mechanism: noise of density e^(-|x|/b)/(2b) on a query of bounded sensitivity."""

from __future__ import annotations

import chartered as ch

from ..basics.formula_at import formula_at
from ..basics.formulas import gaussian_profile
from .formulas import laplace_moments as two_ratios, laplace_profile
from .laplace_step import laplace_epsilon as _epsilon, profile_of
from .sensitivities import sensitivities


def _gdp(case: ch.Case) -> ch.GDP:
    epsilon0 = _epsilon(case)
    return ch.GDP(mu_squared=lambda xp: gaussian_profile.mu_of_laplace(xp, xp.number(epsilon0)) ** 2)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The Laplace mechanism."""
    scale = ch.Parameter(
        "scale", "scale b of the noise, in the units of the query", safer="larger", monotone="laplace.monotone"
    )
    epsilon = ch.Parameter(
        "epsilon",
        "the pure guarantee instead of the scale, for the ledger's own relation",
        safer="smaller",
        monotone="laplace.monotone",
    )
    stated = sensitivities("the query (l1 norm)", monotone="laplace.monotone", with_="scale")
    return [ch.Mechanism("laplace", "adds Laplace noise", (scale, epsilon, *stated), either=(("scale", "epsilon"),))]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee, its least mu and rho, its exact Renyi curve, and its exact profile for one run."""
    return [
        ch.Theorem(
            name="laplace.pure",
            takes=ch.OnStep("laplace"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=_epsilon(case)),
            statement="The Laplace mechanism is eps-DP with eps = sensitivity/scale, and no smaller eps holds.",
            source="Dwork, McSherry, Nissim, Smith 2006",
            latex=r"\varepsilon=\Delta/b",
            side=ch.Side.EXACT,
        ),
        *_least(),
        ch.Theorem(
            name="laplace.renyi",
            takes=ch.OnStep("laplace"),
            gives=ch.Renyi,
            bound=lambda case: ch.Renyi(curve=formula_at(two_ratios.laplace, _epsilon(case))),
            statement="The exact Renyi curve of one run.",
            source="Mironov 2017, Proposition 6",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log\left(\tfrac{\alpha}{2\alpha-1}e^{(\alpha-1)\Delta/b}"
            r"+\tfrac{\alpha-1}{2\alpha-1}e^{-\alpha\Delta/b}\right)",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="laplace.profile",
            takes=ch.OnStep("laplace"),
            gives=ch.Profile,
            bound=lambda case: profile_of(_epsilon(case), worst_pair=True),
            statement="The exact privacy profile of one run.",
            source="Balle, Barthe, Gaboardi 2018, Theorem 3; Liu et al. 2022",
            latex=r"\delta(\varepsilon)=\left(1-e^{(\varepsilon-\Delta/b)/2}\right)_+",
            side=ch.Side.EXACT,
        ),
    ]


def _least() -> list[ch.Theorem]:
    """The least mu and the least rho of one run."""
    return [
        ch.Theorem(
            name="laplace.gdp",
            takes=ch.OnStep("laplace"),
            gives=ch.GDP,
            bound=_gdp,
            statement="The least mu of one run: the profile of mu-GDP meets its own at eps = 0 and is nowhere else "
            "below it.",
            source="Liu et al. 2022, the table of 50-fold composition, in numbers; direct computation",
            latex=r"\mu=-2\,\Phi^{-1}\left(\tfrac12e^{-\Delta/(2b)}\right)",
            optimal_for_premise=True,
        ),
        ch.Theorem(
            name="laplace.zcdp",
            takes=ch.OnStep("laplace"),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=formula_at(laplace_profile.kl_laplace, _epsilon(case))),
            statement="The least rho of one run is its Kullback-Leibler divergence: the Renyi divergence over its "
            "order falls from order 1 on.",
            source="Harrison, Manurangsi 2026; the proof is ours",
            latex=r"\rho=\Delta/b-1+e^{-\Delta/b}",
            optimal_for_premise=True,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".laplace .laplace_curves")
