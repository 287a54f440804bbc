"""Claims about scopes: enumerated adversaries that choose, after every outcome, the next step and the part of the data
that it reads, and what is wrong where a record is replaced."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from operator import mul

from chartered.proving import Each, Proofs

from ...basics.claims.outcomes import Outcomes, divergence, responses, together
from .adversaries import failing

BOOK = Proofs("filter", "ours; McSherry 2009, Theorem 4, for disjoint parts")
ALL = 0
"""The place of what is spent for all records; the scopes follow."""
NOTHING: Outcomes = [(Fraction(1), Fraction(1))]
"""What an output tells that is the same for both neighbours."""

Step = tuple[Outcomes, Outcomes, tuple[Fraction, Fraction]]
"""A step where the record enters or leaves its scope, and where it is replaced within it; and what it costs at most, in
factors: e^eps, and one over the probability of no failure."""


def _step(entering: Fraction, replaced: Fraction, failure: Fraction = Fraction(0)) -> Step:
    """A randomized response of one eps where the record enters, and of another where it is replaced."""

    def pair(odds: Fraction) -> Outcomes:
        return together(responses(odds), failing(failure)) if failure else responses(odds)

    return pair(entering), pair(replaced), (max(entering, replaced), 1 / (1 - failure))


def _fits(spent: Sequence[tuple[Fraction, ...]], apart: int, budget: tuple[Fraction, ...]) -> bool:
    """Whether the steps of all records, and those of any `apart` scopes, stay within each budget."""
    for (own, *others), most in zip(zip(*spent, strict=True), budget, strict=True):
        if reduce(mul, sorted(others, reverse=True)[:apart], own) > most:
            return False
    return True


def _worst(
    steps: Sequence[Step],
    apart: int,
    budget: tuple[Fraction, ...],
    changes: Mapping[int, int | None],
    scopes: int,
    t: Fraction,
) -> Fraction:
    """The largest divergence at t of all plans within a budget. `changes`: of each scope in which the neighbours
    differ, which pair of a step tells them apart; outputs of other scopes are the same for both."""

    def value(p: Fraction, q: Fraction, spent: tuple[tuple[Fraction, ...], ...]) -> Fraction:
        best = max(p - t * q, Fraction(0))
        for index in range(scopes + 1):
            for entering, replaced, cost in steps:
                paid = tuple(x * y for x, y in zip(spent[index], cost, strict=True))
                now = (*spent[:index], paid, *spent[index + 1 :])
                if _fits(now, apart, budget):
                    change = changes.get(index)
                    pair = NOTHING if change is None else (entering, replaced)[change]
                    best = max(best, sum((value(p * x, q * y, now) for x, y in pair), Fraction(0)))
        return best

    return value(Fraction(1), Fraction(1), ((Fraction(1), Fraction(1)),) * (scopes + 1))


def _neighbours(scopes: int, most: int, two: bool) -> Iterator[dict[int, int | None]]:
    """Where neighbours differ, and how: one record enters the scopes that it is in, or one is replaced by one that is
    in others. What reads all records sees it enter, or replaced."""
    sets = [set(some) for size in range(most + 1) for some in combinations(range(1, scopes + 1), size)]
    for one, other in product(sets, sets if two else [set[int]()]):
        yield {ALL: int(two), **dict.fromkeys(one ^ other, 0), **dict.fromkeys(one & other, 1)}


_TWO, _FOUR, _NONE = Fraction(2), Fraction(4), Fraction(1)
CASES: list[tuple[int, int, bool, Sequence[Step], tuple[Fraction, Fraction]]] = [
    (2, 1, False, [_step(_TWO, _TWO), _step(_FOUR, _FOUR)], (_FOUR, _NONE)),
    (3, 2, False, [_step(_TWO, _TWO)], (_FOUR, _NONE)),
    (2, 1, True, [_step(_TWO, _FOUR)], (_FOUR, _NONE)),
    (2, 1, True, [_step(_TWO, Fraction(3, 2)), _step(Fraction(3, 2), _TWO)], (_FOUR, _NONE)),
    (2, 2, True, [_step(_TWO, Fraction(3, 2))], (_FOUR, _NONE)),
    (2, 1, False, [_step(_TWO, _TWO, Fraction(1, 10))], (_FOUR, Fraction(100, 81))),
]


@BOOK.soundness(
    "scopes.adversary",
    "If the costs of the steps that read all records, and of those of any scopes in which two neighbours may differ, "
    "stay within the budgets, no plan has a larger divergence than these, whichever scopes the record is in: each next "
    "step, and its scope, is chosen after all outcomes before it. Where a record is replaced, neighbours differ in "
    "twice as many scopes, and a step costs the larger of what it costs where the record enters and where it is "
    "replaced.",
    "backward induction over all plans, in fractions",
    "2 scopes with a record in 1 or 2, 3 with a record in 2; added or replaced; randomized responses with e^eps in "
    "{3/2, 2, 4} within e^eps = 4, one with failures of 1/10 within delta = 19/100; four t",
    Each("exact: at most the pair of the budgets", t="1/3 1 3/2 3", case=CASES),
)
def _kept(t: Fraction, case: tuple[int, int, bool, Sequence[Step], tuple[Fraction, Fraction]]) -> bool:
    scopes, most, two, steps, budget = case
    apart = min(scopes, 2 * most if two else most)
    changes = _neighbours(scopes, most, two)
    worst = max(_worst(steps, apart, budget, change, scopes, t) for change in changes)
    failure = 1 - 1 / budget[1]
    whole = together(responses(budget[0]), failing(failure)) if failure else responses(budget[0])
    return worst <= divergence(whole, t)


@BOOK.inequality(
    "scopes.replaced.one-is-too-few",
    "Where a record is replaced, the scope with the largest cost is no bound, even if each record is in one: a "
    "randomized response with e^eps = 3 in each of two scopes has delta = 3/8 at e^eps = 3, as the record leaves one "
    "and enters the other. Two scopes count.",
    "a witness, in fractions",
    "this plan",
    Each("exact: 3/8 where 0 would be promised", t="3", loss="3/8"),
)
def _moved(t: Fraction, loss: Fraction) -> bool:
    one = responses(Fraction(3))
    return divergence(one, t) == 0 and divergence(together(one, one), t) == loss > 0
