"""Claims about the Renyi curve of losses of bounded range: the worst pair, the worst offset and the closed form."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, Shipped

from ..formulas import laplace_moments as two_ratios

SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)
OFFSETS = "all eps > 0 and all offsets 0 < t < eps (e^t = 1 + x, e^(eps-t) = 1 + y)"

NOTATION = Notation(
    "weight(x, y) = y/(x + y + x*y)",
    "high = 1 + x",
    "low = 1/(1 + y)",
    "q(t, e) = (exp(-t) - exp(-e))/(1 - exp(-e))",
    "moment(t, e, b) = q(t, e)*exp((1 + b)*t) + (1 - q(t, e))*exp((1 + b)*(t - e))",
    "best(e, b) = e - two_ratios.below_top(e, 1 + b)",
    "shape(s, b) = s^b*(1 + b - b*s)",
    "rise(s, b) = d/ds shape(s, b)",
    "top(e, b) = (1 + b)*(1 - exp(-b*e)) - b*(1 - exp(-(1 + b)*e))",
    "bottom(e, b) = b*exp(e)*(1 - exp(-(1 + b)*e)) - (1 + b)*(1 - exp(-b*e))",
    "log_sinhc(y) = log((exp(y) - exp(-y))/(2*y))",
    "closed(h, b) = (1 + b)*log_sinhc((1 + b)*h) - b*log_sinhc(b*h) - log_sinhc(h)",
    ranges={"z x y s e k h": SIZE, "b": ORDER},
    two_ratios=two_ratios,
    renyi=Shipped("exponential.renyi"),
)
BOOK = Proofs("exponential", "direct computation", notation=NOTATION)

BOOK.soundness(
    "renyi.worst-pair",
    "Among losses in [t - eps, t] the two-outcome pair has the largest moment: x^alpha is below its chord, whose mean "
    "is its value at 1.",
    "the chord of x^alpha",
    f"{OFFSETS}, alpha > 1",
    Positive("x^alpha is convex", "d2/dz2 z^(1 + b)"),
    Same(
        "the chord at 1",
        "weight(x, y)*high^(1 + b) + (1 - weight(x, y))*low^(1 + b)",
        "(high^(1 + b)*(1 - low) + low^(1 + b)*(high - 1))/(high - low)",
    ),
    so="The likelihood ratio has the mean 1 under Q.",
)

BOOK.optimum(
    "renyi.offset",
    "The pair's moment is U T^(alpha-1) - V T^alpha in T = e^t; at s times the shipped offset it is s^(alpha-1) "
    "(alpha - (alpha-1) s) times its value there, which rises up to s = 1 and falls from it.",
    "the offset t = eps - log(alpha (1 - e^(-(alpha-1) eps))/((alpha-1) (1 - e^(-alpha eps))))",
    "all eps > 0, alpha > 1, all offsets",
    Same(
        "the moment at s times the best T",
        "moment(best(e, b) + log(s), e, b)",
        "s^b*(1 + b - b*s)*exp(b*two_ratios.bounded_range(e, 1 + b))",
    ),
    Positive("it rises below", "rise(1/(1 + k), b)"),
    Positive("and falls above", "-rise(1 + k, b)"),
    so="So no offset has a larger moment than the shipped curve (s = 1).",
)

BOOK.identity(
    "renyi.attained",
    "The shipped offset lies in [0, eps], so a two-outcome exponential mechanism has exactly the shipped divergence "
    "at each order.",
    "the offset of renyi.offset",
    "all eps > 0, alpha > 1",
    Same("e^(eps-t) - 1", "exp(two_ratios.below_top(e, 1 + b)) - 1", "top(e, b)/(b*(1 - exp(-(1 + b)*e)))"),
    Same("0 at 0", "top(0, b)", "0"),
    Same("its slope", "d/de top(e, b)", "(1 + b)*b*exp(-b*e)*(1 - exp(-e))"),
    Same("e^t - 1 is 0 at 0", "bottom(0, b)", "0"),
    Same("its slope, too", "d/de bottom(e, b)", "b*exp(-b*e)*(exp((1 + b)*e) - 1)"),
    so="Both are 0 at eps = 0 and rise, as e^x > 1 for x > 0.",
)

BOOK.identity(
    "renyi.closed",
    "The shipped curve is (alpha L(alpha eps/2) - (alpha-1) L((alpha-1) eps/2) - L(eps/2))/(alpha-1) with L(y) = "
    "log(sinh(y)/y).",
    "the moment at the best offset",
    "all eps > 0, alpha > 1",
    Same("", "exp(b*renyi(epsilon=2*h).curve(1 + b))", "exp(closed(h, b))"),
)
