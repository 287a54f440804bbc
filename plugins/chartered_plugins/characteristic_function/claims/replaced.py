"""Claims about the moment generating function of a record that is replaced in a Poisson sample of a Gaussian: its
modulus in the strip, nodes, tails and remainder, and the bound for all heights at once."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from chartered.proving import Claimed, Proofs, Sampled, claims_of, near, numbers
from chartered_verify.outside import ours
from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..formulas.replaced_gaussian import ReplacedGaussian
from .sampled import STRIP
from .sampled_bounds import INTEGRALS, refused

_BITS, PLACE, ORDER = 160, "for the rule", Fraction(7, 2)
MECHANISMS = (
    ReplacedGaussian(Fraction(1, 100), Fraction(1)),
    ReplacedGaussian(Fraction(3, 10), Fraction(3, 5)),
    ReplacedGaussian(Fraction(9, 10), Fraction(4)),
)
BOOK = Proofs("poisson-gaussian.replaced-characteristic", "ours; Trefethen and Weideman 2014, Theorem 5.1")
claims = claims_of(BOOK)

BOOK.soundness(
    "modulus",
    "On t = x + iy, |y| < pi s, with z = p + iv and p > 1, |w(t)^z w(-t)^(1-z)| is at most w(x)^p w(-x)^(1-p) "
    "cos(y/2s)^(1-p) times e^(-v (arg w(t) - arg w(-t))), which is at most e^(2 |v y|/s), and at most 1 where v and y "
    "have the same sign; for |y| <= pi s/2 that difference of arguments rises with y.",
    PLACE,
    "all rates, s > 0, p > 1, v",
    Claimed("w(t) is at most w(x)", STRIP, "largest"),
    Claimed("w(-t) is at least w(-x) cos(y/2s)", STRIP, "modulus"),
    Claimed("the argument of w(t) rises, and that of w(-t) falls", STRIP, "argument"),
    so="p is positive and 1 - p is not. w(t) = 1 - q + u e^(iy/s) has an argument between 0 and y/s, and w(-t) = 1 - q "
    "+ u' e^(-iy/s) one between 0 and -y/s.",
)


def _ratio(xp: Any, m: ReplacedGaussian, t: acb, analytic: bool = False) -> acb:
    """log w(t)."""
    q, s = xp.number(m.rate), xp.number(m.noise)
    found: acb = (1 - q + q * (t / s - 1 / (2 * s * s)).exp()).log(analytic=analytic)
    return found


def _integral(xp: Any, m: ReplacedGaussian, z: acb, shift: Any = 0) -> acb:
    """M(z) by Arb's integrator; beyond its ends there is less than e^-200."""

    def integrand(t: acb, analytic: bool) -> acb:
        ahead, back = (_ratio(xp, m, way * t, analytic) for way in (1, -1))
        found: acb = (z * ahead + (1 - z) * back - t * t / 2).exp() / (2 * xp.pi).sqrt()
        return found

    right, tail = 26 + float(z.real.mid()) / float(m.noise), (-xp.number(200)).exp()
    around = (-tail).union(tail)
    return acb.integral(integrand, acb(-26, shift), acb(right, shift)) + acb(around, around)


def _node(xp: Any, m: ReplacedGaussian, k: int, spacing: Fraction) -> bool:
    contour = Contour(ORDER, spacing, 60)
    found = m.along(contour, 40, _BITS)[k]
    direct = _integral(xp, m, acb(xp.number(contour.order), xp.number(k * contour.spacing)))
    return bool(found.overlaps(direct)) and bool(found.real.rad() < arb(10) ** -10 * (1 + abs(direct)))


BOOK.soundness(
    "direct",
    "The enclosures at the nodes of a contour hold the integral, also where the line of integration is shifted.",
    PLACE,
    "3 mechanisms, 2 spacings, 5 of 60 nodes each; Arb's adaptive integrator",
    Sampled(
        "balls: the direct integral",
        _node,
        digits=10,
        bits=_BITS,
        why=INTEGRALS,
        mechanisms=MECHANISMS,
        nodes=(0, 1, 7, 33, 59),
        spacings=numbers("1/8 2"),
    ),
)


