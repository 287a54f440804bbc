"""Claims about connect the dots (Doroshenko et al. 2022): the lower convex hull of a privacy profile on a grid, the
dominating pair with this hull as its profile, and dominating pairs in composition.

In a = e^eps the hull has the values G_j at the vertices 1 = a_0 < a_1 < ..., and the slope -u_j after vertex j, with
u_j >= u_(j+1)."""

from chartered.proving import Claimed, Nonnegative, Notation, Proofs, Same, claims_of

NOTATION = Notation("left = 1 - d - u - v", ranges={"p q a b c d e f g h s t u v low mass": (0, 20)})
BOOK = Proofs(
    "loss-distribution",
    "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022; Zhu, Dong, Wang 2022",
    at="Zhu, Dong, Wang 2022, Theorem 10",
    notation=NOTATION,
)
PLD = Proofs("profile", "Doroshenko, Ghazi, Kamath, Kumar, Manurangsi 2022", notation=NOTATION)
claims = claims_of(BOOK, PLD)

PLD.soundness(
    "pld.above",
    "Upper bounds of delta at grid points, interpolated linearly in a = e^eps, are upper bounds between them: E[(P - "
    "a Q)_+] is convex in a, and nonincreasing, so that the last value holds from the last grid point on.",
    "Section 3",
    "all values, slopes and ratios, for a share 0 <= s/(1+s) < 1 of the way between two grid points",
    Same("each outcome is linear in a", "p - (a + s*b)/(1 + s)*q", "(p - a*q + s*(p - b*q))/(1 + s)"),
    Nonnegative("and falls", "t*q", zero="q t"),
    so="The positive part of a mean is at most the mean of the positive parts, so the mean over all outcomes is "
    "convex; delta is the largest such mean over neighbours. So it is at most its own chord, and that is at most the "
    "one between upper bounds. Grid points may be left out, and one may take the value of an earlier one.",
)

BOOK.identity(
    "profile.dominating-pair",
    "Of the pair with Q(a_j) = u_(j-1) - u_j, P(a_j) = a_j Q(a_j), and the last value as the mass at infinite loss, "
    "the privacy profile is the hull: vertex by vertex, from the last one down.",
    "Section 3",
    "all values, slopes and ratios",
    Same("what a vertex gains", "b*(v - u) - a*(v - u)", "(v - u)*(b - a)"),
    Same("the sum is the next line", "g + u*(c - a) + (v - u)*(b - a)", "(g + u*(c - b)) + v*(b - a)"),
    so="Beyond the last vertex only the infinite loss gains: the last value. With the vertex b, below which the slope "
    "is -v, the sum over all losses above a is the line through b's own value, which is g + u (c - b) with the value "
    "g at c.",
)

BOOK.identity(
    "profile.swapped",
    "The profile of a pair with P and Q swapped is delta(1/a) = 1 - 1/a + delta(a)/a, that of a symmetric pair too: "
    "with the two masses of each loss swapped at its negative, the hull holds below a = 1, where the profile of the "
    "mechanism obeys the same.",
    "the definition of the hockey-stick divergence",
    "all values, slopes and ratios",
    Same("one outcome", "q - p/a + (p - a*q)/a", "0"),
    so="x_+ = x + (-x)_+, outcome by outcome: (Q - P/a)_+ = Q - P/a + (P - a Q)_+/a, and both weigh 1.",
)

BOOK.soundness(
    "profile.start",
    "delta(0) (1 + s + t) <= 1 + s delta(eps) + t delta_swapped(eps') for s = 1/(e^eps - 1), t = 1/(e^eps' - 1), "
    "where delta_swapped is the delta with P and Q swapped. So the hulls from a start tightened by this leave the "
    "loss 0 a mass that is not negative, 1 - G_0 - u_0 - v_0.",
    "convexity at a = 1",
    "all delta(0) < 1, eps and eps' > 0",
    Same("the slopes on both sides", "-u - (-1 + d + v)", "left"),
    Same("the least values", "(1 + s*(d - u/s) + t*(d - v/t)) - d*(1 + s + t)", "left"),
    Same("the mass that is left at the loss 0", "1 - (d + u - g) - v - g", "left"),
    Claimed("the swapped profile", BOOK, "profile.swapped"),
    so="By the swapped profile the slope below a = 1, that of 1 - a + a delta_swapped(1/a), is -1 + d + v where "
    "delta_swapped has the slope -v above it; delta is convex, so u + v <= 1 - d, and at eps it is at least d - u "
    "(e^eps - 1). The chords from the tightened start to the grid points that tighten it most have slopes with u + v "
    "<= 1 - d, and no chord is steeper. P has the mass d + u - g at losses above 0, of which Q has u; v at those "
    "below, and g at infinite loss.",
    over={"d": (0, 1)},
)

BOOK.identity(
    "profile.raised",
    "Of a pair whose hull starts at G_0, and the hull with P and Q swapped at G'_0, no larger: at a < 1 its delta is "
    "1 - a + a delta_swapped(1/a) and a (G_0 - G'_0) more, so that it is nowhere below.",
    "direct computation",
    "all slopes u and v, starts, last value of the swapped hull, and masses A of P and B of Q up to the loss log a",
    Same(
        "the sum",
        "(1 - low) - a*((1 - g - u - v) + u + (v + h - e) - mass)",
        "1 - a + a*(e + mass - low/a) + a*(g - h)",
    ),
    so="It is the mass of P above the loss log a, less a times that of Q at finite losses above it.",
)

BOOK.soundness(
    "composition.dominated",
    "Dominating pairs compose: if a pair has at every a > 0 at least the delta of its run, then the product of the "
    "pairs has at least that of the adaptive composition. Run by run, one is replaced by its dominating pair.",
    "all weights p, q of what was seen before, p2, q2 of what a run adds, and a",
    Same("the gain of two outcomes", "p*p2 - a*q*q2", "p*(p2 - a*q/p*q2)"),
    Claimed("a dominating pair holds on both sides of a = 1", BOOK, "profile.swapped"),
    Claimed("the hull is the profile of a pair", BOOK, "profile.dominating-pair"),
    so="Given what was seen, with p > 0, the last run's outcomes gain p times its delta at a q/p, which is at most p "
    "times that of its pair, whatever was seen: the run may depend on it. Where p = 0 nothing is gained. Then the "
    "pair's outcome is drawn first, without what was seen, and the run before is the last one. Of a product losses "
    "add up, and their laws convolve.",
    over={"p q p2 q2 a": (1, 20)},
)

BOOK.identity(
    "profile.max-loss",
    "From the sum of the maximal losses on, delta of all runs is at most 1 - prod (1 - f_i), where f_i is the delta "
    "at infinity of run i, which it has from its maximal loss on.",
    "all deltas at infinity f, g",
    Same("one more run", "f + (1 - f)*g", "1 - (1 - f)*(1 - g)"),
    Claimed("the hull is the profile of a pair", BOOK, "profile.dominating-pair"),
    Claimed("dominating pairs bound the composition", BOOK, "composition.dominated"),
    so="Take the hull whose last grid point is the run's maximal loss: its pair has no larger finite loss, and P the "
    "mass f at infinity. Finite losses add up to the sum of the maximal losses at most, so that from there on only "
    "infinite ones gain; the sum is infinite if that of any run is: run by run.",
    over={"f g": (0, 1)},
)
