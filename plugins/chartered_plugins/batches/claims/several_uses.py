"""Claims about the lower end of several uses: the law of the sum of scores, by all outcomes of few steps."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import floor

from chartered.proving import Proofs, Sampled

from .allocation import Law, deltas, mean_of_sets, outcomes

BOOK = Proofs("allocation.several-uses", "ours; data processing")
WHY = "sums of rounded scores have no closed form: all outcomes of few steps are compared"

Masses = dict[int, Fraction]
"""The probability of each sum of scores."""


def _law(a: Fraction) -> Law:
    """Three outcomes, of the likelihood ratios a, 1 and less."""
    third, rest = Fraction(1, 3), Fraction(1, 6)
    least = (1 - a * rest - third) / (1 - third - rest)
    return ((a, rest), (Fraction(1), third), (least, 1 - third - rest))


def _sums(
    laws: Sequence[Law], score: Callable[[Fraction], int], weight: Callable[[Sequence[Fraction]], Fraction]
) -> Masses:
    """The law of the sum of scores, of outcomes that are likelier by a weight."""
    found: Masses = defaultdict(Fraction)
    for ratios, p in outcomes(laws):
        found[sum(map(score, ratios))] += p * weight(ratios)
    return found


def _added(steps: int, uses: int, law: Law, score: Callable[[Fraction], int]) -> Masses:
    """The sum of `uses` scores of steps with the record and of the others, independent."""
    found: Masses = {0: Fraction(1)}
    for step in range(steps):
        more: Masses = defaultdict(Fraction)
        for ratio, p in law:
            for total, mass in found.items():
                more[total + score(ratio)] += mass * p * (ratio if step < uses else 1)
        found = more
    return found


def _processed(steps: int, uses: int, a: Fraction, fine: Fraction, level: Fraction) -> bool:
    law, rate = _law(a), Fraction(min(uses, steps - 1), steps)
    uses = min(uses, steps - 1)

    def score(ratio: Fraction) -> int:
        return floor((1 - rate + rate * ratio) * fine)

    without = _sums([law] * steps, score, lambda ratios: Fraction(1))
    seen = _sums([law] * steps, score, lambda ratios: mean_of_sets(ratios, uses))
    told = sum((max(Fraction(0), p - level * without[total]) for total, p in seen.items()), Fraction(0))
    truth, _ = deltas([law] * steps, lambda ratios: mean_of_sets(ratios, uses), level)
    return seen == _added(steps, uses, law, score) and told <= truth


BOOK.soundness(
    "cases",
    "Whatever steps have the record, the sum of scores has the law of independent scores, so many of them of steps "
    "with it; and no event of the sum tells more than the outputs of all steps do.",
    "three outcomes a step, 2 to 4 steps, 1 and 2 uses, two ratios, two roundings, 3 eps",
    Sampled(
        "fractions: all outcomes",
        _processed,
        digits=10,
        why=WHY,
        steps=(2, 3, 4),
        uses=(1, 2),
        a="3/2 3",
        fine="2 20",
        level="1 9/8 3/2",
    ),
)
