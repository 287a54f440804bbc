"""Claims about products of moment generating functions that ship."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.reasons import INTEGRALS, POINTS
from chartered_plugins.characteristic_function.claims.written_laws import moment
from chartered_plugins.characteristic_function.formulas.composed_moments import (
    Composition,
    Line,
    chernoff,
    moment_above,
    moment_beyond,
    product_along,
)
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.formulas.moments import Gaussian, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from flint import acb, arb

from .laws_beyond_heights import least

PRODUCT = Proofs("characteristic-function", "Chernoff's bound of the hockey-stick divergence; direct computation")
claims = claims_of(PRODUCT)

ORDER, NORMAL = Fraction(7, 2), Gaussian(Fraction(1, 4))

SAMPLED = GaussianSample(Fraction(1, 2), Fraction(2)).law

COMPOSITIONS: tuple[Composition, ...] = (
    ((NORMAL, 1),),
    ((NORMAL, 3), (Laplace(Fraction(1, 2)), 2)),
    ((SAMPLED, 1), (RandomizedResponse(Fraction(1), 3, Fraction(1, 5)), 4)),
    ((SAMPLED, 10**6),),
    ((Laplace(Fraction(1, 1000)), 10**12),),
)


def _moment(xp: Any, m: Any, order: Any) -> Any:
    """M at a real order, by Arb's integrator or in closed form."""
    if isinstance(m, Law):
        return moment(xp, m, acb(order)).real
    return m.moment(xp, order)


def _at_height(xp: Any, m: Any, contour: Contour, shift: Fraction) -> Any:
    """The bound of |M| beyond the nodes at this height, without nodes of its own."""
    if isinstance(m, Law):
        return least(xp, m, contour.order, contour.height, shift)
    if isinstance(m, Gaussian):
        return abs(m.moment(xp, acb(xp.number(contour.order), xp.number(contour.height))))
    if isinstance(m, Laplace):
        return _of_laplace(xp, m, acb(xp.number(contour.order), xp.number(contour.height)))
    return _moment(xp, m, xp.number(contour.order))


def _of_laplace(xp: Any, m: Laplace, z: acb) -> Any:
    """Both exponentials by their moduli, the second one by its largest; up to half a period of the losses' width, |M|
    itself or that bound at half a period."""
    e = xp.number(m.epsilon)

    def moduli(z: acb) -> Any:
        return abs(z / (2 * z - 1)) * abs(((z - 1) * e).exp()) + abs((-z * e).exp()) / 2

    found = xp.minimum(moduli(z), _moment(xp, m, z.real))
    half = acb(z.real, xp.pi / (2 * e))
    return xp.minimum(found, xp.maximum(abs(m.moment(xp, z)), moduli(half))) if z.imag < half.imag else found


def _between(found: Any, exact: Any) -> bool:
    """Whether the bound is not below the exact value, and at most a fortieth above it."""
    return bool(found >= exact.lower()) and bool(found <= exact * arb("1.025"))


def _product(xp: Any, parts: Composition) -> bool:
    contour = Contour(ORDER, Fraction(1, 2), 9)
    shifts = tuple(Fraction(3, 4) if isinstance(m, Law) else Fraction(0) for m, _ in parts)
    line = Line(contour, Fraction(5), shifts, 40, 160)
    above, beyond = arb(1), arb(1)
    for (m, times), shift in zip(parts, shifts, strict=True):
        above = above * _moment(xp, m, xp.number(ORDER)) ** times
        beyond = beyond * _at_height(xp, m, contour, shift) ** times
    return _between(moment_above(parts, ORDER), above) and _between(moment_beyond(parts, line), beyond)


def _chernoff(xp: Any, parts: Composition, order: Fraction, x: Fraction) -> bool:
    b, moment = xp.number(order), arb(1)
    for m, times in parts:
        moment = moment * _moment(xp, m, b) ** times
    written = moment * ((b - 1) / b) ** b / (b - 1) * xp.exp(-(b - 1) * xp.number(x))
    return _between(chernoff(parts, order, x), written)


