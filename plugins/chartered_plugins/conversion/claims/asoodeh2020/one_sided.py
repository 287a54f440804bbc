"""Errata: T3 is optimal for the one-sided constraint; its optimal pair need not be (alpha, gamma)-RDP in both
orders."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Notation, Proofs, Same, Tends
from chartered.proving.steps import slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion
from ..witness import stationary_point

NOTATION = Notation(
    "miss = 1 - exp(-gamma)",
    ranges={"rest": (Fraction(1, 1000000), Fraction(1, 9)), "b": (Fraction(1, 9), 9), "gamma": (Fraction(1, 9), 3)},
    bernoulli=bernoulli,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)
claims = BOOK.claims


@BOOK.erratum(
    "erratum.one-sided",
    "'Optimal' is for the one-sided constraint: at alpha = 2, eps = 1, delta = 9/20 T3's optimal pair has "
    "D_alpha(Q||P) > D_alpha(P||Q) = gamma, so it is not (alpha, gamma)-RDP.",
    "Theorem 3",
    "alpha = 2, eps = 1, delta = 9/20",
    printed="the conversion is optimal for (alpha, gamma)-RDP mechanisms",
    corrected="it is sound for them, and optimal under D_alpha(P||Q) <= gamma alone; equality in T3.weak-duality "
    "needs the ratios t and T, so no other pair attains it",
)
def _one_sided(effort: Effort) -> Verdict:
    alpha, eps, delta = Fraction(2), Fraction(1), Fraction(9, 20)
    found = stationary_point(alpha, eps, delta, 40)
    near = [1 + found * (1 + side * Fraction(1, 10**12)) for side in (-1, 1)]
    with balls(256) as xp:
        a, e, d, low, high = (xp.number(x) for x in (alpha, eps, delta, *near))
        slope = slopes(renyi_conversion.objective, 3, "alpha eps delta s")
        if not (slope(xp, a, e, d, low) < 0 < slope(xp, a, e, d, high)):
            return Refuted(
                "balls: the objective has no stationary point where it was looked for", witness={"s": str(near)}
            )
        p = d * low.union(high)
        q = bernoulli.partner(xp, p, e, d)
        reverse, forward = bernoulli.renyi(xp, a, q, p), bernoulli.renyi(xp, a, p, q)
        if not reverse > forward:
            return Refuted(
                "balls: the reverse divergence is not larger",
                witness={"reverse": reverse.str(8), "gamma": forward.str(8)},
            )
        found_text = f"gamma = {forward.str(6, radius=False)}, reverse {reverse.str(6, radius=False)}"
    return Proved(
        "balls: the minimiser lies between two close s (the slope changes sign; T3.convex), and over all of them "
        f"{found_text}"
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
