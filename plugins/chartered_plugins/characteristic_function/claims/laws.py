"""Claims about moment generating functions that are a noise and two mixtures of its shifts: a table of properties and
laws. Each bound is compared with the same written out in another way, on nodes so coarse that it is not negligible."""

from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_verify.catching import ours
from flint import acb, arb
from msgspec.structs import replace

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..laws.analytic_law import Law
from . import written_laws as written
from .reasons import INTEGRALS, PLACE, POINTS, Table, refused
from .written_laws import INTEGERS, MIXTURES, REPLACED, REPLACED_MIXTURE, REPLACED_ON_INTEGERS, SAMPLES, WINDOWED

_BITS, _DIGITS, ORDER = 160, 12, Fraction(7, 2)
_compared, _written = (partial(Sampled, bits=_BITS, why=why) for why in (INTEGRALS, POINTS))
SOURCE = "ours; Trefethen and Weideman 2014, Theorem 5.1"
REAL = {
    "poisson-gaussian.characteristic": SAMPLES,
    "poisson-gaussian.replaced-characteristic": REPLACED,
    "poisson-gaussian.band": WINDOWED,
    "gaussian-mixture.characteristic": MIXTURES,
    "gaussian-mixture.replaced-characteristic": REPLACED_MIXTURE,
}
WHOLE = {
    "poisson-discrete-gaussian.characteristic": INTEGERS,
    "poisson-discrete-gaussian.replaced-characteristic": REPLACED_ON_INTEGERS,
}
ANALYTIC, INTEGRAL = (Table((Proofs(name, SOURCE, at=PLACE), x) for name, x in of.items()) for of in (REAL, WHOLE))
ALL = Table([*ANALYTIC, *INTEGRAL])
claims = claims_of(*(book for book, _ in ALL))


@lru_cache(maxsize=256)
def _moment(xp: Any, law: Law, order: Fraction, height: Fraction) -> acb:
    """M at an order above 1 or below 0, where it is at least 1 at the height 0, to 24 digits of that."""
    return written.moment(xp, law, acb(xp.number(order), xp.number(height)), 80)


@ALL.soundness(
    "direct",
    "The enclosures at the nodes of a contour hold the integral, or the sum over the integers, to twelve digits of M "
    "at the order; also where the line of integration is shifted.",
    ", 2 orders, 2 spacings, 3 of 12 nodes each",
    _compared("balls: the direct integral or sum", digits=12, orders="7/2 -1/2", spacings="1/8 3", nodes=(0, 1, 11)),
)
def _direct(xp: Any, law: Law, order: Fraction, spacing: Fraction, k: int) -> bool:
    contour = Contour(order, spacing, 12)
    found, size = law.along(contour, 40, _BITS)[k], law.at(order, 40, _BITS)
    exact = _moment(xp, law, order, k * spacing)
    return bool(found.overlaps(exact)) and bool(found.real.rad() < arb(10) ** -12 * size)


def coarse(law: Law, order: Fraction, spacing: float, strip: float, shift: float) -> Nodes:
    """Few nodes: the spacing and the shift in standard deviations, the half-width as a share of the widest strip."""
    scale, widest = law.noise.scale, law.widest
    low, high = (x / scale for x in written.ends(law, float(order), 2.0))
    spacing = 1 / scale if law.noise.integers else spacing
    return Nodes.between(spacing * scale, low * scale, high * scale, strip * widest, shift * min(scale, widest / 4))


COARSE = ((0.9, 0.2, 0.0), (0.5, 0.4, 0.0), (0.4, 0.2, 0.6), (0.3, 0.1, 1.1))
"""Spacings, half-widths and shifts of rules whose bounds matter."""
TRIVIAL = ((3.85, 0.3, 0.0), (0.1, 0.6, 0.0), (0.1, 1.1, 0.0), (0.1, 0.3, 3.5), (0.1, 0.2, -0.1), (0.1, -0.1, 0.5))
"""Those of rules that say nothing, or nearly so."""


@ANALYTIC.table(
    "loss",
    "On the line Im t = b the rule's remainder over M(c) is 2 E/(e^(2 pi a/d) - 1), where E is e^((a+b)^2/(2v)), with "
    "a window of the width w e^((a+b)^2/(2w^2)) more, e^(V (a-b)_+ D/v) for the largest distance D of a shift of P and "
    "one of Q, and for each negative exponent the power of cos((a+b) S/(2v)), S the spread of the mixture. Nothing is "
    "said unless a > 0, b >= 0 and (a+b) S < pi v, or where it is half of M(c) or more.",
    ", 3 orders, 10 rules, 2 heights V; 12 digits",
    _written(
        "balls: the formula written out", digits=12, orders="7/2 1/2 -5/2", rules=(*COARSE, *TRIVIAL), heights="0 2"
    ),
)
def _lost(xp: Any, law: Law, order: Fraction, rule: tuple[float, float, float], height: Fraction) -> bool:
    at = coarse(law, order, *rule)
    a, b, strip = arb(at.strip), arb(at.shift), written.strip(xp, law)
    exact = written.lost(xp, law, order, at, xp.number(height)) if a > 0 and b >= 0 and a + b < strip else None

    def shipped() -> Any:
        return law.noise.lost(xp, law.ratio, xp.number(order), at, xp.number(height))

    return near(shipped(), exact, _DIGITS) if exact is not None and exact < 0.5 else refused(shipped)


