"""The Gaussian mechanism: N(0, sigma^2) noise on a query of bounded sensitivity."""

from __future__ import annotations

import chartered as ch

from .sensitivities import sensitivities


def _mu_squared(case: ch.Case) -> ch.Number:
    return (case.sensitivity / case.number("sigma")) ** 2


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The Gaussian mechanism."""
    sigma = ch.Parameter(
        "sigma",
        "standard deviation of the noise, in the units of the query",
        safer="larger",
        monotone="gaussian.monotone",
    )
    stated = sensitivities("the query (l2 norm)", monotone="gaussian.monotone")
    return [ch.Mechanism("gaussian", "adds N(0, sigma^2) noise", (sigma, *stated))]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Gaussian DP describes the mechanism completely; the concentrated guarantee is for Renyi accounting."""
    return [
        ch.Theorem(
            name="gaussian.gdp",
            takes=ch.OnStep("gaussian"),
            gives=ch.GDP,
            bound=lambda case: ch.GDP(mu_squared=_mu_squared(case)),
            statement="The Gaussian mechanism is mu-GDP with mu = sensitivity/sigma, and no smaller mu holds.",
            source="Dong, Roth, Su 2022, Theorem 1",
            latex=r"\mu=\Delta/\sigma",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="gaussian.zcdp",
            takes=ch.OnStep("gaussian"),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=ch.scale(_mu_squared(case), ch.HALF)),
            statement="The Renyi divergence of the Gaussian mechanism is rho alpha with rho = sensitivity^2/(2 "
            "sigma^2) for every order.",
            source="Bun, Steinke 2016, Proposition 1.6; Mironov 2017, Proposition 7",
            latex=r"\rho=\frac{\Delta^2}{2\sigma^2}",
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".gaussian")
