"""Composition by privacy loss distributions (PLD): connect the dots gives a dominating pair for any privacy profile,
and the losses of all runs add up."""

from __future__ import annotations

import chartered as ch

from . import from_profiles as pld
from .guarantee import CLOSED_FORM, LossDistribution

PAIRS = "Zhu, Dong, Wang 2022"
MAX_RUNS, MAX_KINDS = 1 << 16, 16
"""The largest number of runs, and of different mechanisms, whose losses are convolved."""


def _searched(g: ch.Profile) -> str | None:
    return None if not g.search.searches else "the profile needs a search at each eps"


def _closed(g: ch.Profile) -> str | None:
    """The profile is exact, that of both directions, and has a closed form; others are taken by profile.pld, by
    name."""
    return None if g.side is ch.Side.EXACT and g.closed_form and not g.asymmetric else ""


def _of_worst_pair(g: ch.Profile) -> str | None:
    """The profile is that of the worst pair of the mechanism itself, the same in both directions."""
    return _closed(g) if g.worst_pair else ""


def _countable(g: LossDistribution) -> str | None:
    if len(g.composition) > MAX_KINDS:
        return f"the losses of more than {MAX_KINDS} different steps take long to convolve"
    countable = g.runs <= MAX_RUNS
    return (
        None
        if countable
        else f"the convolution of more than {MAX_RUNS} losses takes a grid so coarse that it says little"
    )


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Every privacy profile has a dominating pair on a grid, whose losses have a privacy profile."""
    return [*_of_profiles(), _profile()]


def _of_profiles() -> list[ch.Theorem]:
    """The loss distribution of any profile is a last resort, as discretising all of them would take long."""
    return [
        ch.Theorem(
            name="profile.pld",
            takes=ch.Profile,
            gives=LossDistribution,
            bound=pld.from_profile,
            conditions=_searched,
            statement="Connect the dots: the lower convex hull (in e^eps) of upper bounds of a privacy profile at grid "
            "points is nowhere below the mechanism's own profile, which is convex there.",
            source=pld.SOURCE,
            use=ch.Use.LAST_RESORT,
        ),
        ch.Theorem(
            name="exact.pld",
            takes=ch.Profile,
            gives=LossDistribution,
            bound=lambda g: pld.from_profile(g, CLOSED_FORM),
            conditions=_closed,
            statement="Connect the dots on a fine grid: the lower convex hull (in e^eps) of an exact privacy profile "
            "in closed form.",
            source=pld.SOURCE,
        ),
        ch.Theorem(
            name="worst-pair.pld",
            takes=ch.Profile,
            gives=LossDistribution,
            bound=lambda g: pld.from_profile(g, CLOSED_FORM),
            conditions=_of_worst_pair,
            statement="A privacy profile that is that of one pair of outputs, the worst pair, at every eps says what "
            "the losses of that pair are.",
            source=f"{PAIRS}, Section 3",
            side=ch.Side.EXACT,
            never_looser_than=("exact.pld",),
        ),
    ]


def _profile() -> ch.Theorem:
    return ch.Theorem(
        name="loss-distribution.profile",
        takes=LossDistribution,
        gives=ch.Profile,
        bound=pld.profile,
        conditions=_countable,
        statement="The hull is the privacy profile of a dominating pair with losses on a grid. The product of the "
        "dominating pairs of all runs dominates their adaptive composition, where losses add up; truncated mass counts "
        "as an infinite loss. Where the profiles are those of worst pairs, tangents below them give a lower end.",
        source=f"{pld.SOURCE}; {PAIRS}, Theorem 10; ours, for the lower end",
        side=ch.Side.EXACT,
        version=2,
        use=ch.Use.IF_NEEDED,
        latex=r"\delta(\varepsilon)=\mathbb{E}_{P^{\otimes k}}\left(1-e^{\varepsilon-L}\right)_+,\;"
        r"Q(L=jh)=u_{j-1}-u_j,\;u_j=\frac{\delta_j-\delta_{j+1}}{e^{(j+1)h}-e^{jh}}",
    )


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """Losses add up."""
    return [
        ch.Accountant(
            name="loss-distribution",
            kind=LossDistribution,
            times=pld.times,
            compose=pld.compose,
            statement="Privacy losses add up: the privacy loss distributions of all runs, each of a dominating pair on "
            "a grid, are convolved.",
            source=f"{PAIRS}, Theorem 10; {pld.SOURCE}",
            latex=r"L=\sum_i L_i",
            most_kinds=MAX_KINDS,
            side=ch.Side.EXACT,
            groups=False,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".loss_distribution .loss_distribution_cases .tangents_below")
