"""Theorems 4.2 and 4.3, Corollary 4.1 and Theorem 5.1: the mu that meets a profile at one eps, as a function of eps and
delta."""

from chartered.proving import Certain, Claimed, Notation, Positive, Proofs, Same, Slope, Tends

from ....basics.claims import gdp, gdp_of_pure, gdp_tail, mills
from ....basics.claims.gdp_tail import SIZE
from ....basics.claims.mills import above_lower, below_upper, falls

ALL = "all mu > 0, eps >= 0"

NOTATION = Notation(
    "far = gdp_tail.far(mu, e)",
    "near_density = mills.density(gdp_tail.near(mu, e))",
    "in_delta = 1/(sqrt(2*pi)*exp((mu*mu - 2*e)^2/(8*mu*mu)))",
    "inner(z) = 4*(2*Phi(z) - 1) - sqrt(2*pi)*z",
    "factor = sqrt(2)*pi/2/sqrt(pi/2)",
    "slope(mu, e) = sqrt(2*pi)*exp((mu*mu + 2*e)^2/(8*mu*mu))*Phi(-(mu*mu + 2*e)/(2*mu))",
    "gap(z) = (2*Phi(z) - 1)^2 - 1 + exp(-z*z/2)",
    ranges={"mu e t z": SIZE},
    gdp=gdp.NOTATION,
    mills=mills.NOTATION,
    gdp_tail=gdp_tail.NOTATION,
)
BOOK = Proofs("liu2022", "Liu et al. 2022", at="Theorem 4.2", notation=NOTATION)

BOOK.identity(
    "T4.2.in-delta",
    "d mu_GDP/d delta = sqrt(2 pi) exp((mu^2 - 2 eps)^2/(8 mu^2)) > 0: the transform keeps the order of profiles.",
    "Theorem 4.2, Corollary 4.1",
    ALL,
    Slope("d delta_mu/d mu is its inverse", "gdp.profile(mu, e)", "mu", "in_delta"),
    Positive("which is positive", "in_delta"),
    so="mu_GDP inverts delta_mu in mu. So delta_A <= delta_mu at eps if and only if mu_GDP(eps, delta_A(eps)) <= "
    "mu, and A is mu-GDP if and only if that holds at every eps.",
)

BOOK.identity(
    "T4.2.derivative",
    "d mu_GDP/d eps is the printed derivative: Mills' ratio at y = (mu^2 + 2 eps)/(2 mu).",
    ALL,
    Slope("d delta_mu/d mu", "gdp.profile(mu, e)", "mu", "near_density"),
    Slope("d delta_mu/d eps", "gdp.profile(mu, e)", "e", "-exp(e)*Phi(-far)"),
    Same("their quotient", "exp(e)*Phi(-far)/near_density", "slope(mu, e)"),
    Same("is m(y)", "mills.ratio(far)", "slope(mu, e)"),
    so="By the implicit function theorem it is -(d delta/d eps)/(d delta/d mu).",
)

BOOK.optimum(
    "T4.2.sharp",
    "0 <= d mu_GDP/d eps < sqrt(pi/2), and no smaller constant holds: Mills' ratio falls from m(0) = sqrt(pi/2), "
    "which eps = 0, mu -> 0 approaches.",
    ALL,
    Claimed("it is m(y)", BOOK, "T4.2.derivative"),
    falls,
    below_upper,
    Positive("(t^2 + 2)/(t^3 + 3 t) < 1/t", "1/t - (t*t + 2)/(t^3 + 3*t)"),
    Tends("the limit at eps = 0, mu -> 0", "slope(mu, 0)", "mu", 0, "sqrt(pi/2)"),
    so="m' = t m - 1 < 0 by m < 1/t, and y = eps/mu + mu/2 takes every positive value.",
)

BOOK.erratum(
    "erratum.T4.2-constant",
    "The printed constant sqrt(2) pi/2 = 2.2214 is valid but not sharp: the derivative never reaches sqrt(pi/2) = "
    "1.2533, 1.77 times less.",
    ALL,
    Claimed("the sharp constant", BOOK, "T4.2.sharp"),
    Same("the factor is sqrt(pi)", "factor", "sqrt(pi)"),
    Certain("it exceeds 1.77", "factor - 177/100"),
    so="A bound that is too large by this factor is sound.",
    printed="0 <= d mu_GDP/d eps <= sqrt(2) pi/2",
    corrected="0 <= d mu_GDP/d eps < sqrt(pi/2), sharp; the grid of Theorem 4.3 is 1.77 times coarser for the same "
    "error",
)

BOOK.inequality(
    "T4.3.staircase",
    "For x <= e <= x + d: mu_GDP(x, delta_A(x + d)) <= mu_GDP(e, delta_A(e)) <= mu_GDP(x + d, delta_A(x)).",
    "Theorem 4.3",
    "all profiles (delta_A falls), x >= 0, d > 0",
    Claimed("it rises with delta", BOOK, "T4.2.in-delta"),
    Claimed("its slope in eps is Mills' ratio, above t/(t^2 + 1)", BOOK, "T4.2.derivative"),
    above_lower,
    so="mu_GDP rises with eps and with delta, and delta_A(x + d) <= delta_A(e) <= delta_A(x).",
)

BOOK.optimum(
    "T5.1.sound",
    "eps-DP implies mu-GDP with mu = -2 Phi^-1(1/(1+e^eps)), and randomized response needs that mu.",
    "Theorem 5.1",
    "all eps > 0",
    Claimed("the sign argument", gdp_of_pure.BOOK, "gdp.sound"),
    Claimed("tight for randomized response", gdp_of_pure.BOOK, "gdp.least"),
    so="The gap of the profiles starts at 0 and does not fall up to eps, where the other one ends; at eps = 0 they "
    "meet.",
)

BOOK.inequality(
    "T5.1.linear",
    "mu <= sqrt(pi/2) eps: with z = mu/2, (2 Phi(z) - 1)^2 >= 1 - e^(-z^2/2), so that d eps/d mu = phi(z)/(2 Phi(z) "
    "Phi(-z)) >= sqrt(2/pi).",
    "Theorem 5.1",
    "all eps > 0",
    Slope(
        "eps as a function of mu has that rate",
        "log(Phi(mu/2)) - log(Phi(-mu/2))",
        "mu",
        "mills.density(mu/2)/(2*Phi(mu/2)*Phi(-mu/2))",
    ),
    Slope("the gap's rate", "gap(z)", "z", "mills.density(z)*inner(z)"),
    Slope("the inner function's curvature", "8*mills.density(z)", "z", "-8*z*mills.density(z)"),
    Slope("and its slope", "inner(z)", "z", "8*mills.density(z) - sqrt(2*pi)"),
    Tends("the gap at 0", "gap(z)", "z", 0, "0"),
    Tends("the gap at infinity", "gap(z)", "z", "inf", "0"),
    Same("the two forms", "-(4*Phi(z)*(1 - Phi(z)) - exp(-z*z/2))", "gap(z)"),
    so="The rate of the gap is phi times a concave function that starts at 0: the gap rises and then falls, from 0 "
    "to 0. 4 Phi(z) Phi(-z) <= e^(-z^2/2) = sqrt(2 pi) phi(z) is the same inequality.",
)
