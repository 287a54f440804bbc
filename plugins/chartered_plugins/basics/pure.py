"""Pure differential privacy, (epsilon, 0)-DP: its worst case, and basic composition."""

from __future__ import annotations

from collections.abc import Sequence

import chartered as ch

from . import worst_pure_profile


def _profile(epsilon0: ch.Number, side: ch.Side) -> ch.Profile:
    return worst_pure_profile.profile(epsilon0, side)


def _times(g: ch.Pure, n: int) -> ch.Pure:
    return ch.Pure(epsilon=ch.scale(g.epsilon, n))


def _compose(gs: Sequence[ch.Pure]) -> ch.Pure:
    return ch.Pure(epsilon=ch.total(g.epsilon for g in gs))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which only its pure guarantee is known."""
    epsilon = ch.Parameter(
        "epsilon",
        "the pure guarantee, for the ledger's own relation",
        open_low=False,
        safer="smaller",
        monotone="pure.monotone",
    )
    return [
        ch.Mechanism("pure", "any mechanism that is (epsilon, 0)-DP", (epsilon,), also_called=("dp", "ldp", "epsilon"))
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The step's own guarantee, the worst case of one run, and the profile that any pure guarantee implies."""
    return [
        ch.Theorem(
            name="pure.pure",
            takes=ch.OnStep("pure"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("epsilon")),
            statement="The step states its own pure guarantee.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="pure.worst-case",
            takes=ch.OnStep("pure"),
            gives=ch.Profile,
            bound=lambda case: _profile(case.number("epsilon"), ch.Side.EXACT),
            statement="Among all eps0-DP mechanisms binary randomized response has the largest delta at every eps.",
            source="Kairouz, Oh, Viswanath 2015, Theorem 2.4; Liu et al. 2022, Theorem 2.1 with delta0 = 0",
            latex=r"\delta(\varepsilon)=\frac{(e^{\varepsilon_0}-e^{\varepsilon})_+}{1+e^{\varepsilon_0}}",
            side=ch.Side.EXACT,
            optimal_for_premise=True,
        ),
        ch.Theorem(
            name="pure.profile",
            takes=ch.Pure,
            gives=ch.Profile,
            bound=lambda g: _profile(g.epsilon, g.side),
            statement="An eps0-DP guarantee implies this delta at every eps; at delta = 0 nothing is lost.",
            source="Liu et al. 2022, Theorem 2.1 with delta0 = 0",
            latex=r"\delta(\varepsilon)\le\frac{(e^{\varepsilon_0}-e^{\varepsilon})_+}{1+e^{\varepsilon_0}}",
            optimal_for_premise=True,
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Basic composition."""
    return [
        ch.Accountant(
            name="pure",
            kind=ch.Pure,
            times=_times,
            compose=_compose,
            statement="Pure guarantees add up.",
            source="Dwork, McSherry, Nissim, Smith 2006",
            latex=r"\varepsilon=\sum_i\varepsilon_i",
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".pure")
