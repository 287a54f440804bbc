"""A binary tree over a stream of steps, whose nodes are the whole dyadic intervals of the stream."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct, field

MOST_TRIALS = 500_000
"""How many pairs of halves are tried at most in the search for the worst pattern: about a second."""
Front: TypeAlias = list[tuple[int, int]]
"""Pairs (sum of squares, where the next participation may stand behind the end), of which none is beaten in both."""


class _TooMany(ArithmeticError):
    """The patterns of participation are too many to try."""


def depth(steps: int) -> int:
    """The largest number of nodes that contain one step, attained by the first of `steps` steps: floor(log2 steps) +
    1."""
    return steps.bit_length()


def uses_that_fit(steps: int, separation: int, uses: int | None) -> int:
    """How often a record takes part at most: ceil(steps/separation), or `uses` if that is less."""
    fit = -(-steps // separation)
    return fit if uses is None else min(uses, fit)


def squares_above(steps: int, separation: int, uses: int | None) -> int:
    """An upper bound on the sum over all nodes of the squared number of participations in the node: a node of size
    2^l holds at most M_l of them, and the nodes of a level share them, so a level adds at most M_l times all."""
    most = uses_that_fit(steps, separation, uses)
    return most * sum(min(most, ((1 << level) - 1) // separation + 1) for level in range(depth(steps)))


@lru_cache(maxsize=64)
def most_squares(steps: int, separation: int, uses: int | None) -> int | None:
    """The largest sum over all nodes of the squared number of participations in the node, over all patterns of at most
    `uses` steps that are at least `separation` apart; None if they are too many to try."""
    patterns = _Patterns(separation, uses_that_fit(steps, separation, uses))
    try:
        return max(value for front in patterns.stream(steps) for value, _ in front)
    except _TooMany:
        return None


class _Patterns(Struct):
    """All patterns, for each number of participations the best only: whole nodes, from halves, and streams."""

    separation: int
    uses: int
    trials: int = 0
    _nodes: dict[tuple[int, int], list[Front]] = field(default_factory=dict)

    def stream(self, steps: int) -> list[Front]:
        """The fronts of the first `steps` steps: the largest whole nodes side by side, as the binary digits say."""
        levels = [level for level in reversed(range(depth(steps))) if steps >> level & 1]
        found: list[Front] = [[(0, 0)]]
        for level in levels:
            found = self._beside(found, level)
        return found

    def node(self, level: int, wait: int) -> list[Front]:
        """The fronts of a node of 2^level steps, the first `wait` of which are too near to the participation before."""
        if (level, wait) not in self._nodes:
            self._nodes[level, wait] = self._node(level, wait)
        return self._nodes[level, wait]

    def _node(self, level: int, wait: int) -> list[Front]:
        size = 1 << level
        if size <= self.separation:  # it holds one at most, best as early as may be, which all nodes around it count
            once: list[Front] = [[(level + 1, wait + self.separation - size)]] if wait < size and self.uses else []
            return [[(0, max(0, wait - size))], *once]
        halves = self._beside(self.node(level - 1, wait), level - 1)
        return [[(value + n * n, after) for value, after in front] for n, front in enumerate(halves)]

    def _beside(self, first: list[Front], level: int) -> list[Front]:
        """The fronts of what has the fronts `first`, with a node behind it."""
        made: list[dict[int, int]] = []
        for n, front in enumerate(first):
            for value, wait in front:
                for more, behind in enumerate(self.node(level, wait)[: self.uses - n + 1]):
                    made += [{} for _ in range(n + more + 1 - len(made))]
                    self._try(made[n + more], value, behind)
        return [_unbeaten(of) for of in made]

    def _try(self, best: dict[int, int], value: int, behind: Front) -> None:
        self.trials += len(behind)
        if self.trials > MOST_TRIALS:
            raise _TooMany
        for more, after in behind:
            best[after] = max(best.get(after, 0), value + more)


def _unbeaten(best: dict[int, int]) -> Front:
    found: Front = []
    for after in sorted(best):
        if not found or best[after] > found[-1][0]:
            found.append((best[after], after))
    return found
