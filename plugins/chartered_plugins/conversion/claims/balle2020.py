"""Claims about the conversion that Balle et al. 2020 and Canonne, Kamath and Steinke 2020 both state: that the two are
equal, sound, and their order among the other conversions."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, Touches

from ..formulas import closed_forms as renyi_conversion

SIZE = (Fraction(1, 20), 20)
SMALL = (Fraction(1, 99), Fraction(9, 10))

NOTATION = Notation(
    "printed_epsilon(b, gamma, delta) = gamma + log(b/(1 + b)) - (log(delta) + log(1 + b))/b",
    "printed_delta(b, gamma, eps) = exp(b*(gamma - eps))/b*exp((1 + b)*log(b/(1 + b)))",
    "excess(n, b, gamma) = rc.closed_epsilon_g(1 + b, gamma, 1/(1 + n)) - rc.edge_epsilon(gamma, 1/(1 + n))",
    ranges={"b": (Fraction(1, 10), 9), "gamma eps": (Fraction(1, 10), 3), "delta": SMALL, "x level n": SIZE},
    rc=renyi_conversion,
)
BOOK = Proofs("balle2020", "Balle et al. 2020", at="Theorem 21", notation=NOTATION)

BOOK.identity(
    "T21.printed",
    "The shipped eps is the print: gamma + log((alpha-1)/alpha) - (log delta + log alpha)/(alpha-1); so L1's first "
    "branch is Theorem 21.",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("", "rc.closed_epsilon_g(1 + b, gamma, delta)", "printed_epsilon(b, gamma, delta)", points=40),
)

BOOK.identity(
    "T21.canonne",
    "Canonne, Kamath and Steinke 2020, Proposition 12, delta = e^((alpha-1)(gamma-eps))/(alpha-1) (1-1/alpha)^alpha, "
    "is the same: it is the shipped delta, and at Theorem 21's eps it is delta.",
    "Theorem 21; Canonne, Kamath and Steinke 2020, Prop 12",
    "all alpha > 1, gamma > 0, eps > 0, 0 < delta < 1",
    Same(
        "Prop 12 is the shipped delta", "exp(rc.log_closed_delta_g(1 + b, gamma, eps))", "printed_delta(b, gamma, eps)"
    ),
    Same("Prop 12 at Theorem 21's eps", "printed_delta(b, gamma, printed_epsilon(b, gamma, delta))", "delta"),
    so="Each print is the other solved for the other quantity.",
)

BOOK.soundness(
    "T21.sound",
    "(x - lambda)_+ <= zeta lambda^(1-alpha) x^alpha for every likelihood ratio x; the mean over Q is the shipped "
    "delta, at any order.",
    "all alpha > 1, lambda = e^eps > 0, x > 0 (x = 0 by continuity)",
    Touches("rc.closed_delta_g(1 + b, (1 + b)*log(x)/b, log(level)) - x + level", "x", "level*(1 + b)/b"),
    so="The right side is positive, and a convex function of x that touches the line x - lambda.",
)

BOOK.inequality(
    "T21.below-T1",
    "T1 is above it by -log(zeta)/(alpha-1) > 0, since zeta < 1.",
    "Theorem 21; Asoodeh et al. 2020, T1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same(
        "the difference",
        "rc.classical_epsilon(1 + b, gamma, delta) - rc.closed_epsilon_g(1 + b, gamma, delta)",
        "log(1 + 1/b) + log(1 + b)/b",
    ),
    Positive("its sign", "log1p(1/b) + log1p(b)/b"),
    so="The difference is log(alpha/(alpha-1)) + log(alpha)/(alpha-1). Both eps fall with delta, so the deltas are "
    "in the same order.",
)

BOOK.inequality(
    "T21.above-L1",
    "L1 never exceeds it: for alpha delta < 1 it is one of L1's two branches, and L1's edge gamma + log(1-delta) is "
    "below it since delta (1-delta)^(alpha-1) is largest, zeta, at delta = 1/alpha.",
    "Theorem 21; Asoodeh et al. 2020, Lemma 1",
    "all alpha > 1, gamma > 0, 0 < delta < 1",
    Same("its slope has the sign of n - (alpha-1)", "d/dn excess(n, b, gamma)", "(n - b)/(b*n*(1 + n))"),
    Same("it is 0 at n = alpha-1", "excess(b, b, gamma)", "0"),
    so="With 1/delta = 1 + n the excess falls for n < alpha-1 and rises for n > alpha-1, where it is 0.",
)
