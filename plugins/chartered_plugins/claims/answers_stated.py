"""Claims about answers of randomized response and Gaussian DP as they are asked for: what counts as one answer, and the profiles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered_verify.arithmetic import balls, floats
from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Proved, Refuted, Verdict

from ..formulas import responses
from .book import Book
from .stated import Number, agree, answers, case, conditions, delta_at, epsilon_at, number, unless

RESPONSES, GDP = Book("responses", "Kairouz, Oh, Viswanath 2015"), Book("gdp", "Dong, Roth, Su 2022")
HALF, THIRD, TENTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 10)


def claims() -> list[Claim]:
    """Those about answers."""
    return list(RESPONSES.entries)


def of_gdp() -> list[Claim]:
    """Those about Gaussian DP."""
    return list(GDP.entries)


@RESPONSES.claim(
    "profile.counted",
    Kind.SOUNDNESS,
    "What counts as one answer: pure and approximate DP, as a step or as a guarantee, and randomized response on two values; eps 0 counts "
    "as none.",
    "Theorem 2.4 and Section 3",
    "eps = 1/2, delta = 1/10",
)
def _counted(effort: Effort) -> Verdict:
    one, fails = ({HALF: 1}, Fraction(0)), ({HALF: 1}, TENTH)
    stated: list[tuple[str, Any, Any]] = [
        ("pure.worst-response", case("pure:epsilon=1/2"), one),
        ("approximate.worst-response", case("approximate:epsilon=1/2,delta=1/10"), fails),
        ("randomized-response.response", case("randomized-response:epsilon=1/2,k=2"), one),
        ("pure.response", ch.Pure(epsilon=HALF), one),
        ("pure.response", ch.Pure(epsilon=0), ({}, Fraction(0))),
        ("approximate.response", ch.Approximate(epsilon=HALF, delta=TENTH), fails),
        ("approximate.response", ch.Approximate(epsilon=0, delta=TENTH), ({}, TENTH)),
    ]
    for name, source, wanted in stated:
        found = answers("composition", name, source)
        if (dict(found.counts), found.delta) != wanted:
            return Refuted("run: another answer", witness={"theorem": name, "counts": str(found.counts), "delta": str(found.delta)})
    three = case("randomized-response:epsilon=1/2,k=3")
    two = {"k = 2": case("randomized-response:epsilon=1/2,k=2")}
    return unless(Proved("run: seven answers"), conditions("composition", "randomized-response.response", two, {"k = 3": three}))


@RESPONSES.claim(
    "profile.as-stated",
    Kind.TABLE,
    "One answer that fails with probability d has delta(eps) = d + (1-d)(e^eps0 - e^eps)/(1 + e^eps0), with its inverse and slope, exactly "
    "from d on and up to eps0; two of them, with both lies, likewise.",
    "Theorem 3.3",
    "eps0 = 1/2, d = 1/10, eps = 1/3",
)
def _profile(effort: Effort) -> Verdict:
    found = answers("composition", "responses.profile", ch.Responses(counts={HALF: 1}, delta=TENTH))
    twice = answers("composition", "responses.profile", ch.Responses(counts={HALF: 2}, delta=0))

    def gained(xp: Any, e: Fraction) -> Any:
        return (xp.exp(xp.number(HALF)) - xp.exp(xp.number(e))) / (1 + xp.exp(xp.number(HALF)))

    def with_both(xp: Any) -> Any:
        """Two truths against two lies; and, at eps = 0 alone, one of each."""
        odds = xp.exp(xp.number(HALF))
        return (odds**2 - xp.exp(xp.number(THIRD))) / (1 + odds) ** 2

    def slope(xp: Any) -> Any:
        return -(1 - xp.number(TENTH)) * xp.exp(xp.number(THIRD)) / (1 + xp.exp(xp.number(HALF)))

    def stated(xp: Any) -> Any:
        return xp.number(TENTH) + (1 - xp.number(TENTH)) * gained(xp, THIRD)

    return agree(
        {
            "delta": (delta_at(found, THIRD), stated),
            "eps": (lambda xp: found.epsilon(xp, stated(xp), {}), number(THIRD)),
            "its slope": (lambda xp: found.rate(xp, xp.number(THIRD)), slope),
            "its end": (number(found.attains), number(HALF)),
            "its floor": (number(found.floor), number(TENTH)),
            "twice": (delta_at(twice, THIRD), with_both),
            "the end of both": (number(twice.attains), number(1)),
        },
        effort,
    )


@RESPONSES.claim(
    "profile.where-it-answers",
    Kind.SOUNDNESS,
    "Answers at one eps are summed up to 10^12 of them and down to eps = 1e-30, or any if they are at most 20000; several groups if they "
    "lie on a lattice of 8192 cells or have at most 20000 combinations; else they are rounded, up to 10^7 of one eps.",
    "our limits",
    "both sides of every end",
)
def _where(effort: Effort) -> Verdict:
    def of(*counts: tuple[Fraction, int]) -> ch.Responses:
        return ch.Responses(counts=dict(counts), delta=0)

    one, low = Fraction(1), Fraction(1, 10**31)
    two, off = Fraction(2), Fraction(10**9 + 1, 10**9)
    summed = {
        "10^12": of((one, 10**12)),
        "1e-30": of((10 * low, 10**12)),
        "few at 1e-31": of((low, 20_000)),
        "8192 cells": of((one, 101), (two, 4045)),
        "20000 combinations": of((one, 199), (off, 99)),
        "none": of(),
    }
    left = {
        "10^12 + 1": of((one, 10**12 + 1)),
        "1e-31": of((low, 20_001)),
        "8193 cells": of((one, 102), (two, 4045)),
        "20100 combinations": of((one, 199), (off, 100)),
        "far off the lattice": of((one, 10**6), (off, 10**6)),
    }
    rounded = {"20100 combinations": left["20100 combinations"], "10^7": of((one, 10**7), (off, 10**6))}
    unrounded = {
        **summed,
        "10^12 + 1": left["10^12 + 1"],
        "10^7 + 1": of((one, 10**7 + 1), (off, 10)),
        "the other": of((one, 9), (off, 10**8)),
    }
    return unless(
        _as_summed(of),
        conditions("composition", "responses.profile", summed, left),
        conditions("composition", "responses.rounded", rounded, unrounded),
    )


def _as_summed(of: Any) -> Verdict:
    """On a lattice and off it, of equal counts, in doubles and balls: the sum of all positive gains."""
    for counts in (
        ((HALF, 3),),
        ((HALF, 2), (THIRD, 3)),
        ((HALF, 1), (Fraction(10**9 + 1, 3 * 10**9), 2), (TENTH, 2)),
        ((HALF, 1), (Fraction(700), 1)),
    ):
        losses = responses.summed(counts)
        if len(counts) > 1 and losses.unit * losses.largest.denominator > 10**9:
            return Refuted("run: another unit", witness={"unit": str(losses.unit)})
        profile = answers("composition", "responses.profile", of(*counts))
        for epsilon in (Fraction(0), Fraction(1, 7), HALF, Fraction(1)):
            with balls(256) as xp:
                exact = _gains(xp, counts, epsilon)
                found, double = profile.delta(xp, xp.number(epsilon), {}), profile.delta(floats, float(epsilon), {})
                if not found.overlaps(exact) or not abs(found - exact) * 10**40 <= 1 or abs(double - float(exact)) > 1e-13:
                    return Refuted("run: another sum", witness={"counts": str(counts), "eps": str(epsilon)})
    return Proved("run: every condition, and sixteen sums in doubles and in balls")


def _gains(xp: Any, counts: Any, epsilon: Fraction) -> Any:
    """Over every combination of single lies."""
    table = [(Fraction(0), xp.number(1))]
    for e, k in counts:
        odds = xp.exp(xp.number(e))
        for _ in range(k):
            table = [(loss + sign * e, w * (odds if sign > 0 else 1) / (1 + odds)) for loss, w in table for sign in (1, -1)]
    return sum((w * (1 - xp.exp(xp.number(epsilon - loss))) for loss, w in table if loss > epsilon), xp.number(0))


@GDP.claim(
    "profile.root",
    Kind.TABLE,
    "mu is the root of its square, a rational where that is one; nothing is told at mu = 0, as of 0-DP; the mu of eps-DP is that at which "
    "its trade-off has e^eps at the ends.",
    "Definition; Liu et al. 2022, Theorem 5.1",
    "mu^2 = 4/9, 2 and 0; eps = 0 and 1",
)
def _root(effort: Effort) -> Verdict:
    rational, other, none = (
        answers("gdp", "gdp.profile", ch.GDP(mu_squared=square)) for square in (Fraction(4, 9), Fraction(2), Fraction(0))
    )
    silent, told = (answers("gdp", "pure.gdp", ch.Pure(epsilon=Fraction(e))) for e in (0, 1))
    if rational.tail.mu != Fraction(2, 3) or silent.mu_squared != 0 or none.attains != 0:
        return Refuted("run: another mu", witness={"mu": str(rational.tail.mu), "of nothing": str(silent.mu_squared)})

    def delta(mu: Number) -> Number:
        def at(xp: Any) -> Any:
            m, e = mu(xp), xp.number(THIRD)
            return xp.ndtr(m / 2 - e / m) - xp.exp(e) * xp.ndtr(-m / 2 - e / m)

        return at

    pairs: dict[str, tuple[Number, Number]] = {
        "2/3": (delta_at(rational, THIRD), delta(number(Fraction(2, 3)))),
        "sqrt 2": (delta_at(other, THIRD), delta(lambda xp: xp.sqrt(xp.number(2)))),
        "its mu": (number(other.tail.mu), lambda xp: xp.sqrt(xp.number(2))),
        "nothing": (delta_at(none, THIRD), number(0)),
        "nothing at delta": (epsilon_at(none, THIRD), number(0)),
        "nothing at eps = 0": (delta_at(none, 0), number(0)),
        "nothing at delta = 0": (epsilon_at(none, 0), number(0)),
        "of eps = 1": (lambda xp: xp.ndtr(-xp.sqrt(xp.number(told.mu_squared)) / 2) * (1 + xp.exp(xp.number(1))), number(1)),
    }
    return agree(pairs, effort)
