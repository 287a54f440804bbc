"""Claims about tangents from below: lines that touch a privacy profile, a pair whose profile is nowhere above the
mechanism's, and such pairs in composition."""

from chartered.proving import Claimed, Nonnegative, Notation, Proofs, Same

from .loss_distribution import BOOK as DOMINATED

NOTATION = Notation(
    # the value at b right of m of a profile that is c below its chord from m - n to m + b
    "there(p, q, c, n, b) = ((q + c)*(n + b) - b*p)/n",
    "failing(x, d) = x + (1 - x)*d",
    ranges={"p q c n b d t s x y": (0, 20)},
)
BOOK = Proofs("loss-distribution", "ours", at="direct computation", notation=NOTATION)

BOOK.soundness(
    "profile.tangents",
    "Right of a point m a profile is nowhere below the line through its value at m whose slope is that of the chord "
    "from m - n to m; left of m nowhere below the one with the slope of the chord from m to m + n. So it is nowhere "
    "below the chord between the values of these two lines at the ends of an interval around m.",
    "convexity in a = e^eps",
    "all values p at m - n and q at m, distances, and amounts c by which the profile is below its chord at m",
    Same("how far above the line", "there(p, q, c, n, b) - q - (q - p)/n*b", "c*(n + b)/n"),
    Nonnegative("and that is not below 0", "c*(n + b)/n", zero="c"),
    so="Convexity is c >= 0. The other side is its mirror image. The first slope is at most the second one, so that "
    "both lines together are concave on it, and their chord is nowhere above them. A smaller value at m, and a "
    "larger one at m - n or m + n, lower both lines: enclosures may be taken for the values.",
    over={"n": (1, 20)},
)

BOOK.identity(
    "profile.slack",
    "A pair whose profile is nowhere above x + (1 - x) d, where d is nowhere above that of the mechanism, loses no "
    "more than the mechanism that gives everything away with probability x; and that is what is compared below a = 1.",
    "all 0 <= x <= 1, values d, ratios t < 1, and masses s of Q",
    Same("the failing mechanism", "1 - (1 - x)*(1 - d)", "failing(x, d)"),
    Same("below a = 1", "1 - t*s + t*(s - 1 + failing(x, d))", "failing(x, 1 - t + t*d)"),
    Claimed("the profile with P and Q swapped", DOMINATED, "profile.swapped"),
    so="At t = 1/a the pair's profile is the mass of P, at most 1, less t times that of Q, and t times what swapped "
    "outcomes gain. Beyond the last grid point it is linear from there to a = 0, and d constant.",
)

BOOK.soundness(
    "profile.slack-of-runs",
    "Where each of T runs gives everything away with probability x, delta is at most T x more.",
    "all delta d, 0 <= x <= 1, and sums y = T x",
    Same("one more run", "d + x + y - failing(x, d + y)", "x*(d + y)"),
    Nonnegative("which is not below 0", "x*(d + y)", zero="x d y"),
    so="Run by run.",
)

BOOK.soundness(
    "composition.from-below",
    "If a pair has at every a > 0 at most the delta of the worst pair of its run, then the product of such pairs has "
    "at most that of the product of the worst pairs, which some adaptive composition attains. Masses may be left out.",
    "all weights of other runs' outcomes, and a",
    Claimed("what one run adds is its delta at another a", DOMINATED, "composition.dominated"),
    so="The sum over a run's outcomes is p times its delta at a q/p, whatever the others were; it falls where that "
    "delta does. Every outcome gains a positive part, so that one less gains less. The worst pair run again and again "
    "is a composition.",
)
