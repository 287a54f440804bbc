"""Claims about the noise for a target: the accountant's variance (28) and Theorem 5's exact form (80)."""

from fractions import Fraction

from chartered.proving import Certain, Covered, Notation, Positive, Proofs, Same, Tends

from ....basics.formulas import gaussian_profile
from ...formulas import linear_curve as moments

SIZE = (Fraction(1, 9), 9)

NOTATION = Notation(
    "reach = exp(-u^2)",
    "eps_of = z*(z + 2*u)",
    "accountant = moments.accountant_variance(eps_of, reach, T)",
    "delta(b, eps) = exp(-(1 + b)*eps/2)",  # of which T5's order at eps is 1 + b: log(1/delta) = (1+b) eps/2
    "exact = moments.theorem5_variance(eps, delta(b, eps), T)",
    "room = 2*eps + 2/b*log((1 + b)*delta(b, eps)) - 2*log(1 - 1/(1 + b))",
    "first(variance, b, eps, T) = moments.lemma2_first(moments.rho_of(variance, T), delta(b, eps), 1 + b)",
    "slope(variance, b, eps, T) = d/dvariance first(variance, b, eps, T)",
    "inverse(b, eps) = (eps*(b - 1) + 2*log1p(b) + 2*b*log1p(1/b))/(b*(1 + b))",
    "limit = exp(-alpha*eps/2)",
    "d = 1/10^5",
    ranges={
        "z": SIZE,
        "u": (Fraction(1, 9), 5),
        "T": (1, 1000),
        "L": (1, 50),
        "eps": (Fraction(1, 9), 3),
        "b": (2, 30),
        "variance": (1, 9),
        "extra": (0, 9),
        "alpha": (2, 50),
    },
    moments=moments,
    gaussian_profile=gaussian_profile,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Theorem 5, (80)", notation=NOTATION)

BOOK.identity(
    "E28.inverse",
    "sigma^2 = T/(2 (sqrt(eps+L) - sqrt(L))^2) gives E23 exactly eps.",
    "(28)",
    "all eps > 0, 0 < delta < 1, T > 0 (log(1/delta) = u^2, eps = z (z+2u))",
    Same("the form as printed", "accountant", "T/(2*(sqrt(eps_of + u^2) - u)^2)"),
    Same("E23 at that variance", "moments.accountant_epsilon(moments.rho_of(accountant, T), reach)", "eps_of"),
    so="sqrt(eps + L) = z + u.",
)

BOOK.identity(
    "E28.expansion",
    "As L grows, E28 is 2TL/eps^2 + T/eps + O(1/L), and the O(1/L) term is -T/(8L).",
    "(28)",
    "eps, T > 0 fixed, L -> infinity",
    Tends(
        "", "L*(moments.accountant_variance(eps, exp(-L), T) - 2*T*L/eps^2 - T/eps)", "L", "inf", "-T/8", {"T": (1, 9)}
    ),
)

BOOK.identity(
    "T5.exact-form",
    "(80), alpha T/(2 eps + (2/(alpha-1)) log(alpha delta) - 2 log(1-1/alpha)) at alpha = 2L/eps, gives L2's eps0 of "
    "that order exactly eps.",
    "all eps > 0, delta with alpha = 2L/eps > 1, T > 0",
    Same("the form as printed", "exact", "(1 + b)*T/room"),
    Same("eps0 at that variance", "first(exact, b, eps, T)", "eps"),
    Positive("eps0 falls with the variance", "-slope(variance, b, eps, T)"),
    so="Where it is positive it is sufficient, and so is any larger variance. L2 asks alpha <= 1/delta, its first "
    "branch needs no such condition (balle2020.T21.sound).",
)

BOOK.inequality(
    "T5.positive",
    "(80) is positive when eps <= log(1/delta), that is alpha >= 2.",
    "all eps > 0, delta with eps <= log(1/delta), T > 0",
    Same("the inverse of (80)", "1/moments.theorem5_variance(eps, delta(b, eps), 1)", "inverse(b, eps)"),
    Positive("its sign at b = 1 + extra", "inverse(1 + extra, eps)", {"eps": SIZE}, zero="extra"),
    so="The inverse of the variance is a sum of positive terms for alpha = 1 + b >= 2.",
)

BOOK.inequality(
    "T5.needs-room",
    "alpha > 1 and eps > 2 delta L do not suffice for (80): at delta = 1e-5, eps = 20 it is negative.",
    "the point delta = 1e-5, eps = 20, T = 1 (alpha = 1.151)",
    Certain("alpha = 2L/eps > 1", "moments.theorem5_order(20, d) - 1"),
    Certain("eps > 2 delta L", "20 + 2*d*log(d)"),
    Certain("the variance is negative", "-moments.theorem5_variance(20, d, 1)"),
    so="(80) is to be used for eps <= L only, where T5.positive holds, or with the sign checked.",
)

BOOK.soundness(
    "T5.sound",
    "With the variance (80) the exact profile of the Gaussian at eps is below delta.",
    "Theorem 5, (80); Balle and Wang 2018 for the exact profile",
    "eps in [1/2, 2], log(1/delta) in [4, 9], T = 1 (any T by scaling); for eps <= L it follows from T3",
    Covered(
        "",
        "1 - exp(u^2)*gaussian_profile.delta_mu(1/sqrt(moments.theorem5_variance(eps, reach, 1)), eps)",
        {"eps": (Fraction(1, 2), 2), "u": (2, 3)},
        sloped=True,
    ),
)

BOOK.identity(
    "T5-asymptotic.limit",
    "(80) minus the printed leading terms 2TL/eps^2 + T/eps - (2T/eps^2)(log(2L) + 1 - log eps) tends to 0 as L grows.",
    "Theorem 5",
    "eps > 0 fixed, L = alpha eps/2 -> infinity, T = 1 (both are linear in T)",
    Tends(
        "", "moments.theorem5_variance(eps, limit, 1) - moments.theorem5_leading(eps, limit, 1)", "alpha", "inf", "0"
    ),
)
