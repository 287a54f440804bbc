"""Claims about clipping and rectifying: Liu et al. 2022, Theorem 4.4, and what the noise leaves of a delta below the
head."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.positive_parts import resolved, same_parts
from chartered.proving.powers import rational_in_powers
from chartered.proving.registered import Said, bound
from chartered.proving.steps import Formula, Ranges, chain, derivative_is, same, sign_of, zero
from chartered_verify.heavy import sympy
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas.laplace_profile import delta_laplace

BOOK = Book("rectified", "Liu et al. 2022")
claims = BOOK.claims
SIZE, CHANCE = (Fraction(1, 10), 9), (Fraction(1, 100), 1)
LEVELS = {"d": CHANCE, "r": (0, 9), "y": SIZE}
NAMES = "d r y"
BELOW = (
    "all 0 < delta <= 1, eps >= 0 (e^eps = 1 + delta r (2 + r)), where some delta is left (e^(head/2) = (1 + r) "
    "(1 + y))"
)


def shipped(xp: Any, head: Any, delta: Any, epsilon: Any) -> Any:
    """The shipped profile of a rectified step whose own profile is `delta` at that eps."""
    said = Said({"head": head}, inner=ch.Profile(delta=lambda xp, epsilon, witness: delta))
    return bound("rectifying", "rectified.profile")(said).delta(xp, epsilon, {})


def level(xp: Any, d: Any, r: Any) -> Any:
    """The eps at which e^eps' = 1 + (e^eps - 1)/delta is (1 + r)^2."""
    return xp.log1p(d * r * (2 + r))


def left(xp: Any, d: Any, r: Any, y: Any) -> Any:
    """What is left of delta = d at that eps, with e^(head/2) = (1 + r) (1 + y)."""
    return shipped(xp, 2 * xp.log((1 + r) * (1 + y)), d, level(xp, d, r))


def same_roots(left: Formula, right: Formula, names: str, domain: Ranges, effort: Effort) -> Verdict:
    """An identity of formulas with positive parts, in which roots of squares are taken first."""
    return same(left, right, names, domain, effort, rewrites=(_rooted, resolved, rational_in_powers))


def _rooted(expr: Any) -> Any:
    halves = (sympy.Rational(1, 2), -sympy.Rational(1, 2))
    return expr.replace(lambda e: e.is_Pow and e.exp in halves, lambda e: sympy.factor(sympy.expand(e.base)) ** e.exp)


