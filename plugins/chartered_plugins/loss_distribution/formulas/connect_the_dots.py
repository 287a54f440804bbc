"""Connect the dots (Doroshenko et al. 2022): a privacy profile becomes a dominating pair with losses on a grid, a
discretised privacy loss distribution (PLD).

In a = e^eps, delta is convex and nonincreasing. Take certified upper bounds of delta at the grid points eps = 0, h, 2h,
...; the lower convex hull of these points, extended by its last value, is again an upper bound. It is the privacy
profile of a dominating pair (P, Q) with losses on the grid: if the hull has slope -u_j (in a) after grid point j, then

    Q(L = jh) = u_(j-1) - u_j,   P(L = jh) = e^(jh) Q(L = jh),   P(L = inf) = the last value.

This is the removal direction, the divergence of P from Q. The addition direction, of Q from P, has a hull of its own,
with slopes -v_j: it gives P(L = -jh) = v_(j-1) - v_j. The remaining mass has the loss 0.

The remaining mass is not negative, by convexity at a = 1: both directions have the same d = delta(0), and swapping P
and Q gives delta(1/a) = 1 - 1/a + delta_swapped(a)/a, so u_0 + v_0 <= 1 - d. If the bound at eps = 0 exceeds what this
inequality allows, it is tightened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil
from typing import Any, TypeAlias

from chartered_verify.arithmetic import Arithmetic, Value, balls
from chartered_verify.enclosure import Enclosure, enclose
from chartered_verify.work_budget import charge
from flint import arb
from msgspec import Struct

from .grid_loss import GridLoss

MAX_INDEX = 2**15
"""The largest index of a grid point."""
UNIFORM = 96
"""Up to this index every grid point is used; beyond it, only every (j // UNIFORM)-th. Likewise before a maximal loss,
since a profile may end there at a slope."""
_PROBED, _FAR = 128, (MAX_INDEX >> 7, MAX_INDEX >> 4, MAX_INDEX)
"""The index at which delta at far grid points is evaluated, to detect a grid that is too short for the profile: at
several, since upper bounds may grow again where they are bounded by rounding."""
_GOAL_BITS, CAP_BITS = 32, 256
"""The number of correct bits of an upper bound, and the least cap on the working precision."""

Curve: TypeAlias = Callable[[Arithmetic, Value], Value]
Below: TypeAlias = Callable[[Arithmetic, Value, Value], Curve]
Grid: TypeAlias = Sequence[tuple[int, arb]]
"""Grid points: the index j of eps = jh, with an upper bound on delta(jh)."""


class Direction(Struct, frozen=True):
    """One direction of a dominating pair: its hockey-stick divergence `curve(xp, eps)` for eps >= 0.

    `delta_at_infinity`: its limit for eps -> infinity, or a lower bound on it. `max_loss`: an eps from which on the
    divergence equals that limit (the supremum of the finite loss), or None if none is known. `below`: where `curve` is
    an upper bound, below(xp, begin, end) is a lower bound that is convex in e^eps for every eps, and near between these
    two; others may have another one, and to change from one to the other would not be convex. None if `curve` encloses
    the divergence. `rough`: where `curve` is dear, about the same curve in floats, by which a search begins."""

    curve: Curve
    delta_at_infinity: Fraction = Fraction(0)
    max_loss: Fraction | None = None
    below: Below | None = None
    rough: Curve | None = None

    def enclosing(self, xp: Arithmetic, epsilon: Value) -> Value:
        """The divergence, between its two bounds."""
        found = self.curve(xp, epsilon)
        return found if self.below is None else xp.hull(self.below(xp, epsilon, epsilon)(xp, epsilon), found)


DirectionPair: TypeAlias = tuple[Direction, Direction]
"""One mechanism: removal (P has the record) and addition (Q has it); equal if the pair is symmetric."""
Composition: TypeAlias = tuple[tuple[DirectionPair, int], ...]
"""The multiset of composed mechanisms, each with its number of runs."""


def swapped(composition: Composition) -> Composition:
    """The composition with P and Q swapped in every mechanism."""
    return tuple(((addition, removal), times) for (removal, addition), times in composition)


def last_height(delta_at_infinity: Fraction, truncated_mass: Fraction) -> Fraction:
    """The delta at which a grid may end."""
    return delta_at_infinity + max(truncated_mass, delta_at_infinity / 64)


@lru_cache(maxsize=64)
def grid_bounds(direction: Direction, spacing: Fraction, truncated_mass: Fraction) -> tuple[tuple[int, arb], ...]:
    """Upper bounds on delta at the grid points eps = j `spacing`: exact numbers, nonincreasing.

    The grid ends at the first bound that is at most `truncated_mass` above delta at infinity, or at the maximal loss.
    Raises ArithmeticError if MAX_INDEX grid points of this spacing do not reach that far."""
    found: list[tuple[int, arb]] = []
    max_loss = direction.max_loss
    cap = max(CAP_BITS, 2 * truncation_bits(truncated_mass))
    with balls(128) as xp:
        end = xp.number(last_height(direction.delta_at_infinity, truncated_mass))
    for j in _indices(None if max_loss is None else ceil(max_loss / spacing)):
        height = _bound(direction.curve, j * spacing, cap=cap)
        found.append((j, min(found[-1][1], height) if found else height))
        if found[-1][1] <= end or (max_loss is not None and j * spacing >= max_loss):
            return tuple(found)
        if (
            j == _PROBED
            and (max_loss is None or MAX_INDEX * spacing < max_loss)
            and not any(_bound(direction.curve, j * spacing, cap=cap) <= end for j in _FAR)
        ):
            break
    raise ArithmeticError(f"the grid of the profile takes more than {MAX_INDEX} intervals of that spacing")


def _indices(end: int | None) -> Iterator[int]:
    """The indices of the grid points, including `end`."""
    j = 0
    while j <= MAX_INDEX:
        yield j
        before_end = j if end is None or j >= end else end - j
        j += max(1, min(j, before_end) // UNIFORM)


def truncation_bits(truncated_mass: Fraction) -> int:
    """About log2(1/truncated_mass)."""
    return truncated_mass.denominator.bit_length() - truncated_mass.numerator.bit_length() + 1


def _bound(curve: Curve, epsilon: Fraction, cap: int) -> arb:
    return enclosed_at(curve, epsilon, cap).hi


def enclosed_at(curve: Curve, epsilon: Fraction, cap: int, goal: int = _GOAL_BITS) -> Enclosure:
    """An enclosure of delta at one eps, with `goal` correct bits if a working precision of at most `cap` gives them."""
    return enclose(partial(_at, curve, epsilon), cap=cap, goal=goal).clip(0, 1)


def _at(curve: Curve, epsilon: Fraction, xp: Any) -> Any:
    return curve(xp, xp.number(epsilon))


def lower_hull(xp: Arithmetic, grid: Grid, spacing: Fraction) -> Grid:
    """The vertices of the lower convex hull, or a few more points. Omitting any of the points except the ends is
    sound."""
    hull: list[tuple[int, arb]] = []
    for j, height in grid:
        while len(hull) > 1:
            (i, before), (k, last) = hull[-2:]
            if (before - last) * _gap(xp, spacing, k, j) > (last - height) * _gap(xp, spacing, i, k):
                break
            hull.pop()
        hull.append((j, height))
    return hull


def _gap(xp: Arithmetic, spacing: Fraction, i: int, j: int) -> Value:
    """e^(jh) - e^(ih)."""
    return xp.exp(xp.number(i * spacing)) * xp.expm1(xp.number((j - i) * spacing))


def tightened_start(xp: Arithmetic, removal: Grid, addition: Grid, spacing: Fraction) -> arb:
    """An upper bound on delta(0), tightened by the total mass 1 of the pair.

    For eps, eps' > 0: delta(0) (1 + s + t) <= 1 + s delta(eps) + t delta_swapped(eps'), with s = 1/(e^eps - 1) and t =
    1/(e^eps' - 1). Any two grid points give a bound; those with the steepest slopes from the start give the best
    one."""
    start = min(removal[0][1], addition[0][1])
    ahead, back = (
        [(1 / xp.expm1(xp.number(j * spacing)), height) for j, height in grid[1:]] for grid in (removal, addition)
    )
    while True:
        charge(2 * len(ahead) + 2 * len(back))
        (s, g), (t, k) = _steepest(start, ahead), _steepest(start, back)
        tightened = ((1 + s * g + t * k) / (1 + s + t)).upper()
        if not tightened < start:
            return start
        start = tightened


def _steepest(start: arb, points: Sequence[tuple[Any, arb]]) -> tuple[Any, arb]:
    return max(points, key=lambda point: (point[0] * (start - point[1])).mid(), default=(arb(0), arb(0)))


def dominating_pair(xp: Any, removal: Grid, addition: Grid, spacing: Fraction) -> GridLoss:
    """The privacy loss distribution of the dominating pair whose two profiles are the hulls of these grids.

    If the hulls start at different heights, the lower one is raised to the higher, since its profile would be too low
    at a < 1."""
    symmetric, start = addition is removal, (0, tightened_start(xp, removal, addition, spacing))
    removal, addition = [start, *removal[1:]], [start, *addition[1:]]
    ahead, height = slope_changes(xp, removal, spacing)
    back, other_height = (ahead, height) if symmetric else slope_changes(xp, addition, spacing)
    infinity_mass = removal[-1][1] if symmetric else removal[-1][1] + xp.positive((other_height - height).upper())
    masses = {-j: change for j, change in back.items()} | {
        j: xp.exp(xp.number(j * spacing)) * change for j, change in ahead.items()
    }
    placed = sum(masses.values(), infinity_mass)
    masses[0] = xp.positive(1 - placed)
    offset = min(masses)
    return GridLoss(offset, [masses.get(j, arb(0)) for j in range(offset, max(masses) + 1)], infinity_mass)


def slope_changes(xp: Any, grid: Grid, spacing: Fraction) -> tuple[dict[int, Value], Value]:
    """({j: u_(j-1) - u_j} at each vertex j of the hull, the value of the hull at eps = 0): exact, with slopes rounded
    up so that the hull stays convex."""
    found: dict[int, Value] = {}
    before, height = xp.number(0), grid[-1][1]
    for (i, start), (j, _) in reversed(list(pairwise(lower_hull(xp, grid, spacing)))):
        gap = _gap(xp, spacing, i, j)
        slope = xp.maximum(before, (start - height) / gap).upper()
        found[j], before, height = slope - before, slope, height + slope * gap
    return found, height
