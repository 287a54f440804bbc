"""Claims about the central limit theorem for privacy losses, against compositions that are summed exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import accountant, bound
from chartered.proving.steps import certain, chain, sample
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...mechanisms.formulas.laplace_profile import delta_laplace
from ..formulas import central_limit as clt

BOOK = Book("central-limit", "Dong, Roth, Su 2022")
claims = BOOK.claims


def _exact_response(xp: Any, epsilon0: Any, k: int, times: int, epsilon: Any) -> Any:
    """The delta of so many runs of k-ary randomized response, by sums over how often each loss came."""
    other = 1 / (xp.exp(epsilon0) + k - 1)
    truth, neither = xp.exp(epsilon0) * other, (k - 2) * other
    found = xp.number(0)
    for kept in range(times + 1):
        for flipped in range(times - kept + 1):
            rest = times - kept - flipped
            if rest and k == 2:
                continue
            chance = (
                comb(times, kept)
                * comb(times - kept, flipped)
                * truth**kept
                * other**flipped
                * (neither**rest if rest else 1)
            )
            found = found + chance * xp.positive(-xp.expm1(epsilon - (kept - flipped) * epsilon0))
    return found


def _within(epsilon0: Fraction, k: int, times: int, epsilon: Fraction) -> bool:
    law = accountant("central_limit", "central-limit")
    with balls(256) as xp:
        one = bound("central_limit", "randomized-response.moments")(_said(epsilon0, k))
        whole = law.times(one, times)
        mean, variance, third = (xp.number(x) for x in (whole.mean, whole.variance, whole.third))
        middle, error = clt.delta_normal(xp, mean, variance, xp.number(epsilon)), clt.distance(xp, variance, third)
        exact = _exact_response(xp, xp.number(epsilon0), k, times, xp.number(epsilon))
        shipped = bound("central_limit", "central-limit.profile")(whole)
        at = xp.number(epsilon)
        below = shipped.lower_bound(xp, at)
        return bool(below <= exact) and bool(exact <= shipped.delta(xp, at, {})) and bool(abs(exact - middle) <= error)


def _said(epsilon0: Fraction, k: int) -> Any:
    return ch.Case(ch.parse(f"randomized-response:epsilon={epsilon0},k={k}").step, ch.Neighbours.ADD_OR_REMOVE)


@BOOK.soundness(
    "profile.exact-sums",
    "The exact delta of n runs of randomized response is within g of the normal law's, and between the two shipped "
    "bounds.",
    "Theorem 3.5; Kairouz, Oh, Viswanath 2015, Theorem 3.3",
    "k = 2 with n in {1, 7, 60, 300}, k in {3, 100} with n in {1, 12}; eps0 in {1/10, 1, 4}; eps in {0, 1/2, 3}",
)
def _exact_sums(effort: Effort) -> Verdict:
    runs = [(2, n) for n in (1, 7, 60, 300)] + [(k, n) for k in (3, 100) for n in (1, 12)]
    epsilons0, levels = (Fraction(1, 10), Fraction(1), Fraction(4)), (Fraction(0), Fraction(1, 2), Fraction(3))
    cases = [(e0, k, n, e) for k, n in runs for e0 in epsilons0 for e in levels]
    return sample(_within, cases, effort.digits, "balls: both sides")


@BOOK.soundness(
    "profile.one-laplace",
    "The exact delta of one run of Laplace noise is within g of the normal law's.",
    "Theorem 3.5",
    "eps0 in {1/100, 1/2, 2, 10}, eps in {0, eps0/2, eps0}",
)
def _one_laplace(effort: Effort) -> Verdict:
    def within(epsilon0: Fraction, share: Fraction) -> bool:
        with balls(256) as xp:
            e0, e = xp.number(epsilon0), xp.number(epsilon0 * share)
            mean, variance, third = clt.laplace(xp, e0)
            gap = delta_laplace(xp, e0, e) - clt.delta_normal(xp, mean, variance, e)
            return bool(abs(gap) <= clt.distance(xp, variance, third))

    cases = [
        (Fraction(e0), share) for e0 in ("1/100", "1/2", "2", "10") for share in (Fraction(0), ch.HALF, Fraction(1))
    ]
    return sample(within, cases, effort.digits, "balls: both sides")


@BOOK.soundness(
    "limit.too-low",
    "The limit without its error can be below the truth, so it answers only where it is asked for: one run of "
    "randomized response on 1000 "
    "values has a larger delta at eps = 3 than mu-GDP with the limit's mu.",
    "the central limit theorem",
    "eps0 = 5, k = 1000, one run, eps = 3",
)
def _too_low(effort: Effort) -> Verdict:
    one = bound("central_limit", "randomized-response.moments")(_said(Fraction(5), 1000))
    limit = bound("central_limit", "central-limit.limit")(one)

    def lead(xp: Any) -> Any:
        exact = _exact_response(xp, xp.number(5), 1000, 1, xp.number(3))
        return exact - 10**3 * limit.delta(xp, xp.number(3), {})

    return chain("One run is enough to make it HEURISTIC.", certain("the truth is more than 1000 times as large", lead))
