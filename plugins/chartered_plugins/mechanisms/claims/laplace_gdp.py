"""Claims about the Gaussian DP of the Laplace mechanism: its mu is attained at eps = 0, for every scale."""

from __future__ import annotations

from fractions import Fraction

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Same, SameParts, Shipped, Slope

from ...basics.claims import gdp, mills
from . import laplace

SIZE = (Fraction(1, 5), 5)
ALL = "all Delta/b > 0, eps >= 0"

NOTATION = Notation(
    "mu_of(epsilon0) = sqrt(laplace_gdp(epsilon=epsilon0).mu_squared)",
    "start(y) = gdp.profile(mu_of(2*log1p(y)), 0) - laplace.below(0, y)",
    "far(mu, e) = mu/2 + e/mu",
    ranges={"y mu x t e": SIZE},
    gdp=gdp.NOTATION,
    laplace_gdp=Shipped("laplace.gdp"),
    laplace=laplace.NOTATION,
    mills=mills.NOTATION,
)
BOOK = Proofs("laplace", "Liu et al. 2022", notation=NOTATION)
claims = BOOK.claims

BOOK.soundness(
    "gdp.sound",
    "The profile of that mu is never below 1 - e^((eps - eps0)/2): they agree at eps = 0, and in L = e^eps the one "
    "falls by Phi(-mu/2 - eps/mu) <= Phi(-mu/2) e^(-eps/2), the rate of the other, since Mills' ratio at t is below "
    "1/t.",
    "the table of 50-fold composition, in numbers",
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
    "the table of 50-fold composition, in numbers",
    "all Delta/b > 0",
    SameParts("delta(0) is that of mu", "start(y)", "0"),
    Slope("it rises with mu", "gdp.profile(mu, 0)", "mu", "exp(-mu^2/8)/sqrt(2*pi)"),
    so="So a smaller mu allows less delta at eps = 0 than the mechanism has.",
)
