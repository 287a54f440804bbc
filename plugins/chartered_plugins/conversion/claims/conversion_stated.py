"""Claims about registered answers by conversions: each uses the order of its witness and the curve there."""

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, Equals, claims_of, renyi

from ..formulas import closed_forms as rc

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
TWO_SIDED = Book("renyi", "direct computation")
KL = Book("bretagnolle-huber", "Bretagnolle, Huber 1979")
claims = claims_of(BOOK, KL, TWO_SIDED)
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


def _variation(gamma: Fraction, top: Fraction | None) -> Answers:
    """Numbers for linear curves, with and without a last order near 1."""
    height = {"h": gamma * min(1 + Fraction(1, 2**100), top or Fraction(2))}
    numbers: dict[str, Any] = {
        "delta(2)": "min(sqrt(1 - exp(-h)), sqrt(h/2))",
        "epsilon(1)": 0,
        "at_infinity.max_loss": 0,
    }
    return Answers(
        "bretagnolle-huber.tv", ch.Renyi(curve=lambda xp, alpha: xp.number(gamma) * alpha, top=top), numbers, height
    )


KL.stated(
    "tv.as-stated",
    "One delta for every eps: the lesser of sqrt(1 - e^-gamma) and sqrt(gamma/2).",
    "and Pinsker",
    "curves of one height, below and above where the two meet, with and without a last order near 1",
    _variation(Fraction(1, 2), None),
    _variation(Fraction(3), None),
    _variation(Fraction(1, 2), 1 + Fraction(1, 2**120)),
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
