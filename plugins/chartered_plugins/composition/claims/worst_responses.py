"""Claims about one run: what it adds to a composition is at most what an answer of randomized response adds, and that
is such a run.

The proof goes run by run. Let f(eps), for every real eps, be what bounds P2(S) - e^eps Q2(S) over all events S of the
runs still to come, whatever came before. With x = dP/dQ of the run at hand, g(x) = x f(eps - log x) is the largest x
P2(S) - e^eps Q2(S): convex in x, 0 at x = 0, and of slopes between 0 and 1. The composition has delta(eps) <=
E_Q[g(x)], where P without Q counts with the slope at infinity."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.cases import every
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import binomial

KOV = "Kairouz, Oh, Viswanath 2015"
PURE, APPROXIMATE, RESPONSE = Book("pure", KOV), Book("approximate", KOV), Book("randomized-response", KOV)
claims = claims_of(PURE, APPROXIMATE, RESPONSE)
SIZE = (Fraction(1, 20), 20)
CHORD = {"y": SIZE, "u": SIZE, "v": SIZE}
ALL = "all eps0 > 0 (A = 1 + y = e^eps0), u = g(1/A), v = g(A)"
EPSILONS = tuple(map(Fraction, ("1/10", "1/5", "1/2", "1", "7/3")))


def chord(y: Any, u: Any, v: Any, x: Any) -> Any:
    """The line through (1/A, u) and (A, v), at x."""
    most = 1 + y
    return u + (v - u) / (most - 1 / most) * (x - 1 / most)


def answered(y: Any, u: Any, v: Any) -> Any:
    """E_Q[g] of randomized response: x = A with probability 1/(1+A), else 1/A."""
    return ((1 + y) * u + v) / (2 + y)


@PURE.soundness(
    "response.sound",
    "An eps0-DP run has E_Q[g(x)] at most that of randomized response: g lies below its chord over [1/A, A], E_Q[x] "
    "= 1, and the chord at "
    "1 is randomized response's mean.",
    "Theorem 2.4 and Section 3",
    ALL,
)
def _pure(effort: Effort) -> Verdict:
    def at_one(xp: Any, y: Any, u: Any, v: Any) -> Any:
        return chord(y, u, v, 1)

    return chain(
        "x stays within [1/A, A], g is convex.",
        ("the chord at 1", same(at_one, lambda xp, *point: answered(*point), "y u v", CHORD, effort)),
        ("A/(1+A) and 1/(1+A) are the shipped weights", _weights(effort)),
    )


def _weights(effort: Effort) -> Verdict:
    def shipped(xp: Any, y: Any, t: Any) -> Any:
        truth, lie = binomial.weights(xp, xp.log1p(y), 1, 0, 1)
        return truth + t * lie

    return same(shipped, "(1 + y)/(2 + y) + t/(2 + y)", "y t", {"y": SIZE, "t": SIZE}, effort)


@APPROXIMATE.soundness(
    "response.sound",
    "An (eps0, d)-DP run has E_Q[g(x)] <= d + (1-d) times that of randomized response: beyond A g rises by at most x "
    "- A above the chord, "
    "below 1/A by at most -a A (1/A - x), a <= 0 the chord at 0, and both excesses have mean at most d and d/A.",
    "Theorem 2.4 and Section 3",
    ALL + ", 0 <= d < 1",
)
def _approximate(effort: Effort) -> Verdict:
    def slope(y: Any, u: Any, v: Any) -> Any:
        return chord(y, u, v, 1) - chord(y, u, v, 0 * y)

    def over(xp: Any, y: Any, u: Any, v: Any, t: Any) -> Any:
        return v + t - chord(y, u, v, 1 + y + t)

    def under(xp: Any, y: Any, u: Any, v: Any, t: Any) -> Any:
        x = 1 / ((1 + y) * (1 + t))
        return (1 + y) * x * u - chord(y, u, v, x)

    def under_wanted(xp: Any, y: Any, u: Any, v: Any, t: Any) -> Any:
        x = 1 / ((1 + y) * (1 + t))
        return -chord(y, u, v, 0 * y) * (1 + y) * (1 / (1 + y) - x)

    def whole(xp: Any, y: Any, u: Any, v: Any, d: Any) -> Any:
        return chord(y, u, v, 1) + (1 - slope(y, u, v)) * d - chord(y, u, v, 0 * y) * d

    def wanted(xp: Any, y: Any, u: Any, v: Any, d: Any) -> Any:
        return d + (1 - d) * answered(y, u, v)

    more, chance = {**CHORD, "t": SIZE}, {**CHORD, "d": (0, 1)}
    return chain(
        "Slopes of g are at most 1, so g(x) <= v + x - A beyond A; g is convex and 0 at 0, so g(x) <= A x u below "
        "1/A, and the chord is at "
        "most 0 at x = 0. E_Q[(x-A)_+] <= d and E_Q[(1-Ax)_+] <= d are the guarantee in both directions.",
        (
            "beyond A: v + (x - A) - chord = (1 - slope)(x - A)",
            same(over, lambda xp, y, u, v, t: (1 - slope(y, u, v)) * t, "y u v t", more, effort),
        ),
        ("below 1/A: A x u - chord = -a A (1/A - x)", same(under, under_wanted, "y u v t", more, effort)),
        ("both excesses and the chord at 1", same(whole, wanted, "y u v d", chance, effort)),
    )


@PURE.soundness(
    "worst-response.allowed",
    "Randomized response is eps0-DP itself: its two outcomes have the likelihood ratios e^eps0 and e^-eps0.",
    "Theorem 2.4",
    "all eps0 > 0",
)
def _allowed(effort: Effort) -> Verdict:
    def ratio(xp: Any, y: Any) -> Any:
        truth, lie = binomial.weights(xp, xp.log1p(y), 1, 0, 1)
        return truth / lie

    return same(ratio, "1 + y", "y", {"y": SIZE}, effort)


@PURE.identity(
    "worst-response.one",
    "The profile of one answer is the worst case of one run, at every eps of the list.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
)
def _one_pure(effort: Effort) -> Verdict:
    def meets(epsilon0: Fraction, share: Fraction) -> bool:
        said = Said({"epsilon": epsilon0})
        one = bound("composition", "responses.profile")(bound("composition", "pure.worst-response")(said))
        return agree(one, bound("pure", "pure.worst-case")(said), share * epsilon0)

    return every(meets, list(product(EPSILONS, map(Fraction, ("0", "1/3", "9/10", "1", "2")))), "balls overlap")


@APPROXIMATE.identity(
    "worst-response.one",
    "The profile of one answer that may fail is the worst case of one run, at every eps of the list.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, delta in {0, 1e-9, 1/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
)
def _one_approximate(effort: Effort) -> Verdict:
    def meets(epsilon0: Fraction, delta: Fraction, share: Fraction) -> bool:
        said = Said({"epsilon": epsilon0, "delta": delta})
        one = bound("composition", "responses.profile")(bound("composition", "approximate.worst-response")(said))
        return agree(one, bound("approximate", "approximate.worst-case")(said), share * epsilon0)

    cases = product(
        EPSILONS, map(Fraction, ("0", "1/1000000000", "1/3")), map(Fraction, ("0", "1/3", "9/10", "1", "2"))
    )
    return every(meets, list(cases), "balls overlap")


@RESPONSE.identity(
    "response.exact",
    "Randomized response on two values is one answer: their profiles agree at every eps of the list; on more values "
    "it is none.",
    "Theorem 2.4",
    "eps0 in {1/10, 1/5, 1/2, 1, 7/3}, eps/eps0 in {0, 1/3, 9/10, 1, 2}",
)
def _one_response(effort: Effort) -> Verdict:
    def meets(epsilon0: Fraction, share: Fraction) -> bool:
        said = Said({"epsilon": epsilon0, "k": Fraction(2)})
        one = bound("composition", "responses.profile")(bound("composition", "randomized-response.response")(said))
        return agree(one, bound("randomized_response", "randomized-response.profile")(said), share * epsilon0)

    return every(meets, list(product(EPSILONS, map(Fraction, ("0", "1/3", "9/10", "1", "2")))), "balls overlap")


def agree(one: ch.Profile, other: ch.Profile, epsilon: Fraction, places: int = 40) -> bool:
    """Whether two profiles overlap at one eps, and are known to so many places."""
    with balls(256) as xp:
        both = [profile.delta(xp, xp.number(epsilon), {}) for profile in (one, other)]
        return bool(both[0].overlaps(both[1])) and all(bool(x.rad() * 10**places < 1) for x in both)
