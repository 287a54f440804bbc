"""Claims about profiles of losses without a density, enclosed by two profiles that are smoothed by a Gaussian."""

from chartered.proving import Notation, Positive, Proofs, Same

NOTATION = Notation(
    "moment(k, s) = -k*s/2 + k^2*s/2",
    "bound(y, s) = exp(-y^2*s/2)/(y^2*s)",
    ranges={"z": (2, 9), "s d y": (0, 4), "u x a b": (0, 3)},
)
BOOK = Proofs("characteristic-function", "Jensen's inequality and tangents of a convex function", notation=NOTATION)

BOOK.identity(
    "smoothing.normal",
    "For u ~ N(-s/2, s), s = eta^2, log E e^(ku) = k (k-1) s/2. So E e^u = 1, E e^(-(z-1)u) = e^(z(z-1)s/2), and "
    "E e^(-zu) is that times e^(zs).",
    "all s > 0, z > 1: both sides are polynomials",
    Same("k = 1", "moment(1, s)", "0"),
    Same("k = 1 - z", "moment(1 - z, s)", "z*(z - 1)*s/2"),
    Same("k = -z", "moment(-z, s)", "z*(z - 1)*s/2 + z*s"),
    so="These are the moments that smooth the integrand.",
)

BOOK.identity(
    "smoothing.factor",
    "Under the integral delta(x+u) - (1 - e^-u) delta'(x+u) has the factor e^(-(z-1)u) (1 + (z-1)(1 - e^-u)), since "
    "each derivative is a factor -(z-1); that is z e^(-(z-1)u) - (z-1) e^(-zu).",
    "z > 1, u > 0: both sides are analytic in u",
    Same("the factor", "exp(-(z - 1)*u)*(1 + (z - 1)*(1 - exp(-u)))", "z*exp(-(z - 1)*u) - (z - 1)*exp(-z*u)"),
)

BOOK.inequality(
    "smoothing.tangent",
    "(y - a)_+ is convex in a: it is nowhere below its tangent at b, which is y - b - (a - b) where y > b, and 0 "
    "elsewhere. At b = a e^u, a - b = -b (1 - e^-u), and delta'(log b) is b times the slope.",
    "all positive letters: both sides are analytic in each",
    Same("where y > b", "x - b - (a - b)", "x - a"),
    Same("the step", "a - a*exp(u)", "-a*exp(u)*(1 - exp(-u))"),
    so="x - a and 0 are both at most (x - a)_+. Means over y and u keep the inequality; Jensen's is the one of the "
    "other side, as the mean of e^u is 1.",
)

BOOK.inequality(
    "smoothing.truncation",
    "|z - 1| <= |z| where Re z > 1/2, so that |z - (z-1) e^(zs)| <= |z| (1 + e^(cs)); and the integral of "
    "e^(-y^2 s/2)/y from Y on is at most e^(-Y^2 s/2)/(Y^2 s).",
    "c > 1/2, s > 0, y > 0",
    Positive("|z|^2 - |z-1|^2 with c = 1/2 + d", "(1/2 + d)^2 - (d - 1/2)^2"),
    Same("the slope", "d/dy bound(y, s)", "-exp(-y^2*s/2)/y*(1 + 2/(y^2*s))"),
    so="The bound falls faster than the integral, and both go to 0. The terms of the sum, h apart, are at most the "
    "first one and the integral over h.",
)
