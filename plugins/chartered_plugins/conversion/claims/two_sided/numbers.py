"""Claims about the two-sided conversion in numbers: examples, all Bernoulli pairs of a box, more outcomes, and inverted
moments."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import chartered as ch
from chartered.proving import Book
from chartered.proving.decimals import ends, rounds
from chartered.proving.registered import bound
from chartered.proving.steps import Step, certain, chain, sample
from chartered_verify.arithmetic import balls, digits
from chartered_verify.enclosure import enclose
from chartered_verify.inequality.prove import prove_positive
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import bernoulli
from ....basics.claims.pairs import Pair, random_pairs
from ....basics.formulas import randomized_response as response
from ...formulas import closed_forms as rc, optimal as oc
from ..witness import bracket

BOOK = Book("renyi.two-sided", "direct computation")
claims = BOOK.claims
TRIED = (
    (Fraction(5, 4), Fraction(0)),
    (Fraction(2), Fraction(1, 10)),
    (Fraction(7), Fraction(1, 4)),
    (Fraction(40), Fraction(1)),
)
POINTS = ((Fraction(2), Fraction(1, 2)), (Fraction(3, 2), Fraction(1)), (Fraction(10), Fraction(3, 10)))


@BOOK.table(
    "examples",
    "At (alpha, gamma) = (2, 1/2) e0 is 0.785112, the last eps 0.2809 and delta(0) 0.373562 instead of 0.402716; at "
    "(3/2, 1) they are 1.333541, 0.5224, and 0.582851 instead of 0.632507.",
    "against Asoodeh et al. 2020, Theorem 3",
    "(alpha, gamma) in {(2, 1/2), (3/2, 1)}",
)
def _examples(effort: Effort) -> Verdict:
    return chain(
        "The shipped formulas are run in balls. The divergence rises with e0; T3 is asoodeh2020.T3.pair and "
        "T3.dual-function.",
        *_example(Fraction(2), Fraction(1, 2), "0.785112", "0.2809", "0.373562", "0.402716"),
        *_example(Fraction(3, 2), Fraction(1), "1.333541", "0.5224", "0.582851", "0.632507"),
    )


def _example(alpha: Fraction, gamma: Fraction, e0: str, last: str, two_sided: str, one_sided: str) -> list[Step]:
    """Every number rounds as printed."""

    def above(xp: Any, e: Any) -> Any:
        return response.renyi(xp, xp.number(e), xp.number(2), xp.number(alpha)) - xp.number(gamma)

    found = Fraction(digits(30).mp.nstr(_root(partial(above, digits(30)), Fraction(0), Fraction(10)), 20))
    low, high = (found + side * Fraction(1, 10**15) for side in (-1, 1))
    less, more = ends(one_sided)
    few, many = (bracket(alpha, Fraction(0), end) for end in (less, more))

    def root(xp: Any) -> Any:
        return xp.number(low).union(xp.number(high))

    return [
        certain(f"e0 at alpha = {alpha} lies between two close points: from below", lambda xp: -above(xp, low)),
        certain("and from above", lambda xp: above(xp, high)),
        *rounds("e0", root, e0),
        *rounds("its last eps", lambda xp: oc.last_epsilon(xp, xp.number(alpha), root(xp)), last),
        *rounds("its delta(0)", lambda xp: response.delta(xp, root(xp), xp.number(2), xp.number(0)), two_sided),
        certain("T3's pair half a digit below its delta(0) is within gamma", lambda xp: xp.number(gamma) - few.gamma),
        certain(
            "a tangent half a digit above it gives eps = 0",
            lambda xp: -rc.tangent_epsilon(xp, xp.number(alpha), xp.number(gamma), xp.number(more), many.v),
        ),
    ]


def _root(f: Any, low: Any, high: Any) -> Any:
    """Where a rising function changes its sign, by bisection."""
    for _ in range(130):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return high


@BOOK.optimum(
    "brute-force",
    "No Bernoulli pair within gamma in both orders has a hockey-stick divergence 1e-3 above the two-sided delta.",
    "exhaustion",
    "(alpha, e0, eps) = (2, 4/5, 1/10), (3/2, 5/4, 0), (5, 1/2, 1/4), gamma that of the response; p, q in [1/1000, "
    "999/1000]",
)
def _brute_force(effort: Effort) -> Verdict:
    return chain(
        "Each pair of the box is outside gamma in one order, or has p - e^eps q < delta + 1/1000.",
        *_box(Fraction(2), Fraction(4, 5), Fraction(1, 10)),
        *_box(Fraction(3, 2), Fraction(5, 4), Fraction(0)),
        *_box(Fraction(5), Fraction(1, 2), Fraction(1, 4)),
    )


def _box(alpha: Fraction, e0: Fraction, epsilon: Fraction) -> list[Step]:
    def delta(xp: Any) -> Any:
        return oc.two_sided_delta(xp, xp.number(alpha), xp.number(0), xp.number(epsilon), {"response": e0})

    def clear(xp: Any, p: Any, q: Any) -> Any:
        order = xp.number(alpha)
        gamma = response.renyi(xp, xp.number(e0), xp.number(2), order)
        cost = xp.maximum(bernoulli.renyi(xp, order, p, q), bernoulli.renyi(xp, order, q, p)) - gamma
        return xp.maximum(cost, delta(xp) + xp.number(Fraction(1, 1000)) - p + xp.exp(xp.number(epsilon)) * q)

    inside = (Fraction(1, 1000), Fraction(999, 1000))
    return [
        certain(f"at alpha = {alpha} the shipped bound says something", lambda xp: 1 - delta(xp)),
        ("no pair of the box beats it", prove_positive(clear, [inside, inside], bits=53)),
    ]


def _point(alpha: Fraction, gamma: Fraction) -> ch.Profile:
    """The shipped profile of one Renyi point."""
    profile: ch.Profile = bound("two_sided", "renyi.two-sided")(
        ch.Renyi(curve=lambda xp, order: xp.number(gamma) + 0 * order, top=alpha)
    )
    return profile


@BOOK.soundness(
    "three-outcomes",
    "No pair of distributions on three or four outcomes goes beyond the shipped bound at the larger of its "
    "divergences, in either order.",
    "exhaustion",
    "random rational pairs, (alpha, eps) in {(5/4, 0), (2, 1/10), (7, 1/4), (40, 1)}",
)
def _three_outcomes(effort: Effort) -> Verdict:
    cases = [(pair, *point) for pair in random_pairs(24, (3, 4), effort.seed) for point in TRIED]
    return sample(_within, cases, effort.digits, "balls: the shipped bound at a searched witness")


def _within(pair: Pair, alpha: Fraction, epsilon: Fraction) -> bool:
    both = (pair, Pair(pair.second, pair.first))
    gamma = Fraction(enclose(lambda xp: xp.maximum(*(one.renyi(xp, xp.number(alpha)) for one in both))).upper_exact)
    profile = _point(alpha, gamma)
    witness = profile.search(ch.Question.delta(epsilon))
    with balls(256) as xp:
        delta = profile.delta(xp, xp.number(epsilon), witness)
        return not any(one.hockey_stick(xp, xp.number(epsilon)) > delta for one in both)


@BOOK.optimum(
    "tradeoff.inverse",
    "The type II error b at which the shipped excess is 0 is the height 1 - delta(eps) - e^eps a of the profile's "
    "tangent, to 12 digits.",
    "duality of profile and trade-off",
    "(alpha, gamma) in {(2, 1/2), (3/2, 1), (10, 3/10)}, type I errors a from 1/1000 of the fixed point to 0.99 of it",
)
def _inverse(effort: Effort) -> Verdict:
    cases = [(alpha, gamma, Fraction(k, 1000)) for alpha, gamma in POINTS for k in (1, 30, 300, 900, 990)]
    return sample(
        _touches, cases, 12, "digits: the inverted moment against the shipped profile", why="both come out of searches"
    )


def _touches(alpha: Fraction, gamma: Fraction, share: Fraction) -> bool:
    xp = digits(40)
    order, size = xp.number(alpha), xp.number(gamma)
    e0 = _root(lambda e: response.renyi(xp, e, xp.number(2), order) - size, xp.mp.eps, size + 10)
    a = xp.number(share) / (1 + xp.exp(e0))
    b = _root(lambda b: -bernoulli.tradeoff_excess(xp, order, size, a, b), a, 1 - a)
    high, low = (1 - b) / a, b / (1 - a)
    level = (order - 1) * (high**order - low**order) / (order * (high ** (order - 1) - low ** (order - 1)))
    epsilon = Fraction(xp.mp.nstr(xp.log(level), 30))
    profile = _point(alpha, gamma)
    delta = profile.delta(xp, xp.number(epsilon), profile.search(ch.Question.delta(epsilon)))
    height = 1 - delta - xp.exp(xp.number(epsilon)) * a
    return bool(abs(height - b) < xp.number(Fraction(1, 10**12)))
