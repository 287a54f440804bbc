"""Claims about what bounds the moment generating function of Laplace noise on a Poisson sample along a line, where it
does not decay."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from chartered.proving import Notation, Proofs, Same, Sampled, Slope, claims_of, near, numbers
from flint import acb, arb

from ..formulas.contour import Contour
from ..formulas.on_interval import OnInterval
from ..formulas.poisson_laplace import PoissonLaplace, sampled_laplace
from .reasons import POINTS
from .sampled_laplace import COSINE, MECHANISMS, ORDERS

_BITS = 128
NOTATION = Notation(ranges={"a b f y": (0, 9), "c": COSINE})
LINE = Proofs(
    "poisson-laplace.characteristic",
    "direct computation; partial integration",
    notation=NOTATION,
)
claims = claims_of(LINE)

LINE.identity(
    "beyond.pairs",
    "M(c)^2 - |M(c + iy)|^2 is a sum over pairs of losses of 1 - cos of y times their distance: here for two losses of "
    "weights a and b, c the cosine. So |M| falls while y times the width of the loss is at most pi.",
    "",
    "all a, b > 0",
    Same("two losses", "(a + b)^2 - ((a + b*c)^2 + b^2*(1 - c^2))", "2*a*b*(1 - c)"),
)

LINE.identity(
    "beyond.parts",
    "What partial integration adds to an atom a is f/y at a right angle to it: their modulus is the root of a^2 + "
    "(f/y)^2, which falls with y.",
    "",
    "all a, f, y > 0",
    Slope("the slope", "sqrt(a^2 + f^2/y^2)", "y", "-f^2/(y^3*sqrt(a^2 + f^2/y^2))"),
)


def beyond(xp: Any, m: OnInterval, order: Fraction, part: Fraction) -> bool:
    """Whether the bound from a height on is above |M| at many heights, and not above M(c)."""
    moment = m.at(order, 40, _BITS)
    law = m.law(xp, order, moment.log())
    step = Fraction(1 / (16 * float(law.width)))
    bound = m.beyond(order, step * int(16 * part), Fraction(0), 1e-6, _BITS)
    values = m.along(Contour(order, step, 16 * 25), 40, _BITS)[int(16 * part) :]
    whole = law.atoms[0] + law.atoms[1] <= 1
    return whole and all(bool(abs(value).lower() <= bound) for value in values) and bool(bound <= moment * 1.000002)


def state_beyond(book: Proofs, mechanisms: Sequence[OnInterval]) -> None:
    """The claim `beyond` of a mechanism whose loss is in an interval."""
    book.soundness(
        "beyond",
        "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, and at most M(c).",
        "",
        f"{len(mechanisms)} mechanisms, 3 orders, 6 heights Y, 16 heights for each 1/width up to 25 of these",
        Sampled(
            "balls: |M| at these heights",
            beyond,
            digits=6,
            bits=_BITS,
            mechanisms=mechanisms,
            orders=ORDERS,
            parts=numbers("1/4 1 3 25/8 6 18"),
        ),
    )


state_beyond(LINE, MECHANISMS)


def _bounds(xp: Any, m: PoissonLaplace, order: Fraction, turns: Fraction) -> bool:
    moment = m.at(order, 40, _BITS)
    law = sampled_laplace(xp, *m.values(xp, order), moment.log())
    y = xp.number(turns) * xp.pi / law.width
    (a, b), (f, g), least = law.atoms, law.ends, law.least
    parts = abs(acb(a, f / y)) + abs(acb(b, g / y)) + (f - least) / y + (g - least) / y
    pairs = xp.positive(1 - (a + b) * least * law.width * (2 - 1 / xp.pi))
    inner = [law.width * k / 40 for k in range(41)]
    q, e, p = m.values(xp, order)
    heights = [
        ((p + 1) * (low := (1 - q + q * (-e).exp()).log() + t)).exp()
        * (((low.exp() - 1 + q) / q).log() * -1.5 - e / 2).exp()
        / (4 * q * moment)
        for t in inner
    ]
    lowest = all(bool(h.upper() >= least.lower()) for h in heights)
    ends = bool(heights[0].overlaps(f)) and bool(heights[-1].overlaps(g))
    return near(law.by_parts(xp, y), parts, 12) and near(law.by_pairs(xp) ** 2, pairs, 12, arb(1)) and lowest and ends


LINE.table(
    "beyond.as-shipped",
    "The bounds by parts and by pairs that ship are |a_0 + i f_0/y| + |a_1 + i f_1/y| + V/y, and the root of 1 - (a_0 "
    "+ a_1) f W (2 - 1/pi), with the least value f of the density nowhere above it.",
    "",
    f"{len(MECHANISMS)} mechanisms, 3 orders, 3 heights, 41 losses; 12 digits",
    Sampled(
        "balls: the formula written out",
        _bounds,
        digits=12,
        bits=_BITS,
        why=POINTS,
        mechanisms=MECHANISMS,
        orders=ORDERS,
        turns=numbers("1 3/2 9"),
    ),
)
