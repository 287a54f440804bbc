"""Claims about Laplace noise on a Poisson sample where a record is replaced: its moment generating function by those of
removal and addition, and the law of its loss, which bounds it along a line."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from chartered.proving import Each, Notation, Proofs, Same, Sampled, case, claims_of, near, numbers, registered
from flint import acb, arb

from ..formulas.contour import Contour
from ..formulas.replaced_laplace import ReplacedLaplace
from .interval_losses import state_beyond
from .reasons import POINTS
from .sampled_laplace import ORDERS

_BITS = 128
MECHANISMS = tuple(
    ReplacedLaplace(*given)
    for given in (numbers("1/100 1"), numbers("1/2 1/5"), numbers("1/1000 2"), numbers("9/10 3"))
)
NOTATION = Notation(
    # means over outcomes of R to the right of 0: a of w^z, b of w^(1-z); to the left w is u
    "removal = a + u^z/2",
    "addition = b + u^(1 - z)/2",
    ranges={"u": (0, 1), "z": (1, 9), "a b": (0, 9)},
)
BOOK = Proofs("poisson-laplace.replaced-characteristic", "direct computation", notation=NOTATION)
claims = claims_of(BOOK)

BOOK.identity(
    "halves",
    "With u the value of w' to the right of 0 and of w to the left, each half of R, M is u^(1-z) times the mean of w^z "
    "to the right plus u^z times that of w'^(1-z) to the left, which is the mean of w^(1-z) to the right: u^(1-z) "
    "M_removal + u^z M_addition - u.",
    "",
    "all u > 0, z > 1",
    Same("both halves", "u^(1 - z)*removal + u^z*addition - u", "u^(1 - z)*a + u^z*b"),
)


def _integral(xp: Any, m: ReplacedLaplace, z: acb) -> acb:
    """Atoms, and the density on either side, by Arb's integrator."""
    q, e = xp.number(m.rate), xp.number(m.epsilon)
    low, high = ((1 - q + q * (s * e).exp()).log() for s in (-1, 1))

    def side(power: acb) -> acb:
        def integrand(x: acb, analytic: bool) -> acb:
            w = 1 - q + q * x.exp()
            found: acb = (power * w.log(analytic=analytic) + (1 - power) * low - (x + e) / 2).exp() / 4
            return found

        atom: acb = (power * high + (1 - power) * low - e).exp() / 2
        return atom + acb.integral(integrand, acb(-e), acb(e))

    return side(z) + side(1 - z)


def _node(xp: Any, m: ReplacedLaplace, order: Fraction, k: int) -> bool:
    contour = Contour(order, Fraction(30), 20)
    found = m.along(contour, 40, _BITS)[k]
    direct, size = _integral(xp, m, acb(xp.number(order), xp.number(k * contour.spacing))), m.at(order, 40, _BITS)
    largest = ((1 - xp.number(m.rate) + xp.number(m.rate) * xp.exp(xp.number(s * m.epsilon))).log() for s in (1, -1))
    top = next(largest) - next(largest)
    close = bool(found.overlaps(direct)) and bool(found.real.rad() < arb(10) ** -10 * size)
    return close and near(xp.number(m.max_loss), top, 25) and near(-m.least_loss(xp), top, 25)


BOOK.soundness(
    "direct",
    "The enclosures at the nodes hold atoms and integrals; the largest loss is log(w(e)/w(-e)).",
    "",
    f"{len(MECHANISMS)} mechanisms, 3 orders, 4 of 20 nodes each; Arb's adaptive integrator",
    Sampled(
        "balls: the direct integral",
        _node,
        digits=10,
        bits=_BITS,
        mechanisms=MECHANISMS,
        orders=ORDERS,
        nodes=(0, 1, 7, 19),
    ),
)


state_beyond(BOOK, MECHANISMS)


def _law(xp: Any, m: ReplacedLaplace, order: Fraction) -> bool:
    """Whether atoms, ends, least value and variation are those of the density at 401 losses; the variation of a grid is
    at most that of the density, which these miss by little."""
    moment, q, e, c = m.at(order, 40, _BITS), *map(xp.number, (m.rate, m.epsilon, order))
    law = m.law(xp, order, moment.log())
    low, high = ((1 - q + q * (s * e).exp()).log() for s in (-1, 1))
    heights = []
    for k in range(-200, 201):
        loss = (high - low) * k / 200
        w = (low + abs(loss)).exp()
        inner = ((w - 1 + q) / q).log()
        # of R, by d log w = q e^x/w dx, times w'^1 e^(c loss)
        of_r = (-(inner + e) / 2).exp() / 4 * w / (q * inner.exp())
        back = low.exp() if k >= 0 else w
        heights.append(of_r * back * (c * loss).exp() / moment)
    varies = sum((abs(y - x) for x, y in pairwise(heights)), arb(0))
    atoms = [(p * high + (1 - p) * low - e).exp() / 2 / moment for p in (1 - c, c)]
    least = min(heights, key=float)
    return (
        all(near(x, y, 12) for x, y in zip((*law.atoms, *law.ends), (*atoms, heights[0], heights[-1]), strict=True))
        and near(law.width, 2 * (high - low), 25)
        and not law.least > least
        and near(law.least, least, 2)
        and not law.variation < varies
        and bool(law.variation <= varies * 1.02)
    )


BOOK.table(
    "beyond.law",
    "The weighted loss has the shipped atoms and ends of its density, which is nowhere below the shipped least value, "
    "and which varies by no more than the shipped amount; these are off by no more than a grid of losses shows.",
    "",
    f"{len(MECHANISMS)} mechanisms, 3 orders, 401 losses",
    Sampled(
        "balls: the density written out",
        _law,
        digits=12,
        bits=_BITS,
        why=POINTS,
        mechanisms=MECHANISMS,
        orders=ORDERS,
    ),
)


def _registered(step: str, expected: ReplacedLaplace) -> bool:
    found = registered("poisson-laplace.replaced-characteristic").apply(case(f"poisson:rate=1/3/{step}"))
    return list(found.directions) == [((expected, 1),)]


BOOK.identity(
    "directions",
    "What is registered is the one function of a replaced record, with the largest loss of the noise without sampling.",
    "",
    "2 steps",
    Each(
        "run",
        _registered,
        [
            ("laplace:scale=2,sensitivity=3", ReplacedLaplace(*numbers("1/3 3/2"))),
            ("laplace:epsilon=1/4", ReplacedLaplace(*numbers("1/3 1/4"))),
        ],
    ),
)
