"""Claims about shuffles and windows as they are asked for: short forms, their ranges, and what checking in with
probability p leaves."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving.as_stated import Answers, Conditions, answers, replaced
from chartered.proving.book import Book, claims_of

SWAPS = Book("erlingsson2019", "Erlingsson et al. 2019")
CHECKINS = Book("checkin", "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020")
claims = claims_of(SWAPS, CHECKINS)


def _shuffle(n: int, epsilon0: str = "1/10") -> ch.Case:
    return replaced(f"shuffled:n={n}/pure:epsilon=1", ch.Pure(epsilon=Fraction(epsilon0)))


EPSILON, DELTA = "12*e0*sqrt(-log({})/n)", "exp(-({}/(12*e0))^2*n)"
NAMES = {"e0": Fraction(1, 10), "n": 10**5}
SWAPS.stated(
    "T7-short.as-printed",
    "eps = 12 eps0 sqrt(log(1/delta)/n) for n >= 1000, eps0 < 1/2, delta < 1/100, and never above eps0.",
    "Theorem 7",
    "n = 100000, eps0 = 1/10, and both sides of every end",
    Conditions(
        "erlingsson2019.T7-short",
        [_shuffle(1000, "49/100")],
        [_shuffle(1000, "1/2"), _shuffle(999), _shuffle(1000, "0")],
    ),
    Answers(
        "erlingsson2019.T7-short",
        _shuffle(10**5),
        {
            "epsilon(1/10^6)": EPSILON.format("1/10^6"),
            "epsilon(1/10)": EPSILON.format("1/100"),
            "delta(1/50)": DELTA.format("(1/50)"),
            "delta(1/125)": 1,
            "delta(8145/10^6)": DELTA.format("(8145/10^6)"),
            "at_infinity.max_loss": "e0",
        },
        NAMES,
    ),
    Answers("erlingsson2019.T7-short", _shuffle(1000), {"epsilon(1/10^6)": "e0", "delta(11/100)": 0}, NAMES),
)

INNER, STEP = ch.Pure(epsilon=Fraction(1, 2)), "checkin:m=1000,p={},n=5000,protocol=fixed/pure:epsilon=1/2"
WITHIN = {
    "p": Fraction(1, 4),
    "rho": lambda xp: xp.number(answers("checkin.zcdp", replaced(STEP.format(1), INNER)).rho),
    "E": "2*rho",
    "inner": "min(E/2 + sqrt(2*E*min(-log(d/p), log(exp(1) + sqrt(E)*p/d))), 1/2)",
    "outer": "log(1 + p*(exp(inner)-1))",
}
CHECKINS.stated(
    "mixture.as-stated",
    "Theorem 3.5 of Kairouz et al. for the variance proxy of the window at p = 1, amplified by p.",
    "with Balle, Barthe, Gaboardi 2018, Theorem 2",
    "m = 1000, p = 1/4, eps0 = 1/2",
    *(
        Answers(
            "checkin.mixture",
            replaced(STEP.format("1/4"), INNER),
            {"epsilon(d)": "outer", "delta(outer)": "d", "at_infinity.max_loss": "log(1 + p*(exp(1/2)-1))"},
            {"d": delta, **WITHIN},
        )
        for delta in (Fraction(1, 10**6), Fraction(1, 1000))
    ),
)
