"""Claims about the power family sigma = A sqrt(log(B/delta))/eps, and the worst mechanism that satisfies its
guarantees."""

from typing import Any

from chartered.proving import Claimed, Positive, Proofs, Said, Same, SameParts, Slope, Tends, held

from ..formulas import calibrated_noise as trade_offs
from .calibrated_noise import INVERSE, T21, attained, inverse, notation, plugin, slope_of_spare, sound

ALL = "all sigma, A > 0, B >= 1, eps >= 0"


def step(xp: Any, k: Any, b: Any) -> Said:
    """A step of the power family with (sigma/A)^2 = k."""
    return Said({"sigma": xp.sqrt(k) * 3, "A": xp.number(3), "B": b, "refined": True})


def shipped(xp: Any, e: Any, best: Any, k: Any, b: Any) -> Any:
    """The registered refined profile of the power family, by the guarantee at `best`."""
    return plugin().power_refined(step(xp, k, b), held(best)).delta(xp, e, {})


def tail(xp: Any, k: Any, b: Any) -> Any:
    """The tail of the registered profile: the three numbers of its subgaussian bound, and mu_t."""
    found = plugin().power_refined(step(xp, k, b), held(b)).tail
    return [xp.number(part) for part in (*found.subgaussian, found.tail_mu)]


NOTATION = notation(
    "k, b",
    "trade_offs.power(k, b, e)",
    "delta(e, s, a, b) = trade_offs.power((s/a)^2, b, e)",
    "rise_with_s(e, s, a, b) = d/ds delta(e, s, a, b)",
    "rises(e, k, b) = trade_offs.power_rises(k, b, e)",
    trade_offs=trade_offs,
    shipped=shipped,
    tail=tail,
)
BOOK = Proofs("power", "Liu et al. 2022", at="Theorem 2.1", notation=NOTATION)

BOOK.identity(
    "naive.solved",
    "delta = B e^(-(sigma eps/A)^2) solves sigma = A sqrt(log(B/delta))/eps, and the shipped eps at delta is its "
    "inverse.",
    "section 2.2",
    "all sigma, A, B > 0, eps > 0 with delta <= 1",
    Same("sigma", "a*sqrt(log(b) - log(delta(e, s, a, b)))/e", "s"),
    SameParts("eps", "trade_offs.power_inverse(k, b, curve(e, k, b))", "e"),
    so="The mechanism is (eps, delta)-DP at each eps for that delta; where it is above 1 nothing is said, and 1 "
    "stands.",
)

BOOK.soundness(
    "refined.sound",
    "The profile is T2.1 at the pair (best, delta(best)) for eps < best and the family's own delta beyond.",
    ALL,
    *sound("k, b"),
    so=T21,
)

BOOK.optimum(
    "refined.best",
    "One guarantee is the best for all smaller eps: (1-delta)/(1 + e^eps) rises up to the one zero of the shipped "
    "equation, and falls beyond.",
    "Theorem 2.1, the infimum over eps0",
    "all sigma, A > 0, B >= 1",
    slope_of_spare("k, b", "exp(e)*(exp(rises(e, k, b)) - 1)/(1 + exp(e))^2"),
    Slope(
        "its slope has the sign of 1 - eps - 2 k eps^2",
        "rises(e, k, b)",
        "e",
        "2*k*(1 + exp(-e))*(1 - e - 2*k*e*e)/(1 + 2*k*e*(1 + exp(-e)))",
    ),
    Tends("at eps = 0 it is log B", "rises(e, k, b)", "e", 0, "log(b)"),
    Tends("it ends below 0", "rises(e, k, b)", "e", "inf", "-inf"),
    so="The equation's left side starts at log B >= 0, rises while eps + 2 k eps^2 < 1 and falls to minus infinity: "
    "one zero, beyond that point, positive before it (for B = 1 too, as it rises from 0).",
)

BOOK.soundness(
    "refined.attained",
    "A pair of distributions keeps all guarantees of the family and has this profile in both directions: nothing is "
    "lost.",
    "direct computation",
    ALL,
    Same(
        "delta''(L) has the sign of 2 k eps^2 + eps - 1",
        "bent(x, k, b)",
        "2*k*exp(-2*x)*curve(x, k, b)*(2*k*x*x + x - 1)",
    ),
    *attained("k, b"),
    so="Beyond best eps + 2 k eps^2 > 1 (power.refined.best), so the density is positive; its mass from e^best on is 1 "
    "by the equation of best, (1 + L) delta' - delta = -1. From any L > e^best on its excess over L is delta(L), as "
    "(t - L) delta'' is the rate of (t - L) delta' - delta. The mirror image swaps P and Q and has ratios below 1.",
)

BOOK.identity(
    "refined.inverse",
    "The shipped eps at delta inverts the profile: T2.1's line for delta >= delta(best), the family's own inverse "
    "below.",
    ALL,
    *inverse("k, b"),
    Claimed("the family's own inverse", BOOK, "naive.solved"),
    so=INVERSE,
)

BOOK.identity(
    "refined.tail",
    "log delta = log B - k eps^2 from best on, so that mu_t = sqrt(1/(2 k)): sqrt(1/2) for A = 2, sigma = 2.",
    "Theorem 3.3, Example",
    "all sigma, A, B > 0",
    Same("the shipped bound", "tail(k, b)[2] + tail(k, b)[1]*e - tail(k, b)[0]*e*e", "log(curve(e, k, b))"),
    Same("the shipped limit", "tail(k, b)[3]^2", "1/(2*k)"),
    Tends("sqrt(eps^2/(-2 log delta))", "e/sqrt(2*k*e*e - 2*log(b))", "e", "inf", "1/sqrt(2*k)"),
    so="The last limit is that of eps^2/(-2 log delta).",
)

BOOK.soundness(
    "refined-below-one.sound",
    "The smaller one of the family's delta and of T2.1 at any pair (best, delta(best)) is a guarantee, also where B < "
    "1.",
    "all sigma, A > 0, 0 < B < 1",
    Claimed("T2.1 at best", BOOK, "refined.sound"),
    Claimed("the family's delta", BOOK, "naive.solved"),
    so="Nothing in either proof asks B >= 1.",
)

BOOK.soundness(
    "monotone",
    "At every eps the family's delta falls with sigma and rises with A and with B: so more sigma, less A or less B "
    "states no less, inside every wrapper.",
    "section 2.2",
    "all sigma, A, B > 0, eps > 0",
    Positive("it falls with sigma", "-rise_with_s(e, s, a, b)"),
    Positive("it rises with A", "d/da delta(e, s, a, b)"),
    Positive("and with B", "d/db delta(e, s, a, b)"),
    so="A mechanism that keeps the guarantees of one setting keeps the larger ones of the other.",
)
