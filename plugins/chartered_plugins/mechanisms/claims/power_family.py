"""Claims about the power family sigma = A sqrt(log(B/delta))/eps, and the worst mechanism that keeps its guarantees."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book
from chartered.proving.positive_parts import same_parts
from chartered.proving.registered import Said, held
from chartered.proving.steps import chain, derivative_is, same, sign_of, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import noise_tradeoffs as trade_offs
from .families import attained, domain, inverse, shipped as plugin, slope_of_spare, slopes_in_ratio, sound

BOOK = Book("power", "Liu et al. 2022")
claims = BOOK.claims
ALL = "all sigma, A > 0, B >= 1, eps >= 0"


def step(xp: Any, k: Any, b: Any) -> Said:
    """A step of the power family with (sigma/A)^2 = k."""
    return Said({"sigma": xp.sqrt(k) * 3, "A": xp.number(3), "B": b, "refined": True})


def shipped(xp: Any, e: Any, best: Any, k: Any, b: Any) -> Any:
    """The shipped refined profile of the power family, by the guarantee at `best`."""
    return plugin().power_refined(step(xp, k, b), held(best)).delta(xp, e, {})


def curve(xp: Any, e: Any, k: Any, b: Any) -> Any:
    """The power family's delta, with eps first."""
    return trade_offs.power(xp, k, b, e)


@BOOK.identity(
    "naive.solved",
    "delta = B e^(-(sigma eps/A)^2) solves sigma = A sqrt(log(B/delta))/eps, and the shipped eps at delta is its "
    "inverse.",
    "section 2.2",
    "all sigma, A, B > 0, eps > 0 with delta <= 1",
)
def _solved(effort: Effort) -> Verdict:
    def noise(xp: Any, e: Any, a: Any, s: Any, b: Any) -> Any:
        return a * xp.sqrt(xp.log(b) - xp.log(trade_offs.power(xp, (s / a) ** 2, b, e))) / e

    def back(xp: Any, e: Any, k: Any, b: Any) -> Any:
        return trade_offs.power_inverse(xp, k, b, trade_offs.power(xp, k, b, e))

    return chain(
        "The mechanism is (eps, delta)-DP at each eps for that delta; where it is above 1 nothing is said, and 1 "
        "stands.",
        ("sigma", same(noise, "s", "e a s b", domain("e a s b"), effort)),
        ("eps", same_parts(back, "e", "e k b", domain("e k b"), effort)),
    )


@BOOK.soundness(
    "refined.sound",
    "The profile is T2.1 at the pair (best, delta(best)) for eps < best and the family's own delta beyond.",
    "Theorem 2.1",
    ALL,
)
def _sound(effort: Effort) -> Verdict:
    return sound(shipped, curve, "k b", effort)


@BOOK.optimum(
    "refined.best",
    "One guarantee is the best for all smaller eps: (1-delta)/(1 + e^eps) rises up to the one zero of the shipped "
    "equation, and falls "
    "beyond.",
    "Theorem 2.1, the infimum over eps0",
    "all sigma, A > 0, B >= 1",
)
def _best(effort: Effort) -> Verdict:
    def slope(xp: Any, e: Any, k: Any, b: Any) -> Any:
        return xp.exp(e) * (xp.exp(trade_offs.power_rises(xp, k, b, e)) - 1) / (1 + xp.exp(e)) ** 2

    def rises(xp: Any, e: Any, k: Any, b: Any) -> Any:
        return trade_offs.power_rises(xp, k, b, e)

    names = "e k b"
    return chain(
        "The equation's left side starts at log B >= 0, rises while eps + 2 k eps^2 < 1 and falls to minus infinity: "
        "one zero, beyond that "
        "point, positive before it (for B = 1 too, as it rises from 0).",
        slope_of_spare(curve, slope, "k b", effort),
        (
            "its slope has the sign of 1 - eps - 2 k eps^2",
            derivative_is(
                rises,
                0,
                "2*k*(1 + exp(-e))*(1 - e - 2*k*e*e)/(1 + 2*k*e*(1 + exp(-e)))",
                names,
                domain(names),
                effort=effort,
            ),
        ),
        ("at eps = 0 it is log B", tends(rises, 0, 0, "log(b)", names, domain(names), effort)),
        ("it ends below 0", tends(rises, 0, "inf", lambda xp, *_: -xp.inf, names, domain(names), effort)),
    )


