"""Claims about check-ins where delta is split: clipped reports, the paper's replaced ones, and crowded slots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving.book import Book, claims_of
from chartered.proving.registered import Said, accountant, bound
from chartered.proving.steps import chain, same, sample, sign_of, slopes
from chartered_verify.arithmetic import balls
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Proved, Refuted, Verdict

from ...basics.claims.pairs import Pair, random_pairs
from ...basics.formulas import subgaussian_tail as advanced
from ...conversion.formulas import optimal as optimal_conversion
from ...subsampling.claims.subsampling import CHANCE, SIZE
from ...subsampling.claims.whole_orders import rate as share
from ..formulas import checkins
from ..near_renyi_guarantee import Clipped
from .checkin_windows import BOOK as PURE

CLIPPED = Book("clipped", "Balle et al. 2020 (random check-ins)")
BOOK = Book("checkin", "Balle et al. 2020 (random check-ins)")
claims = claims_of(BOOK, CLIPPED)
REPORT = {"l": SIZE, "g": SIZE}
"""e^eps0 = 1 + l; delta0 = g/(1+g)."""
OURS = "direct computation"


def _spread(xp: Any, lift: Any, d: Any) -> Any:
    return checkins.spread_of(xp, xp.log1p(lift), d)


def _lowest(xp: Any, lift: Any, d: Any) -> Any:
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
                lambda xp, lift, g: _lowest(xp, lift, share(g)),
                lambda xp, lift, g: 1 / (1 + lift) / (1 + share(g) / (1 + lift)),
                "l g",
                REPORT,
                effort,
            ),
        ),
        (
            "spread is the difference of the ends",
            same(
                lambda xp, lift, g: _spread(xp, lift, share(g)),
                lambda xp, lift, g: highest(xp, lift, g) - _lowest(xp, lift, share(g)),
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
        return (1 + checkins.rise_of(xp, xp.log1p(lift), share(g))) * _lowest(xp, lift, share(g)) - 1

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


def _held(gamma: Fraction | int, distance: Fraction | int, least: Fraction = Fraction(0)) -> Clipped:
    """A guarantee of such a slope and distance."""
    return Clipped(
        curve=lambda xp, alpha, local: alpha * xp.number(gamma * local),
        transfer=lambda xp, local: xp.number(distance),
        rho=lambda xp, local: xp.number(gamma * local),
        least=least,
        points=(1.0,),
    )


@CLIPPED.identity(
    "profile.shipped",
    "The shipped delta at a witness is that of the curve's optimal conversion plus (e^eps + 1) T; eps is the one "
    "that the witness names, "
    "if no more than delta is spent there, else nothing.",
    OURS,
    "12 guarantees, slopes V/2 and distances T",
)
def _shipped(effort: Effort) -> Verdict:
    for slope in (Fraction(1, 1000), Fraction(1, 10), Fraction(2)):
        for distance in (Fraction(0), Fraction(1, 10**9)):
            for at in (Fraction(1), Fraction(7)):
                witness = {"at": at, "local": Fraction(1), "alpha": Fraction(5), "v": None, "w": at - Fraction(1, 4)}
                profile = bound("checkin_splits", "clipped.profile")(_held(slope, distance))
                with balls(256) as xp:
                    e = xp.number(at)
                    core = optimal_conversion.one_sided_delta(xp, xp.number(5), xp.number(5 * slope), e, witness)
                    stated = core + (xp.exp(e) + 1) * xp.number(distance)
                    right = profile.delta(xp, e, witness).overlaps(stated)
                    met, missed = (
                        profile.epsilon(xp, stated * part, witness) for part in (2, xp.number(Fraction(1, 2)))
                    )
                    if not (right and met.overlaps(e) and not missed.is_finite()):
                        return Refuted(
                            "run: another delta is shipped", witness={"slope": str(slope), "T": str(distance)}
                        )
    return chain(
        "delta falls with eps, so that at any larger eps no more is spent.",
        ("what is shipped", Proved("run: 12 guarantees in balls")),
        ("the transfer", BOOK.verdict("clipped.transfer", effort)),
    )


@CLIPPED.soundness(
    "composition.adds",
    "Runs that are each within T_i of others are together within the sum of T_i of all these, whose Renyi "
    "divergences add up; the shipped "
    "`times` is repeated `compose`.",
    OURS,
    "two runs, each replaced in turn: |P1 P2 - R1 R2| <= |P1 - R1| P2 + R1 |P2 - R2|, for all probabilities",
)
def _adds(effort: Effort) -> Verdict:
    law, one = accountant("checkin_splits", "clipped"), _held(3, 5, Fraction(2))
    many, each = law.times(one, 4), law.compose([one] * 4)
    with balls(64) as xp:
        numbers = [(g.curve(xp, 7, 1), g.rho(xp, 1), g.transfer(xp, 1), xp.number(g.least)) for g in (many, each)]
        right = all(
            value.overlaps(xp.number(4 * unit)) for g in numbers for value, unit in zip(g, (21, 3, 5, 2), strict=True)
        )
    ran = (
        Proved("run: four runs, counted and composed")
        if right
        else Refuted("run: times is not compose", witness={"times": str(numbers)})
    )
    return chain(
        "Summed over outcomes, whatever the second run takes from the first; Renyi divergences as in "
        "renyi.composition.",
        (
            "one after the other",
            same("a*b - c*d", "(a - c)*b + c*(b - d)", "a b c d", dict.fromkeys("abcd", CHANCE), effort),
        ),
        ("what is shipped", ran),
    )


def _replaced(name: str, number: str) -> None:
    @BOOK.inequality(
        f"{name}-approximate.clipped",
        "Under the paper's condition on delta0 its variance proxy at 8 eps0 and its m (e^eps + 1) delta1 are at least "
        "the clipped ones, so the print holds whatever the constants of the reduction on which its proof builds.",
        f"Theorem {number}, second part",
        "all eps0 > 0 (e^eps0 = 1 + l) and delta0 <= (1 - e^-eps0) delta1/(8 e^eps0), delta1 < 1, as the condition "
        "implies; p = u/(1+u)",
    )
    def check(effort: Effort) -> Verdict:
        def d(lift: Any, s: Any) -> Any:
            return lift / (8 * (1 + lift) ** 2 * (1 + s))

        def variance_proxy(xp: Any, lift: Any, s: Any, u: Any) -> Any:
            lowest, spread = _lowest(xp, lift, d(lift, s)), _spread(xp, lift, d(lift, s))
            return checkins.variance_proxy(1, share(u), spread, lowest)

        def shrunk(xp: Any, lift: Any, s: Any) -> Any:
            return ((1 + lift) ** 8 - 1) / lift - _spread(xp, lift, d(lift, s)) / lift

        def low(xp: Any, lift: Any, s: Any) -> Any:
            return (1 + lift) ** 8 * _lowest(xp, lift, d(lift, s)) - 1

        def printed(xp: Any, lift: Any, u: Any) -> Any:
            return checkins.printed_variance_proxy(xp, 1, share(u), 8 * xp.log1p(lift))

        def ends(xp: Any, lift: Any, u: Any) -> Any:
            return (share(u) * ((1 + lift) ** 8 - 1)) ** 2 * (1 + lift) ** 8

        domain = {"l": SIZE, "s": SIZE}
        return chain(
            "The condition's rounds are at least 2, both logarithms being positive. The clipped variance proxy (p "
            "spread)^2/(m (1 - p + p "
            "lowest)) has "
            "spread <= e^(8 eps0) - 1 and 1/(1 - p + p lowest) <= 1/lowest <= e^(8 eps0); and delta0 <= delta1, p <= "
            "m.",
            ("spread", sign_of(shrunk, "l s", domain, effort)),
            ("lowest", sign_of(low, "l s", domain, effort)),
            (
                "the printed variance proxy has these two factors",
                same(printed, ends, "l u", {"l": SIZE, "u": SIZE}, effort),
            ),
            ("clipping", BOOK.verdict("clipped.lemma", effort)),
            ("its step", BOOK.verdict("clipped.step", effort)),
            ("its transfer", BOOK.verdict("clipped.transfer", effort)),
        )


_replaced("T32", "3.2")
_replaced("T43", "4.3")


@BOOK.soundness(
    "T41.crowding",
    "The mean of sum b_j^2 over the slots' sizes is n + n(n-1)/m; one client's choice moves the norm by at most sqrt "
    "2, so by McDiarmid's "
    "inequality the norm is at most n eps_1 but for a chance of delta2 = e^-y.",
    "Theorem 4.1",
    "all n, m >= 1, y > 0",
)
def _crowding(effort: Effort) -> Verdict:
    def squares(xp: Any, n: Any, m: Any) -> Any:
        """m times variance and squared mean of a binomial size."""
        return m * (n / m * (1 - 1 / m) + (n / m) ** 2)

    def shipped(xp: Any, n: Any, m: Any, y: Any) -> Any:
        return checkins.crowding(xp, m, n, xp.exp(-y)) - xp.sqrt(1 / n + 1 / m)

    def moved(xp: Any, n: Any, m: Any, y: Any) -> Any:
        """t/n, where exp(-2 t^2/(2 n)) = e^-y."""
        return xp.sqrt(n * y) / n

    domain = {"n": (1, 1000), "m": (1, 1000)}
    return chain(
        "sqrt(n + n(n-1)/m) <= n sqrt(1/n + 1/m), and the mean of the norm is at most the root of the mean of its "
        "square.",
        ("the mean square", same(squares, "n + n*(n - 1)/m", "n m", domain, effort)),
        (
            "it is at most (n sqrt(1/n + 1/m))^2",
            sign_of(lambda xp, n, m: n**2 * (1 / n + 1 / m) - squares(xp, n, m), "n m", domain, effort),
        ),
        ("McDiarmid's term", same(shipped, moved, "n m y", {**domain, "y": SIZE}, effort)),
    )


@BOOK.inequality(
    "T41.sum",
    "Given sizes, the posterior of a slot is at most e^(2 eps0) b_j/n, so that the sum of eps_j^2 is at most the "
    "shipped variance proxy: "
    "e^(4 eps0) (e^eps0 - 1)^2 times the squared norm over n^2; eps is then the print.",
    "Theorem 4.1",
    "all eps0 > 0 (e^eps0 = 1 + l), eps_1 > 0, delta = e^-y",
)
def _averaged(effort: Effort) -> Verdict:
    def shipped(xp: Any, lift: Any, e1: Any, y: Any) -> Any:
        found = checkins.averaged_variance_proxy(xp, xp.log1p(lift), e1)
        return advanced.tail_epsilon(xp, found / 2, found, xp.exp(-y))

    def printed(xp: Any, lift: Any, e1: Any, y: Any) -> Any:
        odds = 1 + lift
        return odds**4 * lift**2 * e1**2 / 2 + odds**2 * lift * e1 * xp.sqrt(2 * y)

    return chain(
        "Swap the client with one drawn uniformly: each arrangement of reports has a likelihood within e^(2 eps0) of "
        "any other, two records being moved; a slot is the client's own with prior probability b_j/n. The reports of a "
        "slot are as likely under a neighbour as in steps.ratio, log(1 + x) <= x, and the rest is as in zcdp.sum.",
        ("the print", same(shipped, printed, "l e1 y", {"l": SIZE, "e1": SIZE, "y": SIZE}, effort)),
        ("the ratio of a step", PURE.verdict("steps.ratio", effort)),
        ("crowding", BOOK.verdict("T41.crowding", effort)),
    )
