"""Claims about integer noise as Gaussian DP.

Let z_k be the normal score of k, Phi(z_k) = P(j < k), for noise that is symmetric and log-concave. The best tests of a
shift by d are half lines, so it is mu-GDP if z_(k+d) - z_k <= mu for all k (between, its trade-off is a chord, above
the convex one of mu-GDP): if all widths z_(k+1) - z_k are at most mu/d. Of independent coordinates the squares of mu
add up. `intervals` bounds the largest width by the curvature log(P(k)^2/(P(k-1) P(k+1))), and the other claims bound
that."""

from fractions import Fraction
from typing import Any

import chartered as ch
from chartered.proving import (
    Certain,
    Notation,
    Positive,
    Proofs,
    Same,
    Sampled,
    Shipped,
    Slope,
    Tends,
    case,
    claims_of,
    numbers,
    registered,
)
from chartered_verify.arithmetic import Arithmetic

from ...basics.formulas.gaussian_profile import delta_mu
from ..formulas import skellam_sums

SIZE = (Fraction(1, 10), 5)


def _middle(xp: Arithmetic) -> Any:
    """Less than y - Y at v = 10: 20 steps of the recurrence of the ratios, with 0 for r_20, which y rises with."""
    v, ratio = xp.number(10), xp.number(0)
    for k in range(20, 0, -1):
        ratio = 1 / (2 * k / v + ratio)
    return v * ratio - (v - xp.number(ch.HALF) - 3 / (16 * v))


NOTATION = Notation(
    # k = n + 1 >= 1; i and j: I_k(v) and its derivative
    "root(v, n) = sqrt(v^2 + (n + 1)^2 - 1/4)",
    "y = v*j/i",
    "second = ((v^2 + (n + 1)^2)*i - v*j)/v^2",
    "slope = j/i + v*second/i - v*(j/i)^2",
    "low(v) = v - 1/2 - 3/(16*v)",
    "density(t) = exp(-t^2/2)/sqrt(2*pi)",
    "mass(z, w) = Phi(z + w) - Phi(z)",
    "mean(z, w) = (density(z) - density(z + w))/mass(z, w)",
    "square(z, w) = 1 + (z*density(z) - (z + w)*density(z + w))/mass(z, w)",
    "first = log(exp(1) - 1)",
    "rate(x) = x*(exp(x) - exp(-x))/2 - (exp(x) + exp(-x))/2 + 1",
    "spare(t) = 5*(27/50 + t)^2 - (27/50 + t) - log(2) - t^2/4 - t/sqrt(pi)",
    "most(m) = 1/m - 1/(4*m^2)",
    "falls(m) = 1/(2*m^3) - 1/m^2 + 4*(4*m + 7)/((1 + m)*(16*(1 + m)^2 - 8*(1 + m) - 3))",
    ranges={"v n i j t z w x d e m p": SIZE},
    skellam=Shipped("skellam.gdp"),
    skellams=Shipped("skellam-vector.gdp"),
    gaussian=Shipped("discrete-gaussian.gdp"),
    gaussians=Shipped("discrete-gaussian-vector.gdp"),
    rho=Shipped("discrete-gaussian-vector.zcdp"),
)
BOOK = Proofs("skellam", "ours", notation=NOTATION)
SKELLAMS = Proofs("skellam-vector", "ours", notation=NOTATION)
GAUSSIAN = Proofs("discrete-gaussian", "ours", notation=NOTATION)
GAUSSIANS = Proofs("discrete-gaussian-vector", "ours", notation=NOTATION)
claims = claims_of(BOOK, SKELLAMS, GAUSSIAN, GAUSSIANS)

BOOK.inequality(
    "gdp.curvature",
    "Skellam noise has P(k-1) P(k+1)/P(k)^2 >= 1 - 1/W for k >= 1, W^2 = v^2 + k^2 - 1/4. With P(k) = e^-v I_k(v) and "
    "y = v I_k'/I_k the quotient is 1 - y'/v, v y' = v^2 + k^2 - y^2. First y > W - 1/2, and from this y' < v/W.",
    "direct computation",
    "all v > 0, whole k = n + 1 >= 1",
    Same("the equation of y, by that of Bessel functions", "v*slope", "v^2 + (n + 1)^2 - y^2"),
    Same("the quotient", "(j - (n + 1)*i/v)*(j + (n + 1)*i/v)/i^2", "1 - (v^2 + (n + 1)^2 - y^2)/v^2"),
    Same("v y' where y is W - 1/2", "v^2 + (n + 1)^2 - (root(v, n) - 1/2)^2", "root(v, n)"),
    Slope("the slope of W", "root(v, n)", "v", "v/root(v, n)"),
    Positive("there y rises faster than W", "root(v, n)/v - v/root(v, n)", zero="n"),
    Positive("at v = 0 it is larger, as the square of k + 1/2 is", "(n + 3/2)^2 - root(0, n)^2", zero="n"),
    Same("v y'' = 2v - y' (1 + 2y) where y' is v/W and y is W - 1/2", "2*v - v/root(v, n)*(2*root(v, n))", "0"),
    Slope("v/W rises", "v/root(v, n)", "v", "((n + 1)^2 - 1/4)/root(v, n)^3"),
    Positive("near v = 0, where y' is about v/(k + 1), it is larger", "(n + 2)^2 - root(0, n)^2", zero="n"),
    so="y - W + 1/2 is positive at first, and where it is 0 it rises: so it is nowhere 0. v/W - y' is positive at "
    "first, and where it is 0, y'' is below 0, as y is above W - 1/2, while v/W rises: so it is nowhere 0 either.",
)

