"""Laws of Laplace noise for claims, one a row, and what is written out by itself, not taken from the code that is
tried: densities by their signs between kinks, and M by Arb's integrator."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from chartered.proving import numbers
from flint import acb, arb

from ..laws.laplace_law import LaplaceLaw, of_laplace
from ..laws.mixture import Mixture, grouped, replaced, sampled

Function: TypeAlias = Callable[[Any], Any]
Integrand: TypeAlias = Callable[..., acb]
"""at(x, analytic): analytic as for Arb's integrator."""
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


def mixed(xp: Any, law: LaplaceLaw, m: Mixture, near: Fraction) -> Function:
    """The density of a mixture relative to the noise, continued analytically from a place that is no kink: a part is
    w e^(r (s x + t d)), with s the difference of both signs and t that of the part."""
    r, terms = xp.number(law.noise.rate), list[tuple[Any, Any, Any]]()
    for w, d in m.parts:
        own, other = (1 if near > place else -1 for place in (Fraction(0), d))
        terms.append((xp.number(w), r * (own - other), r * other * xp.number(d)))
    alike = sum((w * shift.exp() for w, tilt, shift in terms if tilt == 0), arb(0))
    tilted = [term for term in terms if term[1] != 0]
    return lambda x: sum((w * (tilt * x + shift).exp() for w, tilt, shift in tilted), alike + 0 * x)


def between(law: LaplaceLaw) -> Iterator[tuple[Fraction, Fraction]]:
    """The pieces between kinks."""
    yield from pairwise(kinks(law))


def atoms(xp: Any, law: LaplaceLaw) -> list[tuple[Any, Any, Any]]:
    """(p, q, the noise's mass) to the left and to the right of all kinks."""
    found = []
    for way, place in ((-1, kinks(law)[0]), (1, kinks(law)[-1])):
        p, q = (mixed(xp, law, m, place + way)(xp.number(place)) for m in (law.ratio.p, law.ratio.q))
        found.append((p, q, (-xp.number(abs(place) * law.noise.rate)).exp() / 2))
    return found


def integrand(xp: Any, law: LaplaceLaw, z: Any, near: Fraction) -> Integrand:
    """B p^z q^(1-z)."""
    p, q = (mixed(xp, law, m, near) for m in (law.ratio.p, law.ratio.q))
    r, other = xp.number(law.noise.rate), 1 - z
    half, falls = r / 2, r if near > 0 else -r

    def at(x: Any, analytic: bool = False) -> acb:
        above, below = (acb(m(x)).log(analytic=analytic) for m in (p, q))
        found: acb = half * (z * above + other * below - falls * x).exp()
        return found

    return at


def moment(xp: Any, law: LaplaceLaw, z: acb) -> acb:
    """M(z) by both atoms and Arb's integrator on each piece."""
    found = sum((mass * (z * p.log() + (1 - z) * q.log()).exp() for p, q, mass in atoms(xp, law)), acb(0))
    for a, b in between(law):
        found += acb.integral(integrand(xp, law, z, (a + b) / 2), acb(xp.number(a)), acb(xp.number(b)))
    return found
