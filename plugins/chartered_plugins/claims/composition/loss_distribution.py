"""Claims about dots of a privacy profile: the lines that join them, the pair whose profile they are, and pairs in composition.

In a = e^eps, at the corners 1 = a_0 < a_1 < ... the lines have the heights G_j and fall by u_j from the corner j on, u_j >= u_(j+1).
"""

from __future__ import annotations

from typing import Any

from chartered_verify.claim import Claim, Effort, Kind
from chartered_verify.verdict import Verdict

from ..book import Book
from ..derivation import chain, same, sign_of

BOOK = Book("loss-distribution", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022; Zhu, Dong, Wang 2022")
DOTS = Book("profile", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022")
SIZE = (0, 20)
ALL = "all heights, falls and ratios"


def claims() -> list[Claim]:
    """All claims of this module."""
    return [*BOOK.entries, *DOTS.entries]


@DOTS.claim(
    "joined.above",
    Kind.SOUNDNESS,
    "Heights that are nowhere below delta at some eps, joined by lines in a = e^eps, are nowhere below it between them: E[(P - a Q)_+] is "
    "convex in a, and does not rise, so that the last height holds from the last dot on.",
    "Section 3",
    ALL + ", for a share 0 <= s/(1+s) < 1 of the way between two dots",
)
def _above(effort: Effort) -> Verdict:
    def chord(xp: Any, p: Any, q: Any, a: Any, b: Any, s: Any) -> Any:
        return ((p - a * q) + s * (p - b * q)) / (1 + s)

    def between(xp: Any, p: Any, q: Any, a: Any, b: Any, s: Any) -> Any:
        return p - (a + s * b) / (1 + s) * q

    domain = dict.fromkeys("pqabs", SIZE)
    return chain(
        "The positive part of a mean is at most the mean of the positive parts, so the mean over all outcomes is convex; delta is the "
        "largest such mean over neighbours. So it is at most its own chord, and that is at most the one between larger heights. Dots may "
        "be left out, and a dot may take the height of an earlier one.",
        ("each outcome is linear in a", same(between, chord, "p q a b s", domain, effort)),
        ("and falls", sign_of(lambda xp, q, t: t * q, "q t", {"q": SIZE, "t": SIZE}, effort, strict=False, zero=("q", "t"))),
    )


@BOOK.claim(
    "profile.pair",
    Kind.IDENTITY,
    "Of the pair with Q(a_j) = u_(j-1) - u_j, P(a_j) = a_j Q(a_j), and the last height at an infinite loss, the profile at a between two "
    "corners is the line: corner by corner, from the last one down.",
    "Section 3",
    ALL,
)
def _pair(effort: Effort) -> Verdict:
    def summed(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        """What the line from a corner b > a gives at a below it (height g at c, fall u), and what the corner b adds if it falls by v."""
        return g + u * (c - a) + (v - u) * (b - a)

    def line(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        return (g + u * (c - b)) + v * (b - a)

    def own(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        return b * (v - u) - a * (v - u)

    def gained(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        return (v - u) * (b - a)

    names, domain = "g u v a b c", dict.fromkeys("guvabc", SIZE)
    return chain(
        "Beyond the last corner only the infinite loss gains: the last height. With the corner b, from which the line now falls by v below "
        "it, the sum over all losses above a is the line through b's own height.",
        ("what a corner gains", same(own, gained, names, domain, effort)),
        ("the sum is the next line", same(summed, line, names, domain, effort)),
    )


@BOOK.claim(
    "profile.turned",
    Kind.IDENTITY,
    "The profile of a pair turned around is delta(1/a) = 1 - 1/a + delta(a)/a, that of a symmetric pair too: with the two weights of each "
    "loss turned around at its negative, the lines hold below a = 1, where those of the mechanism obey the same.",
    "the definition of the hockey-stick divergence",
    ALL,
)
def _turned(effort: Effort) -> Verdict:
    def one(xp: Any, p: Any, q: Any, a: Any) -> Any:
        return (q - p / a) + (p - a * q) / a

    return chain(
        "x_+ = x + (-x)_+, outcome by outcome: (Q - P/a)_+ = Q - P/a + (P - a Q)_+/a, and both weigh 1.",
        ("one outcome", same(one, lambda xp, *_: xp.number(0), "p q a", dict.fromkeys("pqa", SIZE), effort)),
    )


@BOOK.claim(
    "profile.first",
    Kind.SOUNDNESS,
    "delta(0) (1 + b) <= delta(eps) + b for b = (e^eps - 1)/2. So the lines from a lowered first height leave a loss of 0 no less than "
    "nothing, 1 - G_0 - 2 u_0.",
    "convexity past a = 1",
    "all delta(0) < 1 and eps > 0",
)
def _first(effort: Effort) -> Verdict:
    def past(xp: Any, d: Any, s: Any) -> Any:
        """Twice what delta may fall by at a = 1, less what it does fall by on both sides: from below the slope is -1 + d + s."""
        return (1 - d - s) - s - (1 - d - 2 * s)

    def height(xp: Any, d: Any, b: Any, s: Any) -> Any:
        return (d - (1 - d) / 2 * 2 * b + b) - d * (1 + b)

    def left(xp: Any, d: Any, b: Any, s: Any) -> Any:
        """With d (1 + b) = g + b - s and a fall of (d - g)/(2 b) from the first corner on."""
        g = d * (1 + b) - b + s
        return 1 - d - (d - g) / b - s / b

    def none(xp: Any, *_: Any) -> Any:
        return xp.number(0)

    domain = {"d": (0, 1), "b": SIZE, "s": SIZE}
    return chain(
        "By the turned profile delta falls by 1 - d - s just below a = 1 where it falls by s just above; it is convex, so s <= (1 - d)/2, "
        "and at eps it is at least d - (1 - d)/2 (e^eps - 1) = d - (1 - d) b. With a spare s >= 0, what is left is s/b.",
        ("the fall on both sides", same(past, none, "d s", {"d": (0, 1), "s": SIZE}, effort)),
        ("the least height at eps", same(height, none, "d b s", domain, effort)),
        ("what is left at a loss of 0", same(left, none, "d b s", domain, effort)),
        ("the turned profile", BOOK.verdict("profile.turned", effort)),
    )


@BOOK.claim(
    "composition.dominated",
    Kind.SOUNDNESS,
    "If a pair has at every a > 0 at least the delta of each run, then their product has at least that of the adaptive composition: run by "
    "run one is replaced by its pair.",
    "Zhu, Dong, Wang 2022, Theorem 10",
    "all weights p, q of what was seen before, p2, q2 of what a run adds, and a",
)
def _dominated(effort: Effort) -> Verdict:
    def both(xp: Any, p: Any, q: Any, r: Any, s: Any, a: Any) -> Any:
        return p * r - a * q * s

    def inner(xp: Any, p: Any, q: Any, r: Any, s: Any, a: Any) -> Any:
        return p * (r - (a * q / p) * s)

    return chain(
        "Given what was seen, with p > 0, the last run's outcomes gain p times its delta at a q/p, which is at most p times that of its "
        "pair, whatever was seen: the run may depend on it. Where p = 0 nothing is gained. Then the pair's outcome is drawn first, without "
        "what was seen, and the run before is the last one. Of a product losses add up, and their laws convolve.",
        ("the gain of two outcomes", same(both, inner, "p q r s a", dict.fromkeys("pqrsa", (1, 20)), effort)),
        ("a pair holds on both sides of a = 1", BOOK.verdict("profile.turned", effort)),
        ("the lines are those of a pair", BOOK.verdict("profile.pair", effort)),
    )


@BOOK.claim(
    "profile.ends",
    Kind.IDENTITY,
    "From the sum of all ends on, delta of all runs is at most 1 - prod (1 - f_i), where run i has f_i at its end and from there on.",
    "Zhu, Dong, Wang 2022, Theorem 10",
    "all floors f, g",
)
def _ends(effort: Effort) -> Verdict:
    def both(xp: Any, f: Any, g: Any) -> Any:
        return f + (1 - f) * g

    def failing(xp: Any, f: Any, g: Any) -> Any:
        return 1 - (1 - f) * (1 - g)

    return chain(
        "Take the lines whose last dot is at the run's end: their pair has no larger finite loss, and P has f for an infinite one. Finite "
        "losses add up to the sum of all ends at most, so that from there on only infinite ones gain, and of these a sum has one if any "
        "of its runs has: run by run.",
        ("one more run", same(both, failing, "f g", dict.fromkeys("fg", (0, 1)), effort)),
        ("the lines are those of a pair", BOOK.verdict("profile.pair", effort)),
        ("pairs bound the composition", BOOK.verdict("composition.dominated", effort)),
    )
