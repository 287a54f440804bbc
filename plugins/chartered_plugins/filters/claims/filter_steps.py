"""Claims about filters: the induction over the rounds, enumerated adversaries against each purse, and a rule that looks
like a filter and is none, with a plan that breaks its promise."""

from fractions import Fraction

import chartered as ch
from chartered.proving import Each, Notation, Proofs, Same, numbers, registered

from ...basics.claims.outcomes import Outcomes, divergence, responses, together
from .adversaries import Offer, failing, worst_plan

NOTATION = Notation(ranges={"p q a b t": (Fraction(1, 100), 3), "m n x y": (Fraction(1, 10), 3)})
BOOK = Proofs(
    "filter",
    "Rogers, Roth, Ullman, Vadhan 2016",
    at="backward induction over all plans, in fractions",
    notation=NOTATION,
)
_T = numbers("1/10 1/3 2/3 1 4/3 3/2 2 3")
_ORDERS = (False, True)

BOOK.soundness(
    "purses.induction",
    "After an outcome with the probabilities p and q, what the further rounds add to the divergence at t is p times "
    "their own at t q/p, and so at most what the budget that is left would add there: the first round and the rest of "
    "the budget together, which the whole budget dominates.",
    "ours, by induction on the rounds",
    "all p, q > 0, all probabilities a and b of what follows, and all t > 0",
    Same("an outcome of two rounds", "p*(a - t*q/p*b)", "p*a - t*q*b"),
    so="Before the last round the bound holds, since stopping leaves (1 - t)_+; each round before keeps it, whatever "
    "the outcome made of the plan. That the pairs of two costs are dominated by that of their sum is, for each purse, "
    "a composition that is proved elsewhere: mu^2 (gdp), eps and the probability of no failure (optimal.composition).",
)

BOOK.identity(
    "purses.no-failure",
    "The probability that no round fails is the product, so logarithms add up.",
    "direct computation",
    "all probabilities",
    Same("two rounds", "1 - (m + n - m*n)", "(1 - m)*(1 - n)"),
)


def _mirrored(pair: Outcomes, swapped: bool) -> Outcomes:
    return [(q, p) for p, q in pair] if swapped else pair


@BOOK.soundness(
    "purses.adversary",
    "No plan of randomized responses and failures within e^eps = 3 and delta = 3/20, each round chosen after all "
    "outcomes before it, has a larger divergence than the pair of both budgets.",
    "randomized responses with e^eps in {3/2, 2}, failures with 1/10, eight t, both orders",
    Each("exact: at most the pair of the budgets", t=_T, swapped=_ORDERS),
)
def _mixed(t: Fraction, swapped: bool) -> bool:
    """Pure rounds and failures, from two purses."""
    one = Fraction(1)
    offers: list[Offer] = [(responses(odds), (odds, one)) for odds in numbers("3/2 2")]
    offers.append((failing(Fraction(1, 10)), (one, Fraction(10, 9))))
    offers = [(_mirrored(pair, swapped), cost) for pair, cost in offers]
    delta = Fraction(3, 20)
    whole = together(responses(Fraction(3)), failing(delta))
    return worst_plan(offers, (Fraction(3), 1 / (1 - delta)), t) <= divergence(whole, t)


@BOOK.soundness(
    "runs.adversary",
    "No plan of three runs of a fixed pair, or of one that loses less, has a larger divergence than three runs of the "
    "fixed one, although the pair is not symmetric.",
    "a pair of three outcomes, a mixture of it, and both at once as two runs; eight t, both orders",
    Each("exact: at most three runs", t=_T, swapped=_ORDERS),
)
def _bought(t: Fraction, swapped: bool) -> bool:
    """Runs of a fixed pair that is not symmetric, runs of a milder one, and two at once."""
    base: Outcomes = [
        (Fraction(1, 2), Fraction(1, 4)),
        (Fraction(3, 10), Fraction(3, 10)),
        (Fraction(1, 5), Fraction(9, 20)),
    ]
    milder = [((x + y) / 2, y) for x, y in base]  # a sample of half of the outcomes of the base
    offers: list[Offer] = [(base, (Fraction(2),)), (milder, (Fraction(2),)), (together(base, milder), (Fraction(4),))]
    offers = [(_mirrored(pair, swapped), cost) for pair, cost in offers]
    return worst_plan(offers, (Fraction(8),), t) <= divergence(_mirrored(together(base, base, base), swapped), t)


_STEPS: tuple[Outcomes, ...] = tuple(
    [(Fraction(a, 8), Fraction(b, 8)) for a, b in weights]
    for weights in (((5, 1), (2, 2), (1, 5)), ((1, 2), (0, 1), (7, 5)), ((6, 3), (2, 5)))
)
"""Three steps of which no two are alike, and one may disclose everything."""


