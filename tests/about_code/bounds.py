"""Claims about the bounds of an inversion that ship: truncation, the geometric series of copies, and what two laws have
in common."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from chartered.proving import Proofs, Sampled, claims_of, near, numbers
from chartered_plugins.basics.formulas.geometric_series import geometric
from chartered_plugins.characteristic_function.claims.reasons import POINTS, refused
from chartered_plugins.characteristic_function.formulas.bound_by_moment import MomentBound
from chartered_plugins.characteristic_function.formulas.contour import Contour, Inversion
from chartered_plugins.characteristic_function.formulas.discrete_gaussian_moments import _geometric_like
from chartered_plugins.characteristic_function.formulas.moments import Gaussian
from flint import acb, arb

CHERNOFF = Proofs("characteristic-function.affinity", "Chernoff 1952")
TRAPEZOIDAL, SERIES = (
    Proofs("characteristic-function", paper)
    for paper in ("the trapezoidal rule by Poisson's summation formula", "geometric series")
)
claims = claims_of(CHERNOFF, TRAPEZOIDAL, SERIES)


def _truncated(xp: Any, contour: Contour, x: Fraction) -> bool:
    nothing, beyond = arb(0), arb(3)
    found = Inversion(contour, (acb(0),) * contour.count, contour.order + 1, nothing, nothing, beyond, xp.bits).delta(x)
    c, h = xp.number(contour.order), xp.number(contour.spacing)
    written = beyond / ((c - 1) * xp.number(x)).exp() / xp.pi / (h * contour.count - h)
    return bool(found.mid() == 0) and near(found.rad(), written, 7)


TRAPEZOIDAL.table(
    "truncation.bound",
    "The terms from K on add at most D e^(-(c-1)x)/(pi h (K-1)) to either side, and so much is added.",
    "2 orders c, 3 spacings h, 3 numbers K, 4 eps; 7 digits",
    Sampled(
        "balls: the radius where there is nothing else",
        _truncated,
        digits=7,
        bits=128,
        why=POINTS,
        contours=[Contour(c, h, count) for c in numbers("3/2 4") for h in numbers("1/3 1 9") for count in (2, 3, 40)],
        eps=numbers("-1 0 1/3 9"),
    ),
)


def _common(xp: Any, order: Fraction, epsilon: Fraction, runs: int) -> bool:
    """Of a Gaussian of mu^2 = 2: M(z) = e^(z (z - 1) mu^2/2) of each run."""
    found = MomentBound(order).inverse(((Gaussian(Fraction(2)), runs),)).delta(epsilon)
    z = xp.number(order)
    return near(found.lower(), 1 - xp.exp((1 - z) * xp.number(epsilon) - z * (1 - z) * runs), 7)


CHERNOFF.table(
    "common",
    "The lower end next to 1 is what P and e^eps Q have in common by the affinity, and no less.",
    "3 orders, 2 eps, 2 numbers of runs; 7 digits",
    Sampled(
        "balls: in closed form",
        _common,
        digits=7,
        bits=128,
        why=POINTS,
        orders=numbers("1/4 1/2 7/8"),
        eps=numbers("0 1/5"),
        runs=(1, 30),
    ),
)


def _series(xp: Any, log_ratio: Fraction) -> bool:
    ratio = xp.exp(xp.number(log_ratio))
    if log_ratio >= 0:
        return all(refused(partial(geometric, xp, x)) for x in (xp.number(log_ratio), arb(0, 1)))
    return near(geometric(xp, xp.number(log_ratio)), ratio / (1 - ratio), 20)


def _falling(xp: Any, ratio: Fraction, falling: Fraction, count: int) -> bool:
    """Compares the sum with its first hundred terms, and its radius with a geometric bound on the remaining terms."""
    r, f = acb(xp.number(ratio), xp.number(ratio / 2)), acb(xp.number(falling))
    terms = [r**k * f ** (k * (k - 1) // 2) for k in range(1, 101)]
    beyond = abs(r) ** count * abs(f) ** (count * (count - 1) // 2)
    last = abs(r * f**count)
    if not last < 1:
        return refused(lambda: _geometric_like(xp, r, f, count))
    found, left_out = _geometric_like(xp, r, f, count), beyond * last / (1 - last)
    wide = near(found.real.rad(), left_out, 6) and near(found.imag.rad(), left_out, 6)
    return wide and found.overlaps(sum(terms, acb(0)))


SERIES.table(
    "series.as-shipped",
    "The shipped sum is r/(1-r), and there is none where r may be 1 or more.",
    "5 ratios; 20 digits",
    Sampled("balls: in closed form", _series, bits=128, digits=20, why=POINTS, ratios=numbers("-9 -1 -1/100 0 1/2")),
)

SERIES.table(
    "series.falling.as-shipped",
    "The shipped enclosure of r + r^2 f + r^3 f^3 + ... holds the sum, with the bound on the omitted terms as its "
    "radius; there is none where the series may not converge.",
    "3 ratios r, 3 factors f, 4 numbers n; 6 digits",
    Sampled(
        "balls: 100 terms",
        _falling,
        digits=6,
        bits=400,
        why=POINTS,
        ratios=numbers("1/3 3/4 5/4"),
        factors=numbers("1/5 1/2 4/5"),
        terms=(0, 1, 2, 5),
    ),
)
