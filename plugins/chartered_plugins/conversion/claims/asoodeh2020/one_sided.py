"""Errata: T3 is optimal for the one-sided constraint; its optimal pair need not be (alpha, gamma)-RDP in both
orders."""

from fractions import Fraction
from typing import Any

from chartered.proving import Certain, Notation, Proofs, Rounds, Same, Tends

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from ..witness import stationary_point


def close(xp: Any, side: Any) -> Any:
    """A point next to the s that minimizes the objective: below it or, for side 1, above it."""
    return 1 + xp.number(stationary_point(Fraction(2), Fraction(1), Fraction(9, 20), 40)) * (1 + side / 10**12)


def between(xp: Any) -> Any:
    """The interval between both points."""
    return xp.hull(close(xp, xp.number(-1)), close(xp, xp.number(1)))


NOTATION = Notation(
    "slope(s) = d/ds rc.objective(2, 1, 9/20, s)",
    "p = 9/20*between()",
    "q = bernoulli.partner(p, 1, 9/20)",
    "forward = bernoulli.renyi(2, p, q)",
    "reverse = bernoulli.renyi(2, q, p)",
    "miss = 1 - exp(-gamma)",
    ranges={"rest": (Fraction(1, 1000000), Fraction(1, 9)), "b": (Fraction(1, 9), 9), "gamma": (Fraction(1, 9), 3)},
    bernoulli=bernoulli,
    rc=renyi_conversion,
    close=close,
    between=between,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

BOOK.erratum(
    "erratum.one-sided",
    "'Optimal' is for the one-sided constraint: at alpha = 2, eps = 1, delta = 9/20 T3's optimal pair has "
    "D_alpha(Q||P) > D_alpha(P||Q) = gamma, so it is not (alpha, gamma)-RDP.",
    "Theorem 3",
    "alpha = 2, eps = 1, delta = 9/20",
    Certain("the slope is negative at one point", "-slope(close(-1))"),
    Certain("and positive at another, close to it", "slope(close(1))"),
    Rounds("gamma", "forward", "1.58983"),
    Rounds("the reverse divergence", "reverse", "2.11788"),
    Certain("the reverse divergence is the larger one", "reverse - forward"),
    so="The minimiser lies between the two points, as the objective is convex (T3.convex); both divergences hold for "
    "all s between them.",
    printed="the conversion is optimal for (alpha, gamma)-RDP mechanisms",
    corrected="it is sound for them, and optimal under D_alpha(P||Q) <= gamma alone; equality in T3.weak-duality "
    "needs the ratios t and T, so no other pair attains it",
)

BOOK.erratum(
    "erratum.one-sided-edge",
    "For alpha delta >= 1 the optimal pair is P = (1, 0), Q = (e^-gamma, 1 - e^-gamma): its reverse divergence is "
    "infinite.",
    "Theorem 4 and Lemma 1, first case",
    "all alpha > 1, gamma > 0, 1/alpha <= delta < 1",
    Same(
        "E_Q[(P/Q)^alpha] = (1-rest)^alpha e^((alpha-1) gamma) + rest^alpha (1-e^-gamma)^(1-alpha)",
        "exp(bernoulli.log_moment(1 + b, 1 - rest, exp(-gamma))) - (1 - rest)^(1 + b)*exp(b*gamma)",
        "rest^(1 + b)*miss^(-b)",
    ),
    Same(
        "E_P[(Q/P)^alpha] exceeds (1-e^-gamma)^alpha rest^(1-alpha) by a positive term",
        "exp(bernoulli.log_moment(1 + b, exp(-gamma), 1 - rest)) - exp(-(1 + b)*gamma)*(1 - rest)^(-b)",
        "miss^(1 + b)*rest^(-b)",
    ),
    Tends("rest^(alpha-1) tends to 0", "rest^b", "rest", 0, "0"),
    so="As P = (1-rest, rest) tends to (1, 0) it meets gamma and, by T3.edge, the optimum, while E_P[(Q/P)^alpha] "
    "grows without bound.",
    printed="equality eps = gamma + log(1-delta) for (alpha, gamma)-RDP mechanisms",
    corrected="an upper bound, attained under D_alpha(P||Q) <= gamma alone",
)
