"""Claims about random allocation where a draw is kept: several runs in one step, by all of their outcomes."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

import chartered as ch
from chartered.proving import Proofs, Sampled, case, profile, registered

from ...loss_distribution import from_profiles as pld

BOOK = Proofs("allocation.several-pld", "ours")


def _enumerated(steps: int, runs: int, truth: Fraction, grown: Fraction) -> Fraction:
    """delta at e^eps = `grown`, the larger of both directions: a record tells one of two values in all runs of one of
    the steps, which is drawn for it; elsewhere the same without it."""
    gains = [Fraction(0), Fraction(0)]
    for told in product(product((True, False), repeat=runs), repeat=steps):
        under = [prod((1 - truth if one else truth for one in each), start=Fraction(1)) for each in told]
        there = [prod((truth if one else 1 - truth for one in each), start=Fraction(1)) for each in told]
        without = prod(under, start=Fraction(1))
        mean = without * sum((x / y for x, y in zip(there, under, strict=True)), Fraction(0)) / steps
        gains = [
            gains[0] + max(mean - grown * without, Fraction(0)),
            gains[1] + max(without - grown * mean, Fraction(0)),
        ]
    return max(gains)


@cache
def _shipped(steps: int, runs: int, truth: Fraction) -> ch.Profile:
    """The profile by the theorem."""
    end = truth / (1 - truth)
    one = profile(f"positive({truth} - {1 - truth}*exp(eps))", max_loss=lambda at: at.log(at.number(end)))
    inner = pld.times(pld.from_profile(one), runs)
    step = f"allocation:steps={steps}/(laplace:scale=1,times={runs})"
    return pld.profile(registered("allocation.several-pld").apply(case(step, inner)))


def _not_below(xp: Any, steps: int, runs: int, truth: Fraction, grown: Fraction) -> bool:
    """Whether the shipped delta is not below that of all outcomes."""
    shipped = _shipped(steps, runs, truth).delta(xp, xp.log(xp.number(grown)), {})
    return not shipped < xp.number(_enumerated(steps, runs, truth, grown))


BOOK.soundness(
    "cases",
    "The shipped delta of several runs in one of the steps is not below that of all of their outcomes.",
    "direct computation",
    "two and three steps, two runs of a report that is true with probability 3/4, three eps",
    Sampled(
        "fractions and balls: every outcome",
        _not_below,
        bits=128,
        why="sums over outcomes, whose number is not fixed",
        steps=(2, 3),
        runs=(2,),
        truth="3/4",
        grown="1 6/5 6",
    ),
)
