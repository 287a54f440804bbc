"""Claims about Lemma 2's second branch, eps1: a form that is narrow over boxes, and its behaviour near alpha = 1."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same

from ...formulas import linear_curve as moments
from ..gaussian_study import steady_second

NOTATION = Notation(
    "above_line(x) = expm1(x) - x",
    "share(z) = log1p(z)/z",
    "numerator(z) = log1p(z) - z/(1 + z)",
    ranges={
        "rho": (Fraction(1, 99), 2),
        "delta": (Fraction(1, 99), Fraction(9, 10)),
        "b z": (Fraction(1, 9), 9),
        "x": (1, 2),
    },
    moments=moments,
    steady_second=steady_second,
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", notation=NOTATION)

BOOK.identity(
    "L2.second-branch",
    "eps1 = rho alpha + log((1 - e^-x)/(alpha delta) + e^-x)/(alpha-1) with x = rho alpha (alpha-1): the form that "
    "boxes can hold.",
    "Lemma 2, eps1",
    "all rho > 0, alpha > 1, 0 < delta < 1",
    Same("", "exp(b*moments.lemma2_second(rho, delta, 1 + b))", "exp(b*steady_second(rho, delta, b))"),
)

BOOK.inequality(
    "L2.second-branch-slack",
    "(e^(rho alpha (alpha-1)) - 1)/alpha >= rho (alpha-1), so eps1 >= log(1 + rho (alpha-1)/delta)/(alpha-1), which "
    "falls with alpha.",
    "Lemma 2, eps1 near alpha = 1",
    "all rho > 0, alpha > 1, 0 < delta < 1",
    Same("e^x - 1 - x is 0 at 0", "above_line(0)", "0"),
    Same("its slope is e^x - 1", "d/dx above_line(x)", "exp(x) - 1"),
    Same("d (log(1+z)/z)/dz = -(log(1+z) - z/(1+z))/z^2", "d/dz share(z)", "-numerator(z)/z^2"),
    Positive("log(1+z) - z/(1+z) rises", "d/dz numerator(z)"),
    Same("it is 0 at 0", "numerator(0)", "0"),
    so="e^x - 1 >= x at x = rho alpha (alpha-1); log(1+z)/z falls since log(1+z) - z/(1+z) is 0 at 0 and rises.",
)
