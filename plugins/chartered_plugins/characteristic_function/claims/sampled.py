"""Claims about the moment generating function of the Poisson-sampled Gaussian at complex orders: the likelihood ratio
in the strip, the bound for all heights at once, and the registered values, compared with Arb's own integrator."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from chartered.proving import Nonnegative, Notation, Proofs, Range, Same, Sampled, claims_of, numbers
from chartered_verify.outside import ours
from flint import acb, arb

from ...subsampling.formulas import sampled_gaussian_quadrature as quadrature
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..formulas.contour import Contour
from ..formulas.poisson_gaussian import PoissonGaussian

_BITS = 160
_FAR = 26
"""The range of the direct integral in standard deviations; the rest is below e^-300."""
ORDER = Fraction(7, 2)
MECHANISMS = (
    PoissonGaussian(Fraction(1, 100), Fraction(1)),
    PoissonGaussian(Fraction(1, 100), Fraction(1), added=True),
    PoissonGaussian(Fraction(3, 10), Fraction(3, 5)),
    PoissonGaussian(Fraction(1, 1000), Fraction(4), added=True),
)
COSINE = Range((0, 2), lambda xp, above: above - 1)
NOTATION = Notation("square = (a + u*c)^2 + u^2*(1 - c^2)", ranges={"a u": (0, 9), "c": COSINE})
PLACE = "for the rule"
STRIP = Proofs(
    "poisson-gaussian.characteristic",
    "direct computation; Trefethen and Weideman 2014, Theorem 5.1",
    notation=NOTATION,
)
claims = claims_of(STRIP)

STRIP.identity(
    "modulus",
    "With a = 1-q, u = q e^(x/s - 1/(2s^2)) and the turn t = y/s, |w|^2 - (w(x) cos(t/2))^2 = (1 - cos t)(a - u)^2/2, "
    "which is not negative: |w(x + iy)| >= w(x) cos(y/2s). Here c = cos t, so that sin^2 t = 1 - c^2 and "
    "cos^2(t/2) = (1 + c)/2.",
    PLACE,
    "a > 0, u > 0, -1 < c < 1",
    Same("with |w|^2 in terms of c", "square - (a + u)^2*(1 + c)/2", "(1 - c)*(a - u)^2/2"),
)

STRIP.identity(
    "largest",
    "|w|^2 <= w(x)^2: the difference is 2 a u (1 - cos t).",
    PLACE,
    "a > 0, u > 0, -1 < c < 1",
    Same("with |w|^2 in terms of c", "(a + u)^2 - square", "2*a*u*(1 - c)"),
)

STRIP.inequality(
    "argument",
    "For 0 <= t <= pi/2 the argument of w rises with t: its derivative is Re(u e^(it)/w), which has the sign of "
    "u^2 + a u cos t.",
    PLACE,
    "a >= 0, u >= 0, 0 <= c <= 1",
    Nonnegative("the sign", "u^2 + a*u*c", {"c": (0, 1)}, zero="a u c"),
)

STRIP.identity(
    "slope",
    "(log w)' <= 1/s: 1 - u/(a + u) is a/(a + u), and so positive.",
    PLACE,
    "a > 0, u > 0",
    Same("what is left", "1 - u/(a + u)", "a/(a + u)"),
)

STRIP.identity(
    "tail",
    "The loss of a removal is at least that of the Gaussian without sampling less log(1/q): w - q e^(x/s - 1/(2s^2)) "
    "is 1 - q, so that n runs have at least its tail, (eps + n log(1/q))^2/eps^2 going to 1.",
    "for the profile",
    "a > 0, u > 0",
    Same("what is left", "(a + u) - u", "a"),
)


def ratio(xp: Any, m: PoissonGaussian) -> tuple[Any, Any]:
    """The likelihood ratio as a function of (q, s)."""
    return xp.number(m.rate), xp.number(m.noise)


def integral(xp: Any, m: PoissonGaussian, z: acb) -> acb:
    """E[w^z], or E[w^(1-z)] for an added record, by Arb's integrator; the part beyond _FAR standard deviations from
    both centres is at most e^-300 on either side."""
    q, s = xp.number(m.rate), xp.number(m.noise)
    power = 1 - z if m.added else z

    def integrand(t: acb, analytic: bool) -> acb:
        w = 1 - q + q * (t / s - 1 / (2 * s * s)).exp()
        found: acb = (power * w.log(analytic=analytic) - t * t / 2).exp() / (2 * xp.pi).sqrt()
        return found

    right = _FAR + max(0.0, float(power.real.mid()) / float(m.noise))
    tail = (-xp.number(300)).exp()
    around = (-tail).union(tail)
    return acb.integral(integrand, acb(-_FAR), acb(right)) + acb(around, around)


def _node(xp: Any, m: PoissonGaussian, k: int) -> bool:
    contour = Contour(ORDER, Fraction(3, 4), 60)
    found = m.along(contour, 40, _BITS)[k]
    direct = integral(xp, m, acb(xp.number(contour.order), xp.number(k * contour.spacing)))
    return bool(found.overlaps(direct)) and bool(found.real.rad() < arb(10) ** -10 * (1 + abs(direct)))


STRIP.soundness(
    "direct",
    "The enclosures at the nodes hold the integral.",
    PLACE,
    f"{len(MECHANISMS)} mechanisms, 5 of 60 nodes each; Arb's adaptive integrator",
    Sampled("balls: the direct integral", _node, digits=10, bits=_BITS, mechanisms=MECHANISMS, nodes=(0, 1, 7, 33, 59)),
)


def _loss(xp: Any, m: PoissonGaussian, rule: Nodes, power: Fraction, height: int) -> Any:
    """The remainder divided by M(p); 1 if the strip has no room."""
    try:
        return quadrature.remainder(xp, xp.number(m.noise), xp.number(power), rule, xp.number(height))
    except ours(ArithmeticError):
        return xp.number(1)


def _remainder(xp: Any, m: PoissonGaussian, spacing: float, height: int, shift: Fraction) -> bool:
    right, s = float(ORDER) / float(m.noise) + 9, float(m.noise)
    power, b = 1 - ORDER if m.added else ORDER, float(shift) * min(s, 1.0)
    first, last = floor(-9 / spacing), ceil(right / spacing)
    rules = [Nodes(spacing, first, last, k * s / 4, b) for k in range(1, 13)]
    given = *ratio(xp, m), xp.number(power), rules[0]
    logs, weights = quadrature.terms(xp, *given)
    found = sum((w * (acb(0, height) * log).exp() for w, log in zip(weights, logs, strict=True)), acb(0))
    least = min((_loss(xp, m, rule, power, height) for rule in rules), key=lambda loss: float(loss.mid()))
    room = least * m.at(ORDER, 60, _BITS) + quadrature.tails(xp, *given, weights)
    direct = integral(xp, m, acb(xp.number(ORDER), height))
    return bool(abs(found - (direct.conjugate() if m.added else direct)) <= room)


STRIP.soundness(
    "remainder",
    "On coarse nodes, where it matters, the rule differs from the integral by no more than its remainder in the best "
    "of several strips, and tails: on the real line, and on lines Im t = b.",
    PLACE,
    f"{len(MECHANISMS)} mechanisms, 3 spacings, 3 heights, 3 shifts b, 12 strips",
    Sampled(
        "balls: the direct integral",
        _remainder,
        digits=10,
        bits=_BITS,
        mechanisms=MECHANISMS,
        spacings=(0.3, 0.6, 0.9),
        heights=(0, 2, 5),
        shifts=numbers("0 3/4 3/2"),
    ),
)


def _beyond(xp: Any, m: PoissonGaussian, height: int, share: Fraction) -> bool:
    bound = m.beyond(ORDER, Fraction(height), m.noise * share, 0.01, 64)
    values = (integral(xp, m, acb(xp.number(ORDER), xp.number(height * more))) for more in numbers("1 13/10 3"))
    return all(bool(abs(value).lower() <= bound) for value in values)


STRIP.soundness(
    "beyond",
    "The bound of |M(c + iy)| for all y >= Y is not below its value at Y and at greater heights.",
    PLACE,
    f"{len(MECHANISMS)} mechanisms, 2 heights Y, 3 shifts, 3 heights beyond each",
    Sampled(
        "balls: the direct integral",
        _beyond,
        digits=10,
        bits=_BITS,
        mechanisms=MECHANISMS,
        heights=(2, 100),
        shifts=numbers("1/10 1/2 3/2"),
    ),
)
