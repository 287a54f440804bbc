"""Claims about the divergences themselves: chi_alpha, the baseline conversion T1 with its sharp constant, and the joint
range of two divergences, T2: merging outcomes, and that Bernoulli pairs suffice."""

from fractions import Fraction
from typing import Any

from chartered.proving import Notation, Positive, Proofs, Same, Sampled, Touches

from ....basics.claims import bernoulli
from ....basics.claims.pairs import Pair, seeded
from ...formulas import closed_forms as renyi_conversion

SIZES = (Fraction(1, 50), 50)

NOTATION = Notation(
    "bound(x, level, b) = rc.closed_delta_g(1 + b, (1 + b)*log(x)/b, log(level))",
    "f(t, b) = bernoulli.chi_of_renyi(1 + b, (1 + b)*log(t)/b)",
    "p = (1 + lift)*q + gap",
    "term(x, y, b) = x^(1 + b)*y^(-b)",
    "bent(h, x, y, u, v, b) = d2/dh2 term(x + h*u, y + h*v, b)",
    # a direction of any signs
    "u = u1 - u2",
    "v = v1 - v2",
    ranges={
        "b": (Fraction(1, 100), 20),
        "gamma": (Fraction(1, 100), 5),
        "t level y x c u1 u2 v1 v2": SIZES,
        "delta": (Fraction(1, 1000000000), Fraction(9, 10)),
        "lift": (0, 20),
        "q gap": (Fraction(1, 1000), Fraction(1, 25)),
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

BOOK.inequality(
    "T2.merge",
    "Merging outcomes never raises chi_alpha: (x+u)^alpha (y+v)^(1-alpha) <= x^alpha y^(1-alpha) + u^alpha "
    "v^(1-alpha).",
    "T2 (Harremoes and Vajda 2011, Thm 8), its use",
    "all alpha > 1, x, y, u, v > 0",
    Same("x^alpha y^(1-alpha) is homogeneous", "term(c*x, c*y, b)", "c*term(x, y, b)"),
    Same(
        "its second derivative along any (u, v) is a square times a positive factor",
        "bent(0, x, y, u, v, b)",
        "b*(1 + b)*(u*y - v*x)^2/(x*y)^2*term(x, y, b)",
    ),
    so="A homogeneous convex function is subadditive. Merge the outcomes where P > lambda Q, and the others: the "
    "hockey-stick divergence stays, chi_alpha does not rise, so Bernoulli pairs span the joint range.",
)

BOOK.identity(
    "T2.hockey-stick",
    "For a Bernoulli pair with p > lambda q and lambda >= 1 the hockey-stick divergence is p - lambda q: the other "
    "outcome adds nothing.",
    "definition of the hockey-stick divergence",
    "all 0 < p, q < 1 with p > lambda q, lambda >= 1",
    Same("lambda (1-q) - (1-p) = (lambda - 1) + (p - lambda q)", "(1 + lift)*(1 - q) - (1 - p)", "lift + gap"),
    Positive("which is positive", "lift + gap", zero="lift"),
    Same(
        "with the other part 0 the formula gives p - lambda q",
        "bernoulli.hockey_stick(p, q, log1p(lift)) - positive(-lift - gap)",
        "gap",
    ),
    so="So its positive part is 0, and that of the first outcome is p - lambda q.",
)


@BOOK.soundness(
    "T2.three-outcomes",
    "No pair of distributions on three or four outcomes goes beyond T3: its hockey-stick divergence is within "
    "what its Renyi divergence allows.",
    "T2 (Harremoes and Vajda 2011, Thm 8) and Theorem 3",
    "random rational pairs, alpha in {5/4, 2, 7}, eps in {0, 1/4, 1}",
    Sampled(
        "balls: the dual form of T3 at five tangents", bits=256, pair=seeded(24, (3, 4)), alpha="5/4 2 7", eps="0 1/4 1"
    ),
)
def _within(xp: Any, pair: Pair, alpha: Fraction, epsilon: Fraction) -> bool:
    order, level = xp.number(alpha), xp.number(epsilon)
    gamma, delta = pair.renyi(xp, order), pair.hockey_stick(xp, level)
    if not delta > 0:
        return True
    tangents = (None, *(xp.number(Fraction(1, 4)) * 4**k for k in range(-1, 3)))
    return not any(renyi_conversion.tangent_epsilon(xp, order, gamma, delta, v) < level for v in tangents)
