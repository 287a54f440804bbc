"""Claims about laws of Laplace noise: what they are between kinks, the quadrature of their moment generating functions,
which laws of logistic noise share, and how these fall along a line."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Sampled, Slope, claims_of, near
from flint import acb, arb

from ..formulas.contour import Contour
from ..laws.laplace_law import LaplaceLaw
from . import written_laplace as written
from .reasons import PLACE
from .written_laplace import GROUPS, ORDERS, REPLACED, SAMPLES

_BITS = 128
COSINE = Range((0, 2), lambda xp, above: above - 1)
NOTATION = Notation(
    # s = e^(r|x|), and a + c s^2 is the mixture that varies
    "v(s, a, c) = a + c*s^2",
    "loss_density(s, a, c, p) = v(s, a, c)^(p + 1)/(4*c*s^3)",
    "edge(n) = 2 + 2/(4*n^2 - 1)",
    ranges={"a c p r": (0, 9), "n": (2, 9), "f g u": (0, 3), "s": (1, 5), "k": COSINE},
)
LAW, GAUSS = (
    Proofs("poisson-laplace.characteristic", source, at=PLACE, notation=NOTATION)
    for source in ("direct computation", "Trefethen 2013, Theorem 19.3")
)
REPLACING = Proofs("poisson-laplace.replaced-characteristic", "direct computation", at=PLACE, notation=NOTATION)
GROUPED = Proofs("group-of-records.sampled-laplace", "direct computation", at=PLACE, notation=NOTATION)
LINE = Proofs(
    "poisson-laplace.characteristic",
    "direct computation; partial integration",
    notation=Notation(ranges={"a b f y": (0, 9), "c": COSINE}),
)
Moment: TypeAlias = Callable[[Any, Any, acb], acb]
Known: TypeAlias = Callable[[Any, Any], bool]
claims = claims_of(LAW, GAUSS, LINE, REPLACING, GROUPED)
LAW.identity(
    "density",
    "Between kinks the noise r/(2s) e^.. with s = e^(r|x|) and the mixture v = A + C s^2 that varies, to the power p, "
    "over the slope 2 r C s^2/v of log v, are the density v^(p+1)/(4 C s^3) of the loss, weighted.",
    "a, c, r, p > 0, s > 1",
    Same("one over the other", "loss_density(s, a, c, p)*2*r*c*s^2/v(s, a, c)", "r/(2*s)*v(s, a, c)^p"),
)

LAW.identity(
    "turn",
    "The logarithm of that density has, as a function of log s, a slope of the sign of (2p - 1) C s^2 - 3A: it falls, "
    "and then rises or not where p > 1/2, and falls where p < 0.",
    "a, c > 0, s > 1",
    Same("the slope", "2*(p + 1)*c*s^2/v(s, a, c) - 3", "((2*p - 1)*c*s^2 - 3*a)/v(s, a, c)"),
)

LAW.inequality(
    "sizes",
    "In an ellipse |v^p/s| is largest at an end of its axis: for p >= 0 its logarithm is convex in the real part of x, "
    "and for p < 0 both factors fall.",
    "all p >= 0, a, c > 0, s > 0",
    Slope("the slope in s", "p*log(v(s, a, c)) - log(s)", "s", "2*p*c*s/v(s, a, c) - 1/s"),
    Slope("that of s times it", "2*p*c*s^2/v(s, a, c) - 1", "s", "4*p*a*c*s/v(s, a, c)^2"),
    so="For p >= 0 the slope in log s rises with s, so that the logarithm is convex; for p < 0 it is negative.",
)

LAW.inequality(
    "argument",
    "At the angle t of C u, u = s^2, the tangent of arg v, C u sin t/(A + C u cos t), rises with u: its slope is A C "
    "sin t over a square. It rises with the angle up to pi/2: |v|^2 times its slope there is C u (C u + A cos t). Here "
    "g is the sine and k the cosine.",
    "a, c > 0, u > 0",
    Slope("the slope", "c*u*g/(a + c*u*k)", "u", "a*c*g/(a + c*u*k)^2"),
    Nonnegative("in the angle, for cosines from 0 to 1", "c*u*(c*u + a*k)", {"k": (0, 1)}, zero="c u"),
    so="So the angle is largest at the end of the axis and at the height of the ellipse.",
)

GAUSS.inequality(
    "gauss.coefficients",
    "Chebyshev coefficients are at most 2B r^-k. From k = 2n on a term of even k costs 2 + 2/(4n^2 - 1), which is at "
    "most 32/15 for n >= 2, and the geometric series makes the remainder 64/15 B r^(-2n)/(1 - r^-2): its terms are "
    "64/15 B x^n with x = r^-2.",
    "all n >= 2, r > 1",
    Nonnegative("what is left of 32/15, n = 2 + s", "32/15 - edge(2 + s)", {"s": (0, 9)}, zero="s"),
    Same("the series less its first term is the series from the next one on", "f/(1 - f) - f", "f^2/(1 - f)"),
    so="The rule is exact up to the degree 2n - 1, and odd terms vanish in it and in the integral.",
)

LINE.identity(
    "beyond.pairs",
    "M(c)^2 - |M(c + iy)|^2 is a sum over pairs of losses of 1 - cos of y times their distance: here for two losses of "
    "weights a and b, c the cosine. So |M| falls while y times the width of the loss is at most pi.",
    "all a, b > 0",
    Same("two losses", "(a + b)^2 - ((a + b*c)^2 + b^2*(1 - c^2))", "2*a*b*(1 - c)"),
)

LINE.identity(
    "beyond.parts",
    "What partial integration adds to an atom a is f/y at a right angle to it: their modulus is the root of a^2 + "
    "(f/y)^2, which falls with y.",
    "all a, f, y > 0",
    Slope("the slope", "sqrt(a^2 + f^2/y^2)", "y", "-f^2/(y^3*sqrt(a^2 + f^2/y^2))"),
)


def _atoms(xp: Any, law: LaplaceLaw) -> bool:
    (low, other, _), (p, q, mass) = written.atoms(xp, law)
    known = near(xp.number(law.max_loss), (p / q).log(), 25) and near(-law.end_loss(xp, -1), (other / low).log(), 25)
    below = law.below_largest(xp)
    return known and below is not None and near(below.mass, mass * p, 25)


def _direct(moment: Moment, known: Known, xp: Any, law: Any, order: Fraction, k: int) -> bool:
    contour = Contour(order, Fraction(30), 20)
    found = law.along(contour, 40, _BITS)[k]
    exact = moment(xp, law, acb(xp.number(order), xp.number(k * contour.spacing)))
    narrow = bool(found.real.rad() < arb(10) ** -10 * law.at(order, 40, _BITS))
    return bool(found.overlaps(exact)) and narrow and known(xp, law)


def direct(book: Proofs, laws: Sequence[Any], moment: Moment, held: str, known: Known = lambda xp, law: True) -> None:
    """Enters the claim that enclosures hold `moment`, M in another way, in words `held`. `known`: what else is compared
    of a law."""
    book.soundness(
        "direct",
        f"The enclosures of M(c + iy) hold {held}.",
        f"{len(laws)} laws, 3 orders, 4 of 20 heights y each; Arb's adaptive integrator",
        Sampled(
            "balls: the direct integral",
            partial(_direct, moment, known),
            digits=10,
            bits=_BITS,
            laws=laws,
            orders=ORDERS,
            heights=(0, 1, 7, 19),
        ),
    )


HELD = "both atoms and the integral; the largest loss and its probability, and the least loss, are those of the atoms"
for book, laws in ((LAW, SAMPLES), (REPLACING, REPLACED), (GROUPED, GROUPS)):
    direct(book, laws, written.moment, HELD, _atoms)
