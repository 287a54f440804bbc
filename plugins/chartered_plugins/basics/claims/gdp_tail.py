"""Claims about the tail of the Gaussian profile: parabolas below and above its logarithm, and its derivative."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Nonnegative, Notation, Proofs, Same, Shipped, Slope, lemma

from ..formulas import gaussian_profile
from . import gdp, mills

SIZE = (Fraction(1, 5), 5)

NOTATION = Notation(
    "near(mu, e) = e/mu - mu/2",
    "far(mu, e) = e/mu + mu/2",
    "tail(mu, at) = gaussian_profile.tail_below(mu, at)",
    "parabola(mu, at, e) = tail(mu, at)[2] + tail(mu, at)[1]*e - tail(mu, at)[0]*e*e",
    "first = far(mu, at)",
    "tangent = -log(first^2 + 3) - 2*first/(first^2 + 3)*(far(mu, e) - first)",
    ranges={"mu e t s at": SIZE},
    gdp=gdp.NOTATION,
    mills=mills.NOTATION,
    gdp_profile=Shipped("gdp.profile", ch.GDP),
    gaussian_profile=gaussian_profile,
)
BOOK = Proofs("gdp", "Liu et al. 2022", at="Lemma 3.1", notation=NOTATION)

by_ratios = lemma(
    NOTATION,
    Same(
        "delta = phi(x) (m(x) - m(y))",
        "gdp.profile(mu, e)",
        "mills.density(near(mu, e))*(mills.ratio(near(mu, e)) - mills.ratio(far(mu, e)))",
    ),
)
"""delta_mu(eps) = phi(x) (m(x) - m(y))."""

BOOK.identity(
    "profile.rate",
    "The shipped rate is the derivative of the shipped profile in eps, -e^eps Phi(-mu/2 - eps/mu) < 0: it falls "
    "strictly.",
    "Theorem 4.2",
    "all mu > 0, eps >= 0",
    Slope("the derivative", "gdp.profile(mu, e)", "e", "gdp_profile(mu_squared=mu^2).evaluation.derivative(e)"),
    Same("written out", "gdp_profile(mu_squared=mu^2).evaluation.derivative(e)", "-exp(e)*Phi(-mu/2 - e/mu)"),
    so="The two normal densities have cancelled.",
)

BOOK.inequality(
    "profile.tail-below",
    "The shipped parabola is nowhere above log delta_mu(eps) for eps >= at >= 2 mu: with x = eps/mu - mu/2, y = x + "
    "mu and Mills' ratio m, delta = phi(x) (m(x) - m(y)) >= mu phi(x) (1 - y m(y)) > mu phi(x)/(y^2 + 3).",
    "all mu > 0, at >= 2 mu, eps >= at",
    by_ratios,
    mills.falls,
    mills.below_upper,
    Same("1 - t m > 1/(t^2 + 3)", "1 - t*(t*t + 2)/(t^3 + 3*t) - 1/(t*t + 3)", "0"),
    Slope("the slope of log(y^2 + 3)", "log(t*t + 3)", "t", "2*t/(t*t + 3)"),
    Slope("its curvature", "2*t/(t*t + 3)", "t", "(6 - 2*t*t)/(t*t + 3)^2"),
    Nonnegative("which is not positive from sqrt(3) on", "2*(sqrt(3) + s)^2 - 6", zero="s"),
    Same("y(2 mu) = 2 + mu/2", "far(mu, 2*mu)", "2 + mu/2"),
    Same(
        "the shipped parabola is the logarithm of the bound on that tangent",
        "parabola(mu, at, e)",
        "log(mu) - near(mu, e)^2/2 - log(2*pi)/2 + tangent",
    ),
    so="m(x) - m(y) is the integral of 1 - t m(t) from x to y, which falls. log(y^2 + 3) is concave from y = "
    "sqrt(3) on, so below its tangent at y(at) >= 2.",
)

BOOK.inequality(
    "profile.tail-above",
    "log delta_mu(eps) <= eps/2 - eps^2/(2 mu^2) at every eps >= 0.",
    "all mu > 0, eps >= 0",
    Same("-x^2/2 is the exponent less mu^2/8", "-near(mu, e)^2/2", "e/2 - e*e/(2*mu*mu) - mu^2/8"),
    mills.below_half,
    Same("the exponent is eps (mu^2 - eps)/(2 mu^2)", "e/2 - e*e/(2*mu*mu)", "e*(mu*mu - e)/(2*mu*mu)"),
    so="For x >= 0, delta <= Phi(-x) <= e^(-x^2/2)/2, as the difference starts and ends at 0, rises and then falls. "
    "For x < 0, that is eps < mu^2/2, the stated bound is above 0.",
)
