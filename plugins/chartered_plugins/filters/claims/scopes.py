"""Claims about scopes: enumerated adversaries that choose, after every outcome, the next step and the part of the data
that it reads, and what is wrong where a record is replaced."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import mul

from chartered.proving import Each, Proofs, numbers

from .adversaries import Pair, divergence, responses, together

BOOK = Proofs("filter", "ours; McSherry 2009, Theorem 4, for disjoint parts")
claims = BOOK.claims
ALL = 0
"""The place of what is spent for all records; the scopes follow."""


def _fits(spent: tuple[Fraction, ...], most: int, budget: Fraction) -> bool:
    """Whether the steps of all records, and those of any `most` scopes, stay within the budget, in factors."""
    largest = sorted(spent[1:], reverse=True)[:most]
    return reduce(mul, largest, spent[ALL]) <= budget


def _worst(odds: Iterable[Fraction], scopes: int, most: int, mine: frozenset[int], t: Fraction) -> Fraction:
    """The largest divergence at t of all plans within e^eps = 4, of two neighbours whose record is in the scopes
    `mine`; the outputs of the others are the same for both."""
    steps = list(odds)

    def value(p: Fraction, q: Fraction, spent: tuple[Fraction, ...]) -> Fraction:
        best = max(p - t * q, Fraction(0))
        for place in range(scopes + 1):
            for factor in steps:
                now = (*spent[:place], spent[place] * factor, *spent[place + 1 :])
                if not _fits(now, most, Fraction(4)):
                    continue
                pair: Pair = responses(factor) if place == ALL or place in mine else [(Fraction(1), Fraction(1))]
                best = max(best, sum((value(p * x, q * y, now) for x, y in pair), Fraction(0)))
        return best

    return value(Fraction(1), Fraction(1), (Fraction(1),) * (scopes + 1))


def _kept(t: Fraction, case: tuple[int, int, tuple[Fraction, ...]]) -> bool:
    """Whether no neighbours lose more than the budget in one step, and some as much."""
    scopes, most, odds = case
    sets = (frozenset(some) for size in range(most + 1) for some in combinations(range(1, scopes + 1), size))
    worst = max(_worst(odds, scopes, most, mine, t) for mine in sets)
    return worst <= divergence(responses(Fraction(4)), t)


BOOK.soundness(
    "scopes.adversary",
    "If the costs of the steps that read all records, and of those of any `most` scopes, stay within e^eps = 4, no "
    "plan has a larger divergence than that, whichever scopes the record is in: each next step, and its scope, is "
    "chosen after all outcomes before it.",
    "backward induction over all plans, in fractions",
    "2 scopes with a record in 1, 2 or none, and 3 with a record in up to 2; randomized responses with e^eps in "
    "{3/2, 2, 4}; eight t",
    Each(
        "exact: at most the pair of the budget",
        _kept,
        t=numbers("1/10 1/3 2/3 1 4/3 3/2 2 3"),
        case=[(2, 1, tuple(numbers("2 4"))), (2, 2, tuple(numbers("3/2 4"))), (3, 2, tuple(numbers("2")))],
    ),
)


def _moved(t: Fraction, loss: Fraction) -> bool:
    """A record that leaves one scope and enters another changes the answers of both."""
    one = responses(Fraction(3))
    return divergence(one, t) == 0 and divergence(together(one, one), t) == loss > 0


BOOK.inequality(
    "scopes.replaced.one-is-too-few",
    "Where a record is replaced, the scope with the largest cost is no bound, even if each record is in one: a "
    "randomized response with e^eps = 3 in each of two scopes has delta = 3/8 at e^eps = 3, as the record leaves one "
    "and enters the other. Two scopes count.",
    "a witness, in fractions",
    "this plan",
    Each("exact: 3/8 where 0 would be promised", _moved, t=[Fraction(3)], loss=[Fraction(3, 8)]),
)
