"""Claims about families of guarantees and Gaussian DP as they are asked for: which theorem answers, and with which numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Refuted, Verdict

from ..formulas import gaussian_profile
from .book import Book
from .stated import agree, answers, case, conditions, delta_at, epsilon_at, first, number, together

POWER = Book("power", "Liu, Sun, Jiang, Kong 2022")
CLOAK = Book("cloak", "Ishai, Kushilevitz, Ostrovsky, Sahai 2006")
PURE = Book("pure", "Liu, Sun, Jiang, Kong 2022")
GDP = Book("gdp", "Dong, Roth, Su 2022")
HALF = Fraction(1, 2)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*POWER.entries, *CLOAK.entries, *PURE.entries, *GDP.entries]


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
    kept = first(
        conditions("families", "power.naive", {"not refined": plain}, {"refined": above}),
        conditions("families", "power.refined", {"B = 5/4": above, "B = 1": one}, {"not refined": plain, "B = 1/2": below}),
        conditions("families", "power.refined-below-one", {"B = 1/2": below}, {"B = 1": one, "not refined": plain}),
    )
    found = answers("families", "power.naive", plain)
    k = Fraction(9, 4)
    return together(
        kept,
        agree(
            {
                "delta": (lambda xp: found.delta(xp, xp.number(1), {}), lambda xp: xp.exp(-xp.number(k)) * 5 / 4),
                "at most 1": (lambda xp: found.delta(xp, xp.number(0), {}), number(1)),
                "eps": (
                    lambda xp: found.epsilon(xp, xp.number(Fraction(1, 100)), {}),
                    lambda xp: xp.sqrt(xp.log(xp.number(125)) * 4 / 9),
                ),
                "the tail's eps^2": (number(found.tail.quadratic[0]), number(k)),
                "the tail's eps": (number(found.tail.quadratic[1]), number(0)),
                "the tail's constant": (number(found.tail.quadratic[2]), lambda xp: xp.log(xp.number(Fraction(5, 4)))),
                "the limit": (number(found.tail.limit), lambda xp: xp.sqrt(xp.number(Fraction(2, 9)))),
            },
            effort,
        ),
    )


@CLOAK.claim("naive.as-stated", Kind.TABLE, "eps delta = n e^(-m/10), and delta at most 1.", "Section 5", "n = 100, m = 150")
def _cloak(effort: Effort) -> Verdict:
    plain, refined = (case(f"cloak:n=100,m=150,refined={said}") for said in ("false", "true"))
    kept = first(
        conditions("families", "cloak.naive", {"not refined": plain}, {"refined": refined}),
        conditions("families", "cloak.refined", {"refined": refined}, {"not refined": plain}),
    )
    found = answers("families", "cloak.naive", plain)

    def weight(xp: Any) -> Any:
        return 100 * xp.exp(-xp.number(15))

    return together(
        kept,
        agree(
            {
                "delta": (lambda xp: found.delta(xp, xp.number(HALF), {}), lambda xp: 2 * weight(xp)),
                "at most 1": (lambda xp: found.delta(xp, xp.number(Fraction(1, 10**9)), {}), number(1)),
                "eps": (lambda xp: found.epsilon(xp, xp.number(Fraction(1, 100)), {}), lambda xp: 100 * weight(xp)),
            },
            effort,
        ),
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
            "mu at the end": (number(found.tail.mu), number(HALF)),
            "its limit": (number(found.tail.limit), number(HALF)),
            "below, eps^2": (lambda xp: found.least(xp, xp.number(1))[0], number(2)),
            "below, eps": (lambda xp: found.least(xp, xp.number(1))[1], number(HALF - 2 * slope)),
            "below, constant": (
                lambda xp: found.least(xp, xp.number(1))[2],
                lambda xp: (
                    xp.log(xp.number(HALF) / (xp.number(y * y + 3) * xp.sqrt(2 * xp.pi)))
                    - xp.number(Fraction(1, 32) - slope * (y - Fraction(1, 4)))
                ),
            ),
            "mu 0": (lambda xp: nothing.delta(xp, xp.number(1), {}), number(0)),
            "mu 0, eps": (lambda xp: nothing.epsilon(xp, xp.number(HALF), {}), number(0)),
            "mu 0 ends": (number(nothing.attains), number(0)),
        },
        effort,
    )


@PURE.claim(
    "gdp.as-stated",
    Kind.TABLE,
    "The shipped mu is positive, and Phi(-mu/2) is 1/(1 + e^eps).",
    "Theorem 5.1",
    "eps = log 3 and 1/5",
)
def _gdp_of_pure(effort: Effort) -> Verdict:
    def below(xp: Any, mu: Any) -> Any:
        return xp.erfc(mu / (2 * xp.sqrt(xp.number(2)))) / 2

    def of_three(xp: Any) -> Any:
        return below(xp, gaussian_profile.mu_of_pure(xp, xp.log(xp.number(3))))

    def of_fifth(xp: Any) -> Any:
        return below(xp, gaussian_profile.mu_of_laplace(xp, xp.number(Fraction(1, 5))))

    return agree(
        {
            "pure": (of_three, number(Fraction(1, 4))),
            "Laplace": (of_fifth, lambda xp: xp.exp(-xp.number(Fraction(1, 10))) / 2),
        },
        effort,
    )


@POWER.claim(
    "refined.as-asked",
    Kind.TABLE,
    "The best guarantee is where (1-delta)/(1+e^eps) is largest: below it what it says, beyond it the family's own delta; so is eps.",
    "Theorem 2.1",
    "a power family of k = 9/4 and B = 5/4, an encoder of 100 users and 150 messages; far from the best eps, and beside it",
)
def _best(effort: Effort) -> Verdict:
    power, cloak = (
        answers("families", name, case(step))
        for name, step in (("power.refined", "power:sigma=3,A=2,B=5/4"), ("cloak.refined", "cloak:n=100,m=150"))
    )

    def least(xp: Any, own: Any) -> Any:
        """Theorem 2.1 at eps = 0 over a grid of eps0: never below its infimum, and no more than 1e-5 of it above."""
        found, e0 = xp.number(1), xp.number(Fraction(1, 10**4))
        for _ in range(2400):
            e0 = e0 * 201 / 200
            d = own(xp, e0)
            found = xp.minimum(found, d + (1 - d) * (xp.exp(e0) - 1) / (1 + xp.exp(e0))) if d < 1 else found
        return found

    with balls(96) as xp:
        owns = {
            "power": (power, lambda xp, e: xp.exp(-e * e * 9 / 4) * 5 / 4),
            "cloak": (cloak, lambda xp, e: 100 * xp.exp(-xp.number(15)) / e),
        }
        for name, (profile, own) in owns.items():
            shipped, grid = profile.delta(xp, xp.number(0), {}), least(xp, own)
            if not (shipped <= grid and grid - shipped < xp.number(Fraction(1, 10**5)) * grid):
                return Refuted("the best guarantee is not the least over a grid", witness={"family": name})
    tiny = Fraction(1, 10**9)
    return agree(
        {
            "cloak, beyond": (delta_at(cloak, 3), lambda xp: 100 * xp.exp(-xp.number(15)) / 3),
            "cloak, eps": (epsilon_at(cloak, tiny), lambda xp: 10**11 * xp.exp(-xp.number(15))),
            "power, beyond": (delta_at(power, 4), lambda xp: xp.exp(-xp.number(36)) * 5 / 4),
            "power, eps": (epsilon_at(power, tiny), lambda xp: xp.sqrt((xp.log(xp.number(Fraction(5, 4)) * 10**9)) * 4 / 9)),
        },
        effort,
    )
