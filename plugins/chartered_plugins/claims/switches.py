"""Claims about conversions at the points where they change their form: each branch answers on its own side."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from chartered_verify.claim import Effort
from chartered_verify.verdict import Verdict

from ..formulas import optimal_conversion as oc, renyi_conversion as rc, response
from .book import Book, claims_of
from .stated import agree
from .written import Number

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
TWO_SIDED = Book("renyi", "direct computation")
claims = claims_of(BOOK, TWO_SIDED)
GAMMA = Fraction(1, 2)
HALF = Fraction(1, 2)


def _at(formula: Any, *numbers: Fraction, witness: Any = None) -> Number:
    more = () if witness is None else (witness,)
    return lambda xp: formula(xp, *map(xp.number, numbers), *more)


def _edge(delta: Fraction) -> Number:
    return lambda xp: xp.number(GAMMA) + xp.log(1 - xp.number(delta))


def _edge_delta(xp: Any, epsilon: Fraction) -> Any:
    return 1 - xp.exp(xp.number(epsilon - GAMMA))


def _first(alpha: Fraction, delta: Fraction) -> Number:
    def epsilon(xp: Any) -> Any:
        a = xp.number(alpha)
        return xp.number(GAMMA) - (xp.log(a * xp.number(delta)) - (a - 1) * xp.log(1 - 1 / a)) / (a - 1)

    return epsilon


def _second(alpha: Fraction, delta: Fraction) -> Number:
    def epsilon(xp: Any) -> Any:
        a = xp.number(alpha)
        return xp.log(1 + (xp.exp((a - 1) * xp.number(GAMMA)) - 1) / (a * xp.number(delta))) / (a - 1)

    return epsilon


def _lesser(one: Number, other: Number) -> Number:
    return lambda xp: xp.minimum(one(xp), other(xp))


@BOOK.table(
    "L1.branches",
    "From alpha delta = 1 on the edge, gamma + log(1-delta); below it the lesser of the two other branches.",
    "Lemma 1",
    "both sides of alpha delta = 1, and both directions",
)
def _branches(effort: Effort) -> Verdict:
    small, tiny = Fraction(1, 4), Fraction(1, 10**9)
    pairs = {
        f"{alpha}, {delta}": (_at(rc.closed_epsilon, alpha, GAMMA, delta), written)
        for alpha, delta, written in [
            (Fraction(4), Fraction(3, 10), _edge(Fraction(3, 10))),
            (Fraction(4), small, _edge(small)),
            (Fraction(3, 2), Fraction(3, 4), _edge(Fraction(3, 4))),
            *((a, d, _lesser(_first(a, d), _second(a, d))) for a, d in [(Fraction(3, 2), HALF), (Fraction(3), small), (Fraction(8), tiny)]),
        ]
    }
    pairs["the second branch, solved"] = (
        _at(_closed_delta, Fraction(8), Fraction(1, 100), Fraction(1, 20)),
        lambda xp: xp.expm1(xp.number(Fraction(7, 100))) / (8 * xp.expm1(xp.number(Fraction(7, 20)))),
    )
    return agree(pairs | {f"solved: {key}": pair for key, pair in _solved().items()}, effort)


def _solved() -> dict[str, tuple[Number, Number]]:
    orders, epsilons = (Fraction(3, 2), Fraction(4)), (Fraction(0), Fraction(1, 5), Fraction(2, 5), Fraction(2))
    return {
        f"{alpha}, {epsilon}": (_at(_closed_delta, alpha, GAMMA, epsilon), _written_delta(alpha, epsilon))
        for alpha, epsilon in product(orders, epsilons)
    }


def _closed_delta(xp: Any, alpha: Any, gamma: Any, epsilon: Any) -> Any:
    return xp.exp(rc.log_closed_delta(xp, alpha, gamma, epsilon))


def _written_delta(alpha: Fraction, epsilon: Fraction) -> Number:
    """The least of zeta e^((alpha-1)(gamma-eps)), the second branch for eps > 0, and the edge where it holds."""

    def delta(xp: Any) -> Any:
        a, x, y = xp.number(alpha), xp.number((alpha - 1) * GAMMA), xp.number((alpha - 1) * epsilon)
        found = xp.exp((a - 1) * xp.log(1 - 1 / a) + x - y) / a
        if epsilon > 0:
            found = xp.minimum(found, (xp.exp(x) - 1) / (a * (xp.exp(y) - 1)))
        edge = _edge_delta(xp, epsilon)
        return xp.minimum(found, edge) if a * edge >= 1 else found

    return delta


@BOOK.table(
    "T3.witnesses",
    "A witness that names the edge gives it where alpha delta >= 1 and nothing elsewhere; one with tangent points out of range nothing.",
    "Theorem 3",
    "both directions, each side of alpha delta = 1, a tangent point below 0",
)
def _witnesses(effort: Effort) -> Verdict:
    edge, four = {"edge": True, "v": None, "w": None}, Fraction(4)
    low, none = {"v": Fraction(-1), "w": Fraction(2)}, {"v": Fraction(1), "w": None}
    crossed, fits = {"v": Fraction(1), "w": Fraction(-1)}, {"v": Fraction(1), "w": Fraction(2)}
    nothing: Number = lambda xp: xp.number(1)  # noqa: E731

    def finite(delta: Fraction, witness: Any) -> Number:
        return lambda xp: xp.number(int(oc.one_sided_epsilon(xp, xp.number(four), xp.number(GAMMA), xp.number(delta), witness) < 10**6))

    def delta(epsilon: Fraction, witness: Any) -> Number:
        return _at(oc.one_sided_delta, four, GAMMA, epsilon, witness=witness)

    return agree(
        {
            "the edge": (_at(oc.one_sided_epsilon, four, GAMMA, Fraction(3, 10), witness=edge), _edge(Fraction(3, 10))),
            "the edge at 1/alpha": (_at(oc.one_sided_epsilon, four, GAMMA, Fraction(1, 4), witness=edge), _edge(Fraction(1, 4))),
            "no edge": (finite(Fraction(1, 5), edge), lambda xp: xp.number(0)),
            "no tangent": (finite(Fraction(1, 5), low), lambda xp: xp.number(0)),
            "a tangent": (finite(Fraction(1, 5), fits), nothing),
            "delta at the edge": (delta(Fraction(1, 10), edge), lambda xp: _edge_delta(xp, Fraction(1, 10))),
            "delta before it": (delta(Fraction(2, 5), edge), nothing),
            "delta with no upper point": (delta(HALF, none), nothing),
            "delta with a point below 0": (delta(HALF, low), nothing),
            "delta with crossed points": (delta(HALF, crossed), nothing),
            "delta": (delta(HALF, fits), lambda xp: rc.tangent_delta(xp, *map(xp.number, (four, GAMMA, HALF, Fraction(1), Fraction(2))))),
        },
        effort,
    )


@TWO_SIDED.table(
    "two-sided.witnesses",
    "A response answers where its divergence is at least gamma and eps is at most the last one; elsewhere it says nothing.",
    "Theorem 3, both orders bounded",
    "alpha = 2, gamma = 1/2",
)
def _responses(effort: Effort) -> Verdict:
    large, small, wide = ({"response": e0} for e0 in (Fraction(1), HALF, Fraction(3)))
    two, tenth = Fraction(2), Fraction(1, 10)

    def last(xp: Any, e0: Fraction) -> Any:
        return xp.log((xp.exp(xp.number(2 * e0)) - xp.exp(xp.number(-2 * e0))) / (xp.exp(xp.number(e0)) - xp.exp(xp.number(-e0))) / 2)

    def finite(delta: Fraction, witness: Any) -> Number:
        return lambda xp: xp.number(int(oc.two_sided_epsilon(xp, xp.number(two), xp.number(GAMMA), xp.number(delta), witness) < 10**6))

    def delta(epsilon: Fraction, witness: Any) -> Number:
        return _at(oc.two_sided_delta, two, GAMMA, epsilon, witness=witness)

    def told(formula: Any, *numbers: Fraction) -> Number:
        return lambda xp: formula(xp, xp.number(1), xp.number(2), *map(xp.number, numbers))

    return agree(
        {
            "eps": (_at(oc.two_sided_epsilon, two, GAMMA, Fraction(2, 5), witness=large), told(response.epsilon, Fraction(2, 5))),
            "eps, all but at the divergence": (
                _at(oc.two_sided_epsilon, two, Fraction(7, 10), Fraction(2, 5), witness=large),
                told(response.epsilon, Fraction(2, 5)),
            ),
            "eps, all but at the divergence of order 3": (
                _at(oc.two_sided_epsilon, Fraction(3), Fraction(4, 5), Fraction(2, 5), witness=large),
                told(response.epsilon, Fraction(2, 5)),
            ),
            "delta": (delta(tenth, large), told(response.delta, tenth)),
            "the last eps": (_at(oc.last_epsilon, two, Fraction(1)), lambda xp: last(xp, Fraction(1))),
            "eps too large": (finite(tenth, large), lambda xp: xp.number(0)),
            "divergence too small": (finite(Fraction(2, 5), small), lambda xp: xp.number(0)),
            "a response of less than 0": (finite(Fraction(2, 5), {"response": Fraction(-1)}), lambda xp: xp.number(0)),
            "delta where eps is too large": (delta(HALF, large), lambda xp: xp.number(1)),
            "delta where the divergence is too small": (delta(tenth, small), lambda xp: xp.number(1)),
            "delta of a wide response": (delta(HALF, wide), lambda xp: response.delta(xp, xp.number(3), xp.number(2), xp.number(HALF))),
            "without a response": (finite(Fraction(3, 10), {"edge": True, "v": None}), lambda xp: xp.number(0)),
            "without a response, the edge": (_at(oc.two_sided_epsilon, two, GAMMA, HALF, witness={"edge": True, "v": None}), _edge(HALF)),
        },
        effort,
    )
