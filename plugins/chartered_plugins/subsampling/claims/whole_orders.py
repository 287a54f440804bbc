"""Claims about both subsampled curves: chords between integer orders, and a bound on every mixture."""

from fractions import Fraction
from typing import Any

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Range, Same, claims_of

from ..formulas import amplification, integer_orders as whole_orders

SIZE = (Fraction(1, 5), 5)
RATE = Range.chance(SIZE)
NOTATION = Notation(
    "bend = d2/da2 log(v*exp(a*s) + w*exp(a*t))",
    "share(q, t) = q*t/(1 - q + q*t)",
    "moment(q, t, a, s) = (1 - q)^a*(1 - s)^(1 - a) + q^a*s^(1 - a)*t^a",
    ranges={"q z": RATE, "n": (1, 9), "low high a v w s t g more x": SIZE},
    amplification=amplification,
    whole_orders=whole_orders,
)
POISSON, SAMPLE = (Proofs(prefix, "ours", notation=NOTATION) for prefix in ("poisson.renyi", "sample.renyi"))
claims = claims_of(POISSON, SAMPLE)


def rate(u: Any) -> Any:
    """The rate q = u/(1+u)."""
    return u / (1 + u)


for book in (POISSON, SAMPLE):
    book.inequality(
        "chords",
        "The cumulant (alpha-1) gamma(alpha) is convex and 0 at 1: the shipped chord between whole orders is above "
        "it, below 2 in proportion.",
        "convexity of the cumulant",
        "all pairs, whole n and alpha in [n, n+1] (alpha = n + z/(1+z))",
        Nonnegative("two terms: that variance", "bend"),
        Same("the shipped chord", "(n + z - 1)*whole_orders.chord(n + z, n, low, high)", "(1 - z)*low + z*high"),
        Same("below 2 it is gamma(2)", "whole_orders.chord(1 + z, 1, 0, high)", "high"),
        so="log of a sum of v_i e^(a s_i) has a variance for its second derivative, so the true cumulant is convex; "
        "at both ends of the chord it is at most what the chord takes there.",
    )

MIXED = (
    "For any three outputs A, B, C whose divergences are at most gamma, that of (1-q) A + q B from (1-q) A + q C is "
    "at most log(1 + q (e^gamma - 1)), the shipped bound on mixtures."
)
CASES = " A Poisson sample is the case C = A, or B = A in the other direction."
for book, cases in ((POISSON, CASES), (SAMPLE, "")):
    book.inequality(
        "mixed",
        MIXED + cases,
        "Hoelder's inequality",
        "all 0 < q < 1 (q = u/(1+u)), gamma > 0, alpha > 1",
        Same("the moment at s = q t/(1-q+q t)", "moment(q, t, a, share(q, t))", "(1 - q + q*t)^a"),
        Positive("that s is at least q", "share(q, 1 + more) - q"),
        Positive("x^z is concave for z < 1", "d2/dx2 -x^z"),
        Same("the shipped bound", "exp(amplification.sampled_epsilon(q, g))", "1 - q + q*exp(g)"),
        so="Write q-mixture of A and C as (1-s) A + s R, s >= q. The moment is jointly convex with weights (Hoelder): "
        "at most (1-q)^alpha (1-s)^(1-alpha) for A, and q^alpha s^(1-alpha) t^alpha for B against R, a mixture of A "
        "and C, where t^alpha = e^((alpha-1) gamma). At the best s that is (1-q+q t)^alpha. So gamma' <= log(1-q+q "
        "e^(z gamma))/z with z = (alpha-1)/alpha, which is at most log(1-q+q e^gamma) since x^z is concave.",
    )
