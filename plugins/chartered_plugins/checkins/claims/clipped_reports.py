"""Claims about check-ins of clipped reports: the clipping of a report, the step of a slot, the curve of a window."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book
from chartered.proving.registered import Said, bound
from chartered.proving.steps import chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.claims.pairs import Pair, random_pairs
from ...subsampling.claims.subsampling import CHANCE, SIZE
from ...subsampling.claims.whole_orders import rate as share
from ..formulas import checkins
from .checkin_windows import BOOK as PURE

BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = BOOK.claims
REPORT = {"l": SIZE, "g": SIZE}
"""e^eps0 = 1 + l; delta0 = g/(1+g)."""
OURS = "direct computation"


def spread(xp: Any, lift: Any, d: Any) -> Any:
    """e^eps_+ - e^-eps_- of a clipped report, e^eps0 = 1 + l."""
    return checkins.spread_of(xp, xp.log1p(lift), d)


def lowest(xp: Any, lift: Any, d: Any) -> Any:
    """e^-eps_- of a clipped report, e^eps0 = 1 + l."""
    return checkins.lowest_of(xp, xp.log1p(lift), d)


@BOOK.soundness(
    "clipped.lemma",
    "Let P and B be (eps0, delta0)-indistinguishable. P clipped to [e^-eps0 B, e^eps0 B] and divided by its sum c is "
    "within delta0 of P in "
    "total variation, and between e^-eps0/(1 + e^-eps0 delta0) and e^eps0/(1 - delta0) times B.",
    OURS,
    "all eps0 > 0, 0 < delta0 < 1 (e^eps0 = 1 + l, delta0 = g/(1+g)); random pairs",
)
def _lemma(effort: Effort) -> Verdict:
    """The ends are shipped, and the sum lies where it must."""

    def highest(xp: Any, lift: Any, g: Any) -> Any:
        return 1 + checkins.rise_of(xp, xp.log1p(lift), share(g))

    outcome = {"l": SIZE, "p": CHANCE, "b": CHANCE}
    return chain(
        "What is clipped off is the sum of (P - e^eps0 B)_+, at most delta0; what is added that of (e^-eps0 B - P)_+, "
        "e^-eps0 times one that is at most delta0; so 1 - delta0 <= c <= 1 + e^-eps0 delta0. For c <= 1 only what was "
        "clipped off lies above the result, for c > 1 only what was added below it.",
        ("what is added to an outcome", same("b/(1 + l) - p", "(b - (1 + l)*p)/(1 + l)", "l p b", outcome, effort)),
        ("the upper end", same(highest, lambda xp, lift, g: (1 + lift) / (1 - share(g)), "l g", REPORT, effort)),
        (
            "the lower end",
            same(
                lambda xp, lift, g: lowest(xp, lift, share(g)),
                lambda xp, lift, g: 1 / (1 + lift) / (1 + share(g) / (1 + lift)),
                "l g",
                REPORT,
                effort,
            ),
        ),
        (
            "spread is the difference of the ends",
            same(
                lambda xp, lift, g: spread(xp, lift, share(g)),
                lambda xp, lift, g: highest(xp, lift, g) - lowest(xp, lift, share(g)),
                "l g",
                REPORT,
                effort,
            ),
        ),
    )


@BOOK.soundness(
    "clipped.pairs",
    "Random pairs, clipped: the ratios and the total variation are as the lemma says, with delta0 the larger "
    "divergence of the two.",
    OURS,
    "45 random rational pairs of 2 to 4 outcomes, eps0 in {0, 1/4, 1}",
)
def _pairs(effort: Effort) -> Verdict:
    levels = (Fraction(0), Fraction(1, 4), Fraction(1))
    return sample(
        _clips,
        [(pair, e) for pair in random_pairs(15, (2, 3, 4), effort.seed) for e in levels],
        effort.digits,
        "balls: clipped",
    )


def _clips(pair: Pair, epsilon: Fraction) -> bool:
    with balls(256) as xp:
        e = xp.number(epsilon)
        d = xp.maximum(pair.hockey_stick(xp, e), Pair(pair.second, pair.first).hockey_stick(xp, e))
        if not d < 1:
            return True
        low, high = checkins.lowest_of(xp, e, d), 1 + checkins.rise_of(xp, e, d)
        ends = [
            (xp.number(p), xp.exp(-e) * b, xp.exp(e) * b, xp.number(b))
            for p, b in zip(pair.first, map(xp.number, pair.second), strict=True)
        ]
        clipped = [xp.maximum(below, xp.minimum(p, above)) for p, below, above, _ in ends]
        total = sum(clipped[1:], clipped[0])
        moved = sum((xp.positive(p - c / total) for c, (p, *_) in zip(clipped, ends, strict=True)), xp.number(0))
        within = all(
            not c / total > high * b and not c / total < low * b for c, (*_, b) in zip(clipped, ends, strict=True)
        )
        return within and not moved > d


@BOOK.inequality(
    "clipped.step",
    "Clipped, a slot is log((1 + q rise)/(1 - q (1 - lowest)))-DP, at most q spread: so the sum of eps_i^2 is at "
    "most the shipped variance proxy.",
    OURS,
    "all eps0 > 0, 0 < delta0 < 1, 0 < q < 1 (e^eps0 = 1 + l, delta0 = g/(1+g), q = u/(1+u))",
)
def _step(effort: Effort) -> Verdict:
    def product(xp: Any, lift: Any, g: Any) -> Any:
        """(1 + rise) lowest - 1."""
        return (1 + checkins.rise_of(xp, xp.log1p(lift), share(g))) * lowest(xp, lift, share(g)) - 1

    def spare(xp: Any, u: Any, b: Any, more: Any) -> Any:
        """(1 + q rise)(1 - q fall) - 1 at (1 + rise)(1 - fall) = 1 + more."""
        fall = share(b)
        return (1 + share(u) * ((1 + more) / (1 - fall) - 1)) * (1 - share(u) * fall) - 1

    def gap(xp: Any, z: Any) -> Any:
        return z - 1 / z - 2 * xp.log(z)

    return chain(
        "Of posteriors at most q and ratios within the ends the quotient is at most (1 + q rise)/(1 - q fall), fall = "
        "1 - lowest, = z^2; log z^2 <= z - 1/z = q spread/sqrt((1 + q rise)(1 - q fall)), and the root is at least 1. "
        "The posterior, its sum and its integral are those of pure reports with the shipped lowest.",
        ("log z^2 <= z - 1/z: value", same(lambda xp, z: gap(xp, 1 + 0 * z), "0", "z", {"z": SIZE}, effort)),
        ("and slope", sign_of(slopes(gap, 0, "z"), "z", {"z": SIZE}, effort, strict=False)),
        ("(1 + rise) lowest >= 1", sign_of(product, "l g", REPORT, effort)),
        ("(1 + q rise)(1 - q fall) >= 1", sign_of(spare, "u b more", {"u": SIZE, "b": SIZE, "more": SIZE}, effort)),
        ("the posterior", PURE.verdict("steps.posterior", effort)),
        ("its sum", PURE.verdict("zcdp.sum", effort)),
    )


@BOOK.inequality(
    "clipped.transfer",
    "If P~ <= e^eps Q~ + delta for every event, and P, P~ as well as Q, Q~ are within T in total variation, then P "
    "<= e^eps Q + delta + "
    "(e^eps + 1) T. A client's report is used with probability at most p, so T = p delta0.",
    "generic transfer of total variation",
    "all eps, delta, T and all events",
)
def _transfer(effort: Effort) -> Verdict:
    names = "level d t p q x y"
    return chain(
        "The slack of the conclusion is the sum of the slacks of its premises, the last one times e^eps.",
        (
            "the slacks",
            same(
                "level*q + d + (level + 1)*t - p",
                "x + t - p + level*y + d - x + level*(q + t - y)",
                names,
                {name: (SIZE if name == "level" else CHANCE) for name in names.split()},
                effort,
            ),
        ),
    )


@BOOK.identity(
    "clipped.curve",
    "eps_i-DP steps are eps_i^2/2-zCDP, so that a window of clipped reports is within p delta0 of what has the Renyi "
    "curve alpha V/2, "
    "V the variance proxy: that is shipped.",
    "proof of Theorem 3.2; Bun, Steinke 2016, Proposition 1.4",
    "a Gaussian-like profile at 3 eps of a report, orders 2 and 9",
)
def _curve(effort: Effort) -> Verdict:
    inner = ch.Profile(delta=lambda xp, e, witness: xp.exp(-e) / 7)
    case = Said({"m": Fraction(50), "p": Fraction(1, 3)}, inner=inner)
    found = bound("checkin_splits", "checkin.clipped")(case)
    for local in (Fraction(1, 5), Fraction(1), Fraction(4)):
        with balls(256) as xp:
            e, p, d = xp.number(local), xp.number(Fraction(1, 3)), xp.exp(-xp.number(local)) / 7
            variance_proxy = checkins.variance_proxy(50, p, checkins.spread_of(xp, e, d), checkins.lowest_of(xp, e, d))
            curves = (found.curve(xp, xp.number(alpha), local).overlaps(alpha * variance_proxy / 2) for alpha in (2, 9))
            if not (
                all(curves)
                and found.transfer(xp, local).overlaps(p * d)
                and found.rho(xp, local).overlaps(variance_proxy / 2)
            ):
                return Refuted("run: another curve is shipped", witness={"local": str(local)})
    return chain(
        "zCDP adds up over adaptive steps.",
        ("the shipped curve", Proved("run: 3 guarantees in balls")),
        ("its variance proxy", BOOK.verdict("clipped.step", effort)),
        ("half of it", PURE.verdict("zcdp.sum", effort)),
    )
