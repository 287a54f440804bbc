"""Claims about the closed forms of Lemma 1, the inverses of Theorem 4."""

from fractions import Fraction

from chartered.proving import Positive, Proofs, Same

from .. import scaled
from . import lower

SIZE = (Fraction(1, 20), 20)
ORDER = (Fraction(1, 10), 9)
SMALL = (Fraction(1, 99), Fraction(9, 10))
NOTATION = scaled.notation(
    "small = d/(1 + l)",
    "share(x, b) = (1 - (1 + b)*x)/(1 - x)^(1 + b)",
    "log_share(n, b) = log(1 - (1 + b)/n) - (1 + b)*log(1 - 1/n)",
    "rise(n, b) = d/dn log_share(n, b)",
    "branch = 1 + (1 + b)*d*((1 + l)^b - 1)",
    "there(b, gamma, delta) = rc.closed_epsilon_g(1 + b, gamma, delta)",
    ranges={"b": ORDER, "x": (10, 50), "u k m": SIZE, "gamma": (Fraction(1, 10), 3), "delta": SMALL},
    lower=lower.NOTATION,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Lemma 1", notation=NOTATION)

BOOK.inequality(
    "T4.f-above-L1",
    "f is at least the inverse of L1's second branch: (1-alpha x)/(1-x)^alpha falls for x in (0, 1/alpha), from x = "
    "delta/e^eps to x = delta.",
    "Theorem 4 and Lemma 1",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
    Same(
        "the difference",
        "exp(b*rc.lower_gamma_f(1 + b, e, d)) - branch",
        "(1 - d)^(1 + b)*(share(small, b) - share(d, b))",
    ),
    Positive("the ratio rises with n = 1/x > alpha", "rise(1 + b + u, b)"),
    so="e^((alpha-1) f) - (1 + alpha delta (e^((alpha-1) eps) - 1)) is (1-delta)^alpha times the fall of the ratio.",
)

BOOK.identity(
    "L1.first-branch",
    "L1's first branch is the inverse of T4's g: eps = gamma + (log zeta - log delta)/(alpha-1).",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("g at that eps is gamma", "rc.lower_gamma_g(1 + b, there(b, gamma, delta), delta)", "gamma"),
    Same("solved for delta", "rc.closed_delta_g(1 + b, gamma, there(b, gamma, delta))", "delta"),
    so="By T4.g and T3.rises-with-eps it is an upper bound on eps.",
)

BOOK.soundness(
    "L1.second-branch",
    "eps <= log(1 + (e^((alpha-1) gamma) - 1)/(alpha delta))/(alpha-1): at that eps T4.between exceeds e^((alpha-1) "
    "gamma) by a Bernoulli gap at 1-delta.",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("the branch solved", "exp(b*rc.closed_epsilon_f(1 + b, log1p((1 + b)*delta*k)/b, delta))", "1 + k"),
    Same("solved for delta", "rc.closed_delta_f(1 + b, log1p(m)/b, log1p(k)/b)", "m/((1 + b)*k)"),
    Same(
        "between - e^((alpha-1) gamma) is a Bernoulli gap",
        "lower.between(b, l, d) - branch",
        "lower.bernoulli_gap(1 - d, b)",
        {"b": (Fraction(1, 100), 20), "x": (Fraction(1, 50), 50)},
    ),
    lower.bernoulli_steps,
    so="With k = e^((alpha-1) eps) - 1 the branch says gamma = log(1 + alpha delta k)/(alpha-1).",
)
