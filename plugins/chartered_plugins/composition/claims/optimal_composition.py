"""Claims about optimal composition: the product of randomized responses bounds every adaptive composition, and is
one."""

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Claimed, Each, Notation, Proofs, Range, Same, accountant, numbers, registered

from ...basics.claims.approximate import outcomes
from ..formulas import binomial, randomized_response_products as responses
from .worst_responses import APPROXIMATE, PURE

NOT_OR = numbers("0 1/10")
RUNS = list(product(numbers("1/5 1/2 7/3"), NOT_OR))
LISTS = [*((run,) for run in RUNS), *(tuple(RUNS[i] for i in places) for places in ((0, 1, 3), (1, 1, 2, 4), range(4)))]
"""Lists of runs: eps0 and the failure probability of each."""


def answers(*pairs: tuple[Fraction, int], delta: ch.Number = 0) -> ch.Responses:
    """A product of randomized responses with these numbers of answers at each eps, of which some run fails with
    probability `delta`."""
    return ch.Responses(counts=dict(pairs), delta=delta)


def summed(*pairs: tuple[Fraction, int], delta: Fraction = Fraction(0)) -> ch.Profile:
    """The registered exact profile of such products."""
    found: ch.Profile = registered("responses.profile").bound(answers(*pairs, delta=delta))
    return found


def delta_at(xp: Any, runs: list[ch.Responses], share: Fraction) -> tuple[Fraction, Any]:
    """An eps, as a share of the largest loss of all runs, and the registered delta there of the registered
    composition."""
    whole = accountant("composition", "optimal").compose(runs)
    epsilon = share * responses.total(tuple(whole.counts.items()))
    return epsilon, registered("responses.profile").bound(whole).delta(xp, xp.number(epsilon), {})


def _in_one(xp: Any, found: ch.Responses) -> Any:
    """Counts and failure probability encoded as one number."""
    return sum(3**n * k for n, (_, k) in enumerate(sorted(found.counts.items()))) + xp.number(found.delta)


def _failing(d: Any) -> ch.Responses:
    return answers((Fraction(1, 5), 2), (Fraction(1), 1), delta=lambda _: d)


NOTATION = Notation(
    ranges={"d": Range.chance((0, 9))},
    by_times=lambda xp, d: _in_one(xp, accountant("composition", "optimal").times(_failing(d), 3)),
    by_compose=lambda xp, d: _in_one(xp, accountant("composition", "optimal").compose([_failing(d)] * 3)),
)
OPTIMAL = Proofs("optimal", "Kairouz, Oh, Viswanath 2015", at="Theorem 3.3", notation=NOTATION)
claims = OPTIMAL.claims


@OPTIMAL.soundness(
    "composition.sound",
    "One run more takes the profile f of the answers so far to d + (1-d) (A f(eps - eps0) + f(eps + eps0))/(1+A), "
    "which bounds E_Q[g(x)]: the profile of all answers bounds every adaptive composition.",
    "Theorem 3.3; Murtagh, Vadhan 2016, Theorem 1.5",
    "0 to 5 answers at two eps and one more at either or at a third, d in {0, 1/10}, five eps, negative ones too",
    Claimed("eps0-DP runs", PURE, "response.sound"),
    Claimed("(eps0, d)-DP runs", APPROXIMATE, "response.sound"),
    Each(
        "balls: the shipped profile grows so",
        bits=256,
        fewer=(0, 1, 3),
        more=(0, 1, 2),
        added="1/5 1/2 4/5",
        share="-1/2 0 1/7 1/2 9/10",
        delta=NOT_OR,
    ),
    so="Without runs f(eps) = (1 - e^eps)_+. f bounds the runs still to come whatever came before, so they may adapt; "
    "randomized response answers do not, and attain the bound (optimal.composition.attained).",
)
def _grows(xp: Any, fewer: int, more: int, added: Fraction, share: Fraction, delta: Fraction) -> Any:
    pairs = [(e, k) for e, k in ((Fraction(1, 5), fewer), (Fraction(1, 2), more)) if k]
    before = summed(*pairs)
    epsilon, found = delta_at(xp, [answers(*pairs), answers((added, 1), delta=delta)], share)
    truth, lie = binomial.weights(xp, xp.number(added), 1, 0, 1)
    rest = [before.delta(xp, xp.number(epsilon + sign * added), {}) for sign in (-1, 1)]
    said = xp.number(delta) + (1 - xp.number(delta)) * (truth * rest[0] + lie * rest[1])
    return found.overlaps(said) and (found - said).rad() * 10**40 < 1


@OPTIMAL.identity(
    "composition.attained",
    "The product of the mechanisms of four outcomes, a failure in either direction, the truth and the lie, has just "
    "that profile, summed over all 4^k outcomes.",
    "lists of up to 4 runs at eps in {1/5, 1/2, 7/3}, failing with probability 0 or 1/10, five eps",
    Each("balls overlap", bits=256, lists=LISTS, share="0 1/7 1/3 9/10 1"),
)
def _attained(xp: Any, runs: tuple[tuple[Fraction, Fraction], ...], share: Fraction) -> Any:
    epsilon, said = delta_at(xp, [answers((e, 1), delta=d) for e, d in runs], share)
    stick, level = xp.number(0), xp.exp(xp.number(epsilon))
    four = [outcomes(xp.number(0), xp.exp(xp.number(e)) - 1, xp.number(d / (1 - d))) for e, d in runs]
    for chosen in product(*four):
        p, q = xp.number(1), xp.number(1)
        for of_p, of_q in chosen:
            p, q = p * of_p, q * of_q
        stick = stick + xp.positive(p - level * q)
    return said.overlaps(stick) and (said - stick).rad() * 10**40 < 1


OPTIMAL.identity(
    "composition.times",
    "Three runs of one guarantee are the composition of three: the same counts, and the same probability that one "
    "fails.",
    "three runs, all eps > 0, 0 <= delta < 1",
    Same("counts and failures", "by_times(d)", "by_compose(d)"),
    so="Both can be read off that number.",
)
