"""Claims about the Gaussian mechanism: its likelihood ratio, its Renyi divergence, and that no smaller mu holds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import Formula, chain, derivative_is, same, sign_of
from chartered_verify.forms.algebraic import expression, formula_of
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.densities import log_density
from ...basics.formulas.gaussian_profile import delta_mu

BOOK = Book("gaussian", "Dong, Roth, Su 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 5)
NOISE = {"d": SIZE, "s": SIZE}


def stated(name: str, field: str, span: int) -> Formula:
    """What the theorem states of sensitivity d and noise s, by way of symbols; a replaced record doubles d."""
    symbols = list(sympy.symbols("d s", positive=True))

    def formula(xp: Any, d: Any, s: Any) -> Any:
        return xp.number(getattr(bound("gaussian", name)(Said({"sensitivity": d, "sigma": s}, span)), field))

    return formula_of(expression(formula, symbols), symbols)


@BOOK.identity(
    "gdp.ratio",
    "log N(Delta, sigma^2)/N(0, sigma^2) at x is that of N(mu, 1)/N(0, 1) at x/sigma, with the shipped mu = "
    "Delta/sigma (twice it where a "
    "record is replaced).",
    "Theorem 1",
    "all Delta, sigma > 0, x > 0 (a polynomial identity, so all x)",
)
def _ratio(effort: Effort) -> Verdict:
    def noisy(xp: Any, x: Any, d: Any, s: Any) -> Any:
        return log_density(x, d, s) - log_density(x, 0, s)

    def standard(xp: Any, x: Any, d: Any, s: Any) -> Any:
        mu = xp.sqrt(stated("gaussian.gdp", "mu_squared", 1)(xp, d, s))
        return log_density(x / s, mu, xp.number(1)) - log_density(x / s, 0, xp.number(1))

    replaced = stated("gaussian.gdp", "mu_squared", 2)
    return chain(
        "Scaling by sigma is one to one, so both pairs are told apart equally well; a smaller distance between means "
        "is a smaller mu.",
        ("the likelihood ratio", same(noisy, standard, "x d s", {"x": SIZE, **NOISE}, effort)),
        ("replace-one", same(replaced, "(2*d/s)^2", "d s", NOISE, effort)),
    )


@BOOK.optimum(
    "gdp.least",
    "No smaller mu holds: at every eps the profile rises strictly with mu.",
    "Theorem 1; Balle, Wang 2018",
    "all mu > 0, eps >= 0",
)
def _least(effort: Effort) -> Verdict:
    domain = {"mu": SIZE, "e": SIZE}
    return chain(
        "So a mu below Delta/sigma would need a profile that the pair at distance Delta exceeds.",
        (
            "the slope in mu is the normal density at mu/2 - eps/mu",
            derivative_is(delta_mu, 0, "exp(-(mu/2 - e/mu)^2/2)/sqrt(2*pi)", "mu e", domain, effort=effort),
        ),
        ("which is positive", sign_of("exp(-(mu/2 - e/mu)^2/2)/sqrt(2*pi)", "mu e", domain, effort)),
    )


@BOOK.identity(
    "zcdp.square",
    "alpha (x - Delta)^2 + (1 - alpha) x^2 = (x - alpha Delta)^2 - alpha (alpha-1) Delta^2, so D_alpha = rho alpha "
    "with the shipped "
    "rho = Delta^2/(2 sigma^2): exact for every order.",
    "Bun, Steinke 2016, Proposition 1.6; Mironov 2017, Proposition 7",
    "all alpha > 1, Delta, sigma > 0, x > 0 (a polynomial identity, so all x)",
)
def _square(effort: Effort) -> Verdict:
    rho, replaced = (stated("gaussian.zcdp", "rho", span) for span in (1, 2))

    def moment(xp: Any, x: Any, b: Any, d: Any, s: Any) -> Any:
        return (1 + b) * log_density(x, d, s) - b * log_density(x, 0, s)

    def shifted(xp: Any, x: Any, b: Any, d: Any, s: Any) -> Any:
        return log_density(x, (1 + b) * d, s) + b * rho(xp, d, s) * (1 + b)

    return chain(
        "The density of mean alpha Delta integrates to 1, so E_Q[(P/Q)^alpha] = e^((alpha-1) rho alpha).",
        ("the exponent", same(moment, shifted, "x b d s", {"x": SIZE, "b": SIZE, **NOISE}, effort)),
        ("replace-one", same(replaced, "2*(d/s)^2", "d s", NOISE, effort)),
    )


@BOOK.soundness(
    "monotone",
    "Noise of the larger variance is noise of the smaller one with independent noise added, whatever the data; and a "
    "query of "
    "smaller sensitivity is one of the larger, too. So neither more sigma nor less sensitivity costs more, inside "
    "every wrapper.",
    "data processing",
    "all sigma, sensitivity > 0 (the variances v and v + w, at every frequency t)",
)
def _monotone(effort: Effort) -> Verdict:
    def transform(xp: Any, variance: Any, t: Any) -> Any:
        return xp.exp(-variance * t * t / 2)

    def added(xp: Any, v: Any, w: Any, t: Any) -> Any:
        return transform(xp, v, t) * transform(xp, w, t)

    def whole(xp: Any, v: Any, w: Any, t: Any) -> Any:
        return transform(xp, v + w, t)

    return chain(
        "The transform of a sum of independent noises is the product of theirs.",
        ("the transforms", same(added, whole, "v w t", {"v": SIZE, "w": SIZE, "t": SIZE}, effort)),
    )
