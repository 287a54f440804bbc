"""Claims about Theorem 3 as printed: the derivative in p and the position of the minimum, and that at every fixed p the
objective increases with eps and with delta."""

from fractions import Fraction

from chartered.proving import Positive, Proofs, Same, Tends

from .. import scaled

SMALL = (Fraction(1, 99), Fraction(9, 10))
WIDE = {"eps": (0, 5), "delta": SMALL}
NOTATION = scaled.notation(
    "towards_one(b, l, delta, rest) = rc.objective_second(1 + b, e, delta, (1 - rest)/delta)",
    "rate(b, l, delta, rest) = d/drest towards_one(b, l, delta, rest)",
    "end = rc.objective_first(1 + b, eps, delta, 1/delta)/b",
    "odds = p*(1 - q)/(q*(1 - p))",
    "odds_of_delta = p*(1 + l - p + d)/((p - d)*(1 - p))",
    "q_of = delta*(s - 1)*exp(-eps)",
    "of_first(alpha, eps, delta, c) = rc.objective_first(alpha, eps, delta, c/delta)",
    "of_second(alpha, eps, delta, c) = rc.objective_second(alpha, eps, delta, c/delta)",
    ranges={
        **scaled.FREE,
        "c": (Fraction(2, 5), Fraction(9, 10)),
        "extra": (Fraction(1, 50), 50),
        "rest": (Fraction(1, 10**6), Fraction(1, 20)),
    },
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Theorem 3, derivation", notation=NOTATION)

BOOK.inequality(
    "T3.first-term",
    "The first term falls for p < alpha delta, rises for p > alpha delta, and at p = alpha delta it is delta/zeta.",
    "Theorem 3, derivation of g",
    scaled.ALL,
    Same("d log(first)/ds = (s-alpha)/(s(s-1))", "first_slope(alpha, eps, delta, s)", "(s - alpha)/(s*(s - 1))"),
    Positive("s (s-1) > 0", "(1 + x)*x"),
    Same(
        "the least value",
        "rc.objective_first(1 + b, eps, delta, 1 + b)",
        "b*eps + log(delta) - rc.log_zeta(1 + b)",
        WIDE,
    ),
    so="The slope of its logarithm has the sign of s - alpha = (p - alpha delta)/delta.",
)

BOOK.inequality(
    "T3.second-term",
    "The second term falls strictly as p rises.",
    scaled.ALL,
    Positive("", "-second_slope(1 + b, e, d, 1 + x)", zero="l"),
)

BOOK.inequality(
    "T3.place-of-minimum",
    "If alpha delta < 1 the minimiser is a single p in (alpha delta, 1), the zero of the slope; there the slope at p "
    "-> 1 is positive.",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
    Positive(
        "slope of log(first) at s = 1/delta is positive when 1/delta > alpha",
        "first_slope(1 + b, 1, 1/(1 + b + extra), 1 + b + extra)",
    ),
    Tends(
        "slope of the second term vanishes at p -> 1",
        "rate(b, l, delta, rest)*exp(towards_one(b, l, delta, rest))",
        "rest",
        0,
        "0",
        {"delta": SMALL},
    ),
    Same("the slope of log(first) at s = alpha is 0", "first_slope(1 + b, 1, 1/(1 + b + y), 1 + b)", "0"),
    so="Up to p = alpha delta both terms fall (T3.first-term, T3.second-term); at the end the slope of the sum is "
    "positive; T3.convex makes the zero unique.",
)

BOOK.optimum(
    "T3.edge",
    "If alpha delta >= 1 the objective falls on all of (delta, 1) and its infimum, at p -> 1, is eps - log(1-delta).",
    "Theorem 4, first case",
    "all alpha > 1, eps >= 0, 1/alpha <= delta < 1",
    Positive(
        "first term falls for s < 1/delta when alpha >= 1/delta",
        "-first_slope(1 + x + y + extra, 1, d, 1 + x)",
        {"extra": (0, 50)},
        zero="extra",
    ),
    Same("its logarithm over alpha-1 at s = 1/delta is eps - log(1-delta)", "end", "eps - log(1 - delta)", WIDE),
    Tends(
        "the second term tends to 0 at p -> 1", "exp(towards_one(b, l, delta, rest))", "rest", 0, "0", {"delta": SMALL}
    ),
    Same("edge_epsilon is its inverse", "rc.edge_epsilon(end, delta)", "eps", WIDE),
    so="The first term falls up to s = 1/delta <= alpha, the second always falls (T3.second-term) and tends to 0; what "
    "is left is the first at s = 1/delta.",
)

BOOK.inequality(
    "T3.rises-with-eps",
    "At every fixed p the objective rises strictly with eps; so gamma(eps, delta) rises with eps, and eps(delta, "
    "gamma) with gamma.",
    scaled.ALL,
    Same("d log(first)/d eps = alpha-1", "d/deps rc.objective_first(alpha, eps, delta, s)", "alpha - 1"),
    Same(
        "d log(second)/d eps = -(alpha-1) q/(1-q)",
        "d/deps rc.objective_second(alpha, eps, delta, s)",
        "-(alpha - 1)*q_of/(1 - q_of)",
    ),
    Same(
        "log(first/second) - log(q/(1-q)) = alpha log(p(1-q)/(q(1-p)))",
        "first - second - log(q/(1 - q))",
        "(1 + b)*log(odds)",
    ),
    Positive("p(1-q) > q(1-p)", "odds - 1", zero="l"),
    so="The slope of first + second is (alpha-1)(first - second q/(1-q)), positive since first/second > q/(1-q), "
    "since p > q.",
)

BOOK.inequality(
    "T3.rises-with-delta",
    "At every fixed p the objective rises strictly with delta; so gamma(eps, delta) rises with delta, and eps(delta, "
    "gamma) falls.",
    scaled.ALL,
    Same(
        "d log(first)/d delta = (alpha-1)/(p-delta)",
        "d/ddelta of_first(alpha, eps, delta, c)",
        "(alpha - 1)/(c - delta)",
        {"delta": (Fraction(1, 99), Fraction(1, 3))},
    ),
    Same(
        "d log(second)/d delta",
        "d/ddelta of_second(alpha, eps, delta, c)",
        "-(alpha - 1)/(exp(eps) - c + delta)",
        {"delta": (Fraction(1, 99), Fraction(1, 3))},
    ),
    Same(
        "the logarithm of the ratio of the two parts",
        "first - second + log((1 + l - p + d)/(p - d))",
        "(1 + b)*log(odds_of_delta)",
    ),
    Positive("which is positive", "odds_of_delta - 1", zero="l"),
    so="The slope of first + second is (alpha-1)(first/(p-delta) - second/(e^eps-p+delta)), positive since "
    "p(e^eps-p+delta) > (p-delta)(1-p).",
)
