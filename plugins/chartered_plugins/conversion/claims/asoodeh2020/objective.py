"""Claims about Theorem 3 as printed: its pair of Bernoulli distributions, and convexity."""

from chartered.proving import Positive, Proofs, Same

from .. import scaled

NOTATION = scaled.notation(
    "first_curvature(alpha, eps, delta, s) = d2/ds2 rc.objective_first(alpha, eps, delta, s)",
    "second_curvature(alpha, eps, delta, s) = d2/ds2 rc.objective_second(alpha, eps, delta, s)",
    "square_first(alpha, s) = alpha*(alpha - 1)/(s*(s - 1))^2",
    "part(eps, delta, s) = delta*(exp(eps) - 1 + delta)/((1 - delta*s)*(exp(eps) - delta*(s - 1)))",
    "square_second(alpha, eps, delta, s) = alpha*(alpha - 1)*part(eps, delta, s)^2",
    # along a direction of any signs
    "m = m1 - m2",
    "k = k1 - k2",
    "moved(h, d, p, m, k) = (p + m*h)/(d + k*h)",
    "line_first(h, a, e, d, p, m, k) = rc.objective_first(a, e, d + k*h, moved(h, d, p, m, k))",
    "line_second(h, a, e, d, p, m, k) = rc.objective_second(a, e, d + k*h, moved(h, d, p, m, k))",
    "bent_first(h, a, e, d, p, m, k) = d2/dh2 exp(line_first(h, a, e, d, p, m, k))",
    "bent_second(h, a, e, d, p, m, k) = d2/dh2 exp(line_second(h, a, e, d, p, m, k))",
    ranges={**scaled.FREE, "m1 m2 k1 k2": (0, 3)},
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Theorem 3", notation=NOTATION)

BOOK.identity(
    "T3.printed-form",
    "At p = delta s the scaled objective is eps + log(p^alpha (p-delta)^(1-alpha) + (1-p)^alpha "
    "(e^eps-p+delta)^(1-alpha))/(alpha-1).",
    scaled.ALL,
    Same("first terms agree", "first", "b*e + (1 + b)*log(p) - b*log(p - d)"),
    Same("second terms agree", "second", "b*e + (1 + b)*log(1 - p) - b*log(1 + l - p + d)"),
    Same("e^((alpha-1) objective) is their sum", "exp(b*rc.objective(1 + b, e, d, 1 + x))", "exp(first) + exp(second)"),
    so="Both sides are log(sum of the two terms)/(alpha-1).",
)

BOOK.identity(
    "T3.pair",
    "The pair P = (p, 1-p), Q = (q, 1-q), q = (p-delta) e^-eps has hockey-stick divergence delta at eps and Renyi "
    "divergence objective(p): no conversion from the one-sided constraint can be better than T3.",
    "Theorem 3, the converse",
    scaled.ALL,
    Same("p - e^eps q = delta", "p - (1 + l)*q", "d"),
    Same(
        "E_Q[(P/Q)^alpha] is the sum of T3's two terms",
        "exp(bernoulli.log_moment(1 + b, p, q))",
        "exp(first) + exp(second)",
    ),
    Positive("0 < q < p < 1: q", "q", zero="l"),
    Positive("p - q > 0", "p - q", zero="l"),
    Positive("1 - p > 0", "1 - p", zero="l"),
    so="With T2.hockey-stick, the pair meets eps with exactly delta, and D_alpha = objective(p).",
)

BOOK.inequality(
    "T3.convex",
    "The bracket of T3 is strictly convex in p: each term x^alpha y^(1-alpha) has second derivative alpha (alpha-1) "
    "(x'y - xy')^2 x^(alpha-2) y^(-alpha-1).",
    scaled.ALL,
    Same(
        "first term: f''/f = alpha (alpha-1)/(s (s-1))^2",
        "first_curvature(alpha, eps, delta, s) + first_slope(alpha, eps, delta, s)^2",
        "square_first(alpha, s)",
    ),
    Same(
        "second term: f''/f = alpha (alpha-1) (delta (e^eps-1+delta)/((1-p)(e^eps-p+delta)))^2",
        "second_curvature(alpha, eps, delta, s) + second_slope(alpha, eps, delta, s)^2",
        "square_second(alpha, eps, delta, s)",
    ),
    Positive("the first square is positive", "square_first(1 + b, 1 + x)"),
    Positive("the second square is positive", "square_second(1 + b, e, d, 1 + x)", zero="l"),
    so="Both terms are exponentials with convex curvature ratio, so the sum is convex in s, and in p = delta s.",
)

BOOK.inequality(
    "T3.jointly-convex",
    "The bracket is convex in (p, delta) together, so e^((alpha-1)(gamma-eps)) is a convex function of delta.",
    "Theorem 3, derivation",
    "all alpha > 1, eps >= 0, 0 < delta < p < 1",
    Same(
        "first term along (m, k): a square",
        "bent_first(0, 1 + b, e, d, p, m, k)",
        "exp(first)*b*(1 + b)*((p - d)*m - p*(m - k))^2/(p*(p - d))^2",
    ),
    Same(
        "second term along (m, k): a square",
        "bent_second(0, 1 + b, e, d, p, m, k)",
        "exp(second)*b*(1 + b)*((1 + l - p + d)*m - (1 - p)*(m - k))^2/((1 - p)*(1 + l - p + d))^2",
    ),
    so="A convex function minimised over p in a convex set is convex in delta.",
)
