"""Claims about conversions at the points where their formulas change: each branch answers on its own side."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving import Book, Equals, claims_of
from chartered.proving.printed_formulas import Written

from ...basics.formulas import randomized_response as response
from ..formulas import closed_forms as rc, optimal as oc, two_sided

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
TWO_SIDED = Book("renyi", "direct computation")
claims = claims_of(BOOK, TWO_SIDED)
EDGE, EDGE_DELTA = "gamma + log(1-delta)", "1 - exp(eps-gamma)"
FIRST = "gamma - (log(alpha*delta) - (alpha-1)*log(1-1/alpha))/(alpha-1)"
SECOND = "log(1 + (exp((alpha-1)*gamma)-1)/(alpha*delta))/(alpha-1)"
ZETA = "exp((alpha-1)*(gamma-eps))*(1-1/alpha)^(alpha-1)/alpha"
SOLVED = "(exp((alpha-1)*gamma)-1)/(alpha*(exp((alpha-1)*eps)-1))"


def _at(
    shipped: Callable[..., Any], written: Written, alpha: str, gamma: str, last: str, *, eps: bool = False
) -> Equals:
    """A comparison at an order, the curve there, and delta or eps."""
    names = {"alpha": Fraction(alpha), "gamma": Fraction(gamma), "eps" if eps else "delta": Fraction(last)}
    return Equals(shipped, written, [names])


def _closed(written: str, alpha: str, delta: str) -> Equals:
    return _at(rc.closed_epsilon, written, alpha, "1/2", delta)


def _solved(written: str, alpha: str, epsilon: str, gamma: str = "1/2") -> Equals:
    return _at(lambda xp, *x: xp.exp(rc.log_closed_delta(xp, *x)), written, alpha, gamma, epsilon, eps=True)


BOOK.stated(
    "L1.branches",
    "From alpha delta = 1 on the edge, gamma + log(1-delta); below it the lesser of the two other branches.",
    "Lemma 1",
    "both sides of alpha delta = 1, and both directions",
    *(_closed(EDGE, *at) for at in (("4", "3/10"), ("4", "1/4"), ("3/2", "3/4"))),
    *(_closed(f"min({FIRST}, {SECOND})", *at) for at in (("3/2", "1/2"), ("3", "1/4"), ("8", "1/1000000000"))),
    _solved(SOLVED, "8", "1/20", "1/100"),
    # the edge holds where alpha (1 - e^(eps-gamma)) >= 1: at the order 4, up to eps = 1/5
    _solved(f"min({ZETA}, {EDGE_DELTA})", "4", "0"),
    _solved(f"min({ZETA}, {SOLVED}, {EDGE_DELTA})", "4", "1/5"),
    *(
        _solved(f"min({ZETA}, {SOLVED})", *at)
        for at in (("4", "2/5"), ("4", "2"), ("3/2", "1/5"), ("3/2", "2/5"), ("3/2", "2"))
    ),
    _solved(ZETA, "3/2", "0"),
)


def _one_sided(witness: Any) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """eps at the witness, whether it is finite, and delta."""
    return _with(oc.one_sided_epsilon, oc.one_sided_delta, witness)


def _two_sided(e0: Fraction | int) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    return _with(two_sided.two_sided_epsilon, two_sided.two_sided_delta, {"response": Fraction(e0)})


def _with(epsilon: Any, delta: Any, witness: Any) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    return (
        lambda xp, *x: epsilon(xp, *x, witness),
        lambda xp, *x: xp.number(int(epsilon(xp, *x, witness) < 10**6)),
        lambda xp, *x: delta(xp, *x, witness),
    )


AT_EDGE, LOW, NONE, CROSSED, FITS = (
    _one_sided({"v": None if v is None else Fraction(v), "w": None if w is None else Fraction(w), **more})
    for v, w, more in ((None, None, {"edge": True}), (-1, 2, {}), (1, None, {}), (1, -1, {}), (1, 2, {}))
)
BOOK.stated(
    "T3.witnesses",
    "A witness that names the edge gives it where alpha delta >= 1 and nothing elsewhere; one with tangent points "
    "out of range nothing.",
    "Theorem 3",
    "both directions, each side of alpha delta = 1, a tangent point below 0",
    _at(AT_EDGE[0], EDGE, "4", "1/2", "3/10"),
    _at(AT_EDGE[0], EDGE, "4", "1/2", "1/4"),
    _at(AT_EDGE[1], 0, "4", "1/2", "1/5"),
    _at(LOW[1], 0, "4", "1/2", "1/5"),
    _at(FITS[1], 1, "4", "1/2", "1/5"),
    _at(AT_EDGE[2], EDGE_DELTA, "4", "1/2", "1/10", eps=True),
    _at(AT_EDGE[2], 1, "4", "1/2", "2/5", eps=True),
    *(_at(witness[2], 1, "4", "1/2", "1/2", eps=True) for witness in (NONE, LOW, CROSSED)),
    _at(
        FITS[2],
        lambda xp: rc.tangent_delta(xp, *map(xp.number, (4, Fraction(1, 2), Fraction(1, 2), 1, 2))),
        "4",
        "1/2",
        "1/2",
        eps=True,
    ),
)


def _told(formula: Any, e0: int, last: str) -> Written:
    """A formula at the parameters of randomized response on two values."""
    return lambda xp: formula(xp, xp.number(e0), xp.number(2), xp.number(Fraction(last)))


LARGE, SMALL, WIDE, BELOW = (_two_sided(e0) for e0 in (1, Fraction(1, 2), 3, -1))
WITHOUT = _with(two_sided.two_sided_epsilon, two_sided.two_sided_delta, {"edge": True, "v": None})
TWO_SIDED.stated(
    "two-sided.witnesses",
    "A randomized response as a witness gives a bound if its divergence is at least gamma and eps is at most the last "
    "one; otherwise it gives none.",
    "Theorem 3, both orders bounded",
    "alpha = 2, gamma = 1/2",
    _at(LARGE[0], _told(response.epsilon, 1, "2/5"), "2", "1/2", "2/5"),
    _at(LARGE[0], _told(response.epsilon, 1, "2/5"), "2", "7/10", "2/5"),  # all but at the divergence
    _at(LARGE[0], _told(response.epsilon, 1, "2/5"), "3", "4/5", "2/5"),  # and at that of order 3
    _at(LARGE[2], _told(response.delta, 1, "1/10"), "2", "1/2", "1/10", eps=True),
    Equals(two_sided.last_epsilon, "log((exp(2*e0)-exp(-2*e0))/(exp(e0)-exp(-e0))/2)", [{"alpha": 2, "e0": 1}]),
    _at(LARGE[1], 0, "2", "1/2", "1/10"),
    _at(SMALL[1], 0, "2", "1/2", "2/5"),
    _at(BELOW[1], 0, "2", "1/2", "2/5"),
    _at(LARGE[2], 1, "2", "1/2", "1/2", eps=True),
    _at(SMALL[2], 1, "2", "1/2", "1/10", eps=True),
    _at(WIDE[2], _told(response.delta, 3, "1/2"), "2", "1/2", "1/2", eps=True),
    _at(WITHOUT[1], 0, "2", "1/2", "3/10"),
    _at(WITHOUT[0], EDGE, "2", "1/2", "1/2"),
)
