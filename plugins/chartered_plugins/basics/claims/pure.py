"""Claims about pure DP: its worst case, the profile that it implies, and that its eps adds up."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Composed, Notation, Positive, Proofs, Same, SameParts, Shipped
from chartered.proving.formula_reader import defined

from . import approximate, bernoulli

SIZE = (Fraction(1, 20), 20)
CHANCE = (Fraction(1, 100), 1)
BELOW = "all 0 <= eps < eps0 (e^eps = 1 + x, e^eps0 = 1 + x + y)"

NOTATION = Notation(
    "u = approximate.first_weight(x, y)",
    "v = approximate.second_weight(x, y)",
    "lie(epsilon0) = 1/(1 + exp(epsilon0))",
    "response(epsilon0, epsilon) = bernoulli.hockey_stick(1 - lie(epsilon0), lie(epsilon0), epsilon)",
    "gap(epsilon0, epsilon) = pure_worst_case(epsilon=epsilon0).delta(epsilon) - response(epsilon0, epsilon)",
    "profile(epsilon0, epsilon) = pure_profile(epsilon=epsilon0).delta(epsilon)",
    "below(x, y) = profile(log1p(x + y), log1p(x))",
    "solved(epsilon0, delta) = pure_profile(epsilon=epsilon0).epsilon(delta)",
    ranges={"e y": SIZE, "x": (0, 20), "p q r s z": (0, 1)},
    pure_pure=Shipped("pure.pure"),
    pure_worst_case=Shipped("pure.worst-case"),
    bernoulli=bernoulli,
    pure_profile=Shipped("pure.profile", ch.Pure),
    approximate=approximate.NOTATION,
    composed=Composed("pure", ch.Pure, "epsilon"),
    thrice=Composed("pure", ch.Pure, "epsilon", times=3),
)
BOOK = Proofs("pure", "Liu et al. 2022", at="definition of eps-DP", notation=NOTATION)
below = defined(NOTATION, "below")
"""The registered profile at eps < eps0."""

BOOK.identity(
    "pure.definition",
    "The step's guarantee is the eps that it states.",
    "all eps > 0",
    Same("", "pure_pure(epsilon=e).epsilon", "e"),
)

BOOK.identity(
    "worst-case.attained",
    "Binary randomized response, which is eps0-DP, has the stated delta at every eps: no smaller delta holds for all "
    "eps0-DP mechanisms.",
    "Theorem 2.1 with delta0 = 0; Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "all eps0 > 0, eps >= 0",
    SameParts("for eps < eps0", "gap(log1p(x + y), log1p(x))", "0"),
    SameParts("for eps >= eps0", "gap(log1p(y), log1p(x + y))", "0"),
    so="The two outcomes' probabilities differ by the factor e^eps0, so the mechanism is eps0-DP.",
)

BOOK.soundness(
    "profile.sound",
    "For probabilities p, q of an event with p <= A q and 1-q <= A (1-p), p - L q <= (A-L)/(1+A): the difference is a "
    "sum of both constraints with nonnegative weights.",
    "Theorem 2.1 with delta0 = 0, 'if'",
    BELOW,
    SameParts(
        "bound - (p - L q) = u (A q - p) + v (A (1-p) - (1-q))",
        "below(x, y) - (p - (1 + x)*q)",
        "u*((1 + x + y)*q - p) + v*((1 + x + y)*(1 - p) - (1 - q))",
    ),
    Positive("u = (A L - 1)/(A^2 - 1) > 0", "u", zero="x"),
    Positive("v = (A - L)/(A^2 - 1) > 0", "v", zero="x"),
    SameParts("the bound is 0 at L >= A", "profile(log1p(y), log1p(x + y))", "0"),
    so="A = e^eps0, L = e^eps; the constraints are those of the event and of its complement. For L >= A, p - L q <= "
    "p - A q <= 0.",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile; at eps = 0 the profile is tanh(eps0/2), and for larger "
    "delta eps is 0.",
    "Theorem 2.1 with delta0 = 0",
    BELOW,
    SameParts("eps(delta(eps)) = eps", "exp(solved(log1p(x + y), below(x, y)))", "1 + x"),
    SameParts("delta(0) = (e^eps0 - 1)/(e^eps0 + 1)", "below(0, y)", "y/(2 + y)"),
    SameParts("eps = 0 above it", "solved(log1p(y), y/(2 + y) + z)", "0"),
    so="The profile falls from eps = 0 to eps0.",
)

BOOK.soundness(
    "composition.adds",
    "A1 A2 q1 q2 - p1 p2 = A1 q1 (A2 q2 - p2) + p2 (A1 q1 - p1): the likelihood ratios of two runs multiply, so the "
    "eps add up; randomized response attains it.",
    "basic composition (Dwork, McSherry, Nissim, Smith 2006)",
    "all eps1, eps2 > 0, and all outcomes",
    Same(
        "the identity, with the shipped sum",
        "exp(composed(log1p(x), log1p(y)))*q*s - p*r",
        "(1 + x)*q*((1 + y)*s - r) + r*((1 + x)*q - p)",
        {"x": SIZE, **dict.fromkeys("pqrs", CHANCE)},
    ),
    Same("three runs of one guarantee", "thrice(e)", "3*e"),
    so="(p1, q1, p2, q2) = (p, q, r, s); r and s are conditional on the first outcome, so the second run may adapt. "
    "At q = 1/(1+A1), p = A1 q and likewise s, r (the truth twice) both sides are equal: no smaller eps holds.",
)

BOOK.soundness(
    "monotone",
    "What is eps-DP is eps'-DP for every eps' > eps: so a smaller eps states no less, inside every wrapper.",
    "all eps' > eps >= 0 and events (e^eps' = e^eps (1 + y), a chance q > 0)",
    Positive("what is more", "(1 + x)*(1 + y)*q - (1 + x)*q", {"q": CHANCE}, zero="x"),
    so="P <= e^eps Q <= e^eps' Q for every event.",
)
