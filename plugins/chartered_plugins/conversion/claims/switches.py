"""A claim about conversions at the points where their formulas change: each branch answers on its own side."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving import Book, Equals
from chartered.proving.printed_formulas import Written

from ..formulas import closed_forms as rc

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
EDGE, EDGE_DELTA = "gamma + log(1-delta)", "1 - exp(eps-gamma)"
FIRST = "gamma - (log(alpha*delta) - (alpha-1)*log(1-1/alpha))/(alpha-1)"
SECOND = "log(1 + (exp((alpha-1)*gamma)-1)/(alpha*delta))/(alpha-1)"
ZETA = "exp((alpha-1)*(gamma-eps))*(1-1/alpha)^(alpha-1)/alpha"
SOLVED = "(exp((alpha-1)*gamma)-1)/(alpha*(exp((alpha-1)*eps)-1))"


def at_order(
    shipped: Callable[..., Any], written: Written, alpha: str, gamma: str, last: str, *, eps: bool = False
) -> Equals:
    """A comparison at an order, the curve there, and delta or eps."""
    names = {"alpha": Fraction(alpha), "gamma": Fraction(gamma), "eps" if eps else "delta": Fraction(last)}
    return Equals(shipped, written, [names])


def _closed(written: str, alpha: str, delta: str) -> Equals:
    return at_order(rc.closed_epsilon, written, alpha, "1/2", delta)


def _solved(written: str, alpha: str, epsilon: str, gamma: str = "1/2") -> Equals:
    return at_order(lambda xp, *x: xp.exp(rc.log_closed_delta(xp, *x)), written, alpha, gamma, epsilon, eps=True)


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