BOOK.inequality(
    "gdp.middle",
    "In the middle, P(1)/P(0) > 1 - 1/(2v) - 3/(16 v^2) for v >= 10: so for y = v I_1/I_0, whose v y' is v^2 - y^2, "
    "and Y = v times this.",
    "all v >= 10 (v = 10 + t)",
    Slope("the slope of Y", "low(v)", "v", "1 + 3/(16*v^2)"),
    Positive("where y is Y it rises faster", "(10 + t)^2 - low(10 + t)^2 - (10 + t)*(1 + 3/(16*(10 + t)^2))", zero="t"),
    Certain("at v = 10", _middle),
    so="y - Y is positive at v = 10, and where it is 0 it rises.",
)

BOOK.inequality(
    "gdp.intervals",
    "The largest width w of all has w^2 - w^4/4 <= log(P(k)^2/(P(k-1) P(k+1))) at its k. Let G(z) = Phi(z + w) - "
    "Phi(z): P(k) = G(z_k), and its neighbours are at most G(z_k + w) and G(z_k - w). The second derivative of log G "
    "is less by 1 than the variance of a normal variable in (z, z + w), which is at most w^2/4.",
    "Popoviciu 1935, for the variance",
    "all w > 0, z",
    Slope("an integral of t phi(t)", "-density(t)", "t", "t*density(t)"),
    Slope("an integral of t^2 phi(t)", "Phi(t) - t*density(t)", "t", "t^2*density(t)"),
    Slope("the slope of log G", "log(mass(z, w))", "z", "-mean(z, w)"),
    Slope("its slope", "-mean(z, w)", "z", "square(z, w) - mean(z, w)^2 - 1"),
    Same("the variance is at most (b - m) (m - a)", "w^2/4 - (z + w - m)*(m - z)", "(m - z - w/2)^2"),
    so="2 log G(z) - log G(z + w) - log G(z - w) is the integral of (w - |s|) (-log G)''(z + s) from -w to w, which is "
    "at least w^2 (1 - w^2/4). Far out w z <= log(1 + e^x), and z is about sqrt(v) x at least, by the tails of "
    "gdp.narrow: so widths tend to no more than 1/sqrt(v), and if one is larger than that, there is a largest.",
)

BOOK.inequality(
    "gdp.narrow",
    "No width reaches sqrt(2) at v >= 10: in the middle P(0) <= 1/(1 + 2 P(1)/P(0)). For k >= 1, z = z_k >= 0 and a "
    "width w >= sqrt(2), e^(-z w - w^2/2) >= P(j > k)/P(j >= k) >= 1/(1 + e^x), sinh x = (k + 1)/v, so that sqrt(2) z "
    "+ 1 <= log(1 + e^x). And P(j >= k) = Phi(-z) is at least e^(-z^2/2 - z sqrt(2/pi))/2, and at most e^(-(v x^2/2 - "
    "x)).",
    "Chernoff's bound at x; Jensen's inequality",
    "all v >= 10, x >= x1 = log(e - 1) (x = x1 + t)",
    Certain("in the middle", "2*Phi(sqrt(1/2)) - 1 - 1/(1 + 2*(1 - 1/20 - 3/1600))"),
    Same("z >= 0 needs x >= x1", "log(1 + exp(first))", "1"),
    Slope("log(1 + e^x) rises by less than x", "x - log(1 + exp(x))", "x", "1/(1 + exp(x))"),
    Slope("the slope of x sinh x - cosh x + 1", "rate(x)", "x", "x*(exp(x) + exp(-x))/2"),
    Same("which rises faster than x^2/2", "x*(exp(x) + exp(-x))/2 - x", "x*(exp(x/2) - exp(-x/2))^2/2"),
    Same("and is 0 at 0", "rate(0)", "0"),
    Certain("x1 is above 27/50", "first - 27/50"),
    Same("the exponents are a polynomial", "spare(0) + t*(22/5 - 1/sqrt(pi)) + t^2*19/4", "spare(t)"),
    Certain("which is positive at 0", "spare(0)"),
    Certain("and rises: the tail at z = t/sqrt(2) or less is too small", "22/5 - 1/sqrt(pi)"),
    so="Phi(-z - w) <= e^(-z w - w^2/2) Phi(-z), and Phi(-z) is e^(-z^2/2) times the mean of e^(-z |s|)/2 over normal "
    "s, whose mean modulus is sqrt(2/pi). P(k)/P(k+1) <= e^x (skellam.profile.falls).",
)

