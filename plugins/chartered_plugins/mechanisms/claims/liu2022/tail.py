"""Lemma 3.1, Theorems 3.2 and 3.3 and section 4.2: the tail of a profile and Gaussian DP."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Certain, Claimed, Notation, Proofs, Same, SameParts, Slope, Tends

from ....basics.claims import gdp, gdp_tail, mills
from ....basics.claims.gdp_tail import BOOK as GDP, SIZE, by_ratios
from ....basics.claims.mills import above_lower, below_upper, falls
from ....basics.formulas import gaussian_profile


def mu_ends(xp: Any) -> list[Any]:
    """The certified interval of mu of the Laplace mechanism with sensitivity/scale 2."""
    bracket = ch.Ledger("laplace:scale=1,sensitivity=2").mu()
    assert bracket.lower is not None
    return [xp.number(Fraction(end)) for end in (bracket.lower, bracket.upper)]


NOTATION = Notation(
    "tail(mu) = gaussian_profile.tail_below(mu, 2*mu)",
    "x2 = gdp_tail.near(mu, e)^2",
    "laplace(e) = positive(-expm1((e - 2)/2))",
    ranges={"t e mu": SIZE, "s": (0, 9), "d x": (0, 1)},
    gdp_tail=gdp_tail.NOTATION,
    gdp=gdp.NOTATION,
    mills=mills.NOTATION,
    gaussian_profile=gaussian_profile,
    mu_ends=mu_ends,
)
BOOK = Proofs("liu2022", "Liu et al. 2022", at="Theorem 3.3", notation=NOTATION)

BOOK.identity(
    "L3.1.limit",
    "With a = mu/2 - eps/mu, delta_mu(eps) is mu e^(-a^2/2)/(sqrt(2 pi) a^2) times something between a^2/(y^2 + 3) "
    "and a^2/(a^2 + 1), y = mu - a, which tends to 1.",
    "Lemma 3.1",
    "all mu > 0, eps > mu^2/2",
    by_ratios,
    falls,
    below_upper,
    above_lower,
    Same("1 - t upper(t) = 1/(t^2 + 3)", "1 - (t*t + 2)/(t*t + 3)", "1/(t*t + 3)"),
    Same("1 - t lower(t) = 1/(t^2 + 1)", "1 - t*t/(t*t + 1)", "1/(t*t + 1)"),
    Tends("the lower factor", "x2/(gdp_tail.far(mu, e)^2 + 3)", "e", "inf", "1"),
    Tends("the upper factor", "x2/(x2 + 1)", "e", "inf", "1"),
    so="delta = phi(x) (m(x) - m(y)) for x = -a, and m(x) - m(y) is the integral of 1 - t m(t), which falls, from x "
    "to y = x + mu: between mu/(y^2 + 3) and mu/(x^2 + 1).",
)

BOOK.soundness(
    "T3.2.head",
    "A finite head asks for no more than some finite mu: delta_mu(e) rises with mu to 1, and so covers delta_A(0) < 1 "
    "on all of [0, e].",
    "Theorem 3.2",
    "all e >= 0",
    Slope("delta rises with mu", "gdp.profile(mu, e)", "mu", "mills.density(mu/2 - e/mu)"),
    Tends("its first term tends to 1", "Phi(mu/2 - e/mu)", "mu", "inf", "1"),
    Tends("its second term to 0", "exp(e)*Phi(-mu/2 - e/mu)", "mu", "inf", "0"),
    so="Tail GDP implies delta_A < 1 far out, so delta_A(0) < 1: a total variation of 1 separates the two "
    "distributions, and then delta_A = 1 everywhere. Head and tail together are GDP with the larger mu.",
)

BOOK.soundness(
    "T3.3.limit",
    "eps^2/(-2 log delta_mu(eps)) tends to mu^2: so mu_t^2 <= mu^2 for a mechanism that is mu-GDP, and one with mu_t "
    "< mu is mu-tail GDP.",
    "all mu > 0",
    Claimed("the parabola below", GDP, "profile.tail-below"),
    Claimed("the parabola above", GDP, "profile.tail-above"),
    Tends("the ratio below", "e*e/(2*(tail(mu)[0]*e*e - tail(mu)[1]*e - tail(mu)[2]))", "e", "inf", "mu*mu"),
    Tends("the ratio above", "e*e/(2*(e*e/(2*mu*mu) - e/2))", "e", "inf", "mu*mu"),
    so="log delta_mu lies between two parabolas, and the ratio tends to mu^2 on both. A smaller delta has a smaller "
    "ratio.",
)

BOOK.erratum(
    "erratum.T3.3",
    "mu >= mu_t does not suffice: the Laplace mechanism with sensitivity/scale 2 has mu_t = 0, as its delta ends at "
    "eps = 2, and is mu-GDP from mu = 1.80091 on only.",
    "Laplace, sensitivity/scale = 2",
    SameParts("delta is 0 from eps = 2 on", "laplace(2 + 2*log1p(s))", "0"),
    Certain("mu = 1.8009 fails at eps = 0", "laplace(0) - gaussian_profile.delta_mu(18009/10^4, 0)"),
    Certain("the certified bracket begins above 1.8009051", "mu_ends()[0] - 18009051/10^7"),
    Certain("and ends below 1.8009052", "18009052/10^7 - mu_ends()[1]"),
    so="The 'only if' is liu2022.T3.3.limit; the bracket is certified over all of [0, inf).",
    printed="A is mu-GDP if and only if mu_t < infinity and mu >= mu_t",
    corrected="A is GDP if and only if mu_t < infinity, and every valid mu is at least mu_t",
)

BOOK.soundness(
    "4.2.between",
    "A mechanism that is mu-GDP and eps_h-DP has the (eps_h, mu)-head; one that has the head is mu-GDP but for a "
    "failure of probability d = delta_mu(eps_h): its delta is nowhere above d + (1 - d) delta_mu.",
    "section 4.2",
    "all d and delta_mu(e) in [0, 1]",
    Same("d + (1 - d) x - x = d (1 - x)", "d + (1 - d)*x - x", "d*(1 - x)"),
    so="mu-GDP asks more than its head. Up to eps_h the head bounds delta by x = delta_mu(e), and d + (1 - d) x is "
    "no less; beyond it delta falls, so it is at most delta_mu(eps_h) = d.",
)

BOOK.table(
    "4.2.gap",
    "Head GDP to eps_h leaves a failure probability of at most delta_mu(eps_h): for mu = 6, eps_h = 100 that is "
    "2.4e-43.",
    "section 4.2",
    "mu = 6, eps_h = 100",
    Certain("delta_6(100) > 2.4e-43", "gaussian_profile.delta_mu(6, 100) - 24/10^44"),
    Certain("delta_6(100) < 2.5e-43", "25/10^44 - gaussian_profile.delta_mu(6, 100)"),
    so="delta_A falls, so it is at most delta_mu(eps_h) beyond eps_h; the paper's 1e-43 is its order.",
)
