"""Claims about dots of a privacy profile: the lines that join them, the pair whose profile they are, and pairs in
composition.

In a = e^eps, at the corners 1 = a_0 < a_1 < ... the lines have the heights G_j and fall by u_j from the corner j on,
u_j >= u_(j+1)."""

from __future__ import annotations

from typing import Any

from chartered.proving.book import Book, claims_of
from chartered.proving.steps import chain, same, sign_of, zero
from chartered_verify.statements.claim import Effort
from chartered_verify.statements.verdict import Verdict

BOOK = Book("loss-distribution", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022; Zhu, Dong, Wang 2022")
DOTS = Book("profile", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022")
claims = claims_of(BOOK, DOTS)
SIZE = (0, 20)
ALL = "all heights, falls and ratios"


@DOTS.soundness(
    "joined.above",
    "Heights that are nowhere below delta at some eps, joined by lines in a = e^eps, are nowhere below it between "
    "them: E[(P - a Q)_+] is "
    "convex in a, and does not rise, so that the last height holds from the last dot on.",
    "Section 3",
    ALL + ", for a share 0 <= s/(1+s) < 1 of the way between two dots",
)
def _above(effort: Effort) -> Verdict:
    domain = dict.fromkeys("pqabs", SIZE)
    return chain(
        "The positive part of a mean is at most the mean of the positive parts, so the mean over all outcomes is "
        "convex; delta is the "
        "largest such mean over neighbours. So it is at most its own chord, and that is at most the one between "
        "larger heights. Dots may "
        "be left out, and a dot may take the height of an earlier one.",
        (
            "each outcome is linear in a",
            same("p - (a + s*b)/(1 + s)*q", "(p - a*q + s*(p - b*q))/(1 + s)", "p q a b s", domain, effort),
        ),
        ("and falls", sign_of("t*q", "q t", {"q": SIZE, "t": SIZE}, effort, strict=False, zero=("q", "t"))),
    )


@BOOK.identity(
    "profile.pair",
    "Of the pair with Q(a_j) = u_(j-1) - u_j, P(a_j) = a_j Q(a_j), and the last height at an infinite loss, the "
    "profile at a between two "
    "corners is the line: corner by corner, from the last one down.",
    "Section 3",
    ALL,
)
def _pair(effort: Effort) -> Verdict:
    def summed(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        """What the line from a corner b > a gives at a below it (height g at c, fall u), and what the corner b adds if
        it falls by v."""
        return g + u * (c - a) + (v - u) * (b - a)

    def line(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        return (g + u * (c - b)) + v * (b - a)

    def own(xp: Any, g: Any, u: Any, v: Any, a: Any, b: Any, c: Any) -> Any:
        return b * (v - u) - a * (v - u)

    names, domain = "g u v a b c", dict.fromkeys("guvabc", SIZE)
    return chain(
        "Beyond the last corner only the infinite loss gains: the last height. With the corner b, from which the "
        "line now falls by v below "
        "it, the sum over all losses above a is the line through b's own height.",
        ("what a corner gains", same(own, lambda xp, g, u, v, a, b, c: (v - u) * (b - a), names, domain, effort)),
        ("the sum is the next line", same(summed, line, names, domain, effort)),
    )


@BOOK.identity(
    "profile.turned",
    "The profile of a pair turned around is delta(1/a) = 1 - 1/a + delta(a)/a, that of a symmetric pair too: with "
    "the two weights of each "
    "loss turned around at its negative, the lines hold below a = 1, where those of the mechanism obey the same.",
    "the definition of the hockey-stick divergence",
    ALL,
)
def _turned(effort: Effort) -> Verdict:
    return chain(
        "x_+ = x + (-x)_+, outcome by outcome: (Q - P/a)_+ = Q - P/a + (P - a Q)_+/a, and both weigh 1.",
        ("one outcome", same("q - p/a + (p - a*q)/a", "0", "p q a", dict.fromkeys("pqa", SIZE), effort)),
    )


@BOOK.soundness(
    "profile.first",
    "delta(0) (1 + s + t) <= 1 + s delta(eps) + t other(eps') for s = 1/(e^eps - 1), t = 1/(e^eps' - 1), where other "
    "is the delta of the "
    "two turned around. So the lines from a lowered first height leave a loss of 0 no less than nothing, 1 - G_0 - "
    "u_0 - v_0.",
    "convexity at a = 1",
    "all delta(0) < 1, eps and eps' > 0",
)
def _first(effort: Effort) -> Verdict:
    def spare(xp: Any, d: Any, u: Any, v: Any) -> Any:
        """By how much the slope rises at a = 1: below it is that of 1 - a + a other(1/a), where other falls by v."""
        return -u - (-1 + d + v) - (1 - d - u - v)

    def heights(xp: Any, d: Any, s: Any, t: Any, u: Any, v: Any) -> Any:
        """With the least heights that falls by u and v from d allow."""
        return (1 + s * (d - u / s) + t * (d - v / t)) - d * (1 + s + t) - (1 - d - u - v)

    def left(xp: Any, d: Any, u: Any, v: Any, g: Any) -> Any:
        """P has d + u - g for losses above 0, of which Q has u, v for those below, and g for an infinite one."""
        return 1 - (d + u - g) - v - g - (1 - d - u - v)

    sizes = {"d": (0, 1), **dict.fromkeys("stuvg", SIZE)}

    def domain(names: str) -> dict[str, tuple[int, int]]:
        return {name: sizes[name] for name in names.split()}

    return chain(
        "By the turned profile the slope below a = 1 is -1 + d + v where other falls by v above it; delta is convex, "
        "so u + v <= 1 - d, "
        "and at eps it is at least d - u (e^eps - 1). Lines from the lowered height to the dots that leave it least "
        "fall by u and v with "
        "u + v <= 1 - d, and no line falls more steeply.",
        ("the slopes on both sides", same(spare, zero, "d u v", domain("d u v"), effort)),
        ("the least heights", same(heights, zero, "d s t u v", domain("d s t u v"), effort)),
        ("what is left at a loss of 0", same(left, zero, "d u v g", domain("d u v g"), effort)),
        ("the turned profile", BOOK.verdict("profile.turned", effort)),
    )


@BOOK.identity(
    "profile.raised",
    "Of a pair whose lines begin at G_0, those of the two turned around at no more: at a < 1 its delta is 1 - a + a "
    "other(1/a) and "
    "a (G_0 - G'_0) more, so that it is nowhere below.",
    "direct computation",
    "all falls u and v, first heights, last height of the other one, and weights A of P and B of Q up to the loss "
    "log a",
)
def _raised(effort: Effort) -> Verdict:
    def summed(xp: Any, a: Any, u: Any, v: Any, g: Any, h: Any, e: Any, low: Any, few: Any) -> Any:
        """P but for the losses up to log a, less a times all that Q has for finite ones but for those."""
        return (1 - low) - a * ((1 - g - u - v) + u + (v + h - e) - few)

    return same(
        summed,
        "1 - a + a*(e + few - low/a) + a*(g - h)",
        "a u v g h e low few",
        dict.fromkeys(("a", "u", "v", "g", "h", "e", "low", "few"), SIZE),
        effort,
    )


@BOOK.soundness(
    "composition.dominated",
    "If a pair has at every a > 0 at least the delta of each run, then their product has at least that of the "
    "adaptive composition: run by "
    "run one is replaced by its pair.",
    "Zhu, Dong, Wang 2022, Theorem 10",
    "all weights p, q of what was seen before, p2, q2 of what a run adds, and a",
)
def _dominated(effort: Effort) -> Verdict:
    return chain(
        "Given what was seen, with p > 0, the last run's outcomes gain p times its delta at a q/p, which is at most "
        "p times that of its "
        "pair, whatever was seen: the run may depend on it. Where p = 0 nothing is gained. Then the pair's outcome "
        "is drawn first, without "
        "what was seen, and the run before is the last one. Of a product losses add up, and their laws convolve.",
        (
            "the gain of two outcomes",
            same("p*r - a*q*s", "p*(r - a*q/p*s)", "p q r s a", dict.fromkeys("pqrsa", (1, 20)), effort),
        ),
        ("a pair holds on both sides of a = 1", BOOK.verdict("profile.turned", effort)),
        ("the lines are those of a pair", BOOK.verdict("profile.pair", effort)),
    )


@BOOK.identity(
    "profile.ends",
    "From the sum of all ends on, delta of all runs is at most 1 - prod (1 - f_i), where run i has f_i at its end "
    "and from there on.",
    "Zhu, Dong, Wang 2022, Theorem 10",
    "all floors f, g",
)
def _ends(effort: Effort) -> Verdict:
    return chain(
        "Take the lines whose last dot is at the run's end: their pair has no larger finite loss, and P has f for an "
        "infinite one. Finite "
        "losses add up to the sum of all ends at most, so that from there on only infinite ones gain, and of these a "
        "sum has one if any "
        "of its runs has: run by run.",
        ("one more run", same("f + (1 - f)*g", "1 - (1 - f)*(1 - g)", "f g", dict.fromkeys("fg", (0, 1)), effort)),
        ("the lines are those of a pair", BOOK.verdict("profile.pair", effort)),
        ("pairs bound the composition", BOOK.verdict("composition.dominated", effort)),
    )
