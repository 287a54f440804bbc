"""Moment generating functions under noise that is analytic in a strip, by the trapezoidal rule with a proved remainder.

Let f(t) = B(t) p(t)^z q(t)^(1-z) on t = x + iy, with z = c + iv and 0 <= v <= V (`mixture` has p and q). A noise states
bounds on what happens to f at a height y of the strip:

- the density B grows at most by e^(`grown_density`);
- p^c q^(1-c) grows at most by e^(`grown_ratio`), as a power with a negative exponent does where |p| or |q| falls;
- arg p >= 0 >= arg q above the real axis; below it, at the height -y, arg p - arg q >= -y `turning`.

So with nodes jd + ib, in a strip of half-width a around them, |f| integrates to at most e^g M(c) on each of its lines,
with g the growth at the height a + b, and V (a - b)_+ `turning`. By Trefethen, Weideman 2014, Theorem 5.1, the sum over
all nodes differs from the integral by at most 2 e^g M(c)/(e^(2 pi a/d) - 1). On the real line, b = 0, the spacing has
to fall with the height V; where b >= a it does not, and the same nodes serve all heights.

Beyond the last node f falls at least by e^(d `outward`) from node to node: `outward` bounds the outward slope of log f
at v = 0, from a place on. On the line Im t = b the terms beyond are at most e^g times those on the real line.

A bound for all heights v >= V at once: on a line Im t = b the modulus |f| falls as v rises, since arg p - arg q >= 0.
It is integrated by the same rule on the real line, because |p(x + ib)|^2 = p(x + ib) p(x - ib) is analytic in x. While
2 (a + b) is below `widest`, arg p - arg q rises with the height of the strip, so that the continuation of e^(-v (arg p
- arg q)) has a modulus of at most 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chartered_verify.large_packages import numpy
from chartered_verify.work_budget import charge
from flint import acb, arb
from msgspec.structs import replace

from ...basics.formulas.geometric_series import geometric
from ...subsampling.formulas.sampled_gaussian_quadrature import Nodes
from .mixture import Function, Ratio


class Analytic:
    """The rule, for a noise on the real line, or on the integers, whose density is analytic in a strip. What it takes
    of the noise are the methods of `normal_noise.Normal`."""

    __slots__ = ()

    def logs(self: Any, xp: Any, ratio: Ratio) -> Callable[[Any], tuple[Any, Any]]:
        """x -> log p and log q."""
        p, q = ratio.p.log(xp, self.tilt), ratio.q.log(xp, self.tilt)
        return lambda x: (p(x), q(x))

    def terms(self: Any, xp: Any, ratio: Ratio, at: Nodes) -> list[tuple[Any, Any, Any]]:
        """(log p, log q, the logarithm of density and spacing) at each node; in floats one array of each."""
        charge(4 * at.count * (len(ratio.p.parts) + len(ratio.q.parts)))
        step, logs, density = xp.log(xp.number(at.spacing)), self.logs(xp, ratio), self.density(xp)
        points = xp.variant(_in_balls, floats=_in_floats)(at)
        return [(*logs(x), density(x) + step) for x in points]

    def tails(self: Any, xp: Any, ratio: Ratio, order: Any, at: Nodes) -> Any:
        """What the nodes beyond the ends of a line add, at height 0. Raises ArithmeticError where they do not fall."""
        found, d = xp.number(0), xp.number(at.spacing)
        for j, way in ((at.first, -1), (at.last, 1)):
            ((p, q, weight),) = self.terms(xp, ratio, replace(at, first=j, last=j, shift=0.0))
            falls = geometric(xp, d * self.outward(xp, ratio, order, way)(d * j))
            found = found + falls * xp.exp(weight + order * p + (1 - order) * q)
        return found if not at.shift else found * xp.exp(self.grown(xp, ratio, order)(xp.number(at.shift)))

    def grown(self: Any, xp: Any, ratio: Ratio, order: Any) -> Function:
        """y -> by how much the integrand's logarithm is at most larger at the height y, without its turning."""
        density, powers = self.grown_density(xp), self.grown_ratio(xp, ratio, order)
        return lambda y: density(y) + powers(y)

    def lost(self: Any, xp: Any, ratio: Ratio, order: Any, at: Nodes, height: Any) -> Any:
        """The remainder of the rule over M(c), at heights up to `height`. Raises ArithmeticError where it says
        nothing."""
        a, b = xp.number(at.strip), xp.number(at.shift)
        if not (a > 0 and b >= 0 and a + b < self.widest(xp, ratio)):
            raise ArithmeticError("the strip is wider than the integrand allows")
        grown = self.grown(xp, ratio, order)(a + b) + height * xp.positive(a - b) * self.turning(xp, ratio)
        found = 2 * xp.exp(grown) / xp.expm1(2 * xp.pi * a / xp.number(at.spacing))
        if not found < 0.5:
            raise ArithmeticError("the spacing is too wide for a remainder")
        return found

    def radius(self: Any, xp: Any, ratio: Ratio, order: Any, at: Nodes, height: Any, total: Any) -> Any:
        """How far the sums over the nodes, at heights up to `height`, are at most from the integral. `total`: the sum
        of the terms at height 0, so that M(c) is at most (total + tails)/(1 - lost)."""
        tails = self.tails(xp, ratio, order, at)
        if self.integers:
            return tails
        lost = self.lost(xp, ratio, order, at, height)
        return tails + lost * (total + tails) / (1 - lost)

    def above(
        self: Any, xp: Any, ratio: Ratio, order: Any, at: Nodes, shift: Any, height: Any, moment: Any
    ) -> tuple[Any, Any]:
        """(the nodes along the line Im t = shift; tails and remainder), which add up to a bound on |M(c + iv)| for all
        v >= height. `moment`: M(c), or more. Raises ArithmeticError for a strip in which it does not hold."""
        a, b = xp.number(at.strip), xp.number(shift)
        if not (b > 0 and a > 0 and 2 * (a + b) < self.widest(xp, ratio)):
            raise ArithmeticError("the strip is wider than the bound allows")
        charge(at.count * 20)
        log, d = self.log_modulus(xp, ratio, order, b, height), xp.number(at.spacing)
        total = sum((xp.exp(log(j * d)) for j in range(at.first, at.last + 1)), xp.number(0))
        grown, powers = self.grown_density(xp), self.grown_ratio(xp, ratio, order)
        in_strip = grown(a) + powers(a + b)
        remainder = 2 * xp.exp(in_strip) * moment / xp.expm1(2 * xp.pi * a / xp.number(at.spacing))
        tails = self.tails(xp, ratio, order, at) * xp.exp(powers(b))
        on_line = xp.exp(grown(b))
        return total * xp.number(at.spacing) * on_line, (tails + remainder) * on_line

    def log_modulus(self: Any, xp: Any, ratio: Ratio, order: Any, shift: Any, height: Any) -> Function:
        """x -> log(B(x) |p|^c |q|^(1-c)) - v (arg p - arg q) at x + i shift."""
        parts, density = self.parts_above(xp, ratio, shift), self.density(xp)

        def log(x: Any) -> Any:
            p, q, turn = parts(x)
            return density(x) + order * p + (1 - order) * q - height * turn

        return log

    def parts_above(self: Any, xp: Any, ratio: Ratio, shift: Any) -> Callable[[Any], tuple[Any, Any, Any]]:
        """x -> log |p|, log |q| and arg p - arg q at x + i shift."""
        logs, above = self.logs(xp, ratio), xp.variant(acb, floats=_above)

        def parts(x: Any) -> tuple[Any, Any, Any]:
            p, q = logs(above(x, shift))
            return p.real, q.real, p.imag - q.imag

        return parts


def _in_balls(at: Nodes) -> list[Any]:
    d = arb(at.spacing)
    return (
        [acb(j * d, at.shift) for j in range(at.first, at.last + 1)]
        if at.shift
        else [j * d for j in range(at.first, at.last + 1)]
    )


def _in_floats(at: Nodes) -> list[Any]:
    """One array of all nodes."""
    found = at.spacing * numpy.arange(at.first, at.last + 1)
    return [found + 1j * at.shift if at.shift else found]


def _above(x: Any, shift: Any) -> Any:
    return x + 1j * shift