PRODUCT.inequality(
    "product.bounds",
    "M at a real order and beyond the nodes is bounded from above by the product of each mechanism's bound to the "
    "power of its runs; a million million runs lose a fortieth at most.",
    "5 compositions",
    Sampled(
        "balls: closed forms and Arb's integrator", _product, digits=2, bits=256, why=INTEGRALS, parts=COMPOSITIONS
    ),
)

PRODUCT.table(
    "product.chernoff",
    "The bound of delta(x) that ships is (b-1)^(b-1)/b^b M(b) e^(-(b-1)x), or at most a fortieth above.",
    "5 compositions, 2 orders b, 3 eps",
    Sampled(
        "balls: the bound written out",
        _chernoff,
        digits=2,
        bits=256,
        why=POINTS,
        parts=COMPOSITIONS,
        orders=(ORDER, 3 + Fraction(1, 2**24)),
        eps=numbers("-1 0 3"),
    ),
)


def _powers(xp: Any, parts: Composition) -> bool:
    contour = Contour(ORDER, Fraction(5, 4), 4)
    line = Line(contour, Fraction(5), (Fraction(0),) * len(parts), 60, 160)
    for found, z in zip(product_along(parts, line), contour.nodes(xp), strict=True):
        written = acb(1)
        for m, times in parts:
            value = moment(xp, m, z) if isinstance(m, Law) else _moment(xp, m, z)
            written = written * value**times
        if not abs(found - written) <= arb("1e-15") * abs(written):
            return False
    return True


def _through_zero(xp: Any, times: int) -> bool:
    """The third of three values is not known to differ from 0, although it is 92."""
    m, contour = GaussianSample(Fraction(1, 2), Fraction(1)).law, Contour(Fraction(5), Fraction(1), 3)
    found = product_along(((m, times),), Line(contour, Fraction(6), (Fraction(1),), 2, 64))
    values, exact = m.along(contour, 2, 64), [moment(xp, m, z) for z in contour.nodes(xp)]
    inside = all(power.overlaps(value**times) for power, value in zip(found, exact, strict=True))
    close = bool(found[2].abs_upper() <= values[2].abs_upper() ** times * 2 ** ((times + 1) // 2))
    return inside and values[2].overlaps(acb(0)) and close


PRODUCT.table(
    "product.powers",
    "M of a composition that ships is the product of powers, also of many runs.",
    "4 compositions, 4 orders; 15 digits",
    Sampled(
        "balls: powers",
        _powers,
        digits=15,
        bits=256,
        why=POINTS,
        parts=(
            *COMPOSITIONS[:3],
            ((Laplace(Fraction(1, 20)), 11), (RandomizedResponse(Fraction(1, 9)), 8), (NORMAL, 7)),
        ),
    ),
)

PRODUCT.soundness(
    "product.zero",
    "The enclosure of a power holds the power of M also if the enclosure of M contains 0.",
    "3 numbers of runs",
    Sampled("balls: a value about 0", _through_zero, digits=2, bits=256, why=POINTS, runs=(1, 5, 20)),
)


def _normal(xp: Any, square: Fraction, order: Fraction, height: Fraction) -> bool:
    m, z = Gaussian(square), acb(xp.number(order), xp.number(height))
    return _between(m.beyond(order, height, Fraction(0), 1.0, 64), abs(_moment(xp, m, z)))


PRODUCT.table(
    "product.normal.as-shipped",
    "The bound of |M(c + iy)| for y >= Y that ships for a normal loss is the value at Y, or at most a fortieth above.",
    "2 mu, 3 orders, 3 heights",
    Sampled(
        "balls: the modulus",
        _normal,
        digits=2,
        bits=128,
        why=POINTS,
        squares=numbers("1/9 4"),
        orders=numbers("1/2 3/2 6"),
        heights=numbers("0 1/2 7"),
    ),
)