@BOOK.soundness(
    "profile.parts",
    "With theta = delta(eps), P - e^eps Q is theta A - (theta + e^eps - 1) B for two distributions A and B of "
    "outcomes, so an event gains "
    "theta (a - e^eps' b) with e^eps' = 1 + (e^eps - 1)/theta: at most theta times the delta of the noise at eps'.",
    "direct computation (advanced joint convexity of Balle, Barthe, Gaboardi 2018, read backwards)",
    "all 0 < delta <= 1, eps >= 0 (e^eps = 1 + x), head > 0",
)
def _parts(effort: Effort) -> Verdict:
    def lift(xp: Any, d: Any, r: Any) -> Any:
        return 1 + xp.expm1(level(xp, d, r)) / d

    def noise(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return d * delta_laplace(xp, 2 * xp.log((1 + r) * (1 + y)), 2 * xp.log1p(r))

    def beyond(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return shipped(xp, 2 * xp.log((1 + r) / (1 + y)), d, level(xp, d, r))

    def apart(xp: Any, e: Any, gap: Any) -> Any:
        return delta_laplace(xp, e + 2 * xp.log1p(gap), e)

    events, pair = {"d": CHANCE, "x": SIZE, "a": SIZE, "b": SIZE}, {"e": SIZE, "gap": SIZE}
    return chain(
        "A and B are the normalised positive and negative parts; the masses differ by 1 - e^eps. a - e^eps' b is a "
        "mean over outcomes from "
        "A and from B of what the noise around the one gains over that around the other; the delta of noise grows "
        "with their distance.",
        ("the gain", same("d*a - (d + x)*b", "d*(a - (1 + x/d)*b)", "d x a b", events, effort)),
        ("e^eps' = (1 + r)^2", same(lift, "(1 + r)^2", "d r", {"d": CHANCE, "r": SIZE}, effort)),
        ("the shipped formula", same_roots(left, noise, NAMES, LEVELS, effort)),
        ("it is 0 where the noise has none at eps'", same_roots(beyond, zero, NAMES, LEVELS, effort)),
        ("the noise at head = eps + 2 log(1 + gap)", same_parts(apart, "gap/(1 + gap)", "e gap", pair, effort)),
        ("rises with the distance", derivative_is("gap/(1 + gap)", 1, "1/(1 + gap)^2", "e gap", pair, effort=effort)),
    )


@BOOK.inequality(
    "profile.rises",
    "What is left rises with the outcome's own delta, so that an upper bound on that delta gives one.",
    "direct computation",
    BELOW,
)
def _rises(effort: Effort) -> Verdict:
    def at(xp: Any, d: Any, x: Any, share: Any) -> Any:
        return d - share * xp.sqrt(d * (d + x))

    def slope(xp: Any, d: Any, x: Any, share: Any) -> Any:
        return 1 - share * (2 * d + x) / (2 * xp.sqrt(d * (d + x)))

    def there(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return slope(xp, d, d * r * (2 + r), 1 / ((1 + r) * (1 + y)))

    def sharp(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return 1 - (1 + (1 + r) ** 2) / (2 * (1 + r) ** 2 * (1 + y))

    def formula(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return at(xp, d, d * r * (2 + r), 1 / ((1 + r) * (1 + y)))

    domain = {"d": CHANCE, "x": SIZE, "share": CHANCE}
    return chain(
        "Below the delta from which on something is left, nothing is: a formula that is 0 there and rises after "
        "never falls.",
        ("the shipped formula, with share = e^(-head/2)", same_roots(left, formula, NAMES, LEVELS, effort)),
        (
            "its slope in delta",
            derivative_is(
                "d - share*sqrt(d*(d + x))",
                0,
                "1 - share*(2*d + x)/(2*sqrt(d*(d + x)))",
                "d x share",
                domain,
                effort=effort,
            ),
        ),
        ("the slope there", same_roots(there, sharp, NAMES, LEVELS, effort)),
        ("which is positive", sign_of("1 - (1 + (1 + r)^2)/(2*(1 + r)^2*(1 + y))", NAMES, LEVELS, effort, zero=("r",))),
    )


@BOOK.optimum(
    "profile.attained",
    "A step that shows high instead of low with chance delta, and has that delta at every eps, attains it: its "
    "rectified delta is that of "
    "Laplace noise of head, of which a Poisson sample of rate delta is taken.",
    "direct computation; Balle, Barthe, Gaboardi 2018, Theorem 8",
    BELOW,
)
def _attained(effort: Effort) -> Verdict:
    def sampled(xp: Any, d: Any, r: Any, y: Any) -> Any:
        unsampled = xp.log1p(xp.expm1(level(xp, d, r)) / d)
        return d * delta_laplace(xp, 2 * xp.log((1 + r) * (1 + y)), unsampled)

    return chain(
        "P shows high with chance delta and Q never: p - e^eps q is delta at high and negative at low. Around them "
        "the noise is a Laplace "
        "mechanism at its full distance, and removal attains the sampled profile (poisson.profile.remove).",
        ("the shipped formula", same_roots(left, sampled, NAMES, LEVELS, effort)),
    )


@BOOK.soundness(
    "profile.head",
    "Theorem 4.4: what is left is 0 from eps = head on, and nowhere above the outcome's own delta; so (head, "
    "mu)-head GDP becomes mu-GDP.",
    "Theorem 4.4",
    "all 0 < delta < 1 (delta = 1/(1+t)), eps >= 0, head > 0",
)
def _head(effort: Effort) -> Verdict:
    def vanishing(xp: Any, t: Any, h: Any, z: Any) -> Any:
        return 1 / (1 + t) - (1 / (1 + t) + h + z) / (1 + h)

    def beyond(xp: Any, t: Any, h: Any, z: Any) -> Any:
        d = 1 / (1 + t)
        return d - xp.exp(-xp.log1p(h)) * (d + xp.expm1(xp.log1p(h + z)))

    def lost(xp: Any, d: Any, r: Any, y: Any) -> Any:
        return d - left(xp, d, r, y)

    names, domain = "t h z", {"t": SIZE, "h": SIZE, "z": (0, 9)}
    return chain(
        "Some delta is left only where delta > e^-head (delta + e^eps - 1), as the squares of both terms say; their "
        "difference is not "
        "positive from the head on. mu-GDP says that delta is nowhere above delta_mu (gdp.profile.tradeoff), and up "
        "to the head it is not.",
        ("the difference, e^head = 1 + h and e^eps = 1 + h + z", same(beyond, vanishing, names, domain, effort)),
        ("is not positive", sign_of(lambda xp, t, h, z: -vanishing(xp, t, h, z), names, domain, effort, zero=("z",))),
        ("what the noise takes below it", same_roots(lost, lambda xp, d, r, y: d / (1 + y), NAMES, LEVELS, effort)),
        ("which is positive", sign_of("d/(1 + y)", NAMES, LEVELS, effort, zero=("r",))),
    )
