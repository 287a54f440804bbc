"""Claims about random allocation: rewritings, and exact cases by all outcomes of few steps."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, pairwise, product
from math import comb, prod
from typing import Any

import chartered as ch
from chartered.proving import Conditions, Each, Proofs, Rewrites, Sampled, case, numbers, registered

NAME, PAPER = "allocation", "Feldman, Shenfeld 2025 (2502.08202); ours"
BOOK = Proofs(NAME, PAPER)
ONE = "allocation:steps={},uses={}/laplace:scale=2"
INSIDE = "laplace:scale=2"
WHY = "the sum of so many ratios has no closed form: all outcomes of few steps are compared"
_compared = partial(Sampled, "fractions: all outcomes", digits=10, why=WHY)
BOOK.identity(
    "epochs.written-out",
    "Epochs whose steps are drawn anew are runs of one epoch, those with the same steps are not.",
    "definition",
    "two examples, run, and two that are refused",
    Rewrites(f"{NAME}.epochs", "allocation:steps=9,epochs=4/laplace:scale=2", f"{ONE.format(9, 1)},times=4"),
    Rewrites(f"{NAME}.epochs", "allocation:steps=9,uses=9,epochs=4/laplace:scale=2", f"{ONE.format(9, 9)},times=4"),
    Conditions(
        f"{NAME}.epochs",
        holds=[case("allocation:steps=9,epochs=4/laplace:scale=2")],
        fails=[case(ONE.format(9, 1)), case("allocation:steps=9,epochs=4,kept=true/laplace:scale=2")],
    ),
)
BOOK.identity(
    "kept.written-out",
    "Epochs with the same steps are one, each of whose steps is that step of all epochs; of mechanisms whose worst "
    "pair is that of one record and of none.",
    "definition",
    "an example, run, and two that are refused",
    Rewrites(
        f"{NAME}.kept",
        "allocation:steps=9,epochs=4,kept=true/laplace:scale=2",
        "allocation:steps=9/(laplace:scale=2,times=4)",
    ),
    Conditions(
        f"{NAME}.kept",
        holds=[case("allocation:steps=9,epochs=4,kept=true/laplace:scale=2")],
        fails=[
            case("allocation:steps=9,epochs=4/laplace:scale=2"),
            case("allocation:steps=9,epochs=4,kept=true/exponential:epsilon=1"),
        ],
    ),
)
BOOK.identity(
    "all.written-out",
    "A record in all steps of an epoch is in each of them.",
    "definition",
    "two examples, run, and one that is refused",
    Rewrites(f"{NAME}.all", ONE.format(9, 9), f"{INSIDE},times=9"),
    Rewrites(f"{NAME}.all", ONE.format(1, 1), INSIDE),
    Conditions(f"{NAME}.all", holds=[case(ONE.format(2, 2))], fails=[case(ONE.format(2, 1))]),
)

BOOK.identity(
    "revealed.written-out",
    "With its draw told, a record is in as many steps as it has uses, in each epoch, whether drawn anew or kept.",
    "definition",
    "two examples, run, and one that is refused",
    Rewrites(f"{NAME}.revealed", "allocation:steps=9,uses=2,epochs=4/laplace:scale=2", f"{INSIDE},times=8"),
    Rewrites(f"{NAME}.revealed", "allocation:steps=9,epochs=4,kept=true/laplace:scale=2", f"{INSIDE},times=4"),
    Conditions(f"{NAME}.revealed", holds=[case(ONE.format(9, 2))], fails=[case(ONE.format(9, 9))]),
)


def _written(steps: int, uses: int, into: str) -> bool:
    parts = [ch.parse(part) for part in into.split(";")]
    found = registered(f"{NAME}.blocks").apply(case(ONE.format(steps, uses)))
    return bool(found == tuple((part.step, part.times) for part in parts))


BOOK.identity(
    "blocks.written-out",
    "As many blocks as there are uses, of equal size or one step larger, and a step alone where a block has one.",
    "definition",
    "three examples, run, and two that are refused",
    Each(
        "run",
        _written,
        [
            (9, 3, f"{ONE.format(3, 1)},times=3"),
            (8, 3, f"{ONE.format(2, 1)};{ONE.format(3, 1)},times=2"),
            (3, 2, f"{INSIDE};{ONE.format(2, 1)}"),
        ],
    ),
    Conditions(
        f"{NAME}.blocks", holds=[case(ONE.format(9, 3))], fails=[case(ONE.format(n, k)) for n, k in ((9, 1), (9, 9))]
    ),
)

Law = Sequence[tuple[Fraction, Fraction]]
"""(likelihood ratio, its probability without the record) of each outcome of one step."""


def response(a: Fraction) -> Law:
    """Binary randomized response with e^eps0 = a."""
    return ((a, 1 / (1 + a)), (1 / a, a / (1 + a)))


def outcomes(laws: Sequence[Law]) -> Iterator[tuple[tuple[Fraction, ...], Fraction]]:
    """(the ratios, their probability) of all outcomes of independent steps."""
    for outcome in product(*laws):
        yield tuple(ratio for ratio, _ in outcome), prod((p for _, p in outcome), start=Fraction(1))


def mean_of_sets(ratios: Sequence[Fraction], uses: int) -> Fraction:
    """The ratio of all steps: the mean over all sets of `uses` steps of the product of their ratios."""
    products = (prod(chosen, start=Fraction(1)) for chosen in combinations(ratios, uses))
    return sum(products, Fraction(0)) / comb(len(ratios), uses)


def mean_of_blocks(ratios: Sequence[Fraction], uses: int) -> Fraction:
    """The ratio of blocks, as long as `blocks.written-out` says: the product of their means."""
    size, larger = divmod(len(ratios), uses)
    ends = [i * size + max(0, i - (uses - larger)) for i in range(uses + 1)]
    means = (sum(ratios[i:j], Fraction(0)) / (j - i) for i, j in pairwise(ends))
    return prod(means, start=Fraction(1))


def deltas(laws: Sequence[Law], ratio: Any, a: Fraction) -> tuple[Fraction, Fraction]:
    """(removal, addition) at e^eps = a, of the ratio of all steps."""
    found = [(ratio(ratios), p) for ratios, p in outcomes(laws)]
    removal = sum((p * max(Fraction(0), x - a) for x, p in found), Fraction(0))
    return removal, sum((p * max(Fraction(0), 1 - a * x) for x, p in found), Fraction(0))


_TABLE = [
    (steps, uses, *numbers(f"{a} {level} {removal} {addition}"))
    for steps, uses, a, level, removal, addition in (
        (3, 1, "3", "3/2", "7/64", "27/128"),
        (3, 2, "3", "3/2", "27/64", "45/128"),
        (4, 2, "3", "3/2", "173/512", "171/512"),
        (5, 1, "2", "5/4", "5/108", "4/81"),
        (5, 2, "2", "5/4", "55/324", "47/243"),
    )
]
"""(steps, uses, e^eps0, e^eps, removal, addition) of binary randomized response, by hand."""


def _in_table(steps: int, uses: int, a: Fraction, level: Fraction, removal: Fraction, addition: Fraction) -> bool:
    return deltas([response(a)] * steps, lambda x: mean_of_sets(x, uses), level) == (removal, addition)


BOOK.identity(
    "pair.table",
    "Of randomized response in three to five steps, the mean over all sets of steps of the product of their ratios "
    "gives these deltas, removed and added.",
    "five cases, by all outcomes",
    Each("fractions: all outcomes", _in_table, _TABLE),
)


def _blocks(steps: int, uses: int, a: Fraction, level: Fraction) -> bool:
    laws = [response(a)] * steps
    sets, blocks = (deltas(laws, lambda x, of=of: of(x, uses), level) for of in (mean_of_sets, mean_of_blocks))
    return all(mine <= theirs for mine, theirs in zip(sets, blocks, strict=True))


BOOK.soundness(
    "blocks.cases",
    "A random set of steps costs no more than one random step of each block.",
    "randomized response, 3 to 6 steps, 2 and 3 uses, 2 eps0, 4 eps, removed and added",
    _compared(_blocks, steps=(3, 4, 5, 6), uses=(2, 3), a="2 3", level="1 5/4 3/2 3"),
)


def _revealed(steps: int, uses: int, a: Fraction, level: Fraction) -> bool:
    sets = deltas([response(a)] * steps, lambda x: mean_of_sets(x, uses), level)
    told = deltas([response(a)] * uses, lambda x: prod(x, start=Fraction(1)), level)
    return all(mine <= theirs for mine, theirs in zip(sets, told, strict=True))


BOOK.soundness(
    "revealed.cases",
    "A random set of steps costs no more than a set that is known.",
    "randomized response, 3 to 6 steps, 1 to 3 uses, 2 eps0, 4 eps, removed and added",
    _compared(_revealed, steps=(3, 4, 5, 6), uses=(1, 2, 3), a="2 3", level="1 5/4 3/2 3"),
)
BOOK.identity(
    "blocks.table",
    "The blocks of randomized response in three to five steps have these deltas, above those of random sets.",
    "three cases, by all outcomes",
    Each(
        "fractions: all outcomes",
        lambda steps, a, level, *exact: deltas([response(a)] * steps, lambda x: mean_of_blocks(x, 2), level) == exact,
        [
            (3, *numbers("3 3/2 57/128 51/128")),
            (4, *numbers("3 3/2 191/512 171/512")),
            (5, *numbers("2 5/4 169/972 97/486")),
        ],
    ),
)


def _poisson(a: Fraction, rate: Fraction) -> Law:
    return tuple((1 - rate + rate * ratio, p) for ratio, p in response(a))


def _above_poisson(steps: int, a: Fraction, level: Fraction, *exact: Fraction) -> bool:
    rate = Fraction(1, steps)
    sampled = deltas([_poisson(a, rate)] * steps, lambda x: prod(x, start=Fraction(1)), level)
    return sampled == exact and max(sampled) < max(deltas([response(a)] * steps, lambda x: mean_of_sets(x, 1), level))


BOOK.identity(
    "pld.not-poisson",
    "The delta of Poisson samples of the same rate is no bound: in three steps of randomized response with e^eps0 = 3, "
    "at e^eps = 3/2, it is 245/1728, and that of random allocation 27/128.",
    "one case, by all outcomes",
    Each("fractions: all outcomes", _above_poisson, [(3, *numbers("3 3/2 245/1728 143/1152"))]),
)


def _kept_more(steps: int, epochs: int, a: Fraction, level: Fraction) -> bool:
    def rows(ratios: Sequence[Fraction]) -> list[Sequence[Fraction]]:
        return [ratios[i * steps : (i + 1) * steps] for i in range(epochs)]

    def anew(ratios: Sequence[Fraction]) -> Fraction:
        return prod((mean_of_sets(row, 1) for row in rows(ratios)), start=Fraction(1))

    def kept(ratios: Sequence[Fraction]) -> Fraction:
        return mean_of_sets([prod(run, start=Fraction(1)) for run in zip(*rows(ratios), strict=True)], 1)

    laws = [response(a)] * (steps * epochs)
    return min(deltas(laws, kept, level)) > max(deltas(laws, anew, level))


BOOK.identity(
    "kept.not-epochs",
    "Epochs do not add up where the steps are kept: in three epochs of three steps of randomized response with "
    "e^eps0 = 3, at e^eps = 3, delta is larger than where they are drawn anew.",
    "one case, by all outcomes",
    Each("fractions: all outcomes", _kept_more, [(3, 3, *numbers("3 3"))]),
)
