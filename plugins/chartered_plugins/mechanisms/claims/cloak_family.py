"""Claims about the invisibility cloak encoder, and the worst mechanism that keeps its guarantees."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving.book import Book
from chartered.proving.registered import Said, held
from chartered.proving.steps import chain, same, sign_of, slopes, tends
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

from ..formulas import noise_tradeoffs as trade_offs
from .families import attained, domain, inverse, shipped as plugin, slope_of_spare, slopes_in_ratio, sound

BOOK = Book("cloak", "Liu et al. 2022")
claims = BOOK.claims
ALL = "all n, m >= 1, eps >= 0"


def step(xp: Any, c: Any) -> Said:
    """A step of the encoder with n e^(-m/10) = c."""
    return Said({"n": c * xp.exp(xp.number(Fraction(1, 5))), "m": xp.number(2), "refined": True})


def shipped(xp: Any, e: Any, best: Any, c: Any) -> Any:
    """The shipped refined profile of the encoder, by the guarantee at `best`."""
    return plugin().cloak_refined(step(xp, c), held(best)).delta(xp, e, {})


def curve(xp: Any, e: Any, c: Any) -> Any:
    """The encoder's delta, with eps first."""
    return trade_offs.cloak(xp, c, e)


@BOOK.identity(
    "naive.solved",
    "delta = n e^(-m/10)/eps solves m = 10 log(n/(eps delta)); n e^(-m/10)/delta is its inverse.",
    "section 2.2 (Ishai et al. 2006)",
    "all n, m, eps > 0",
)
def _solved(effort: Effort) -> Verdict:
    def messages(xp: Any, e: Any, n: Any, m: Any) -> Any:
        delta = trade_offs.cloak(xp, trade_offs.cloak_weight(xp, n, m), e)
        return 10 * xp.log(n / (e * delta))

    return chain(
        "The condition m > 10 log(n/(eps delta)) holds for every larger delta, so (eps, delta)-DP holds in the limit.",
        ("m", same(messages, "m", "e n m", domain("e n m"), effort)),
        ("eps", same(lambda xp, e, c: c / trade_offs.cloak(xp, c, e), "e", "e c", domain("e c"), effort)),
    )


@BOOK.soundness(
    "refined.sound",
    "The profile is T2.1 at the pair (best, delta(best)) for eps < best and the encoder's own delta beyond.",
    "Theorem 2.1",
    ALL,
)
def _sound(effort: Effort) -> Verdict:
    return sound(shipped, curve, "c", effort)


@BOOK.optimum(
    "refined.best",
    "One guarantee is the best for all smaller eps, where the shipped equation has its only zero, beyond eps = c.",
    "Theorem 2.1, the infimum over eps0",
    ALL,
)
def _best(effort: Effort) -> Verdict:
    def slope(xp: Any, e: Any, c: Any) -> Any:
        return xp.exp(e) * trade_offs.cloak_rises(xp, c, e) / (e * e * (1 + xp.exp(e)) ** 2)

    def share(xp: Any, e: Any, c: Any) -> Any:
        return trade_offs.cloak_rises(xp, c, e) / (e * e)

    names = "e c"
    falls = slopes(share, 0, names)
    return chain(
        "Over eps^2 the equation's left side falls from infinity to -1; at eps = c it is positive, and c/best < 1.",
        slope_of_spare(curve, slope, "c", effort),
        ("it falls", sign_of(lambda xp, e, c: -falls(xp, e, c), names, domain(names), effort)),
        ("to -1", tends(share, 0, "inf", "-1", names, domain(names), effort)),
        ("and is positive at c", sign_of(lambda xp, c: trade_offs.cloak_rises(xp, c, c), "c", domain("c"), effort)),
    )


@BOOK.soundness(
    "refined.attained",
    "A pair of distributions keeps all guarantees of the encoder and has this profile in both directions: nothing is "
    "lost.",
    "direct computation",
    ALL,
)
def _attained(effort: Effort) -> Verdict:
    in_ratio = slopes_in_ratio(curve, "x c")

    return chain(
        "As for the power family (power.refined.attained): the mass from e^best on is 1 by the equation of best.",
        ("delta''(L) > 0", sign_of(lambda xp, x, c: in_ratio(xp, x, c)[1], "x c", domain("x c"), effort)),
        *attained(curve, shipped, "c", effort),
    )


@BOOK.identity(
    "refined.inverse",
    "The shipped eps at delta inverts the profile: T2.1's line for delta >= delta(best), c/delta below.",
    "Theorem 2.1",
    ALL,
)
def _inverse(effort: Effort) -> Verdict:
    return inverse(curve, shipped, "c", BOOK.verdict("naive.solved", effort), effort)


@BOOK.soundness(
    "refined.not-gdp",
    "eps^2/(-2 log(c/eps)) grows without bound: the tail limit is infinite, and no mu is valid.",
    "Theorem 3.3, Example",
    ALL,
)
def _tail(effort: Effort) -> Verdict:
    return chain(
        "The profile is c/eps from best on.",
        ("the limit", tends("e*e/(2*log(e) - 2*log(c))", 0, "inf", lambda xp, c: xp.inf, "e c", domain("e c"), effort)),
    )


@BOOK.soundness(
    "monotone",
    "At every eps the encoder's delta rises with n and falls with m: so fewer users or more messages state no less, "
    "inside every wrapper.",
    "section 2.2 (Ishai et al. 2006)",
    "all n, m, eps > 0",
)
def _monotone(effort: Effort) -> Verdict:
    def delta(xp: Any, e: Any, n: Any, m: Any) -> Any:
        return trade_offs.cloak(xp, trade_offs.cloak_weight(xp, n, m), e)

    names, where = "e n m", domain("e n m")
    return chain(
        "A mechanism that keeps the guarantees of one setting keeps the larger ones of the other.",
        ("it rises with n", sign_of(slopes(delta, 1, names), names, where, effort)),
        ("it falls with m", sign_of(lambda xp, *x: -slopes(delta, 2, names)(xp, *x), names, where, effort)),
    )
