"""Claims about sums over grids of losses whose spacing is no rational number: those of one mechanism with few
losses."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Each, Proofs, Sampled, claims_of, numbers
from chartered_plugins.characteristic_function.claims.few_losses import HALF, THIRD
from chartered_plugins.characteristic_function.claims.reasons import POINTS, refused
from chartered_plugins.characteristic_function.formulas.composed_moments import Composition
from chartered_plugins.characteristic_function.formulas.finite_sums import Expansion
from chartered_plugins.characteristic_function.formulas.irrational_lattice import SteppedLosses
from chartered_plugins.characteristic_function.formulas.lattice_inversion import LatticeLine
from chartered_plugins.characteristic_function.formulas.loss_properties import LossMoments
from chartered_plugins.characteristic_function.formulas.moments import Laplace, RandomizedResponse
from chartered_plugins.characteristic_function.formulas.sampled_guarantee import ReplacedGuarantee, SampledGuarantee
from chartered_plugins.characteristic_function.laws.discrete_laplace import LaplaceOnIntegers
from chartered_plugins.characteristic_function.laws.mixture import replaced, sampled
from chartered_verify.enclosure import enclose
from flint import acb, arb

SUM, DIRECT = (
    Proofs("characteristic-function", paper)
    for paper in ("orthogonality of the roots of unity; geometric series", "direct computation")
)
claims = claims_of(SUM, DIRECT)
NONE, RUNS = Fraction(0), 3
_NOISE = LaplaceOnIntegers(HALF, sampled(THIRD, Fraction(1)))
STEPPED: list[LossMoments] = [
    _NOISE,
    _NOISE.swapped,
    *(LaplaceOnIntegers(noise, replaced(THIRD, Fraction(1))) for noise in (HALF, Fraction(1, 20))),
    *(SampledGuarantee(THIRD, Fraction(1), NONE, added) for added in (False, True)),
    ReplacedGuarantee(THIRD, Fraction(1), NONE),
]
"""The fourth one has a middle loss so rare that |M| comes nearly back within a period."""


def _sums(xp: Any, m: Any, runs: int) -> list[tuple[Any, Any]]:
    """Every sum of losses of some runs, with its probability under Q."""
    return [
        (sum(loss for loss, _ in chosen), math.prod((chance for _, chance in chosen), start=arb(1)))
        for chosen in product([pair for pair in m.losses(xp) if not pair[1].is_zero()], repeat=runs)
    ]


def _encloses(xp: Any, m: LossMoments, order: Fraction, points: int, kept: Fraction, part: Fraction) -> bool:
    x = part * RUNS * Fraction(enclose(lambda own: own.number(m.max_loss)).lower)
    line = LatticeLine(order, order + 3, points, max(1, math.ceil((points // 2 + 1) * kept)), xp.bits)
    found, level = line.inverse(((m, RUNS),)), xp.exp(xp.number(x))
    total = sum((chance * xp.positive(xp.exp(loss) - level) for loss, chance in _sums(xp, m, RUNS)), arb(0))
    wide = found.delta(xp.number(x).union(xp.number(x + 1)))
    return bool(found.delta(x).overlaps(total) and wide.overlaps(total))


DIRECT.soundness(
    "lattice.stepped.direct",
    "However few nodes there are, and however few of the terms are kept, the enclosure holds the sum over all losses.",
    f"{RUNS} runs of {len(STEPPED)} mechanisms, 2 orders c, 4 numbers N, 3 shares of the terms, 4 eps",
    Sampled(
        "balls: the sum over all losses",
        _encloses,
        digits=20,
        bits=256,
        mechanisms=STEPPED,
        orders=numbers("3/2 4"),
        points=(1, 2, 7, 60),
        kept=numbers("1/10 1/2 1"),
        parts=numbers("-1/2 0 1/5 9/10"),
    ),
)


def _agrees(xp: Any, m: LossMoments, runs: int, x: Fraction) -> bool:
    from chartered_plugins.characteristic_function.search.lattice import LatticeSearch

    parts: Composition = ((m, runs),)
    found = LatticeSearch(parts).line_at(x, 14).inverse(parts).delta(x)
    summed = Expansion(runs, 256).inverse(parts).delta(x)
    return bool(found.overlaps(summed) and found.rad() < found.mid() * arb(10) ** -13)


DIRECT.soundness(
    "lattice.stepped.many",
    "Of many runs it is narrow, and agrees with the sum over the numbers of larger losses.",
    f"{len(STEPPED)} mechanisms, 2 numbers of runs, 2 eps; 13 digits",
    Sampled("balls: the sum", _agrees, digits=13, bits=256, m=STEPPED, runs=(300, 5000), eps=numbers("0 2")),
)


def _left_out(xp: Any, m: LossMoments, points: int, kept: int) -> bool:
    """Checks that the stated bounds are not below the omitted terms of either sum."""
    if kept > points // 2 + 1:
        return refused(lambda: LatticeLine(Fraction(2), Fraction(5), points, kept, 128).inverse(((m, RUNS),)))
    found, lost = LatticeLine(Fraction(2), Fraction(5), points, kept, 128).inverse(((m, RUNS),)), [arb(0), arb(0)]
    s, sums = found.lattice.width(xp), _sums(xp, m, 1)
    for k in range(kept, points - kept + 1):
        z = acb(2, 2 * xp.pi * k / (points * s))
        value = abs(sum((chance * (z * loss).exp() for loss, chance in sums), acb(0))) ** RUNS
        for which, w in enumerate((z - 1, z)):
            lost[which] = lost[which] + value / abs(1 - (-w * s).exp())
    return all(bool(sum_.lower() <= cut) for sum_, cut in zip(lost, found.cut, strict=True))


SUM.soundness(
    "lattice.stepped.left-out",
    "What is stated of the N - 2K + 1 omitted terms is no less than their sums. More than N/2 + 1 terms are refused.",
    f"{len(STEPPED)} mechanisms, 4 numbers N, 4 numbers K",
    Sampled(
        "balls: the terms",
        _left_out,
        digits=9,
        bits=160,
        why=POINTS,
        mechanisms=STEPPED,
        points=(1, 4, 12, 31),
        kept=(1, 2, 4, 15),
    ),
)


def _on_none(parts: Composition) -> bool:
    of_one = SteppedLosses.of(*parts[0]) if len(parts) == 1 else None
    line = LatticeLine(Fraction(2), Fraction(5), 4, 3, 64)
    return of_one is None and refused(lambda: line.inverse(parts))


DIRECT.soundness(
    "lattice.stepped.none",
    "There is no such grid where a loss is rare, has a density or is the only one, nor of several mechanisms.",
    "5 compositions",
    Each(
        "no lattice",
        _on_none,
        [
            (parts,)
            for parts in (
                ((SampledGuarantee(THIRD, Fraction(1), HALF), 2),),
                ((ReplacedGuarantee(THIRD, Fraction(1), HALF), 2),),
                ((Laplace(HALF), 2),),
                ((RandomizedResponse(Fraction(0)), 3),),
                tuple((m, 2) for m in STEPPED[:2]),
            )
        ],
    ),
)
