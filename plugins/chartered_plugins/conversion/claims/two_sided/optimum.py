"""Claims about the two-sided conversion: its dual function, its mean, the pair that attains it, and its largest eps."""

from fractions import Fraction

from chartered.proving import Nonnegative, Notation, Proofs, Same, SameParts, Touches, lemma

from ....basics.claims import bernoulli
from ....basics.formulas import randomized_response as response
from ...formulas import two_sided as optimal_conversion

ORDER = (Fraction(1, 10), 9)
SIZE = (Fraction(1, 20), 20)
BELOW = "all alpha > 1, 0 <= eps < e0 (e^eps = 1 + x, e^e0 = T = 1 + x + y)"

NOTATION = Notation(
    "sinh2(x) = exp(x) - exp(-x)",
    "gap(u, b) = b*sinh2((1 + b)*u) - (1 + b)*sinh2(b*u)",
    # how far x^alpha and x^(1-alpha) lie above their tangents at t
    "forth(x, t, b) = x^(1 + b) - t^(1 + b) - (1 + b)*t^b*(x - t)",
    "back(x, t, b) = x^(-b) - t^(-b) + b*t^(-1 - b)*(x - t)",
    "forth_rate(x, t, b) = d/dx forth(x, t, b)",
    "back_rate(x, t, b) = d/dx back(x, t, b)",
    # A and B: how much of each remainder makes the tangent at T of slope 1 meet zero at lambda
    "spread(ratio, b) = ratio^b - ratio^(-b)",
    "outer = b*spread(ratio, 1 + b)",
    "inside = (1 + b)*spread(ratio, b)",
    "A(ratio, b, level) = (level*outer - inside)/(outer^2 - inside^2)",
    "B(ratio, b, level) = (outer - level*inside)/(outer^2 - inside^2)",
    "constant(t, b) = -(1 + b)*t^b + b*t^(1 + b)",
    "top = 1 + x + y",
    # randomized response: its chances p and q, of likelihood ratios T and 1/T, its moment, its delta
    "p(ratio) = ratio/(1 + ratio)",
    "q(ratio) = 1/(1 + ratio)",
    "moment(ratio, b) = exp(b*response.renyi(log(ratio), 2, 1 + b))",
    "delta(x, y) = response.delta(log1p(x + y), 2, log1p(x))",
    "mean(t, b) = moment(t, b) + constant(1/t, b)",
    "reverse_mean(t, b) = moment(t, b) + constant(t, b)",
    "last(ratio, b) = outer/inside",
    ranges={
        "b": ORDER,
        "u": (Fraction(1, 20), 5),
        "x t inner k z": SIZE,
        "ratio": (Fraction(11, 10), 9),
        "level": (1, 5),
        "y": (Fraction(1, 10), 5),
    },
    response=response,
    bernoulli=bernoulli,
    oc=optimal_conversion,
)
BOOK = Proofs("renyi.two-sided", "direct computation", at="our dual form", notation=NOTATION)

wider = lemma(
    NOTATION,
    Same("(alpha-1) sinh(alpha u) - alpha sinh((alpha-1) u) is 0 at u = 0", "gap(0, b)", "0"),
    Same(
        "its slope has the factors e^((2 alpha-1) u) - 1 > 0 and e^u - 1 > 0",
        "d/du gap(u, b)",
        "b*(1 + b)*exp(-(1 + b)*u)*(exp((1 + 2*b)*u) - 1)*(exp(u) - 1)",
    ),
)
"""(alpha-1) sinh(alpha u) > alpha sinh((alpha-1) u) for u > 0: both are 0 at 0, and the derivative of the difference is
a product of positive factors."""

