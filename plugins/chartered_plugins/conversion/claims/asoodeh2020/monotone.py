"""Claims about Theorem 3 as printed: at every fixed p the objective increases with eps and with delta."""

from fractions import Fraction

from chartered.proving import Positive, Proofs, Same

from .. import scaled

NOTATION = scaled.notation(
    "odds = p*(1 - q)/(q*(1 - p))",
    "odds_of_delta = p*(1 + l - p + d)/((p - d)*(1 - p))",
    "q_of = delta*(s - 1)*exp(-eps)",
    "of_first(alpha, eps, delta, c) = rc.objective_first(alpha, eps, delta, c/delta)",
    "of_second(alpha, eps, delta, c) = rc.objective_second(alpha, eps, delta, c/delta)",
    ranges={**scaled.FREE, "c": (Fraction(2, 5), Fraction(9, 10))},
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Theorem 3, derivation", notation=NOTATION)

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
