"""The exponential mechanism: an outcome with probability proportional to e^quality, whose privacy loss has a bounded
range."""

from __future__ import annotations

import chartered as ch

from ..basics.formula_at import formula_at
from .formulas import bounded_range, laplace_moments as two_ratios


def _profile(case: ch.Case) -> ch.Profile:
    width = case.number("epsilon")
    return ch.Profile(
        delta=formula_at(bounded_range.delta, width),
        epsilon=formula_at(bounded_range.epsilon, width),
        at_infinity=ch.AtInfinity(max_loss=width),
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The exponential mechanism, and any other whose privacy loss has a bounded range."""
    epsilon = ch.Parameter(
        "epsilon",
        "the width of the interval in which each pair's privacy loss lies, for the ledger's own relation",
        safer="smaller",
        monotone="exponential.monotone",
    )
    source = "McSherry, Talwar 2007; Durfee, Rogers 2019"
    return [
        ch.Mechanism(
            "exponential",
            "chooses by an exponential mechanism of bounded range",
            (epsilon,),
            source=source,
            numeric=False,
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure and its concentrated guarantee, its exact Renyi curve, and its exact profile for one run."""
    return [
        ch.Theorem(
            name="exponential.pure",
            takes=ch.OnStep("exponential"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("epsilon")),
            statement="A privacy loss in an interval of width eps is at most eps on either side, and may come as "
            "close to it as one likes.",
            source="Durfee, Rogers 2019; McSherry, Talwar 2007",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="exponential.zcdp",
            takes=ch.OnStep("exponential"),
            gives=ch.ZCDP,
            bound=lambda case: ch.ZCDP(rho=case.number("epsilon") ** 2 / 8),
            statement="A loss of range eps is (eps^2/8)-zCDP: a quarter of what eps-DP implies.",
            source="Cesar, Rogers 2021",
            latex=r"\rho=\varepsilon^2/8",
        ),
        ch.Theorem(
            name="exponential.renyi",
            takes=ch.OnStep("exponential"),
            gives=ch.Renyi,
            bound=lambda case: ch.Renyi(curve=formula_at(two_ratios.bounded_range, case.number("epsilon"))),
            statement="The largest Renyi divergence of each order that a loss of range eps allows; two outcomes "
            "attain it.",
            source="direct computation: the chord of x^alpha at the worst offset",
            latex=r"\gamma(\alpha)=\frac{\alpha\Lambda(\alpha\varepsilon/2)-(\alpha-1)\Lambda((\alpha-1)\varepsilon/2)"
            r"-\Lambda(\varepsilon/2)}"
            r"{\alpha-1},\quad\Lambda(y)=\log\frac{\sinh y}{y}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="exponential.profile",
            takes=ch.OnStep("exponential"),
            gives=ch.Profile,
            bound=_profile,
            statement="The largest delta of one run that a loss of range eps0 allows, over all offsets; two outcomes "
            "attain it.",
            source="Dong, Durfee, Rogers 2020; direct computation",
            latex=r"\delta(\varepsilon)=\frac{\left(1-e^{(\varepsilon-\varepsilon_0)/2}\right)_+^2}"
            r"{1-e^{-\varepsilon_0}}",
            side=ch.Side.EXACT,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".exponential .exponential_curve")
