"""Claims about the quadrature of Laplace and logistic laws as it ships: the rule is exact up to its degree, and its
remainder holds with few nodes and is the formula written out."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.characteristic_function.claims import logistic, written_laplace as written
from chartered_plugins.characteristic_function.claims.laplace_laws import Moment
from chartered_plugins.characteristic_function.claims.reasons import PLACE, POINTS, refused
from chartered_plugins.characteristic_function.claims.written_laplace import GROUPS, ORDERS, REPLACED, SAMPLES
from chartered_plugins.characteristic_function.formulas import gauss_legendre
from chartered_plugins.characteristic_function.laws.laplace_law import LaplaceLaw
from chartered_plugins.characteristic_function.laws.laplace_pieces import Points, Rule
from chartered_verify.catching import ours
from flint import acb, arb

_BITS = 128
GAUSS = Proofs("poisson-laplace.characteristic", "Trefethen 2013, Theorem 19.3", at=PLACE)
LAPLACE = [
    (Proofs(name, "direct computation", at=PLACE), laws)
    for name, laws in (
        ("poisson-laplace.characteristic", SAMPLES),
        ("poisson-laplace.replaced-characteristic", REPLACED),
        ("group-of-records.sampled-laplace", GROUPS),
    )
]
LOGISTIC = [
    (Proofs(name, "direct computation"), laws)
    for name, laws in (
        ("poisson-logistic.characteristic", logistic.SAMPLES),
        ("logistic.characteristic", logistic.PLAIN),
    )
]
claims = claims_of(GAUSS, *(book for book, _ in (*LAPLACE, *LOGISTIC)))


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


def size(xp: Any, law: LaplaceLaw, order: Fraction, piece: tuple[Fraction, Fraction], rho: Any, height: Any) -> Any:
    """A bound on the integrand in the ellipse of parameter rho, times half the piece: its larger value at an end of the
    axis, how far the mixture that varies turns at the end that is farther from 0, and the cosine of half the angle of a
    term there for a negative exponent."""
    (a, b), near, r = piece, sum(piece, Fraction(0)) / 2, xp.number(law.noise.rate)
    half, middle = xp.number((b - a) / 2), xp.number(near)
    wide, y = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
    if not (rho > 1 and 4 * r * y < xp.pi):
        return None
    real = [abs(written.integrand(xp, law, xp.number(order), near)(middle + sign * wide)) for sign in (1, -1)]
    on_right = near > 0
    varies, power = (law.ratio.p, order) if on_right else (law.ratio.q, 1 - order)
    turn = abs(acb(written.mixed(xp, law, varies, near)(acb(middle + (wide if on_right else -wide), y))).arg())
    found = xp.maximum(*real) * half * (xp.number(height) * turn).exp()
    return found * (r * y).cos() ** xp.number(power) if power < 0 else found


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
    sizes = [size(xp, law, order, piece, rho, Fraction(height)) for piece in pieces]
    if n < 2 or not all(size is not None for size in sizes):
        return refused(lambda: law.noise.radius(xp, law.ratio, xp.number(order), rule, arb(height), arb(0)))
    bound = sum(sizes, arb(0)) * arb(64) / 15 * rho ** (-2 * n) / (1 - rho**-2)
    return near(_rest(xp, law, order, rule, height), bound, 12)


@lru_cache(maxsize=256)
def _exact(moment: Moment, xp: Any, law: Any, order: Fraction, height: Fraction) -> acb:
    return moment(xp, law, acb(xp.number(order), xp.number(height)))


def _remainder(moment: Moment, xp: Any, law: Any, order: Fraction, count: int, height: int) -> bool:
    pieces = len(law.noise.pieces(law.ratio))
    rules = [Rule((Points(count, 1 + k / (8 * float(law.epsilon))),) * pieces) for k in range(1, 30)]
    losses, weights = law.terms(xp, rules[0], order)
    found = sum((w * (acb(0, height) * loss).exp() for w, loss in zip(weights, losses, strict=True)), acb(0))
    missed = abs(found - _exact(moment, xp, law, order, Fraction(height)))
    bounds = [_rest(xp, law, order, rule, height) for rule in rules]
    return any(bound.is_finite() for bound in bounds) and all(bool(missed <= bound) for bound in bounds)


for book, laws in LAPLACE:
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

for moment, of in ((written.moment, LAPLACE), (logistic.moment, LOGISTIC)):
    for book, laws in of:
        book.soundness(
            "remainder",
            "With few nodes, where it matters, the rule differs from the integral by no more than its remainder in any "
            "ellipse.",
            f"{len(laws)} laws, 3 orders, 3 rules, 3 heights, up to 29 ellipses",
            Sampled(
                "balls: the direct integral",
                partial(_remainder, moment),
                digits=10,
                bits=_BITS,
                laws=laws,
                orders=ORDERS,
                counts=(2, 5, 9),
                heights=(0, 2, 40),
            ),
        )
