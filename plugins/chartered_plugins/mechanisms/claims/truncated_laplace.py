"""Claims about truncated Laplace noise: its profile by its distribution function, and smaller shifts."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, SameParts, Shipped

SIZE = (Fraction(1, 10), 5)
NOTATION = Notation(
    # the distribution function of noise within [-a, a], in units of the scale: below 0, and above
    "whole(a) = 2*(1 - exp(-a))",
    "low(t, a) = (exp(t) - exp(-a))/whole(a)",
    "high(t, a) = (2 - exp(-a) - exp(-t))/whole(a)",
    "shipped(d, a, epsilon) = profile(scale=1, bound=a, sensitivity=d).delta(epsilon)",
    "inner(d, a, e) = (2*(1 - exp((e - d)/2)) + exp(-a)*(exp(e) - 1))/whole(a)",
    "point(d, a) = approximate(scale=1, bound=a, sensitivity=d).delta",
    ranges={"t e d a x s u": SIZE},
    profile=Shipped("truncated-laplace.profile"),
    approximate=Shipped("truncated-laplace.approximate"),
)
BOOK = Proofs("truncated-laplace", "direct computation", at="direct computation", notation=NOTATION)

BOOK.identity(
    "profile.integral",
    "Up to Delta/b the shipped profile is P(x < t) - e^eps P(x < t - d), at the t = (d - eps)/2 where the likelihood "
    "ratio of noise and shifted noise is e^eps.",
    "all eps < d = eps + 2t, all bounds a = d + x, in units of the scale",
    Same("the density below 0", "d/dt low(-t, a)", "-exp(-t)/whole(a)"),
    Same("and above", "d/dt high(t, a)", "exp(-t)/whole(a)"),
    Same("nothing is below -a", "low(-a, a)", "0"),
    Same("all is below a", "high(a, a)", "1"),
    SameParts(
        "the profile", "shipped(e + 2*t, e + 2*t + x, e)", "high(t, e + 2*t + x) - exp(e)*low(-(e + t), e + 2*t + x)"
    ),
    so="The ratio falls from infinity, where shifted noise cannot reach, to e^d, and along to e^-d and 0: so the best "
    "event is below a threshold. Noise is symmetric, and so are the two directions.",
)

BOOK.identity(
    "profile.far",
    "Beyond the bound, at a < d < 2a, it is the same up to eps = 2a - d, and from there on the mass below d - a.",
    "all eps < 2a - d = eps + u, all a = eps + u + t, and all eps = 2a - d + x",
    SameParts(
        "the profile",
        "shipped(e + u + 2*t, e + u + t, e)",
        "high(t + u/2, e + u + t) - exp(e)*low(-(e + t + u/2), e + u + t)",
    ),
    SameParts("from there on", "shipped(s + 2*t, s + t, s + x)", "high(t, s + t)"),
    Same("noises that are 2a apart have nothing in common", "high(a, a)", "1"),
    so="What both noises reach is from d - a > 0 on, where the ratio of their densities has fallen to e^(2a - d) "
    "already.",
)

BOOK.identity(
    "profile.beyond",
    "From eps = d on the shipped profile is the mass below d - a, where shifted noise cannot reach.",
    "all eps = d + x, all bounds a = d + s",
    SameParts("the profile", "shipped(d, d + s, d + x)", "low(-s, d + s)"),
)

BOOK.inequality(
    "profile.smaller-shift",
    "A smaller change of the query costs no more: the profile rises in d.",
    "all eps = e and d, all bounds a = log(1 + x)",
    Positive("below d", "d/dd inner(d, log1p(x), e)"),
    Positive("from d on", "d/dd low(d - log1p(x), log1p(x))"),
    Positive("beyond the bound", "d/dd high(d - log1p(x), log1p(x))"),
    so="So the pair of the sensitivity dominates all others, at every eps and in both directions.",
)

BOOK.soundness(
    "monotone",
    "A query of smaller sensitivity is one of the larger, too.",
    "definition",
    "all sensitivities d and d + x",
    Positive("the difference", "(d + x) - d"),
)

BOOK.identity(
    "approximate.mass",
    "delta is (e^d - 1)/(2 (e^a - 1)), so that a = log(1 + (e^d - 1)/(2 delta)) gives a delta.",
    "Geng, Ding, Guo, Kumar 2020, Theorem 1",
    "all d, a = d + s",
    SameParts("delta", "point(d, d + s)", "(exp(d) - 1)/(2*(exp(d + s) - 1))"),
)
