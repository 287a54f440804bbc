"""Claims about the Renyi curve of losses of bounded range: the worst pair, the worst offset and the closed form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sign_of, slopes, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import two_point_moments as two_ratios

BOOK = Book("exponential", "direct computation")
claims = BOOK.claims
SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)
CURVE = {"e": SIZE, "b": ORDER}
PAIR = {"x": SIZE, "y": SIZE}
OFFSETS = "all eps > 0 and all offsets 0 < t < eps (e^t = 1 + x, e^(eps-t) = 1 + y)"


def weight(x: Any, y: Any) -> Any:
    """Q of the first outcome of the pair with likelihood ratios 1 + x and 1/(1 + y)."""
    return y / (x + y + x * y)


@BOOK.soundness(
    "renyi.worst-pair",
    "Among losses in [t - eps, t] the two-outcome pair has the largest moment: x^alpha is below its chord, whose "
    "mean is its value at 1.",
    "the chord of x^alpha",
    f"{OFFSETS}, alpha > 1",
)
def _worst_pair(effort: Effort) -> Verdict:
    def power(xp: Any, z: Any, b: Any) -> Any:
        return z ** (1 + b)

    def chord_at_one(xp: Any, x: Any, y: Any, b: Any) -> Any:
        high, low = 1 + x, 1 / (1 + y)
        return (power(xp, high, b) * (1 - low) + power(xp, low, b) * (high - 1)) / (high - low)

    def pair(xp: Any, x: Any, y: Any, b: Any) -> Any:
        return weight(x, y) * (1 + x) ** (1 + b) + (1 - weight(x, y)) * (1 + y) ** (-1 - b)

    return chain(
        "The likelihood ratio has the mean 1 under Q.",
        ("x^alpha is convex", sign_of(slopes(power, 0, "z b", 2), "z b", {"z": SIZE, "b": ORDER}, effort)),
        ("the chord at 1", same(pair, chord_at_one, "x y b", {**PAIR, "b": ORDER}, effort)),
    )


@BOOK.optimum(
    "renyi.offset",
    "The pair's moment is U T^(alpha-1) - V T^alpha in T = e^t; at s times the shipped offset it is s^(alpha-1) "
    "(alpha - (alpha-1) s) "
    "times its value there, which rises up to s = 1 and falls from it.",
    "the offset t = eps - log(alpha (1 - e^(-(alpha-1) eps))/((alpha-1) (1 - e^(-alpha eps))))",
    "all eps > 0, alpha > 1, all offsets",
)
def _offset(effort: Effort) -> Verdict:
    def moment(xp: Any, t: Any, e: Any, b: Any) -> Any:
        q = (xp.exp(-t) - xp.exp(-e)) / (1 - xp.exp(-e))
        return q * xp.exp((1 + b) * t) + (1 - q) * xp.exp((1 + b) * (t - e))

    def best(xp: Any, e: Any, b: Any) -> Any:
        return e - two_ratios.below_top(xp, e, 1 + b)

    def at(xp: Any, s: Any, e: Any, b: Any) -> Any:
        return moment(xp, best(xp, e, b) + xp.log(s), e, b)

    def shape(xp: Any, s: Any, b: Any) -> Any:
        return s**b * (1 + b - b * s)

    def scaled(xp: Any, s: Any, e: Any, b: Any) -> Any:
        return shape(xp, s, b) * xp.exp(b * two_ratios.bounded_range(xp, e, 1 + b))

    rise, point = slopes(shape, 0, "s b"), {"k": SIZE, "b": ORDER}
    return chain(
        "So no offset has a larger moment than the shipped curve (s = 1).",
        ("the moment at s times the best T", same(at, scaled, "s e b", {"s": SIZE, **CURVE}, effort)),
        ("it rises below", sign_of(lambda xp, k, b: rise(xp, 1 / (1 + k), b), "k b", point, effort)),
        ("and falls above", sign_of(lambda xp, k, b: -rise(xp, 1 + k, b), "k b", point, effort)),
    )


@BOOK.identity(
    "renyi.attained",
    "The shipped offset lies in [0, eps], so a two-outcome exponential mechanism has exactly the shipped divergence "
    "at each order.",
    "the offset of renyi.offset",
    "all eps > 0, alpha > 1",
)
def _attained(effort: Effort) -> Verdict:
    def top(xp: Any, e: Any, b: Any) -> Any:  # e^(eps - t) - 1 >= 0, over its denominator
        return (1 + b) * (1 - xp.exp(-b * e)) - b * (1 - xp.exp(-(1 + b) * e))

    def bottom(xp: Any, e: Any, b: Any) -> Any:  # e^t - 1 >= 0, over its denominator
        return b * xp.exp(e) * (1 - xp.exp(-(1 + b) * e)) - (1 + b) * (1 - xp.exp(-b * e))

    def shipped(xp: Any, e: Any, b: Any) -> Any:
        return xp.exp(two_ratios.below_top(xp, e, 1 + b)) - 1

    def over(xp: Any, e: Any, b: Any) -> Any:
        return top(xp, e, b) / (b * (1 - xp.exp(-(1 + b) * e)))

    return chain(
        "Both are 0 at eps = 0 and rise, as e^x > 1 for x > 0.",
        ("e^(eps-t) - 1", same(shipped, over, "e b", CURVE, effort)),
        ("0 at 0", same(lambda xp, e, b: top(xp, 0 * e, b), zero, "e b", CURVE, effort)),
        ("its slope", same(slopes(top, 0, "e b"), "(1 + b)*b*exp(-b*e)*(1 - exp(-e))", "e b", CURVE, effort)),
        ("e^t - 1 is 0 at 0", same(lambda xp, e, b: bottom(xp, 0 * e, b), zero, "e b", CURVE, effort)),
        ("its slope, too", same(slopes(bottom, 0, "e b"), "b*exp(-b*e)*(exp((1 + b)*e) - 1)", "e b", CURVE, effort)),
    )


def log_sinhc(xp: Any, y: Any) -> Any:
    """log(sinh(y)/y)."""
    return xp.log((xp.exp(y) - xp.exp(-y)) / (2 * y))


def closed(xp: Any, h: Any, b: Any) -> Any:
    """(alpha-1) gamma by the closed form at eps = 2 h."""
    return (1 + b) * log_sinhc(xp, (1 + b) * h) - b * log_sinhc(xp, b * h) - log_sinhc(xp, h)


@BOOK.identity(
    "renyi.closed",
    "The shipped curve is (alpha L(alpha eps/2) - (alpha-1) L((alpha-1) eps/2) - L(eps/2))/(alpha-1) with L(y) = "
    "log(sinh(y)/y).",
    "the moment at the best offset",
    "all eps > 0, alpha > 1",
)
def _closed(effort: Effort) -> Verdict:
    def shipped(xp: Any, h: Any, b: Any) -> Any:
        return xp.exp(b * bound("exponential", "exponential.renyi")(Said({"epsilon": 2 * h})).curve(xp, 1 + b))

    return same(shipped, lambda xp, h, b: xp.exp(closed(xp, h, b)), "h b", {"h": SIZE, "b": ORDER}, effort)
