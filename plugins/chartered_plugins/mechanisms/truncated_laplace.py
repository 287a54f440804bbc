"""Truncated Laplace noise: never beyond a bound, at the price of a delta."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Value
from chartered_verify.lazy_module import LazyModule

from .sensitivities import sensitivities

if TYPE_CHECKING:
    from .formulas import laplace_profile
else:
    laplace_profile = LazyModule(".formulas.laplace_profile", __package__)

NAME = "truncated-laplace"


def _in_scales(case: ch.Case) -> tuple[Fraction, Fraction]:
    """(the sensitivity, the bound), in units of the scale."""
    return case.sensitivity / case.number("scale"), case.number("bound") / case.number("scale")


def _overlapping(case: ch.Case) -> str | None:
    """The sensitivity is at most the bound."""
    loss, bound = _in_scales(case)
    return None if loss <= bound else "the sensitivity is larger than the bound"


def _beyond(case: ch.Case) -> ch.Number:
    """The delta at infinity."""
    loss, bound = _in_scales(case)
    return lambda xp: laplace_profile.truncated_delta(xp, xp.number(loss), xp.number(bound), xp.number(loss))


def _profile(case: ch.Case) -> ch.Profile:
    loss, bound = _in_scales(case)

    def delta(xp: Arithmetic, epsilon: Value, witness: ch.Witness) -> Value:
        return laplace_profile.truncated_delta(xp, xp.number(loss), xp.number(bound), epsilon)

    end = ch.AtInfinity(delta=_beyond(case), max_loss=loss)
    return ch.Profile(delta=delta, at_infinity=end, worst_pair=True)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Laplace noise within a bound."""
    monotone = f"{NAME}.monotone"
    scale = ch.Parameter("scale", "scale of the noise before it is truncated, in the units of the query")
    bound = ch.Parameter("bound", "the largest noise, in either direction; drawn again if it is larger", safer="larger")
    return [
        ch.Mechanism(
            NAME,
            "adds Laplace noise to a single number, drawn again until it is within a bound",
            (scale, bound, *sensitivities("the query, a single number", monotone=monotone)),
            source="Geng, Ding, Guo, Kumar 2020",
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its exact profile for one run, and its approximate guarantee."""
    return [
        ch.Theorem(
            name=f"{NAME}.profile",
            takes=ch.OnStep(NAME),
            gives=ch.Profile,
            bound=_profile,
            conditions=_overlapping,
            statement="The exact privacy profile of one run: what lies below a threshold, or where the other noise "
            "cannot reach.",
            source="direct computation",
            latex=r"\delta(\varepsilon)=\frac{2\left(1-e^{(\varepsilon-d)/2}\right)+e^{-a}(e^{\varepsilon}-1)}"
            r"{2(1-e^{-a})}\;(\varepsilon\le d),\quad d=\Delta/b,\;a=A/b",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name=f"{NAME}.approximate",
            takes=ch.OnStep(NAME),
            gives=ch.Approximate,
            bound=lambda case: ch.Approximate(epsilon=_in_scales(case)[0], delta=_beyond(case)),
            conditions=_overlapping,
            statement="No finite loss is above sensitivity/scale, and delta is the mass where the other noise cannot "
            "reach.",
            source="Geng, Ding, Guo, Kumar 2020, Theorem 1",
            latex=r"\left(\frac\Delta b,\;\frac{e^{\Delta/b}-1}{2(e^{A/b}-1)}\right)",
        ),
    ]


@ch.hook
def register_claims() -> list[ch.Claim]:
    """The claims about noise within a bound."""
    from chartered.proving.book import claims_in

    return claims_in(__package__, ".claims.truncated_laplace")
