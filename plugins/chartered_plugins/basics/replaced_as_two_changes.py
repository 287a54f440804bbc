"""Group privacy for two changes: replacing a record means removing one and adding another, so an add-or-remove
guarantee applies twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chartered as ch

from . import group_privacy


def _closed(g: ch.Profile) -> str | None:
    if not g.closed_form:
        return "its profile needs a search at each eps: the curve behind it crosses by itself"
    return group_privacy.limited(g)


def _crossing(
    name: str,
    kind: type[ch.Guarantee],
    bound: Callable[[Any], Any],
    says: str,
    source: str,
    latex: str,
    conditions: Callable[[Any], str | None] = ch.always,
    version: int = 1,
) -> ch.Theorem:
    return ch.Theorem(
        name=f"group.{name}",
        takes=kind,
        gives=kind,
        bound=bound,
        statement=f"A group of two: {says}.",
        source=source,
        latex=latex,
        conditions=conditions,
        changes_relation=True,
        version=version,
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """From add-or-remove to replace-one, for each kind of guarantee."""
    return [*_parameters(), *_functions()]


def _parameters() -> list[ch.Theorem]:
    """Guarantees that consist of one or two numbers."""
    return [
        _crossing(
            "pure",
            ch.Pure,
            lambda g: group_privacy.pure(g, 2),
            "epsilon doubles",
            "Dwork, Roth 2014, Theorem 2.2",
            r"2\varepsilon",
        ),
        _crossing(
            "approximate",
            ch.Approximate,
            lambda g: group_privacy.approximate(g, 2),
            "(eps, delta) becomes (2 eps, (1 + e^eps) delta)",
            "Vadhan 2017, Lemma 2.2",
            r"\left(2\varepsilon,\,(1+e^{\varepsilon})\delta\right)",
        ),
        _crossing(
            "zcdp",
            ch.ZCDP,
            lambda g: group_privacy.zcdp(g, 2),
            "rho becomes 4 rho",
            "Bun, Steinke 2016, Proposition 1.9",
            r"4\rho",
        ),
        _crossing(
            "gdp", ch.GDP, lambda g: group_privacy.gdp(g, 2), "mu doubles", "Dong, Roth, Su 2022, Theorem 2.14", r"2\mu"
        ),
    ]


def _functions() -> list[ch.Theorem]:
    """Guarantees that are functions of the order, or of eps."""
    return [
        _crossing(
            "renyi",
            ch.Renyi,
            lambda g: group_privacy.renyi(g, 2),
            "two divergences by the weak triangle inequality; near the end of a curve both are taken at its last "
            "order T",
            "Mironov 2017, Proposition 11, at p = (2 alpha - 1)/alpha and at p = (2 T - 1)/T",
            r"\gamma'(\alpha)=\tfrac{2\alpha}{2\alpha-1}\,\gamma(2\alpha-1)+\gamma(2\alpha)\;"
            r"(\alpha\le\tfrac T2),\quad\gamma'(\alpha)=\tfrac{2T-1}{T-1}\,\gamma(T)\;"
            r"\left(\alpha\le\tfrac{T^2}{2T-1}\right)",
            version=2,
        ),
        _crossing(
            "profile",
            ch.Profile,
            lambda g: group_privacy.profile(g, 2),
            "delta at eps is at most 1 + e^(eps/2) times delta at eps/2, or at the largest loss where that is less, "
            "and at most that of two such losses, if none is infinite",
            "Vadhan 2017, Lemma 2.2",
            r"\delta'(\varepsilon)\le(1+e^{\varepsilon/2})\,\delta(\varepsilon/2)",
            _closed,
        ),
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".replaced_as_two_changes")
