"""Claims about the errors of tests under a two-sided Renyi bound: a certificate for a lower bound, and the tangents of
the trade-off curve."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, SameParts

from ....basics.claims import bernoulli
from . import optimum, region
from .optimum import BELOW, ORDER
from .region import PAIRS

NOTATION = Notation(
    "term(x, y, b) = x^(1 + b)*y^(-b) + (1 - x)^(1 + b)*(1 - y)^(-b)",
    "P = region.high(u, v, w)",
    "Q = region.low(u, v, w)",
    "fixed = optimum.q(ratio)",
    ranges={
        "b": ORDER,
        "u v w": (Fraction(1, 20), 20),
        "p q": (Fraction(1, 20), Fraction(19, 20)),
        "ratio": (Fraction(11, 10), 9),
        "x": (0, 5),
        "y": (Fraction(1, 10), 5),
    },
    bernoulli=bernoulli,
    region=region.NOTATION,
    optimum=optimum.NOTATION,
)
BOOK = Proofs("renyi.two-sided.tradeoff", "direct computation", notation=NOTATION)

BOOK.identity(
    "errors",
    "The moments of the pair p = 1 - type II, q = type I are those that the shipped excess takes, in both orders.",
    "definition",
    PAIRS,
    Same("E_Q[(P/Q)^alpha]", "exp(bernoulli.log_moment_of_errors(1 + b, Q, 1 - P))", "region.forth(b, u, v, w)"),
    Same("E_P[(Q/P)^alpha]", "exp(bernoulli.log_moment_of_errors(1 + b, 1 - P, Q))", "region.back(b, u, v, w)"),
    so="The shipped excess is the larger of the two logarithms less (alpha-1) gamma.",
)

BOOK.soundness(
    "certificate",
    "Both moments rise with p for p > q: where one of them is at least M at p = 1 - b, q = a, a + b <= 1, every test "
    "of type I error a has a type II error of b or more.",
    "data processing to the test's event",
    PAIRS,
    Same("the slope of E_Q[(P/Q)^alpha]", "d/dp term(p, q, b)", "(1 + b)*((p/q)^b - ((1 - p)/(1 - q))^b)"),
    Same("the slope of E_P[(Q/P)^alpha]", "d/dp term(q, p, b)", "b*(((1 - q)/(1 - p))^(1 + b) - (q/p)^(1 + b))"),
    Positive("p/q > 1", "P/Q - 1"),
    Positive("(1-p)/(1-q) < 1", "1 - (1 - P)/(1 - Q)"),
    so="Powers rise and p/q > 1 > (1-p)/(1-q), so both slopes are positive. A test with the errors a and b' makes a "
    "pair (1-b', a) within the constraint (merging outcomes, asoodeh2020.T2.merge, in both orders): its moments "
    "are at most M, so 1 - b' <= 1 - b.",
)

BOOK.optimum(
    "tangents",
    "The trade-off curve of one order is symmetric with the fixed point 1/(1 + e^e0), and the lines 1 - delta(eps) - "
    "e^eps a of the two-sided profile and their mirror images touch it: up to the last eps at the fixed point, above "
    "it at Theorem 3's pair.",
    "duality of profile and trade-off (Dong, Roth, Su 2022, Proposition 6)",
    BELOW,
    Same(
        "both moments at the fixed point are those of the response",
        "exp(bernoulli.log_moment_of_errors(1 + b, fixed, fixed))",
        "optimum.moment(ratio, b)",
    ),
    SameParts(
        "every line up to the last eps passes through it",
        "1 - optimum.delta(x, y) - (1 + x)/(2 + x + y)",
        "1/(2 + x + y)",
    ),
    so="The region of all errors is convex (each moment is, asoodeh2020.T2.merge), closed, and the same if the "
    "errors are exchanged, so its lower boundary is the supremum of its tangents, whose heights are the "
    "two-sided optimum (`attained`, `beyond`).",
)
