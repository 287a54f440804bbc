"""Claims about the sampled Gaussian: its moments at integer orders, its larger direction, two bounds of its curve; and
about the integral: the integrand, the strip in which it is analytic, and the two tails."""

from fractions import Fraction

from chartered.proving import Nonnegative, Notation, Positive, Proofs, Range, Same, Slope, claims_of

from ...basics.claims.gdp import NOTATION as NORMAL
from ...conversion.formulas import linear_curve as gaussian_moments
from ..formulas import sampled_gaussian as sg, sampled_gaussian_finite_sum as terms

SIZE = (Fraction(1, 5), 5)
NOTATION = Notation(
    "loss(z, sigma) = (2*z - 1)/(2*sigma^2)",
    "risen(k, sigma) = expm1((k^2 - k)/(2*sigma^2))",
    "growth = expm1(k/sigma^2)",
    "ratio(q, t) = 1 - q + q*t",
    # of order alpha of e^((2z-1)/(2 sigma^2)), by E[e^(k x')] at k = alpha
    "norm = exp((alpha - 1)/(2*sigma^2))",
    "odd = (exp(y) - exp(-y))/2 - y",
    "odd_slope = (exp(y/2) - exp(-y/2))^2/2",
    "step = exp(1/sigma^2)",
    "at_z = ratio(q, exp(loss(z, sigma)))",
    "lower = alpha*(1 - q)/(sigma^2*at_z)",
    "real = 1 - q + q*e*(1 - k^2)/(1 + k^2)",
    "imaginary = q*e*2*k/(1 + k^2)",
    "spare = 4*q*(1 - q)*e*k^2/(1 + k^2)",
    ranges={"q b": Range.chance(SIZE), "sigma z k y w e": SIZE, "t alpha": Range.order(SIZE)},
    normal=NORMAL,
    terms=terms,
)
BOOK = Proofs("poisson-gaussian.renyi", "Mironov, Talwar, Zhang 2019", notation=NOTATION)
OURS = Proofs("poisson-gaussian.renyi", "ours", at="our remainder", notation=NOTATION)
claims = claims_of(BOOK, OURS)


def _whole(n: int) -> Same:
    return Same(
        f"the whole sum at order {n}",
        lambda xp, q, sigma: terms.whole_excess(xp, q, sigma, n),
        lambda xp, q, sigma: gaussian_moments.sampled_moment(xp, n, q, sigma**2) - 1,
    )


BOOK.identity(
    "whole.sum",
    "The shipped recursion is the binomial sum of C(alpha,k) (1-q)^(alpha-k) q^k (e^((k^2-k)/(2 sigma^2)) - 1), which "
    "is E[w^alpha] - 1, and every number that it adds is positive.",
    "Section 3.3",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0; the sum written out for orders 2 to 6, its steps for every k",
    Same(
        "completing the square",
        "normal.log_density(z, 0, sigma) + k*loss(z, sigma)",
        "normal.log_density(z, k, sigma) + (k^2 - k)/(2*sigma^2)",
    ),
    Same("a step of the recursion", "risen(k + 1, sigma)", "risen(k, sigma)*(1 + growth) + growth"),
    *map(_whole, (2, 3, 4, 5, 6)),
    so="The density of mean k integrates to 1, so E[e^(k x')] = e^((k^2-k)/(2 sigma^2)); the binomial theorem gives "
    "the sum, and the weights C(alpha,k) (1-q)^(alpha-k) q^k add up to 1. The recursion only adds and multiplies "
    "positive numbers.",
)

BOOK.soundness(
    "direction",
    "D(mixture || N(0)) is the larger direction at every order: E[w^alpha] >= E[w^(1-alpha)] under N(0, sigma^2).",
    "Theorem 5",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha > 1",
    Same(
        "the reflected density is t times the density",
        "normal.log_density(1 - z, 0, sigma)",
        "normal.log_density(z, 0, sigma) + loss(z, sigma)",
    ),
    Same("x/y - 1 at t > 1", "ratio(q, t)*ratio(q, 1/t) - 1", "q*(1 - q)*(t - 1)^2/t"),
    Positive("it is positive", "q*(1 - q)*(t - 1)^2/t"),
    Same("x - 1 = t (1 - 1/y)", "ratio(q, t) - 1", "t*(1 - ratio(q, 1/t))"),
    Positive("K is positive", "q*(t - 1)"),
    Slope(
        "the slope of s coth(s)",
        "y*(exp(2*y) + 1)/(exp(2*y) - 1)",
        "y",
        "((exp(2*y) - exp(-2*y))/2 - 2*y)*2/(exp(y) - exp(-y))^2",
    ),
    Slope("the slope of sinh(y) - y, which is 0 at 0", "odd", "y", "odd_slope"),
    Nonnegative("that slope is not negative", "odd_slope"),
    so="By the reflection z -> 1-z, E[F(t)] = E[t F(1/t)] for t = e^((2z-1)/(2 sigma^2)). With F = w^alpha - "
    "w^(1-alpha), t > 1, c = alpha - 1/2, x = w(t) and y = 1/w(1/t): F(t) + t F(1/t) = sqrt(x) (x^c - x^-c) - "
    "(t/sqrt(y)) (y^c - y^-c). At c = 1/2 the terms are x - 1 and t (1 - 1/y), which are equal; call them K. So it is "
    "K (R(x) - R(y)), R(x) = (x^c - x^-c)/(x^(1/2) - x^(-1/2)), and x >= y > 1. In X = log x the slope of log R is "
    "(cX coth(cX) - (X/2) coth(X/2))/X, not negative for c >= 1/2: s coth(s) rises.",
)

