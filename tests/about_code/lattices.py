"""Claims about grids of losses: they contain all losses of small cases, and for which grids |M| is stated to
decrease."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Each, Proofs, claims_of, numbers
from chartered_plugins.characteristic_function.claims.lattice import lattice_in
from chartered_plugins.characteristic_function.claims.reasons import refused
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import (
    DiscreteGaussian,
    DiscreteLaplace,
)
from chartered_plugins.characteristic_function.formulas.lattice import Lattice
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeLine, lattice_of
from chartered_plugins.characteristic_function.formulas.moments import ClosedForm, Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.laws.gaussian_law import GaussianSample
from flint import arb

DIRECT = Proofs("characteristic-function", "direct computation")
claims = claims_of(DIRECT)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
TWO, THREE = RandomizedResponse(HALF), RandomizedResponse(THIRD, 3)
RISING = RandomizedResponse(HALF, 3)
"""A randomized response whose |M| increases again within half a period."""
MIXED: tuple[Composition, ...] = (
    ((TWO, 2), (THREE, 1)),
    ((RISING, 2),),
    ((TWO, 3), (RISING, 1)),
    ((DiscreteLaplace(HALF, 1), 1), (RandomizedResponse(Fraction(1, 4)), 2)),
)


def losses(m: Any) -> list[tuple[Fraction, int]]:
    """Pairs (loss, key of its probability under Q) of one run; for discrete Gaussian noise only a few of them."""
    if isinstance(m, RandomizedResponse):
        e = Fraction(m.epsilon)  # type: ignore[arg-type]
        return [(e, 1), (-e, -1), *([(Fraction(0), 0)] if m.k > 2 else [])]
    if isinstance(m, DiscreteLaplace):
        return [(m.rate * (2 * k - m.shift), k) for k in range(m.shift + 1)]
    return [(Fraction(2 * k * m.shift - m.shift**2) / (2 * m.variance), k) for k in range(-3, 4)]


def chance(xp: Any, m: Any, which: int) -> Any:
    """The probability under Q of a loss of randomized response, or of discrete Laplace noise with a shift by 1."""
    if isinstance(m, DiscreteLaplace):
        return 1 / (1 + xp.exp(xp.number(m.rate * (2 * which - 1))))
    e = xp.exp(xp.number(m.epsilon))
    return {1: arb(1), 0: arb(m.k - 2), -1: e}[which] / (e + m.k - 1)


def sums(parts: Composition) -> Iterable[tuple[Fraction, list[tuple[Any, int]]]]:
    """Every sum of losses of a composition, with the losses of its runs."""
    runs = [m for m, times in parts for _ in range(times)]
    for chosen in product(*(losses(m) for m in runs)):
        yield sum((loss for loss, _ in chosen), Fraction(0)), [(m, w) for m, (_, w) in zip(runs, chosen, strict=True)]


def delta(xp: Any, parts: Composition, x: Any) -> Any:
    """The privacy profile, by a sum over all sums of losses."""
    found = xp.number(0)
    for loss, made in sums(parts):
        share = math.prod((chance(xp, m, which) for m, which in made), start=arb(1))
        found = found + share * xp.positive(xp.exp(xp.number(loss)) - xp.exp(x))
    return found


def _holds_all(parts: Composition) -> bool:
    """Whether all sums of losses lie on the grid, and on no coarser one."""
    found, lattice = sorted({loss for loss, _ in sums(parts)}), lattice_in(parts)
    steps = [(loss - found[0]) / lattice.spacing for loss in found]
    on = all(step.denominator == 1 for step in steps) and lattice.after(found[0]) == found[0]
    between = lattice.after(found[0] - lattice.spacing / 3) == found[0] == lattice.after(found[0] - Fraction(0))
    finest = math.gcd(*(int(step) for step in steps)) == 1
    return on and between and finest and lattice.after(found[0] + lattice.spacing / 9) == found[0] + lattice.spacing


def _of_sum(counts: tuple[int, ...]) -> bool:
    """Checks the grid of a sum, for grids that are not symmetric about 0 and these numbers of runs."""
    lattices = [Lattice(*numbers(text)) for text in ("1/5 1/3", "2/7 1/2", "-1/9 2/3")][: len(counts)]
    found = Lattice.of_sum(zip(lattices, counts, strict=True))
    least = sum((one.offset * n for one, n in zip(lattices, counts, strict=True)), Fraction(0))
    steps = [one.spacing / found.spacing for one in lattices]
    on = ((least - found.offset) / found.spacing).denominator == 1 and all(step.denominator == 1 for step in steps)
    return on and math.gcd(*(int(step) for step in steps)) == 1


LATTICES: tuple[Composition, ...] = (
    *MIXED,
    ((DiscreteGaussian(Fraction(9), 2), 1),),
    ((DiscreteGaussian(Fraction(1, 3), 3), 2),),
    ((DiscreteLaplace(THIRD, 3), 2), (DiscreteLaplace(HALF, 2), 1)),
    ((RandomizedResponse(THIRD, 4), 1), (DiscreteGaussian(Fraction(4), 1), 1)),
    ((RandomizedResponse(Fraction(2, 5), 4), 1),),
)
DIRECT.identity(
    "lattice.points",
    "The lattice of a composition holds all sums of its losses, and none that is coarser does.",
    "9 compositions; 3 lattices of sums",
    Each("every sum", _holds_all, [(parts,) for parts in LATTICES]),
    Each("every sum of any lattices", _of_sum, [((2,),), ((1, 3),), ((2, 1, 4),)]),
)


def _on_none(parts: Composition) -> bool:
    line = LatticeLine(Fraction(2), Fraction(5), 4, 3, 64)
    return lattice_of(parts) is None and refused(lambda: line.inverse(parts))


DIRECT.soundness(
    "lattice.none",
    "There is none where a loss has a density, and where all losses are one; and none of a sum with such a mechanism, "
    "or with one whose eps is no exact number.",
    "6 compositions",
    Each(
        "no lattice",
        _on_none,
        [
            (parts,)
            for parts in (
                ((Laplace(HALF), 1),),
                ((TWO, 1), (Laplace(HALF), 2)),
                ((GaussianSample(HALF, HALF).law, 1), (TWO, 1)),
                ((TWO, 1), (GaussianSample(HALF, HALF).law, 1)),
                ((RandomizedResponse(lambda xp: xp.log(xp.number(2))), 1), (TWO, 1)),
                ((RandomizedResponse(Fraction(0)), 3),),
            )
        ],
    ),
)


def _falls(m: ClosedForm, said: bool) -> bool:
    """Whether |M| is stated to decrease for the mechanism's own grid spacing, and for no other."""
    spacing = HALF if m.lattice is None else m.lattice.spacing
    return m.falls_along(spacing) is said and not any(m.falls_along(spacing * k) for k in (HALF, 2))


DIRECT.identity(
    "lattice.said-to-fall",
    "A mechanism states that |M(c + iy)| falls up to pi/spacing for its own spacing only, and only randomized "
    "response on 2 values, and on k where (k-2)^2 >= 4 e^eps, discrete Laplace noise of sensitivity 1, and discrete "
    "Gaussian noise do.",
    "14 mechanisms, 3 spacings each",
    Each(
        "what is said",
        _falls,
        [
            *((RandomizedResponse(Fraction(1), k), falls) for k, falls in ((2, True), (3, False), (5, False))),
            *((RandomizedResponse(Fraction(5, 4), k), falls) for k, falls in ((2, True), (5, False), (6, True))),
            (RandomizedResponse(Fraction(1, 100), 4), False),
            (RandomizedResponse(lambda xp: xp.number(1)), False),
            *((DiscreteLaplace(Fraction(1), d), d == 1) for d in (1, 2, 3)),
            *((DiscreteGaussian(Fraction(v), d), True) for v, d in ((4, 1), (9, 2), ("1/9", 1))),
            (Laplace(HALF), False),
        ],
    ),
)
