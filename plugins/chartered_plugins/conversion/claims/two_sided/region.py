"""Claims about which of the two orders binds: the sides of p + q = 1, where Theorem 3 takes over without loss."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same

from ....basics.claims import bernoulli
from ...formulas import closed_forms as renyi_conversion, two_sided as optimal_conversion
from ..asoodeh2020 import dual as one_sided
from . import optimum
from .optimum import ORDER, SIZE, wider

PAIRS = "all alpha > 1, 0 < q < p < 1"

NOTATION = Notation(
    # every p > q > 0 with p < 1, from weights u, v, w > 0: q = u/(u+v+w), p - q = v/(u+v+w), 1 - p = w/(u+v+w)
    "high(u, v, w) = (u + v)/(u + v + w)",
    "low(u, v, w) = u/(u + v + w)",
    "P = high(u, v, w)",
    "Q = low(u, v, w)",
    "forth(b, u, v, w) = exp(bernoulli.log_moment(1 + b, P, Q))",
    "back(b, u, v, w) = exp(bernoulli.log_moment(1 + b, Q, P))",
    "skew(x, y, b) = x^(1 + b)*y^(-b) - y^(1 + b)*x^(-b)",
    "along(y, d, b) = skew(y + d, y, b)",
    "z = (y + d)/y",
    "room(x, k, b) = (x*k + b*(1 - x^2))/((1 + b)*k*(1 + x))",
    "first_gap = u - level*v - (p - level*q)",
    "second_gap = p - (level + more)*q - (u - (level + more)*v)",
    "truth = optimum.p(ratio)",
    "lie = optimum.q(ratio)",
    "last_delta = truth - exp(oc.last_epsilon(1 + b, log(ratio)))*lie",
    "moment = optimum.moment(ratio, b)",
    "one_sided_mean = one_sided.mean(t, b, moment - 1)/one_sided.over_c(t, k, b)",
    "above = one_sided.above(ratio, t, k, b)",
    ranges={"b": ORDER, "u v w y d p q level more k t": SIZE, "ratio": (Fraction(11, 10), 9)},
    bernoulli=bernoulli,
    rc=renyi_conversion,
    optimum=optimum.NOTATION,
    oc=optimal_conversion,
    one_sided=one_sided.NOTATION,
)
BOOK = Proofs("renyi.two-sided", "direct computation", notation=NOTATION)

BOOK.inequality(
    "side",
    "For Bernoulli pairs with p > q, D_alpha(P||Q) >= D_alpha(Q||P) if and only if p + q <= 1.",
    "the region of two orders",
    PAIRS,
    Same(
        "the difference of the moments is s(p, q) - s(1-q, 1-p)",
        "forth(b, u, v, w) - back(b, u, v, w)",
        "skew(P, Q, b) - skew(1 - Q, 1 - P, b)",
    ),
    Same(
        "ds(y+d, y)/dy = alpha (z^(alpha-1) - z^(1-alpha)) - (alpha-1) (z^alpha - z^(-alpha)), z = (y+d)/y",
        "d/dy along(y, d, b)",
        "(1 + b)*(z^b - z^(-b)) - b*(z^(1 + b) - z^(-1 - b))",
    ),
    wider,
    so="s(x, y) = x^alpha y^(1-alpha) - y^alpha x^(1-alpha) at x - y = d falls as y rises, by the last steps at e^u = "
    "z > 1. Both (p, q) and (1-q, 1-p) have the difference p - q, so s(p, q) >= s(1-q, 1-p) exactly where q <= 1 - p.",
)

BOOK.optimum(
    "beyond",
    "Above the last eps Theorem 3's best pair has p + q <= 1, so it keeps D_alpha(Q||P) <= gamma too: its bound is "
    "the two-sided optimum.",
    "Asoodeh et al. 2020, Theorem 3, and our dual form",
    "all alpha > 1, gamma > 0, e^eps >= lambda = (alpha-1) sinh(alpha e0)/(alpha sinh((alpha-1) e0))",
    Same(
        "at the last eps Theorem 3's dual at the points 1/T and T is the response's delta",
        "rc.tangent_mean(1 + b, log(moment)/b, log(ratio), log(ratio))",
        "last_delta",
    ),
    Same("the gaps add up to m (v - q)", "first_gap + second_gap", "more*(v - q)"),
    Same("u - p is the first gap and lambda (v - q)", "u - p", "first_gap + level*(v - q)"),
    Same("u + v = 1", "truth + lie", "1"),
    so="By the first step and asoodeh2020.T3.dual-function no pair (p, q) with D_alpha(P||Q) <= gamma has p - "
    "lambda q above that of the response (u, v). One that is best at lambda + m has p - (lambda+m) q >= u - "
    "(lambda+m) v. Neither gap is negative, so q <= v by the second step and p <= u by the third: p + q <= u + v "
    "= 1, and by `side` the other order is the smaller.",
)

BOOK.inequality(
    "edge",
    "Randomized response is the worst pair wherever alpha delta >= 1: its delta at its last eps is below 1/alpha.",
    "Asoodeh et al. 2020, Theorem 4, first case, for both orders",
    "all alpha > 1, e0 > 0 (x = e^-e0, e^((2 alpha-2) e0) = 1 + k)",
    Same(
        "1/alpha - delta is (x k + (alpha-1) (1-x^2))/(alpha k (1+x))",
        "1/(1 + b) - last_delta",
        "room(1/ratio, ratio^(2*b) - 1, b)",
    ),
    Positive("which is positive", "room(1/(1 + y), k, b)"),
    so="So a delta from 1/alpha on belongs to an eps before the last.",
)

BOOK.inequality(
    "never-looser",
    "At each order Theorem 3's delta is at least the two-sided one: randomized response is one of the pairs that it "
    "bounds.",
    "Asoodeh et al. 2020, Theorem 3, weak duality",
    "all alpha > 1, e0 > 0, 0 < t < T (tangent points of Theorem 3)",
    Same(
        "the gap",
        "one_sided_mean - truth + one_sided.level(t, k, b)*lie",
        "lie*above + truth*one_sided.h(1/ratio, t, k, b)",
    ),
    so="Both parts are nonnegative (asoodeh2020.T3.dual-function), and p - lambda q is the two-sided delta "
    "(`attained`). The branch alpha delta >= 1 bounds every pair of the one-sided constraint too "
    "(asoodeh2020.T3.edge). Above the last eps both say the same.",
)
