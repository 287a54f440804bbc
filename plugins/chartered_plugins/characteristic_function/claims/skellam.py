"""Claims about laws of Skellam noise: their moments by Bessel functions."""

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of
from flint import acb, arb

from ...mechanisms.claims.skellam import probability
from ..formulas.contour import Contour
from ..laws.analytic_law import Law
from ..laws.mixture import Mixture, grouped, replaced, sampled, shifted
from ..laws.skellam import of_skellam
from .reasons import Table

_NOISES = (("1/2", 1), ("4", 1), ("9", 4))
PLAIN = tuple(of_skellam(Fraction(v), shifted(Fraction(d))) for v, d in _NOISES)
_SAMPLES = tuple(
    of_skellam(Fraction(v), sampled(Fraction(q), Fraction(d)))
    for q, v, d in (("1/10", "1", 1), ("1/2", "9", 4), ("9/10", "1/10", 1))
)
SAMPLES = (*_SAMPLES, *(law.swapped for law in _SAMPLES))
REPLACED = tuple(of_skellam(Fraction(v), replaced(Fraction(1, 3), Fraction(d))) for v, d in _NOISES)
_GROUP = of_skellam(Fraction(4), grouped(Fraction(1, 5), Fraction(1), 3))
GROUPS = (_GROUP, _GROUP.swapped)
ON_GROUPS = Proofs("group-of-records.sampled-skellam", "direct computation")
ON_ALL, ON_SAMPLES, ON_REPLACED = (
    Proofs(f"{name}-characteristic" if "replaced" in name else f"{name}.characteristic", "direct computation")
    for name in ("skellam", "poisson-skellam", "poisson-skellam.replaced")
)
claims = claims_of(ON_ALL, ON_SAMPLES, ON_REPLACED, ON_GROUPS)
ALL = Table([(ON_ALL, PLAIN), (ON_SAMPLES, SAMPLES), (ON_REPLACED, REPLACED), (ON_GROUPS, GROUPS)])
_FAR = 160


def weight(xp: Any, law: Law, mixture: Mixture, k: int) -> arb:
    """P(k) of a mixture."""
    noise: Any = law.noise
    return sum((xp.number(w) * probability(xp, noise.variance, k - int(d)) for w, d in mixture.parts), arb(0))


@ALL.table(
    "direct",
    "The sums over few integers are M(z) = sum_k P_k^z Q_k^(1-z), by Arb's Bessel functions, at complex orders too.",
    "direct computation",
    ", 3 orders, 3 of 12 heights each",
    Sampled(
        "balls: the direct sum",
        digits=12,
        bits=192,
        why="compared with sums at points",
        orders="7/2 1/2 -3/2",
        heights=(0, 1, 11),
    ),
)
def _direct(xp: Any, law: Law, order: Fraction, node: int) -> bool:
    contour = Contour(order, Fraction(3, 8), 12)
    z = acb(xp.number(order), node * xp.number(contour.spacing))
    found, exact = law.along(contour, 60, xp.bits)[node], acb(0)
    for k in range(-_FAR, _FAR + 1):
        p, q = (weight(xp, law, mixture, k) for mixture in (law.ratio.p, law.ratio.q))
        exact += (z * p.log() + (1 - z) * q.log()).exp()
    return bool(found.overlaps(exact)) and bool(abs(found - exact) < arb(10) ** -20 * law.at(order, 60, xp.bits))