def _tails(xp: Any, law: Law, order: Fraction, rule: tuple[float, float, float]) -> bool:
    at = coarse(law, order, *rule)
    c, on_axis = xp.number(order), replace(at, shift=0.0)
    outer = (at.first - 60, at.first - 1), (at.last + 1, at.last + 60)
    beyond = [replace(on_axis, first=first, last=last) for first, last in outer]
    outside = sum((abs(w) for nodes in beyond for w in law.terms(xp, nodes, order)[1]), arb(0))
    found, real = (law.noise.tails(xp, law.ratio, c, nodes) for nodes in (at, on_axis))
    return bool(outside <= real) and near(found, written.tails(xp, law, order, at), _DIGITS)


for book, laws in ALL:
    book.soundness(
        "tails",
        "What the nodes beyond the ends add is at most two geometric series, from the terms at the ends on, with the "
        "slopes of the density, of the extreme shifts for exponents that are not negative, and of the mixtures there "
        "for negative ones; on the line Im t = b times what the integrand may have grown. They ship.",
        f"{len(laws)} laws, 3 orders, {1 if laws[0].noise.integers else 4} rules; 12 digits",
        Sampled(
            "balls: the series, and 60 nodes beyond either end",
            _tails,
            digits=_DIGITS,
            bits=_BITS,
            laws=laws,
            orders="7/2 1/2 -5/2",
            rules=COARSE[:1] if laws[0].noise.integers else COARSE,
        ),
    )


def _share(xp: Any, law: Law, rule: Nodes, height: int) -> Any:
    """The remainder over M(c); 1 if the strip has no room."""
    try:
        return law.noise.lost(xp, law.ratio, xp.number(ORDER), rule, xp.number(height))
    except ours(ArithmeticError):
        return arb(1)


@ANALYTIC.soundness(
    "remainder",
    "On coarse nodes, where it matters, the rule differs from the integral by no more than its remainder in the best "
    "of several strips, and tails: on the real line, and on lines Im t = b.",
    ", 3 heights, 3 shifts b, 12 strips",
    _compared("balls: the direct integral", digits=10, heights=(0, 2, 5), shifts=(0.0, 0.75, 1.5)),
)
def _remainder(xp: Any, law: Law, height: int, shift: float) -> bool:
    rules = [coarse(law, ORDER, 0.7, k / 13, shift) for k in range(1, 13)]
    losses, weights = law.terms(xp, rules[0], ORDER)
    found = sum((w * (acb(0, height) * loss).exp() for w, loss in zip(weights, losses, strict=True)), acb(0))
    c = xp.number(ORDER)
    share = min((_share(xp, law, rule, height) for rule in rules), key=lambda x: float(x.mid()))
    room = share * law.at(ORDER, 60, _BITS) + law.noise.tails(xp, law.ratio, c, rules[0])
    return bool(abs(found - _moment(xp, law, ORDER, Fraction(height))) <= room)


CONTOURS = [*(Contour(ORDER, Fraction(3, 4), count) for count in (1, 6)), Contour(ORDER, Fraction(9), 6)]


@ALL.soundness(
    "radius",
    "At few nodes, where tails and remainder are a tenth of M, the radius of the enclosures is tails + loss M(c), with "
    "M(c) <= (S_0 + tails)/(1 - loss), S_0 the sum at height 0; over the integers the tails alone.",
    ", 2 accuracies, 1 and 6 orders, and 6 far apart; 6 digits",
    _written("balls: the bounds written out", digits=6, contours=CONTOURS, accuracies=(1, 9)),
)
def _radius(xp: Any, law: Law, contour: Contour, accuracy: int) -> bool:
    at = law.nodes_along(contour, accuracy)
    d, b, c = arb(at.spacing), arb(at.shift), xp.number(contour.order)
    nodes = [acb(j * d, b) for j in range(at.first, at.last + 1)]
    total = sum((d * value.real for value in map(written.integrand(xp, law, c), nodes)), arb(0))
    outside, whole = written.tails(xp, law, contour.order, at), arb(1)
    if law.noise.integers:
        low, high = written.ends(law, 1.0, 26)
        whole = sum(map(written.density(xp, law.noise), map(arb, range(low, high + 1))), arb(0))
        radius = outside / whole
    else:
        share = written.lost(xp, law, contour.order, at, xp.number(contour.spacing) * (contour.count - 1))
        radius = outside + share * (total + outside) / (1 - share)
    found = law.along(contour, accuracy, _BITS)
    wide = all(near(part.rad(), radius, 6) for value in found for part in (value.real, value.imag))
    alone = law.along(replace(contour, count=1), accuracy, _BITS)[0].real
    return wide and len(found) == contour.count and law.at(contour.order, accuracy, _BITS).rad() == alone.rad()
