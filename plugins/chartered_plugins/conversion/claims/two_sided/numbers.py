"""Claims about the two-sided conversion in numbers: examples, all Bernoulli pairs of a box, and more outcomes."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Certain, Covered, Part, Proofs, Rounds, Sampled, balls, enclose, numbers, registered
from chartered.proving.decimals import ends
from chartered_verify.arithmetic import digits

from ....basics.claims import bernoulli
from ....basics.claims.pairs import Pair, seeded
from ....basics.formulas import randomized_response as response
from ...formulas import closed_forms as rc, two_sided as oc
from ..witness import bracket

BOOK = Proofs("renyi.two-sided", "direct computation", at="exhaustion")
TRIED = [numbers(point) for point in ("5/4 0", "2 1/10", "7 1/4", "40 1")]


def zero_of(f: Any, low: Any, high: Any) -> Any:
    """The zero of an increasing function, by bisection."""
    for _ in range(130):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return high


def _example(alpha: Fraction, gamma: Fraction, e0: str, last: str, two_sided: str, one_sided: str) -> Iterator[Part]:
    """Steps that prove that every number rounds as printed."""
    less, more = ends(one_sided)

    def above(xp: Any, e: Any) -> Any:
        return response.renyi(xp, xp.number(e), xp.number(2), xp.number(alpha)) - xp.number(gamma)

    def close(side: int) -> Fraction:
        fine = digits(30)
        found = zero_of(lambda e: above(fine, e), Fraction(0), Fraction(10))
        return Fraction(fine.mp.nstr(found, 20)) + Fraction(side, 10**15)

    def root(xp: Any) -> Any:
        return xp.hull(close(-1), close(1))

    def beyond(xp: Any) -> Any:
        v = bracket(alpha, Fraction(0), more).v
        return -rc.tangent_epsilon(xp, xp.number(alpha), xp.number(gamma), xp.number(more), v)

    below = f"e0 at alpha = {alpha} lies between two close points: from below"
    yield Certain(below, lambda xp: -above(xp, close(-1)))
    yield Certain("and from above", lambda xp: above(xp, close(1)))
    yield Rounds("e0", root, e0)
    yield Rounds("its last eps", lambda xp: oc.last_epsilon(xp, xp.number(alpha), root(xp)), last)
    yield Rounds("its delta(0)", lambda xp: response.delta(xp, root(xp), xp.number(2), xp.number(0)), two_sided)
    pair = "T3's pair half a digit below its delta(0) is within gamma"
    yield Certain(pair, lambda xp: xp.number(gamma) - bracket(alpha, Fraction(0), less).gamma)
    yield Certain("a tangent half a digit above it gives eps = 0", beyond)


BOOK.table(
    "examples",
    "At (alpha, gamma) = (2, 1/2) e0 is 0.785112, the last eps 0.2809 and delta(0) 0.373562 instead of 0.402716; at "
    "(3/2, 1) they are 1.333541, 0.5224, and 0.582851 instead of 0.632507.",
    "against Asoodeh et al. 2020, Theorem 3",
    "(alpha, gamma) in {(2, 1/2), (3/2, 1)}",
    *_example(Fraction(2), Fraction(1, 2), "0.785112", "0.2809", "0.373562", "0.402716"),
    *_example(Fraction(3, 2), Fraction(1), "1.333541", "0.5224", "0.582851", "0.632507"),
    so="The shipped formulas are run in balls. The divergence rises with e0; T3 is asoodeh2020.T3.pair and "
    "T3.dual-function.",
)


def _box(alpha: Fraction, e0: Fraction, epsilon: Fraction) -> Iterator[Part]:
    def delta(xp: Any) -> Any:
        return oc.two_sided_delta(xp, xp.number(alpha), xp.number(0), xp.number(epsilon), {"response": e0})

    def clear(xp: Any, p: Any, q: Any) -> Any:
        order = xp.number(alpha)
        gamma = response.renyi(xp, xp.number(e0), xp.number(2), order)
        cost = xp.maximum(bernoulli.renyi(xp, order, p, q), bernoulli.renyi(xp, order, q, p)) - gamma
        return xp.maximum(cost, delta(xp.constants) + xp.number(Fraction(1, 1000)) - p + xp.exp(xp.number(epsilon)) * q)

    yield Certain(f"at alpha = {alpha} the shipped bound says something", lambda xp: 1 - delta(xp))
    inside = {"p q": (Fraction(1, 1000), Fraction(999, 1000))}
    yield Covered("no pair of the box beats it", clear, inside, bits=53)


BOOK.optimum(
    "brute-force",
    "No Bernoulli pair within gamma in both orders has a hockey-stick divergence 1e-3 above the two-sided delta.",
    "(alpha, e0, eps) = (2, 4/5, 1/10), (3/2, 5/4, 0), (5, 1/2, 1/4), gamma that of the response; p, q in [1/1000, "
    "999/1000]",
    *(part for point in ("2 4/5 1/10", "3/2 5/4 0", "5 1/2 1/4") for part in _box(*numbers(point))),
    so="Each pair of the box is outside gamma in one order, or has p - e^eps q < delta + 1/1000.",
)


def one_point(alpha: Fraction, gamma: Fraction) -> ch.Profile:
    """The registered profile of one Renyi point."""
    curve = ch.Renyi(curve=lambda xp, order: xp.number(gamma) + 0 * order, top=alpha)
    profile: ch.Profile = registered("renyi.two-sided").bound(curve)
    return profile


@BOOK.soundness(
    "three-outcomes",
    "No pair of distributions on three or four outcomes goes beyond the shipped bound at the larger of its "
    "divergences, in either order.",
    "random rational pairs, (alpha, eps) in {(5/4, 0), (2, 1/10), (7, 1/4), (40, 1)}",
    Sampled("balls: the shipped bound at a searched witness", pairs=seeded(24, (3, 4)), points=TRIED),
)
def _within(pair: Pair, point: tuple[Fraction, Fraction]) -> bool:
    (alpha, epsilon), both = point, (pair, Pair(pair.second, pair.first))
    gamma = Fraction(enclose(lambda xp: xp.maximum(*(one.renyi(xp, xp.number(alpha)) for one in both))).upper_exact)
    profile = one_point(alpha, gamma)
    witness = profile.search(ch.Question.delta(epsilon))
    with balls(256) as xp:
        delta = profile.delta(xp, xp.number(epsilon), witness)
        return not any(one.hockey_stick(xp, xp.number(epsilon)) > delta for one in both)
