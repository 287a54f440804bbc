"""Claims about the end points of Theorem 3's dual form: alpha delta >= 1, and the tangents that give the branches of
Lemma 1."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, Tends, Touches

from ...formulas import closed_forms as renyi_conversion

SIZE = (Fraction(1, 20), 20)

NOTATION = Notation(
    "d = (1 + b*spare/(1 + spare))/(1 + b)",
    "power = (1 - d)/b*exp(-b*gamma)",  # c
    "line = ((1 + b)*d - 1)/b",  # d of h
    "function(x, b, spare, gamma) = power*x^(1 + b) + line*x",
    "above(x, b, spare, gamma) = function(x, b, spare, gamma) - x + exp(rc.edge_epsilon(gamma, d))",
    "of_m = log1p(m)/b",
    ranges={
        "x spare m": SIZE,
        "b": (Fraction(1, 10), 9),
        "gamma": (Fraction(1, 10), 3),
        "delta": (Fraction(1, 99), Fraction(9, 10)),
        "z": (Fraction(1, 1000000), Fraction(1, 2)),
    },
    rc=renyi_conversion,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

BOOK.soundness(
    "T3.dual-edge",
    "If alpha delta >= 1, h(x) = c x^alpha + d x with d = (alpha delta - 1)/(alpha-1) >= 0 and E_Q[h] = delta lies "
    "above x - (1-delta) e^gamma, its tangent at e^gamma: eps = gamma + log(1-delta) holds.",
    "Theorem 4 and Lemma 1, first case",
    "all alpha > 1, gamma > 0, 1/alpha <= delta < 1",
    Positive("h > 0", "function(x, b, spare, gamma)"),
    Same("E_Q[h] = delta, from E_Q[x] = 1 and E_Q[x^alpha] = e^((alpha-1) gamma)", "power*exp(b*gamma) + line", "d"),
    Touches("above(x, b, spare, gamma)", "x", "exp(gamma)"),
    so="delta = (1 + (alpha-1) u)/alpha with 0 < u < 1 (u = 0 by continuity). Nonnegative and above x - lambda, h "
    "bounds (x - lambda)_+; T3.edge attains it.",
)

BOOK.identity(
    "T3.dual-ends",
    "The tangent t -> 0 gives L1's first branch, and t = 1 gives at most L1's second: T3 lies below both branches of "
    "L1.",
    "Theorem 3 and Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same(
        "t = 0 is the first branch",
        "rc.tangent_epsilon(1 + b, of_m, delta, None)",
        "rc.closed_epsilon_g(1 + b, of_m, delta)",
    ),
    Tends(
        "E_Q[h]/c is continuous at t -> 0 (z = t^(alpha-1))",
        "exp(rc.log_mean(1 + b, of_m, -log(z)/b))",
        "z",
        0,
        "1 + m",
    ),
    Same(
        "at t = 1, log T is the second branch",
        "rc.tangent_point(1 + b, of_m, delta, 0)",
        "rc.closed_epsilon_f(1 + b, of_m, delta)",
    ),
    so="At t = 1, e^eps = T - h(T) <= T since h >= 0 (T3.dual-function), and log T is the second branch.",
)
