"""Laws for claims, one a row, and what is written out by itself, not taken from the code that is tried: the density of
the noise, both mixtures, and M by Arb's integrator or by a sum."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil
from typing import Any, TypeAlias

from chartered.proving import numbers
from flint import acb, arb

from ..laws.analytic_law import Law
from ..laws.gaussian_law import GaussianSample, discrete_gaussian, replaced_gaussian
from ..laws.mixture import Mixture, Ratio, grouped, replaced, sampled
from ..laws.normal_noise import Normal
from ..laws.normal_window import Window, Windowed

Function: TypeAlias = Callable[[Any], Any]
Integrand: TypeAlias = Callable[..., acb]
"""at(x, analytic): analytic as for Arb's integrator."""
ONE, HALF = Fraction(1), Fraction(1, 2)
_GROUP = Law(Normal(Fraction(2)), grouped(Fraction(1, 10), ONE, 2))
SAMPLES = (
    GaussianSample(Fraction(1, 100), ONE).law,
    GaussianSample(Fraction(1, 100), ONE, added=True).law,
    GaussianSample(Fraction(3, 10), Fraction(3, 5)).law,
    GaussianSample(HALF, Fraction(2), added=True).law,
)
MIXTURES = (_GROUP, _GROUP.swapped)
REPLACED_MIXTURE = (Law(Normal(Fraction(2)), Ratio(_GROUP.ratio.p, _GROUP.ratio.p.mirrored)),)
REPLACED = (
    replaced_gaussian(Fraction(1, 100), ONE),
    replaced_gaussian(Fraction(3, 10), Fraction(3, 5)),
    replaced_gaussian(Fraction(9, 10), Fraction(4)),
)
WINDOWS = (
    Window(None, HALF, Fraction(1, 5)),
    Window(HALF, Fraction(5, 2), Fraction(1, 5)),
    Window(Fraction(5, 2), None, Fraction(1, 5)),
)
WINDOWED = tuple(law.within(window) for law in (SAMPLES[0], SAMPLES[3], REPLACED[1]) for window in WINDOWS)
_DISCRETE = [(numbers("1/10 1"), 1), (numbers("1/2 9"), 4), (numbers("9/10 1/10"), 1)]
ON_INTEGERS = tuple(discrete_gaussian(v, sampled(q, d * ONE)) for (q, v), d in _DISCRETE)
INTEGERS = (*ON_INTEGERS, *(law.swapped for law in ON_INTEGERS))
REPLACED_ON_INTEGERS = tuple(discrete_gaussian(v, replaced(q, d * ONE)) for (q, v), d in _DISCRETE)
_FAR = 26
"""How far the direct integral extends beyond the places of the parts, in standard deviations; the rest is below
e^-300."""


def density(xp: Any, noise: Any) -> Function:
    """B(x), with its window; on the integers not divided by the sum over all."""
    v = xp.number(noise.variance)
    falls, height = -1 / (2 * v), 1 / xp.sqrt(2 * xp.pi * v)
    if not isinstance(noise, Windowed):
        return lambda x: (falls * x * x).exp() * height
    window = chi(xp, noise.window)
    return lambda x: (falls * x * x).exp() * height * window(x)


def chi(xp: Any, window: Window) -> Function:
    """Phi((x - l)/w) - Phi((x - h)/w)."""
    low, high = (None if y is None else xp.number(y) for y in (window.low, window.high))
    places, unit = [y for y in (low, high) if y is not None], 1 / (xp.sqrt(xp.number(2)) * xp.number(window.width))
    middle = sum(places, arb(0)) / len(places)

    def at(x: Any) -> Any:
        way = 1 if x.real.mid() > middle else -1  # the side on which nothing cancels
        near, far = (high, low) if way > 0 else (low, high)
        above, beyond = (0 if y is None else ((x - y) * (way * unit)).erfc() for y in (near, far))
        return ((2 if near is None else above) - beyond) / 2

    return at


def variance(xp: Any, law: Law) -> Any:
    """v, of normal noise."""
    noise: Any = law.noise
    return xp.number(noise.variance)


def mixed(xp: Any, law: Law, m: Mixture) -> Function:
    """The density of a mixture relative to the noise: a part of the shift d is w e^(d x/v - d^2/(2v))."""
    v = variance(xp, law)
    unmoved = sum((xp.number(w) for w, d in m.parts if d == 0), arb(0))
    moved = [(xp.number(w), xp.number(d) / v, xp.number(d * d) / (2 * v)) for w, d in m.parts if d != 0]
    return lambda x: sum((w * (tilt * x - shift).exp() for w, tilt, shift in moved), unmoved + 0 * x)


def integrand(xp: Any, law: Law, z: Any) -> Integrand:
    """B p^z q^(1-z)."""
    noise, p, q, other = density(xp, law.noise), mixed(xp, law, law.ratio.p), mixed(xp, law, law.ratio.q), 1 - z

    def at(x: Any, analytic: bool = False) -> acb:
        above, below = (acb(m(x)).log(analytic=analytic) for m in (p, q))
        found: acb = noise(x) * (z * above + other * below).exp()
        return found

    return at


def moment(xp: Any, law: Law, z: acb, bits: int | None = None) -> acb:
    """M(z); the integrator ends at an error of 2^-bits, or at that of the precision."""
    low, high = ends(law, float(z.real.mid()), _FAR)
    tail, term = (-xp.number(300)).exp(), integrand(xp, law, z)
    if law.noise.integers:
        around = [arb(k) for k in range(low, high + 1)]
        whole = sum(map(density(xp, law.noise), around), arb(0))
        total = sum(map(term, around), acb(0))
        return total / whole + acb((-tail).union(tail), (-tail).union(tail))
    error = arb(2) ** -(bits or xp.bits)
    found = acb.integral(term, acb(low), acb(high), rel_tol=error, abs_tol=error)
    return found + acb((-tail).union(tail), (-tail).union(tail))


def ends(law: Law, order: float, far: float) -> tuple[int, int]:
    """Places some standard deviations beyond all those at which a product of powers of parts is largest."""
    (_, p), (_, q) = law.ratio.powers(0)
    places = [order * float(d) + (1 - order) * float(e) for d in (p.low, p.high) for e in (q.low, q.high)]
    if isinstance(law.noise, Windowed):
        places += [float(x) for x in (law.noise.window.low, law.noise.window.high) if x is not None]
    noise: Any = law.noise
    reach = far * float(noise.variance) ** 0.5
    return -ceil(reach - min(0.0, *places)), ceil(reach + max(0.0, *places))


def window_slope(xp: Any, window: Window, x: Any) -> Any:
    """(log chi)'."""
    w, found = xp.number(window.width), arb(0)
    for sign, end in ((1, window.low), (-1, window.high)):
        if end is not None:
            found += sign * (-(((x - xp.number(end)) / w) ** 2) / 2).exp() / (w * xp.sqrt(2 * xp.pi))
    return found / chi(xp, window)(x)
