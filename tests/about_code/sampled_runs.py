"""Claims about the removal and addition directions of samples: where their losses end, and many runs of them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import chartered as ch
from chartered.model import failure_event as failures
from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.loss_distribution import from_profiles as pld
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Direction
from chartered_plugins.loss_distribution.guarantee import LossDistribution
from chartered_plugins.subsampling.claims.replaced_record_cases import EPSILONS, RATES, gains
from chartered_plugins.subsampling.claims.sampled_losses_cases import SIZES, answer, chances, directions_of, normal
from chartered_verify.arithmetic import Value

BOOK = Proofs("poisson", "Zhu, Dong, Wang 2022; Balle, Barthe, Gaboardi 2018")


@BOOK.soundness(
    "pld.max-loss",
    "From the shipped maximal loss on each direction has its delta at infinity, and not a thousandth before; where "
    "the step has none, that of the addition direction is where c = 0.",
    "direct computation",
    "3 rates, 2 sizes; randomized response that fails in 0, 1/100 and 1/2 of all runs, and Gaussian noise",
    Sampled("balls", digits=30, bits=192, q=RATES, size=SIZES, failing=(*numbers("0 1/100 1/2"), None)),
)
def _max_loss(xp: Any, q: Fraction, size: Fraction, failure_event: Fraction | None) -> bool:
    inner = answer(size)

    def failing(within: Any, e: Value) -> Value:
        return failures.with_failure_event(within.number(failure_event or 0), inner.curve(within, e))

    removal, addition = directions_of(
        q, normal(size) if failure_event is None else Direction(failing, failure_event, size)
    )
    if failure_event is None and (removal.max_loss is not None or removal.delta_at_infinity != 0):
        return False
    for direction in (removal, addition) if failure_event is not None else (addition,):
        assert direction.max_loss is not None
        there, before = (direction.curve(xp, xp.number(direction.max_loss * s)) for s in numbers("1 999/1000"))
        if not (abs(there - xp.number(direction.delta_at_infinity)) < 2.0**-50 and before > there):
            return False
    return addition.delta_at_infinity == 0 and removal.delta_at_infinity == q * (failure_event or 0)


@cache
def _many(q: Fraction, size: Fraction, runs: int) -> tuple[ch.Profile, Fraction]:
    """The shipped profile of `runs` runs, which are convolved once for every eps, and their maximal loss."""
    pair = directions_of(q, answer(size))
    assert pair[0].max_loss is not None
    return pld.profile(LossDistribution(((pair, runs),), (Fraction(0),))), pair[0].max_loss


@BOOK.soundness(
    "pld.runs",
    "The shipped delta of many runs of randomized response on a sample is nowhere below the exact one in either "
    "direction, and on a fine grid within a hundredth of it.",
    "Theorems 10 and 11; direct computation",
    "3 rates, 2 and 11 runs, 6 eps, 200 and 3 grid intervals",
    Sampled("balls", digits=30, bits=192, q=RATES, runs=(2, 11), eps=EPSILONS),
)
def _runs(xp: Any, q: Fraction, runs: int, epsilon: Fraction) -> Any:
    size, truncated_mass = Fraction(1, 2), Fraction(1, 10**12)
    whole, max_loss = _many(q, size, runs)
    e, (with_it, without) = xp.number(epsilon), chances(xp, q, size, runs)
    exact = xp.maximum(gains(xp, with_it, without, epsilon), gains(xp, without, with_it, epsilon))
    fine, coarse = (
        whole.delta(xp, e, {"step": spacing, "back": spacing, "tail": truncated_mass})
        for spacing in (max_loss / 200, max_loss / 3)
    )
    room = exact * xp.number(Fraction(101, 100)) + xp.number(truncated_mass) * runs * 100
    return fine.upper() >= exact.lower() and coarse.upper() >= exact.lower() and fine <= room
