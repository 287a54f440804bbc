"""Claims about laws of Skellam noise: their moments by Bessel functions, and what is beyond the sums."""

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of
from flint import acb, arb
from msgspec.structs import replace

from ...mechanisms.claims.skellam import probability
from ..formulas.contour import Contour
from ..laws.analytic_law import Law
from ..laws.mixture import Mixture, grouped, replaced, sampled, shifted
from ..laws.moment_nodes import nodes
from ..laws.skellam import of_skellam
from .reasons import Table

_compared = partial(Sampled, digits=12, bits=192)
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


def _weight(xp: Any, law: Law, mixture: Mixture, k: int) -> arb:
    noise: Any = law.noise
    return sum((xp.number(w) * probability(xp, noise.variance, k - int(d)) for w, d in mixture.parts), arb(0))


@ALL.table(
    "direct",
    "The sums over few nodes are M(z) = sum_k P_k^z Q_k^(1-z), by Arb's Bessel functions, at complex orders too.",
    "direct computation",
    ", 3 orders, 3 of 12 nodes each",
    _compared("balls: the direct sum", why="compared with sums at points", orders="7/2 1/2 -3/2", nodes=(0, 1, 11)),
)
def _direct(xp: Any, law: Law, order: Fraction, node: int) -> bool:
    contour = Contour(order, Fraction(3, 8), 12)
    z = acb(xp.number(order), node * xp.number(contour.spacing))
    found, exact = law.along(contour, 60, xp.bits)[node], acb(0)
    for k in range(-_FAR, _FAR + 1):
        p, q = (_weight(xp, law, mixture, k) for mixture in (law.ratio.p, law.ratio.q))
        exact += (z * p.log() + (1 - z) * q.log()).exp()
    return bool(found.overlaps(exact)) and bool(abs(found - exact) < arb(10) ** -20 * law.at(order, 60, xp.bits))


@ALL.soundness(
    "tails",
    "What the integers beyond the ends add is at most the stated geometric series.",
    "ours, by the falling ratios",
    ", 3 orders, 2 numbers of nodes, and 60 integers beyond either end",
    Sampled("balls: the terms beyond", digits=12, bits=128, orders="7/2 1/2 -3/2", kept=(2, 12)),
)
def _beyond(xp: Any, law: Law, order: Fraction, kept: int) -> bool:
    at, c = nodes(law.noise, law.ratio, float(order), 0.0, float(kept)), xp.number(order)
    outer = (at.first - 60, at.first - 1), (at.last + 1, at.last + 60)
    beyond = [replace(at, first=first, last=last) for first, last in outer]
    outside = sum((abs(w) for further in beyond for w in law.terms(xp, further, order)[1]), arb(0))
    return bool(outside > 0) and bool(outside <= law.noise.tails(xp, law.ratio, c, at))


@ALL.soundness(
    "slopes",
    "The bound on the outward slope of log (P^c Q^(1-c)) holds at its place and beyond, on either side.",
    "ours, by the falling ratios",
    ", 4 orders, 3 places, and 20 beyond each",
    _compared("balls: the slopes", orders="9 3/2 1/2 -3/2", ways=(1, -1), far=(0, 1, 12)),
)
def _slopes(xp: Any, law: Law, order: Fraction, way: int, far: int) -> bool:
    slope = law.noise.outward(xp, law.ratio, xp.number(order), way)
    first = max(abs(int(d)) for mixture in (law.ratio.p, law.ratio.q) for d in (mixture.low, mixture.high)) + far
    logs = []
    for k in range(first, first + 22):
        p, q = (_weight(xp, law, mixture, way * k).log() for mixture in (law.ratio.p, law.ratio.q))
        logs.append(xp.number(order) * p + xp.number(1 - order) * q)
    bound = slope(arb(way * first))
    steps = (b - a for a, b in pairwise(logs))
    slack = arb(2) ** (20 - xp.bits)  # one shift alone attains the bound
    return all(bool(step <= bound + slack) for step in steps)
