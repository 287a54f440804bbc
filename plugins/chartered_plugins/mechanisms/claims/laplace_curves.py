"""Claims about the curves of the Laplace mechanism: its Renyi moments by direct summation, which hold for every shift
of that l1 norm, the mu of its Gaussian DP, attained at eps = 0 for every scale, and the rho of its zCDP, at order 1."""

from fractions import Fraction

from chartered.proving import Notation, Proofs, Shipped, claims_of
from chartered.proving.proof_parts import Nonnegative, Positive, Same, SameParts, Slope

from ...basics.claims import gdp, mills
from . import laplace, two_terms

SIZE = (Fraction(1, 5), 5)
ALL = "all Delta/b > 0, eps >= 0"

NOTATION = Notation(
    "mu_of(epsilon0) = sqrt(laplace_gdp(epsilon=epsilon0).mu_squared)",
    "start(y) = gdp.profile(mu_of(2*log1p(y)), 0) - laplace.below(0, y)",
    "far(mu, e) = mu/2 + e/mu",
    "antiderivative(a, e, x) = exp(-(1 + a)*e)*exp((1 + 2*a)*e*x)/(2*(1 + 2*a))",
    "middle = exp(-(1 + a)*e)*(exp((1 + 2*a)*e) - 1)/(2*(1 + 2*a))",
    "mean(e, b) = two_terms.two_terms((1 + b)/(1 + 2*b), e, b)",
    "slope(e, b) = d/de mean(e, b)",
    "excess(y, b) = b*y^(2 + 2*b) - (1 + b)*y^(1 + 2*b) + (1 + b)*y - b",
    "falls(y, b) = 2*b*y^(1 + 2*b) - (1 + 2*b)*y^(2*b) + 1",
    "rho(e) = e - 1 + exp(-e)",
    "loss_so_far(e, x) = exp(-e*x)*(2*e*x + 2 - e)/2",
    ranges={"y mu x t e a": SIZE, "b": two_terms.ORDER},
    gdp=gdp.NOTATION,
    laplace_gdp=Shipped("laplace.gdp"),
    laplace=laplace.NOTATION,
    curve=Shipped("laplace.renyi"),
    zcdp=Shipped("laplace.zcdp"),
    two_terms=two_terms.NOTATION,
    mills=mills.NOTATION,
)
CURVE = Proofs("laplace.renyi", "Mironov 2017, Proposition 6", notation=NOTATION)
BOOK = Proofs("laplace", "Liu et al. 2022", at="the table of 50-fold composition, in numbers", notation=NOTATION)
ZCDP = Proofs("laplace.zcdp", "Harrison, Manurangsi 2026", at="the proof is ours", notation=NOTATION)
claims = claims_of(CURVE, BOOK, ZCDP)

CURVE.identity(
    "moment",
    "E_Q[(P/Q)^alpha] is the sum over the three stretches on which the likelihood ratio is e^-eps, e^((2x-1) eps) and "
    "e^eps.",
    "Mironov 2017, Proposition 6",
    "all alpha > 1, eps > 0 (alpha = 1 + a, eps = e)",
    Same("the middle stretch", "antiderivative(a, e, 1) - antiderivative(a, e, 0)", "middle"),
    Same(
        "the sum is the shipped moment",
        "exp(a*curve(epsilon=e).curve(1 + a))",
        "exp(-(1 + a)*e)/2 + exp(a*e)/2 + middle",
    ),
    so="With sensitivity 1 and eps = 1/b: half the mass of Q lies below 0 (ratio e^-eps), e^-eps/2 above 1 (ratio "
    "e^eps); between them the density e^(-x eps) eps/2 times the ratio's power e^(alpha (2x-1) eps) has that "
    "antiderivative in x.",
)

CURVE.soundness(
    "worst-shift",
    "The logarithm of the moment is convex in the shift, 0 with slope 0 at none: smaller shifts lose less, and a "
    "shift that is split over several coordinates (its l1 norm counts) loses no more than in one.",
    "all shifts, alpha > 1",
    Same("the shipped moment has two terms", "exp(b*curve(epsilon=e).curve(1 + b))", "mean(e, b)"),
    Same("it is 1 at no shift", "mean(0, b)", "1"),
    Same("slope 0 there", "slope(0, b)", "0"),
    two_terms.convex,
    so="A convex function that is 0 at 0 is superadditive, and rises where its slope at 0 is not negative.",
)

