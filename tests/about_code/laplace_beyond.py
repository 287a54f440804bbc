"""Claims about what bounds the moment generating function of Laplace noise along a line, where it does not decay, as
it ships."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near
from chartered_plugins.characteristic_function.claims import written_laplace as written
from chartered_plugins.characteristic_function.claims.reasons import POINTS, Table
from chartered_plugins.characteristic_function.claims.written_laplace import GROUPS, ORDERS, REPLACED, SAMPLES
from chartered_plugins.characteristic_function.formulas.bound_along_line import IntervalLoss
from chartered_plugins.characteristic_function.formulas.contour import Contour
from chartered_plugins.characteristic_function.laws.laplace_law import LaplaceLaw
from flint import acb, arb

_BITS, _GRID = 128, 100
_compared = partial(Sampled, digits=12, bits=_BITS, why=POINTS)
LINE, REPLACING, GROUPED = (
    Proofs(name, "direct computation; partial integration")
    for name in (
        "poisson-laplace.characteristic",
        "poisson-laplace.replaced-characteristic",
        "group-of-records.sampled-laplace",
    )
)
ALL = Table([(LINE, SAMPLES), (REPLACING, REPLACED), (GROUPED, GROUPS)])
claims = claims_of(*(book for book, _ in ALL))


def _loss(xp: Any, law: LaplaceLaw, order: Fraction) -> tuple[arb, IntervalLoss]:
    """(M at the order, the law of the weighted loss)."""
    moment = law.at(order, 40, _BITS)
    return moment, law.noise.loss(xp, law.ratio, xp.number(order), moment.log())


def bounded(law: Any, order: Fraction, part: Fraction, moment: arb, width: arb) -> bool:
    """Whether no |M| from a height on, as a part of 1/width, is above the bound, which is at most M at height 0."""
    step = Fraction(1 / (16 * float(width)))
    bound = law.beyond(order, step * int(16 * part), Fraction(0), 1e-6, _BITS)
    values = law.along(Contour(order, step, 16 * 25), 40, _BITS)[int(16 * part) :]
    return all(bool(abs(value).lower() <= bound) for value in values) and bool(bound <= moment * 1.000002)


@ALL.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, and at most M(c).",
    ", 3 orders, 6 heights Y, 16 heights for each 1/width up to 25 of these",
    Sampled("balls: |M| at these heights", digits=6, bits=_BITS, orders=ORDERS, parts="1/4 1 3 25/8 6 18"),
)
def _beyond(xp: Any, law: LaplaceLaw, order: Fraction, part: Fraction) -> bool:
    moment, loss = _loss(xp, law, order)
    return loss.atoms[0] + loss.atoms[1] <= 1 and bounded(law, order, part, moment, loss.width)


def _shape(xp: Any, law: LaplaceLaw, order: Fraction, moment: arb) -> list[arb]:
    """The density of the weighted loss at places between all kinks: that of the noise, times p^c q^(1-c), over the
    slope of the loss."""
    found = []
    for a, b in written.between(law):
        near = (a + b) / 2
        at = written.integrand(xp, law, xp.number(order), near)
        for k in range(_GRID + 1):
            x = xp.number(a + (b - a) * k / _GRID)
            p, q = (_slope(xp, law, m, x, near) for m in (law.ratio.p, law.ratio.q))
            found.append(abs(at(x)) / (moment * (p - q)))
    return found


def _slope(xp: Any, law: LaplaceLaw, m: Any, x: Any, near: Fraction) -> Any:
    """That of the logarithm of a mixture's density, by its terms."""
    r, total = xp.number(law.noise.rate), arb(0)
    for w, d in m.parts:
        own, other = (1 if near > place else -1 for place in (Fraction(0), d))
        total += xp.number(w) * r * (own - other) * (r * (own * x - other * (x - xp.number(d)))).exp()
    return total / written.mixed(xp, law, m, near)(x)


def fits(loss: IntervalLoss, heights: Sequence[arb]) -> bool:
    """Whether the density of the weighted loss, at places in order, has the shipped ends, least value and variation,
    which are off by no more than a grid shows."""
    least, varies = min(heights, key=float), sum((abs(y - x) for x, y in pairwise(heights)), arb(0))
    ends = all(near(x, y, 12) for x, y in zip(loss.ends, (heights[0], heights[-1]), strict=True))
    lowest = not loss.least > least and near(loss.least, least, 2)
    return ends and lowest and not loss.variation < varies and bool(loss.variation <= varies * 1.02)


@ALL.table(
    "beyond.law",
    "The weighted loss has the shipped atoms and ends of its density, which is nowhere below the shipped least value, "
    "and which varies by no more than the shipped amount; these are off by no more than a grid shows.",
    f", 3 orders, {_GRID + 1} places between any two kinks",
    _compared("balls: the density written out", orders=ORDERS),
)
def _law(xp: Any, law: LaplaceLaw, order: Fraction) -> bool:
    moment, loss = _loss(xp, law, order)
    heights, c = _shape(xp, law, order, moment), xp.number(order)
    ends = written.atoms(xp, law)
    atoms = [mass * p**c * q ** (1 - c) / moment for p, q, mass in ends]
    (low, other, _), (p, q, _) = ends
    width = near(loss.width, (p / q * other / low).log(), 25)
    return width and fits(loss, heights) and all(near(x, y, 12) for x, y in zip(loss.atoms, atoms, strict=True))


@LINE.table(
    "beyond.as-shipped",
    "The bounds by parts and by pairs that ship are |a_0 + i f_0/y| + |a_1 + i f_1/y| + V/y, and the root of 1 - (a_0 "
    "+ a_1) f W (2 - 1/pi).",
    f"{len(SAMPLES)} laws, 3 orders, 3 heights; 12 digits",
    _compared("balls: the formula written out", laws=SAMPLES, orders=ORDERS, turns="1 3/2 9"),
)
def _bounds(xp: Any, law: LaplaceLaw, order: Fraction, turns: Fraction) -> bool:
    loss = _loss(xp, law, order)[1]
    y = xp.number(turns) * xp.pi / loss.width
    (a, b), (f, g) = loss.atoms, loss.ends
    parts = abs(acb(a, f / y)) + abs(acb(b, g / y)) + loss.variation / y
    pairs = xp.positive(1 - (a + b) * loss.least * loss.width * (2 - 1 / xp.pi))
    return near(loss.by_parts(xp, y), parts, 12) and near(loss.by_pairs(xp) ** 2, pairs, 12, arb(1))
