"""Claims about the remainders of the Poisson-sampled Gaussian's moment generating function: each is compared with the
bound written in another way, on nodes so coarse that it is not negligible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_verify.outside import ours
from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..formulas.poisson_gaussian import PoissonGaussian
from .sampled import integral, ratio

_BITS, _DIGITS = 128, 12
PLACE, POINTS = "for the rule", "what ships runs in balls alone, so that its formula is compared at points"
INTEGRALS = "M of a sampled Gaussian has no closed form: it is enclosed by an integrator, case by case"
MEASURED = "how good a choice is was measured: no number rests on it but its cost"
MECHANISMS = (
    PoissonGaussian(Fraction(1, 100), Fraction(1)),
    PoissonGaussian(Fraction(3, 10), Fraction(3, 5)),
    PoissonGaussian(Fraction(1, 2), Fraction(2), added=True),
)
POWERS = numbers("7/2 1/2 -1/2 -5/2")
RULES = (Nodes(0.9, -3, 9, 0.75), Nodes(0.5, -5, 17, 0.4), Nodes(0.3, -7, 25, 1.2))
SHIFTED = (Nodes(0.3, -7, 25, 0.7, 0.7), Nodes(0.4, -5, 17, 0.9, 0.3), Nodes(0.3, -7, 25, 0.4, 1.1))
ENDS = ((3.85, 1.0, 0.0), (0.1, 1.9, 0.0), (0.1, 3.2, 0.0), (2.0, 0.9, 0.0), (0.1, 1.0, 2.2), (0.1, 0.5, -0.1))
"""Spacing, half-width and shift of quadrature rules whose bounds are trivial or nearly so."""
FAR = Contour(Fraction(7, 2), Fraction(9), 6)
"""Orders for which the line is shifted."""
BOUNDS = Proofs(
    "poisson-gaussian.characteristic",
    "direct computation; Trefethen and Weideman 2014, Theorem 5.1",
)
claims = claims_of(BOUNDS)


def likelihood(xp: Any, m: PoissonGaussian, t: Any) -> Any:
    """The likelihood ratio w(t)."""
    q, s = xp.number(m.rate), xp.number(m.noise)
    return 1 - q + q * ((2 * t * s - 1) / (2 * s * s)).exp()


def density(xp: Any, t: Any) -> Any:
    """The standard normal density."""
    return (-t * t / 2).exp() / xp.sqrt(2 * xp.pi)


def node(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction, j: int) -> Any:
    """A term of the rule at height 0."""
    d = arb(rule.spacing)
    return d * density(xp, j * d) * likelihood(xp, m, j * d) ** xp.number(p)


def term(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction, j: int) -> acb:
    """A term of the rule on its own, shifted line."""
    t = acb(j * arb(rule.spacing), arb(rule.shift))
    found: acb = arb(rule.spacing) * density(xp, t) * (xp.number(p) * likelihood(xp, m, t).log()).exp()
    return found


def tails(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction) -> Any:
    """A geometric series on either side: w^p is at most w(t_0)^p or (1-q)^p on the left, and grows at most like
    e^(pt/s) on the right; where p < 0 it rises to the left no faster than at t_0, which may bound the series as well,
    and falls to the right at least as fast as at t_1."""
    d, power, q = arb(rule.spacing), xp.number(p), xp.number(m.rate)
    start, end = rule.first * d, rule.last * d
    largest = likelihood(xp, m, start) if p > 0 else 1 - q
    left = d * density(xp, start) * largest**power / ((-start * d).exp() - 1)
    if p >= 0:
        return left + node(xp, m, rule, p, rule.last) / ((d * (end - power / xp.number(m.noise))).exp() - 1)
    slopes = [power / xp.number(m.noise) * (1 - (1 - q) / likelihood(xp, m, t)) for t in (start, end)]
    if slopes[0] > start:
        left = left.min(node(xp, m, rule, p, rule.first) / ((d * (slopes[0] - start)).exp() - 1))
    return left + node(xp, m, rule, p, rule.last) / ((d * (end - slopes[1])).exp() - 1)


def in_strip(xp: Any, m: PoissonGaussian, p: Fraction, width: Any) -> Any:
    """A bound on |w|^p at height `width` divided by |w|^p on the real line; it exceeds 1 only for p < 0."""
    half = width / (2 * xp.number(m.noise))
    return half.cos() ** xp.number(p) if p < 0 else arb(1)


def remainder(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction, height: Any) -> Any:
    """The remainder of the rule divided by M(p), for heights up to `height`."""
    a, b = arb(rule.strip), arb(rule.shift)
    below = max(Fraction(0), Fraction(rule.strip) - Fraction(rule.shift)) / m.noise
    largest = ((a + b) * (a + b) / 2 + height * xp.number(below)).exp() * in_strip(xp, m, p, a + b)
    return 2 * largest / ((2 * xp.pi * a / arb(rule.spacing)).exp() - 1)


def on_line(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction) -> Any:
    """A bound on a term on the rule's line divided by the term on the real line."""
    b = arb(rule.shift)
    return (b * b / 2).exp() * in_strip(xp, m, p, b)


def refused(made: Callable[[], Any]) -> bool:
    """Whether the function reports that it has no bound."""
    try:
        made()
    except ours(ArithmeticError):
        return True
    return False


