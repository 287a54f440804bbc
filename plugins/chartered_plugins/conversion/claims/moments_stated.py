"""Claims about Theorem 5 as it answers: up to the noise for which its variance suffices, and inside its range of
orders."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving.as_stated import Answers, Conditions, Equals, answers
from chartered.proving.book import Book
from chartered.proving.printed_formulas import number
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.claims import bernoulli
from ..formulas import linear_curve as moments

BOOK = Book("asoodeh2020", "Asoodeh, Liao, Calmon, Kosut, Sankar 2020")
claims = BOOK.claims
DELTA = Fraction(1, 1000)
ALPHA = {"d": DELTA, "L": "-log(d)", "alpha": "2*L/eps", "zeta": "(1-1/alpha)^(alpha-1)/alpha"}
THRESHOLD = "(2*eps + 2*(-L - log(zeta))/(alpha-1))/(2*alpha)"
"""The rho at which (80) asks for just this noise: at sensitivity 1, 1/(2 sigma^2) with sigma^2 = alpha/(2 eps +
...)."""
RHO = ch.ZCDP(rho=Fraction(1, 10))


def _given(rho: Fraction, epsilon: Fraction) -> bool:
    """Whether the shipped theorem gives (eps, delta) at this rho, asked for either."""
    found = answers("asoodeh2020.T5", ch.ZCDP(rho=rho))
    with balls(256) as xp:
        delta, reach = (
            xp.number(DELTA),
            ch.rational_above(lambda xp: -xp.log(xp.number(DELTA)), "L") * (1 - Fraction(1, 10**20)),
        )
        by_epsilon = found.epsilon(xp, delta, {"epsilon": epsilon}) <= xp.number(epsilon)
        by_delta = found.delta(xp, xp.number(epsilon), {"reach": reach}) < 2 * delta
    if by_epsilon != by_delta:
        raise ArithmeticError(f"the two directions differ at eps = {epsilon}")
    return bool(by_epsilon)


@BOOK.soundness(
    "T5.range",
    "The theorem gives (eps, delta) where rho is at most that of its variance, and 2 delta L <= eps <= L; nowhere "
    "else.",
    "Theorem 5 in its exact form (80)",
    "four eps at delta = 1/1000, rho one in a thousand below and above; two eps outside",
)
def _range(effort: Effort) -> Verdict:
    cases = [(Fraction(1, 10**6), epsilon, False) for epsilon in (Fraction(1, 80), Fraction(7))]
    for epsilon in map(Fraction, ("3/2", "2", "4", "13/2")):
        rho = ch.rational_above(number(THRESHOLD, {"eps": epsilon, **ALPHA}), "rho")
        cases += [(rho * Fraction(share, 1000), epsilon, wanted) for share, wanted in ((999, True), (1001, False))]
    for rho, epsilon, wanted in cases:
        if rho <= 0 or _given(rho, epsilon) is not wanted:
            return Refuted("balls: the answer is on the wrong side", witness={"eps": str(epsilon), "rho": str(rho)})
    return Proved("balls: given and not given as stated in each of the cases, run")


LEAST = {
    "gamma": "alpha*rho",
    "first": "gamma - (log(d*alpha) - (alpha-1)*log(1-1/alpha))/(alpha-1)",
    "second": "log(1 + (exp((alpha-1)*gamma)-1)/(alpha*d))/(alpha-1)",
}


def _no_order(effort: Effort) -> Verdict | None:
    for alpha in (Fraction(1, 2), Fraction(1), None):
        try:
            found = answers("asoodeh2020.L2", RHO).epsilon(balls(64), 1, {"alpha": alpha})
            return Refuted("it answers at an order that is not above 1", witness={"eps": str(found)})
        except ch.Unavailable:
            continue
    return None


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
    _no_order,
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

PAIRS = ("3/5", "1/5"), ("1/5", "3/5"), ("1/2", "2/5")
BOOK.stated(
    "R1.two-outcomes",
    "The hockey-stick divergence of two Bernoulli distributions is the sum of the positive parts of both outcomes.",
    "the definition",
    "p above q and below it, lambda = e^-1, 1 and e^(1/4)",
    Equals(
        bernoulli.hockey_stick,
        "positive(p - exp(eps)*q) + positive(1-p - exp(eps)*(1-q))",
        [
            {"p": Fraction(p), "q": Fraction(q), "eps": e}
            for p, q in PAIRS
            for e in (Fraction(-1), Fraction(0), Fraction(1, 4))
        ],
    ),
)
