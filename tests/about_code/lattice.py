"""Claims about sums on a lattice that ship, compared with sums over all losses."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

from chartered.proving import Proofs, Sampled, case, claims_of, numbers, registered
from chartered_plugins.characteristic_function.claims.lattice import EPSILONS, NOTATION, RATE, TIMES, delta
from chartered_plugins.characteristic_function.claims.reasons import POINTS
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeLine
from chartered_plugins.characteristic_function.formulas.moments import ClosedForm, RandomizedResponse
from flint import acb, arb

DIRECT = Proofs("characteristic-function", "direct computation", notation=NOTATION)
claims = claims_of(DIRECT)


def _encloses(xp: Any, order: Fraction, points: int, kept: Fraction, x: Fraction) -> bool:
    whole = points // 2 + 1
    line = LatticeLine(order, order + 3, points, max(1, math.ceil(whole * kept)), xp.bits)
    found = line.inverse(((RandomizedResponse(RATE), TIMES),)).delta(x)
    return bool(found.overlaps(delta(xp, xp.number(x))))


DIRECT.soundness(
    "lattice.direct",
    "However few nodes there are, and however few of the terms are kept, the enclosure holds the sum over all losses.",
    f"{TIMES} runs of randomized response, 3 orders c, 5 numbers N, 3 shares of the terms, 6 eps",
    Sampled(
        "balls: the sum over all losses",
        _encloses,
        digits=20,
        bits=256,
        orders=numbers("3/2 4 12"),
        points=(1, 2, 5, 12, 60),
        kept=numbers("1/10 1/2 1"),
        eps=EPSILONS,
    ),
)


def _one_run(xp: Any, step: str, moments: ClosedForm, x: Fraction) -> bool:
    from chartered_plugins.characteristic_function.search.lattice import LatticeSearch

    parts: Composition = ((moments, 1),)
    found = LatticeSearch(parts).line_at(x, 20).inverse(parts).delta(x)
    profile = registered(f"{step.partition(':')[0]}.profile").apply(case(step))
    stated = profile.delta(xp, xp.number(x), {})
    return bool(found.overlaps(stated)) and bool(found.rad() < arb(10) ** -18)


DIRECT.soundness(
    "lattice.one-run",
    "One run has the profile that is registered for the mechanism, which takes the best event: so the pair is the "
    "worst one at every eps, and by its symmetry in either direction.",
    "discrete Laplace and discrete Gaussian noise, 5 mechanisms, 4 eps; 18 digits",
    Sampled(
        "balls: the registered profile",
        _one_run,
        [
            (step, moments, x)
            for step, moments in (
                ("discrete-laplace:scale=3", DiscreteLaplace(Fraction(1, 3), 1)),
                ("discrete-laplace:scale=3,sensitivity=4", DiscreteLaplace(Fraction(1, 3), 4)),
                ("discrete-gaussian:sigma=2", DiscreteGaussian(Fraction(4), 1)),
                ("discrete-gaussian:sigma=3,sensitivity=2", DiscreteGaussian(Fraction(9), 2)),
                ("discrete-gaussian:sigma=1/3", DiscreteGaussian(Fraction(1, 9), 1)),
            )
            for x in numbers("0 1/10 1/4 3/10")
        ],
        digits=18,
        bits=256,
    ),
)


def _falls(xp: Any, moments: ClosedForm, order: Fraction) -> bool:
    lattice = moments.lattice
    step = xp.pi / (40 * xp.number(lattice.spacing))
    values = [abs(m) for m in moments.values(xp, [acb(xp.number(order), k * step) for k in range(41)])]
    falls = all(not after > before for before, after in pairwise(values))
    return falls or not moments.falls_along(lattice.spacing)


DIRECT.table(
    "lattice.falls.as-shipped",
    "Every mechanism that states that its |M(c + iy)| falls for half a period has that property (lattice.falls).",
    "10 mechanisms, 2 orders, 40 heights",
    Sampled(
        "balls: from each height to the next",
        _falls,
        digits=20,
        bits=128,
        why=POINTS,
        moments=(
            *(RandomizedResponse(Fraction(1), k) for k in (2, 3, 5, 6, 40)),
            *(DiscreteLaplace(Fraction(1), d) for d in (1, 3)),
            *(DiscreteGaussian(Fraction(v), d) for v, d in ((4, 1), ("1/9", 1), (9, 2))),
        ),
        orders=numbers("3/2 6"),
    ),
)