@BOOK.soundness(
    "runs.several-steps",
    "No plan that runs a list of fixed steps in an order chosen after outcomes, and may stop, has a larger divergence "
    "than the whole list, and running all of it attains that.",
    "three steps that are not symmetric, two runs of one of them; eight t, both orders",
    Each("exact: that of the whole list", t=_T, swapped=_ORDERS),
)
def _planned(t: Fraction, swapped: bool) -> bool:
    """Each step has a purse for its runs: two of the first step, one of each other."""
    purses = range(len(_STEPS))
    pairs = [_mirrored(pair, swapped) for pair in _STEPS]
    offers = [(pair, tuple(Fraction(1 + (one == own)) for one in purses)) for own, pair in enumerate(pairs)]
    budget = tuple(Fraction(4 if own == 0 else 2) for own in purses)
    return worst_plan(offers, budget, t) == divergence(together(pairs[0], *pairs), t)


@BOOK.soundness(
    "renyi.adversary",
    "No plan whose divergences of order 2 stay within a budget has a larger one of that order: under Q the product of "
    "the squared likelihood ratios, each over its own mean, is a supermartingale, whatever the outcomes chose.",
    "randomized responses with e^eps in {3/2, 2, 3}, up to four rounds",
    Each("exact: at most the budget", rounds=(1, 2, 3, 4)),
)
def _second_moment(rounds: int) -> bool:
    """E_Q[(P/Q)^2] of the worst plan, where the factors of all rounds may not exceed that of the budget."""
    offers = [responses(odds) for odds in numbers("3/2 2 3")]
    costs = [sum((p * p / q for p, q in pair), Fraction(0)) for pair in offers]
    budget = costs[1] * costs[2]

    def value(square: Fraction, left: Fraction, rest: int) -> Fraction:
        best = square
        for pair, cost in zip(offers, costs, strict=True):
            if rest and cost <= left:
                best = max(best, sum((value(square * p * p / q, left / cost, rest - 1) for p, q in pair), Fraction(0)))
        return best

    return value(Fraction(1), budget, rounds) <= budget


BOOK.soundness(
    "zcdp.every-order",
    "If the sums of rho stay within a budget, so do the sums of rho alpha at every order alpha: the filter of each "
    "order holds, and zCDP is what holds at all of them.",
    "Feldman, Zrnic 2021, Theorem 3.1",
    "all rho, all orders",
    Same("the slack at an order", "a*t - (a*x + a*y)", "a*(t - (x + y))"),
)


@BOOK.table(
    "purses.one-round",
    "The registered filters are their budgets, each spent at once.",
    "definition",
    "each kind of budget",
    Each(
        "exact: the same steps",
        case=(
            ("filter:gdp=3/2", "filter.purses", "gdp:mu=3/2"),
            ("filter:pure=2", "filter.purses", "pure:epsilon=2"),
            ("filter:fail=1/9", "filter.purses", "approximate:epsilon=0,delta=1/9"),
            ("filter:gdp=1,pure=2,fail=1/9", "filter.purses", "gdp:mu=1", "approximate:epsilon=2,delta=1/9"),
            ("filter:zcdp=1/3", "filter.zcdp", "zcdp:rho=1/3"),
            ("filter:alpha=8,gamma=1/3", "filter.renyi", "rdp:alpha=8,gamma=1/3"),
            ("filter-runs:most=7/gaussian:sigma=2", "filter.runs", "gaussian:sigma=2,times=7"),
        ),
    ),
)
def _at_once(case: tuple[str, ...]) -> bool:
    text, theorem, *parts = case
    given = registered(theorem).bound(ch.Case(ch.parse(text).step, ch.Neighbours.ADD_OR_REMOVE))
    found = [(given, 1)] if isinstance(given, ch.Step) else list(given)
    return found == [(entry.step, entry.times) for entry in map(ch.parse, parts)]


def _after(first: Outcomes, *then: Outcomes) -> Outcomes:
    """A plan: after each outcome of the first mechanism another one."""
    return [(p * x, q * y) for (p, q), pair in zip(first, then, strict=True) for x, y in pair]


@BOOK.inequality(
    "running-epsilon.is-no-filter",
    "To go on while the exact (eps, delta) of what was run so far keeps a target is no filter: after randomized "
    "response with e^eps = 2 either one with e^eps = 4, or all is revealed with probability 4/15. Each ledger has "
    "delta = 4/15 at e^eps = 4; the plan that takes the first after one answer and the second after the other has "
    "16/45.",
    "a witness, in fractions",
    "this plan",
    Each("exact: 16/45 where 12/45 was promised", t="4", loss="16/45"),
)
def _running(t: Fraction, loss: Fraction) -> bool:
    first, answer, reveal = responses(Fraction(2)), responses(Fraction(4)), failing(Fraction(4, 15))
    kept = divergence(together(first, answer), t) == divergence(together(first, reveal), t) == Fraction(4, 15)
    return kept and divergence(_after(first, answer, reveal), t) == loss > Fraction(4, 15)
