"""Claims about the discrete Laplace mechanism: its ratios, its geometric sums, and its best event."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, Shipped

from ..formulas import discrete_profiles as lattice, laplace_moments as two_ratios
from . import two_terms

SIZE = (Fraction(1, 10), 5)
ORDER = (Fraction(1, 10), 9)

NOTATION = Notation(
    "stated(d, b) = pure(sensitivity=d, scale=b).epsilon",
    "moment(z, n, b) = exp(b*renyi(scale=1/z, sensitivity=n).curve(1 + b))",
    "a(z) = exp(-z)",
    "tails(z, n, b) = (exp(b*n*z) + exp(-(1 + b)*n*z))/(1 - a(z))",
    "between(z, n, b) = (moment(z, n, b)*(1 + a(z))/(1 - a(z)) - tails(z, n, b))*exp(-b*n*z)",
    "sinh2(x) = exp(x) - exp(-x)",
    "share(z, b) = sinh2((1 + b)*z)/(sinh2((1 + b)*z) + sinh2(b*z))",
    "mean(e, z, b) = two_terms.two_terms(share(z, b), e, b)",
    "rate(e, z, b) = d/de mean(e, z, b)",
    "lift(z, b) = b*sinh2((1 + b)*z) - (1 + b)*sinh2(b*z)",
    "gain(z, n, m, e) = lattice.laplace_gain(z, n, e, m)",
    "weighed(z, n, m, e) = (1 - a(z))/(1 + a(z))*(exp(-m*z) - exp(e - (n - m)*z))",
    "beside(z, m, e, u) = weighed(z, 2*(m + u) + e/z, m, e)*exp(m*z)*(1 + a(z))/(1 - a(z))",
    "transform(r, x) = (1 - r)^2/(1 + r*r - 2*r*x)",
    "q = 1/(1 + u)",
    "p = q/(1 + v)",
    "chance = (1 - p/q)*(1 - p*q)/(1 - p)^2",
    "kept = p*(1 - q)^2/(q*(1 - p)^2)",
    ranges={"d u z n e m j v": SIZE, "b": ORDER, "x": (0, 1)},
    pure=Shipped("discrete-laplace.pure"),
    replaced=Shipped("discrete-laplace.pure", span=2),
    renyi=Shipped("discrete-laplace.renyi"),
    two_ratios=two_ratios,
    two_terms=two_terms.NOTATION,
    lattice=lattice,
)
BOOK = Proofs("discrete-laplace", "direct computation", at="geometric sums", notation=NOTATION)

BOOK.soundness(
    "pure.ratio",
    "The log-likelihood ratio (|k - Delta| - |k|)/b is Delta/b up to 0, -Delta/b from Delta on and in between between "
    "them; both ends have positive probability.",
    "Ghosh, Roughgarden, Sundararajan 2009",
    "all Delta, b > 0, all k",
    Same("up to 0", "(d + u)/b - u/b", "stated(d, b)", {"b": SIZE}),
    Positive("between, from above", "stated(d, b) - (d/(1 + u) - d*u/(1 + u))/b", {"b": SIZE}),
    Positive("between, from below", "stated(d, b) + (d/(1 + u) - d*u/(1 + u))/b", {"b": SIZE}),
    Same("replace-one", "replaced(sensitivity=d, scale=b).epsilon", "2*d/b", {"b": SIZE}),
    so="At distance u outside the ratio is that of u and Delta + u; inside k = Delta u/(1+u). With `epsilon` the "
    "query changes by 1: the worst case of that eps, since its pair is binary randomized response.",
)

BOOK.identity(
    "renyi.sum",
    "e^((alpha-1) gamma) of the shipped curve is the sum of P^alpha Q^(1-alpha): two geometric tails, and between "
    "them a sum that starts at 0 for Delta = 1 and gains a^((2 alpha-1) Delta) when Delta grows by one.",
    "all b > 0, whole Delta >= 1, alpha > 1 (a = e^(-z), z = 1/b)",
    Same("nothing between at Delta = 1", "between(z, 1, b)", "0"),
    Same("one more term", "between(z, n + 1, b) - between(z, n, b)", "exp(-(1 + 2*b)*n*z)", {"n": (1, 5)}),
    so="P(k) = (1-a)/(1+a) a^|k|, Q is P shifted by Delta. At distance j outside [0, Delta] the term is a^j "
    "a^(-(alpha-1) Delta) below and a^j a^(alpha Delta) above; at k inside it is a^(-(alpha-1) Delta) a^((2 "
    "alpha-1) k): induction over Delta.",
)

BOOK.soundness(
    "renyi.worst-shift",
    "The logarithm of the moment is convex in the shift and does not fall at none, so a smaller shift loses no more.",
    "two exponentials",
    "all b > 0, alpha > 1, all shifts",
    Same("the shipped moment has two terms", "exp(b*two_ratios.discrete_laplace(z, e, 1 + b))", "mean(e, z, b)"),
    Same("the slope at no shift", "rate(0, z, b)*(sinh2((1 + b)*z) + sinh2(b*z))", "lift(z, b)"),
    Same("0 at rate 0", "lift(0, b)", "0"),
    Same("it rises with the rate", "d/dz lift(z, b)", "b*(1 + b)*(1 - exp(-z))*(1 - exp(-(1 + 2*b)*z))*exp((1 + b)*z)"),
    two_terms.convex,
    so="The slope is 0 at rate 0 and rises with it, as e^-x < 1 for x > 0.",
)

BOOK.optimum(
    "profile.cut",
    "The shipped gain of {k <= m} is P(k <= m) - e^eps P(k <= m - Delta); one more outcome adds P(m) - e^eps P(m - "
    "Delta), which is positive below the cut (Delta - eps b)/2 and negative above it. For m < 0 the formula is above "
    "0 only where that of m = 0 is higher.",
    "all b > 0, whole 0 <= m <= Delta, eps >= 0",
    Same("the tails", "gain(z, n, m, e)", "1 - exp(-(m + 1)*z)/(1 + a(z)) - exp(e)*exp(-(n - m)*z)/(1 + a(z))"),
    Same("one more outcome", "gain(z, n, m, e) - gain(z, n, m - 1, e)", "weighed(z, n, m, e)"),
    Same("below the cut", "beside(z, m, e, u)", "1 - exp(-2*u*z)"),
    Same("above the cut", "beside(z, m, e, -u)", "1 - exp(2*u*z)"),
    Same(
        "left of 0",
        "gain(z, n, -1 - j, e)",
        "a(z)*exp(-j*z)*gain(z, n, 0, e) - (1 - exp(-j*z))*(exp(j*z) - a(z))/(1 + a(z))",
    ),
    so="The likelihood ratio falls with k, so {k <= m} is best for some m: the last whole number before the cut, "
    "which is among those tried (none below 0: all outcomes up to 0 have the same ratio; the formula at m = -1 - "
    "j is a^(j+1) times that at 0 less what is not negative). A larger shift has a larger gain, since P(k <= m - "
    "Delta) falls. Divided by its positive factors the addition is 1 - e^(-2 u/b) at u below the cut, and 1 - "
    "e^(2 u/b) at u above.",
)

BOOK.soundness(
    "monotone",
    "Noise of the larger scale is noise of the smaller one to which, with some chance, independent discrete Laplace "
    "noise of the larger scale is added, whatever the data; and a query of smaller sensitivity is one of the larger, "
    "too. So neither more scale (less epsilon) nor less sensitivity costs more, inside every wrapper.",
    "data processing",
    "all 0 < p < q < 1 (p = e^(-1/b) = q/(1+v), q = 1/(1+u)), at every cosine x of a frequency (an identity of "
    "polynomials in x)",
    Same("the transforms", "transform(p, x)*(1 - chance + chance*transform(q, x))", "transform(q, x)"),
    Positive("the chance", "chance"),
    Same("what is left of it", "1 - chance", "kept"),
    Positive("is positive", "kept"),
    so="The transform of a sum of independent noises is the product of theirs; the chance that nothing is added is "
    "positive, too.",
)
