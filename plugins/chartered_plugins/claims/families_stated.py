"""Claims about families of guarantees and Gaussian DP as they are asked for: which theorem answers, and with which numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Refuted, Verdict

from .book import Book
from .stated import Number, agree, answers, case, conditions, number

POWER = Book("power", "Liu, Sun, Jiang, Kong 2022")
CLOAK = Book("cloak", "Ishai, Kushilevitz, Ostrovsky, Sahai 2006")
GDP = Book("gdp", "Dong, Roth, Su 2022")
HALF = Fraction(1, 2)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*POWER.entries, *CLOAK.entries, *GDP.entries]


def _exactly(value: Any) -> Number:
    return lambda xp: xp.number(value)


@POWER.claim(
    "naive.as-stated",
    Kind.TABLE,
    "B e^(-(sigma eps/A)^2), at most 1; refined from B = 1 on and below it by theorems of their own.",
    "the example of Section 4",
    "sigma = 3, A = 2, B = 5/4, and B = 1 and 1/2",
)
def _power(effort: Effort) -> Verdict:
    step = "power:sigma=3,A=2,B={},refined={}"
    plain, above, one, below = (case(step.format(b, said)) for b, said in (("5/4", "false"), ("5/4", "true"), (1, "true"), ("1/2", "true")))
    kept = (
        conditions("families", "power.naive", {"not refined": plain}, {"refined": above})
        or conditions("families", "power.refined", {"B = 5/4": above, "B = 1": one}, {"not refined": plain, "B = 1/2": below})
        or conditions("families", "power.refined-below-one", {"B = 1/2": below}, {"B = 1": one, "not refined": plain})
    )
    found = answers("families", "power.naive", plain)
    k = Fraction(9, 4)
    return kept or agree(
        {
            "delta": (lambda xp: found.delta(xp, xp.number(1), {}), lambda xp: xp.exp(-xp.number(k)) * 5 / 4),
            "at most 1": (lambda xp: found.delta(xp, xp.number(0), {}), _exactly(1)),
            "eps": (
                lambda xp: found.epsilon(xp, xp.number(Fraction(1, 100)), {}),
                lambda xp: xp.sqrt(xp.log(xp.number(125)) * 4 / 9),
            ),
            "the tail's eps^2": (number(found.tail.quadratic[0]), _exactly(k)),
            "the tail's eps": (number(found.tail.quadratic[1]), _exactly(0)),
            "the tail's constant": (number(found.tail.quadratic[2]), lambda xp: xp.log(xp.number(Fraction(5, 4)))),
            "the limit": (number(found.tail.limit), lambda xp: xp.sqrt(xp.number(Fraction(2, 9)))),
        },
        effort,
    )


@CLOAK.claim("naive.as-stated", Kind.TABLE, "eps delta = n e^(-m/10), and delta at most 1.", "Section 5", "n = 100, m = 150")
def _cloak(effort: Effort) -> Verdict:
    plain, refined = (case(f"cloak:n=100,m=150,refined={said}") for said in ("false", "true"))
    kept = conditions("families", "cloak.naive", {"not refined": plain}, {"refined": refined}) or conditions(
        "families", "cloak.refined", {"refined": refined}, {"not refined": plain}
    )
    found = answers("families", "cloak.naive", plain)

    def weight(xp: Any) -> Any:
        return 100 * xp.exp(-xp.number(15))

    return kept or agree(
        {
            "delta": (lambda xp: found.delta(xp, xp.number(HALF), {}), lambda xp: 2 * weight(xp)),
            "at most 1": (lambda xp: found.delta(xp, xp.number(Fraction(1, 10**9)), {}), _exactly(1)),
            "eps": (lambda xp: found.epsilon(xp, xp.number(Fraction(1, 100)), {}), lambda xp: 100 * weight(xp)),
        },
        effort,
    )


@GDP.claim(
    "profile.as-stated",
    Kind.TABLE,
    "Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), its slope, its end, and from 2 mu on a bound from below.",
    "Corollary 2.13",
    "mu = 1/2, and mu = 0",
)
def _gdp(effort: Effort) -> Verdict:
    found, nothing = (answers("gdp", "gdp.profile", ch.GDP(mu_squared=square)) for square in (Fraction(1, 4), 0))
    with balls(128) as xp:
        early, late = (found.least(xp, xp.number(at)) for at in (Fraction(99, 100), Fraction(1)))
        if early is not None or late is None:
            return Refuted("the bound from below begins elsewhere than at 2 mu", witness={"mu": "1/2"})

    def phi(xp: Any, x: Fraction) -> Any:
        return xp.erfc(-xp.number(x) / xp.sqrt(xp.number(2))) / 2

    def second(xp: Any) -> Any:
        return xp.exp(xp.number(HALF)) * phi(xp, Fraction(-5, 4))

    y, slope = Fraction(9, 4), Fraction(9, 2) / (Fraction(81, 16) + 3)
    return agree(
        {
            "delta": (lambda xp: found.delta(xp, xp.number(HALF), {}), lambda xp: phi(xp, Fraction(-3, 4)) - second(xp)),
            "its slope": (lambda xp: found.rate(xp, xp.number(HALF)), lambda xp: -second(xp)),
            "mu at the end": (number(found.tail.mu), _exactly(HALF)),
            "its limit": (number(found.tail.limit), _exactly(HALF)),
            "below, eps^2": (lambda xp: found.least(xp, xp.number(1))[0], _exactly(2)),
            "below, eps": (lambda xp: found.least(xp, xp.number(1))[1], _exactly(HALF - 2 * slope)),
            "below, constant": (
                lambda xp: found.least(xp, xp.number(1))[2],
                lambda xp: (
                    xp.log(xp.number(HALF) / (xp.number(y * y + 3) * xp.sqrt(2 * xp.pi)))
                    - xp.number(Fraction(1, 32) - slope * (y - Fraction(1, 4)))
                ),
            ),
            "mu 0": (lambda xp: nothing.delta(xp, xp.number(1), {}), _exactly(0)),
            "mu 0, eps": (lambda xp: nothing.epsilon(xp, xp.number(HALF), {}), _exactly(0)),
            "mu 0 ends": (number(nothing.attains), _exactly(0)),
        },
        effort,
    )
