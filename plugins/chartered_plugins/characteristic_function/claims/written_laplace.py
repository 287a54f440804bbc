"""Laws of Laplace noise for claims, one a row, and what is written out by itself, not taken from the code that is
tried: densities by their signs between kinks, M by Arb's integrator, and the bound of a rule."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

from chartered.proving import numbers
from flint import acb

from ..laws.laplace_law import LaplaceLaw, of_laplace
from ..laws.mixture import Mixture, grouped, replaced, sampled

ONE = Fraction(1)
_GIVEN = [numbers("1/100 1"), numbers("1/2 1/5"), numbers("1/1000 2"), numbers("9/10 3")]
REMOVED = tuple(of_laplace(epsilon, sampled(rate, ONE)) for rate, epsilon in _GIVEN)
SAMPLES = (*REMOVED, REMOVED[0].swapped, REMOVED[2].swapped)
_GROUPS = (of_laplace(ONE, grouped(Fraction(1, 10), ONE, 3)), of_laplace(ONE / 2, grouped(ONE / 2, ONE, 2)))
GROUPS = (*_GROUPS, _GROUPS[0].swapped)
REPLACED = tuple(of_laplace(epsilon, replaced(rate, ONE)) for rate, epsilon in _GIVEN)
ORDERS = numbers("5/4 3 12")


def kinks(law: LaplaceLaw) -> list[Fraction]:
    """0 and all shifts, in ascending order."""
    return sorted({Fraction(0)} | {d for m in (law.ratio.p, law.ratio.q) for _, d in m.parts})


def mixed(xp: Any, law: LaplaceLaw, m: Mixture, x: Any, near: Fraction) -> Any:
    """The density of a mixture relative to the noise, continued analytically from a place that is no kink."""
    r, found = xp.number(law.noise.rate), 0 * x
    for w, d in m.parts:
        own, other = (1 if near > place else -1 for place in (Fraction(0), d))
        found += xp.number(w) * (r * (own * x - other * (x - xp.number(d)))).exp()
    return found


def between(law: LaplaceLaw) -> Iterator[tuple[Fraction, Fraction]]:
    """The pieces between kinks."""
    yield from pairwise(kinks(law))


def atoms(xp: Any, law: LaplaceLaw) -> list[tuple[Any, Any, Any]]:
    """(p, q, the noise's mass) to the left and to the right of all kinks."""
    found = []
    for way, place in ((-1, kinks(law)[0]), (1, kinks(law)[-1])):
        p, q = (mixed(xp, law, m, xp.number(place), place + way) for m in (law.ratio.p, law.ratio.q))
        found.append((p, q, (-xp.number(abs(place) * law.noise.rate)).exp() / 2))
    return found


def integrand(xp: Any, law: LaplaceLaw, z: Any, x: Any, near: Fraction, analytic: bool = False) -> acb:
    """B p^z q^(1-z)."""
    p, q = (acb(mixed(xp, law, m, x, near)).log(analytic=analytic) for m in (law.ratio.p, law.ratio.q))
    r, sign = xp.number(law.noise.rate), 1 if near > 0 else -1
    found: acb = r / 2 * (z * p + (1 - z) * q - sign * r * x).exp()
    return found


def moment(xp: Any, law: LaplaceLaw, z: acb) -> acb:
    """M(z) by both atoms and Arb's integrator on each piece."""
    found = sum((mass * (z * p.log() + (1 - z) * q.log()).exp() for p, q, mass in atoms(xp, law)), acb(0))
    for a, b in between(law):
        near = (a + b) / 2

        def on_piece(x: acb, analytic: bool, near: Fraction = near) -> acb:
            return integrand(xp, law, z, x, near, analytic)

        found += acb.integral(on_piece, acb(xp.number(a)), acb(xp.number(b)))
    return found


def size(xp: Any, law: LaplaceLaw, order: Fraction, piece: tuple[Fraction, Fraction], rho: Any, height: Any) -> Any:
    """A bound on the integrand in the ellipse of parameter rho, times half the piece: its larger value at an end of the
    axis, how far the mixture that varies turns at the end that is farther from 0, and the cosine of half the angle of a
    term there for a negative exponent."""
    (a, b), near, r = piece, sum(piece, Fraction(0)) / 2, xp.number(law.noise.rate)
    half, middle = xp.number((b - a) / 2), xp.number(near)
    wide, y = half * (rho + 1 / rho) / 2, half * (rho - 1 / rho) / 2
    if not (rho > 1 and 4 * r * y < xp.pi):
        return None
    real = [abs(integrand(xp, law, xp.number(order), middle + sign * wide, near)) for sign in (1, -1)]
    on_right = near > 0
    varies, power = (law.ratio.p, order) if on_right else (law.ratio.q, 1 - order)
    turn = abs(acb(mixed(xp, law, varies, acb(middle + (wide if on_right else -wide), y), near)).arg())
    found = xp.maximum(*real) * half * (xp.number(height) * turn).exp()
    return found * (r * y).cos() ** xp.number(power) if power < 0 else found
