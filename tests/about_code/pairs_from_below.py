"""Claims about the pair on a grid whose profile is nowhere above the mechanism's: the shipped one, and what is checked
of a pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, numbers
from chartered_plugins.loss_distribution.claims.loss_distribution_cases import MECHANISMS, TRUNCATED_MASS, Run
from chartered_plugins.loss_distribution.formulas import tangents_below
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Direction
from chartered_plugins.loss_distribution.formulas.grid_loss import GridLoss
from chartered_verify.arithmetic import Value

_compared = partial(Sampled, "balls", digits=30, bits=192)
BOOK = Proofs("loss-distribution", "ours", at="direct computation")


def _guarded(xp: Any, loss: GridLoss, direction: Direction, spacing: Fraction) -> bool:
    """Whether the pair passes its check, and altered pairs do not: one with more mass at infinite loss, one with more
    mass at the first loss above 0, and one with half of the likeliest negative loss moved to 0, which increases delta
    only below a = 1."""
    masses, zero = loss.masses, -loss.offset
    polygon = tangents_below.polygon(direction, spacing, TRUNCATED_MASS)
    end = loss.infinite
    slack = xp.number(tangents_below.slack(TRUNCATED_MASS))

    def passes(changes: Mapping[int, Value], infinite: int = 0) -> bool:
        changed = [mass + changes.get(index, 0) for index, mass in enumerate(masses)]
        return tangents_below.is_below(xp, changed, loss.offset, end + infinite, (polygon, polygon), spacing, slack)

    if not passes({}) or passes({}, 1):
        return False
    if not any(mass > 0 for mass in masses[zero + 1 :]):  # on so coarse a grid the pair has no other loss
        return True
    likely = max(range(zero), key=lambda index: float(masses[index]))
    half = masses[likely] / 2
    return not passes({zero + 1: xp.number(1)}) and not passes({likely: -half, zero: half})


def _gain(xp: Any, loss: Any, spacing: Fraction, epsilon: Value) -> Value:
    found = loss.infinite
    for index, mass in zip(loss.indices, loss.masses, strict=True):
        found = found + mass * xp.positive(-xp.expm1(epsilon - xp.number(index * spacing)))
    return found


@BOOK.soundness(
    "profile.pair-below",
    "The shipped pair from below has, on both sides of a = 1 and between grid points too, nowhere more than the delta "
    "of the mechanism, but for the slack; and what is checked of it fails for pairs that have more on either side.",
    "randomized response, answers that fail, Gaussian noise; 3 spacings, 7 eps",
    _compared(mechanisms=MECHANISMS, spacing="1/100 1/7 1", eps="0 1/150 1/20 1/10 1/3 1 5/2"),
)
def _law(xp: Any, run: Run, spacing: Fraction, shift: Fraction) -> bool:
    """Whether the pair, summed loss by loss, is not above the profile at an eps between grid points, on both sides of a
    = 1."""
    one, _ = run(1)
    end = one.at_infinity.delta
    assert isinstance(end, int | Fraction)
    direction = Direction(lambda within, e: one.delta(within, e, {}), Fraction(end))
    loss = tangents_below.pair_below(192, (direction, direction), spacing, TRUNCATED_MASS)
    slack, e = xp.number(tangents_below.slack(TRUNCATED_MASS)), xp.number(shift)
    ahead, back = _gain(xp, loss, spacing, e), _gain(xp, loss, spacing, -e)
    delta, a = one.delta(xp, e, {}), xp.exp(-e)
    truths = (delta, 1 - a + a * delta)
    below = all(not found > slack + (1 - slack) * truth for found, truth in zip((ahead, back), truths, strict=True))
    return below and _guarded(xp, loss, direction, spacing)


@BOOK.soundness(
    "profile.checked",
    "What is checked of a pair compares its profile with x + (1 - x) d at every grid point, on both sides of a = 1: a "
    "pair that is just below passes, and none that is above at one point.",
    "two pairs, three masses at the infinite loss, three slacks, four grid points on each side",
    _compared(
        of_p=(numbers("1/10 1/5 3/10 1/10 1/20"), numbers("1/20 1/10 1/4 1/4 1/10")),
        infinite="0 1/100 1/5",
        slack="1/1000000 1/10 1/3",
        addition=(False, True),
    ),
)
def _checked(xp: Any, of_p: Sequence[Fraction], infinite: Fraction, slack: Fraction, addition: bool) -> bool:
    """Whether `is_below` accepts a pair whose profile is x + (1 - x) d at each grid point, or above a = 1 alone, and
    refuses the same pair where one height is lower. Its losses are -2h, -h, 0, h, 2h; its profiles are summed outcome
    by outcome."""
    h, zero = Fraction(1, 5), len(of_p) // 2
    losses = [(index - zero) * h for index in range(len(of_p))]
    p = [xp.number(mass) for mass in of_p]
    q = [mass * xp.exp(xp.number(-loss)) for mass, loss in zip(p, losses, strict=True)]

    def gained(one: Sequence[Value], other: Sequence[Value], j: int) -> Value:
        a = xp.exp(xp.number(j * h))
        return sum((xp.positive(x - a * y) for x, y in zip(one, other, strict=True)), xp.number(0))

    x, end = xp.number(slack), xp.number(infinite)
    room = sum(q, xp.number(0)) - 1 + x
    ahead = [(gained(p, q, j) + end - x) / (1 - x) for j in range(4)]
    back = [(gained(q, p, j) - room) / (1 - x) for j in range(4)]
    margin = xp.number(Fraction(1, 2**60))

    def passes(lowered: int | None) -> bool:
        def grid(heights: Sequence[Value], own: bool) -> tuple[tuple[int, Value], ...]:
            down = [margin if own and j == lowered else -margin for j in range(len(heights))]
            return tuple((j, height - less) for j, (height, less) in enumerate(zip(heights, down, strict=True)))

        polygons = (grid(ahead, not addition), grid(back, addition))
        return tangents_below.is_below(xp, p, -zero, end, polygons, h, x)

    return passes(None) and not any(passes(j) for j in range(4))
