"""Claims about what several pairs (eps, delta) say of a privacy profile: no mechanism that keeps them has a larger one
than the shipped table, which keeps them."""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import TypeAlias

from chartered.proving import Each, Effort, Notation, Proofs, Range, Same, Sampled, case, numbers, registered

from ...basics.claims.outcomes import Outcomes, divergence, listed, turned
from ..formulas import largest_profile

NOTATION = Notation(
    "one_sided(p, q, x) = p - x*q",
    "other_sided(p, q, x) = 1 - q - x*(1 - p)",
    ranges={"p q": Range.chance((Fraction(1, 100), 100)), "x d": (Fraction(1, 20), 20), "t": Range.chance((1, 9))},
)
BOOK = Proofs("privacy-profile", "Zhu, Dong, Wang 2022", at="direct computation", notation=NOTATION)
Known: TypeAlias = list[tuple[Fraction, Fraction]]
_RATIOS = numbers("1/50 1/5 1/2 9/10 1 11/10 2 5 50")


def _drawn(effort: Effort) -> Iterator[tuple[Outcomes, Known]]:
    """A mechanism of two to six outcomes, some possible under one neighbour alone, and one to four pairs (e^eps, delta)
    that it keeps: the larger delta of both directions, and in some pairs more."""
    random = Random(effort.seed)

    def column(size: int) -> list[Fraction]:
        weights = [random.choice((0, 1, 2, 3, 10, 100)) for _ in range(size - 1)] + [1]
        return [Fraction(weight, sum(weights)) for weight in weights]

    for _ in range(400 if effort.full else 60):
        size = random.randint(2, 6)
        pair = list(zip(column(size), column(size), strict=True))
        ratios = [1 + Fraction(random.randint(0, 400), 100) for _ in range(random.randint(1, 4))]
        spare = [Fraction(random.choice((0, 0, 1, 20)), 100) for _ in ratios]
        exact = [max(divergence(pair, x), divergence(turned(pair), x)) for x in ratios]
        yield pair, [(x, min(delta + more, Fraction(1))) for x, delta, more in zip(ratios, exact, spare, strict=True)]


BOOK.soundness(
    "table.largest",
    "A privacy profile is convex in x = e^eps, does not rise, is at most 1 at x = 0, and is known in both directions "
    "where it is in one: none is above the lower convex hull.",
    "Proposition 8",
    "all events of probabilities p and q, all x, d > 0, t in (0, 1)",
    Same(
        "an event between",
        "one_sided(p, q, t*x + (1 - t)*(x + d))",
        "t*one_sided(p, q, x) + (1 - t)*one_sided(p, q, x + d)",
    ),
    Same("and farther out", "one_sided(p, q, x) - one_sided(p, q, x + d)", "d*q"),
    Same("the same event in the other direction", "other_sided(p, q, x)", "1 - x + x*one_sided(p, q, 1/x)"),
    so="delta(x) is the largest p - x q of all events, and 1 - x + x delta(1/x) in the other direction. So it is below "
    "each chord of what is known.",
)


@BOOK.soundness(
    "table.dominates",
    "No pair of output distributions with at most the stated delta at each stated eps, in both directions, has a "
    "larger delta at any eps than the shipped table.",
    "Theorem 10 and Proposition 8",
    "60 random mechanisms with up to six outcomes, one to four pairs, at 9 other eps on both sides of 0",
    Sampled("fractions: at most the table", cases=_drawn, digits=30, why="the number of outcomes is not fixed"),
)
def _dominated(pair: Outcomes, known: Known) -> bool:
    rows, ratios = largest_profile.rows(known), [*_RATIOS, *(x for x, _ in known)]
    return all(divergence(each, x) <= divergence(rows, x) for each in (pair, turned(pair)) for x in ratios)


@BOOK.soundness(
    "table.keeps",
    "The shipped table is a mechanism with at most the stated delta at each stated eps, in both directions: no smaller "
    "profile is implied.",
    "direct computation",
    "60 random mechanisms with up to six outcomes, one to four pairs",
    Sampled("fractions: kept, and symmetric", cases=_drawn, digits=30, why="the number of points is not fixed"),
)
def _kept(_: Outcomes, known: Known) -> bool:
    rows = largest_profile.rows(known)
    alike = sorted(rows) == sorted(turned(rows)) and [sum(column) for column in zip(*rows, strict=True)] == [1, 1]
    return alike and all(divergence(rows, x) <= delta for x, delta in known)


@BOOK.identity(
    "table.one-pair",
    "Of one pair it is randomized response that gives everything away with probability delta.",
    "Kairouz, Oh, Viswanath 2015, Theorem 2.4",
    "e^eps in {1, 11/10, 3, 1000}, delta in {0, 1e-9, 1/3}",
    Each("fractions: the same outcomes", x="1 11/10 3 1000", delta="0 1e-9 1/3"),
)
def _one_pair(x: Fraction, delta: Fraction) -> bool:
    likely, rare = ((1 - delta) * weight / (1 + x) for weight in (x, Fraction(1)))
    failing = [(delta, Fraction(0)), (Fraction(0), delta)] if delta else []
    answers = [(likely, rare), (rare, likely)] if x > 1 else [(1 - delta, 1 - delta)]
    return sorted(largest_profile.rows([(x, delta)])) == sorted([*answers, *failing])


@BOOK.table(
    "table.rounded",
    "Where e^eps is irrational, the table from above has it rounded up, and that from below rounded down.",
    "definition",
    "three lists of pairs, at 9 eps",
    Each(
        "fractions: in order", cases=[("0.1:1:2", "0.1:0.01:1e-9"), ("1", "1e-300"), ("2:1:0:3", "1e-4:1e-3:1/2:1e-2")]
    ),
)
def _rounded(epsilons: str, deltas: str) -> bool:
    """The shipped tables are symmetric, and no delta of what is stated from below is larger than from above."""
    step = case(f"privacy-profile:epsilons={epsilons},deltas={deltas}")
    theorem = registered("privacy-profile.table")
    assert theorem.below is not None
    above, below = (listed([str(each(step).settings[key]) for key in "pq"]) for each in (theorem.bound, theorem.below))
    return all(divergence(below, x) <= divergence(above, x) for x in _RATIOS)
