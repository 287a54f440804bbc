"""Claims about laws of Laplace noise: what they are between kinks, and the quadrature of their moment generating
functions, which laws of logistic noise share."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, TypeAlias

from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Sampled, Slope, claims_of, near
from chartered_verify.catching import ours
from flint import acb, arb

from ..formulas import gauss_legendre
from ..formulas.contour import Contour
from ..laws.laplace_law import LaplaceLaw
from ..laws.laplace_pieces import Points, Rule
from . import written_laplace as written
from .reasons import PLACE, POINTS, refused
from .written_laplace import GROUPS, ORDERS, REPLACED, SAMPLES

_BITS = 128
_compared = partial(Sampled, "balls: the direct integral", digits=10, bits=_BITS)
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
ALL = [(LAW, SAMPLES), (REPLACING, REPLACED), (GROUPED, GROUPS)]
Moment: TypeAlias = Callable[[Any, Any, acb], acb]
Known: TypeAlias = Callable[[Any, Any], bool]
claims = claims_of(LAW, GAUSS, REPLACING, GROUPED)
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


@GAUSS.soundness(
    "gauss.exact",
    "The rule of n nodes has positive weights, and integrates t^k exactly for every k below 2n.",
    "n from 2 to 40; 30 digits",
    Sampled("balls", digits=30, bits=_BITS, counts=(2, 3, 8, 17, 40)),
)
def _powers(xp: Any, count: int) -> bool:
    rule = gauss_legendre.rule(count, xp.bits)
    exact = [arb(0) if k % 2 else arb(2) / (k + 1) for k in range(2 * count)]
    weights = all(weight > 0 for _, weight in rule) and len(rule) == count
    return weights and all(
        near(sum((weight * t**k for t, weight in rule), arb(0)), found, 30, arb(1)) for k, found in enumerate(exact)
    )


def _atoms(xp: Any, law: LaplaceLaw) -> bool:
    (low, other, _), (p, q, mass) = written.atoms(xp, law)
    known = near(xp.number(law.max_loss), (p / q).log(), 25) and near(-law.end_loss(xp, -1), (other / low).log(), 25)
    return known and near(xp.number(law.largest_chance), mass * p, 25)


def _rest(xp: Any, law: LaplaceLaw, order: Fraction, rule: Rule, height: int) -> arb:
    """The registered remainder; infinity for an ellipse that is too wide."""
    try:
        found: arb = law.noise.radius(xp, law.ratio, xp.number(order), rule, arb(height), arb(0))
    except ours(ArithmeticError):
        return arb("inf")
    return found


def _written(xp: Any, law: LaplaceLaw, order: Fraction, points: Points, height: int) -> bool:
    pieces = list(written.between(law))
    rho, n, rule = arb(points.ellipse), points.count, Rule((points,) * len(pieces))
    sizes = [written.size(xp, law, order, piece, rho, Fraction(height)) for piece in pieces]
    if n < 2 or not all(size is not None for size in sizes):
        return refused(lambda: law.noise.radius(xp, law.ratio, xp.number(order), rule, arb(height), arb(0)))
    bound = sum(sizes, arb(0)) * arb(64) / 15 * rho ** (-2 * n) / (1 - rho**-2)
    return near(_rest(xp, law, order, rule, height), bound, 12)


@lru_cache(maxsize=256)
def _exact(moment: Moment, xp: Any, law: Any, order: Fraction, height: Fraction) -> acb:
    return moment(xp, law, acb(xp.number(order), xp.number(height)))


def _direct(moment: Moment, known: Known, xp: Any, law: Any, order: Fraction, k: int) -> bool:
    contour = Contour(order, Fraction(30), 20)
    found = law.along(contour, 40, _BITS)[k]
    exact = _exact(moment, xp, law, order, k * contour.spacing)
    narrow = bool(found.real.rad() < arb(10) ** -10 * law.at(order, 40, _BITS))
    return bool(found.overlaps(exact)) and narrow and known(xp, law)


def _remainder(moment: Moment, xp: Any, law: Any, order: Fraction, count: int, height: int) -> bool:
    pieces = len(law.noise.pieces(law.ratio))
    rules = [Rule((Points(count, 1 + k / (8 * float(law.epsilon))),) * pieces) for k in range(1, 30)]
    losses, weights = law.terms(xp, rules[0], order)
    found = sum((w * (acb(0, height) * loss).exp() for w, loss in zip(weights, losses, strict=True)), acb(0))
    missed = abs(found - _exact(moment, xp, law, order, Fraction(height)))
    bounds = [_rest(xp, law, order, rule, height) for rule in rules]
    return any(bound.is_finite() for bound in bounds) and all(bool(missed <= bound) for bound in bounds)


def quadrature(
    book: Proofs, laws: Sequence[Any], moment: Moment, held: str, known: Known = lambda xp, law: True
) -> None:
    """Enters the claims that enclosures hold `moment`, M in another way, in words `held`, and that remainders do.
    `known`: what else is compared of a law."""
    book.soundness(
        "direct",
        f"The enclosures at the nodes of a contour hold {held}.",
        f"{len(laws)} laws, 3 orders, 4 of 20 nodes each; Arb's adaptive integrator",
        _compared(partial(_direct, moment, known), laws=laws, orders=ORDERS, nodes=(0, 1, 7, 19)),
    )
    book.soundness(
        "remainder",
        "With few nodes, where it matters, the rule differs from the integral by no more than its remainder in any "
        "ellipse.",
        f"{len(laws)} laws, 3 orders, 3 rules, 3 heights, up to 29 ellipses",
        _compared(partial(_remainder, moment), laws=laws, orders=ORDERS, counts=(2, 5, 9), heights=(0, 2, 40)),
    )


HELD = "both atoms and the integral; the largest loss and its probability, and the least loss, are those of the atoms"
for book, laws in ALL:
    quadrature(book, laws, written.moment, HELD, _atoms)
    book.table(
        "remainder.as-shipped",
        "What ships as the remainder is, for each piece, (64/15) B r^(-2n)/(1 - r^-2), B the larger value of the "
        "integrand at an end of the ellipse's axis, times half the piece, times e^(Y arg v) at the end that is farther "
        "from 0, and the cosine of the rate times the height to the power p where p < 0; nothing is said unless r > 1, "
        "that angle is below pi/4 and n is at least 2.",
        f"{len(laws)} laws, 3 orders, 6 rules, 2 heights; 12 digits",
        Sampled(
            "balls: the formula written out",
            _written,
            digits=12,
            bits=_BITS,
            why=POINTS,
            laws=laws,
            orders=ORDERS,
            rules=(Points(8, 1.2), Points(16, 1.5), Points(2, 1.05), Points(1, 1.2), Points(8, 1.0), Points(8, 40.0)),
            heights=(0, 7),
        ),
    )
