"""Claims about groups of two: the registered theorem gives each kind of guarantee as stated."""

from __future__ import annotations

from fractions import Fraction

import chartered as ch
from chartered.proving import Answers, Book, Conditions, Sampled, profile, renyi
from chartered_plugins.basics.formulas import group_privacy
from chartered_verify.arithmetic import balls

BOOK = Book("group", "Dwork, Roth 2014, Theorem 2.2", at="Vadhan 2017, Lemma 2.2")
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)

BOOK.stated(
    "pure.as-stated",
    "2 eps, 4 rho and twice mu.",
    "and its counterparts",
    "one guarantee of each of three kinds",
    Answers("group.pure", ch.Pure(epsilon=TENTH), {"epsilon": "1/5"}),
    Answers("group.zcdp", ch.ZCDP(rho=TENTH), {"rho": "2/5"}),
    Answers("group.gdp", ch.GDP(mu_squared=TENTH), {"mu_squared": "2/5"}),
)
BOOK.stated(
    "approximate.as-stated",
    "(2 eps, (1 + e^eps) delta), delta at most 1.",
    "three guarantees",
    Answers(
        "group.approximate", ch.Approximate(epsilon=HALF, delta=TENTH), {"epsilon": 1, "delta": "(1 + exp(1/2))/10"}
    ),
    Answers("group.approximate", ch.Approximate(epsilon=HALF, delta=HALF), {"delta": 1}),
    Answers(
        "group.approximate",
        ch.Approximate(epsilon=HALF, delta=0),
        more={"pure": (lambda xp, found: int(found.delta == 0), 1)},
    ),
)
BOOK.stated(
    "renyi.as-stated",
    "2 alpha/(2 alpha - 1) gamma(2 alpha - 1) + gamma(2 alpha), up to half the last order T of the curve, if it has "
    "one, and (2 T - 1)/(T - 1) gamma(T) up to T^2/(2 T - 1), where that is less or nothing else is known.",
    "Mironov 2017, Proposition 11",
    "the curves alpha^2 and 1 up to the order 8, alpha^2 without end",
    Answers(
        "group.renyi",
        renyi("alpha^2", top=Fraction(8)),
        {
            "curve(3)": "6/5*5^2 + 6^2",
            "curve(3/2)": "3/2*2^2 + 3^2",
            "curve(4)": "8/7*7^2 + 8^2",
            "curve(17/4)": "15/7*8^2",
            "top": "64/15",
        },
    ),
    Answers("group.renyi", renyi("1", top=Fraction(8)), {"curve(3/2)": "15/7", "curve(64/15)": "15/7"}),
    Answers("group.renyi", renyi("alpha^2"), {"curve(17/4)": "17/15*(15/2)^2 + (17/2)^2", "top": None}),
)


def _sum_of_powers(size: int, epsilon: Fraction) -> bool:
    """Whether the registered sum equals the sum of all powers, added one by one."""
    with balls(120) as xp:
        found = group_privacy.delta(xp, xp.number(epsilon), xp.number(TENTH), size)
        written = sum((xp.exp(k * xp.number(epsilon)) for k in range(size)), xp.number(0)) / 10
        return bool(found.overlaps(written))


BOOK.table(
    "approximate.powers", "(1 + e^eps + ... + e^((k-1) eps)) delta for a group of k.", "groups of 1 to 12, three eps"
)(Sampled("balls", _sum_of_powers, digits=30, size=range(1, 13), epsilon=(Fraction(0), TENTH, Fraction(3))))
FALLING = "exp(-eps)/10"
BOOK.stated(
    "profile.as-stated",
    "The profile for a group of two is (1 + e^(eps/2)) delta(eps/2), and at most 1, or that of two largest losses "
    "where none is infinite; it is given for profiles that are evaluated without a search for a witness.",
    "the profile e^-eps/10, and one that is 1 at 0",
    Conditions(
        "group.profile",
        [profile(FALLING)],
        [profile(FALLING, propose=lambda question: {}), profile(FALLING, delta_at_infinity=TENTH)],
    ),
    Answers(
        "group.profile",
        profile(FALLING, max_loss=HALF),
        {"delta(1/2)": "(1 + exp(-1/4))/10", "delta(1)": 0, "at_infinity.max_loss": 1},
    ),
    Answers("group.profile", profile("exp(-eps)"), {"delta(0)": 1, "at_infinity.max_loss": None}),
    Answers(
        "group.profile",
        profile("exp(-2*eps)/3"),
        {
            "delta(1)": "(1 + exp(1/2))*exp(-1)/3",
            "delta(0)": "2/3",
            "at_infinity.max_loss": None,
            "at_infinity.delta": 0,
        },
    ),
    Answers(
        "group.profile",
        profile("(1 + 2*exp(-eps))/20", delta_at_infinity=TENTH, max_loss=HALF),
        {"delta(1/2)": "(1 + exp(1/4))*(1 + 2*exp(-1/4))/20", "at_infinity.delta": "(1 + exp(1/2))/10"},
    ),
    Answers("group.profile", profile("1/2", delta_at_infinity=HALF, max_loss=HALF), {"at_infinity.delta": 1}),
)
