"""Claims about groups of two: each kind of guarantee comes out as it is stated."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from .book import Book
from .stated import agree, answers, conditions, number, together

BOOK = Book("group", "Dwork, Roth 2014, Theorem 2.2")
HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def claims() -> list[Claim]:
    """All claims of this module."""
    return list(BOOK.entries)


def _group(kind: str, guarantee: Any) -> Any:
    return answers("group", f"group.{kind}", guarantee)


@BOOK.claim("pure.as-stated", Kind.TABLE, "2 eps, 4 rho and twice mu.", "and its counterparts", "one guarantee of each of three kinds")
def _numbers(effort: Effort) -> Verdict:
    return agree(
        {
            "2 eps": (number(_group("pure", ch.Pure(epsilon=TENTH)).epsilon), number(Fraction(1, 5))),
            "4 rho": (number(_group("zcdp", ch.ZCDP(rho=TENTH)).rho), number(Fraction(2, 5))),
            "(2 mu)^2": (number(_group("gdp", ch.GDP(mu_squared=TENTH)).mu_squared), number(Fraction(2, 5))),
        },
        effort,
    )


@BOOK.claim(
    "approximate.as-stated", Kind.TABLE, "(2 eps, (1 + e^eps) delta), delta at most 1.", "Vadhan 2017, Lemma 2.2", "three guarantees"
)
def _approximate(effort: Effort) -> Verdict:
    found, whole, pure = (_group("approximate", ch.Approximate(epsilon=HALF, delta=delta)) for delta in (TENTH, HALF, 0))
    return agree(
        {
            "2 eps": (number(found.epsilon), number(1)),
            "(1 + e^eps) delta": (number(found.delta), lambda xp: (1 + xp.exp(xp.number(HALF))) / 10),
            "no more than 1": (number(whole.delta), number(1)),
            "pure again": (number(int(pure.delta == 0)), number(1)),
        },
        effort,
    )


@BOOK.claim(
    "renyi.as-stated",
    Kind.TABLE,
    "2 alpha/(2 alpha - 1) gamma(2 alpha - 1) + gamma(2 alpha), up to half the last order.",
    "Mironov 2017, Proposition 11",
    "the curve alpha^2 up to the order 8",
)
def _renyi(effort: Effort) -> Verdict:
    found = _group("renyi", ch.Renyi(curve=lambda xp, alpha: alpha * alpha, top=Fraction(8)))
    endless = _group("renyi", ch.Renyi(curve=lambda xp, alpha: alpha * alpha))
    return agree(
        {
            "at 3": (lambda xp: found.curve(xp, xp.number(3)), number(Fraction(6, 5) * 25 + 36)),
            "at 3/2": (lambda xp: found.curve(xp, xp.number(Fraction(3, 2))), number(Fraction(3, 2) * 4 + 9)),
            "the last order": (number(found.top), number(4)),
            "no last order": (number(int(endless.top is None)), number(1)),
        },
        effort,
    )


def _falling(**more: Any) -> ch.Profile:
    return ch.Profile(delta=lambda xp, epsilon, witness: xp.exp(-epsilon) / 10, **more)


@BOOK.claim(
    "profile.as-stated",
    Kind.TABLE,
    "(1 + e^(eps/2)) delta(eps/2), at most 1, where delta comes to 0 without a search.",
    "Vadhan 2017, Lemma 2.2",
    "the profile e^-eps/10, and one that is 1 at 0",
)
def _profile(effort: Effort) -> Verdict:
    searched = _falling(propose=lambda question: {})
    kept = conditions(
        "group", "group.profile", {"in closed form": _falling()}, {"with a search": searched, "a floor": _falling(floor=TENTH)}
    )
    found = _group("profile", _falling(attains=HALF))
    large = _group("profile", ch.Profile(delta=lambda xp, epsilon, witness: xp.exp(-epsilon)))
    return together(
        kept,
        agree(
            {
                "at 1": (lambda xp: found.delta(xp, xp.number(1), {}), lambda xp: (1 + xp.exp(-xp.number(HALF))) / 10),
                "at most 1": (lambda xp: large.delta(xp, xp.number(0), {}), number(1)),
                "where it ends": (number(found.attains), number(1)),
                "no end": (number(int(large.attains is None)), number(1)),
            },
            effort,
        ),
    )
