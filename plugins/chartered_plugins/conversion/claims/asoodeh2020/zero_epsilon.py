"""Claims about eps = 0 and gamma = 0: Lemma 1 at gamma = 0, the edge solved for delta, Remark 1 and that its condition
is not necessary."""

from fractions import Fraction

from chartered.proving import Certain, Nonnegative, Notation, Proofs, Same

from ...formulas import closed_forms as renyi_conversion

SMALL = (Fraction(1, 99), Fraction(9, 10))

NOTATION = Notation(
    "start = rc.closed_delta_g(1 + b, gamma, 0)",
    ranges={"b": (Fraction(1, 10), 9), "delta": SMALL, "gamma": (Fraction(1, 10), 3), "k": (0, 9)},
    rc=renyi_conversion,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Remark 1", notation=NOTATION)

BOOK.identity(
    "L1.zero",
    "eps = 0 at gamma = 0, by the second branch.",
    "Lemma 1",
    "all alpha > 1, 0 < delta < 1",
    Same("", "rc.closed_epsilon_f(1 + b, 0, delta)", "0"),
)

BOOK.identity(
    "L1.edge",
    "For alpha delta >= 1, eps = gamma + log(1-delta) and delta = 1 - e^(eps-gamma) say the same.",
    "Lemma 1 and Theorem 4, first case",
    "all gamma > 0, 0 < delta < 1",
    Same("", "rc.edge_delta(gamma, rc.edge_epsilon(gamma, delta))", "delta", points=40),
)

BOOK.soundness(
    "R1.small-delta",
    "If zeta e^((alpha-1) gamma) <= delta <= 1/alpha then L1's first branch is <= 0, so (0, delta)-DP; such delta "
    "exist exactly when 1 - e^-gamma <= 1/alpha.",
    "all alpha > 1, gamma > 0",
    Same(
        "the branch at delta = (1+k) zeta e^((alpha-1) gamma)",
        "b*rc.closed_epsilon_g(1 + b, gamma, start*(1 + k))",
        "-log(1 + k)",
    ),
    Same("log(alpha zeta M) = (alpha-1)(gamma + log(1-1/alpha))", "log(start*(1 + b))", "b*(gamma + log(b/(1 + b)))"),
    Nonnegative("log(1+k) >= 0", "log(1 + k)", zero="k"),
    so="The branch is -log(1+k)/(alpha-1) at delta = (1+k) zeta M; zeta M <= 1/alpha exactly when gamma <= "
    "-log(1-1/alpha).",
)

BOOK.soundness(
    "R1.large-delta",
    "If delta > max(1 - e^-gamma, 1/alpha) then gamma + log(1-delta) < 0, so (0, delta)-DP.",
    "all alpha > 1, gamma > 0",
    Same(
        "the branch is -log(1+k)",
        "rc.edge_epsilon(gamma, 1 - exp(-gamma)/(1 + k))",
        "-log(1 + k)",
        {"k": (Fraction(1, 10), 9)},
    ),
    Nonnegative("log(1+k) > 0", "log(1 + k)"),
    so="With delta = 1 - e^-gamma/(1+k), k > 0: every delta above 1 - e^-gamma. The edge branch holds as delta >= "
    "1/alpha (T3.dual-edge).",
)

BOOK.inequality(
    "R1.not-necessary",
    "R1 is not necessary: at alpha = 2, gamma = 1/10, delta = 1/5 neither condition holds, and T3 still gives eps = 0.",
    "Remark 1 and Theorem 3",
    "the point alpha = 2, gamma = 1/10, delta = 1/5",
    Certain("zeta e^gamma > delta", "rc.closed_delta_g(2, 1/10, 0) - 1/5"),
    Certain("1/alpha > delta", "1/2 - 1/5"),
    Certain("T3's dual bound on eps is negative", "-rc.tangent_epsilon(2, 1/10, 1/5, 1/2)"),
    so="The first condition fails by its lower end, the second since delta < 1/alpha; the dual bound with v = 1/2 "
    "is negative.",
)
