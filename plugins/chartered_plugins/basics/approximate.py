"""Approximate differential privacy, (epsilon, delta)-DP: its privacy profile, and basic composition."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import chartered as ch
from chartered.model import failure_event as failure

from . import worst_pure_profile


def _profile(g: ch.Approximate) -> ch.Profile:
    """That of pure DP except for a failure event."""
    return failure.failing_profile(worst_pure_profile.profile(g.epsilon, g.side), g.delta)


def _times(g: ch.Approximate, n: int) -> ch.Approximate:
    return ch.Approximate(epsilon=ch.scale(g.epsilon, n), delta=failure.some_failure_event([g.delta], [n]))


def _compose(gs: Sequence[ch.Approximate]) -> ch.Approximate:
    return ch.Approximate(
        epsilon=ch.total(g.epsilon for g in gs), delta=failure.some_failure_event([g.delta for g in gs], [1] * len(gs))
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which only its approximate guarantee is known."""
    own = "for the ledger's own relation"
    epsilon = ch.Parameter(
        "epsilon", f"the eps of the guarantee, {own}", open_low=False, safer="smaller", monotone="approximate.monotone"
    )
    delta = ch.Parameter(
        "delta",
        f"the delta of the guarantee, {own}",
        open_low=False,
        high=1,
        open_high=True,
        safer="smaller",
        monotone="approximate.monotone",
    )
    return [
        ch.Mechanism(
            "approximate",
            "any mechanism that is (epsilon, delta)-DP; for several pairs, privacy-profile",
            (epsilon, delta),
            also_called=("adp", "eps-delta", "epsilon-delta"),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The step's own guarantee, the worst case of one run, pure DP as a special case, and the profile."""
    latex = (
        r"\delta(\varepsilon)=\delta_0+(1-\delta_0)\frac{(e^{\varepsilon_0}-e^{\varepsilon})_+}{1+e^{\varepsilon_0}}"
    )
    return [
        ch.Theorem(
            name="approximate.approximate",
            takes=ch.OnStep("approximate"),
            gives=ch.Approximate,
            bound=lambda case: ch.Approximate(epsilon=case.number("epsilon"), delta=case.number("delta")),
            statement="The step states its own approximate guarantee.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="approximate.worst-case",
            takes=ch.OnStep("approximate"),
            gives=ch.Profile,
            bound=lambda case: _profile(ch.Approximate(epsilon=case.number("epsilon"), delta=case.number("delta"))),
            statement="Among all (eps0, delta0)-DP mechanisms a four-outcome one has the largest delta at every eps.",
            source="Liu et al. 2022, Theorem 2.1",
            latex=latex,
            side=ch.Side.EXACT,
            optimal_for_premise=True,
        ),
        *_to_and_from_pure(),
        ch.Theorem(
            name="approximate.profile",
            takes=ch.Approximate,
            gives=ch.Profile,
            bound=_profile,
            statement="(eps0, delta0)-DP implies (eps, delta)-DP for exactly these pairs.",
            source="Liu et al. 2022, Theorem 2.1",
            latex=latex,
        ),
    ]


def _to_and_from_pure() -> list[ch.Theorem]:
    """Pure DP outside a failure event, and pure DP as a special case."""
    return [
        ch.Theorem(
            name="approximate.pure",
            takes=ch.Approximate,
            gives=ch.Pure,
            bound=lambda g: ch.Pure(epsilon=g.epsilon, failure=g.delta),
            statement="(eps, delta)-DP is eps-DP except for a failure event of the probability delta: the outputs of "
            "neighbours are mixtures P = (1 - delta) P0 + delta P1 and Q = (1 - delta) Q0 + delta Q1, of which P0 "
            "and Q0 are eps-DP. Whatever follows from eps-DP holds outside that event, and the events of several runs "
            "compose by themselves: approximate zCDP, and the same for Renyi and Gaussian DP.",
            source="Kairouz, Oh, Viswanath 2015, Theorem 2.4; Bun, Steinke 2016, Section 8, for zCDP",
            latex=r"P=(1-\delta)P_0+\delta P_1,\;Q=(1-\delta)Q_0+\delta Q_1,\;"
            r"e^{-\varepsilon}Q_0\le P_0\le e^{\varepsilon}Q_0",
        ),
        ch.Theorem(
            name="pure.approximate",
            takes=ch.Pure,
            gives=ch.Approximate,
            bound=lambda g: ch.Approximate(epsilon=g.epsilon, delta=Fraction(0)),
            statement="Pure DP is approximate DP with delta = 0.",
            source="definition",
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Basic composition, with the exact probability that at least one run fails."""
    return [
        ch.Accountant(
            name="approximate",
            kind=ch.Approximate,
            times=_times,
            compose=_compose,
            statement="The eps add up; delta is the probability that not all runs keep their own.",
            source="Kairouz, Oh, Viswanath 2015, Theorem 3.3 with i = 0",
            latex=r"\left(\sum_i\varepsilon_i,\;1-\prod_i(1-\delta_i)\right)",
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".approximate ...composition.claims.approximate_composition")
