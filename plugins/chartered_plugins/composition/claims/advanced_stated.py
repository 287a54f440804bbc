"""Claims about registered closed-form bounds on composition: the smaller of two, and the point at which each begins."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Answers, Book, claims_of
from chartered.proving.printed_formulas import number

KOV = Book("kairouz2015", "Kairouz, Oh, Viswanath 2015")
MIRONOV = Book("mironov2017", "Mironov 2017")
DWORK = Book("dwork2010", "Dwork, Rothblum, Vadhan 2010")
claims = claims_of(KOV, MIRONOV, DWORK)
FAILING = Fraction(1, 50)


def _runs(epsilon0: Fraction, k: int) -> ch.Responses:
    return ch.Responses(counts={epsilon0: k}, delta=FAILING)


def _kairouz(e0: Fraction, k: int) -> list[Answers]:
    """Compares the registered answer with the least of the three bounds."""
    known = {"e0": e0, "k": k, "d": FAILING, "m": "k*e0*(exp(e0)-1)/(exp(e0)+1)", "v": "k*e0^2"}

    def delta(share: Fraction) -> Any:
        eps = share * k * e0
        both = "exp(-(eps-m)^2/(2*v))", "sqrt(v)/(exp((eps-m)^2/(2*v)) - exp(1))"
        first, second, mean = (number(text, {**known, "eps": eps}) for text in (*both, "m"))

        def least(xp: Any) -> Any:
            if xp.number(eps) < mean(xp):
                return xp.number(1)
            other = second(xp)
            failing = xp.number(FAILING)
            return failing + (1 - failing) * (xp.minimum(first(xp), other) if other > 0 else first(xp))

        return least

    eps = "min(k*e0, m + sqrt(2*v*log(1/x)), m + sqrt(2*v*log(exp(1) + sqrt(v)/x)))"
    return [
        *(
            Answers("kairouz2015.T35", _runs(e0, k), {f"delta({share}*k*e0)": delta(Fraction(share))}, known)
            for share in ("1/100", "2/5", "1/2", "3/4", "19/20")
        ),
        *(
            Answers("kairouz2015.T35", _runs(e0, k), {"epsilon(d + (1-d)*x)": eps}, {"x": Fraction(x), **known})
            for x in ("1/1000000000", "1/100", "1/4", "9/10")
        ),
    ]


KOV.stated(
    "T35.as-stated",
    "The lesser of e^(-(eps-m)^2/(2 v)) and sqrt(v)/(e^((eps-m)^2/(2 v)) - e) (1 up to the mean m), and the least of "
    "their eps and k eps0.",
    "Theorem 3.5",
    "4 runs at eps0 = 1/10 and 9 at 2, which fail with probability 1/50, where each of the three is the least; in "
    "every arithmetic",
    *_kairouz(Fraction(1, 10), 4),
    *_kairouz(Fraction(2), 9),
    doubles=Fraction(0),
)

MIRONOV.stated(
    "C1.as-stated",
    "e^(-eps^2/(32 v)) from eps = 4 sqrt(2) v on, 1 before it; 4 sqrt(2 v log(1/delta)), but no less than that start.",
    "Corollary 1",
    "9 runs at eps0 = 1/3, which fail with probability 1/50: v = 1",
    Answers(
        "mironov2017.C1",
        _runs(Fraction(1, 3), 9),
        {
            "delta(5)": 1,
            "delta(6)": "d + (1-d)*exp(-36/32)",
            "epsilon(d + (1-d)/100)": "4*sqrt(2*log(100))",
            "epsilon(d + (1-d)/2)": "4*sqrt(2)",
        },
        {"d": FAILING},
    ),
    doubles=Fraction(0),
)

DWORK.stated(
    "advanced.as-stated",
    "e^(-(eps-m)^2/(2 v)) from the mean m = k eps0 (e^eps0 - 1) on, 1 up to it; m + sqrt(2 v log(1/delta)); no finite "
    "loss is above the sum of all eps0.",
    "Theorem III.3",
    "9 runs at eps0 = 1/3, which fail with probability 1/50: v = 1",
    Answers(
        "dwork2010.advanced",
        _runs(Fraction(1, 3), 9),
        {
            "delta(1)": 1,
            "delta(3)": "d + (1-d)*exp(-(3-m)^2/2)",
            "epsilon(d + (1-d)/100)": "m + sqrt(2*log(100))",
            "at_infinity.delta": "d",
            "at_infinity.max_loss": 3,
        },
        {"d": FAILING, "m": "3*(exp(1/3)-1)"},
    ),
)
