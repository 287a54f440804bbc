"""Errata: statements of the paper that are wrong or too general, each with a witness, and the corrected form, which is
not refuted."""

from fractions import Fraction
from functools import reduce
from typing import Any

from chartered.proving import Certain, Notation, Proofs, Rounds, Same

from ....basics.formulas import gaussian_profile
from ...formulas import linear_curve as moments
from ..gaussian_study import least


def on_grid(xp: Any, total: Any, delta: Any) -> Any:
    """L2's eps0 at the best of the orders 3/2, 2, 5/2, ..."""
    values = [moments.lemma2_first(xp, total, delta, xp.number(Fraction(k, 2))) for k in range(3, 40)]
    return reduce(xp.minimum, values)


def moment(order: int) -> Any:
    """The moment of one sampled step at the figure's rate and variance."""
    return lambda xp: moments.sampled_moment(xp, order, xp.number(Fraction(1, 1000)), xp.number(16))


NOTATION = Notation(
    "delta = 1/10^5",
    "excess(variance, eps) = gaussian_profile.delta_mu(1/sqrt(variance), eps) - delta",
    "leading(eps) = moments.theorem5_leading(eps, delta, 1)",
    "exact(eps) = moments.theorem5_variance(eps, delta, 1)",
    "total = moments.rho_of(400, 1000)",
    "E23 = moments.accountant_epsilon(total, delta)",
    "gap = E23 - least(1000)",
    "true = moments.curve(moments.rho_of(400, 1), 2)",
    "heuristic = moments.abadi_rho(1/1000, 16)",
    "best = moments.accountant_order(1000*heuristic, delta)",
    ranges={"a": (Fraction(11, 10), 9), "x": (Fraction(1, 9), 9)},
    moments=moments,
    gaussian_profile=gaussian_profile,
    least=least,
    on_grid=on_grid,
    moment=moment(430),
    second_moment=moment(2),
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Appendix E", notation=NOTATION)

BOOK.erratum(
    "erratum.T5-leading-terms",
    "Theorem 5's leading terms alone are no sufficient variance: at delta = 1e-5, eps = 0.01, T = 1 the true delta is "
    "1.32e-5.",
    "Theorem 5",
    "T = 1, delta = 1e-5, eps in {1/100, 1}",
    Certain("at eps = 1/100 the leading terms give a delta above 1.31e-5", "excess(leading(1/100), 1/100) - 31/10^7"),
    Certain("(80) keeps delta there", "-excess(exact(1/100), 1/100)"),
    Certain("at eps = 1 the leading terms are below 15.76", "1576/100 - leading(1)"),
    Certain("and (80) is above 17.33", "exact(1) - 1733/100"),
    Certain("(80) keeps delta there too", "-excess(exact(1), 1)"),
    so="Without its O-term, of unknown sign, the printed form is no guarantee.",
    printed="sigma^2 >= 2TL/eps^2 + T/eps - (2T/eps^2)(log(2L) + 1 - log eps) + O(log^2 L/L)",
    corrected="(80): sigma^2 = alpha T/(2 eps + (2/(alpha-1)) log(alpha delta) - 2 log(1-1/alpha)) at alpha = 2L/eps, "
    "for eps <= L",
)

BOOK.erratum(
    "erratum.rho",
    "rho = 1/sigma^2 is twice the Gaussian's: D_alpha = alpha/(2 sigma^2), and only rho = 1/(2 sigma^2) gives figure "
    "2.",
    "sensitivity 1",
    Same(
        "the exponent with rho = 1/(2 sigma^2)",
        "a*(x - 1)^2 + (1 - a)*x^2 - (x - a)^2",
        "-2*(a - 1)*moments.curve(moments.rho_of(1, 1), a)",
    ),
    Certain(
        "with rho = 1/sigma^2 E23 at T = 1000 would exceed 13, not 8.8371356",
        "moments.accountant_epsilon(2*total, delta) - 13",
    ),
    so="At sigma = 1 the exponents of P^alpha Q^(1-alpha) sum to -((x-alpha)^2 - 2 (alpha-1) rho alpha)/2 with rho "
    "= 1/2, not 1.",
    printed="rho = 1/sigma^2",
    corrected="rho = 1/(2 sigma^2)",
)

BOOK.erratum(
    "erratum.curve",
    "gamma(alpha) = alpha * alpha is a misprint: at sigma = 20, alpha = 2 it is 4, the Gaussian's is 1/400.",
    "sigma = 20, alpha = 2",
    Certain("alpha alpha is above 3 more than rho alpha", "2*2 - true - 3"),
    Certain("rho alpha <= 1/400", "1/400 - true + 1/10^30"),
    so="The corrected form is E23.curve.",
    printed="gamma(alpha) = alpha alpha",
    corrected="gamma(alpha) = rho alpha",
)

BOOK.erratum(
    "erratum.F3-rho",
    "Figure 3's rho = q^2/((1-q) sigma^2) is no Renyi bound: after one epoch (1000 steps) the minimising order is 430, "
    "and there one step has more than 100000 times the Renyi divergence rho alpha.",
    "Figure 3 (Abadi et al. 2016, Lemma 3)",
    "q = 1/1000, sigma = 4, delta = 1e-5, 1000 steps, alpha = 430",
    Certain("the order that minimises T1 is above 429.5", "best - 859/2"),
    Certain("and below 430.5", "861/2 - best"),
    Certain("the true divergence at 430 is above 1e5 rho alpha", "log(moment())/429 - 10^5*heuristic*430"),
    Certain("430 is outside the lemma's range", "429 + 16*log(4/1000)"),
    # at order 2 the sum is 1 + q^2 (e^(1/sigma^2) - 1), as integration gives
    Certain("the exact sum at alpha = 2, from above", "1/10^30 - second_moment() + 1 + expm1(1/16)/10^6", bits=400),
    Certain("and from below", "1/10^30 + second_moment() - 1 - expm1(1/16)/10^6", bits=400),
    so="Lemma 3 holds for alpha - 1 <= sigma^2 log(1/(q sigma)) = 88 only, and drops a term. HEURISTIC.",
    printed="gamma(alpha) = alpha q^2/((1-q) sigma^2) for every alpha",
    corrected="gamma(alpha) = log(sum_k C(alpha,k) (1-q)^(alpha-k) q^k e^((k^2-k)/(2 sigma^2)))/(alpha-1), whole alpha",
)

BOOK.erratum(
    "erratum.F2-gap",
    "The gap of figure 2 exceeds 0.75: it is 0.75878 at T = 1000.",
    "Figure 2",
    "sigma = 20, delta = 1e-5, T = 1000",
    Certain("E23 - eps0's minimum exceeds 0.758", "gap - 758/1000"),
    Rounds("it", "gap", "0.75878"),
    Rounds("with orders in steps of 1/2 it", "E23 - on_grid(total, delta)", "0.74927"),
    so="L2 is at most eps0's minimum, so the gap is at least this; that it is no more is F2.gap.",
    printed="up to 0.75",
    corrected="up to 0.75878 (orders 3/2, 2, 5/2, ... give 0.74927)",
)
