"""Claims about Gaussian DP: its profile and its composition."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Composed, Notation, Positive, Proofs, Same, Shipped, Slope, Tends

SIZE = (Fraction(1, 5), 5)
ALL = "all mu > 0, eps >= 0"

NOTATION = Notation(
    # up to a term without x and mean
    "log_density(x, mean, sigma) = -(x - mean)^2/(2*sigma^2)",
    "ratio(x, mu) = log_density(x, mu, 1) - log_density(x, 0, 1)",
    "point(mu, e) = e/mu + mu/2",
    "whole = sqrt(composed(m^2, n^2))",
    "profile(mu, epsilon) = gdp_profile(mu_squared=mu^2).delta(epsilon)",
    "density(mu, e) = exp(-(mu/2 - e/mu)^2/2)/sqrt(2*pi)",
    ranges={"x y m n z mu e": SIZE},
    gdp_gdp=Shipped("gdp.gdp"),
    composed=Composed("gdp", ch.GDP, "mu_squared"),
    thrice=Composed("gdp", ch.GDP, "mu_squared", times=3),
    gdp_profile=Shipped("gdp.profile", ch.GDP),
)
BOOK = Proofs("gdp", "Dong, Roth, Su 2022", at="Definition 4", notation=NOTATION)

BOOK.identity(
    "gdp.definition",
    "The step's guarantee is the square of the mu that it states.",
    "all mu > 0",
    Same("", "gdp_gdp(mu=m).mu_squared", "m^2"),
)

BOOK.identity(
    "profile.pair",
    "The profile is P(x > t) - e^eps Q(x > t) for P = N(mu, 1), Q = N(0, 1) and the t at which the likelihood ratio, "
    "which rises, is e^eps.",
    "Corollary 1; Balle, Wang 2018, Theorem 8",
    ALL,
    Same("the ratio is e^eps at t", "ratio(point(mu, e), mu)", "e"),
    Slope("its slope is mu > 0", "ratio(x, mu)", "x", "mu"),
    Same(
        "the difference of the tails is the shipped profile",
        "Phi(mu - point(mu, e)) - exp(e)*Phi(-point(mu, e))",
        "profile(mu, e)",
    ),
    so="The hockey-stick divergence is attained by the event that the ratio exceeds e^eps; by symmetry it is that "
    "of (Q, P) as well.",
)

BOOK.optimum(
    "profile.tradeoff",
    "The profile is the largest 1 - e^eps a - G(a) over all type I errors a = Phi(-z), for the trade-off G(a) = Phi(z "
    "- mu) of mu-GDP.",
    "Corollary 1; Proposition 6 (duality)",
    f"{ALL}, all z",
    Slope(
        "the slope in z",
        "1 - exp(e)*Phi(-z) - Phi(z - mu)",
        "z",
        "exp(-z^2/2)/sqrt(2*pi)*(exp(e) - exp(mu*z - mu^2/2))",
    ),
    Same(
        "the value at t is the shipped profile",
        "1 - exp(e)*Phi(-point(mu, e)) - Phi(point(mu, e) - mu)",
        "profile(mu, e)",
    ),
    so="The slope in z is positive below t = eps/mu + mu/2 and negative above it. G is convex, so it is the upper "
    "envelope of these tangents: a mechanism within the profile in both directions has no lower trade-off, and "
    "is mu-GDP.",
)

BOOK.identity(
    "profile.ends",
    "The profile is 2 Phi(mu/2) - 1 at eps = 0, tends to 0 as eps grows and as mu tends to 0, and is 0 at mu = 0.",
    "Corollary 1",
    "all mu > 0, eps >= 0; mu = 0",
    Same("at eps = 0", "profile(mu, 0)", "2*Phi(mu/2) - 1"),
    Same(
        "the profile is its first term less a positive one",
        "profile(mu, e)",
        "Phi(mu/2 - e/mu) - exp(e)*Phi(-mu/2 - e/mu)",
    ),
    Tends("the first term as eps grows", "Phi(mu/2 - e/mu)", "e", "inf", "0"),
    Tends("the first term as mu tends to 0", "Phi(mu/2 - e/mu)", "mu", 0, "0"),
    Same("mu = 0", "gdp_profile(mu_squared=0).delta(e)", "0"),
    so="A profile is nonnegative, and this one is below its first term, which tends to 0 both ways.",
)

BOOK.identity(
    "composition.rotation",
    "mu1 x1 + mu2 x2 - (mu1^2 + mu2^2)/2 = mu z - mu^2/2 with mu the shipped composition and z = (mu1 x1 + mu2 x2)/mu, "
    "a standard normal variable: the product pair is the pair of mu.",
    "Corollary 2",
    "all mu1, mu2 > 0, x1, x2 > 0 (a polynomial identity, so all x1, x2)",
    Same("the likelihood ratio", "ratio(x, m) + ratio(y, n)", "ratio((m*x + n*y)/whole, whole)"),
    Same("z has variance 1", "(m/whole)^2 + (n/whole)^2", "1"),
    Same("three runs of one", "thrice(m^2)", "3*m^2"),
    so="Weights whose squares sum to 1 make z standard normal: nothing is lost. That guarantees compose as their pairs "
    "do is the paper's.",
)

BOOK.soundness(
    "monotone",
    "What is mu-GDP is mu'-GDP for every mu' > mu, as delta_mu rises with mu at every eps: so a smaller mu states no "
    "less, inside every wrapper.",
    ALL,
    Slope("the slope", "profile(mu, e)", "mu", "density(mu, e)"),
    Positive("is positive", "density(mu, e)"),
    so="The slope of delta_mu in mu is a normal density.",
)
