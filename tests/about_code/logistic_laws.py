"""Claims about laws of logistic noise as they ship: what bounds M along a line, and how far the noise is from
itself with a shift."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.characteristic_function.claims.logistic import PLAIN, SAMPLES, ratio
from chartered_plugins.characteristic_function.claims.reasons import POINTS, Table
from chartered_plugins.characteristic_function.claims.written_laplace import ORDERS
from chartered_plugins.characteristic_function.laws.logistic import LogisticLaw

from .laplace_beyond import bounded, fits

_BITS, _GRID = 128, 200
_compared = partial(Sampled, bits=_BITS)
SAMPLED, ALONE = (
    Proofs(name, "direct computation") for name in ("poisson-logistic.characteristic", "logistic.characteristic")
)
claims = claims_of(SAMPLED, ALONE)
ALL = Table([(SAMPLED, SAMPLES), (ALONE, PLAIN)])


@ALL.table(
    "beyond.law",
    "The weighted loss has no atoms, and the shipped ends of its density, which is nowhere below the shipped least "
    "value, and which varies by no more than the shipped amount; these are off by no more than a grid shows.",
    f", 3 orders, {_GRID + 1} quantiles",
    _compared("balls: the density written out", digits=12, why=POINTS, orders=ORDERS),
)
def _loss(xp: Any, law: LogisticLaw, order: Fraction) -> bool:
    moment, c = law.at(order, 60, _BITS), xp.number(order)
    found = law.noise.loss(xp, law.ratio, c, moment.log())
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    q = xp.number(next(weight for weight, shift in moved.parts if shift))
    power, top, heights = (c if law.ratio.p.high else 1 - c), xp.exp(xp.number(law.noise.rate)), []
    for k in range(_GRID + 1):
        u = xp.number(Fraction(k, _GRID))
        w, slope = 1 - q + q * ratio(xp, law, u), 2 * top * (top - 1) / (u + top * (1 - u)) ** 3
        heights.append(w**power / (q * slope / w) / moment)
    return found.atoms == (0, 0) and fits(found, heights if law.ratio.p.high else heights[::-1])


@ALL.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, at most M(c), and "
    "falls with Y.",
    ", 3 orders, 4 heights Y, 16 heights for each 1/width up to 25 of these",
    _compared("balls: |M| at these heights", digits=6, orders=ORDERS, parts="1/4 3 25/8 18"),
)
def _beyond(xp: Any, law: LogisticLaw, order: Fraction, part: Fraction) -> bool:
    moment = law.at(order, 40, _BITS)
    width = law.end_loss(xp, 1) - law.end_loss(xp, -1)
    far = law.beyond(order, Fraction(10**6 / float(width)), Fraction(0), 1e-6, _BITS)
    return bool(far < moment / 100) and bounded(law, order, part, moment, width)


@ALL.identity(
    "variation",
    "The total variation distance that ships is q times that of the noise and itself, with a shift.",
    "; 25 digits",
    _compared("balls: half-lines", digits=25, why=POINTS),
)
def _variation(xp: Any, law: LogisticLaw) -> bool:
    """By the quantiles of the noise up to which the ratio is below 1."""
    moved = law.ratio.p if law.ratio.p.high else law.ratio.q
    q, root = xp.number(next(w for w, d in moved.parts if d)), xp.exp(xp.number(law.noise.rate) / 2)
    middle = 1 / (1 + 1 / root)  # u where the ratio is 1
    under_p = 1 - 1 / (1 + root)  # the shifted noise is above it
    return near(xp.number(law.total_variation), q * (under_p - (1 - middle)), 25)
