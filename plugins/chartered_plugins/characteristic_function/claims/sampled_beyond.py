"""Claims about the bound of the Poisson-sampled Gaussian's moment generating function beyond a height, on a shifted
line of integration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from flint import acb, arb

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.poisson_gaussian import PoissonGaussian
from .sampled_bounds import INTEGRALS, MECHANISMS, PLACE, POINTS, RULES, density, in_strip, likelihood, refused, tails

_BITS = 128
BOUNDS = Proofs("poisson-gaussian.characteristic", "direct computation; Trefethen and Weideman 2014, Theorem 5.1")
claims = claims_of(BOUNDS)


def _on_line(xp: Any, m: PoissonGaussian, p: Fraction, shift: Any, height: Any, t: Any) -> Any:
    """phi(t) |w(t + ib)|^p e^(-V arg w(t + ib)) at real t."""
    w = acb(likelihood(xp, m, acb(t, shift)))
    return density(xp, t) * abs(w) ** xp.number(p) * (-height * w.arg()).exp()


def _shifted(xp: Any, m: PoissonGaussian, order: Fraction, rule: Nodes, height: Fraction, share: Fraction) -> bool:
    p = 1 - order if m.added else order
    shift, a, d = share * m.noise, arb(rule.strip), arb(rule.spacing)
    b, v = xp.number(shift), xp.number(height)
    if share <= 0 or not 2 * (a + b) < xp.pi * xp.number(m.noise):
        return refused(lambda: m.shifted(order, height, shift, rule, _BITS))
    total = sum((d * _on_line(xp, m, p, b, v, j * d) for j in range(rule.first, rule.last + 1)), arb(0))
    moment = m.at(order, 8, _BITS).upper()
    away = 2 * (a * a / 2).exp() * in_strip(xp, m, p, a + b) * moment / ((2 * xp.pi * a / d).exp() - 1)
    lost = (tails(xp, m, rule, p) * in_strip(xp, m, p, b) + away) * (b * b / 2).exp()
    bound = total * (b * b / 2).exp() + lost
    found = m.shifted(order, height, shift, rule, _BITS)
    return near(found[0], bound, 8) and near(found[1], lost, 8) and bool(found[0] >= bound.lower())


BOUNDS.table(
    "shifted",
    "On the line Im t = b the bound that ships is e^(b^2/2) times the sum of d phi |w(t+ib)|^p e^(-V arg w(t+ib)), the "
    "tails times cos(b/2s)^p where p < 0, and the remainder 2 e^(a^2/2) M(p)/(e^(2 pi a/d) - 1) times cos((a+b)/2s)^p "
    "where p < 0; nothing is said unless 0 < b, a + b < pi s/2.",
    PLACE,
    "3 mechanisms, 2 orders, 3 rules, 2 heights V, 4 shifts b; 8 digits",
    Sampled(
        "balls: the formula written out",
        _shifted,
        digits=8,
        bits=_BITS,
        why=POINTS,
        mechanisms=MECHANISMS,
        orders=numbers("7/2 1/2"),
        rules=RULES,
        heights=numbers("0 3"),
        shifts=numbers("-1/10 1/10 1/2 5/4"),
    ),
)


def least(xp: Any, m: PoissonGaussian, order: Fraction, height: Fraction, shift: Fraction) -> arb:
    """The bound without discretisation, e^(b^2/2) int phi |w(t+ib)|^p e^(-V arg w(t+ib)) dt, by Arb's integrator."""
    p, b, v = xp.number(1 - order if m.added else order), xp.number(shift), xp.number(height)

    def integrand(t: acb, analytic: bool) -> acb:
        up, down = (acb(likelihood(xp, m, t + y)).log(analytic=analytic) for y in (acb(0, b), acb(0, -b)))
        found: acb = (p / 2 * (up + down) - v * (up - down) / acb(0, 2) - (t * t - b * b) / 2).exp()
        return found

    right = 20 + max(0.0, float(order) / float(m.noise))
    whole: arb = acb.integral(integrand, acb(-20), acb(right), rel_tol=arb(2) ** -60, abs_tol=arb(2) ** -400).real
    found: arb = whole / xp.sqrt(2 * xp.pi)
    return found


def _close(xp: Any, m: PoissonGaussian, height: Fraction, share: Fraction, slack: float) -> bool:
    order, shift = Fraction(7, 2), share * m.noise
    exact = least(xp, m, order, height, shift)
    found = m.beyond(order, height, shift, slack, 90)
    return bool(exact.lower() <= found) and bool(found <= exact * (1 + slack))


BOUNDS.inequality(
    "beyond.close",
    "The bound of |M(c + iy)| for all y >= Y is nowhere below its integral, and above it by at most the requested "
    "share, also where it is e^-29 of M(c).",
    PLACE,
    "3 mechanisms, 3 heights Y, 2 shifts, 2 shares",
    Sampled(
        "balls: Arb's adaptive integrator",
        _close,
        digits=6,
        bits=_BITS,
        why=INTEGRALS,
        mechanisms=MECHANISMS,
        heights=numbers("2 100 400"),
        shifts=numbers("1/10 1"),
        shares=(0.01, 1e-7),
    ),
)


def _refuses(m: PoissonGaussian, share: Fraction) -> bool:
    return refused(lambda: m.beyond(Fraction(7, 2), Fraction(2), share * m.noise, 0.01, 64))


BOUNDS.soundness(
    "beyond.strip",
    "No bound is given by a line that is not shifted, or by pi s/2 or more.",
    PLACE,
    "3 mechanisms, 6 shifts",
    Sampled("refused", _refuses, digits=1, mechanisms=MECHANISMS, shares=numbers("-7 -1 0 8/5 4 7")),
)
