"""Steps that the claims about both refined families share: Theorem 2.1 at the best guarantee, and the worst mechanism
that satisfies all guarantees."""

from fractions import Fraction
from typing import Any

from chartered.proving import Claimed, Notation, Part, Same, Slope, Tends

from ...basics.claims import approximate
from .. import calibrated_noise as families

T21 = "T2.1 is approximate.profile.sound; whatever eps is chosen as `best`, both are guarantees of the mechanism."
INVERSE = (
    "For delta >= delta(best) the family's inverse is at most best and the level at most e^best; for delta <= "
    "delta(best) both are at least that. For delta above delta(0) the level is below 1, and eps is 0."
)


def plugin() -> Any:
    """The plugin module whose code these claims run."""
    return families


def notation(o: str, curve: str, *definitions: str, **known: Any) -> Notation:
    """The notation of a family with parameters `o` besides eps, whose delta at e is `curve`, and whose refined profile
    is the known function shipped(e, best, *o)."""
    return Notation(
        f"curve(e, {o}) = {curve}",
        f"implied(e, g, {o}) = curve(e + g, {o}) + (1 - curve(e + g, {o}))*(exp(e + g) - exp(e))/(1 + exp(e + g))",
        f"slope(x, {o}) = d/dx curve(x, {o})",
        f"curvature(x, {o}) = d2/dx2 curve(x, {o})",
        f"in_ratio(x, {o}) = slope(x, {o})*exp(-x)",  # the derivatives of delta in L = e^x
        f"bent(x, {o}) = (curvature(x, {o}) - slope(x, {o}))*exp(-2*x)",
        f"tangent(x, g, {o}) = -(1 - curve(x + g, {o}))/(1 + exp(x + g))",
        *definitions,
        ranges={f"e g n m a s {o.replace(',', ' ')} x": (Fraction(1, 5), 4), "y d": (0, 1)},
        **known,
    )


def sound(o: str) -> list[Part]:
    """Steps: the registered profile is Theorem 2.1 at e0 = best for eps = best - g, and the family's own delta for eps
    = best + g."""
    return [
        Same("before best it is T2.1 at (best, delta(best))", f"shipped(e, e + g, {o})", f"implied(e, g, {o})"),
        Same("from best on it is the family's delta", f"shipped(e + g, e, {o})", f"curve(e + g, {o})"),
        Claimed("T2.1", approximate.BOOK, "profile.sound"),
    ]


def slope_of_spare(o: str, slope: str) -> Part:
    """The derivative of (1-delta)/(1 + e^eps)."""
    return Slope("the slope of (1-delta)/(1+e^eps)", f"(1 - curve(e, {o}))/(1 + exp(e))", "e", slope)


def attained(o: str) -> list[Part]:
    """Steps about the pair with likelihood ratios t > e^best, of density delta''(t) under Q and t delta''(t) under P,
    and its mirror image.

    With delta as a function of L = e^eps, -delta' (1 + L) = 1 - delta at the best eps; `tangent` is that derivative."""
    return [
        Tends(
            "(1 + L) delta' - delta, whose rate is (1 + L) delta'', ends at 0",
            f"(1 + exp(x))*in_ratio(x, {o}) - curve(x, {o})",
            "x",
            "inf",
            "0",
        ),
        Same(
            "the hockey-stick divergence at L < e^best is the shipped profile",
            f"-((exp(x + g) - exp(x))*tangent(x, g, {o}) - curve(x + g, {o}))",
            f"shipped(x, x + g, {o})",
        ),
    ]


def inverse(o: str) -> list[Part]:
    """Steps: the registered eps at delta, log(min(max(level, 1), e^best)) + (own inverse - best)_+, inverts the profile
    if the family's own inverse inverts its delta."""
    level = f"(1 - shipped(e, e + g, {o}))*(1 + exp(e + g))/(1 - curve(e + g, {o})) - 1"
    return [
        Same("before best the level is e^eps", level, "exp(e)"),
        Same(
            "the level exceeds e^best as delta(best) exceeds delta",
            "(1 - y)*(1 + exp(x))/(1 - d) - 1 - exp(x)",
            "(1 + exp(x))*(d - y)/(1 - d)",
        ),
    ]
