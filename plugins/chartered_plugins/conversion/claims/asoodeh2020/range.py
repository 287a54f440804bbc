"""Claims about the divergences themselves: chi_alpha, and the baseline conversion T1 with its sharp constant."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, Touches

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion

ORDERS = (Fraction(1, 100), 20)
SIZES = (Fraction(1, 50), 50)

NOTATION = Notation(
    "bound(x, level, b) = rc.closed_delta_g(1 + b, (1 + b)*log(x)/b, log(level))",
    "f(t, b) = bernoulli.chi_of_renyi(1 + b, (1 + b)*log(t)/b)",
    ranges={
        "b": ORDERS,
        "gamma": (Fraction(1, 100), 5),
        "t level y x": SIZES,
        "delta": (Fraction(1, 1000000000), Fraction(9, 10)),
    },
    bernoulli=bernoulli,
    rc=renyi_conversion,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

BOOK.identity(
    "chi.inverse",
    "D_alpha = log(1 + (alpha-1) chi_alpha)/(alpha-1) and chi = (e^((alpha-1) gamma) - 1)/(alpha-1) are inverse to "
    "each other.",
    "definition of chi_alpha and (alpha, gamma)-RDP",
    "all alpha > 1, gamma > 0",
    Same("", "bernoulli.renyi_of_chi(1 + b, bernoulli.chi_of_renyi(1 + b, gamma))", "gamma", points=40),
)

BOOK.inequality(
    "chi.convex",
    "f(t) = (t^alpha - 1)/(alpha - 1) is convex with f(1) = 0, so chi_alpha is an f-divergence.",
    "definition of chi_alpha",
    "all alpha > 1, t > 0",
    Same("f(1) = 0", "f(1, b)", "0"),
    Positive("f'' > 0", "d2/dt2 f(t, b)"),
    so="That is the definition of an f-divergence.",
)

BOOK.soundness(
    "T1.pointwise",
    "(x - lambda)_+ <= lambda^(1-alpha) x^alpha for every likelihood ratio x, which integrates to delta = "
    "exp(-(alpha-1)(eps-gamma)).",
    "T1 (Abadi et al. 2016, Thm 2; Mironov 2017, Prop 3)",
    "all alpha > 1, lambda > 0, x >= 0",
    Positive(
        "for x = lambda (1+y), y > 0, the right side is above x",
        "log(rc.classical_delta(1 + b, (1 + b)*log(level*(1 + y))/b, log(level))) - log(level*(1 + y))",
    ),
    so="For x <= lambda the left side is 0; for x > lambda it is below x. The mean over Q is T1's delta.",
)

BOOK.optimum(
    "T1.sharp-constant",
    "x - lambda <= zeta lambda^(1-alpha) x^alpha with equality at x = lambda alpha/(alpha-1): zeta is the least "
    "constant.",
    "T1 and T4 (zeta)",
    "all alpha > 1, lambda > 0, x > 0",
    Touches("bound(x, level, b) - x + level", "x", "level*(1 + b)/b"),
    so="A convex function with value and slope 0 at a point is nonnegative, and 0 there.",
)

BOOK.identity(
    "T1.solved",
    "delta = exp(-(alpha-1)(eps-gamma)) solved for eps is gamma + log(1/delta)/(alpha-1).",
    "T1 (Mironov 2017, Prop 3)",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same(
        "",
        "rc.classical_delta(1 + b, gamma, rc.classical_epsilon(1 + b, gamma, delta))",
        "delta",
        {"gamma": SIZES},
        points=40,
    ),
)
