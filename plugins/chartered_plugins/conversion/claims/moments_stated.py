"""Claims about registered answers by Theorem 5: up to the noise for which its variance suffices, and inside its range
of orders."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Conditions, Each, Equals, Proofs, numbers
from chartered.proving.printed_formulas import number
from chartered.proving.tables_of_answers import answers

from ..formulas import linear_curve as moments

BOOK = Proofs("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
DELTA = Fraction(1, 1000)
ALPHA = {"d": DELTA, "L": "-log(d)", "alpha": "2*L/eps", "zeta": "(1-1/alpha)^(alpha-1)/alpha"}
THRESHOLD = "(2*eps + 2*(-L - log(zeta))/(alpha-1))/(2*alpha)"
"""The rho at which (80) requires exactly this noise: at sensitivity 1, 1/(2 sigma^2) with sigma^2 = alpha/(2 eps +
...)."""
TINY = Fraction(1, 10**6)
RHO = ch.ZCDP(rho=Fraction(1, 10))


def _given(xp: Any, rho: Fraction, epsilon: Fraction) -> bool:
    """Whether the registered theorem gives (eps, delta) at this rho, for both questions."""
    found, delta = answers("asoodeh2020.T5", ch.ZCDP(rho=rho)), xp.number(DELTA)
    reach = ch.rational_above(lambda xp: -xp.log(xp.number(DELTA)), "L") * (1 - Fraction(1, 10**20))
    by_epsilon = found.epsilon(xp, delta, {"epsilon": epsilon}) <= xp.number(epsilon)
    by_delta = found.delta(xp, xp.number(epsilon), {"reach": reach}) < 2 * delta
    if by_epsilon != by_delta:
        raise ArithmeticError(f"the two directions differ at eps = {epsilon}")
    return bool(by_epsilon)


def _ends(xp: Any, epsilon: Fraction) -> bool:
    """Whether it is given just below the rho of its variance, and not just above."""
    rho = ch.rational_above(number(THRESHOLD, {"eps": epsilon, **ALPHA}), "rho")
    below, above = (_given(xp, rho * part, epsilon) for part in numbers("999/1000 1001/1000"))
    return rho > 0 and below and not above


BOOK.soundness(
    "T5.range",
    "The theorem gives (eps, delta) where rho is at most that of its variance, and 2 delta L <= eps <= L; nowhere "
    "else.",
    "Theorem 5 in its exact form (80)",
    "four eps at delta = 1/1000, rho one in a thousand below and above; two eps outside",
    Each("balls: given below, not above", _ends, eps="3/2 2 4 13/2", bits=256),
    Each("balls: not given outside", lambda *at: not _given(*at), [(TINY, eps) for eps in numbers("1/80 7")], bits=256),
)

LEAST = {
    "gamma": "alpha*rho",
    "first": "gamma - (log(d*alpha) - (alpha-1)*log(1-1/alpha))/(alpha-1)",
    "second": "log(1 + (exp((alpha-1)*gamma)-1)/(alpha*d))/(alpha-1)",
}


def _no_order(xp: Any, alpha: Fraction | None) -> bool:
    try:
        answers("asoodeh2020.L2", RHO).epsilon(xp, 1, {"alpha": alpha})
    except ch.Unavailable:
        return True
    return False


def _admitted(order: Fraction | int, wanted: bool) -> bool:
    (field,) = answers("asoodeh2020.L2", RHO).search.fields
    return bool(field.admits(Fraction(order)) is wanted)


def _branches(alpha: str, delta: str) -> Answers:
    names = {"alpha": Fraction(alpha), "d": Fraction(delta), "rho": RHO.rho, **LEAST}
    return Answers(
        "asoodeh2020.L2", RHO, {"epsilon(d)": "min(first, second, rho/d + log(1-d))"}, names, {"alpha": Fraction(alpha)}
    )


BOOK.stated(
    "L2.as-stated",
    "At an order, the least of the three branches; for a small delta the first, for small eps the second, near delta "
    "= 1 the third.",
    "Lemma 2",
    "five deltas and two eps, at rho = 1/10",
    Each("run: orders", _admitted, [(Fraction(21, 20), True), (1, False), (100, True)]),
    Each("run: no order, no answer", _no_order, [(Fraction(1, 2),), (Fraction(1),), (None,)], bits=64),
    *(_branches(*at) for at in (("8", "1/1000000"), ("4", "1/100"), ("2", "1/5"), ("2", "2/5"), ("21/20", "9/10"))),
)

BOOK.stated(
    "E23.as-stated",
    "rho + sqrt(4 rho log(1/delta)), and e^(-(eps-rho)^2/(4 rho)) from eps = rho on, for rho above 0.",
    "equation (23)",
    "rho = 1/10",
    *(Conditions(f"asoodeh2020.{name}", [ch.ZCDP(rho=1), RHO], [ch.ZCDP(rho=0)]) for name in ("E23", "L2", "T5")),
    Answers(
        "asoodeh2020.E23",
        RHO,
        {"epsilon(d)": "rho + sqrt(4*rho*log(1/d))", "delta(1/2)": "exp(-(1/2-rho)^2/(4*rho))", "delta(rho/2)": 1},
        {"rho": RHO.rho, "d": DELTA},
    ),
    Answers("asoodeh2020.L2", RHO, {"delta(2)": "exp(3*(4/10-2))*(3/4)^3/4"}, witness={"alpha": Fraction(4)}),
    Answers("asoodeh2020.T5", RHO, {"delta(7)": 1}, witness={"reach": Fraction(3)}),
)

BOOK.stated(
    "T5-asymptotic.as-printed",
    "The terms that are printed: 2 T L/eps^2 + T/eps - (2 T/eps^2)(log(2 L) + 1 - log eps).",
    "Theorem 5",
    "T = 3 and 7, eps = 2 and 1/3, delta = 1/1000",
    Equals(
        moments.theorem5_leading,
        "2*T*L/eps^2 + T/eps - (2*T/eps^2)*(log(2*L) + 1 - log(eps))",
        [{"eps": e, "d": DELTA, "T": times, "L": "-log(d)"} for e in (Fraction(2), Fraction(1, 3)) for times in (3, 7)],
    ),
)
