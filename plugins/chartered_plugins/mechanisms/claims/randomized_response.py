"""Claims about k-ary randomized response: its probabilities, its profile and its Renyi moments."""

from fractions import Fraction

from chartered.proving import Conditions, Notation, Positive, Proofs, Same, SameParts, Shipped, Tends

from ...basics.claims import pure

SIZE = (Fraction(1, 20), 20)
BELOW = "all k >= 2, 0 <= eps < eps0 (k = 2 + j, e^eps = 1 + x, e^eps0 = 1 + x + y)"

NOTATION = Notation(
    "truth(level, j) = (1 + level)/(2 + level + j)",
    "other(level, j) = 1/(2 + level + j)",
    "shipped(level, j, epsilon) = profile(epsilon=log1p(level), k=2 + j).delta(epsilon)",
    "below(x, y, j) = shipped(x + y, j, log1p(x))",
    "plain(x, y, j) = y/(2 + x + y + j)",
    "gain(p, q, x) = positive(p - (1 + x)*q)",
    "gains(p, q, x, j) = gain(p, q, x) + gain(q, p, x) + j*gain(q, q, x)",
    "stick(x, level, j) = gains(truth(level, j), other(level, j), x, j)",
    "solved(level, j, delta) = profile(epsilon=log1p(level), k=2 + j).epsilon(delta)",
    "to_truth = truth(y, j)*truth(z, j) + (1 + j)*other(y, j)*other(z, j)",
    "to_other = truth(y, j)*other(z, j) + other(y, j)*truth(z, j) + j*other(y, j)*other(z, j)",
    "stated(y, z, j) = ((1 + y)*(1 + z) + 1 + j)/(2 + y + z + j)",
    "kept = (2 + y + j)/(2 + y + j + more)",
    ranges={"a e": (Fraction(1, 5), 5), "y more z": SIZE, "j": (0, 50), "x": (0, 20)},
    pure_response=Shipped("randomized-response.pure"),
    profile=Shipped("randomized-response.profile"),
    response=Shipped("randomized-response.renyi"),
    pure=pure.NOTATION,
)
BOOK = Proofs("randomized-response", "Kairouz, Oh, Viswanath 2014", at="direct computation", notation=NOTATION)

BOOK.identity(
    "pure.ratio",
    "The k probabilities sum to 1, and those of the truth and of another value differ by the factor e^eps exactly.",
    "Warner 1965",
    "all eps > 0, k >= 2",
    Same("they sum to 1", "truth(y, j) + (1 + j)*other(y, j)", "1"),
    Same(
        "the factor is the shipped e^eps",
        "truth(y, j)/other(y, j)",
        "exp(pure_response(epsilon=log1p(y), k=2 + j).epsilon)",
    ),
    so="Every other value has the same probability under both inputs, so eps holds, and by the true value no "
    "smaller eps does.",
)

BOOK.identity(
    "profile.sum",
    "The shipped profile is the sum of the positive parts of P - e^eps Q over the k values: only the true one "
    "contributes.",
    "all k >= 2, eps0 > 0, eps >= 0",
    SameParts("for eps < eps0", "below(x, y, j) - stick(x, x + y, j)", "0"),
    SameParts("for eps >= eps0", "shipped(y, j, log1p(x + y)) - stick(x + y, y, j)", "0"),
    so="The values are the true one under P, the true one under Q, and the k - 2 others.",
)

BOOK.inequality(
    "profile.worst-case",
    "At k = 2 the profile is the worst case of pure DP, and it falls as k grows.",
    "Kairouz, Oh, Viswanath 2014",
    BELOW,
    SameParts("k = 2", "below(x, y, 0)", "pure.below(x, y)"),
    SameParts("the profile without positive parts", "below(x, y, j)", "plain(x, y, j)"),
    Positive("it falls with k", "plain(x, y, j) - plain(x, y, j + more)", zero="x j"),
    so="So more values are safer.",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    BELOW,
    SameParts("eps(delta(eps)) = eps", "exp(solved(x + y, j, below(x, y, j)))", "1 + x"),
    SameParts("eps = 0 above delta(0)", "solved(y, j, plain(0, y, j) + z)", "0", {"z": (0, 1)}),
    so="The profile falls from eps = 0 to eps0.",
)

BOOK.soundness(
    "monotone",
    "The response to a response is a response: at eps and then at eps' the odds of the truth are (x x' + k-1)/(x + x' "
    "+ k-2) with x = e^eps and x' = e^eps', which is 1 at eps' = 0, rises with eps', and tends to x. So every smaller "
    "eps is processing of the larger, whatever the data, and costs no more inside every wrapper.",
    "data processing",
    "all k >= 2, eps, eps' > 0 (k = 2 + j, x = 1 + y, x' = 1 + z)",
    Same("the odds", "to_truth/to_other", "stated(y, z, j)"),
    Same("1 at eps' = 0", "stated(y, 0, j)", "1"),
    Positive("they rise", "d/dz stated(y, z, j)", zero="j"),
    Tends("and tend to x", "stated(y, z, j)", "z", "inf", "1 + y"),
    so="It is continuous in eps', so every value between 1 and x is taken.",
)

BOOK.soundness(
    "values.monotone",
    "For two given inputs, randomized response among more values is post-processing of that among fewer: with some "
    "probability the output is replaced by one of the values that are neither of the two inputs. So more values cost "
    "no more for each pair of neighbours, also composed and on samples; among the other reports of a shuffle they may "
    "cost more.",
    "data processing, for each pair of inputs",
    "all k >= 2, more values, eps > 0 (k = 2 + j, e^eps = 1 + y)",
    Same("the truth", "kept*truth(y, j)", "truth(y, j + more)"),
    Same("the other input", "kept*other(y, j)", "other(y, j + more)"),
    Same("none of the two", "1 - kept + kept*j*other(y, j)", "(j + more)*other(y, j + more)"),
    Positive("the chance is below 1", "1 - kept", zero="j"),
    so="Each of the two inputs is kept with chance (e^eps + k - 1)/(e^eps + k' - 1), and every other value has one "
    "chance under both.",
)

BOOK.stated(
    "renyi.where-it-answers",
    "The Renyi curve is given for every eps > 0.",
    "our own condition",
    "eps = 0, 1/2 and 1",
    Conditions(
        "randomized-response.renyi",
        [f"randomized-response:epsilon={epsilon},k=3" for epsilon in ("1/2", "1")],
        ["randomized-response:epsilon=0,k=3"],
    ),
)

BOOK.identity(
    "renyi.moment",
    "E_Q[(P/Q)^alpha] is p^alpha r^(1-alpha) + r^alpha p^(1-alpha) + (k-2) r for the truth's p and another value's r.",
    "all alpha > 1, eps > 0, k >= 2 (alpha = 1 + a, eps = e, k = 2 + j)",
    Same(
        "the sum is the shipped moment",
        "exp(a*response(epsilon=e, k=2 + j).curve(1 + a))",
        "(exp((1 + a)*e) + exp(-a*e) + j)/(exp(e) + 1 + j)",
    ),
    so="p = e^eps/(e^eps+k-1) and r = 1/(e^eps+k-1), so the three terms have that common denominator.",
)
