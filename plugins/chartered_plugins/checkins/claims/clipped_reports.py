"""Claims about check-ins of clipped reports: the clipping of a report, the step of a slot, the curve of a window; and
that the paper's bound for reports that are not pure is never below the bound by clipping."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import POSITIVE, Each, Notation, Proofs, Said, numbers, registered
from chartered.proving.proof_parts import Claimed, Nonnegative, Positive, Same

from ..formulas import report_slots
from .checkin_windows import BOOK as PURE

OURS = "direct computation"
NOTATION = Notation(
    "odds = 1 + l",
    "p = u/(1 + u)",
    "delta0 = g/(1 + g)",
    # of a clipped report: e^-eps_-, e^eps_+, and the latter less the former
    "lowest(l, d) = report_slots.lowest_of(log1p(l), d)",
    "highest(l, d) = 1 + report_slots.rise_of(log1p(l), d)",
    "spread(l, d) = report_slots.spread_of(log1p(l), d)",
    "gap(z) = z - 1/z - 2*log(z)",
    "slope(z) = d/dz gap(z)",
    "fall = b/(1 + b)",
    # a delta0 that the paper's condition allows
    "allowed = l/(8*odds^2*(1 + s))",
    ranges={"l g u s b z x y h d t q r more level": POSITIVE},
    report_slots=report_slots,
)
BOOK = Proofs("checkin", "Balle et al. 2020 (random check-ins)", at=OURS, notation=NOTATION)


BOOK.soundness(
    "clipped.lemma",
    "Let P and B be (eps0, delta0)-indistinguishable. P clipped to [e^-eps0 B, e^eps0 B] and divided by its sum c is "
    "within delta0 of P in total variation, and between e^-eps0/(1 + e^-eps0 delta0) and e^eps0/(1 - delta0) times B.",
    "all eps0 > 0, 0 < delta0 < 1 (e^eps0 = 1 + l, delta0 = g/(1+g))",
    Same("what is added to an outcome", "b/odds - h", "(b - odds*h)/odds"),
    Same("the upper end", "highest(l, delta0)", "odds/(1 - delta0)"),
    Same("the lower end", "lowest(l, delta0)", "1/odds/(1 + delta0/odds)"),
    Same("spread is the difference of the ends", "spread(l, delta0)", "highest(l, delta0) - lowest(l, delta0)"),
    so="What is clipped off is the sum of (P - e^eps0 B)_+, at most delta0; what is added that of (e^-eps0 B - P)_+, "
    "e^-eps0 times one that is at most delta0; so 1 - delta0 <= c <= 1 + e^-eps0 delta0. For c <= 1 only what was "
    "clipped off lies above the result, for c > 1 only what was added below it.",
)


BOOK.inequality(
    "clipped.step",
    "Clipped, a slot is log((1 + q rise)/(1 - q (1 - lowest)))-DP, at most q spread: so the sum of eps_i^2 is at "
    "most the shipped variance proxy.",
    "all eps0 > 0, 0 < delta0 < 1, 0 < q < 1 (e^eps0 = 1 + l, delta0 = g/(1+g), q = u/(1+u))",
    Same("log z^2 <= z - 1/z: value", "gap(1)", "0"),
    Nonnegative("and slope", "slope(z)"),
    Positive("(1 + rise) lowest >= 1", "highest(l, delta0)*lowest(l, delta0) - 1"),
    # at (1 + rise)(1 - fall) = 1 + more
    Positive("(1 + q rise)(1 - q fall) >= 1", "(1 + p*((1 + more)/(1 - fall) - 1))*(1 - p*fall) - 1"),
    Claimed("the posterior", PURE, "steps.posterior"),
    Claimed("its sum", PURE, "zcdp.sum"),
    so="Of posteriors at most q and ratios within the ends the quotient is at most (1 + q rise)/(1 - q fall), fall = 1 "
    "- lowest, = z^2; log z^2 <= z - 1/z = q spread/sqrt((1 + q rise)(1 - q fall)), and the root is at least 1. The "
    "posterior, its sum and its integral are those of pure reports with the shipped lowest.",
)
BOOK.inequality(
    "clipped.transfer",
    "If P~ <= e^eps Q~ + delta for every event, and P, P~ as well as Q, Q~ are within T in total variation, then P "
    "<= e^eps Q + delta + (e^eps + 1) T. A client's report is used with probability at most p, so T = p delta0.",
    "generic transfer of total variation",
    "all eps, delta, T and all events",
    Same("the slacks", "level*q + d + (level + 1)*t - h", "x + t - h + level*y + d - x + level*(q + t - y)"),
    so="The slack of the conclusion is the sum of the slacks of its premises, the last one times e^eps.",
)


@BOOK.identity(
    "clipped.curve",
    "eps_i-DP steps are eps_i^2/2-zCDP, so that a window of clipped reports is within p delta0 of what has the Renyi "
    "curve alpha V/2, V the variance proxy: that is shipped.",
    "proof of Theorem 3.2; Bun, Steinke 2016, Proposition 1.4",
    "a Gaussian-like profile at 3 eps of a report, orders 2 and 9",
    Each("run: the shipped curve", cases=[(x,) for x in numbers("1/5 1 4")], bits=256),
    Claimed("its variance proxy", BOOK, "clipped.step"),
    Claimed("half of it", PURE, "zcdp.sum"),
    so="zCDP adds up over adaptive steps.",
)
def _shipped_near(xp: Any, local: Fraction) -> bool:
    inner = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7)
    found = registered("checkin.clipped").bound(Said({"m": Fraction(50), "p": Fraction(1, 3)}, inner=inner))
    e, p, d = xp.number(local), xp.number(Fraction(1, 3)), xp.exp(-xp.number(local)) / 7
    proxy = report_slots.variance_proxy(50, p, report_slots.spread_of(xp, e, d), report_slots.lowest_of(xp, e, d))
    curves = (found.curve(xp, xp.number(alpha), local).overlaps(alpha * proxy / 2) for alpha in (2, 9))
    return all(curves) and found.transfer(xp, local).overlaps(p * d) and found.rho(xp, local).overlaps(proxy / 2)


for _name, _number in (("T32", "3.2"), ("T43", "4.3")):
    BOOK.inequality(
        f"{_name}-approximate.clipped",
        "Under the paper's condition on delta0 its variance proxy at 8 eps0 and its m (e^eps + 1) delta1 are at least "
        "the clipped ones, so the print holds whatever the constants of the reduction on which its proof builds.",
        f"Theorem {_number}, second part",
        "all eps0 > 0 (e^eps0 = 1 + l) and delta0 <= (1 - e^-eps0) delta1/(8 e^eps0), delta1 < 1, as the condition "
        "implies; p = u/(1+u)",
        Positive("spread", "(odds^8 - 1)/l - spread(l, allowed)/l"),
        Positive("lowest", "odds^8*lowest(l, allowed) - 1"),
        Same(
            "the printed variance proxy has these two factors",
            "report_slots.printed_variance_proxy(1, p, 8*log1p(l))",
            "(p*(odds^8 - 1))^2*odds^8",
        ),
        Claimed("clipping", BOOK, "clipped.lemma"),
        Claimed("its step", BOOK, "clipped.step"),
        Claimed("its transfer", BOOK, "clipped.transfer"),
        so="The condition's rounds are at least 2, both logarithms being positive. The clipped variance proxy (p "
        "spread)^2/(m (1 - p + p lowest)) has spread <= e^(8 eps0) - 1 and 1/(1 - p + p lowest) <= 1/lowest <= e^(8 "
        "eps0); and delta0 <= delta1, p <= m.",
    )
