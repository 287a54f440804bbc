"""Claims about Laplace noise on a Poisson sample: the law of its likelihood ratio, and the quadrature of its moment
generating function."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Sampled, Slope, claims_of, near, numbers
from chartered_verify.outside import ours
from flint import acb, arb

from ..formulas import gauss_legendre, sampled_laplace_quadrature as quadrature
from ..formulas.contour import Contour
from ..formulas.poisson_laplace import PoissonLaplace
from ..formulas.sampled_laplace_quadrature import Points
from .reasons import POINTS, refused

_BITS = 128
MECHANISMS = (
    PoissonLaplace(Fraction(1, 100), Fraction(1)),
    PoissonLaplace(Fraction(1, 100), Fraction(1), added=True),
    PoissonLaplace(Fraction(1, 2), Fraction(1, 5)),
    PoissonLaplace(Fraction(1, 1000), Fraction(2), added=True),
    PoissonLaplace(Fraction(9, 10), Fraction(3)),
)
ORDERS = numbers("5/4 3 12")
COSINE = Range((0, 2), lambda xp, above: above - 1)
NOTATION = Notation(
    "w(s, q) = 1 - q + q*s",
    "density(s, e) = exp(-e/2)*s^(-1/2)/4",
    "ratio_density(s, p, q, e) = exp(-e/2)*w(s, q)^(p + 1)*s^(-3/2)/(4*q)",
    "edge(n) = 2 + 2/(4*n^2 - 1)",
    ranges={"q": (0, 1), "p e": (0, 9), "n": (2, 9), "f g s": (0, 3), "c": COSINE},
)
RULE = "for the rule"
LAW, GAUSS = (
    Proofs("poisson-laplace.characteristic", source, notation=NOTATION)
    for source in ("direct computation", "Trefethen 2013, Theorem 19.3")
)
claims = claims_of(LAW, GAUSS)

LAW.identity(
    "density",
    "The noise's loss x has the density e^(-(x+e)/2)/4 between -e and e; weighted by w^p, with d log w = q e^x/w dx, "
    "that of log w is e^(-e/2) w^(p+1) e^(-3x/2)/(4q). Here s = e^x.",
    RULE,
    "0 < q < 1, e > 0, p > 0, s > 0",
    Same("one over the other", "ratio_density(s, p, q, e)*q*s/w(s, q)", "density(s, e)*w(s, q)^p"),
)

LAW.identity(
    "turn",
    "The logarithm of that density of log w, as a function of x, has a slope of the sign of (p - 1/2) q e^x - "
    "3(1-q)/2: it falls, and then rises or not where p > 1, and falls where p < 0. Here s = e^x.",
    RULE,
    "0 < q < 1, s > 0",
    Same("the slope", "(p + 1)*q*s/(1 - q + q*s) - 3/2", "((p - 1/2)*q*s - 3*(1 - q)/2)/(1 - q + q*s)"),
)

LAW.inequality(
    "sizes",
    "In an ellipse |e^(-et/2) w^p| is largest at an end of its axis: for p >= 0 its logarithm is convex in the real "
    "part of t, and for p < 0 both factors fall.",
    RULE,
    "all p >= 0, 0 < q < 1, e > 0, s = e^(et) > 0",
    Slope("the slope in s", "p*log(w(s, q)) - log(s)/2", "s", "p*q/w(s, q) - 1/(2*s)"),
    Slope("that of s times it", "p*q*s/w(s, q) - 1/2", "s", "p*q*(1 - q)/w(s, q)^2"),
    so="For p >= 0 the slope in log s rises with s, so that the logarithm is convex; for p < 0 it is negative.",
)

LAW.identity(
    "argument",
    "At the angle of cosine c and sine g the tangent of arg w, q s g/(1 - q + q s c), rises with s = |e^(et)|: its "
    "slope is q (1-q) g over a square. It rises with the angle up to pi/2, as for the sampled Gaussian.",
    RULE,
    "0 < q < 1, s > 0",
    Slope("the slope", "q*s*g/(1 - q + q*s*c)", "s", "q*(1 - q)*g/(1 - q + q*s*c)^2"),
)

GAUSS.inequality(
    "gauss.coefficients",
    "Chebyshev coefficients are at most 2B r^-k. From k = 2n on a term of even k costs 2 + 2/(4n^2 - 1), which is at "
    "most 32/15 for n >= 2, and the geometric series makes the remainder 64/15 B r^(-2n)/(1 - r^-2): its terms are "
    "64/15 B x^n with x = r^-2.",
    RULE,
    "all n >= 2, r > 1",
    Nonnegative("what is left of 32/15, n = 2 + s", "32/15 - edge(2 + s)", zero="s"),
    Same("the series less its first term is the series from the next one on", "f/(1 - f) - f", "f^2/(1 - f)"),
    so="The rule is exact up to the degree 2n - 1, and odd terms vanish in it and in the integral.",
)


def _powers(xp: Any, count: int) -> bool:
    rule = gauss_legendre.rule(count, xp.bits)
    exact = [arb(0) if k % 2 else arb(2) / (k + 1) for k in range(2 * count)]
    weights = all(weight > 0 for _, weight in rule) and len(rule) == count
    return weights and all(
        near(sum((weight * t**k for t, weight in rule), arb(0)), found, 30, arb(1)) for k, found in enumerate(exact)
    )


GAUSS.soundness(
    "gauss.exact",
    "The rule of n nodes has positive weights, and integrates t^k exactly for every k below 2n.",
    RULE,
    "n from 2 to 40; 30 digits",
    Sampled("balls", _powers, digits=30, bits=_BITS, counts=(2, 3, 8, 17, 40)),
)


def integral(xp: Any, m: PoissonLaplace, z: acb) -> acb:
    """M(z) by both atoms and Arb's integrator."""
    q, e = xp.number(m.rate), xp.number(m.epsilon)
    power = 1 - z if m.added else z

    def integrand(x: acb, analytic: bool) -> acb:
        w = 1 - q + q * x.exp()
        found: acb = (power * w.log(analytic=analytic) - (x + e) / 2).exp() / 4
        return found

    low, high = (power * (1 - q + q * (s * e).exp()).log() for s in (-1, 1))
    found: acb = low.exp() / 2 + (high - e).exp() / 2 + acb.integral(integrand, acb(-e), acb(e))
    return found


