"""Claims about the Gaussian mechanism: Lemma 2, its branches, its best order, and its soundness."""

from fractions import Fraction

from chartered.proving import Covered, Notation, Positive, Proofs, Same

from ....basics.formulas import gaussian_profile
from ...formulas import closed_forms as renyi_conversion, linear_curve as moments

SIZE = (Fraction(1, 9), 9)
SMALL = {"rho": (Fraction(1, 99), 2)}
ROOTS = "all rho > 0, 0 < delta < 1 (rho = m^2, log(1/delta) = u^2)"

NOTATION = Notation(
    "first(rho, delta, b) = moments.lemma2_first(rho, delta, 1 + b)",
    "balance(rho, delta, b) = moments.lemma2_balance(rho, delta, 1 + b)",
    "d = exp(-u^2)",
    "least_delta = 1/(1 + extra)",
    "excess = log(1 + 1/b) + log(1 + b)/b",
    "printed = rho*(1 + b) - (log(delta) - (log(b) - log(1 + b))*b + log(1 + b))/b",
    "mills(a) = exp(log_Phi(-a) + a^2/2)",
    "a = sqrt(2)*u - z/(sqrt(2)*u)",
    "steady(m, u, z) = exp(z - z^2/(4*u^2))*(mills(a) - mills(a + sqrt(2)*m))",
    "minus_log_zeta(m, u) = -rc.log_zeta(1 + u/m)",
    ranges={"b rho extra m n": SIZE, "delta": (Fraction(1, 99), Fraction(9, 10)), "u": (Fraction(1, 9), 3)},
    moments=moments,
    rc=renyi_conversion,
    gaussian_profile=gaussian_profile,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Lemma 2", notation=NOTATION)

BOOK.identity(
    "L2.branches",
    "L2's branches are L1's at gamma = rho alpha T: eps0, eps1 as printed, and rho T/delta + log(1-delta) is the edge "
    "at alpha = 1/delta, the best order there.",
    "all rho > 0, alpha > 1, 0 < delta < 1",
    Same("eps0", "first(rho, delta, b)", "printed", SMALL),
    Same(
        "eps1", "moments.lemma2_second(rho, delta, 1 + b)", "log(1 + (exp(rho*(1 + b)*b) - 1)/((1 + b)*delta))/b", SMALL
    ),
    Same("the edge at 1/delta", "moments.lemma2_edge(rho, delta)", "rho/delta + log(1 - delta)", SMALL),
    Same(
        "at alpha = 1/delta + extra it is rho extra more",
        "rc.edge_epsilon(moments.curve(rho, 1/delta + extra), delta) - moments.lemma2_edge(rho, delta)",
        "rho*extra",
        {**SMALL, "extra": (0, 9)},
    ),
    so="The edge rises with alpha, so 1/delta is its best order.",
)

BOOK.optimum(
    "L2.balance",
    "eps0 falls, then rises in alpha: its one stationary order solves rho T (alpha-1)^2 = log(1/(alpha delta)) and "
    "lies in (1, 1/delta).",
    "all rho > 0, 0 < delta < 1, 1 < alpha",
    Same("d eps0/d alpha = balance/(alpha-1)^2", "d/db first(rho, delta, b)", "balance(rho, delta, b)/b^2"),
    Positive("the balance rises with alpha", "d/db balance(rho, delta, b)"),
    Positive("it is negative at alpha = 1", "-balance(rho, least_delta, 0)"),
    Positive("and positive at alpha = 1/delta", "balance(rho, least_delta, extra)"),
    so="The balance rises from a negative to a positive value, so the slope changes sign once.",
)

BOOK.inequality(
    "L2.below-E23",
    "L2 never exceeds E23: by eps0 where E23's order is at most 1/delta, by the third branch where it is above.",
    "Lemma 2 and (23)",
    "all rho > 0, 0 < delta < 1",
    Same(
        "T1 - eps0 at one order",
        "rc.classical_epsilon(1 + b, moments.curve(rho, 1 + b), delta) - first(rho, delta, b)",
        "excess",
    ),
    Positive("which is positive", "excess"),
    Same(
        "the third branch without log(1-delta) is rho/delta", "moments.lemma2_edge(m^2, d) - log1p(-d)", "m^2*exp(u^2)"
    ),
    Positive("m^2 (1+n) <= m^2 + 2 m (m n + extra)", "m^2 + 2*m*(m*n + extra) - m^2*(1 + n)"),
    so="E23's order 1 + u/m exceeds 1/delta = 1 + n exactly when u = m n + extra; then rho/delta = m^2 (1+n) <= m^2 "
    "+ 2 m u, and log(1-delta) < 0.",
)

BOOK.soundness(
    "L2.sound",
    "The exact profile of the Gaussian at eps0 of the order 1 + sqrt(log(1/delta)/rho) is below delta (the conversion "
    "of zCDP by L1 is sound).",
    "Lemma 2; Balle and Wang 2018 for the exact profile",
    "rho in [1/16, 9/4], log(1/delta) in [4, 16]; for all parameters it follows from T3",
    Same("eps0 at that order", "first(m^2, d, u/m)", "m^2 + 2*m*u - m*minus_log_zeta(m, u)/u"),
    Same(
        "profile/delta in Mills' ratios, for every z",
        "exp(u^2)*gaussian_profile.delta_mu(sqrt(2)*m, m^2 + 2*m*u - m*z/u)",
        "steady(m, u, z)",
        {"m": (Fraction(1, 4), 2), "u": (1, 5), "z": (0, 3)},
    ),
    Covered(
        "at that order it is below 1 on the box",
        "1 - steady(m, u, minus_log_zeta(m, u))",
        {"m": (Fraction(1, 4), Fraction(3, 2)), "u": (2, 4)},
        sloped=True,
    ),
    so="In Mills' ratios the quotient has no cancellation, so that boxes can hold it.",
)
