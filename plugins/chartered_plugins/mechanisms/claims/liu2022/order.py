"""Theorem 2.1: the exact order of (eps, delta) guarantees, and the profile that a whole family of them implies."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.profiles.refinement import implied
from chartered.proving.book import Book
from chartered.proving.steps import certain, chain, same, sign_of, slopes
from chartered_verify.numeric.root import decreasing_root
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ....basics.claims import approximate

BOOK = Book("liu2022", "Liu et al. 2022")
claims = BOOK.claims
SIZE = (Fraction(1, 5), 4)
EXAMPLE = Fraction(1, 5)
"""The eps at which the example of section 2.2 wants delta = e^-2."""


@BOOK.soundness(
    "T2.1.order",
    "(e0, d0)-DP implies (e, d)-DP exactly for d >= d0 + (1-d0) (exp(e0) - exp(e))_+/(1 + exp(e0)): a weighted sum "
    "of constraints shows "
    "the one direction, a mechanism of four outcomes in all its 64 cases the other.",
    "Theorem 2.1",
    approximate.ALL,
)
def _order(effort: Effort) -> Verdict:
    return chain(
        "For e >= e0 it says d >= d0.",
        ("if: the implied delta", approximate.BOOK.verdict("profile.sound", effort)),
        ("only if: the 64 cases (event, input, eps)", approximate.BOOK.verdict("worst-case.cases", effort)),
        ("only if: the mechanism attains it", approximate.BOOK.verdict("worst-case.attained", effort)),
    )


@BOOK.identity(
    "T2.1.one-guarantee",
    "d0 + (1-d0) (exp(e0) - exp(e))/(1 + exp(e0)) = 1 - (1 + exp(e)) (1-d0)/(1 + exp(e0)): of a family of guarantees "
    "one and the same "
    "e0 gives the least delta at every e <= e0.",
    "section 2.2, the infimum over e0",
    "all 0 <= e <= e0, 0 <= d0 < 1",
)
def _one(effort: Effort) -> Verdict:
    def shipped(xp: Any, e: Any, g: Any, d: Any) -> Any:
        return ch.refined(lambda _, __: d, best=lambda _: e + g).delta(xp, e, {})

    domain = {"e": (0, 4), "g": SIZE, "d": (0, 1)}
    return chain(
        "The second factor does not depend on e: where it is largest, delta is least.",
        ("the factors", same(shipped, "1 - (1 + exp(e))*(1 - d)/(1 + exp(e + g))", "e g d", domain, effort)),
    )


@BOOK.table(
    "T2.1.example",
    "For sigma = -C log(d)/e, (0.2, e^-2)-DP holds from sigma = 8.0857 C on instead of 10 C: by the guarantee at e0 "
    "= 0.3340, "
    "d0 = 0.06716, and to these digits also by the best one, at e0 = 0.33389.",
    "section 2.2, Example",
    "e = 1/5, d = e^-2",
)
def _example(effort: Effort) -> Verdict:
    def rises(xp: Any, x: Any, s: Any) -> Any:
        return xp.log1p(s * (1 + xp.exp(-x))) - s * x

    def best(s: Fraction) -> ch.Number:
        return decreasing_root(lambda xp, x: rises(xp, x, xp.number(s)))

    def delta(xp: Any, s: Fraction) -> Any:
        family = ch.refined(lambda xp, x: xp.exp(-xp.number(s) * x), best=best(s))
        return family.delta(xp, xp.number(EXAMPLE), {})

    def slope(xp: Any, x: Any, s: Any) -> Any:
        return slopes(lambda xp, x, s: (1 - xp.exp(-s * x)) / (1 + xp.exp(x)), 0, "x s")(xp, x, s)

    def signed(xp: Any, x: Any, s: Any) -> Any:
        return xp.exp(x) * (xp.exp(rises(xp, x, s)) - 1) / (1 + xp.exp(x)) ** 2

    def wanted(xp: Any) -> Any:
        return xp.exp(xp.number(-2))

    def spare(xp: Any) -> Any:
        """e^-2 less what the printed pair's own e0 implies at 8.08575 C."""
        e0, gap = xp.number(Fraction(334, 1000)), xp.number(Fraction(334, 1000) - EXAMPLE)
        return wanted(xp) - implied(xp, lambda xp, x: xp.exp(-xp.number(above) * x), e0, gap)

    def at_printed(xp: Any) -> Any:
        return xp.exp(-xp.number(Fraction(80857, 10**4)) * xp.number(Fraction(334, 1000)))

    below, above = Fraction(808565, 10**5), Fraction(808575, 10**5)
    names, domain = "x s", {"x": SIZE, "s": (1, 9)}
    falls = slopes(rises, 0, names)
    return chain(
        "The naive delta is e^(-sigma e/C), so e^-2 at e = 0.2 needs 10 C.",
        ("the slope of (1-d)/(1+e^e0)", same(slope, signed, names, domain, effort)),
        ("the equation of the best e0 falls", sign_of(lambda xp, *v: -falls(xp, *v), names, domain, effort)),
        certain("8.08565 C is not enough for any e0", lambda xp: delta(xp, below) - wanted(xp)),
        certain("8.08575 C is", lambda xp: wanted(xp) - delta(xp, above)),
        certain("also by e0 = 0.3340", spare),
        certain(
            "where d0 rounds to 0.06716",
            lambda xp: xp.number(Fraction(5, 10**6)) - abs(at_printed(xp) - xp.number(Fraction(6716, 10**5))),
        ),
        certain("the best e0 > 0.33389", lambda xp: xp.number(best(above)) - xp.number(Fraction(33389, 10**5))),
        certain("the best e0 < 0.33390", lambda xp: xp.number(Fraction(33390, 10**5)) - xp.number(best(below))),
    )
