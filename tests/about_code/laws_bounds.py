"""Claims about the bounds of the trapezoidal rule for laws of normal noise as they ship: the remainder, the tails and
the radius that follow from both, on nodes so coarse that none is negligible."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.characteristic_function.claims import written_laws as written
from chartered_plugins.characteristic_function.claims.laws import ORDER, REAL, SOURCE, WHOLE, coarse
from chartered_plugins.characteristic_function.claims.reasons import PLACE, POINTS, Table, refused
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.mixture import Mixture
from chartered_plugins.characteristic_function.laws.normal_window import Windowed
from chartered_plugins.subsampling.formulas.sampled_gaussian_quadrature import Nodes
from flint import acb, arb
from msgspec.structs import replace

_BITS, _DIGITS = 160, 12
_written = partial(Sampled, bits=_BITS, why=POINTS)
ALL = Table((Proofs(name, SOURCE, at=PLACE), laws) for name, laws in (REAL | WHOLE).items())
ANALYTIC = Table(ALL[: len(REAL)])
claims = claims_of(*(book for book, _ in ALL))
Rule = tuple[float, float, float]
COARSE = ((0.9, 0.2, 0.0), (0.5, 0.4, 0.0), (0.4, 0.2, 0.6), (0.3, 0.1, 1.1))
"""Spacings, half-widths and shifts of rules whose bounds matter."""
TRIVIAL = ((3.85, 0.3, 0.0), (0.1, 0.6, 0.0), (0.1, 1.1, 0.0), (0.1, 0.3, 3.5), (0.1, 0.2, -0.1), (0.1, -0.1, 0.5))
"""Those of rules that say nothing, or nearly so."""


def slope(xp: Any, law: Law, m: Mixture, x: Any) -> Any:
    """That of its logarithm."""
    v = written.variance(xp, law)
    parts = ((xp.number(w), xp.number(d)) for w, d in m.parts)
    rise = sum((w * d / v * ((2 * x * d - d * d) / (2 * v)).exp() for w, d in parts), 0 * x)
    return rise / written.mixed(xp, law, m)(x)


def in_strip(xp: Any, law: Law, order: Fraction, y: Any) -> Any:
    """A bound on |p^c q^(1-c)| at the height y over the same on the real line: mixtures with negative exponents may be
    smaller in the strip."""
    found = arb(1)
    for power, m in ((order, law.ratio.p), (1 - order, law.ratio.q)):
        if power < 0:
            found *= (y * xp.number(m.spread) / (2 * written.variance(xp, law))).cos() ** xp.number(power)
    return found


def growth(xp: Any, law: Law, y: Any) -> Any:
    """A bound on |B| at the height y over the same on the real line."""
    wide = 1 / written.variance(xp, law)
    if isinstance(law.noise, Windowed):
        wide += 1 / xp.number(law.noise.window.width) ** 2
    return (y * y * wide / 2).exp()


def grown(xp: Any, law: Law, order: Fraction, y: Any) -> Any:
    """A bound on |B p^c q^(1-c)| at the height y over the same on the real line."""
    return growth(xp, law, y) * in_strip(xp, law, order, y)


def turning(xp: Any, law: Law) -> Any:
    """How fast the angles of p and q can grow apart with the height."""
    return xp.number(law.ratio.apart) / written.variance(xp, law)


def outward(xp: Any, law: Law, order: Fraction, x: Any, way: int) -> Any:
    """A bound on the outward slope of the integrand's logarithm from a place on: extreme shifts for powers that are not
    negative, the slope at the place for others."""
    v, found = written.variance(xp, law), -x / written.variance(xp, law)
    for power, m in ((order, law.ratio.p), (1 - order, law.ratio.q)):
        extreme = xp.number(m.high if way > 0 else m.low) / v
        found += xp.number(power) * (extreme if power >= 0 else slope(xp, law, m, x))
    if isinstance(law.noise, Windowed):
        found += written.window_slope(xp, law.noise.window, x)
    return way * found


def tails(xp: Any, law: Law, order: Fraction, at: Nodes) -> Any:
    """Two geometric series, from the terms at the ends of the real line on, times the growth on the shifted line."""
    d, found, term = arb(at.spacing), arb(0), written.integrand(xp, law, xp.number(order))
    for j, way in ((at.first, -1), (at.last, 1)):
        ratio = (d * outward(xp, law, order, j * d, way)).exp()
        found += d * term(j * d).real * ratio / (1 - ratio)
    b = arb(at.shift)
    return found * (grown(xp, law, order, b) if at.shift else 1)


def lost(xp: Any, law: Law, order: Fraction, at: Nodes, height: Any) -> Any:
    """The remainder over M(c), up to a height."""
    a, b = arb(at.strip), arb(at.shift)
    below = xp.number(max(Fraction(0), Fraction(at.strip) - Fraction(at.shift)))
    above = grown(xp, law, order, a + b) * (height * below * turning(xp, law)).exp()
    return 2 * above / ((2 * xp.pi * a / arb(at.spacing)).exp() - 1)


def strip(xp: Any, law: Law) -> Any:
    """The height below which p and q have no zero; of single shifts eight times what turns them by pi."""
    spread = max(law.ratio.p.spread, law.ratio.q.spread, law.ratio.apart / 8)
    return xp.pi * written.variance(xp, law) / xp.number(spread)


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
def _lost(xp: Any, law: Law, order: Fraction, rule: Rule, height: Fraction) -> bool:
    at = coarse(law, order, *rule)
    a, b = arb(at.strip), arb(at.shift)
    exact = lost(xp, law, order, at, xp.number(height)) if a > 0 and b >= 0 and a + b < strip(xp, law) else None

    def shipped() -> Any:
        return law.noise.lost(xp, law.ratio, xp.number(order), at, xp.number(height))

    return near(shipped(), exact, _DIGITS) if exact is not None and exact < 0.5 else refused(shipped)


def _tails(xp: Any, law: Law, order: Fraction, rule: Rule) -> bool:
    spacing, *others = rule
    at = coarse(law, order, 1 / law.noise.scale if law.noise.integers else spacing, *others)
    c, on_axis = xp.number(order), replace(at, shift=0.0)
    outer = (at.first - 60, at.first - 1), (at.last + 1, at.last + 60)
    beyond = [replace(on_axis, first=first, last=last) for first, last in outer]
    outside = sum((abs(w) for nodes in beyond for w in law.terms(xp, nodes, order)[1]), arb(0))
    found, real = (law.noise.tails(xp, law.ratio, c, nodes) for nodes in (at, on_axis))
    return bool(outside <= real) and near(found, tails(xp, law, order, at), _DIGITS)


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
    outside, whole = tails(xp, law, contour.order, at), arb(1)
    if law.noise.integers:
        low, high = written.ends(law, 1.0, 26)
        whole = sum(map(written.density(xp, law.noise), map(arb, range(low, high + 1))), arb(0))
        radius = outside / whole
    else:
        share = lost(xp, law, contour.order, at, xp.number(contour.spacing) * (contour.count - 1))
        radius = outside + share * (total + outside) / (1 - share)
    found = law.along(contour, accuracy, _BITS)
    wide = all(near(part.rad(), radius, 6) for value in found for part in (value.real, value.imag))
    alone = law.along(replace(contour, count=1), accuracy, _BITS)[0].real
    return wide and len(found) == contour.count and law.at(contour.order, accuracy, _BITS).rad() == alone.rad()
