"""Claims about aggregation along a binary tree: the number of nodes that a record changes, and the norm of the
change."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving import Nonnegative, Notation, Proofs, Same, Sampled, registered

from ..formulas.binary_tree import depth

NOTATION = Notation(
    "moved(h, d, s) = h*(d/s)^2",
    ranges={"h m": (1, 60), "d s": (Fraction(1, 5), 5)},
)
BOOK = Proofs("tree-aggregation", "Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021", notation=NOTATION)
claims = BOOK.claims

BOOK.identity(
    "gdp.shift",
    "h sums that are each moved by d, with noise of deviation s each, are as distinguishable as one that is moved by "
    "sqrt(h) d: the squares of mu add up.",
    "Appendix D",
    "all numbers of nodes h, sensitivities d and deviations s",
    Same("the distance over the deviation, squared", "moved(h, d, s)", "(sqrt(h)*d/s)^2"),
    so="The density of independent normal noise depends on the distance alone; a turn of the axes makes it one sum.",
)

BOOK.soundness(
    "steps.monotone",
    "More steps are never better: the nodes of fewer steps are among those of more.",
    "direct computation",
    "all numbers of nodes h and h + m",
    Nonnegative("what m more nodes add", "moved(h + m, d, s) - moved(h, d, s)"),
    so="floor(log2 n) + 1 does not fall in n; a stream of fewer steps is one of more whose last ones are empty, and "
    "whose further nodes are left out.",
)


def _nodes(steps: int) -> bool:
    """Whether the step in the most nodes is in as many as the registered number, by listing dyadic intervals."""
    held = [0] * steps
    size = 1
    while size <= steps:
        for begin in range(0, steps - size + 1, size):
            for step in range(begin, begin + size):
                held[step] += 1
        size *= 2
    bound = registered("tree-aggregation.gdp").bound(
        ch.Case(ch.parse(f"tree-aggregation:sigma=2,steps={steps}").step, ch.Neighbours.ADD_OR_REMOVE)
    )
    return max(held) == held[0] == depth(steps) and bound.mu_squared == Fraction(max(held), 4)


BOOK.table(
    "gdp.nodes",
    "No step stands in more whole dyadic intervals than the first one, and that in floor(log2 steps) + 1.",
    "direct computation",
    "all numbers of steps up to 70, and four larger ones",
    Sampled("balls", _nodes, digits=30, lengths=(*range(1, 71), 127, 128, 1000, 1025)),
)
