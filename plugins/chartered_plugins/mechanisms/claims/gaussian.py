"""Claims about the Gaussian mechanism: its likelihood ratio, its Renyi divergence, and that its mu is the least."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Positive, Proofs, Same, Shipped, Slope, claims_of
from chartered.proving.steps import Formula
from chartered_verify.forms.algebraic import expression, formula_of
from chartered_verify.large_packages import sympy

from ...basics.claims.gdp import NOTATION as NORMAL
from ...basics.formulas.gaussian_profile import delta_mu

SIZE = (Fraction(1, 5), 5)


def rho(span: int) -> Formula:
    """The registered rho at sensitivity d and noise s, evaluated with symbols; replacing a record doubles d."""
    theorem = Shipped("gaussian.zcdp", span=span)

    def shipped(xp: Any, d: Any, s: Any) -> Any:
        return theorem.answer({"sensitivity": d, "sigma": s}).rho

    def formula(xp: Any, d: Any, s: Any) -> Any:
        symbols = sympy.symbols("d s", positive=True)
        return formula_of(expression(shipped, symbols), symbols)(xp, d, s)

    return formula


NOTATION = Notation(
    "ratio(x, d, s) = normal.log_density(x, d, s) - normal.log_density(x, 0, s)",
    "mu = sqrt(gaussian_gdp(sensitivity=d, sigma=s).mu_squared)",
    "density(m, e) = exp(-(m/2 - e/m)^2/2)/sqrt(2*pi)",
    "transform(variance, t) = exp(-variance*t*t/2)",
    ranges={"m e v w t x d s b": SIZE},
    delta_mu=delta_mu,
    normal=NORMAL,
    gaussian_gdp=Shipped("gaussian.gdp"),
    gdp_replaced=Shipped("gaussian.gdp", span=2),
    rho=rho(1),
    of_gdp=Shipped("gdp.zcdp", ch.GDP),
    rho_replaced=rho(2),
)
BOOK = Proofs("gaussian", "Dong, Roth, Su 2022", notation=NOTATION)
GDP = Proofs("gdp", "Dong, Roth, Su 2022", notation=NOTATION)
claims = claims_of(BOOK, GDP)

BOOK.identity(
    "gdp.ratio",
    "log N(Delta, sigma^2)/N(0, sigma^2) at x is that of N(mu, 1)/N(0, 1) at x/sigma, with the shipped mu = "
    "Delta/sigma (twice it where a record is replaced).",
    "Theorem 1",
    "all Delta, sigma > 0, x > 0 (a polynomial identity, so all x)",
    Same("the likelihood ratio", "ratio(x, d, s)", "ratio(x/s, mu, 1)"),
    Same("replace-one", "gdp_replaced(sensitivity=d, sigma=s).mu_squared", "(2*d/s)^2"),
    so="Scaling by sigma is one to one, so both pairs are told apart equally well; a smaller distance between means is "
    "a smaller mu.",
)

BOOK.optimum(
    "gdp.least",
    "No smaller mu holds: at every eps the profile rises strictly with mu.",
    "Theorem 1; Balle, Wang 2018",
    "all mu > 0, eps >= 0",
    Slope("the slope in mu is the normal density at mu/2 - eps/mu", "delta_mu(m, e)", "m", "density(m, e)"),
    Positive("which is positive", "density(m, e)"),
    so="So a mu below Delta/sigma would need a profile that the pair at distance Delta exceeds.",
)

BOOK.identity(
    "zcdp.square",
    "alpha (x - Delta)^2 + (1 - alpha) x^2 = (x - alpha Delta)^2 - alpha (alpha-1) Delta^2, so D_alpha = rho alpha "
    "with the shipped rho = Delta^2/(2 sigma^2): exact for every order.",
    "Bun, Steinke 2016, Proposition 1.6; Mironov 2017, Proposition 7",
    "all alpha > 1, Delta, sigma > 0, x > 0 (a polynomial identity, so all x)",
    Same(
        "the exponent",
        "(1 + b)*normal.log_density(x, d, s) - b*normal.log_density(x, 0, s)",
        "normal.log_density(x, (1 + b)*d, s) + b*rho(d, s)*(1 + b)",
    ),
    Same("replace-one", "rho_replaced(d, s)", "2*(d/s)^2"),
    so="The density of mean alpha Delta integrates to 1, so E_Q[(P/Q)^alpha] = e^((alpha-1) rho alpha).",
)

BOOK.soundness(
    "monotone",
    "Noise of the larger variance is noise of the smaller one with independent noise added, whatever the data; and a "
    "query of smaller sensitivity is one of the larger, too. So neither more sigma nor less sensitivity costs more, "
    "inside every wrapper.",
    "data processing",
    "all sigma, sensitivity > 0 (the variances v and v + w, at every frequency t)",
    Same("the transforms", "transform(v, t)*transform(w, t)", "transform(v + w, t)"),
    so="The transform of a sum of independent noises is the product of theirs.",
)

GDP.identity(
    "zcdp.worst",
    "The rho of mu-GDP is mu^2/2, that of the Gaussian mechanism with this mu: by Blackwell's theorem the pair of a "
    "mu-GDP mechanism is made from two Gaussians at distance mu, so that no Renyi divergence of it is larger, in "
    "either order.",
    "Theorem 2",
    "all Delta, sigma > 0",
    Same("in terms of mu", "of_gdp(mu_squared=s).rho", "s/2"),
    Same("the Gaussian mechanism", "of_gdp(mu_squared=mu^2).rho", "rho(d, s)"),
    so="The Gaussian mechanism is mu-GDP itself: no smaller rho holds of all.",
)