@BOOK.soundness(
    "refined.attained",
    "A pair of distributions keeps all guarantees of the family and has this profile in both directions: nothing is "
    "lost.",
    "direct computation",
    ALL,
)
def _attained(effort: Effort) -> Verdict:
    in_ratio = slopes_in_ratio(curve, "x k b")

    def bent(xp: Any, x: Any, k: Any, b: Any) -> Any:
        return in_ratio(xp, x, k, b)[1]

    def product(xp: Any, x: Any, k: Any, b: Any) -> Any:
        return 2 * k * xp.exp(-2 * x) * curve(xp, x, k, b) * (2 * k * x * x + x - 1)

    return chain(
        "Beyond best eps + 2 k eps^2 > 1 (power.refined.best), so the density is positive; its mass from e^best on "
        "is 1 by the equation of "
        "best, (1 + L) delta' - delta = -1. From any L > e^best on its excess over L is delta(L), as (t - L) delta'' "
        "is the rate of "
        "(t - L) delta' - delta. The mirror image swaps P and Q and has ratios below 1.",
        ("delta''(L) has the sign of 2 k eps^2 + eps - 1", same(bent, product, "x k b", domain("x k b"), effort)),
        *attained(curve, shipped, "k b", effort),
    )


@BOOK.identity(
    "refined.inverse",
    "The shipped eps at delta inverts the profile: T2.1's line for delta >= delta(best), the family's own inverse "
    "below.",
    "Theorem 2.1",
    ALL,
)
def _inverse(effort: Effort) -> Verdict:
    return inverse(curve, shipped, "k b", BOOK.verdict("naive.solved", effort), effort)


@BOOK.identity(
    "refined.tail",
    "log delta = log B - k eps^2 from best on, so that mu_t = sqrt(1/(2 k)): sqrt(1/2) for A = 2, sigma = 2.",
    "Theorem 3.3, Example",
    "all sigma, A, B > 0",
)
def _tail(effort: Effort) -> Verdict:
    def tail(xp: Any, k: Any, b: Any) -> Any:
        return plugin().power_refined(step(xp, k, b), held(b)).tail

    def quadratic(xp: Any, e: Any, k: Any, b: Any) -> Any:
        a, middle, c = (xp.number(part) for part in tail(xp, k, b).subgaussian)
        return c + middle * e - a * e * e

    names = "e k b"
    return chain(
        "The last limit is that of eps^2/(-2 log delta).",
        ("the shipped bound", same(quadratic, lambda xp, *v: xp.log(curve(xp, *v)), names, domain(names), effort)),
        (
            "the shipped limit",
            same(lambda xp, k, b: xp.number(tail(xp, k, b).tail_mu) ** 2, "1/(2*k)", "k b", domain("k b"), effort),
        ),
        (
            "sqrt(eps^2/(-2 log delta))",
            tends("e/sqrt(2*k*e*e - 2*log(b))", 0, "inf", "1/sqrt(2*k)", names, domain(names), effort),
        ),
    )


@BOOK.soundness(
    "refined-below-one.sound",
    "The smaller one of the family's delta and of T2.1 at any pair (best, delta(best)) is a guarantee, also where B "
    "< 1.",
    "Theorem 2.1",
    "all sigma, A > 0, 0 < B < 1",
)
def _below_one(effort: Effort) -> Verdict:
    return chain(
        "Nothing in either proof asks B >= 1.",
        ("T2.1 at best", BOOK.verdict("refined.sound", effort)),
        ("the family's delta", BOOK.verdict("naive.solved", effort)),
    )


@BOOK.soundness(
    "monotone",
    "At every eps the family's delta falls with sigma and rises with A and with B: so more sigma, less A or less B "
    "states no "
    "less, inside every wrapper.",
    "section 2.2",
    "all sigma, A, B > 0, eps > 0",
)
def _monotone(effort: Effort) -> Verdict:
    def delta(xp: Any, e: Any, s: Any, a: Any, b: Any) -> Any:
        return trade_offs.power(xp, (s / a) ** 2, b, e)

    names, where = "e s a b", domain("e s a b")
    return chain(
        "A mechanism that keeps the guarantees of one setting keeps the larger ones of the other.",
        ("it falls with sigma", sign_of(lambda xp, *x: -slopes(delta, 1, names)(xp, *x), names, where, effort)),
        ("it rises with A", sign_of(slopes(delta, 2, names), names, where, effort)),
        ("and with B", sign_of(slopes(delta, 3, names), names, where, effort)),
    )
