"""Randomized response on k values: the true one with probability e^eps/(e^eps + k - 1), otherwise one of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_module import LazyModule

if TYPE_CHECKING:
    from ..basics.formulas import randomized_response as response
else:
    response = LazyModule("..basics.formulas.randomized_response", __package__)


def _profile(case: ch.Case) -> ch.Profile:
    epsilon0, k = case.number("epsilon"), case.number("k")

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return response.delta(xp, xp.number(epsilon0), xp.number(k), epsilon)

    def epsilon(xp: Arithmetic, delta: Value, witness: ch.Witness) -> Value:
        return response.epsilon(xp, xp.number(epsilon0), xp.number(k), delta)

    return ch.Profile(delta=delta, epsilon=epsilon, at_infinity=ch.AtInfinity(max_loss=epsilon0), worst_pair=True)


def _renyi(case: ch.Case) -> ch.Renyi:
    epsilon0, k = case.number("epsilon"), case.number("k")
    return ch.Renyi(curve=lambda xp, alpha: response.renyi(xp, xp.number(epsilon0), xp.number(k), alpha))


def _no_response(case: ch.Case) -> str | None:
    return "eps is 0: the response says nothing" if case["epsilon"] == 0 else None


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """k-ary randomized response."""
    epsilon = ch.Parameter(
        "epsilon",
        "the pure guarantee, for any two values of a record",
        open_low=False,
        safer="smaller",
        monotone="randomized-response.monotone",
    )
    k = ch.Parameter(
        "k",
        "how many values there are",
        low=2,
        open_low=False,
        integer=True,
        default=2,
        safer="larger",
        monotone="randomized-response.values.monotone",
        pairwise=True,
    )
    return [
        ch.Mechanism(
            "randomized-response",
            "tells the truth, or one of the other k - 1 values",
            (epsilon, k),
            numeric=False,
            requires=ch.Neighbours.REPLACE_ONE,
            not_under=(
                (
                    ch.Neighbours.ADD_OR_REMOVE,
                    "a report shows that its record is there; if an absent record sends one by the same randomizer, "
                    "write pure:epsilon=...",
                ),
                (
                    ch.Neighbours.ZERO_OUT,
                    "what it answers for a null record is not stated; if that is one of the values, by the same "
                    "randomizer, write pure:epsilon=...",
                ),
            ),
            not_inside=(
                (
                    ch.Neighbours.ADD_OR_REMOVE,
                    "randomized response compares two values of one record, and says nothing of one that is left out",
                ),
            ),
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee, its exact Renyi curve, and its exact profile for one run."""
    return [
        ch.Theorem(
            name="randomized-response.pure",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("epsilon")),
            statement="k-ary randomized response is eps-DP, and no smaller eps holds.",
            source="Warner 1965; Kairouz, Oh, Viswanath 2014",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="randomized-response.renyi",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Renyi,
            bound=_renyi,
            conditions=_no_response,
            statement="The exact Renyi curve of one run.",
            source="direct computation; for k = 2 Mironov 2017, Proposition 5",
            latex=r"\gamma(\alpha)=\tfrac{1}{\alpha-1}\log"
            r"\frac{e^{\alpha\varepsilon}+e^{(1-\alpha)\varepsilon}+k-2}{e^{\varepsilon}+k-1}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="randomized-response.profile",
            takes=ch.OnStep("randomized-response"),
            gives=ch.Profile,
            bound=_profile,
            statement="The exact privacy profile of one run.",
            source="direct computation: only the event of the true value gains",
            latex=r"\delta(\varepsilon)=\frac{(e^{\varepsilon_0}-e^{\varepsilon})_+}{e^{\varepsilon_0}+k-1}",
            side=ch.Side.EXACT,
            optimal_for_premise=True,
        ),
    ]


@ch.hook
def register_claims() -> list[ch.Claim]:
    """The claims about randomized response: its probabilities, its Renyi curve and its profile."""
    from .claims import mechanism_curves, randomized_response

    return [*randomized_response.claims(), *mechanism_curves.response_claims()]
