"""Claims about the sums for Skellam noise as they ship: what the integers beyond their ends add, and the slopes from
which that follows."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of
from chartered_plugins.characteristic_function.claims.reasons import Table
from chartered_plugins.characteristic_function.claims.skellam import ALL as DIRECT, weight
from chartered_plugins.characteristic_function.laws.analytic_law import Law
from chartered_plugins.characteristic_function.laws.moment_nodes import nodes
from flint import arb
from msgspec.structs import replace

_compared = partial(Sampled, digits=12, bits=192)
ALL = Table((Proofs(book.prefix, "direct computation"), laws) for book, laws in DIRECT)
claims = claims_of(*(book for book, _ in ALL))


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
        p, q = (weight(xp, law, mixture, way * k).log() for mixture in (law.ratio.p, law.ratio.q))
        logs.append(xp.number(order) * p + xp.number(1 - order) * q)
    bound = slope(arb(way * first))
    steps = (b - a for a, b in pairwise(logs))
    slack = arb(2) ** (20 - xp.bits)  # one shift alone attains the bound
    return all(bool(step <= bound + slack) for step in steps)
