"""Truncated Laplace noise, on the real line or on the integers: never beyond a bound, at the price of a delta."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import chartered as ch

from ..basics.formula_at import formula_at
from .formulas import discrete_profiles as lattice, laplace_profile
from .sensitivities import sensitivities

NAME, DISCRETE = "truncated-laplace", "truncated-discrete-laplace"
_EVENT = (
    "The exact privacy profile of one run: what lies below a threshold, or where the other noise cannot reach. Noise "
    "that is log-concave loses most by the largest shift."
)
_BEYOND = (
    "No finite loss is above sensitivity/scale, nor above the one at the end of what both noises can reach; delta is "
    "the mass where the other noise cannot reach, 1 for a sensitivity of twice the bound."
)


def _in_scales(case: ch.Case) -> tuple[Fraction, Fraction]:
    """(the sensitivity, the bound), in units of the scale. Noise that is moved by more than twice the bound is as easy
    to tell as that."""
    bound = case.number("bound") / case.number("scale")
    return min(case.sensitivity / case.number("scale"), 2 * bound), bound


def _largest(case: ch.Case) -> Fraction:
    """The largest finite loss: at the centre of the noise, or where that is beyond its reach, at the end of that."""
    loss, bound = _in_scales(case)
    return min(loss, 2 * bound - loss)


def _overlapping(case: ch.Case) -> str | None:
    """The sensitivity is less than twice the bound."""
    loss, bound = _in_scales(case)
    return None if loss < 2 * bound else "the sensitivity is twice the bound, or more"


def _on_numbers(case: ch.Case) -> ch.Curve:
    """xp, eps -> the profile on the real line."""
    return formula_at(laplace_profile.truncated_delta, *_in_scales(case))


def _on_integers(case: ch.Case) -> ch.Curve:
    """xp, eps -> the profile on the integers."""
    rate, bound = 1 / case.number("scale"), int(case.number("bound"))
    shift = min(int(case.sensitivity), 2 * bound + 1)
    return lambda xp, epsilon: lattice.truncated_delta(xp, xp.number(rate), bound, shift, epsilon)


def _beyond(case: ch.Case, curve: ch.Curve) -> ch.Number:
    """The delta at infinity."""
    largest = _largest(case)
    return lambda xp: curve(xp, xp.number(largest))


def _profile(case: ch.Case, curve: ch.Curve) -> ch.Profile:
    end = ch.AtInfinity(delta=_beyond(case, curve), max_loss=_largest(case))
    return ch.Profile(delta=formula_at(curve), at_infinity=end, worst_pair=True)


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """Laplace noise within a bound, on a number and on a whole number."""
    largest = "the largest noise, in either direction; drawn again if it is larger"
    scale = ch.Parameter("scale", "scale of the noise before it is truncated, in the units of the query")
    return [
        ch.Mechanism(
            NAME,
            "adds Laplace noise to a single number, drawn again until it is within a bound",
            (
                scale,
                ch.Parameter("bound", largest, safer="larger"),
                *sensitivities("the query, a single number", monotone=f"{NAME}.monotone"),
            ),
            source="Geng, Ding, Guo, Kumar 2020",
        ),
        ch.Mechanism(
            DISCRETE,
            "adds discrete Laplace noise to a whole number, drawn again until it is within a bound",
            (
                scale,
                ch.Parameter("bound", largest, integer=True, safer="larger"),
                *sensitivities("the whole-number query", monotone=f"{DISCRETE}.monotone", integer=True),
            ),
            source="Ghosh, Roughgarden, Sundararajan 2009, for the noise; Geng, Ding, Guo, Kumar 2020, for its bound",
        ),
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """For either: the exact profile of one run, and the approximate guarantee."""
    return [
        *_of(
            NAME,
            _on_numbers,
            "Geng, Ding, Guo, Kumar 2020, Theorem 1",
            r"\delta(\varepsilon)=\frac{2\left(1-e^{(\varepsilon-d)/2}\right)+e^{-a}(e^{\varepsilon}-1)}"
            r"{2(1-e^{-a})}\;(\varepsilon\le\min(d,2a-d)),\quad d=\min(\Delta/b,2a),\;a=A/b",
            r"\left(\min(d,2a-d),\;\frac{e^d-1}{2(e^a-1)}\;(d\le a),"
            r"\;1-\frac{e^{2a-d}-1}{2(e^a-1)}\;(d>a)\right)",
        ),
        *_of(
            DISCRETE,
            _on_integers,
            "direct computation",
            r"\delta(\varepsilon)=\max_m\frac{1+a-a^{m+1}-e^{\varepsilon}a^{\Delta-m}+a^{A+1}(e^{\varepsilon}-1)}"
            r"{1+a-2a^{A+1}}\;\left(\varepsilon\le\tfrac{\min(\Delta,2A-\Delta)}b\right),\quad a=e^{-1/b}",
            r"\left(\frac{\min(\Delta,2A-\Delta)}b,\;\frac{a^{A+1}(e^{\Delta/b}-1)}{1+a-2a^{A+1}}\;(\Delta\le A),"
            r"\;1-\frac{a^{\Delta-A}-a^{A+1}}{1+a-2a^{A+1}}\;(A<\Delta\le2A)\right)",
        ),
    ]


def _of(name: str, on: Callable[[ch.Case], ch.Curve], source: str, profile: str, point: str) -> list[ch.Theorem]:
    return [
        ch.Theorem(
            name=f"{name}.profile",
            takes=ch.OnStep(name),
            gives=ch.Profile,
            bound=lambda case: _profile(case, on(case)),
            statement=_EVENT,
            source="direct computation",
            latex=profile,
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name=f"{name}.approximate",
            takes=ch.OnStep(name),
            gives=ch.Approximate,
            bound=lambda case: ch.Approximate(epsilon=_largest(case), delta=_beyond(case, on(case))),
            conditions=_overlapping,
            statement=_BEYOND,
            source=source,
            latex=point,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".truncated_laplace .truncated_discrete_laplace")
