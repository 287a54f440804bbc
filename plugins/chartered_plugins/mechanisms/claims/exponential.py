"""Claims about losses of bounded range: pairs for every offset, eps^2/8, and the profile of the exponential
mechanism."""

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Same, SameParts, Shipped, Tends

from ..formulas import bounded_range
from . import exponential_curve
from .exponential_curve import OFFSETS, ORDER, SIZE

NOTATION = Notation(
    "f(y) = y^3/6 - y*curves.log_sinhc(y)",
    "pair(x, y, z) = curves.weight(z + x, y)*x",
    "low = 1/(1 + y)",
    "high = 1 + z + x",
    "e0 = 2*log1p(x + y)",
    "eps = 2*log1p(x)",
    "root(x, y, s) = (1 + x)/s - s/(1 + x + y)",
    "delta(width, epsilon) = profile(epsilon=width).delta(epsilon)",
    ranges={"x y h w s t e d": SIZE, "b": ORDER, "z": (0, 5)},
    curves=exponential_curve.NOTATION,
    pure=Shipped("exponential.pure"),
    zcdp=Shipped("exponential.zcdp"),
    bounded_range=bounded_range,
    profile=Shipped("exponential.profile"),
)
BOOK = Proofs("exponential", "direct computation", at="Dong, Durfee, Rogers 2020", notation=NOTATION)

BOOK.soundness(
    "pure.range",
    "A loss in [t - eps, t] has 0 <= t <= eps, since the likelihood ratio has the mean 1; the two-outcome pair of "
    "every such t exists.",
    "Durfee, Rogers 2019",
    OFFSETS,
    Same("P sums to 1", "curves.weight(x, y)*(1 + x) + (1 - curves.weight(x, y))/(1 + y)", "1"),
    Positive("Q of the first is positive", "curves.weight(x, y)"),
    Positive("and below 1", "1 - curves.weight(x, y)"),
    Same("the factor is the shipped e^eps", "exp(pure(epsilon=log1p(x) + log1p(y)).epsilon)", "(1 + x)*(1 + y)"),
    so="So |loss| <= eps. The pair's odds differ by the factor e^eps, as those of an exponential mechanism with two "
    "outcomes whose scores move apart by the whole range; as t nears eps its loss does, so no smaller eps holds.",
)

BOOK.inequality(
    "zcdp.sound",
    "h (alpha-1) times the gap between (eps^2/8) alpha and the exact curve is F(alpha h) - F((alpha-1) h) - F(h) for "
    "h = eps/2 and F(y) = y^3/6 - y log(sinh(y)/y), and F'' = (y coth y - 1)^2/y.",
    "Cesar, Rogers 2021; proved here from renyi.closed",
    "all eps > 0, alpha > 1",
    Same("the gap", "h*(b*zcdp(epsilon=2*h).rho*(1 + b) - curves.closed(h, b))", "f((1 + b)*h) - f(b*h) - f(h)"),
    Tends("F tends to 0 at 0", "f(y)", "y", 0, "0"),
    Same("F''", "d2/dy2 f(y)", "(y*(exp(2*y) + 1)/(exp(2*y) - 1) - 1)^2/y"),
    Nonnegative("a square over y", "w^2/y", zero="w"),
    so="A convex function that is 0 at 0 is superadditive.",
)

BOOK.soundness(
    "profile.worst-pair",
    "Among losses in [t - eps0, t] the two-outcome pair has the largest delta at every eps in [0, t], Q(first) (e^t - "
    "e^eps).",
    "the chord of (x - e^eps)_+",
    f"{OFFSETS}, e^eps = 1 + z <= e^t = 1 + z + x",
    Same("the pair", "bounded_range.delta_at(log1p(z + x) + log1p(y), log1p(z + x), log1p(z))", "pair(x, y, z)"),
    Same("the chord at 1", "pair(x, y, z)", "x*(1 - low)/(high - low)"),
    so="(x - e^eps)_+ is convex in x, 0 at e^(t-eps0) <= 1, and e^t - e^eps at e^t. For eps >= t there is no delta.",
)

BOOK.optimum(
    "profile.offset",
    "(1 - e^-eps0) times the shipped delta less the pair's is (e^((eps-t)/2) - e^((t-eps0)/2))^2: 0 at t = (eps + "
    "eps0)/2, never negative.",
    "all 0 <= eps < eps0, all offsets t (e^(eps/2) = 1 + x, e^(eps0/2) = 1 + x + y, e^(t/2) = s)",
    SameParts(
        "the gap", "(delta(e0, eps) - bounded_range.delta_at(e0, 2*log(s), eps))*(1 - exp(-e0))", "root(x, y, s)^2"
    ),
    Same("0 at the middle", "root(x, y, sqrt((1 + x)*(1 + x + y)))", "0"),
    so="A square is never negative, and the best offset lies between eps and eps0, where the pair exists.",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile; the profile is 0 from eps0 on and tanh(eps0/4) at eps = "
    "0.",
    "all 0 <= eps < eps0 (e^(eps/2) = 1 + x, e^(eps0/2) = 1 + x + y)",
    SameParts("eps(delta(eps)) = eps", "exp(profile(epsilon=e0).epsilon(delta(e0, eps))/2)", "1 + x"),
    SameParts("at eps = 0", "delta(2*log1p(y), 0)", "y/(2 + y)"),
    SameParts("from eps0 on", "delta(2*log1p(y), e0)", "0"),
    so="The profile falls from eps = 0 to eps0.",
)

BOOK.soundness(
    "monotone",
    "A loss within an interval of width eps lies within one of every width eps' > eps: so a smaller eps states no "
    "less, inside every wrapper.",
    "definition of bounded range",
    "all eps' > eps > 0 (eps' = eps + d), intervals that begin at t",
    Positive("its end", "t + e + d - (t + e)"),
    so="The larger interval that begins where the smaller one does holds it.",
)
