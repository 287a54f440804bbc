"""Claims about approximate DP: pure DP as a case of it, the inverse of its profile, and composition with multiplied
failures."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import accountant, bound, held
from chartered.proving.steps import chain, same, sign_of
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims.approximate import ALL, LEVELS, guarantee, outcomes, shipped
from ...basics.claims.pure import below

BOOK = Book("approximate", "Liu et al. 2022")
PURE = Book("pure", "Liu et al. 2022")
claims = claims_of(PURE, BOOK)
SIZE = (Fraction(1, 20), 20)
CHANCE = (Fraction(1, 100), 1)


@PURE.identity(
    "approximate.definition",
    "eps-DP is (eps, 0)-DP: the profile of the approximate guarantee that it gives is its own.",
    "definitions; Theorem 2.1 with delta0 = 0",
    "all 0 <= eps < eps0",
)
def _pure_case(effort: Effort) -> Verdict:
    def through(xp: Any, x: Any, y: Any) -> Any:
        given = bound("approximate", "pure.approximate")(ch.Pure(epsilon=held(xp.log1p(x + y))))
        return bound("approximate", "approximate.profile")(given).delta(xp, xp.log1p(x), {})

    return same_parts(through, below, "x y", {name: LEVELS[name] for name in ("x", "y")}, effort)


@BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile, and 0 above the profile's value at eps = 0.",
    "Theorem 2.1",
    ALL,
)
def _inverse(effort: Effort) -> Verdict:
    def solved(xp: Any, x: Any, y: Any, t: Any, more: Any) -> Any:
        profile = bound("approximate", "approximate.profile")(guarantee(xp, x + y, t))
        return xp.exp(profile.epsilon(xp, shipped(xp, x, y, t) + more, {}))

    def back(xp: Any, x: Any, y: Any, t: Any) -> Any:
        return solved(xp, x, y, t, 0 * x)

    def above(xp: Any, y: Any, t: Any, z: Any) -> Any:
        return solved(xp, 0 * y, y, t, z)

    return chain(
        "The profile falls from eps = 0 to eps0, where it is delta0.",
        (
            "eps(delta(eps)) = eps",
            same_parts(lambda xp, x, y, t: solved(xp, x, y, t, 0 * x), "1 + x", "x y t", LEVELS, effort),
        ),
        ("eps = 0 above delta(0)", same_parts(above, _one, "y t z", {"y": SIZE, "t": (0, 9), "z": (0, 1)}, effort)),
    )


def _one(xp: Any, *_: Any) -> Any:
    return xp.number(1)


def composed(xp: Any, levels: list[Any], odds: list[Any]) -> ch.Approximate:
    """The shipped composition of (log(1 + level), t/(1+t))-DP guarantees."""
    law = accountant("approximate", "approximate")
    found: ch.Approximate = law.compose([guarantee(xp, x, t) for x, t in zip(levels, odds, strict=True)])
    return found


@BOOK.soundness(
    "composition.sound",
    "(eps1, d1)-DP then (eps2, d2)-DP is (eps1 + eps2, 1 - (1-d1)(1-d2))-DP: with f = (p2 - d2)_+/(1-d2) <= 1, "
    "E_P[p2] <= d2 + (1-d2)(d1 + A1 E_Q[f]) and (1-d2) f <= A2 q2.",
    "Kairouz, Oh, Viswanath 2015, Theorem 3.3 with i = 0",
    "all eps1, eps2 >= 0, 0 <= d1, d2 < 1",
)
def _sound(effort: Effort) -> Verdict:
    def total(xp: Any, t: Any, u: Any) -> Any:
        return xp.number(composed(xp, [t, u], [t, u]).delta)

    def steps(xp: Any, t: Any, u: Any) -> Any:
        first, second = t / (1 + t), u / (1 + u)
        return second + (1 - second) * first

    def level(xp: Any, x: Any, y: Any) -> Any:
        return xp.exp(xp.number(composed(xp, [x, y], [x, y]).epsilon))

    odds = {"t": (0, 9), "u": (0, 9)}
    return chain(
        "The guarantee of an event holds for the mean of any f in [0, 1], since f is a mixture of events. p2 and q2 "
        "are conditional on the "
        "first outcome, so the second run may adapt; E_P[p2] <= delta + A1 A2 E_Q[q2] with delta = d2 + (1-d2) d1.",
        ("the shipped delta is d2 + (1-d2) d1", same(total, steps, "t u", odds, effort)),
        ("the shipped eps is eps1 + eps2", same(level, "(1 + x)*(1 + y)", "x y", {"x": SIZE, "y": SIZE}, effort)),
        (
            "f <= 1",
            sign_of(
                "1 - (p/(p + rest) - u/(1 + u))*(1 + u)",
                "p rest u",
                {"p": CHANCE, "rest": CHANCE, "u": (0, 9)},
                effort,
                strict=False,
                zero=("rest", "u"),
            ),
        ),
    )


@BOOK.identity(
    "composition.attained",
    "Two four-outcome mechanisms have exactly that delta at eps1 + eps2: no smaller one holds there.",
    "Theorem 2.1 and Kairouz, Oh, Viswanath 2015, Theorem 3.3",
    "all eps1, eps2 > 0, 0 <= d1, d2 < 1",
)
def _attained(effort: Effort) -> Verdict:
    def stick(xp: Any, x: Any, y: Any, t: Any, u: Any) -> Any:
        zero, found = 0 * x, xp.number(0)
        for p, q in outcomes(zero, x, t):
            for r, s in outcomes(zero, y, u):
                found = found + xp.positive(p * r - (1 + x) * (1 + y) * q * s)
        return found

    domain = {"x": SIZE, "y": SIZE, "t": (0, 9), "u": (0, 9)}
    return same_parts(
        stick, lambda xp, x, y, t, u: xp.number(composed(xp, [x, y], [t, u]).delta), "x y t u", domain, effort
    )


@BOOK.identity(
    "composition.times",
    "Three runs of one guarantee are the composition of three.",
    "Kairouz, Oh, Viswanath 2015, Theorem 3.3 with i = 0",
    "all eps >= 0, 0 <= delta < 1, three runs",
)
def _times(effort: Effort) -> Verdict:
    law = accountant("approximate", "approximate")

    def by_times(xp: Any, x: Any, t: Any) -> Any:
        found = law.times(guarantee(xp, x, t), 3)
        return xp.number(found.epsilon) + 2 * xp.number(found.delta)

    def by_compose(xp: Any, x: Any, t: Any) -> Any:
        found = composed(xp, [x] * 3, [t] * 3)
        return xp.number(found.epsilon) + 2 * xp.number(found.delta)

    return same(by_times, by_compose, "x t", {"x": SIZE, "t": (0, 9)}, effort)
