"""Claims about hulls and polygons: the pair that connect the dots makes of two grids is nowhere below their hulls, from
the lowest start that the total mass allows, and the polygon of tangents is nowhere above the profile."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from chartered.proving import Each, Proofs, Sampled, numbers
from chartered_plugins.basics.formulas import gaussian_profile
from chartered_plugins.loss_distribution.claims.loss_distribution_cases import MECHANISMS, TRUNCATED_MASS, Run
from chartered_plugins.loss_distribution.formulas import connect_the_dots, tangents_below
from chartered_plugins.loss_distribution.formulas.connect_the_dots import Direction
from chartered_verify.catching import ours
from flint import arb

BOOK = Proofs("loss-distribution", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022")
SPACING = Fraction(1, 4)
HEIGHTS = [numbers(heights) for heights in ("1/2 1/4 1/8", "7/8 3/4 1/16", "3/4 1/2 3/8 1/32 0", "5/8 1/2")]
"""Of grids that bound a profile from above; two of them need not fit together."""
PAIRS = list(product(HEIGHTS, HEIGHTS))


def _grid(xp: Any, heights: Sequence[Fraction]) -> tuple[tuple[int, arb], ...]:
    return tuple((j, xp.number(height)) for j, height in enumerate(heights))


def _hull(xp: Any, heights: Sequence[arb], j: int) -> Any:
    """The least at grid point j of all chords in a = e^eps between grid points on either side of it."""
    places = [xp.exp(xp.number(i * SPACING)) for i in range(len(heights))]

    def chord(i: int, k: int) -> Any:
        share = (places[j] - places[i]) / (places[k] - places[i]) if k > i else xp.number(0)
        return heights[i] + share * (heights[k] - heights[i])

    return min(
        (chord(i, k) for i in range(j + 1) for k in range(j, len(heights))), key=lambda found: float(found.mid())
    )


def _above(xp: Any, heights: Sequence[Fraction], others: Sequence[Fraction]) -> bool:
    removal, addition = _grid(xp, heights), _grid(xp, others)
    loss = connect_the_dots.dominating_pair(xp, removal, addition, SPACING)
    masses, lowest = loss.masses, connect_the_dots.tightened_start(xp, removal, addition, SPACING)

    def delta(j: int) -> Any:
        gains = (
            xp.positive(mass * -xp.expm1(xp.number((j - i) * SPACING))) for i, mass in enumerate(masses, loss.offset)
        )
        return sum(gains, loss.infinite)

    def swapped(j: int, height: Any) -> Any:
        a = xp.exp(xp.number(-j * SPACING))
        return 1 - a + a * height

    starts = [[lowest, *(height for _, height in grid[1:])] for grid in (removal, addition)]
    ahead, back = ([_hull(xp, start, j) for j in range(len(start))] for start in starts)
    margin = xp.number(Fraction(1, 2**100))
    return all(delta(j) + margin > height for j, height in enumerate(ahead)) and all(
        delta(-j) + margin > swapped(j, height) for j, height in enumerate(back)
    )


def _lowest(xp: Any, heights: Sequence[Fraction], others: Sequence[Fraction]) -> bool:
    grids = _grid(xp, heights), _grid(xp, others)
    found = connect_the_dots.tightened_start(xp, *grids, SPACING)
    (ones, twos) = ([(1 / xp.expm1(xp.number(j * SPACING)), height) for j, height in grid[1:]] for grid in grids)
    bounds = [(1 + s * g + t * k) / (1 + s + t) for (s, g), (t, k) in product(ones, twos)]
    least = min([grids[0][0][1], grids[1][0][1], *bounds], key=lambda bound: float(bound.mid()))
    return bool(abs(found - least) * 2**100 < 1)


BOOK.soundness(
    "profile.grids",
    "The pair of two grids is nowhere below the hull of either on its own side of a = 1, from the lowered start on, "
    "also where one grid is so much higher that both cannot be profiles of one mechanism.",
    "profile.raised",
    "all 16 pairs of four grids of 2 to 5 points",
    Sampled("balls: summed loss by loss", _above, PAIRS, digits=30, bits=192),
)
BOOK.identity(
    "profile.lowest-start",
    "The start is lowered to the least of (1 + s g + t k)/(1 + s + t) over all grid points of both, s = 1/(e^eps - 1).",
    "profile.start",
    "all 16 pairs of four grids of 2 to 5 points",
    Sampled("balls: all pairs of points", _lowest, PAIRS, digits=30, bits=192, why="the search ends where it ends"),
)


def _below(xp: Any, run: Run, width: Fraction) -> bool:
    profile, _ = run(1)
    end = profile.at_infinity.delta
    assert isinstance(end, int | Fraction)
    direction = Direction(lambda within, e: profile.delta(within, e, {}), Fraction(end))
    polygon = tangents_below.polygon(direction, width, TRUNCATED_MASS)
    for (i, left), (k, right) in pairwise(polygon):
        a, b = (xp.exp(xp.number(j * width)) for j in (i, k))
        for share in numbers("0 1/8 1/2 15/16 1"):
            place = a + (b - a) * xp.number(share)
            if left + (right - left) * xp.number(share) > profile.delta(xp, xp.log(place), {}):
                return False
    return all(height > -xp.number(tangents_below.slack(TRUNCATED_MASS)) for _, height in polygon)


BOOK.soundness(
    "profile.polygon",
    "The polygon of tangents is nowhere above the profile, at its grid points and between them, and below 0 by no more "
    "than the slack.",
    "loss-distribution.profile.tangents",
    "3 mechanisms, 4 spacings, 5 places in each interval",
    Sampled("balls", _below, digits=30, bits=256, mechanisms=MECHANISMS, spacing=numbers("1/40 1/10 1/3 1")),
)


def _reaches(xp: Any, mu: Fraction, spacing: Fraction) -> bool:
    """Whether a grid of wide intervals ends at the first bound that is small enough."""
    direction = Direction(lambda within, e: gaussian_profile.delta_mu(within, within.number(mu), e))
    *_, (_, before), (_, last) = connect_the_dots.grid_bounds(direction, spacing, TRUNCATED_MASS)
    return bool(before > xp.number(TRUNCATED_MASS)) and bool(last <= xp.number(TRUNCATED_MASS))


def _of_no_pair(low: Fraction, high: Fraction, spacing: Fraction) -> bool:
    """Whether two profiles of which one ends above where the other starts have no pair below them."""
    ends = (
        Direction(lambda within, e, end=end: within.number(end) + within.exp(-e) / 10, end)  # type: ignore[misc]
        for end in (high, low)
    )
    try:
        tangents_below.pair_below(128, (next(ends), next(ends)), spacing, TRUNCATED_MASS)
    except ours(ArithmeticError):
        return True
    return False


BOOK.soundness(
    "profile.grid-ends",
    "A grid ends at the first upper bound that is at most the truncated mass, also where its intervals are long.",
    "our own choice",
    "mu = 40 and 500 at spacings of 1/2 and 10",
    Sampled("balls", _reaches, [numbers("40 1/2"), numbers("500 10")], digits=12, bits=128),
)
BOOK.soundness(
    "profile.no-pair-below",
    "Of two profiles that are not those of one pair in both directions no pair from below is given.",
    "what is checked of it",
    "four pairs of limits, two spacings",
    Each(
        "run",
        _of_no_pair,
        [(*numbers(ends), h) for ends in ("2/5 4/5", "0 1/2", "1/10 3/10", "1/2 7/8") for h in numbers("1/4 1")],
    ),
)