def _loss(xp: Any, m: ReplacedGaussian, rule: Nodes, height: int) -> Any:
    """The remainder divided by M(p); 1 if the strip has no room."""
    try:
        return quadrature.remainder(xp, xp.number(m.noise), xp.number(1 - ORDER), rule, xp.number(2 * height))
    except ours(ArithmeticError):
        return xp.number(1)


def _remainder(xp: Any, m: ReplacedGaussian, spacing: float, height: int, shift: Fraction) -> bool:
    right, s = float(ORDER) / float(m.noise) + 9, float(m.noise)
    first, last, b = floor(-9 / spacing), ceil(right / spacing), float(shift) * min(s, 1.0)
    rules = [Nodes(spacing, first, last, k * s / 4, b) for k in range(1, 13)]
    logs, weights = m.terms(xp, ORDER, rules[0])
    found = sum((w * (acb(0, height) * log).exp() for w, log in zip(weights, logs, strict=True)), acb(0))
    least = min((_loss(xp, m, rule, height) for rule in rules), key=lambda loss: float(loss.mid()))
    room = least * m.at(ORDER, 60, _BITS) + m.tails(xp, ORDER, rules[0], weights)
    return bool(abs(found - _integral(xp, m, acb(xp.number(ORDER), height))) <= room)


BOOK.soundness(
    "remainder",
    "On coarse nodes, where it matters, the rule differs from the integral by no more than its remainder in the best "
    "of several strips, and tails: on the real line, and on lines Im t = b.",
    PLACE,
    "3 mechanisms, 2 spacings, 3 heights, 3 shifts b, 12 strips",
    Sampled(
        "balls: the direct integral",
        _remainder,
        digits=10,
        bits=_BITS,
        why=INTEGRALS,
        mechanisms=MECHANISMS,
        spacings=(0.3, 0.7),
        heights=(0, 1, 3),
        shifts=numbers("0 3/4 3/2"),
    ),
)


def _tails(xp: Any, m: ReplacedGaussian, order: Fraction, rule: Nodes) -> bool:
    found = m.tails(xp, order, rule, m.terms(xp, order, rule)[1])
    beyond = [
        Nodes(rule.spacing, *ends, rule.strip, rule.shift) for ends in ((-90, rule.first - 1), (rule.last + 1, 90))
    ]
    outside = sum((abs(w) for nodes in beyond for w in m.terms(xp, order, nodes)[1]), arb(0))
    return bool(outside <= found) and bool(found <= 4 * outside)


BOOK.soundness(
    "tails",
    "What the nodes beyond the ends add is at most the tails: two geometric series, of the ratio e^(t_0 d) from the "
    "first node on and of the ratio e^(-(t_1 - p/s) d) from the last one on, with (1-q)^(1-p) for w(-t_1)^(1-p); on "
    "the line Im t = b times e^(b^2/2) cos(b/2s)^(1-p). They are at most four times as large.",
    PLACE,
    "3 mechanisms, 2 orders, 4 rules; all nodes up to 90 on either side",
    Sampled(
        "balls: the nodes beyond",
        _tails,
        digits=1,
        bits=_BITS,
        mechanisms=MECHANISMS,
        orders=numbers("3/2 5/2"),
        rules=[Nodes(0.5, -5, 17, 0.3, b) for b in (0.0, 0.2)] + [Nodes(0.9, -3, 9, 0.3, b) for b in (0.0, 0.2)],
    ),
)