BOOK.soundness(
    "gdp.bound",
    "All widths are at most 1/sqrt(v - 1), so that Skellam noise is mu-GDP with the shipped mu.",
    "all v >= 10 (v = 10 + t)",
    Slope("for k >= 1, as W > v: the slope of the gap", "most(m) - log(1 + 1/m)", "m", "-(m - 1)/(2*m^3*(m + 1))"),
    Positive("it falls", "8 + t", zero="t"),
    Tends("to 0", "most(m) - log(1 + 1/m)", "m", "inf", "0"),
    Slope("in the middle: the slope of the gap", "most(m) + 2*log(low(1 + m)/(1 + m))", "m", "falls(m)"),
    Positive("it falls, too", "-falls(9 + t)", zero="t"),
    Tends("to 0", "most(m) + 2*log(low(1 + m)/(1 + m))", "m", "inf", "0"),
    Slope("u - u^2/4 rises below u = 2", "x - x^2/4", "x", "1 - x/2"),
    Same("as shipped", "skellam(sensitivity=d, variance=1 + m).mu_squared", "d^2/m"),
    so="w^2 - w^4/4 is at most the curvature, which is less than u - u^2/4 at u = 1/(v - 1), and w^2 < 2. A shift by "
    "d, of which half lines are the best tests, moves no normal score by more than d w, and tests between them by "
    "chance lie on chords of a trade-off that is above a convex one.",
)


@BOOK.soundness(
    "gdp.cases",
    "No delta of one number is larger than that of the shipped mu.",
    "five variances, three shifts, four eps",
    Sampled(
        "balls: the profile",
        digits=25,
        bits=128,
        why="the proof is that of gdp.bound",
        variance=numbers("10 11 40 1000 40000"),
        shift=(1, 3, 30),
        epsilon=numbers("0 1/10 1 5"),
    ),
)
def _cases(xp: Any, variance: Fraction, shift: int, epsilon: Fraction) -> bool:
    e, shipped = xp.number(epsilon), registered("skellam.gdp")
    mu_squared = shipped.apply(case(f"skellam:variance={variance},sensitivity={shift}")).mu_squared
    return bool(skellam_sums.delta(xp, variance, shift, e) <= delta_mu(xp, xp.sqrt(xp.number(mu_squared)), e))


for _book, _one, _all, _noise in (
    (SKELLAMS, "skellam", "skellams", "variance=10 + m"),
    (GAUSSIANS, "gaussian", "gaussians", "sigma=4 + m"),
):
    _book.soundness(
        "gdp.coordinates",
        "The coordinates are independent, and each hides how far it moves: the squares add up to that of the l2 norm.",
        "Dong, Roth, Su 2022, Corollary 2, for the sum",
        "all l2 norms of two coordinates, and noise for which the bound of one is proved",
        Same(
            "two coordinates",
            f"{_one}(sensitivity=d, {_noise}).mu_squared + {_one}(sensitivity=e, {_noise}).mu_squared",
            f"{_all}(sensitivity=sqrt(d^2 + e^2), {_noise}).mu_squared",
        ),
        so="A vector of more coordinates is one of two, one of which is a vector.",
    )

GAUSSIAN.soundness(
    "gdp.bound",
    "Discrete Gaussian noise has log(P(k)^2/(P(k-1) P(k+1))) = 1/sigma^2 for all k, so that all widths are at most "
    "1/sqrt(sigma^2 - 1/2), and the noise is mu-GDP with the shipped mu.",
    "ours; skellam.gdp.intervals",
    "all sigma^2 >= 10 (m = sigma^2 - 1/2)",
    Same("the curvature", "((x + 1)^2 + (x - 1)^2 - 2*x^2)/(2*v)", "1/v"),
    Positive("it is less than at w^2 = 1/m", "most(19/2 + t) - 1/(10 + t)", zero="t"),
    Certain("in the middle no width reaches sqrt(2)", "2*Phi(sqrt(1/2)) - 1 - 1/(1 + 2*exp(-1/20))"),
    Same("nor beyond, by the same exponent", "x*(v*x - 1/2) - v*x^2/2 - (v*x^2/2 - x)", "x/2"),
    Same("as shipped", "gaussian(sensitivity=d, sigma=sqrt(m + 1/2)).mu_squared", "d^2/m"),
    so="P(k)/P(k+1) = e^x at k = v x - 1/2, and E[e^(x j)] <= e^(v x^2/2), as a sum over the integers of weights "
    "e^(-(j - c)^2/(2v)) is largest for whole c: the tail is at most that of skellam.gdp.narrow.",
)

GAUSSIANS.soundness(
    "zcdp.coordinates",
    "Renyi divergences of independent coordinates add up, and the shipped rho with them.",
    "Canonne, Kamath, Steinke 2020, Theorem 4",
    "all l2 norms of two coordinates, sigma > 0",
    Same(
        "two coordinates",
        "rho(sensitivity=d, sigma=m).rho + rho(sensitivity=e, sigma=m).rho",
        "rho(sensitivity=sqrt(d^2 + e^2), sigma=m).rho",
    ),
    so="That of one coordinate is discrete-gaussian.zcdp.shift.",
)