BOOK.soundness(
    "gdp.sound",
    "The profile of that mu is never below 1 - e^((eps - eps0)/2): they agree at eps = 0, and in L = e^eps the one "
    "falls by Phi(-mu/2 - eps/mu) <= Phi(-mu/2) e^(-eps/2), the rate of the other, since Mills' ratio at t is below "
    "1/t.",
    ALL,
    SameParts("they agree at eps = 0", "start(y)", "0"),
    Same("Phi(-mu/2) = e^(-eps0/2)/2", "Phi(-mu_of(2*log1p(y))/2)", "1/(2*(1 + y))"),
    Slope("the Gaussian slope in L", "gdp.profile(mu, log1p(x))", "x", "-Phi(-mu/2 - log(1 + x)/mu)"),
    Slope("the Laplace slope in L", "1 - sqrt(1 + x)/(1 + y)", "x", "-1/(2*(1 + y)*sqrt(1 + x))"),
    SameParts(
        "1 - sqrt(L/e^eps0) is the shipped profile", "laplace.below(x, t)", "1 - sqrt(1 + (2*x + x*x))/(1 + (x + t))"
    ),
    Slope("the rate of log Phi + eps/2", "log(Phi(-far(mu, e))) + e/2", "e", "1/2 - 1/(mu*mills.ratio(far(mu, e)))"),
    Positive("t m < (t^2 + 2)/(t^2 + 3) < 1", "1 - t*mills.upper(t)"),
    Nonnegative("the rate is at most 1/2 - t/mu, not above 0", "far(mu, e)/mu - 1/2", zero="e"),
    mills.below_upper,
    so="So 1/m > t, log Phi + eps/2 falls from eps = 0, and the gap rises in L from 0; beyond eps0 the Laplace "
    "profile is 0.",
)

BOOK.optimum(
    "gdp.least",
    "No smaller mu holds: at eps = 0 the Laplace mechanism's delta is that of this mu, and the profile rises with mu.",
    "all Delta/b > 0",
    SameParts("delta(0) is that of mu", "start(y)", "0"),
    Slope("it rises with mu", "gdp.profile(mu, 0)", "mu", "exp(-mu^2/8)/sqrt(2*pi)"),
    so="So a smaller mu allows less delta at eps = 0 than the mechanism has.",
)

ZCDP.soundness(
    "rate",
    "The logarithm of the moment of order alpha is at most alpha (alpha - 1) rho, rho = eps - 1 + e^-eps: both are 0 "
    "at eps = 0, and the second rises no slower.",
    "all alpha > 1, eps > 0 (alpha = 1 + b, eps = e, y = e^eps = 1 + x)",
    Same("the shipped moment", "exp(b*curve(epsilon=e).curve(1 + b))", "mean(e, b)"),
    Same("it is 1 at no shift", "mean(0, b)", "1"),
    Slope("the slope of rho", "rho(e)", "e", "1 - exp(-e)"),
    Same(
        "how much faster the second rises, times the moment",
        "b*(1 + b)*(1 - exp(-e))*mean(e, b) - slope(e, b)",
        "b*(1 + b)/(1 + 2*b)*exp(-(2 + b)*e)*excess(exp(e), b)",
    ),
    Same("the last factor at y = 1", "excess(1, b)", "0"),
    Slope("its slope", "excess(1 + x, b)", "x", "(1 + b)*falls(1 + x, b)"),
    Same("which is 0 at y = 1", "falls(1, b)", "0"),
    Slope("and its slope", "falls(1 + x, b)", "x", "2*b*(1 + 2*b)*(1 + x)^(2*b - 1)*x"),
    Nonnegative("which is not negative", "2*b*(1 + 2*b)*(1 + x)^(2*b - 1)*x"),
    so="So the last factor rises from 0, and D_alpha = log(moment)/(alpha - 1) is at most alpha rho.",
)

ZCDP.inequality(
    "series",
    "eps - 1 + e^-eps lies between eps^2/2 - eps^3/6 and eps^2/2, which it is kept between for the sake of tiny eps.",
    "direct computation",
    "all eps > 0",
    Slope("what the second has more", "e^2/2 - rho(e)", "e", "rho(e)"),
    Slope("what rho has more than the first", "rho(e) - e^2/2 + e^3/6", "e", "e^2/2 - rho(e)"),
    Slope("rho itself", "rho(e)", "e", "1 - exp(-e)"),
    Nonnegative("rises, with e = log(1 + x)", "1 - 1/(1 + x)"),
    so="All are 0 at eps = 0: rho rises from 0, so what the second has more does, and then what the first has less.",
)


ZCDP.optimum(
    "least",
    "No smaller rho holds: it bounds the divergences of all orders above 1, and so their limit, the Kullback-Leibler "
    "divergence, which is rho.",
    "all eps > 0",
    Slope("between the ends", "loss_so_far(e, x)", "x", "e*(1 - 2*x)*e*exp(-e*x)/2"),
    Same("the mean of the loss", "e/2 - exp(-e)/2*e + loss_so_far(e, 1) - loss_so_far(e, 0)", "rho(e)"),
    so="With sensitivity 1 and eps = 1/b: half of the mass of P lies below 0 (loss eps), e^-eps/2 above 1 (loss -eps), "
    "and between them the loss is (1 - 2x) eps.",
)
