"""Claims about registered answers on Gaussian DP: its profile at a mu that is rational, irrational or 0, and the mu
that pure DP implies."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving import Answers, Book

GDP = Book("gdp", "Dong, Roth, Su 2022")
claims = GDP.claims
THIRD = Fraction(1, 3)

PROFILE = {"eps": THIRD, "delta": "Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu)"}
GDP.stated(
    "profile.root",
    "mu is the square root of the stored mu^2, and rational where that root is rational; at mu = 0 the profile is "
    "that of 0-DP; the mu of eps-DP is the one whose type I and type II errors are equal at 1/(1 + e^eps).",
    "Definition; Liu et al. 2022, Theorem 5.1",
    "mu^2 = 4/9, 2 and 0; eps = 0 and 1",
    Answers(
        "gdp.profile",
        ch.GDP(mu_squared=Fraction(4, 9)),
        {"delta(1/3)": "delta"},
        {"mu": Fraction(2, 3), **PROFILE},
        more={"a rational": (lambda xp, found: int(found.tail.mu == Fraction(2, 3)), 1)},
    ),
    Answers(
        "gdp.profile", ch.GDP(mu_squared=2), {"delta(1/3)": "delta", "tail.mu": "mu"}, {"mu": "sqrt(2)", **PROFILE}
    ),
    Answers(
        "gdp.profile",
        ch.GDP(mu_squared=0),
        {"delta(1/3)": 0, "epsilon(1/3)": 0, "delta(0)": 0, "epsilon(0)": 0, "at_infinity.max_loss": 0},
    ),
    Answers("pure.gdp", ch.Pure(epsilon=0), more={"a rational": (lambda xp, found: int(found.mu_squared == 0), 1)}),
    Answers(
        "pure.gdp",
        ch.Pure(epsilon=1),
        more={"its end": (lambda xp, g: xp.ndtr(-xp.sqrt(xp.number(g.mu_squared)) / 2), "1/(1+exp(1))")},
    ),
)
