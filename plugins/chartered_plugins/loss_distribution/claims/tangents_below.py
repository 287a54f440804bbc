"""Claims about tangents from below: lines that touch a privacy profile, the pair on a grid whose profile is nowhere
above the mechanism's, and such pairs in composition."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Claimed, Nonnegative, Notation, Proofs, Same, Sampled, numbers
from chartered_verify.arithmetic import Value

from ..formulas import tangents_below
from ..formulas.connect_the_dots import Direction
from ..formulas.grid_loss import GridLoss
from .loss_distribution import BOOK as DOMINATED
from .loss_distribution_cases import MECHANISMS, TRUNCATED_MASS, Run

_compared = partial(Sampled, "balls", digits=30, bits=192)
NOTATION = Notation(
    # the value at b right of m of a profile that is c below its chord from m - n to m + b
    "there(p, q, c, n, b) = ((q + c)*(n + b) - b*p)/n",
    "failing(x, d) = x + (1 - x)*d",
    ranges={"p q c n b d t s x y": (0, 20)},
)
BOOK = Proofs("loss-distribution", "ours", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "profile.tangents",
    "Right of a point m a profile is nowhere below the line through its value at m whose slope is that of the chord "
    "from m - n to m; left of m nowhere below the one with the slope of the chord from m to m + n. So it is nowhere "
    "below the chord between the values of these two lines at the ends of an interval around m.",
    "convexity in a = e^eps",
    "all values p at m - n and q at m, distances, and amounts c by which the profile is below its chord at m",
    Same("how far above the line", "there(p, q, c, n, b) - q - (q - p)/n*b", "c*(n + b)/n"),
    Nonnegative("and that is not below 0", "c*(n + b)/n", zero="c"),
    so="Convexity is c >= 0. The other side is its mirror image. The first slope is at most the second one, so that "
    "both lines together are concave on it, and their chord is nowhere above them. A smaller value at m, and a "
    "larger one at m - n or m + n, lower both lines: enclosures may be taken for the values.",
    over={"n": (1, 20)},
)

BOOK.identity(
    "profile.slack",
    "A pair whose profile is nowhere above x + (1 - x) d, where d is nowhere above that of the mechanism, loses no "
    "more than the mechanism that gives everything away with probability x; and that is what is compared below a = 1.",
    "all 0 <= x <= 1, values d, ratios t < 1, and masses s of Q",
    Same("the failing mechanism", "1 - (1 - x)*(1 - d)", "failing(x, d)"),
    Same("below a = 1", "1 - t*s + t*(s - 1 + failing(x, d))", "failing(x, 1 - t + t*d)"),
    Claimed("the profile with P and Q swapped", DOMINATED, "profile.swapped"),
    so="At t = 1/a the pair's profile is the mass of P, at most 1, less t times that of Q, and t times what swapped "
    "outcomes gain. Beyond the last grid point it is linear from there to a = 0, and d constant.",
)

BOOK.soundness(
    "profile.slack-of-runs",
    "Where each of T runs gives everything away with probability x, delta is at most T x more.",
    "all delta d, 0 <= x <= 1, and sums y = T x",
    Same("one more run", "d + x + y - failing(x, d + y)", "x*(d + y)"),
    Nonnegative("which is not below 0", "x*(d + y)", zero="x d y"),
    so="Run by run.",
)

BOOK.soundness(
    "composition.from-below",
    "If a pair has at every a > 0 at most the delta of the worst pair of its run, then the product of such pairs has "
    "at most that of the product of the worst pairs, which some adaptive composition attains. Masses may be left out.",
    "all weights of other runs' outcomes, and a",
    Claimed("what one run adds is its delta at another a", DOMINATED, "composition.dominated"),
    so="The sum over a run's outcomes is p times its delta at a q/p, whatever the others were; it falls where that "
    "delta does. Every outcome gains a positive part, so that one less gains less. The worst pair run again and again "
    "is a composition.",
)


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
