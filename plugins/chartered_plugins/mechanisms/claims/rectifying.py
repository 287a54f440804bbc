"""Claims about clip-and-rectify: Liu et al. 2022, Theorem 4.4, and the effect of the noise on delta below the head."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import Notation, Positive, Proofs, Said, Same, SameParts, Slope, registered
from chartered.proving.proof_parts import PARTS
from chartered_verify.large_packages import sympy

from ..formulas.laplace_profile import delta_laplace

SIZE, CHANCE = (Fraction(1, 10), 9), (Fraction(1, 100), 1)
BELOW = (
    "all 0 < delta <= 1, eps >= 0 (e^eps = 1 + delta r (2 + r)), where some delta is left (e^(head/2) = (1 + r) "
    "(1 + y))"
)


def shipped(xp: Any, head: Any, delta: Any, epsilon: Any) -> Any:
    """The registered profile of a rectified step whose own profile is `delta` at that eps."""
    said = Said({"head": head}, inner=ch.Profile(delta=lambda xp, epsilon, witness: delta))
    return registered("rectified.profile").bound(said).delta(xp, epsilon, {})


def _rooted(expr: Any) -> Any:
    halves = (sympy.Rational(1, 2), -sympy.Rational(1, 2))
    return expr.replace(lambda e: e.is_Pow and e.exp in halves, lambda e: sympy.factor(sympy.expand(e.base)) ** e.exp)


ROOTS = (_rooted, *PARTS)
"""Rewritings that first simplify roots of squares."""
NOTATION = Notation(
    "level = log1p(d*r*(2 + r))",  # the eps at which e^eps' = 1 + (e^eps - 1)/delta is (1 + r)^2
    "head = 2*log((1 + r)*(1 + y))",
    "left = shipped(head, d, level)",
    "share = 1/((1 + r)*(1 + y))",
    "at(d, x, s) = d - s*sqrt(d*(d + x))",
    "slope(d, x, s) = 1 - s*(2*d + x)/(2*sqrt(d*(d + x)))",
    "sharp = 1 - (1 + (1 + r)^2)/(2*(1 + r)^2*(1 + y))",
    "delta = 1/(1 + t)",
    "vanishing = delta - (delta + h + z)/(1 + h)",
    ranges={"d s": CHANCE, "r z": (0, 9), "y x e gap t h": SIZE, "a b": SIZE},
    shipped=shipped,
    delta_laplace=delta_laplace,
)
BOOK = Proofs("rectified", "Liu et al. 2022", notation=NOTATION)

BOOK.soundness(
    "profile.parts",
    "With theta = delta(eps), P - e^eps Q is theta A - (theta + e^eps - 1) B for two distributions A and B of "
    "outcomes, so an event gains theta (a - e^eps' b) with e^eps' = 1 + (e^eps - 1)/theta: at most theta times the "
    "delta of the noise at eps'.",
    "direct computation (advanced joint convexity of Balle, Barthe, Gaboardi 2018, read backwards)",
    "all 0 < delta <= 1, eps >= 0 (e^eps = 1 + x), head > 0",
    Same("the gain", "d*a - (d + x)*b", "d*(a - (1 + x/d)*b)"),
    Same("e^eps' = (1 + r)^2", "1 + expm1(level)/d", "(1 + r)^2", {"r": SIZE}),
    Same("the shipped formula", "left", "d*delta_laplace(head, 2*log1p(r))", rewrites=ROOTS),
    Same("it is 0 where the noise has none at eps'", "shipped(2*log((1 + r)/(1 + y)), d, level)", "0", rewrites=ROOTS),
    SameParts("the noise at head = eps + 2 log(1 + gap)", "delta_laplace(e + 2*log1p(gap), e)", "gap/(1 + gap)"),
    Slope("rises with the distance", "gap/(1 + gap)", "gap", "1/(1 + gap)^2"),
    so="A and B are the normalised positive and negative parts; the masses differ by 1 - e^eps. a - e^eps' b is a mean "
    "over outcomes from A and from B of what the noise around the one gains over that around the other; the delta of "
    "noise grows with their distance.",
)

BOOK.inequality(
    "profile.rises",
    "The delta of the rectified mechanism increases with that of the outcome before it, so an upper bound on the one "
    "gives an upper bound on the other.",
    "direct computation",
    BELOW,
    Same("the shipped formula, with share = e^(-head/2)", "left", "at(d, d*r*(2 + r), share)", rewrites=ROOTS),
    Slope("its slope in delta", "at(d, x, s)", "d", "slope(d, x, s)"),
    Same("the slope there", "slope(d, d*r*(2 + r), share)", "sharp", rewrites=ROOTS),
    Positive("which is positive", "sharp", zero="r"),
    so="Below the delta from which on something is left, nothing is: a formula that is 0 there and rises after never "
    "falls.",
)

BOOK.optimum(
    "profile.attained",
    "The bound is attained by the step that outputs high instead of low with probability delta, whose delta is the "
    "same at every eps: rectified, it has the delta of Laplace noise (of eps = head) on a Poisson sample of rate "
    "delta.",
    "direct computation; Balle, Barthe, Gaboardi 2018, Theorem 8",
    BELOW,
    Same("the shipped formula", "left", "d*delta_laplace(head, log1p(expm1(level)/d))", rewrites=ROOTS),
    so="P shows high with chance delta and Q never: p - e^eps q is delta at high and negative at low. Around them the "
    "noise is a Laplace mechanism at its full distance, and removal attains the sampled profile "
    "(poisson.profile.remove).",
)

BOOK.soundness(
    "profile.head",
    "Theorem 4.4: the delta of the rectified mechanism is 0 from eps = head on, and nowhere above the outcome's own "
    "delta; so (head, mu)-head GDP becomes mu-GDP.",
    "Theorem 4.4",
    "all 0 < delta < 1 (delta = 1/(1+t)), eps >= 0, head > 0",
    Same(
        "the difference, e^head = 1 + h and e^eps = 1 + h + z",
        "delta - exp(-log1p(h))*(delta + expm1(log1p(h + z)))",
        "vanishing",
    ),
    Positive("is not positive", "-vanishing", zero="z"),
    Same("what the noise takes below it", "d - left", "d/(1 + y)", rewrites=ROOTS),
    Positive("which is positive", "d/(1 + y)"),
    so="Some delta is left only where delta > e^-head (delta + e^eps - 1), as the squares of both terms say; their "
    "difference is not positive from the head on. mu-GDP says that delta is nowhere above delta_mu "
    "(gdp.profile.tradeoff), and up to the head it is not.",
)