def _tails(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction) -> bool:
    logs, weights = quadrature.terms(xp, *ratio(xp, m), xp.number(p), rule)
    found = quadrature.tails(xp, *ratio(xp, m), xp.number(p), rule, weights)
    ends = (*range(rule.first - 60, rule.first), *range(rule.last + 1, rule.last + 60))
    beyond = sum((node(xp, m, rule, p, j) for j in ends), arb(0))
    as_many = len(logs) == len(weights) == rule.last - rule.first + 1
    return as_many and near(found, tails(xp, m, rule, p), _DIGITS) and bool(beyond <= found)


BOUNDS.soundness(
    "tails",
    "What the nodes beyond the ends add is at most two geometric series: left of t_0 of the ratio e^(t_0 d) from "
    "phi(t_0) max(w(t_0)^p, (1-q)^p) on, and right of t_1 of the ratio e^(-(t_1 - max(p, 0)/s) d). They ship.",
    PLACE,
    "3 mechanisms, 3 rules, 4 exponents p; 12 digits",
    Sampled(
        "balls: the series, and 60 nodes beyond either end",
        _tails,
        digits=_DIGITS,
        bits=_BITS,
        mechanisms=MECHANISMS,
        rules=RULES,
        powers=POWERS,
    ),
)


def _raised(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction) -> bool:
    values = *ratio(xp, m), xp.number(p)
    on_axis, above = (
        quadrature.tails(xp, *values, at, quadrature.terms(xp, *values, at)[1])
        for at in (replace(rule, shift=0.0), rule)
    )
    return near(above, on_axis * on_line(xp, m, rule, p), _DIGITS)


BOUNDS.soundness(
    "tails.shifted",
    "On a line above the axis the tails are those on it times e^(b^2/2) and, where p < 0, cos(b/2s)^p.",
    PLACE,
    "3 mechanisms, 3 shifts, 4 exponents p; 12 digits",
    Sampled(
        "balls: the factor", _raised, digits=_DIGITS, bits=_BITS, mechanisms=MECHANISMS, rules=SHIFTED, powers=POWERS
    ),
)


def _loss(xp: Any, m: PoissonGaussian, rule: Nodes, p: Fraction, height: Fraction) -> bool:
    written = remainder(xp, m, rule, p, xp.number(height))

    def shipped() -> Any:
        return quadrature.remainder(xp, xp.number(m.noise), xp.number(p), rule, xp.number(height))

    if arb(rule.strip) + arb(rule.shift) < xp.pi * xp.number(m.noise) and rule.shift >= 0 and written < arb("0.5"):
        return near(shipped(), written, _DIGITS)
    return refused(shipped)


BOUNDS.table(
    "loss",
    "On the line Im t = b the rule's remainder over M(p) that ships is 2 e^((a+b)^2/2 + V max(a-b, 0)/s)/"
    "(e^(2 pi a/d) - 1), times cos((a+b)/2s)^p where p < 0, and nothing is said unless b >= 0 and a + b < pi s, or "
    "where the remainder is half of M(p) or more.",
    PLACE,
    "3 mechanisms, 12 rules, 4 exponents p, 3 heights V; 12 digits",
    Sampled(
        "balls: the formula written out",
        _loss,
        digits=_DIGITS,
        bits=_BITS,
        why=POINTS,
        mechanisms=MECHANISMS,
        rules=(*RULES, *SHIFTED, *(Nodes(d, -90, 90, a, b) for d, a, b in ENDS)),
        powers=POWERS,
        heights=numbers("0 1/2 3"),
    ),
)


def _along(xp: Any, m: PoissonGaussian, contour: Contour, accuracy: int) -> bool:
    p = 1 - contour.order if m.added else contour.order
    rule = m.nodes_along(contour, accuracy)
    lost = remainder(xp, m, rule, p, xp.number(contour.spacing) * (contour.count - 1))
    outside = tails(xp, m, rule, p) * on_line(xp, m, rule, p)
    total = sum((term(xp, m, rule, p, j).real for j in range(rule.first, rule.last + 1)), arb(0))
    radius = outside + lost * (total + outside) / (1 - lost)
    found = m.along(contour, accuracy, _BITS)
    wide = all(near(part.rad(), radius, 6) for value in found for part in (value.real, value.imag))
    direct = (integral(xp, m, z) for z in contour.nodes(xp))
    inside = all(value.overlaps(exact) for value, exact in zip(found, direct, strict=True))
    alone = m.along(replace(contour, count=1), accuracy, _BITS)[0].real
    alike = m.at(contour.order, accuracy, _BITS).rad() == alone.rad()
    return wide and inside and alike and len(found) == contour.count


BOUNDS.soundness(
    "radius",
    "At few nodes, where tails and remainder are a tenth of M, the enclosures hold the integral, and their radius is "
    "tails + loss M(p), with M(p) <= (S_0 + tails)/(1 - loss), S_0 the sum at height 0. On the line Im t = b the tails "
    "are those of the real line times e^(b^2/2), and times cos(b/2s)^p where p < 0.",
    PLACE,
    "3 mechanisms, 3 accuracies, 1, 2 and 6 orders, 6 far apart, for which the line is shifted; 6 digits",
    Sampled(
        "balls: the bounds written out; Arb's adaptive integrator",
        _along,
        digits=6,
        bits=_BITS,
        mechanisms=MECHANISMS,
        contours=[*(Contour(Fraction(7, 2), Fraction(3, 4), count) for count in (1, 2, 6)), FAR],
        accuracies=(1, 2, 9),
    ),
)