BOOK.inequality(
    "between",
    "Without nodes the curve lies between alpha/(alpha-1) v and alpha/(alpha-1) log(1-q + e^v), v = log q + "
    "(alpha-1)/(2 sigma^2).",
    "Minkowski's inequality",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha = 1 + b > 1",
    Same("the upper one", "exp(terms.between(q, sigma, alpha)[1]*(alpha - 1)/alpha)", "ratio(q, norm)"),
    Same("the lower one", "exp(terms.plainness(q, sigma, alpha))", "q*norm"),
    so="||w|| <= ||1-q|| + ||q e^(x')|| in the norm of order alpha, and gamma = alpha/(alpha-1) log ||w||; from below "
    "w >= q e^(x'), and gamma >= 0.",
)

BOOK.identity(
    "whole-order",
    "At the order 3 the curve is log(1 + 3 q^2 (1-q) (t - 1) + q^3 (t^3 - 1))/2 with t = e^(1/sigma^2).",
    "Theorem 4",
    "all rates between 0 and 1 and sigma > 0",
    Same(
        "the shipped curve",
        lambda xp, q, sigma: sg.divergence(xp, q, sigma, xp.number(3)),
        "log(1 + 3*q^2*(1 - q)*(step - 1) + q^3*(step^3 - 1))/2",
    ),
    so="It is the binomial sum of Theorem 4.",
    over={"q": (Fraction(1, 100), Fraction(99, 100)), "sigma": (Fraction(1, 2), 20)},
)

OURS.identity(
    "tail.left",
    "Left of a node z < 0 the density falls from node to node at least by e^(zh/sigma^2), and the likelihood ratio w "
    "falls, so that w^alpha is no larger there.",
    "all z, h, sigma > 0",
    Same(
        "the logarithm of the factor",
        "normal.log_density(z - y, 0, sigma) - normal.log_density(z, 0, sigma)",
        "z*y/sigma^2 - y^2/(2*sigma^2)",
    ),
    so="Here h is y; what is taken off z h/sigma^2 is positive. w = 1-q + q e^((2z-1)/(2 sigma^2)) rises with z.",
)

OURS.inequality(
    "tail.right",
    "Beyond z = alpha the density times w^alpha falls: its logarithm has a slope below (alpha - z)/sigma^2.",
    "all 0 < q < 1 (q = u/(1+u)), sigma > 0, alpha > 1, z > 0",
    Slope("the slope", "-z^2/(2*sigma^2) + alpha*log(at_z)", "z", "(alpha - z)/sigma^2 - lower"),
    Positive("it is lower", "lower"),
    so="So from node to node beyond a node z > alpha each term is at most e^(-h (z-alpha)/sigma^2) of the last.",
)

OURS.inequality(
    "strip",
    "On the lines |Im z| < pi sigma^2 the ratio w keeps away from the cut of w^alpha, and |w(x+iy)| <= w(x).",
    "all 0 < q < 1 (q = u/(1+u)), e = e^((2x-1)/(2 sigma^2)) > 0, the angle y/sigma^2 = 2 arctan(k)",
    Same("the spare part of the modulus squared", "(1 - q + q*e)^2 - real^2 - imaginary^2", "spare"),
    Positive("it is positive", "spare"),
    Positive("off the real line the imaginary part is positive", "imaginary"),
    so="2 arctan(k), k > 0, are the angles in (0, pi); those in (-pi, 0) are mirrored, and at 0 w is positive. So "
    "the integrand at x + iy is at most e^(y^2/(2 sigma^2)) times that at x, whose mean is M(alpha).",
)
