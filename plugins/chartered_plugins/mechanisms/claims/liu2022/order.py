"""Theorem 2.1: the exact partial order of (eps, delta) guarantees, and the profile that a family of them implies."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.profiles.profile_of_family import implied
from chartered.proving import Certain, Claimed, Notation, Positive, Proofs, Rounds, Same
from chartered_verify.numeric.interval_newton import decreasing_root

from ....basics.claims import approximate

SIZE = (Fraction(1, 5), 4)
EXAMPLE = Fraction(1, 5)
"""The eps at which the example of section 2.2 has delta = e^-2."""


def rises(xp: Any, x: Any, s: Any) -> Any:
    """The equation of the best e0 for sigma = s C: its left side, which decreases."""
    return xp.log1p(s * (1 + xp.exp(-x))) - s * x


def best(xp: Any, s: Any) -> Any:
    """The zero of `rises`."""
    own = xp.constants.number(s)
    return xp.number(decreasing_root(lambda arithmetic, x: rises(arithmetic, x, arithmetic.number(own))))


def delta(xp: Any, s: Any) -> Any:
    """The registered delta at the example's eps."""
    family = ch.refined(lambda _, x: xp.exp(-s * x), best=lambda _: best(xp, s))
    return family.delta(xp, xp.number(EXAMPLE), {})


def implied_at(xp: Any, s: Any, e0: Any) -> Any:
    """The delta that the pointwise guarantee at e0 implies at the example's eps."""
    return implied(xp, lambda _, x: xp.exp(-s * x), e0, e0 - xp.number(EXAMPLE))


NOTATION = Notation(
    "spare(x, s) = (1 - exp(-s*x))/(1 + exp(x))",
    "slope(x, s) = d/dx rises(x, s)",
    "below = 808565/10^5",
    "above = 808575/10^5",
    "e0 = 334/1000",
    "at_printed = exp(-80857/10^4*e0)",
    ranges={"e": (0, 4), "g x": SIZE, "d": (0, 1), "s": (1, 9)},
    # the registered profile at e of the guarantee (e + g, d)
    one_guarantee=lambda xp, e, g, d: ch.refined(lambda _, __: d, best=lambda _: e + g).delta(xp, e, {}),
    rises=rises,
    best=best,
    delta=delta,
    implied_at=implied_at,
)
BOOK = Proofs("liu2022", "Liu et al. 2022", notation=NOTATION)

BOOK.soundness(
    "T2.1.order",
    "(e0, d0)-DP implies (e, d)-DP exactly for d >= d0 + (1-d0) (exp(e0) - exp(e))_+/(1 + exp(e0)): a weighted sum of "
    "constraints shows the one direction, a mechanism of four outcomes in all its 64 cases the other.",
    "Theorem 2.1",
    approximate.ALL,
    Claimed("if: the implied delta", approximate.BOOK, "profile.sound"),
    Claimed("only if: the 64 cases (event, input, eps)", approximate.BOOK, "worst-case.cases"),
    Claimed("only if: the mechanism attains it", approximate.BOOK, "worst-case.attained"),
    so="For e >= e0 it says d >= d0.",
)

BOOK.identity(
    "T2.1.one-guarantee",
    "d0 + (1-d0) (exp(e0) - exp(e))/(1 + exp(e0)) = 1 - (1 + exp(e)) (1-d0)/(1 + exp(e0)): of a family of guarantees "
    "one and the same e0 gives the least delta at every e <= e0.",
    "section 2.2, the infimum over e0",
    "all 0 <= e <= e0, 0 <= d0 < 1",
    Same("the factors", "one_guarantee(e, g, d)", "1 - (1 + exp(e))*(1 - d)/(1 + exp(e + g))"),
    so="The second factor does not depend on e: where it is largest, delta is least.",
)

BOOK.table(
    "T2.1.example",
    "For sigma = -C log(d)/e, (0.2, e^-2)-DP holds from sigma = 8.0857 C on instead of 10 C: by the guarantee at e0 = "
    "0.3340, d0 = 0.06716, and to these digits also by the best one, at e0 = 0.33389.",
    "section 2.2, Example",
    "e = 1/5, d = e^-2",
    Same("the slope of (1-d)/(1+e^e0)", "d/dx spare(x, s)", "exp(x)*(exp(rises(x, s)) - 1)/(1 + exp(x))^2"),
    Positive("the equation of the best e0 falls", "-slope(x, s)"),
    Certain("8.08565 C is not enough for any e0", "delta(below) - exp(-2)"),
    Certain("8.08575 C is", "exp(-2) - delta(above)"),
    Certain("also by e0 = 0.3340", "exp(-2) - implied_at(above, e0)"),
    Rounds("where d0", "at_printed", "0.06716"),
    Certain("the best e0 > 0.33389", "best(above) - 33389/10^5"),
    Certain("the best e0 < 0.33390", "33390/10^5 - best(below)"),
    so="The naive delta is e^(-sigma e/C), so e^-2 at e = 0.2 needs 10 C.",
)
