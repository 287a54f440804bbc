"""Laws for claims, one a row, and what is written out by itself, not taken from the code that is tried: the density of
the noise, both mixtures, M by Arb's integrator or by a sum, and the bounds of a rule."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

from chartered.proving import numbers
from flint import acb, arb

from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from ..laws.analytic_law import Law
from ..laws.gaussian import GaussianSample, discrete_gaussian, replaced_gaussian
from ..laws.mixture import Mixture, Ratio, grouped, replaced, sampled
from ..laws.normal import Normal
from ..laws.window import Window, Windowed

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


def density(xp: Any, noise: Any, x: Any) -> Any:
    """B(x), with its window; on the integers not divided by the sum over all."""
    v = xp.number(noise.variance)
    found = (-x * x / (2 * v)).exp() / xp.sqrt(2 * xp.pi * v)
    return found * chi(xp, noise.window, x) if isinstance(noise, Windowed) else found


def chi(xp: Any, window: Window, x: Any) -> Any:
    """Phi((x - l)/w) - Phi((x - h)/w)."""
    places, scale = [xp.number(y) for y in (window.low, window.high) if y is not None], xp.sqrt(xp.number(2))
    way = 1 if x.real.mid() > sum(places, arb(0)) / len(places) else -1  # the side on which nothing cancels
    near, far = (window.high, window.low) if way > 0 else (window.low, window.high)
    unit = way / (scale * xp.number(window.width))
    above, beyond = (0 if y is None else ((x - xp.number(y)) * unit).erfc() for y in (near, far))
    return ((2 if near is None else above) - beyond) / 2


def variance(xp: Any, law: Law) -> Any:
    """v, of normal noise."""
    noise: Any = law.noise
    return xp.number(noise.variance)


def mixed(xp: Any, law: Law, m: Mixture, x: Any) -> Any:
    """The density of a mixture relative to the noise."""
    v = variance(xp, law)
    parts = ((xp.number(w), xp.number(d)) for w, d in m.parts)
    return sum((w * ((2 * x * d - d * d) / (2 * v)).exp() for w, d in parts), 0 * x)


def slope(xp: Any, law: Law, m: Mixture, x: Any) -> Any:
    """That of its logarithm."""
    v = variance(xp, law)
    parts = ((xp.number(w), xp.number(d)) for w, d in m.parts)
    return sum((w * d / v * ((2 * x * d - d * d) / (2 * v)).exp() for w, d in parts), 0 * x) / mixed(xp, law, m, x)


def integrand(xp: Any, law: Law, z: Any, x: Any, analytic: bool = False) -> acb:
    """B p^z q^(1-z)."""
    p, q = (acb(mixed(xp, law, m, x)).log(analytic=analytic) for m in (law.ratio.p, law.ratio.q))
    found: acb = density(xp, law.noise, x) * (z * p + (1 - z) * q).exp()
    return found


def moment(xp: Any, law: Law, z: acb) -> acb:
    """M(z)."""
    low, high = ends(law, float(z.real.mid()), _FAR)
    tail = (-xp.number(300)).exp()
    if law.noise.integers:
        around = range(low, high + 1)
        whole = sum((density(xp, law.noise, arb(k)) for k in around), arb(0))
        total = sum((integrand(xp, law, z, arb(k)) for k in around), acb(0))
        return total / whole + acb((-tail).union(tail), (-tail).union(tail))
    found = acb.integral(lambda x, analytic: integrand(xp, law, z, x, analytic), acb(low), acb(high))
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


def falling_powers(ratio: Ratio, order: Fraction) -> list[tuple[Fraction, Mixture]]:
    """The mixtures with negative exponents, which in the strip may be smaller than on the real line."""
    return [(power, m) for power, m in ((order, ratio.p), (1 - order, ratio.q)) if power < 0]


def in_strip(xp: Any, law: Law, order: Fraction, y: Any) -> Any:
    """A bound on |p^c q^(1-c)| at the height y over the same on the real line."""
    found = arb(1)
    for power, m in falling_powers(law.ratio, order):
        found *= (y * xp.number(m.spread) / (2 * variance(xp, law))).cos() ** xp.number(power)
    return found


def growth(xp: Any, law: Law, y: Any) -> Any:
    """A bound on |B| at the height y over the same on the real line."""
    wide = 1 / variance(xp, law)
    if isinstance(law.noise, Windowed):
        wide += 1 / xp.number(law.noise.window.width) ** 2
    return (y * y * wide / 2).exp()


def outward(xp: Any, law: Law, order: Fraction, x: Any, way: int) -> Any:
    """A bound on the outward slope of the integrand's logarithm from a place on: extreme shifts for powers that are not
    negative, the slope at the place for others."""
    v, found = variance(xp, law), -x / variance(xp, law)
    for power, m in ((order, law.ratio.p), (1 - order, law.ratio.q)):
        extreme = xp.number(m.high if way > 0 else m.low) / v
        found += xp.number(power) * (extreme if power >= 0 else slope(xp, law, m, x))
    if isinstance(law.noise, Windowed):
        found += window_slope(xp, law.noise.window, x)
    return way * found


def window_slope(xp: Any, window: Window, x: Any) -> Any:
    """(log chi)'."""
    w, found = xp.number(window.width), arb(0)
    for sign, end in ((1, window.low), (-1, window.high)):
        if end is not None:
            found += sign * (-(((x - xp.number(end)) / w) ** 2) / 2).exp() / (w * xp.sqrt(2 * xp.pi))
    return found / chi(xp, window, x)


def tails(xp: Any, law: Law, order: Fraction, at: Nodes) -> Any:
    """Two geometric series, from the terms at the ends of the real line on, times the growth on the shifted line."""
    d, found = arb(at.spacing), arb(0)
    for j, way in ((at.first, -1), (at.last, 1)):
        ratio = (d * outward(xp, law, order, j * d, way)).exp()
        found += d * integrand(xp, law, xp.number(order), j * d).real * ratio / (1 - ratio)
    b = arb(at.shift)
    return found * (growth(xp, law, b) * in_strip(xp, law, order, b) if at.shift else 1)


def lost(xp: Any, law: Law, order: Fraction, at: Nodes, height: Any) -> Any:
    """The remainder over M(c), up to a height."""
    a, b, turning = arb(at.strip), arb(at.shift), xp.number(law.ratio.apart) / variance(xp, law)
    below = xp.number(max(Fraction(0), Fraction(at.strip) - Fraction(at.shift)))
    grown = growth(xp, law, a + b) * in_strip(xp, law, order, a + b) * (height * below * turning).exp()
    return 2 * grown / ((2 * xp.pi * a / arb(at.spacing)).exp() - 1)


def strip(xp: Any, law: Law) -> Any:
    """The height below which p and q have no zero; of single shifts eight times what turns them by pi."""
    spread = max(law.ratio.p.spread, law.ratio.q.spread, law.ratio.apart / 8)
    return xp.pi * variance(xp, law) / xp.number(spread)
