"""Claims about Theorem 3's dual form: the convex function h above every likelihood ratio, weak and strong duality."""

from fractions import Fraction

from chartered.proving import Positive, Proofs, Same, Touches

from .. import scaled

SIZE = (Fraction(1, 20), 20)

NOTATION = scaled.notation(
    # h(x) = c (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) of slope 1 at T, 1/c = alpha (T^(alpha-1) - t^(alpha-1))
    "over_c(t, k, b) = (1 + b)*t^b*k",
    "h(x, t, k, b) = x^(1 + b)*rc.bregman(1 + b, log(x) - log(t))/over_c(t, k, b)",
    # the upper tangent point T > t with T^(alpha-1) = (1+k) t^(alpha-1): every T > t comes from one k > 0
    "upper(t, k, b) = t*(1 + k)^(1/b)",
    "level(t, k, b) = upper(t, k, b) - h(upper(t, k, b), t, k, b)",
    "above(x, t, k, b) = h(x, t, k, b) - x + level(t, k, b)",
    "mean(t, b, m) = 1 + m - (1 + b)*t^b + b*t^(1 + b)",
    "gamma = log1p(m)/b",
    "v = -log(t)",
    "w = log(t) + log1p(k)/b",
    "delta = mean(t, b, m)/over_c(t, k, b)",
    "of_p = g/(1 + g)",
    "of_q = r/(1 + r)",
    "moment = exp(bernoulli.log_moment(1 + b, of_p, of_q)) - 1",
    "top = upper(t, k, b)",
    "high = p/q",
    "low = (1 - p)/(1 - q)",
    ranges={"x t k m g r": SIZE, "b": (Fraction(1, 10), 9)},
)
BOOK = Proofs("asoodeh2020", "Asoodeh et al. 2020", at="Theorem 3, our dual form", notation=NOTATION)

BOOK.inequality(
    "T3.dual-function",
    "h(x) = c (x^alpha - t^alpha - alpha t^(alpha-1) (x-t)) is nonnegative and lies above x - lambda, its tangent of "
    "slope 1 at T.",
    "Theorem 3, our dual form (Bregman divergence)",
    "all alpha > 1, 0 < t < T, x > 0",
    Touches("h(x, t, k, b)", "x", "t"),
    Touches("above(x, t, k, b)", "x", "upper(t, k, b)"),
    so="Hence (x - lambda)_+ <= h(x); x = 0 by continuity. The mean over Q bounds the hockey-stick divergence of "
    "every pair.",
)

BOOK.identity(
    "T3.dual-formulas",
    "The shipped dual formulas are that argument: lambda = T - h(T), delta = E_Q[h], and E_Q[h] = delta at the "
    "tangent point of eps.",
    "all alpha > 1, 0 < t < T, gamma > 0, 0 < delta",
    Same("E_Q[h]/c", "exp(rc.log_mean(1 + b, gamma, v))", "mean(t, b, m)"),
    Same("lambda = T - h(T)", "exp(rc.tangent_lambda(1 + b, v, w))", "level(t, k, b)"),
    Same("delta = E_Q[h]", "rc.tangent_delta(1 + b, gamma, rc.tangent_lambda(1 + b, v, w), v, w)", "delta"),
    Same("the tangent point", "exp(b*rc.tangent_point(1 + b, gamma, delta, v))", "top^b"),
    Same("e^eps = lambda at it", "exp(rc.tangent_epsilon(1 + b, gamma, delta, v))", "level(t, k, b)"),
    so="Here delta = E_Q[h] = c (M - alpha t^(alpha-1) + (alpha-1) t^alpha), M = 1+m; delta is free through k.",
)

BOOK.soundness(
    "T3.weak-duality",
    "No Bernoulli pair beats the dual: E_Q[h] - (p - lambda q) = q (h(p/q) - p/q + lambda) + (1-q) h((1-p)/(1-q)) >= "
    "0.",
    "all alpha > 1, 0 < p, q < 1, 0 < t < T",
    Same(
        "the identity",
        "mean(t, b, moment)/over_c(t, k, b) - of_p + level(t, k, b)*of_q",
        "of_q*above(of_p/of_q, t, k, b) + (1 - of_q)*h((1 - of_p)/(1 - of_q), t, k, b)",
    ),
    so="Both parts are nonnegative (T3.dual-function), so E_Q[h] >= delta for every pair with p - lambda q = delta: "
    "the dual is never below T3's optimum.",
)

BOOK.optimum(
    "T3.strong-duality",
    "With t = (1-p)/(1-q) and T = p/q the two parts of weak duality vanish, and lambda = e^eps exactly where T3's "
    "objective is stationary in p: the best tangent attains T3's optimum.",
    "all alpha > 1, eps >= 0, 0 < delta < 1/alpha",
    Same(
        "slope of the objective's terms in s",
        "exp(first)*first_slope(1 + b, e, d, 1 + x) + exp(second)*second_slope(1 + b, e, d, 1 + x)",
        "d*((1 + b)*(high^b - low^b) - b*(high^(1 + b) - low^(1 + b))/(1 + l))",
        {name: scaled.DOMAIN[names] for name, names in (("b", "b"), ("x", "x y"))},
    ),
    Same(
        "lambda = (alpha-1)(T^alpha - t^alpha)/(alpha (T^(alpha-1) - t^(alpha-1)))",
        "level(t, k, b)",
        "b*(top^(1 + b) - t^(1 + b))/((1 + b)*(top^b - t^b))",
    ),
    Positive("t < T: p(1-q) > q(1-p)", "p*(1 - q) - q*(1 - p)", {"x": scaled.DOMAIN["x y"]}, zero="l"),
    so="The slope is delta alpha (T^(alpha-1) - t^(alpha-1)) (e^eps - lambda)/e^eps; by T3.place-of-minimum it has "
    "a zero, and there lambda = e^eps, h(t) = 0 and h(T) = T - lambda, so E_Q[h] = p - e^eps q = delta.",
)
