"""Composition by privacy losses: dots of any profile, joined by lines, are the profile of a pair whose losses add
up."""

from __future__ import annotations

import chartered as ch
from chartered_verify.statements.claim import Claim

from . import profile as joined
from .guarantee import CLOSED, Joined

PAIRS = "Zhu, Dong, Wang 2022"
MOST, KINDS = 1 << 16, 16
"""Runs, and how many different ones."""


def _searched(g: ch.Profile) -> str | None:
    return None if g.propose in (ch.no_search, ch.each_anew) else "the profile needs a search at each eps"


def _closed(g: ch.Profile) -> str | None:
    """The profile is exact and has a closed form; others are taken by profile.joined, by name."""
    return None if g.side is ch.Side.EXACT and g.propose is ch.no_search else ""


def _countable(g: Joined) -> str | None:
    if len(g.parts) > KINDS:
        return f"the losses of more than {KINDS} different steps take long to sum"
    return None if g.runs <= MOST else f"the sum of more than {MOST} losses takes dots so far apart that it says little"


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Every profile has a pair that is nowhere below it; by name, as all dots of all profiles would be too many."""
    return [
        ch.Theorem(
            name="profile.joined",
            takes=ch.Profile,
            gives=Joined,
            bound=joined.of,
            conditions=_searched,
            statement="Dots of a privacy profile, joined by lines in e^eps, are nowhere below the mechanism's own, "
            "which is convex there.",
            source=joined.DOTS,
            by_name=True,
        ),
        ch.Theorem(
            name="exact.joined",
            takes=ch.Profile,
            gives=Joined,
            bound=lambda g: joined.of(g, CLOSED),
            conditions=_closed,
            statement="Many dots of an exact privacy profile in closed form, joined by lines in e^eps.",
            source=joined.DOTS,
        ),
        ch.Theorem(
            name="loss-distribution.profile",
            takes=Joined,
            gives=ch.Profile,
            bound=joined.profile,
            conditions=_countable,
            statement="The lines are the profile of a pair of distributions on a lattice of losses. A pair that is "
            "nowhere below every run "
            "is so of their composition, where losses add up; what lies beyond the last dot counts as an infinite "
            "loss.",
            source=f"{joined.DOTS}; {PAIRS}, Theorem 10",
            costly=True,
            latex=r"\delta(\varepsilon)=\mathbb{E}_{P^{\otimes k}}\left(1-e^{\varepsilon-L}\right)_+,\;"
            r"Q(L=jh)=u_{j-1}-u_j,\;u_j=\frac{\delta_j-\delta_{j+1}}{e^{(j+1)h}-e^{jh}}",
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Losses add up."""
    return [
        ch.Accountant(
            name="loss-distribution",
            kind=Joined,
            times=joined.times,
            compose=joined.together,
            statement="The losses of all runs add up: their distributions, each of a pair that joins dots of a "
            "profile, convolve.",
            source=f"{PAIRS}, Theorem 10; {joined.DOTS}",
            latex=r"L=\sum_i L_i",
        )
    ]


@ch.hook
def register_claims() -> list[Claim]:
    """The claims about dots, the pair and its losses."""
    from chartered.proving.book import claims_in

    return claims_in(
        __package__, ".claims.loss_distribution", ".claims.loss_distribution_cases", "..subsampling.claims.dots_direct"
    )