BOOK.inequality(
    "dual-function",
    "h(x) = A (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) + B (x^(1-alpha) - t^(1-alpha) + (alpha-1) t^(-alpha) "
    "(x-t)) at t = 1/T is nonnegative and lies above x - lambda, its tangent at T.",
    "our dual form: Bregman remainders of both orders",
    "all alpha > 1, T = e^e0 > 1, 1 <= lambda <= (alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0)), x > 0",
    Touches("forth(x, t, b)", "x", "t"),
    Touches("back(x, t, b)", "x", "t"),
    Same(
        "h(T) = T - lambda",
        "A(ratio, b, level)*forth(ratio, 1/ratio, b) + B(ratio, b, level)*back(ratio, 1/ratio, b)",
        "ratio - level",
    ),
    Same(
        "h'(T) = 1",
        "A(ratio, b, level)*forth_rate(ratio, 1/ratio, b) + B(ratio, b, level)*back_rate(ratio, 1/ratio, b)",
        "1",
    ),
    wider,
    Nonnegative("A >= 0", "(1 + k*z/(1 + z))*inner*(1 + k) - inner", zero="z"),
    Nonnegative("B >= 0", "inner*(1 + k) - (1 + k*z/(1 + z))*inner", zero="z"),
    so="A and B are (lambda O - I)/(O^2 - I^2) and (O - lambda I)/(O^2 - I^2) for O = 2 (alpha-1) sinh(alpha e0), I "
    "= 2 alpha sinh((alpha-1) e0): not negative where O = (1+k) I and lambda = 1 + k z/(1+z). h is convex, so it "
    "lies above its tangents.",
)

BOOK.soundness(
    "mean",
    "E_Q[h] is A (M - alpha t^(alpha-1) + (alpha-1) t^alpha) + B (M' - alpha t^(1-alpha) + (alpha-1) t^(-alpha)), and "
    "with both moments as large as those of randomized response it is the shipped delta.",
    BELOW,
    Same("the mean of the first remainder", "forth(x, t, b) - x^(1 + b) - constant(t, b) + (1 + b)*t^b*(x - 1)", "0"),
    Same("the mean of the second remainder", "back(x, t, b) - x^(-b) - constant(1/t, b) - b*t^(-1 - b)*(x - 1)", "0"),
    SameParts(
        "E_Q[h] at the moments of randomized response",
        "A(top, b, 1 + x)*mean(top, b) + B(top, b, 1 + x)*reverse_mean(top, b)",
        "delta(x, y)",
        {"x": (0, 5)},
    ),
    so="The likelihood ratio x has the mean 1 under Q, E_Q[x^alpha] = M = e^((alpha-1) D_alpha(P||Q)), "
    "E_Q[x^(1-alpha)] = M' = e^((alpha-1) D_alpha(Q||P)); as A, B >= 0 (dual-function), smaller moments give a "
    "smaller mean: no pair within gamma exceeds it.",
)

BOOK.optimum(
    "attained",
    "Randomized response of e0 has the shipped divergence of order alpha in both orders, and the shipped delta: no "
    "conversion of the two-sided constraint is better.",
    "the converse; asoodeh2020.erratum.one-sided says why Theorem 3 is not optimal here",
    BELOW,
    Same("D_alpha(P||Q)", "exp(bernoulli.log_moment(1 + b, p(ratio), q(ratio)))", "moment(ratio, b)"),
    Same("D_alpha(Q||P)", "exp(bernoulli.log_moment(1 + b, q(ratio), p(ratio)))", "moment(ratio, b)"),
    SameParts(
        "the hockey-stick divergence", "bernoulli.hockey_stick(p(top), q(top), log1p(x))", "delta(x, y)", {"x": (0, 5)}
    ),
    so="It is a pair within the constraint, and the bound is its own delta.",
)

BOOK.identity(
    "last-epsilon",
    "The last eps of randomized response is log((alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0))) > 0, where B = "
    "0: Theorem 3's eps at the tangent points 1/T and T.",
    "all alpha > 1, T = e^e0 > 1",
    Same("the shipped level", "exp(oc.last_epsilon(1 + b, log(ratio)))", "last(ratio, b)"),
    Same("B = 0 there", "B(ratio, b, last(ratio, b))", "0"),
    wider,
    so="It is above 0 since (alpha-1) sinh(alpha e0) > alpha sinh((alpha-1) e0).",
)
