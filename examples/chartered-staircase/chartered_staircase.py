"""The staircase mechanism of Geng and Viswanath, as a plugin of Chartered.

It adds noise to one real number whose query has sensitivity D. The density is constant on stairs: with b = e^(-eps0) it
is h b^j/D at the distances j - 1 + gamma to j + gamma (in units of D) from 0, where h = (1 - b)/(2 (gamma + b (1 -
gamma))).

Shift it by t D with 0 < t <= 1. A stair number changes by one at most, so the likelihood ratio is e^eps0, 1 or e^-eps0.
Let r(t) be the chance of e^eps0. The density does not increase with the distance from 0, so the total variation (1 - b)
r(t) is the chance of a noise within t D/2 of 0: it grows with t, and the worst shift is the whole sensitivity, in both
directions alike. Hence, with r = r(1),

    delta(eps) = r (1 - e^(eps - eps0))_+    and    e^((alpha-1) gamma(alpha)) = 1 + r (e^((alpha-1) eps0) - 1) (1 -
    e^(-alpha eps0)),

both exact. The guarantee does not depend on D: the noise grows with it.
"""

from __future__ import annotations

from fractions import Fraction

import chartered as ch

PAPER = "Geng, Viswanath 2016, The optimal noise-adding mechanism in differential privacy"


def optimal_gamma(xp: ch.Arithmetic, epsilon0: ch.Value) -> ch.Value:
    """The width of the top stair, as a part of a whole one, that gives the least expected size of the noise: 1/(1 +
    e^(eps0/2))."""
    return 1 / (1 + xp.exp(epsilon0 / 2))


def period(xp: ch.Arithmetic, epsilon0: ch.Value, gamma: ch.Value) -> ch.Value:
    """gamma + b (1 - gamma): what one sensitivity's length of stairs adds up to, in units of the top stair's height."""
    return gamma + xp.exp(-epsilon0) * (1 - gamma)


def height(xp: ch.Arithmetic, epsilon0: ch.Value, gamma: ch.Value) -> ch.Value:
    """h, the density of the top stair times the sensitivity."""
    return -xp.expm1(-epsilon0) / (2 * period(xp, epsilon0, gamma))


def gains(xp: ch.Arithmetic, epsilon0: ch.Value, gamma: ch.Value) -> ch.Value:
    """r, the chance that a noise is e^eps0 times as likely as after the worst shift: all of one side, part of the top
    stair."""
    return xp.number(ch.HALF) + height(xp, epsilon0, gamma) * xp.minimum(gamma, 1 - gamma)


def delta(xp: ch.Arithmetic, epsilon0: ch.Value, r: ch.Value, epsilon: ch.Value) -> ch.Value:
    """delta(eps) = r (1 - e^(eps - eps0))_+."""
    return r * xp.positive(-xp.expm1(epsilon - epsilon0))


def epsilon(xp: ch.Arithmetic, epsilon0: ch.Value, r: ch.Value, delta: ch.Value) -> ch.Value:
    """Its inverse: log(max(1, e^eps0 (1 - delta/r)))."""
    return xp.log1p(xp.positive(xp.expm1(epsilon0) - xp.exp(epsilon0) * delta / r))


def renyi(xp: ch.Arithmetic, epsilon0: ch.Value, r: ch.Value, alpha: ch.Value) -> ch.Value:
    """The Renyi divergence of order alpha > 1, by logarithms, since e^((alpha-1) eps0) would overflow."""
    grown = (alpha - 1) * epsilon0
    log_gain = grown + xp.log(-xp.expm1(-grown)) + xp.log(-r * xp.expm1(-alpha * epsilon0))
    return xp.logaddexp(0 * log_gain, log_gain) / (alpha - 1)


def _stated(case: ch.Case, xp: ch.Arithmetic) -> tuple[ch.Value, ch.Value]:
    """eps0 and r of a step in any arithmetic; the optimal gamma is irrational and stays a formula."""
    epsilon0, gamma = xp.number(case.number("epsilon")), case["gamma"]
    return epsilon0, gains(
        xp, epsilon0, xp.number(gamma) if isinstance(gamma, Fraction) else optimal_gamma(xp, epsilon0)
    )


def _profile(case: ch.Case) -> ch.Profile:
    return ch.Profile(
        delta=lambda xp, eps, witness: delta(xp, *_stated(case, xp), eps),
        epsilon=lambda xp, at, witness: epsilon(xp, *_stated(case, xp), at),
        at_infinity=ch.AtInfinity(max_loss=case.number("epsilon")),
    )


@ch.hook
def register_mechanisms() -> list[ch.Mechanism]:
    """The staircase mechanism."""
    epsilon = ch.Parameter("epsilon", "the pure guarantee, for the ledger's own relation")
    sensitivity = ch.Parameter(
        "sensitivity", "sensitivity of the query under that relation: only the noise depends on it", default=1
    )
    gamma = ch.Parameter(
        "gamma", "width of the top stair as a part of a whole one", high=1, open_high=True, default="optimal"
    )
    return [
        ch.Mechanism(
            "staircase", "adds noise whose density is a staircase", (epsilon, sensitivity, gamma), source=PAPER
        )
    ]


@ch.hook
def register_theorems() -> list[ch.Theorem]:
    """Its pure guarantee, its exact profile for one run, and its exact Renyi curve."""
    return [
        ch.Theorem(
            name="staircase.pure",
            takes=ch.OnStep("staircase"),
            gives=ch.Pure,
            bound=lambda case: ch.Pure(epsilon=case.number("epsilon")),
            statement="The staircase mechanism is eps-DP, and no smaller eps holds.",
            source=PAPER,
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="staircase.profile",
            takes=ch.OnStep("staircase"),
            gives=ch.Profile,
            bound=_profile,
            statement="The exact privacy profile of one run; r = 1 - e^(-eps0/2)/2 for the optimal gamma.",
            source="direct computation: the likelihood ratio takes three values",
            latex=r"\delta(\varepsilon)=r\left(1-e^{\varepsilon-\varepsilon_0}\right)_+,\quad"
            r"r=\frac12+\frac{(1-e^{-\varepsilon_0})\min(\gamma,1-\gamma)}{2(\gamma+(1-\gamma)e^{-\varepsilon_0})}",
            side=ch.Side.EXACT,
        ),
        ch.Theorem(
            name="staircase.renyi",
            takes=ch.OnStep("staircase"),
            gives=ch.Renyi,
            bound=lambda case: ch.Renyi(curve=lambda xp, alpha: renyi(xp, *_stated(case, xp), alpha)),
            statement="The exact Renyi divergence of every order.",
            source="direct computation: the likelihood ratio takes three values",
            latex=r"\gamma(\alpha)=\frac{1}{\alpha-1}\log"
            r"\left(1+r\,(e^{(\alpha-1)\varepsilon_0}-1)(1-e^{-\alpha\varepsilon_0})\right)",
            side=ch.Side.EXACT,
        ),
    ]


@ch.hook
def register_claims() -> list[ch.Claim]:
    """What the formulas above rest on; loaded only when claims are asked for."""
    import chartered_staircase_claims

    return chartered_staircase_claims.claims()
