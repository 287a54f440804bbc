"""Claims about what the conversions of a Renyi curve answer for a witness: with its order, its tangent points or its
randomized response, and nothing where it says nothing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from chartered.proving import Answers, Book, Equals, claims_of, renyi
from chartered.proving.printed_formulas import Written
from chartered_plugins.basics.formulas import randomized_response as response
from chartered_plugins.conversion.claims.switches import EDGE, EDGE_DELTA, at_order
from chartered_plugins.conversion.formulas import closed_forms as rc, optimal as oc, two_sided

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
TWO_SIDED = Book("renyi", "direct computation")
claims = claims_of(BOOK, TWO_SIDED)
CURVE = renyi("alpha^2/20")
DELTA, RESPONSE = Fraction(1, 1000), Fraction(79, 100)
FORMS = {
    "asoodeh2020.T1": (rc.log_classical_delta, rc.classical_epsilon),
    "balle2020.T21": (rc.log_closed_delta_g, rc.closed_epsilon_g),
    "asoodeh2020.L1": (rc.log_closed_delta, rc.closed_epsilon),
}


def _converted(name: str, alpha: Fraction) -> Answers:
    log_delta, epsilon = FORMS[name]

    def at(formula: Any, x: Any) -> Any:
        return lambda xp: formula(xp, *map(xp.number, (alpha, alpha * alpha / 20, x)))

    numbers = {"delta(2)": lambda xp: xp.exp(at(log_delta, 2)(xp)), "epsilon(1/1000)": at(epsilon, DELTA)}
    return Answers(name, CURVE, numbers, witness={"alpha": alpha})


BOOK.stated(
    "T1.as-answered",
    "Each conversion of a curve takes the order of its witness and the curve there.",
    "Theorems 1 and 3, Lemma 1",
    "the curve alpha^2/20 at the orders 3 and 5, both directions",
    *(_converted(name, alpha) for name, alpha in product(FORMS, (Fraction(3), Fraction(5)))),
    Answers(
        "asoodeh2020.T3",
        CURVE,
        {
            "delta(2)": lambda xp: rc.tangent_delta(xp, *map(xp.number, (3, Fraction(9, 20), 2, 1, 2))),
            "epsilon(1/1000)": lambda xp: rc.tangent_epsilon(xp, *map(xp.number, (3, Fraction(9, 20), DELTA, 1))),
        },
        witness={"alpha": Fraction(3), "v": Fraction(1), "w": Fraction(2)},
    ),
)


LEVEL, MEAN = "exp(w)*(1 - 1/alpha)", "exp((alpha-1)*(gamma-w))/alpha"
ORDERS = [{"alpha": Fraction(3, 2), "w": Fraction(2)}, {"alpha": Fraction(4), "w": Fraction(2)}]
AT = [{**order, "gamma": Fraction(1, 2)} for order in ORDERS]
BOOK.stated(
    "T3.one-tangent",
    "Without a lower tangent point, t = 0, h(x) = x^alpha/(alpha T^(alpha-1)): lambda is T (1 - 1/alpha), and delta "
    "at most M/(alpha T^(alpha-1)), to which what lambda exceeds e^eps by is added.",
    "Theorem 3, dual form",
    "orders 3/2 and 4, T = e^2, eps below log lambda and above it, gamma = 1/2",
    Equals(lambda xp, a, w: rc.tangent_lambda(xp, a, None, w), f"log({LEVEL})", ORDERS),
    Equals(lambda xp, a, w, g: rc.tangent_mean(xp, a, g, None, w), MEAN, AT),
    Equals(
        lambda xp, a, w, g, e: rc.tangent_delta(xp, a, g, e, None, w),
        f"{MEAN} + positive({LEVEL} - exp(eps))",
        [{**at, "eps": Fraction(e, 2)} for at in AT for e in (1, 2, 4)],
    ),
)

TWO_SIDED.stated(
    "two-sided.as-answered",
    "Up to its last eps the conversion of a curve in both directions is that of randomized response with the "
    "divergence of the curve at the order of the witness.",
    "the region of all tests",
    "the curve alpha/4 at the order 2, at eps = 1/20 and delta = 7/20",
    Answers(
        "renyi.two-sided",
        renyi("alpha/4"),
        {"delta(1/20)": "(exp(e0) - exp(1/20))/(1 + exp(e0))", "epsilon(7/20)": "log(exp(e0) - 7/20*(1 + exp(e0)))"},
        {"e0": RESPONSE},
        witness={"alpha": Fraction(2), "response": RESPONSE},
    ),
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
    at_order(AT_EDGE[0], EDGE, "4", "1/2", "3/10"),
    at_order(AT_EDGE[0], EDGE, "4", "1/2", "1/4"),
    at_order(AT_EDGE[1], 0, "4", "1/2", "1/5"),
    at_order(LOW[1], 0, "4", "1/2", "1/5"),
    at_order(FITS[1], 1, "4", "1/2", "1/5"),
    at_order(AT_EDGE[2], EDGE_DELTA, "4", "1/2", "1/10", eps=True),
    at_order(AT_EDGE[2], 1, "4", "1/2", "2/5", eps=True),
    *(at_order(witness[2], 1, "4", "1/2", "1/2", eps=True) for witness in (NONE, LOW, CROSSED)),
    at_order(
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
    at_order(LARGE[0], _told(response.epsilon, 1, "2/5"), "2", "1/2", "2/5"),
    at_order(LARGE[0], _told(response.epsilon, 1, "2/5"), "2", "7/10", "2/5"),  # all but at the divergence
    at_order(LARGE[0], _told(response.epsilon, 1, "2/5"), "3", "4/5", "2/5"),  # and at that of order 3
    at_order(LARGE[2], _told(response.delta, 1, "1/10"), "2", "1/2", "1/10", eps=True),
    Equals(two_sided.last_epsilon, "log((exp(2*e0)-exp(-2*e0))/(exp(e0)-exp(-e0))/2)", [{"alpha": 2, "e0": 1}]),
    at_order(LARGE[1], 0, "2", "1/2", "1/10"),
    at_order(SMALL[1], 0, "2", "1/2", "2/5"),
    at_order(BELOW[1], 0, "2", "1/2", "2/5"),
    at_order(LARGE[2], 1, "2", "1/2", "1/2", eps=True),
    at_order(SMALL[2], 1, "2", "1/2", "1/10", eps=True),
    at_order(WIDE[2], _told(response.delta, 3, "1/2"), "2", "1/2", "1/2", eps=True),
    at_order(WITHOUT[1], 0, "2", "1/2", "3/10"),
    at_order(WITHOUT[0], EDGE, "2", "1/2", "1/2"),
)
