"""Claims about the Gaussian DP of pure DP: Liu et al. 2022, Theorem 5.1."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Notation, Positive, Proofs, Same, SameParts, Shipped, Slope

from . import gdp, pure

SIZE = (Fraction(1, 5), 5)

NOTATION = Notation(
    "mu_of(epsilon0) = sqrt(pure_gdp(epsilon=epsilon0).mu_squared)",
    ranges={"y mu x z": SIZE},
    gdp=gdp.NOTATION,
    pure_gdp=Shipped("pure.gdp", ch.Pure),
    pure=pure.NOTATION,
)
BOOK = Proofs("pure", "Liu et al. 2022", at="Theorem 5.1", notation=NOTATION)

BOOK.soundness(
    "gdp.sound",
    "The profile of that mu is never below the worst case of eps0-DP: they agree at eps = 0, and in L = e^eps the one "
    "falls by Phi(-mu/2 - eps/mu) <= Phi(-mu/2) = 1/(1+e^eps0), at which rate the other falls to 0.",
    "all eps0 > 0, eps >= 0",
    Same("they agree at eps = 0", "gdp.profile(mu_of(log1p(y)), 0) - pure.below(0, y)", "0"),
    Same("Phi(-mu/2) = 1/(1+e^eps0)", "Phi(-mu_of(log1p(y))/2)", "1/(2 + y)"),
    Slope("the slope in L", "gdp.profile(mu, log1p(x))", "x", "-Phi(-mu/2 - log(1 + x)/mu)"),
    Slope("Phi rises", "Phi(z)", "z", "exp(-z^2/2)/sqrt(2*pi)"),
    Positive("its density is positive", "exp(-z^2/2)/sqrt(2*pi)"),
    SameParts("the worst case is (e^eps0 - L)/(1 + e^eps0)", "pure.below(x, y)", "y/(2 + x + y)"),
    so="So the gap starts at 0 and does not fall up to eps0; beyond, the worst case is 0 and the profile of mu "
    "positive.",
)

BOOK.optimum(
    "gdp.least",
    "No smaller mu holds for randomized response: at eps = 0 its delta is that of this mu, and the profile rises with "
    "mu.",
    "all eps0 > 0",
    Same("delta(0) = (e^eps0 - 1)/(e^eps0 + 1)", "gdp.profile(mu_of(log1p(y)), 0)", "y/(2 + y)"),
    Slope("it rises with mu", "gdp.profile(mu, 0)", "mu", "exp(-mu^2/8)/sqrt(2*pi)"),
    so="tanh(eps0/2) is randomized response's delta at eps = 0 (pure.worst-case.attained).",
)
