"""Gaussian DP: composition and privacy profile."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import chartered as ch
from chartered_verify.arithmetic import Arithmetic, Number, Value
from chartered_verify.numeric.rational_root import exact_root

from . import gaussian_dp_profile
from .formulas import gaussian_profile


def _mu(g: ch.GDP) -> Number:
    """mu, the root of `mu_squared`: rational if possible."""
    square = g.mu_squared
    root = None if callable(square) else exact_root(Fraction(square))
    return (lambda xp: xp.sqrt(xp.number(square))) if root is None else root


def _profile(g: ch.GDP) -> ch.Profile:
    if g.mu_squared == 0:
        return ch.Profile(
            delta=lambda xp, epsilon, witness: xp.number(0) * epsilon,
            epsilon=lambda xp, delta, witness: xp.number(0) * delta,
            at_infinity=ch.AtInfinity(max_loss=0),
        )

    mu = _mu(g)

    def log_lower(xp: Arithmetic, at: Value) -> tuple[Value, Value, Value] | None:
        return gaussian_profile.tail_below(xp, xp.number(mu), at) if at >= 2 * xp.number(mu) else None

    return gaussian_dp_profile.profile(mu, log_lower, worst_pair=True)


def _of_pure(g: ch.Pure) -> ch.GDP:
    if g.epsilon == 0:
        return ch.GDP(mu_squared=0)
    return ch.GDP(mu_squared=lambda xp: gaussian_profile.mu_of_pure(xp, xp.number(g.epsilon)) ** 2)


def _times(g: ch.GDP, n: int) -> ch.GDP:
    return ch.GDP(mu_squared=ch.scale(g.mu_squared, n))


def _compose(gs: Sequence[ch.GDP]) -> ch.GDP:
    return ch.GDP(mu_squared=ch.total(g.mu_squared for g in gs))


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """A mechanism of which only its Gaussian guarantee is known."""
    mu = ch.Parameter(
        "mu",
        "the GDP guarantee, for the ledger's own relation",
        open_low=False,
        safer="smaller",
        monotone="gdp.monotone",
    )
    failure = ch.Parameter(
        "failure",
        "the probability of a failure, except for which the mechanism is mu-GDP; without it none",
        high=1,
        open_low=False,
        open_high=True,
        optional=True,
    )
    return [ch.Mechanism("gdp", "any mechanism that is mu-GDP", (mu, failure), also_called=("mu-gdp", "gaussian-dp"))]


def _stated(case: ch.Case) -> ch.GDP:
    failure = 0 if case.get("failure") is None else case.number("failure")
    return ch.GDP(mu_squared=case.number("mu") ** 2, failure=failure)


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """The step's own guarantee, what pure DP implies, and the profile."""
    return [
        ch.Theorem(
            name="gdp.gdp",
            takes=ch.OnStep("gdp"),
            gives=ch.GDP,
            bound=_stated,
            statement="The step states its own Gaussian guarantee.",
            source="definition",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="pure.gdp",
            takes=ch.Pure,
            gives=ch.GDP,
            bound=_of_pure,
            statement="eps-DP implies mu-GDP with this mu, the best one for randomized response.",
            source="Liu et al. 2022, Theorem 5.1",
            latex=r"\mu=-2\,\Phi^{-1}\left(\frac{1}{1+e^{\varepsilon}}\right)",
            optimal_for_premise=True,
        ),
        ch.Theorem(
            name="gdp.profile",
            takes=ch.GDP,
            gives=ch.Profile,
            bound=_profile,
            statement="mu-GDP holds if and only if (eps, delta(eps))-DP holds for all eps >= 0 with this delta.",
            source="Dong, Roth, Su 2022, Corollary 1; Balle, Wang 2018, Theorem 8",
            latex=r"\delta(\varepsilon)=\Phi\left(\tfrac{\mu}{2}-\tfrac{\varepsilon}{\mu}\right)"
            r"-e^{\varepsilon}\,\Phi\left(-\tfrac{\mu}{2}-\tfrac{\varepsilon}{\mu}\right)",
            side=ch.Side.EXACT,
            optimal_for_premise=True,
        ),
    ]


@ch.hook
def register_accountants() -> list[ch.Accountant]:
    """The squares of mu add up."""
    return [
        ch.Accountant(
            name="gdp",
            kind=ch.GDP,
            times=_times,
            compose=_compose,
            statement="The squares of mu add up.",
            source="Dong, Roth, Su 2022, Corollary 2",
            latex=r"\mu=\sqrt{\sum_i\mu_i^2}",
            side=ch.Side.EXACT,
        )
    ]


register_claims = ch.claims_in(f"{__package__}.claims", ".gdp .gdp_tail .gdp_of_pure")
