"""Claims about aggregation along a binary tree: the number of nodes that a record changes, and the norm of the
change."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from chartered.proving import Nonnegative, Notation, Proofs, Same, Sampled, case, registered

from ..formulas.binary_tree import depth, most_squares, squares_above

NOTATION = Notation("moved(h, d, s) = h*(d/s)^2", ranges={"h m k": (1, 60), "d s": (Fraction(1, 5), 5)})
BOOK = Proofs(
    "tree-aggregation", "Kairouz, McMahan, Song, Thakkar, Thakurta, Xu 2021", at="direct computation", notation=NOTATION
)

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
    "all numbers of nodes h and h + m",
    Nonnegative("what m more nodes add", "moved(h + m, d, s) - moved(h, d, s)"),
    so="floor(log2 n) + 1 does not fall in n; a stream of fewer steps is one of more whose last ones are empty, and "
    "whose further nodes are left out.",
)


@BOOK.table(
    "gdp.nodes",
    "No step stands in more whole dyadic intervals than the first one, and that in floor(log2 steps) + 1.",
    "all numbers of steps up to 70, and four larger ones",
    Sampled("balls", digits=30, lengths=(*range(1, 71), 127, 128, 1000, 1025)),
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
    bound = registered("tree-aggregation.gdp").bound(case(f"tree-aggregation:sigma=2,steps={steps}"))
    return max(held) == held[0] == depth(steps) and bound.mu_squared == Fraction(max(held), 4)


BOOK.soundness(
    "patterns.monotone",
    "A larger separation or fewer uses are never worse: the patterns that remain are among those there were.",
    "all numbers of participations k and k + m in a node",
    Nonnegative("what m more add", "(k + m)^2 - k^2"),
    so="The largest sum over fewer patterns is no larger; where patterns are too many, each M_l and K falls.",
)

BOOK.identity(
    "gdp.node",
    "A node with k participations of at most d each moves by at most k d, and by as much if they are equal.",
    "triangle inequality; Dong, Roth, Su 2022, for the sum of squares on every path",
    "all numbers of participations k, sensitivities d and deviations s",
    Same("the squared distance over the deviation", "k^2*moved(1, d, s)", "(k*d/s)^2"),
    so="What is added to a step may depend on what was released before; its norm is bounded on every path.",
)

BOOK.inequality(
    "above.level",
    "A count k of at most M = k + m has k^2 <= M k, so the squares of the counts of a level, K together, add up to "
    "at most M K.",
    "all counts k and limits k + m",
    Nonnegative("one count", "(k + m)*k - k^2"),
    so="Two participations in a node of 2^l steps are at least s apart, so it holds at most floor((2^l - 1)/s) + 1.",
)


def patterns(steps: int, separation: int, uses: int) -> Iterator[tuple[int, ...]]:
    """All sets of at most `uses` steps, each `separation` from the next at least."""
    for size in range(1, uses + 1):
        for chosen in combinations(range(steps), size):
            if all(after - before >= separation for before, after in pairwise(chosen)):
                yield chosen


@BOOK.table(
    "gdp.patterns",
    "The registered sum of squares is that of the worst pattern, and the short bound is not below it.",
    "direct computation: every pattern is tried",
    "all numbers of steps up to 11, separations up to 6, and uses up to 4",
    Sampled("integers: all patterns", digits=30, steps=range(1, 12), separation=range(1, 7), uses=range(1, 5)),
)
def _worst_pattern(steps: int, separation: int, uses: int) -> bool:
    nodes = [
        range(begin, begin + 2**level)
        for level in range(depth(steps))
        for begin in range(0, steps - 2**level + 1, 2**level)
    ]
    worst = max(
        sum(sum(step in node for step in chosen) ** 2 for node in nodes) for chosen in patterns(steps, separation, uses)
    )
    return most_squares(steps, separation, uses) == worst <= squares_above(steps, separation, uses)
