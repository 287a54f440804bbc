"""Claims about bounds on the error of an inversion: geometric series, the moment generating function of a normal loss
at large heights, and losses that are split into bands."""

from fractions import Fraction
from typing import Any

from chartered.proving import Inequality, Proofs, Same, Sampled, Shown, Slope, claims_of

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas.banded_line import Outside
from ..formulas.moments import Gaussian
from .reasons import POINTS

SERIES = Proofs("characteristic-function", "geometric series")
PRODUCT = Proofs("characteristic-function", "direct computation")
SPLIT = Proofs("characteristic-function.bands", "Bromwich's integral; direct computation")
claims = claims_of(SERIES, PRODUCT, SPLIT)

SERIES.identity(
    "series",
    "r + r^2 + ... + r^n is (1 - r^n) r/(1-r), and all of them are r/(1-r) where r < 1.",
    "0 < r < 1, n > 0",
    Same("one term more", "(1 - r^(n + 1))*r/(1 - r) - (1 - r^n)*r/(1 - r)", "r^(n + 1)"),
    Same("no term", "(1 - r^0)*r/(1 - r)", "0"),
    so="And r^n goes to 0.",
    over={"r": (0, 1), "n": (0, 9)},
)

SERIES.inequality(
    "series.falling",
    "Of r + r^2 f + r^3 f^3 + ... with |f| < 1 the terms from n + 1 on are at most |r^n f^(n(n-1)/2)| times the "
    "geometric series of |r f^n|.",
    "all r > 0, f = e^-g < 1, n > 0, j > 0",
    Same("a term over the one before", "r^(k + 1)*exp(-g*k*(k + 1)/2)/(r^k*exp(-g*k*(k - 1)/2))", "r*exp(-g*k)"),
    Same("at k = n + j", "r*exp(-g*(n + j))", "r*exp(-g*n)*exp(-g*j)"),
    Shown("the last factor is below 1", Inequality(lambda xp, x: 1 - xp.exp(-x), {"gj": (0, None)}, inside=True)),
    so="So each term from n + 1 on is at most |r f^n| times the one before. Here r and f stand for their absolute "
    "values.",
    over={"r g j k n": (0, 5)},
)

PRODUCT.inequality(
    "product.normal",
    "Of a normal loss |M(c + iy)| = e^(s (c (c-1) - y^2)/2), s = mu^2, and falls as y rises.",
    "all s > 0, c > 0, y > 0; z and w are c + iy and c - iy",
    Same("M(z) M(w) is the square", "exp(s*z*(z - 1)/2)*exp(s*w*(w - 1)/2)", "exp(s*((z + w)^2 - 2*z*w - (z + w))/2)"),
    Same("where z + w = 2c, zw = c^2 + y^2", "(2*c)^2 - 2*(c^2 + y^2) - 2*c", "2*(c*(c - 1) - y^2)"),
    Slope("by y", "exp(s*(c*(c - 1) - y^2)/2)", "y", "-s*y*exp(s*(c*(c - 1) - y^2)/2)"),
    so="The first step is an identity of analytic functions, and holds for complex z and w.",
    over={"s c y z w": (0, 3)},
)

SPLIT.identity(
    "split",
    "What the bands of two mechanisms add to their product: (u + v)(u' + v') - u u' = v (u' + v') + u v'.",
    "all u, v, u', v'; w and z are u' and v'",
    Same("the product", "(u + v)*(w + z) - u*w", "v*(w + z) + u*z"),
    over={"u v w z": (0, 9)},
)


@SPLIT.soundness(
    "outside",
    "A moment of an order b above 1 or below 0 bounds a profile from both sides: delta(x) - (0 or V(1) - e^x V(0)) is "
    "between 0 and kappa V(b) e^(-(b-1)x), kappa = |b-1|^|b-1|/|b|^|b| for b > 1, that of 1 - b for b < 0.",
    "2 mu, 6 orders, 5 eps",
    Sampled(
        "balls: the Gaussian profile",
        digits=10,
        bits=192,
        why=POINTS,
        squares="1/4 2",
        orders="-9 -1 -1/3 4/3 2 9",
        eps="-2 -1/2 0 1/2 2",
    ),
)
def _outside(xp: Any, square: Fraction, order: Fraction, x: Fraction) -> bool:
    m = Gaussian(square)
    masses = tuple(m.moment(xp, xp.number(b)) for b in (1, 0))
    found = Outside(order, m.moment(xp, xp.number(order)).upper(), masses).delta(xp, xp.number(x))
    exact = delta_mu(xp, xp.sqrt(xp.number(square)), xp.number(x))
    return bool(found.lower() <= exact.upper()) and bool(exact.lower() <= found.upper())
