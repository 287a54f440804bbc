"""Claims about logistic noise: its likelihood ratio, its profile and Renyi curve by direct integration, and its order
in the scale."""

from fractions import Fraction

from chartered.proving import Notation, Positive, Proofs, Same, SameParts, Shipped, Slope

SIZE = (Fraction(1, 10), 9)
NOTATION = Notation(
    "density(t, s) = t/(s*(1 + t)^2)",
    # t = e^(-x/s), and t e^d for the noise that is shifted
    "ratio(t, c) = c*(1 + t)^2/(1 + c*t)^2",
    "within(u, c) = u + c*(1 - u)",
    "stated(d, s) = pure(sensitivity=d, scale=s).epsilon",
    "most = 2*log1p(x + y)",
    "eps = 2*log1p(x)",
    "shipped = profile(sensitivity=most, scale=1).delta(eps)",
    "moments(a, c) = (c^(a + 1) - c^(-a))/((1 + 2*a)*(c - 1))",
    "transform(square, t) = 1/(1 + square*t*t)",
    "chance = w/(b*b + w)",
    ranges={"s d e b w t x y u f": SIZE, "a": SIZE, "c": (1, 9), "v": (1, 9)},
    pure=Shipped("logistic.pure"),
    profile=Shipped("logistic.profile"),
    renyi=Shipped("logistic.renyi"),
)
BOOK = Proofs("logistic", "direct computation", notation=NOTATION)

BOOK.soundness(
    "pure.ratio",
    "With t = e^(-x/s) and c = e^(Delta/s) the likelihood ratio is c (1 + t)^2/(1 + c t)^2, which falls as t rises, "
    "from c at t = 0 to 1/c: eps = Delta/s holds, and no smaller eps does. So it rises with the output.",
    "all Delta, s > 0, all x",
    Same("the ratio of densities", "density(c*t, s)/density(t, s)", "ratio(t, c)"),
    Slope("its root falls", "(1 + t)/(1 + c*t)", "t", "-(c - 1)/(1 + c*t)^2"),
    Same("at t = 0", "ratio(0, c)", "c"),
    Same("for large t, by 1/t", "c*(f + 1)^2/(f + c)^2", "c*(1 + f)^2/(c + f)^2"),
    Same("what ships", "stated(d, s)", "d/s"),
    so="Both ends are approached, and none is attained.",
)

BOOK.identity(
    "uniform",
    "The distribution function u = 1/(1 + t) of the noise is uniform, and the ratio is c/(u + c (1 - u))^2: the v with "
    "v^2 = c/ratio is uniform on (1, c).",
    "all t > 0, c > 1",
    Same("the ratio in u", "c/within(1/(1 + t), c)^2", "ratio(t, c)"),
    Same("v at u = 0", "within(0, c)", "c"),
    Same("v at u = 1", "within(1, c)", "1"),
    so="v is linear in u.",
)

BOOK.identity(
    "profile.integral",
    "delta is the mean of (c/v^2 - e^eps)_+ over v uniform on (1, c), an integral from 1 to r with r^2 = c/e^eps, by "
    "the antiderivative -c/v - e^eps v.",
    "all 0 <= eps < d (e^(eps/2) = 1 + x, e^(d/2) = 1 + x + y)",
    Slope("the antiderivative", "-c/v - e*v", "v", "c/v^2 - e"),
    SameParts("what ships", "shipped", "((1 + x + y)^2 + (1 + x)^2 - 2*(1 + x + y)*(1 + x))/((1 + x + y)^2 - 1)"),
    so="At r both terms are -e^((d + eps)/2), and at 1 they are -c and -e^eps.",
)

BOOK.identity(
    "profile.inverse",
    "The shipped eps at delta is the inverse of the profile.",
    "as above",
    SameParts("eps(delta(eps)) = eps", "exp(profile(sensitivity=most, scale=1).epsilon(shipped)/2)", "1 + x"),
)

BOOK.identity(
    "renyi.moment",
    "E_Q[(P/Q)^alpha] is the mean of (c/v^2)^alpha over v uniform on (1, c), c^alpha (1 - c^(1 - 2 alpha))/((2 alpha - "
    "1)(c - 1)). Here alpha = 1 + a and c = e^d.",
    "all alpha > 1, d > 0",
    Slope("the antiderivative", "-v^(-1 - 2*a)/(1 + 2*a)", "v", "v^(-2 - 2*a)"),
    Same("what ships", "exp(a*renyi(sensitivity=d, scale=1).curve(1 + a))", "moments(a, exp(d))"),
    so="It is taken from 1 to c, times c^alpha/(c - 1).",
)

BOOK.soundness(
    "monotone",
    "Logistic noise of scale s is a sum of independent Laplace noises of the scales s/k, k = 1, 2, ... (its transform "
    "pi t s/sinh(pi t s) is Euler's product of theirs), and Laplace noise of a larger scale is that of a smaller one "
    "to which, with some chance, more is added. A query of smaller sensitivity is one of the larger, too. So neither "
    "more scale nor less sensitivity costs more, inside every wrapper.",
    "Euler's product; data processing",
    "all scales b < c of one of them (c^2 = b^2 + w) and every frequency t",
    Same("the transforms", "transform(b*b, t)*(1 - chance + chance*transform(b*b + w, t))", "transform(b*b + w, t)"),
    Positive("the chance is positive", "chance"),
    Positive("and below 1", "1 - chance"),
    so="The transform of a sum of independent noises is the product of theirs.",
)
