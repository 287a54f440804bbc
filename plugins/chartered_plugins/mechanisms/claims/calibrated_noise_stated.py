"""Claims about registered answers on families of guarantees and Gaussian DP: the theorems that answer, and their
numbers."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Conditions, Each, claims_of
from chartered.proving.tables_of_answers import answers

POWER = Book("power", "Liu, Sun, Jiang, Kong 2022")
CLOAK = Book("cloak", "Ishai, Kushilevitz, Ostrovsky, Sahai 2006")
GDP = Book("gdp", "Dong, Roth, Su 2022")
claims = claims_of(POWER, CLOAK, GDP)
HALF = Fraction(1, 2)

PLAIN, REFINED, ONE, BELOW = (
    f"power:sigma=3,A=2,B={b},refined={said}"
    for b, said in (("5/4", "false"), ("5/4", "true"), (1, "true"), ("1/2", "true"))
)
FAMILY = {"B": Fraction(5, 4), "k": Fraction(9, 4)}
POWER.stated(
    "naive.as-stated",
    "B e^(-(sigma eps/A)^2), at most 1; refined from B = 1 on and below it by theorems of their own.",
    "the example of Section 4",
    "sigma = 3, A = 2, B = 5/4, and B = 1 and 1/2",
    Conditions("power.naive", [PLAIN], [REFINED]),
    Conditions("power.refined", [REFINED, ONE], [PLAIN, BELOW]),
    Conditions("power.refined-below-one", [BELOW], [ONE, PLAIN]),
    Answers(
        "power.naive",
        PLAIN,
        {
            "delta(1)": "B*exp(-k)",
            "delta(0)": 1,
            "epsilon(1/100)": "sqrt(log(100*B)/k)",
            "tail.subgaussian.0": "k",
            "tail.subgaussian.1": 0,
            "tail.subgaussian.2": "log(B)",
            "tail.tail_mu": "sqrt(1/(2*k))",
        },
        FAMILY,
    ),
)

NAIVE, BEST = "cloak:n=100,m=150,refined=false", "cloak:n=100,m=150,refined=true"
CLOAK.stated(
    "naive.as-stated",
    "eps delta = n e^(-m/10), and delta at most 1.",
    "Section 5",
    "n = 100, m = 150",
    Conditions("cloak.naive", [NAIVE], [BEST]),
    Conditions("cloak.refined", [BEST], [NAIVE]),
    Answers(
        "cloak.naive", NAIVE, {"delta(1/2)": "200*exp(-15)", "delta(1/10^9)": 1, "epsilon(1/100)": "10^4*exp(-15)"}
    ),
)


@GDP.stated(
    "profile.as-stated",
    "Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), its slope, its end, and from 2 mu on a bound from below.",
    "Corollary 2.13",
    "mu = 1/2, and mu = 0",
    Each("balls: from 2 mu on", cases=[(Fraction(99, 100), False), (Fraction(1), True)], bits=128),
    Answers(
        "gdp.profile",
        ch.GDP(mu_squared=Fraction(1, 4)),
        {
            "delta(1/2)": "Phi(-3/4) - exp(1/2)*Phi(-5/4)",
            "evaluation.derivative(1/2)": "-exp(1/2)*Phi(-5/4)",
            "tail.mu": "mu",
            "tail.tail_mu": "mu",
            "tail.log_lower(1).0": 2,
            "tail.log_lower(1).1": "1/2 - 2*slope",
            "tail.log_lower(1).2": "log(1/(2*(y^2+3)*sqrt(2*pi))) - (1/32 - slope*(y - 1/4))",
        },
        {"mu": HALF, "y": Fraction(9, 4), "slope": "2*y/(y^2+3)"},
    ),
    Answers("gdp.profile", ch.GDP(mu_squared=0), {"delta(1)": 0, "epsilon(1/2)": 0, "at_infinity.max_loss": 0}),
)
def _begins(xp: Any, at: Fraction, there: bool) -> bool:
    found = answers("gdp.profile", ch.GDP(mu_squared=Fraction(1, 4))).tail.log_lower(xp, xp.number(at))
    return (found is not None) is there