def _bound(xp: Any, m: ReplacedGaussian, height: Fraction, share: Fraction, slack: float) -> bool:
    order, b, v = ORDER, xp.number(m.noise * share), xp.number(height)

    def integrand(t: acb, analytic: bool) -> acb:
        ahead, back = ([_ratio(xp, m, way * (t + y), analytic) for y in (acb(0, b), acb(0, -b))] for way in (1, -1))
        p = xp.number(order)
        moduli = (p * (ahead[0] + ahead[1]) + (1 - p) * (back[0] + back[1])) / 2
        turn = ((ahead[0] - ahead[1]) - (back[0] - back[1])) / acb(0, 2)
        found: acb = (moduli - v * turn - (t * t - b * b) / 2).exp() / (2 * xp.pi).sqrt()
        return found

    right = 20 + float(order) / float(m.noise)
    exact = acb.integral(integrand, acb(-20), acb(right), rel_tol=arb(2) ** -60, abs_tol=arb(2) ** -400).real
    found = m.beyond(order, height, m.noise * share, slack, 90)
    values = (_integral(xp, m, acb(xp.number(order), xp.number(height * more))) for more in numbers("1 13/10 3"))
    above = all(bool(abs(value).lower() <= found) for value in values)
    return above and bool(exact.lower() <= found) and bool(found <= exact * (1 + slack))


BOOK.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights, nor below the "
    "integral of the moduli on the shifted line at Y, and above that by at most the requested share.",
    PLACE,
    "3 mechanisms, 2 heights Y, 2 shifts, 2 shares, 3 heights beyond each",
    Sampled(
        "balls: the direct integrals",
        _bound,
        digits=6,
        bits=_BITS,
        why=INTEGRALS,
        mechanisms=MECHANISMS,
        heights=numbers("2 12"),
        shifts=numbers("1/10 1"),
        shares=(0.01, 1e-7),
    ),
)


def _refuses(m: ReplacedGaussian, share: Fraction) -> bool:
    return refused(lambda: m.beyond(ORDER, Fraction(2), share * m.noise, 0.01, 64))


BOOK.soundness(
    "beyond.strip",
    "No bound is given by a line that is not shifted, or by pi s/2 or more.",
    PLACE,
    "3 mechanisms, 5 shifts",
    Sampled("refused", _refuses, digits=1, mechanisms=MECHANISMS, shares=numbers("-1 0 8/5 4 7")),
)


def _radius(xp: Any, m: ReplacedGaussian, contour: Contour, accuracy: int) -> bool:
    rule = m.nodes_along(contour, accuracy)
    _, weights = m.terms(xp, contour.order, rule)
    height = 2 * xp.number(contour.spacing) * (contour.count - 1)
    lost = quadrature.remainder(xp, xp.number(m.noise), xp.number(1 - contour.order), rule, height)
    outside = m.tails(xp, contour.order, rule, weights)
    total = sum((acb(w).real for w in weights), arb(0))
    radius = outside + lost * (total + outside) / (1 - lost)
    found = m.along(contour, accuracy, _BITS)
    direct = (_integral(xp, m, z) for z in contour.nodes(xp))
    inside = all(value.overlaps(exact) for value, exact in zip(found, direct, strict=True))
    return inside and all(near(part.rad(), radius, 6) for value in found for part in (value.real, value.imag))


BOOK.soundness(
    "radius",
    "At few nodes, where tails and remainder are a tenth of M, the enclosures hold the integral, and their radius is "
    "tails + loss M(p), with M(p) <= (S_0 + tails)/(1 - loss), S_0 the sum at height 0; the loss is that of an "
    "exponent 1 - p at twice the height.",
    PLACE,
    "3 mechanisms, 2 accuracies, 1 and 4 orders, and 4 far apart; 6 digits",
    Sampled(
        "balls: the bounds written out; Arb's adaptive integrator",
        _radius,
        digits=6,
        bits=_BITS,
        why=INTEGRALS,
        mechanisms=MECHANISMS,
        contours=[
            *(Contour(ORDER, Fraction(3, 4), count) for count in (1, 4)),
            Contour(ORDER, Fraction(5), 4),
        ],
        accuracies=(1, 9),
    ),
)