def _node(xp: Any, m: PoissonLaplace, order: Fraction, k: int) -> bool:
    contour = Contour(order, Fraction(30), 20)
    found = m.along(contour, 40, _BITS)[k]
    direct = integral(xp, m, acb(xp.number(order), xp.number(k * contour.spacing)))
    return bool(found.overlaps(direct)) and bool(found.real.rad() < arb(10) ** -10 * m.at(order, 40, _BITS))


LAW.soundness(
    "direct",
    "The enclosures at the nodes hold atoms and integral.",
    RULE,
    f"{len(MECHANISMS)} mechanisms, 3 orders, 4 of 20 nodes each; Arb's adaptive integrator",
    Sampled(
        "balls: the direct integral",
        _node,
        digits=10,
        bits=_BITS,
        mechanisms=MECHANISMS,
        orders=ORDERS,
        nodes=(0, 1, 7, 19),
    ),
)


def _remainder(xp: Any, m: PoissonLaplace, order: Fraction, count: int, height: int) -> bool:
    given = m.values(xp, order)
    logs, weights = quadrature.terms(xp, *given, Points(count, 2.0))
    found = sum((w * (acb(0, height) * log).exp() for w, log in zip(weights, logs, strict=True)), acb(0))
    bounds = [_bound(xp, m, order, Points(count, 1 + k / (8 * float(m.epsilon))), height) for k in range(1, 30)]
    direct = integral(xp, m, acb(xp.number(order), height))
    missed = abs(found - (direct.conjugate() if m.added else direct))
    return any(bound.is_finite() for bound in bounds) and all(bool(missed <= bound) for bound in bounds)


def _bound(xp: Any, m: PoissonLaplace, order: Fraction, points: Points, height: int) -> arb:
    """The remainder; infinity for an ellipse that is too wide."""
    try:
        return quadrature.remainder(xp, *m.values(xp, order), points, arb(height))
    except ours(ArithmeticError):
        return arb("inf")


LAW.soundness(
    "remainder",
    "With few nodes, where it matters, the rule differs from the integral by no more than its remainder in any "
    "ellipse.",
    RULE,
    f"{len(MECHANISMS)} mechanisms, 3 orders, 3 rules, 3 heights, up to 29 ellipses",
    Sampled(
        "balls: the direct integral",
        _remainder,
        digits=10,
        bits=256,
        mechanisms=MECHANISMS,
        orders=ORDERS,
        counts=(2, 5, 9),
        heights=(0, 2, 40),
    ),
)


def _written(xp: Any, m: PoissonLaplace, order: Fraction, points: Points, height: int) -> bool:
    q, e, p = m.values(xp, order)
    r = arb(points.ellipse)
    a, b = (r + 1 / r) / 2, (r - 1 / r) / 2
    if not (r > 1 and e * b < xp.pi / 2 and points.count > 1):
        return refused(lambda: quadrature.remainder(xp, q, e, p, points, arb(height)))
    corner = acb(1 - q) + q * (e * acb(a, b)).exp()
    ends = [((-e * t / 2).exp() * (1 - q + q * (e * t).exp()) ** p) for t in (a, -a)]
    size = xp.maximum(*ends) * (height * corner.arg()).exp()
    size = size * (e * b / 2).cos() ** p if p < 0 else size
    bound = e / 4 * (-e / 2).exp() * size * arb(64) / 15 * r ** (-2 * points.count) / (1 - r**-2)
    return near(quadrature.remainder(xp, q, e, p, points, arb(height)), bound, 12)


LAW.table(
    "remainder.as-shipped",
    "What ships as the remainder is (e/4) e^(-e/2) (64/15) B r^(-2n)/(1 - r^-2) with B the larger one of e^(-et/2) "
    "w(t)^p at t = -a, a, times e^(Y arg w(a + ib)), and cos(eb/2)^p where p < 0; nothing is said unless r > 1, eb < "
    "pi/2 and n is at least 2.",
    RULE,
    f"{len(MECHANISMS)} mechanisms, 3 orders, 6 rules, 2 heights; 12 digits",
    Sampled(
        "balls: the formula written out",
        _written,
        digits=12,
        bits=_BITS,
        why=POINTS,
        mechanisms=MECHANISMS,
        orders=ORDERS,
        rules=(Points(8, 1.2), Points(16, 1.5), Points(2, 1.05), Points(1, 1.2), Points(8, 1.0), Points(8, 40.0)),
        heights=(0, 7),
    ),
)
