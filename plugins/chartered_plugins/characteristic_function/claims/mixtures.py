"""Claims about mixtures of shifts of normal noise: modulus, argument and slope in a strip and on the real line."""

from fractions import Fraction
from typing import Any

from chartered.proving import Claimed, Nonnegative, Notation, Proofs, Range, Same, Sampled, claims_of, near
from flint import acb

from .laws import SOURCE
from .reasons import PLACE
from .written_laws import WINDOWS, chi, window_slope

COSINE = Range((0, 2), lambda xp, above: above - 1)
NOTATION = Notation(
    "square = (a + u*c)^2 + u^2*(1 - c^2)",
    "tilt(x, d, v) = (2*x*d - d^2)/(2*v)",
    ranges={"a u d e": (0, 9), "v x y": (0, 9), "c": COSINE},
)
STRIP = Proofs("poisson-gaussian.characteristic", SOURCE, at=PLACE, notation=NOTATION)
REPLACING = Proofs("poisson-gaussian.replaced-characteristic", SOURCE)
WINDOW = Proofs("poisson-gaussian.band", SOURCE)
claims = claims_of(STRIP, REPLACING, WINDOW)

STRIP.identity(
    "tilt",
    "The density of normal noise of variance v, shifted by d, over that without is e^((2xd - d^2)/(2v)): at x + iy it "
    "has the same modulus, and turns by yd/v.",
    "v > 0",
    Same("the exponent", "(x^2 - (x - d)^2)/(2*v)", "tilt(x, d, v)"),
    Same("its slope", "tilt(x + y, d, v) - tilt(x, d, v)", "y*d/v"),
    so="It is linear in x, so that at x + iy it has the imaginary part yd/v more.",
)

STRIP.identity(
    "modulus",
    "Of two terms a and u whose angles are t < pi apart, |a + u e^(it)|^2 - ((a + u) cos(t/2))^2 = (1 - cos t)(a - "
    "u)^2/2, which is not negative: a mixture is at least cos(t/2) times its value on the real line, t the largest "
    "angle between its terms. Here c = cos t, so that sin^2 t = 1 - c^2 and cos^2(t/2) = (1 + c)/2.",
    "a > 0, u > 0, -1 < c < 1",
    Same("with the modulus in terms of c", "square - (a + u)^2*(1 + c)/2", "(1 - c)*(a - u)^2/2"),
    so="Of more terms, the part of each in the direction of the middle angle is at least cos(t/2) of it.",
)

STRIP.identity(
    "largest",
    "A mixture is at most its value on the real line: the difference is 2 a u (1 - cos t) for two terms.",
    "a > 0, u > 0, -1 < c < 1",
    Same("with the modulus in terms of c", "(a + u)^2 - square", "2*a*u*(1 - c)"),
)

STRIP.inequality(
    "argument",
    "Where the angles of the terms are less than pi/2 apart and the shifts are not negative, the argument of a mixture "
    "rises with the height: its derivative Re(p'/p) has the sign of the sum of d_i r_i r_j cos(t_i - t_j), here of two "
    "terms with the shifts d and e.",
    "a, u, d, e >= 0, 0 <= c <= 1",
    Nonnegative("the sign", "d*a^2 + e*u^2 + (d + e)*a*u*c", {"c": (0, 1)}, zero="a u d e c"),
)

STRIP.identity(
    "convex",
    "The logarithm of a mixture of tilts is convex in x: its second derivative is the variance of the shifts over v^2, "
    "here of two terms with the shifts d and e. So slopes lie between those of the extreme shifts, and rise.",
    "a > 0, u > 0",
    Same("the variance", "(a*d^2 + u*e^2)/(a + u) - ((a*d + u*e)/(a + u))^2", "a*u*(d - e)^2/(a + u)^2"),
)

STRIP.identity(
    "tail",
    "The loss of a removal is at least that of the Gaussian without sampling less log(1/q): w - q e^(x/s - 1/(2s^2)) "
    "is 1 - q, so that n runs have at least its tail, (eps + n log(1/q))^2/eps^2 going to 1.",
    "for the profile",
    "a > 0, u > 0",
    Same("what is left", "(a + u) - u", "a"),
)

REPLACING.soundness(
    "modulus",
    "At x + iy with z = c + iv and c > 1, |p^z q^(1-z)| is at most p(x)^c q(x)^(1-c) cos(y S/(2v))^(1-c), S the spread "
    "of Q, times e^(-v (arg p - arg q)), which is at most 1 where v and y have the same sign; while y is below half of "
    "the widest strip that difference of arguments rises with y.",
    PLACE,
    "all mixtures with shifts of P at least 0 and of Q at most 0, c > 1, v",
    Claimed("p is at most its value on the real line", STRIP, "largest"),
    Claimed("q is at least its value times the cosine", STRIP, "modulus"),
    Claimed("the argument of p rises, and that of q, mirrored, falls", STRIP, "argument"),
    so="c is positive and 1 - c is not. The angles of the terms of p are at least 0, and those of q at most 0.",
)


@WINDOW.inequality(
    "window",
    "A band has the window chi, the difference of two normal distribution functions of the width w: |chi(x + iy)| <= "
    "e^(y^2/(2w^2)) chi(x), and the slope of log chi, the difference of two normal densities over chi, falls.",
    "3 windows, 9 x, 4 y",
    Sampled(
        "balls: the window",
        digits=10,
        bits=192,
        why="a window is a difference of two error functions, which are enclosed at points",
        windows=WINDOWS,
        x="-3 -1 0 1/4 1 2 3 4 6",
        y="0 1/10 1/2 1",
    ),
)
def _grown(xp: Any, window: Any, x: Fraction, y: Fraction) -> bool:
    t, v, shipped = xp.number(x), xp.number(window.width), window.log(xp)
    real, above = map(chi(xp, window), (t, acb(t, xp.number(y))))
    grown = abs(above).upper() <= (real * xp.exp(xp.number(y) ** 2 / (2 * v * v))).upper()
    slope = window.slope(xp)(t)
    falls = window.slope(xp)(t + xp.number(Fraction(1, 7))).lower() <= slope.upper()
    same = near(shipped(t).exp(), real, 20) and abs(slope - window_slope(xp, window, t)) < xp.exp(-xp.number(50))
    return bool(grown) and bool(falls) and bool(same)
