"""Claims about shuffles and windows as they are asked for: short forms, their ranges, and what checking in with probability p leaves."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..book import Book
from ..stated import Number, agree, answers, case, conditions, number, together

SWAPS = Book("erlingsson2019", "Erlingsson et al. 2019")
CHECKINS = Book("checkin", "Balle, Kairouz, McMahan, Thakkar, Thakurta 2020")
TENTH = Fraction(1, 10)


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*SWAPS.entries, *CHECKINS.entries]


def _shuffle(epsilon0: Fraction, n: int) -> ch.Case:
    return case(f"shuffled:n={n}/pure:epsilon={epsilon0}", ch.Pure(epsilon=epsilon0), replaced=True)


@SWAPS.claim(
    "T7-short.as-printed",
    Kind.TABLE,
    "eps = 12 eps0 sqrt(log(1/delta)/n) for n >= 1000, eps0 < 1/2, delta < 1/100, and never above eps0.",
    "Theorem 7",
    "n = 100000, eps0 = 1/10, and both sides of every end",
)
def _short(effort: Effort) -> Verdict:
    holds = {"n = 1000": _shuffle(Fraction(49, 100), 1000)}
    fails = {"eps0 = 1/2": _shuffle(Fraction(1, 2), 1000), "n = 999": _shuffle(TENTH, 999), "eps0 = 0": _shuffle(Fraction(0), 1000)}
    kept = conditions("shuffled_reports", "erlingsson2019.T7-short", holds, fails)
    found = answers("shuffled_reports", "erlingsson2019.T7-short", _shuffle(TENTH, 10**5))
    few = answers("shuffled_reports", "erlingsson2019.T7-short", _shuffle(TENTH, 1000))

    def printed(delta: Fraction) -> Number:
        return lambda xp: xp.number(Fraction(12, 10)) * xp.sqrt(-xp.log(xp.number(delta)) / 10**5)

    def delta_at(epsilon: Fraction) -> Number:
        return lambda xp: xp.exp(-(xp.number(epsilon / (12 * TENTH)) ** 2) * 10**5)

    return together(
        kept,
        agree(
            {
                "eps": (lambda xp: found.epsilon(xp, xp.number(Fraction(1, 10**6)), {}), printed(Fraction(1, 10**6))),
                "eps of a large delta": (lambda xp: found.epsilon(xp, xp.number(TENTH), {}), printed(Fraction(1, 100))),
                "eps0 at most": (lambda xp: few.epsilon(xp, xp.number(Fraction(1, 10**6)), {}), number(TENTH)),
                "delta": (lambda xp: found.delta(xp, xp.number(Fraction(1, 50)), {}), delta_at(Fraction(1, 50))),
                "delta that is too large": (lambda xp: found.delta(xp, xp.number(Fraction(1, 125)), {}), number(1)),
                "delta just below 1/100": (
                    lambda xp: found.delta(xp, xp.number(Fraction(8145, 10**6)), {}),
                    delta_at(Fraction(8145, 10**6)),
                ),
                "nothing from eps0 on": (lambda xp: few.delta(xp, xp.number(Fraction(11, 100)), {}), number(0)),
                "where it ends": (number(found.attains), number(TENTH)),
            },
            effort,
        ),
    )


@CHECKINS.claim(
    "mixture.as-stated",
    Kind.TABLE,
    "Theorem 3.5 of Kairouz et al. for the energy of the window at p = 1, amplified by p.",
    "with Balle, Barthe, Gaboardi 2018, Theorem 2",
    "m = 1000, p = 1/4, eps0 = 1/2",
)
def _mixture(effort: Effort) -> Verdict:
    share, step = Fraction(1, 4), "checkin:m={},p={},n=5000,protocol=fixed/pure:epsilon=1/2"
    inner = ch.Pure(epsilon=Fraction(1, 2))
    found = answers("checkin_windows", "checkin.mixture", case(step.format(1000, "1/4"), inner, replaced=True))
    sure = answers("checkin_windows", "checkin.zcdp", case(step.format(1000, "1"), inner, replaced=True))

    def energy(xp: Any) -> Any:
        return 2 * xp.number(sure.rho)

    def within(xp: Any, delta: Any) -> Any:
        """rho + sqrt(2 E min(log(1/delta), log(e + sqrt(E)/delta))), at most eps0."""
        both = xp.minimum(-xp.log(delta), xp.log(xp.exp(xp.number(1)) + xp.sqrt(energy(xp)) / delta))
        return xp.minimum(energy(xp) / 2 + xp.sqrt(2 * energy(xp) * both), xp.number(Fraction(1, 2)))

    def outer(delta: Fraction) -> Number:
        return lambda xp: xp.log(1 + (xp.exp(within(xp, xp.number(4 * delta))) - 1) / 4)

    def back(delta: Fraction) -> Number:
        return lambda xp: found.delta(xp, outer(delta)(xp), {})

    pairs: dict[str, tuple[Number, Number]] = {
        f"{way} at {delta}": pair
        for delta in (Fraction(1, 10**6), Fraction(1, 1000))
        for way, pair in (
            ("eps", (lambda xp, d=delta: found.epsilon(xp, xp.number(d), {}), outer(delta))),
            ("delta", (back(delta), number(delta))),
        )
    }
    pairs["where it ends"] = number(found.attains), lambda xp: xp.log(1 + xp.number(share) * (xp.exp(xp.number(Fraction(1, 2))) - 1))
    return agree(pairs, effort)
