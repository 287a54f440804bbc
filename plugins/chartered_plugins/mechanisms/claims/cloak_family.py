"""Claims about the invisibility cloak encoder, and the worst mechanism that satisfies its guarantees."""

from fractions import Fraction
from typing import Any

from chartered.proving import Claimed, Positive, Proofs, Said, Same, Tends, held

from ..formulas import calibrated_noise as trade_offs
from .calibrated_noise import INVERSE, T21, attained, inverse, notation, plugin, slope_of_spare, sound

ALL = "all n, m >= 1, eps >= 0"


def shipped(xp: Any, e: Any, best: Any, c: Any) -> Any:
    """The registered refined profile of the encoder with n e^(-m/10) = c, by the guarantee at `best`."""
    step = Said({"n": c * xp.exp(xp.number(Fraction(1, 5))), "m": xp.number(2), "refined": True})
    return plugin().cloak_refined(step, held(best)).delta(xp, e, {})


NOTATION = notation(
    "c",
    "trade_offs.cloak(c, e)",
    "delta(e, n, m) = trade_offs.cloak(trade_offs.cloak_weight(n, m), e)",
    "share(e, c) = trade_offs.cloak_rises(c, e)/(e*e)",
    "rise(e, c) = d/de share(e, c)",
    "rise_with_m(e, n, m) = d/dm delta(e, n, m)",
    trade_offs=trade_offs,
    shipped=shipped,
)
BOOK = Proofs("cloak", "Liu et al. 2022", at="section 2.2 (Ishai et al. 2006)", notation=NOTATION)

BOOK.identity(
    "naive.solved",
    "delta = n e^(-m/10)/eps solves m = 10 log(n/(eps delta)); n e^(-m/10)/delta is its inverse.",
    "all n, m, eps > 0",
    Same("m", "10*log(n/(e*delta(e, n, m)))", "m"),
    Same("eps", "c/curve(e, c)", "e"),
    so="The condition m > 10 log(n/(eps delta)) holds for every larger delta, so (eps, delta)-DP holds in the limit.",
)

BOOK.soundness(
    "refined.sound",
    "The profile is T2.1 at the pair (best, delta(best)) for eps < best and the encoder's own delta beyond.",
    "Theorem 2.1",
    ALL,
    *sound("c"),
    so=T21,
)

BOOK.optimum(
    "refined.best",
    "One guarantee is the best for all smaller eps, where the shipped equation has its only zero, beyond eps = c.",
    "Theorem 2.1, the infimum over eps0",
    ALL,
    slope_of_spare("c", "exp(e)*share(e, c)/(1 + exp(e))^2"),
    Positive("it falls", "-rise(e, c)"),
    Tends("to -1", "share(e, c)", "e", "inf", "-1"),
    Positive("and is positive at c", "trade_offs.cloak_rises(c, c)"),
    so="Over eps^2 the equation's left side falls from infinity to -1; at eps = c it is positive, and c/best < 1.",
)

BOOK.soundness(
    "refined.attained",
    "A pair of distributions keeps all guarantees of the encoder and has this profile in both directions: nothing is "
    "lost.",
    "direct computation",
    ALL,
    Positive("delta''(L) > 0", "bent(x, c)"),
    *attained("c"),
    so="As for the power family (power.refined.attained): the mass from e^best on is 1 by the equation of best.",
)

BOOK.identity(
    "refined.inverse",
    "The shipped eps at delta inverts the profile: T2.1's line for delta >= delta(best), c/delta below.",
    "Theorem 2.1",
    ALL,
    *inverse("c"),
    Claimed("the family's own inverse", BOOK, "naive.solved"),
    so=INVERSE,
)

BOOK.soundness(
    "refined.not-gdp",
    "eps^2/(-2 log(c/eps)) grows without bound: the tail limit is infinite, and no mu is valid.",
    "Theorem 3.3, Example",
    ALL,
    Tends("the limit", "e*e/(2*log(e) - 2*log(c))", "e", "inf", "inf"),
    so="The profile is c/eps from best on.",
)

BOOK.soundness(
    "monotone",
    "At every eps the encoder's delta rises with n and falls with m: so fewer users or more messages state no less, "
    "inside every wrapper.",
    "all n, m, eps > 0",
    Positive("it rises with n", "d/dn delta(e, n, m)"),
    Positive("it falls with m", "-rise_with_m(e, n, m)"),
    so="A mechanism that keeps the guarantees of one setting keeps the larger ones of the other.",
)
