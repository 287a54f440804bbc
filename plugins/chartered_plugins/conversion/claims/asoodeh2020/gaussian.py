"""Claims about the Gaussian mechanism: the accountant's minimum (23), and its soundness."""

from fractions import Fraction

from chartered.proving import Notation, Proofs, Same

from ....basics.claims import mills
from ....basics.formulas import gaussian_profile
from ...formulas import closed_forms as renyi_conversion, linear_curve as moments

SIZE = (Fraction(1, 9), 9)
ROOTS = "all rho > 0, 0 < delta < 1 (rho = m^2, log(1/delta) = u^2)"

NOTATION = Notation(
    "d = exp(-u^2)",
    "E23 = moments.accountant_epsilon(m^2, d)",
    ranges={"a b variance n m u e": SIZE, "x": (Fraction(1, 9), 6)},
    moments=moments,
    rc=renyi_conversion,
    gaussian_profile=gaussian_profile,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="(23)", notation=NOTATION)

BOOK.identity(
    "E23.curve",
    "N(1, sigma^2) from N(0, sigma^2): alpha (x-1)^2 + (1-alpha) x^2 = (x-alpha)^2 - alpha (alpha-1), so D_alpha = "
    "alpha/(2 sigma^2) = rho alpha.",
    "all alpha > 1, sigma > 0, x > 0 (a polynomial identity, so all x)",
    Same("the exponent", "a*(x - 1)^2 + (1 - a)*x^2", "(x - a)^2 - a*(a - 1)", {"x": SIZE}),
    Same("its logarithm over alpha-1", "(1 + b)*b/(2*variance)/b", "moments.curve(moments.rho_of(variance, 1), 1 + b)"),
    so="The Gaussian with mean alpha integrates to 1, so E_Q[(P/Q)^alpha] = e^(alpha(alpha-1)/(2 sigma^2)).",
)

BOOK.optimum(
    "E23.minimum",
    "inf over alpha of rho alpha + log(1/delta)/(alpha-1) is rho + sqrt(4 rho log(1/delta)), at alpha = 1 + "
    "sqrt(log(1/delta)/rho): the difference is a square.",
    ROOTS,
    Same(
        "value minus minimum is (m n - u/n)^2",
        "rc.classical_epsilon(1 + n^2, moments.curve(m^2, 1 + n^2), d) - E23",
        "(m*n - u/n)^2",
    ),
    Same("the order", "moments.accountant_order(m^2, d)", "1 + u/m"),
    so="With alpha = 1 + n^2; the square is 0 at n^2 = u/m.",
)

BOOK.identity(
    "E23.zcdp",
    "It is the bound of Bun and Steinke 2016 for rho-zCDP, rho + 2 sqrt(rho log(1/delta)).",
    "(23); Bun and Steinke 2016, Prop 1.3",
    ROOTS,
    Same("", "E23", "m^2 + 2*m*u"),
)

BOOK.soundness(
    "E23.sound",
    "The exact profile of the Gaussian at E23's eps is at most delta/2.",
    "(23); Balle and Wang 2018 for the exact profile",
    ROOTS,
    Same(
        "the profile is Phi(mu/2 - eps/mu) minus a positive number",
        "gaussian_profile.delta_mu(m, e)",
        "Phi(m/2 - e/m) - exp(e)*Phi(-m/2 - e/m)",
    ),
    Same("mu/2 - eps/mu = -sqrt(2) u", "sqrt(2)*m/2 - E23/(sqrt(2)*m)", "-sqrt(2)*u"),
    mills.below_half,
    so="The profile is below its first term, Phi(-sqrt(2) u) <= e^(-u^2)/2 = delta/2.",
)
