"""What the claims about both refined families share: T2.1 at the best guarantee, and the worst mechanism that keeps all
of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from chartered.proving.steps import Formula, Step, chain, derivative_is, same, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ...basics.claims import approximate

SIZE = (Fraction(1, 5), 4)


def shipped() -> Any:
    """The plugin whose code these claims run."""
    from .. import tradeoff_families as families

    return families


def domain(names: str) -> dict[str, Any]:
    """Where balls hunt."""
    return dict.fromkeys(names.split(), SIZE)


def sound(shipped: Formula, curve: Formula, others: str, effort: Effort) -> Verdict:
    """Whether the shipped profile is T2.1 at e0 = best for eps = best - g, and the family's own delta for eps = best +
    g."""

    def before(xp: Any, e: Any, g: Any, *rest: Any) -> Any:
        return shipped(xp, e, e + g, *rest)

    def implied(xp: Any, e: Any, g: Any, *rest: Any) -> Any:
        own = curve(xp, e + g, *rest)
        return own + (1 - own) * (xp.exp(e + g) - xp.exp(e)) / (1 + xp.exp(e + g))

    def beyond(xp: Any, e: Any, g: Any, *rest: Any) -> Any:
        return shipped(xp, e + g, e, *rest)

    names = f"e g {others}"
    return chain(
        "T2.1 is approximate.profile.sound; whatever eps is chosen as `best`, both are guarantees of the mechanism.",
        ("before best it is T2.1 at (best, delta(best))", same(before, implied, names, domain(names), effort)),
        (
            "from best on it is the family's delta",
            same(beyond, lambda xp, e, g, *r: curve(xp, e + g, *r), names, domain(names), effort),
        ),
        ("T2.1", approximate.BOOK.verdict("profile.sound", effort)),
    )


def slope_of_spare(curve: Formula, expected: Formula, others: str, effort: Effort) -> Step:
    """The slope of (1-delta)/(1 + e^eps)."""

    def spare(xp: Any, e: Any, *rest: Any) -> Any:
        return (1 - curve(xp, e, *rest)) / (1 + xp.exp(e))

    names = f"e {others}"
    return "the slope of (1-delta)/(1+e^eps)", derivative_is(spare, 0, expected, names, domain(names), effort=effort)


def attained(curve: Formula, shipped: Formula, others: str, effort: Effort) -> list[Step]:
    """The pair with likelihood ratios t > e^best of density delta''(t) under Q and t delta''(t) under P, and its mirror
    image.

    With delta as a function of L = e^eps, -delta' (1 + L) = 1 - delta at the best eps: `tangent` is that slope.
    """
    names = f"x {others}"
    in_ratio = slopes_in_ratio(curve, names)

    def mass(xp: Any, x: Any, *rest: Any) -> Any:
        first, _ = in_ratio(xp, x, *rest)
        return (1 + xp.exp(x)) * first - curve(xp, x, *rest)

    def stick(xp: Any, x: Any, g: Any, *rest: Any) -> Any:
        own = curve(xp, x + g, *rest)
        tangent = -(1 - own) / (1 + xp.exp(x + g))
        return -((xp.exp(x + g) - xp.exp(x)) * tangent - own)

    def nothing(xp: Any, *rest: Any) -> Any:
        return xp.number(0)

    before = f"x g {others}"
    return [
        (
            "(1 + L) delta' - delta, whose rate is (1 + L) delta'', ends at 0",
            tends(mass, 0, "inf", nothing, names, domain(names), effort),
        ),
        (
            "the hockey-stick divergence at L < e^best is the shipped profile",
            same(stick, lambda xp, x, g, *r: shipped(xp, x, x + g, *r), before, domain(before), effort),
        ),
    ]


def inverse(curve: Formula, shipped: Formula, others: str, own: Verdict, effort: Effort) -> Verdict:
    """Whether the shipped eps at delta, log(min(max(level, 1), e^best)) + (own inverse - best)_+, inverts the
    profile."""

    def back(xp: Any, e: Any, g: Any, *rest: Any) -> Any:
        delta, best = shipped(xp, e, e + g, *rest), e + g
        return (1 - delta) * (1 + xp.exp(best)) / (1 - curve(xp, best, *rest)) - 1

    names = f"e g {others}"
    return chain(
        "For delta >= delta(best) the family's inverse is at most best and the level at most e^best; for delta <= "
        "delta(best) both are at "
        "least that. For delta above delta(0) the level is below 1, and eps is 0.",
        ("before best the level is e^eps", same(back, lambda xp, e, *_: xp.exp(e), names, domain(names), effort)),
        (
            "the level exceeds e^best as delta(best) exceeds delta",
            same(
                "(1 - y)*(1 + exp(x))/(1 - d) - 1 - exp(x)",
                "(1 + exp(x))*(d - y)/(1 - d)",
                "x y d",
                {"x": SIZE, "y": (0, 1), "d": (0, 1)},
                effort,
            ),
        ),
        ("the family's own inverse", own),
    )


def slopes_in_ratio(curve: Formula, names: str) -> Callable[..., tuple[Any, Any]]:
    """The first two derivatives of delta in L = e^x, at x."""
    first, second = slopes(curve, 0, names), slopes(curve, 0, names, 2)

    def both(xp: Any, x: Any, *rest: Any) -> tuple[Any, Any]:
        slope = first(xp, x, *rest)
        return slope * xp.exp(-x), (second(xp, x, *rest) - slope) * xp.exp(-2 * x)

    return both
