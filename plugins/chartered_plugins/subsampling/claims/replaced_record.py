"""Claims about a record that is replaced in a Poisson sample: the bound outcome by outcome, the best c, and the ratio
of every outcome."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Shipped

from ..formulas import replaced_record
from .subsampling import CHANCE, SIZE

NOTATION = Notation(
    # the chances of an outcome: r without the record, x with it, y with the other one in its place
    "mixed(q, r, x) = (1 - q)*r + q*x",
    "excess = mixed(q, r, x) - exp(eps)*mixed(q, r, y)",
    "without = replaced_record.without_record(q, eps)",
    "share = replaced_record.gaussian_share(m, without, eps)",
    "largest(q, a) = (1 - q + q*exp(a))/(1 - q + q*exp(-a))",
    ranges={
        "q l": Range.chance(SIZE),
        "eps a": Range.epsilon((0, 20)),
        "r x y": CHANCE,
        "c": (Fraction(1, 20), 20),
        "m t": (Fraction(1, 10), 5),
        "less more": (0, 1),
    },
    replaced_record=replaced_record,
    pure=Shipped("poisson.replaced-pure", inner=ch.Pure),
)
BOOK = Proofs("poisson", "Balle, Barthe, Gaboardi 2018", at="ours", notation=NOTATION)

BOOK.identity(
    "replaced-profile.outcome",
    "(1-q) r + q x - a ((1-q) r + q y) = q ((x - (A + c) r) + c (r - (a/c) y)) for every outcome and every c, with a = "
    "e^eps and A = (a - 1)(1-q)/q. So the divergence of the sampled outputs is at most q (H_{A+c}(P || R) + c "
    "H_{a/c}(R || P')): also as a mean over the rest of the sample, which both neighbours share.",
    "Theorem 2, with the outputs without the record kept",
    "all 0 < q < 1 (q = u/(1+u)), eps >= 0 (e^eps = 1 + l), c > 0, all chances of the outcome",
    Same("for every outcome", "excess", "q*((x - (without + c)*r) + c*(r - exp(eps)/c*y))", points=40),
    Nonnegative("A is nonnegative", "without", zero="eps"),
    so="The positive part of a sum is at most the sum of the positive parts, and of a mean at most the mean; a "
    "divergence is the sum of the positive parts. The two records may change places, so the other direction has the "
    "same bound, and below e^eps = 1 it follows by replaced-profile.below-one.",
)

BOOK.identity(
    "replaced-profile.nearer",
    "x - A r - a y = (l x - A r) + ((1 - l) x - a y) for every outcome and any l: so the divergence of the sampled "
    "outputs is also at most q (l H_{A/l}(P || R) + (1 - l) H_{a/(1-l)}(P || P')), where that of P from P' is known.",
    "Theorem 2, with the share l chosen",
    "all 0 < q < 1, eps >= 0, 0 < l < 1, all chances of the outcome",
    Same("for every outcome", "excess", "q*(l*(x - without/l*r) + (1 - l)*(x - exp(eps)/(1 - l)*y))", points=40),
    so="As in replaced-profile.outcome.",
)

BOOK.identity(
    "replaced-profile.below-one",
    "H_a(P || R) = 1 - a + a H_{1/a}(R || P) for a < 1: the excess x - a r of each outcome is its positive part less "
    "that of a (r - x/a), and the excesses add up to 1 - a.",
    "definition",
    "all outcomes, 0 < a < 1",
    Same("for every outcome", "x - t*r", "-t*(r - x/t)"),
    so="For any number its positive part is the number plus the positive part of its negative.",
)

BOOK.identity(
    "exact-replaced-profile.normal",
    "For outputs N(m), N(0) and N(-m), whose likelihood ratios at z are P/R = e^(m z - m^2/2) and R/P' = e^(m z + "
    "m^2/2), the shipped c has A + c = P/R and a/c = R/P' at one and the same place z: both positive parts are taken "
    "beyond it, and the bound is attained. The weights of discrete Gaussian noise have the same ratios, on the "
    "integers.",
    "all 0 < q < 1, eps >= 0, m > 0",
    Same("P/R times e^(m^2) is R/P'", "(without + share)*exp(m^2)", "exp(eps)/share"),
    Same("at any place", "exp(m*t - m^2/2)*exp(m^2)", "exp(m*t + m^2/2)"),
    so="P/R takes every positive value, so that it is A + c at some z, and there R/P' is a/c. Both ratios rise with z: "
    "where P exceeds (A + c) R, R exceeds (a/c) P', and the positive part of the sum is the sum of the positive parts.",
)

BOOK.soundness(
    "exact-replaced-profile.bounded",
    "Where losses are at most a, the shipped c = e^(eps - a) leaves q H_{A+c}(P || R): no outcome is more than e^a "
    "times as likely under R as under P'. For Laplace noise, continuous or on the integers, and for the outputs (k "
    "e^a, (1 - 2k) e^-a, k e^-a), (k, 1 - 2k, k) and (k e^-a, (1 - 2k) e^-a, k e^a) with k = 1/(1 + e^a), which an "
    "a-DP mechanism may have, R is just e^a times as likely as P' wherever P exceeds (A + c) R, so that nothing is "
    "lost.",
    "all 0 < q < 1, eps >= 0, a >= 0, and chances r <= e^a y",
    Same("e^eps/c = e^a", "exp(eps)/exp(eps - a)", "exp(a)"),
    Nonnegative("no outcome gains", "exp(a)*y - (exp(a)*y - less)", zero="less"),
    Same("the first outputs add up to 1", "k*exp(a) + (1 - 2*k)*exp(-a) + k*exp(-a)", "1"),
    Same("their first outcome under R and P'", "k/(k*exp(-a))", "exp(a)"),
    Same("their second one", "(1 - 2*k)/((1 - 2*k)*exp(-a))", "exp(a)"),
    Nonnegative("their third one gains nothing", "(without + exp(eps - a))*k - k*exp(-a)", zero="eps"),
    so="A + c is at least e^-a, as large as P/R is on the third outcome. Two-sided exponential noise around three "
    "places that are Delta apart has R/P' = e^a beyond the middle one, and P exceeds (A + c) R >= e^-a R only there.",
    where=("k = 1/(1 + exp(a))",),
)

BOOK.soundness(
    "replaced-pure.ratio",
    "With likelihood ratios in [e^-a, e^a] on either side, an outcome is at most (1 - q + q e^a)/(1 - q + q e^-a) "
    "times as likely with the one record as with the other, which is the shipped e^eps'; it is attained.",
    "all 0 < q < 1, a >= 0, outcomes with x = e^a r - less and y = e^-a r + more",
    Same("the shipped e^eps'", "exp(pure(rate=q, epsilon=a).epsilon)", "largest(q, a)"),
    Nonnegative(
        "no outcome gains more",
        "largest(q, a)*mixed(q, r, exp(-a)*r + more) - mixed(q, r, exp(a)*r - less)",
        zero="less more",
    ),
    Same("it is attained", "mixed(q, r, exp(a)*r)", "largest(q, a)*mixed(q, r, exp(-a)*r)"),
    so="So it is for every outcome, and for a mean over the rest of the sample.",
)
